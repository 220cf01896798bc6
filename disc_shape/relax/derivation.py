"""
The types of all values of a module, and what is wrong with it.

One walk over each function: the type of each operation follows from its operands (RLX-250 to 271);
where a type is written it is compared and kept (RLX-259). Effects are checked on the way (RLX-070
to 079). What cannot be proved is a warning and checked when the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax import aliases, calls, function_ops, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.scoping import Names, bind
from disc_shape.dialects.relax.types import attribute_of, type_of, type_text
from disc_shape.errors import OperationError
from disc_shape.relax.evaluation import in_range
from disc_shape.relax.module_info import primitive_type
from disc_shape.relax.operation_types import (
    Place,
    check_effects,
    type_of_call,
    type_of_call_tir,
    type_of_cast,
    type_of_literal,
    type_of_member,
)
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.relax.origins import written_numbers
from disc_shape.relax.value_types import ValueTypes
from disc_shape.symbolic import Truth, sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.judgements import compatible, least_upper_bound, subtype
from disc_shape.typesystem.scopes import Scope, erased, function_of
from disc_shape.typesystem.types import OBJECT, FunctionType, PackedType, TensorType, Type

CONDITION = TensorType(Shape(()), "i1")
T = TypeVar("T")


class Derivation(ValueTypes):
    """
    The types of a module; with `writes`, each is written where none is, with `refines` also where
    the written one is above it.
    """

    def __init__(self, module: ModuleOp, *, writes: bool, refines: bool = False) -> None:
        super().__init__(module)
        self.refines = refines
        self.writes = writes
        self.globals: dict[str, Type | None] = {}
        self.open: set[str] = set()
        self.operators = OperatorTypes(self.prover)

    def run(self) -> list[OperationError]:
        """Type all functions; the errors in order."""
        for name in self.info.functions:
            self.global_function(name)
        return self.errors_in_order()

    # functions

    def global_type(self, name: str, op: Operation) -> Type | None:
        """The type of a global function; one without a declared result is typed first."""
        if name in self.info.primitives:
            return primitive_type(self.info.primitives[name])
        if name not in self.info.functions:
            self.fail(op, f"no function is called @{name}", "RLX-058")
            return None
        declared = type_of(self.info.functions[name].signature)
        if declared is not None:
            return declared
        if name in self.open:
            self.fail(op, f"@{name} calls itself and declares no result type", "RLX-118")
            return None
        self.global_function(name)
        return self.globals[name]

    def callee(self, op: calls.CallOp) -> Type | None:
        """The type of the function that is called, None where it is unknown."""
        if op.callee is None:
            return self.of(op.function)
        return self.global_type(op.callee.root_reference.data, op)

    def global_function(self, name: str) -> None:
        """Type one global function, once."""
        if name in self.globals or name in self.open:
            return
        op = self.info.functions[name]
        self.open.add(name)
        place = Place(name, Names(), op.impure is None and not op.force_pure)
        self.globals[name] = self.in_ranges(op, lambda: self.function_type(op, place))
        self.open.discard(name)

    def function_type(
        self, op: function_ops.FunctionLike, place: Place, scope: Collection[str] = ()
    ) -> FunctionType | None:
        """Type a function, whose parameters bind the symbols that are not in `scope`."""
        result = self.function_body(op, place)
        if result is None:
            return None
        parameters = [self.types[one] or OBJECT for one in op.parameters]
        return function_of(parameters, result, op.impure is None, scope)

    def in_ranges(self, op: function_ops.FunctionLike, work: Callable[[], T]) -> T:
        """Type a function whose symbols are in the ranges that it promises."""
        ranges = op.symbol_ranges.items()
        facts = [fact for name, limits in ranges for fact in in_range(sym(name), limits)]
        if not facts:
            return work()
        prover, outer = self.prover, self.operators
        prover.push()
        for fact in facts:
            prover.assume(fact)
        self.operators = OperatorTypes(prover)
        try:
            return work()
        finally:
            self.operators = outer
            prover.pop()

    def function_body(self, op: function_ops.FunctionLike, place: Place) -> Type | None:
        """Type a function's body, compare its result (RLX-270); the type of the result."""
        types = [type_of(one.type, place.names) for one in op.parameters]
        for value, type_ in zip(op.parameters, types, strict=True):
            self.types[value] = OBJECT if type_ is None else type_
            if type_ is not None:
                bind(type_, place.names)
        signature = Names(place.names)
        body = self.block(op.body.block, place)
        declared = type_of(op.declared, signature)
        found = None if body is None else erased(body, Scope.of(signature))
        if self.decides(found, declared):
            if self.writes and found is not None:
                op.result_type = attribute_of(found)
            return found
        last = op.body.block.last_op
        if declared is not None and body is not None and last is not None:
            self.compare(last, body, declared, "the result", "RLX-270", "RLX-039")
        return declared

    def decides(self, derived: Type | None, written: Type | None) -> bool:
        """Whether a derived type takes the place of the written one: there is none, or a wider."""
        if written is None or derived is None or not self.refines:
            return written is None
        below = subtype(derived, written, self.prover) is Truth.YES
        return below and derived != written

    def block(self, block: Block, place: Place) -> Type | None:
        """Type the operations of a block; the type that its terminator gives."""
        result: Type | None = None
        for op in block.ops:
            if isinstance(op, function_ops.ReturnOp | structure.YieldOp):
                result = self.of(op.operands[0])
            elif not isinstance(op, structure.OutputOp):
                self.operation(op, place)
        return result

    def closure(self, op: function_ops.ClosureOp, place: Place) -> Type | None:
        """A local function (RLX-258): its own symbols are the new ones of its parameters."""
        own = op.body.block.args[0]
        inner = place.function_inside(op.impure is None and not op.force_pure, own)
        if type_of(op.declared) is None and own.first_use is not None:
            text = "the function calls itself and declares no result type"
            self.fail(op, text, "RLX-258")
        self.types[own] = type_of(op.signature, place.names)
        found = self.function_type(op, inner, place.names)
        if found is not None and self.writes:
            set_type(own, attribute_of(found))
            self.types[own] = found
        return found

    # operations

    def operation(self, op: Operation, place: Place) -> None:
        """Type one operation."""
        if isinstance(op, structure.DataflowOp):
            self.dataflow(op, place)
            return
        try:
            derived = self.derived(op, place)
        except OperatorError as error:
            self.fail(op, str(error), error.rule)
            derived = None
        check_effects(op, self, place)
        for result in op.results:
            self.settle(op, result, derived, place)

    def dataflow(self, op: structure.DataflowOp, place: Place) -> None:
        """A dataflow block, whose outputs are visible after it."""
        before, place.in_dataflow = place.in_dataflow, True
        self.block(op.body.block, place)
        place.in_dataflow = before
        output = op.body.block.last_op
        for value, result in zip(output.operands if output else (), op.results, strict=True):
            self.types[result] = self.types[value]
            if self.writes:
                set_type(result, value.type)

    def settle(self, op: Operation, result: SSAValue, derived: Type | None, place: Place) -> None:
        """Keep the written type of a result, or write the derived one (RLX-259, 260)."""
        written = type_of(result.type, place.names)
        decides = self.decides(derived, written)
        self.types[result] = derived if decides else written
        if derived is None:
            return
        if decides and self.writes:
            set_type(result, attribute_of(derived))
        elif written is not None and aliases.UNCHECKED not in op.attributes and derived != written:
            self.compare(op, derived, written, "the value", "RLX-259", "RLX-259")

    def derived(self, op: Operation, place: Place) -> Type | None:
        """The type that follows from the operands, None where theirs are unknown."""
        match op:
            case OperatorOp():
                types = self.of_all(op.operands)
                if types is None:
                    return None
                numbers = written_numbers(op)
                return self.operators.type_of(op.ROW.name, types, op.values(), numbers)
            case aliases.GetOp():
                return type_of_member(op, self)
            case aliases.BindOp():
                return self.of(op.value)
            case aliases.MatchCastOp():
                return type_of_cast(op, self, place.names)
            case structure.IfOp():
                return self.branch(op, place)
            case structure.SeqOp():
                inner = place.branch()
                body = self.block(op.body.block, inner)
                return None if body is None else erased(body, Scope.of(place.names))
            case function_ops.ClosureOp():
                return self.closure(op, place)
            case calls.FunctionRefOp():
                return self.global_type(op.callee.root_reference.data, op)
            case calls.ExternOp():
                return PackedType()
            case calls.CallOp():
                return type_of_call(op, self.callee(op), self, place.names)
            case calls.CallTirOp():
                return type_of_call_tir(op, self, place.names)
            case calls.NamedCall():
                return type_of(op.result.type, place.names) or OBJECT
            case _:
                return type_of_literal(op, self)

    def branch(self, op: structure.IfOp, place: Place) -> Type | None:
        """A branch: the least type above both, as far as the scope around can name it (RLX-255)."""
        condition = self.of(op.condition)
        if condition is not None:
            truth = compatible(condition, CONDITION, self.prover)
            if truth is Truth.NO:
                self.fail(
                    op,
                    f"the condition is of type {type_text(condition)}, no boolean scalar",
                    "RLX-028",
                )
        bodies = [self.block(one.block, place.branch()) for one in op.regions]
        one, other = (body and erased(body, Scope.of(place.names)) for body in bodies)
        if one is None or other is None:
            return None
        return least_upper_bound(one, other, self.prover)
