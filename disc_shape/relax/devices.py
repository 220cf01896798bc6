"""
Placement (RLX-280 to 287): the devices that types name flow to values without one, first from
results to operands, then from operands to results.

A placement is a type: that of a value, with devices. What flows is the device of each tensor in it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.calls import CallOp, CallTirOp
from disc_shape.dialects.relax.casts import BindOp, MatchCastOp
from disc_shape.dialects.relax.function_ops import FuncOp, ReturnOp
from disc_shape.dialects.relax.operators import OPERATORS, OperatorOp
from disc_shape.dialects.relax.scoping import listed_devices
from disc_shape.dialects.relax.structure import (
    DataflowOp,
    IfOp,
    SeqOp,
)
from disc_shape.dialects.relax.tuples import GetOp, TupleOp
from disc_shape.dialects.relax.types import attribute_of, type_of
from disc_shape.errors import OperationError, OperationErrors, OperationWarning
from disc_shape.typesystem.types import (
    OBJECT,
    TensorType,
    TupleType,
    Type,
    devices_in,
    leaves,
    on_device,
)

MOVERS = ("to_vdevice", "hint_on_device")


def realize_devices(module: ModuleOp, *, strict: bool = False) -> None:
    """
    Place the values of a module that lists devices. A hint becomes a transfer where its operand is
    not on the device, and vanishes where it is (RLX-344). Raises an error that names both origins
    where two devices meet. Operands without a device are warned of, or errors if `strict`.
    """
    functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
    if not functions or not listed_devices(functions[0]):
        return
    for function in functions:
        walk = Placement(function)
        walk.backward(function.body.block)
        walk.forward(function.body.block)
        walk.write(function)
    problems = unplaced(module)
    if strict and problems:
        raise OperationErrors([OperationError(text, op) for op, text in problems])
    for op, text in problems:
        warnings.warn(OperationWarning(text, op), stacklevel=2)
    for op in list(module.walk()):
        if isinstance(op, OperatorOp) and op.ROW.name == "hint_on_device":
            realize_hint(op)


def unplaced(module: ModuleOp) -> list[tuple[Operation, str]]:
    """
    The operators and the calls of primitive functions that have a tensor without a device, in a
    module that places some (RLX-281, 286).
    """
    types = {one: type_of(one.type) for op in module.walk() for one in values_at(op)}
    if not any(devices_in(one) for one in types.values() if one is not None):
        return []
    found: list[tuple[Operation, str]] = []
    for op in module.walk():
        if isinstance(op, OperatorOp | CallTirOp) and not is_mover(op):
            for index, value in enumerate(op.operands):
                parts = leaves(types[value] or OBJECT)
                if any(isinstance(one, TensorType) and one.device is None for one in parts):
                    found.append((op, f"{op.name}: operand {index} is on no device [RLX-286]"))
    return found


def values_at(op: Operation) -> Iterator[SSAValue]:
    """The results of an operation, and the arguments of its blocks."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


def device_in(type_: Type | None) -> str | None:
    """The device of a tensor type."""
    return type_.device if isinstance(type_, TensorType) else None


class Placement:
    """The types with devices of the values of one function."""

    def __init__(self, function: FuncOp) -> None:
        self.types: dict[SSAValue, Type | None] = {}
        self.changed: set[SSAValue] = set()
        self.result = type_of(function.declared)
        self.function = function

    def of(self, value: SSAValue) -> Type | None:
        """The type of a value as far as it is placed."""
        if value not in self.types:
            self.types[value] = type_of(value.type)
        return self.types[value]

    def flow(self, source: SSAValue, target: SSAValue, op: Operation) -> None:
        """Place a value where another one is."""
        self.place(target, self.of(source), op)

    def place(self, value: SSAValue, like: Type | None, op: Operation) -> None:
        """Place a value as a type says."""
        current = self.of(value)
        if current is None or like is None:
            return
        found = merged(current, like, op)
        if found != current:
            self.types[value] = found
            self.changed.add(value)

    # backward

    def backward(self, block: Block) -> None:
        """From results to operands, the last operation first."""
        for op in reversed(list(block.ops)):
            self.operation_backward(op)

    def operation_backward(self, op: Operation) -> None:
        """One operation; what its regions yield is where its results are."""
        for outer, inner in (*names_of(op), *choices_of(op)):
            self.flow(outer, inner, op)
        match op:
            case ReturnOp() if op.parent_op() is self.function:
                self.place(op.value, self.result, op)
            case MatchCastOp():
                self.place(op.result, type_of(op.pattern), op)
                self.flow(op.result, op.value, op)
            case TupleOp() if isinstance(type_ := self.of(op.result), TupleType):
                for value, field in zip(op.operands, type_.fields, strict=True):
                    self.place(value, field, op)
            case OperatorOp() | CallOp() if not is_mover(op):
                device = device_in(self.of(op.results[0]))
                for value in op.operands if device is not None else ():
                    self.place(value, TensorType(device=device), op)
            case _:
                pass
        for region in op.regions:
            for block in region.blocks:
                self.backward(block)

    # forward

    def forward(self, block: Block) -> None:
        """From operands to results, in order."""
        for op in block.ops:
            for region in op.regions:
                for inner in region.blocks:
                    self.forward(inner)
            self.operation_forward(op)

    def operation_forward(self, op: Operation) -> None:
        """One operation: its results are where its operands are; a cast says where it is itself."""
        for outer, inner in names_of(op):
            self.flow(inner, outer, op)
        match op:
            case IfOp():
                devices = {device_in(self.of(value)) for _, value in choices_of(op)}
                if len(devices) == 1:
                    self.place(op.result, TensorType(device=devices.pop()), op)
            case TupleOp():
                fields = [self.of(one) for one in op.operands]
                known = [one for one in fields if one is not None]
                self.place(op.result, TupleType(tuple(known)), op)
            case GetOp():
                type_ = self.of(op.tuple_)
                if isinstance(type_, TupleType) and op.index.value.data < len(type_.fields):
                    self.place(op.result, type_.fields[op.index.value.data], op)
            case OperatorOp() if not is_mover(op):
                self.operator_forward(op)
            case ReturnOp() if op.parent_op() is self.function and self.result is not None:
                self.result = merged(self.result, self.of(op.value) or self.result, op)
            case _:
                return

    def operator_forward(self, op: OperatorOp) -> None:
        """The operands of an operator are on one device (RLX-285)."""
        placed = [(value, device_in(self.of(value))) for value in op.operands]
        known = [(value, device) for value, device in placed if device is not None]
        for value, device in known[1:]:
            if device != known[0][1]:
                raise OperationError(
                    f"{op.name}: operands are on two devices: {origin(*known[0])} and"
                    f" {origin(value, device)} [RLX-285]",
                    op,
                )
        if known:
            result = self.of(op.result)
            spread = None if result is None else on_device(result, known[0][1])
            self.place(op.result, spread, op)

    def write(self, function: FuncOp) -> None:
        """Write the types of what was placed."""
        for value in self.changed:
            type_ = self.types[value]
            if type_ is not None:
                set_type(value, attribute_of(type_))
                op = value.owner
                if isinstance(op, MatchCastOp):
                    pattern = type_of(op.pattern)
                    if pattern is not None:
                        op.pattern = attribute_of(merged(pattern, type_, op))
        if self.result is not None:
            function.result_type = attribute_of(self.result)


def yielded(op: Operation) -> list[Sequence[SSAValue]]:
    """What each region of an operation yields."""
    lasts = [region.block.last_op for region in op.regions]
    return [() if last is None else last.operands for last in lasts]


def names_of(op: Operation) -> list[tuple[SSAValue, SSAValue]]:
    """The results of an operation that are other values by another name, and these."""
    match op:
        case DataflowOp() | SeqOp():
            return list(zip(op.results, yielded(op)[0], strict=True))
        case BindOp():
            return [(op.result, op.value)]
        case _:
            return []


def choices_of(op: Operation) -> list[tuple[SSAValue, SSAValue]]:
    """The result of a branch, and each value that it may be."""
    return [(op.result, value) for (value,) in yielded(op)] if isinstance(op, IfOp) else []


def origin(value: SSAValue, device: str | None) -> str:
    """A value and its device, for messages."""
    name = f"%{value.name_hint}" if value.name_hint else "a value"
    return f'{name} on "{device}"'


def is_mover(op: Operation) -> bool:
    """Whether an operation itself says where its result is."""
    return isinstance(op, OperatorOp) and op.ROW.name in MOVERS


def merged(type_: Type, like: Type, op: Operation) -> Type:
    """A type with the devices of another; two for one tensor are an error (RLX-282)."""
    match type_, like:
        case TensorType(), TensorType():
            if like.device is None or type_.device == like.device:
                return type_
            if type_.device is not None:
                raise OperationError(
                    f'{op.name}: a tensor is placed on "{type_.device}" and on "{like.device}"'
                    " [RLX-282]",
                    op,
                )
            return TensorType(type_.shape, type_.element, like.device)
        case TupleType(), TupleType() if len(type_.fields) == len(like.fields):
            pairs = zip(type_.fields, like.fields, strict=True)
            return TupleType(tuple(merged(one, other, op) for one, other in pairs))
        case _:
            return type_


def realize_hint(op: OperatorOp) -> None:
    """
    Make a hint a transfer, or drop it.

        %1 = relax.hint_on_device %0 {device = "d"}   =>   %1 = relax.to_vdevice %0 {device = "d"}
    """
    device = op.attributes.get("device")
    operand: SSAValue = op.operands[0]
    name = device.data if isinstance(device, StringAttr) else None
    if name is not None and device_in(type_of(operand.type)) == name:
        Rewriter.replace_op(op, [], [operand])
        return
    arguments: Sequence[SSAValue] = [operand]
    new = OPERATORS["to_vdevice"](arguments, dict(op.attributes), op.result.type)
    new.result.name_hint = op.result.name_hint
    Rewriter.replace_op(op, [new])
