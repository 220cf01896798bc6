"""Whether operations of a Relax program have effects, and where these are allowed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax import calls, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.scoping import Names
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.value_types import ValueTypes
from disc_shape.typesystem.types import FunctionType, PackedType


@dataclass
class Place:
    """Where an operation stands: the names in scope, and what effects are allowed."""

    function: str
    """The global function around it."""
    names: Names
    pure: bool
    in_dataflow: bool = False
    own: frozenset[SSAValue] = frozenset()
    """The names by which local functions around it call themselves."""

    def branch(self) -> Place:
        """A place inside, whose names end with it."""
        return replace(self, names=Names(self.names))

    def function_inside(self, pure: bool, own: SSAValue) -> Place:
        """A place in a local function."""
        return Place(self.function, Names(self.names), pure, own=self.own | {own})


def check_effects(op: Operation, values: ValueTypes, place: Place) -> None:
    """No effects in pure functions, and neither they nor loops in dataflow (RLX-070 to 079)."""
    if place.in_dataflow:
        if isinstance(op, structure.IfOp):
            values.fail(op, "a branch in a dataflow block", "RLX-071")
        if isinstance(op, calls.CallOp) and is_recursive(op, values.info, place):
            values.fail(op, "a recursive call in a dataflow block", "RLX-117")
    if (place.pure or place.in_dataflow) and has_effects(op, values):
        where = "a dataflow block" if place.in_dataflow else "a pure function"
        rule = "RLX-071" if place.in_dataflow else "RLX-265"
        values.fail(op, f"effects in {where}", rule)


def has_effects(op: Operation, values: ValueTypes) -> bool:
    """Whether an operation may have effects other than an error."""
    if isinstance(op, OperatorOp):
        return not op.ROW.pure
    if isinstance(op, calls.CallOp):
        if op.callee is not None:
            name = op.callee.root_reference.data
            function = values.info.functions.get(name)
            return name in values.info.primitives or (
                function is not None and function.impure is not None
            )
        callee = values.of(op.function)
        return isinstance(callee, FunctionType | PackedType) and not callee.pure
    return isinstance(op, calls.CallPackedOp)


def is_recursive(op: calls.CallOp, info: ModuleInfo, place: Place) -> bool:
    """Whether a call may lead back to the function that makes it."""
    if op.callee is not None:
        name = op.callee.root_reference.data
        return info.is_recursive_call(place.function, name)
    return op.function in place.own
