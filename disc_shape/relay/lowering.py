"""
Relay as Relax: a program is evaluated with values of Relax, so that instances, functions as values
and matches of known constructors disappear; then it is lowered as Relax is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.relax import calls as relax_calls
from disc_shape.dialects.relax import function_ops as relax
from disc_shape.dialects.relax import literals, structure, tuples
from disc_shape.dialects.relax.types import INFER, attribute_of
from disc_shape.dialects.relay import data, values
from disc_shape.dialects.relay.functions import FuncOp, FunctionLike, Program
from disc_shape.dialects.relay.types import term_of, type_text
from disc_shape.errors import nested_calls, rule_error
from disc_shape.locations import trace
from disc_shape.relax.criteria import infer_types
from disc_shape.relax.lowering import convert_module as convert_relax
from disc_shape.relay.evaluation import Evaluation, Frame, Instance, Value, fields_of
from disc_shape.relay.operators import exact_type, type_in_scope
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import TupleType, Type

DEPTH = 400
"""How deep calls may be that are put in the place of their results."""
RECURSION = 20_000
"""The nesting of Python's calls that these may need."""


def form_of(op: FuncOp, types: Sequence[Type], result: Type | None) -> relax.FuncOp:
    """A function of Relax with arguments of these types and no body."""
    block = Block(arg_types=list(map(attribute_of, types)))
    for argument, own in zip(block.args, op.arguments, strict=True):
        argument.name_hint = own.name_hint
    declared = None if result is None else attribute_of(result)
    private = op.sym_visibility is not None
    return relax.FuncOp(op.sym_name.data, Region(block), declared, private=private)


class Lowering(Evaluation):
    """The functions of a module whose arguments and results are tensors and tuples of them."""

    def __init__(self, module: ModuleOp) -> None:
        super().__init__(Program(module))
        self.forms: dict[str, relax.FuncOp] = {}
        for name, op in self.program.functions.items():
            signature = op.signature
            known = exact_type(TupleType((*signature.arguments, signature.result)))
            if isinstance(known, TupleType) and all(kind == "dim" for _, kind in op.parameters):
                names = names_bound(TupleType(known.fields[:-1]))
                *types, result = (type_in_scope(one, names) for one in known.fields)
                self.forms[name] = form_of(op, types, result)
        self.block_: Block = Block()
        self.depth = 0
        self.called: set[str] = set()

    def run(self) -> list[relax.FuncOp]:
        """The functions of Relax. Raises `OperationError` for what stays at the level of Relay."""
        for name, form in self.forms.items():
            op, self.block_ = self.program.functions[name], form.body.block
            with nested_calls(RECURSION, op):
                value = self.body(op, op, form.body.block.args, Frame())
            self.add(op, relax.ReturnOp(self.packed(op, value)))
        for name, op in self.program.functions.items():
            if name not in self.forms and name not in self.called:
                message = f"@{name} is of type {type_text(op.signature)}, which has no form in HLO"
                raise rule_error(op, message, "RLY-81")
        return list(self.forms.values())

    def add(self, op: Operation, new: Operation) -> Sequence[SSAValue]:
        """The results of an operation of Relax, which one of Relay becomes."""
        trace(new, op)
        self.block_.add_op(new)
        return new.results

    def packed(self, op: Operation, value: Value) -> SSAValue:
        """One value of Relax."""
        if (fields := fields_of(value)) is not None:
            members = [self.packed(op, one) for one in fields]
            return self.add(op, tuples.TupleOp(members, INFER))[0]
        match value:
            case SSAValue():
                return value
            case Instance():
                what, rule = f"an instance of @{value.data}", "RLY-81"
            case _:
                what, rule = "a function as a value", "RLY-17"
        raise rule_error(op, f"{what} is left, which has no form in HLO", rule)

    # values

    def member(self, op: values.GetOp, value: Value) -> Value:
        if isinstance(value, SSAValue):
            known = cast("SSAValue", value)
            return self.add(op, tuples.GetOp(known, op.index.value.data, INFER))[0]
        return super().member(op, value)

    def primitive(self, op: Operation, form: Operation, operands: Sequence[Value]) -> Value:
        if isinstance(form, values.ConstantOp):
            if exact_type(term_of(form.result.type) or ts.Hole()) is None:
                raise rule_error(op, f"{form.result.type} has no form in HLO", "RLY-05")
            form = literals.ConstantOp(form.value)
        form.operands = [self.packed(op, one) for one in operands]
        return self.add(op, form)[0]

    def branch(self, op: data.IfOp, frame: Frame) -> Value:
        condition = self.packed(op, frame.values[op.condition])
        around = self.block_
        bodies: list[Region] = []
        for region in op.regions:
            self.block_ = Block()
            bodies.append(Region(self.block_))
            self.add(op, structure.YieldOp(self.packed(op, self.block(region.block, frame))))
        self.block_ = around
        return self.add(op, structure.IfOp(condition, bodies[0], bodies[1], INFER))[0]

    def function(self, op: Operation, name: str, arguments: Sequence[Value]) -> Value:
        """A call of a function of Relax; another function is put in the place of its call."""
        self.called.add(name)
        if name in self.forms:
            operands = [self.packed(op, one) for one in arguments]
            return self.add(op, relax_calls.CallOp(name, operands, INFER))[0]
        return super().function(op, name, arguments)

    def body(
        self, op: Operation, called: FunctionLike, arguments: Sequence[Value], frame: Frame
    ) -> Value:
        """A body, in the place of a call unless it is that of a function of Relax."""
        if self.depth > DEPTH:
            message = f"recursion by values that are no tensors is deeper than {DEPTH}"
            raise rule_error(op, message, "RLY-98")
        self.depth += 1
        value = super().body(op, called, arguments, frame)
        self.depth -= 1
        return value


def convert_module(module: ModuleOp) -> None:
    """
    Replace the functions of Relay by functions of HLO. Raises `OperationError` at what has no form
    there; nothing is changed then.
    """
    lowered = ModuleOp(list(Lowering(module).run()))
    infer_types(lowered)
    convert_relax(lowered)
    for op in list(module.body.block.ops):
        if op.dialect_name() == "relay":
            Rewriter.erase_op(op, safe_erase=False)
    Rewriter.inline_block(lowered.body.block, InsertPoint.at_end(module.body.block))
