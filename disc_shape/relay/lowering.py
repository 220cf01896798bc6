"""
Relay as HLO: a program is evaluated with values of HLO, as one of Relax is, so that instances,
functions as values and matches of known constructors disappear.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from disc_shape.dialects.functional_declarations import FunctionForm
from disc_shape.dialects.relay.functions import FuncOp, Program
from disc_shape.dialects.relay.types import term_of, type_text
from disc_shape.dialects.relay.values import ConstantOp
from disc_shape.errors import nested_calls, rule_error
from disc_shape.relax.lowering.functions import FunctionLowering, Signatures
from disc_shape.relax.lowering.module import replace_functions, signature
from disc_shape.relax.lowering.passing import Types
from disc_shape.relax.lowering.scope import LoweringScope
from disc_shape.relax.lowering.values import Global
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.relax.scopes import Scope
from disc_shape.relay.evaluation import DataEvaluation
from disc_shape.relay.operators import exact_type
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type

DEPTH = 400
"""How deep calls may be that are put in the place of their results."""
RECURSION = 20_000
"""The nesting of Python's calls that these may need."""


class Lowering(DataEvaluation[Operand], FunctionLowering):
    """Lowers a function whose arguments and results are tensors and tuples of them."""

    def __init__(self, op: FuncOp, signatures: Signatures, module: ModuleInfo) -> None:
        super().__init__(op, signatures, module)
        self.symbols = Program(module.module)
        self.outermost = LoweringScope(self.program)
        self.called: set[str] = set()

    def literal(self, op: Operation, scope: Scope[Operand]) -> Operand:
        if isinstance(op, ConstantOp) and exact_type(term_of(op.result.type) or ts.Hole()) is None:
            raise rule_error(op, f"{op.result.type} has no form in HLO", "RLY-05")
        return super().literal(op, scope)

    def global_call(self, op: Operation, name: str, arguments: Sequence[Operand]) -> Operand:
        """A call of a function of HLO; another function is put in the place of its call."""
        self.called.add(name)
        if name in self.signatures:
            return FunctionLowering.call(self, op, Global(name), arguments)
        return super().global_call(op, name, arguments)

    def check_recursion(self, op: FunctionForm) -> None:
        if len(self.open) > DEPTH:
            message = f"recursion by values that are no tensors is deeper than {DEPTH}"
            raise OperatorError(message, "RLY-98")


def signatures_of(program: Program) -> Signatures:
    """The signatures of the functions over tensors and tuples of them."""
    found: dict[str, tuple[Types, Types, Type]] = {}
    for name, op in program.functions.items():
        written = op.signature
        known = exact_type(TupleType((*written.arguments, written.result)))
        if isinstance(known, TupleType) and all(kind == "dim" for _, kind in op.parameters):
            *types, result = known.fields
            found[name] = signature(op, types, result)
    return found


def convert_module(module: ModuleOp) -> None:
    """
    Replace the functions of Relay by functions of HLO. Raises `OperationError` at what has no form
    there; nothing is changed then.
    """
    program = Program(module)
    signatures, info = signatures_of(program), ModuleInfo(module)
    lowerings = [Lowering(program.functions[name], signatures, info) for name in signatures]
    lowered: list[func.FuncOp] = []
    for one in lowerings:
        with nested_calls(RECURSION, one.op):
            lowered.append(one.run())
    inside = set[str]().union(*(one.called for one in lowerings))
    for name, op in program.functions.items():
        if name not in signatures and name not in inside:
            message = f"@{name} is of type {type_text(op.signature)}, which has no form in HLO"
            raise rule_error(op, message, "RLY-81")
    replace_functions(module, lowerings, lowered)
    for op in list(module.body.block.ops):
        if op.dialect_name() == "relay":
            Rewriter.erase_op(op, safe_erase=False)
