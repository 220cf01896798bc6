"""
Placement (RLX-280 to 287): the devices that types name flow to values without one, first from
results to operands, then from operands to results, into and out of the functions that are called.

A placement is a type: that of a value, with devices. What flows is the device of each tensor in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from xdsl.ir import Block, Operation, SSAValue

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.aliases import BindOp, GetOp, MatchCastOp, TupleOp
from disc_shape.dialects.relax.calls import CallOp, FunctionRefOp
from disc_shape.dialects.relax.function_ops import ClosureOp, FuncOp, FunctionLike, ReturnOp
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.structure import DataflowOp, IfOp, SeqOp
from disc_shape.dialects.relax.types import attribute_of, type_of
from disc_shape.errors import OperationError, rule_error
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.traversal import ancestor_in, definer_of
from disc_shape.typesystem import types as ts

MOVERS = ("to_vdevice", "hint_on_device")

Function: TypeAlias = FunctionLike | SSAValue | None
"""A function, a value of function type, or a function that has no placement."""
Place: TypeAlias = FunctionLike | SSAValue
"""A value, or the result of a function."""


class TwoDevices(Exception):
    """Two devices of one tensor."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f'on "{first}" and on "{second}"')
        self.first = first


class Places:
    """The types with devices of the values of a module, and of the results of its functions."""

    def __init__(self, info: ModuleInfo) -> None:
        self.types: dict[Place, ts.Type | None] = {}
        self.changed: set[Place] = set()
        self.functions = info.functions
        self.body = info.module.body.block
        self.origins: dict[FuncOp, Operation] = {}
        """Where the result of a function was placed, for messages."""
        self.callers: dict[FuncOp, list[FuncOp]] = {one: [] for one in info.functions.values()}
        for caller, mentioned in info.mentioned.items():
            for name in mentioned & self.functions.keys():
                self.callers[self.functions[name]].append(self.functions[caller])
        self.pending: dict[FuncOp, None] = {}
        """The functions to walk again: what they return or name has been placed."""

    def of(self, place: Place) -> ts.Type | None:
        """The type of a value, or of what a function returns, as far as it is placed."""
        if place not in self.types:
            written = place.declared if isinstance(place, FunctionLike) else place.type
            self.types[place] = type_of(written)
        return self.types[place]

    def flow(self, source: Place, target: Place, op: Operation) -> None:
        """Place a value or a result where another one is."""
        self.place(target, self.of(source), op)

    def place(self, place: Place, like: ts.Type | None, op: Operation) -> None:
        """Place a value or a result as a type says. Raises an error for two devices (RLX-282)."""
        current = self.of(place)
        if current is None or like is None:
            return
        try:
            found = merged(current, like)
        except TwoDevices as error:
            raise self.refusal(place, error, op) from None
        if found == current:
            return
        self.types[place] = found
        self.changed.add(place)
        if isinstance(place, FuncOp):
            self.origins.setdefault(place, op)
            self.pending[place] = None
        function = place if isinstance(place, FunctionLike) else definer_of(place)
        if isinstance(function, FuncOp):
            self.pending.update(dict.fromkeys(self.callers[function]))
        elif isinstance(function, ClosureOp):
            around = ancestor_in(function, self.body)
            assert isinstance(around, FuncOp)
            self.pending[around] = None

    def refusal(self, place: Place, error: TwoDevices, op: Operation) -> OperationError:
        """The error for two devices; for a result it names the first origin too."""
        if not isinstance(place, FuncOp):
            return rule_error(op, f"a tensor is placed {error}", "RLX-282")
        before, name = self.origins.get(place, place), place.sym_name.data
        note = (f'{before.name} has placed it on "{error.first}"', before)
        text = f"{op.name}: the result of @{name} is placed {error} [RLX-282]"
        return OperationError(text, op, [note])

    # functions

    def named(self, op: CallOp | FunctionRefOp) -> Function:
        """The function that an operation names; a primitive one has no placement."""
        if op.callee is not None:
            return self.functions.get(op.callee.root_reference.data)
        return op.function if isinstance(op, CallOp) else None

    def signature(self, function: Function) -> ts.FunctionType | None:
        """The parameters and the result of a function as far as they are placed."""
        if isinstance(function, FunctionLike):
            parameters = tuple(self.of(one) or ts.OBJECT for one in function.parameters)
            return ts.FunctionType(parameters, self.of(function) or ts.OBJECT)
        type_ = None if function is None else self.of(function)
        return type_ if isinstance(type_, ts.FunctionType) else None

    def place_function(self, function: Function, like: ts.FunctionType, op: Operation) -> None:
        """Place the parameters and the result of a function as a type says."""
        if isinstance(function, SSAValue):
            self.place(function, like, op)
        elif function is not None:
            for value, type_ in zip(function.parameters, like.parameters, strict=True):
                self.place(value, type_, op)
            self.place_result(function, like.result, op)

    def place_result(self, function: Function, like: ts.Type | None, op: Operation) -> None:
        """Place what a function returns."""
        if isinstance(function, FunctionLike):
            self.place(function, like, op)
        elif like is not None and (known := self.signature(function)) is not None:
            assert function is not None
            self.place(function, replace(known, result=like), op)

    def meet(self, value: SSAValue, function: Function, op: Operation) -> None:
        """A function as a value and the function itself are placed alike."""
        for source, target in ((value, function), (function, value)):
            if (known := self.signature(source)) is not None:
                self.place_function(target, known, op)

    def meet_names(self, op: ClosureOp) -> None:
        """A local function is placed as its type, by both of its names."""
        for value in (op.result, op.body.block.args[0]):
            self.meet(value, op, op)


class Placement(Places):
    """The walks over the functions of a module."""

    def __init__(self, info: ModuleInfo) -> None:
        super().__init__(info)
        self.fills = False
        """Whether arguments that a function leaves anywhere are where its result is."""
        self.repeat(self.backward)
        self.fills = True
        self.repeat(self.backward)
        self.repeat(self.forward)

    def repeat(self, walk: Callable[[Block], None]) -> None:
        """Walk each function until nothing is placed any more."""
        self.pending = dict.fromkeys(self.functions.values())
        while self.pending:
            function = next(iter(self.pending))
            del self.pending[function]
            walk(function.body.block)

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
            case ReturnOp() if (function := returning(op)) is not None:
                self.flow(function, op.value, op)
            case MatchCastOp():
                self.place(op.result, type_of(op.pattern), op)
                self.flow(op.result, op.value, op)
            case TupleOp() if isinstance(type_ := self.of(op.result), ts.TupleType):
                for value, field in zip(op.operands, type_.fields, strict=True):
                    self.place(value, field, op)
            case FunctionRefOp():
                self.meet(op.result, self.named(op), op)
            case ClosureOp():
                self.meet_names(op)
            case CallOp() if (function := self.named(op)) is not None:
                self.place_result(function, self.of(op.result), op)
                self.place_arguments(op, function)
            case OperatorOp() | CallOp() if not is_mover(op):
                self.place_operands(op, op.operands)
            case _:
                pass
        for region in op.regions:
            for block in region.blocks:
                self.backward(block)

    def place_operands(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Operands are where the result is, if that is a tensor."""
        device = device_in(self.of(op.results[0]))
        for value in operands if device is not None else ():
            self.place(value, ts.TensorType(device=device), op)

    def place_arguments(self, op: CallOp, function: Function) -> None:
        """
        Arguments are where the parameters are, which the body of the function decides first: it may
        have transfers.
        """
        known = self.signature(function)
        parameters = () if known is None else known.parameters
        for value, parameter in zip(op.arguments, parameters, strict=False):
            self.place(value, parameter, op)
        if self.fills:
            free = [one for one in op.arguments if device_in(self.of(one)) is None]
            self.place_operands(op, free)

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
                    self.place(op.result, ts.TensorType(device=devices.pop()), op)
            case TupleOp():
                fields = [self.of(one) for one in op.operands]
                known = [one for one in fields if one is not None]
                self.place(op.result, ts.TupleType(tuple(known)), op)
            case GetOp():
                type_ = self.of(op.tuple_)
                if isinstance(type_, ts.TupleType) and op.index.value.data < len(type_.fields):
                    self.place(op.result, type_.fields[op.index.value.data], op)
            case OperatorOp() if not is_mover(op):
                self.operator_forward(op)
            case FunctionRefOp():
                self.meet(op.result, self.named(op), op)
            case ClosureOp():
                self.meet_names(op)
            case CallOp() if (signature := self.signature(function := self.named(op))) is not None:
                self.place_arguments(op, function)
                self.place(op.result, signature.result, op)
            case ReturnOp() if (function := returning(op)) is not None:
                self.flow(op.value, function, op)
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
            spread = None if result is None else ts.on_device(result, known[0][1])
            self.place(op.result, spread, op)

    def write(self) -> None:
        """Write the types of what was placed."""
        for place in self.changed:
            type_ = self.types[place]
            assert type_ is not None
            if isinstance(place, FunctionLike):
                place.result_type = attribute_of(type_)
                continue
            set_type(place, attribute_of(type_))
            op = place.owner
            if isinstance(op, MatchCastOp) and (pattern := type_of(op.pattern)) is not None:
                op.pattern = attribute_of(merged(pattern, type_))


def returning(op: ReturnOp) -> FunctionLike | None:
    """The function that returns."""
    function = op.parent_op()
    return function if isinstance(function, FunctionLike) else None


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


def merged(type_: ts.Type, like: ts.Type) -> ts.Type:
    """A type with the devices of another. Raises `TwoDevices` for two of one tensor (RLX-282)."""
    match type_, like:
        case ts.TensorType(), ts.TensorType():
            if like.device is None or type_.device == like.device:
                return type_
            if type_.device is not None:
                raise TwoDevices(type_.device, like.device)
            return ts.TensorType(type_.shape, type_.element, like.device)
        case ts.TupleType(), ts.TupleType() if len(type_.fields) == len(like.fields):
            return ts.TupleType(tuple(map(merged, type_.fields, like.fields)))
        case ts.FunctionType(), ts.FunctionType() if len(type_.parameters) == len(like.parameters):
            parameters = tuple(map(merged, type_.parameters, like.parameters))
            return replace(type_, parameters=parameters, result=merged(type_.result, like.result))
        case _:
            return type_


def device_in(type_: ts.Type | None) -> str | None:
    """The device of a tensor type."""
    return type_.device if isinstance(type_, ts.TensorType) else None
