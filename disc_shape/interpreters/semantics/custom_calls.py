"""The custom calls that exporters emit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from numpy.typing import ArrayLike
from xdsl.dialects.builtin import DictionaryAttr, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.hlo.calls import DESTINATIONS
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Binder, Frame, Step, semantics
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import EXTERNALS, External, first_line
from disc_shape.interpreters.kernels import reduction, sorting
from disc_shape.interpreters.kernels.arrays import Array, integers
from disc_shape.interpreters.kernels.elementwise import UNARY
from disc_shape.interpreters.kernels.reduction import Window
from disc_shape.interpreters.lifting import LiftedRegion
from disc_shape.interpreters.passing import argument_of, plain
from disc_shape.interpreters.reading import attribute, halves, ints_of, symbol_of, text_of
from disc_shape.interpreters.semantics import factorizations
from disc_shape.interpreters.semantics.movement import result_dtype
from disc_shape.interpreters.semantics.numeric import (
    dynamic_rng_bit_generator,
    dynamic_top_k,
    symbols_in,
)
from disc_shape.interpreters.values import sizes_of


def is_scalar(kind: Attribute) -> bool:
    """Whether a type is a tensor of rank 0."""
    return sizes_of(kind) == () and isinstance(kind, TensorType)


def format_message(message: str, values: Sequence[Array]) -> str:
    """``{0}``, ``{1}``, ... replaced by the values; every other brace stays."""

    def value(match: re.Match[str]) -> str:
        index = int(match.group(1))
        return str(values[index][()]) if index < len(values) else match.group(0)

    return re.sub(r"\{(\d+)\}", value, message)


def shape_assertion(op: Operation) -> Step:
    """JAX's guard: operand 0 must hold; the others go into the message."""
    message = text_of(op, "error_message", "shape assertion failed")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not bool(ins[0]):
            raise GuardError(format_message(message, ins[1:]), op)
        return ()

    return step


def dynamic_reduce_window(op: Operation) -> Step:
    """Inputs, initial values, then sizes, strides, dilations and padding as operands."""
    called = symbols_in(attribute(op, "called_computations"))
    if len(called) != 1:
        raise OperationError(f"'{op.name}' calls {len(called)} computations, expected 1", op)
    name = symbol_of(called[0], op)
    regions: list[LiftedRegion] = []

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not regions:
            function = frame.interpreter.function(name, op)
            regions.append(LiftedRegion(function.body.block))
            arguments = function.body.block.args
            if len(arguments) != len(ins) - 5 or not all(is_scalar(one.type) for one in arguments):
                raise OperationError(f"@{name} does not combine {len(ins) - 5} scalars", op)
        inputs, inits = halves(op, ins[:-5])
        sizes, strides, base, window, padding = (integers(array) for array in ins[-5:])
        edges = tuple(zip(padding[::2], padding[1::2], strict=True))
        shape = Window.of(sizes, strides, base, window, edges)
        region = regions[0]
        return reduction.reduce_window(inputs, inits, shape, region.body(frame), region.ufunc)

    return step


def top_k(op: Operation) -> Step:
    """``mhlo.topk``: k and the direction are in a dictionary."""
    attributes = attribute(op, "mhlo.attributes")
    if not isinstance(attributes, DictionaryAttr):
        raise OperationError(f"'{op.name}' has no attribute mhlo.attributes", op)
    size = integer_in(attributes, "k", op)
    largest = bool(integer_in(attributes, "largest", op))
    dtype = result_dtype(op, 1)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        values, indices = sorting.top_k(ins[0], size, largest=largest)
        return values, indices.astype(dtype)

    return step


def approximate_top_k(op: Operation) -> Step:
    """`ApproxTopK`: the first elements in the order of the called comparison, and all of them."""
    config = attribute(op, "mhlo.backend_config")
    if not isinstance(config, DictionaryAttr):
        raise OperationError(f"'{op.name}' has no attribute mhlo.backend_config", op)
    size, axis = (integer_in(config, name, op) for name in ("top_k", "reduction_dim"))
    if not integer_in(config, "aggregate_to_topk", op):
        raise OperationError(f"'{op.name}' selects no known number of elements", op)
    called = symbols_in(attribute(op, "called_computations"))
    if len(called) != 1:
        raise OperationError(f"'{op.name}' calls {len(called)} computations, expected 1", op)
    name = symbol_of(called[0], op)
    regions: list[LiftedRegion] = []

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not regions:
            regions.append(LiftedRegion(frame.interpreter.function(name, op).body.block))
        inputs = ins[: len(op.results)]
        rank = inputs[0].ndim
        if not 0 <= axis < rank:
            raise OperationError(f"'{op.name}' has no dimension {axis}: rank is {rank}", op)
        if not 0 <= size <= inputs[0].shape[axis]:
            there = f"dimension {axis} has {inputs[0].shape[axis]}"
            raise OperationError(f"'{op.name}' selects {size} elements, {there}", op)
        found = sorting.sort(inputs, axis, regions[0].body(frame))
        return [np.take(one, range(size), axis) for one in found]

    return step


def integer_in(attributes: DictionaryAttr, name: str, op: Operation) -> int:
    """An integer of a dictionary; OperationError if there is none."""
    found = getattr(attributes.data.get(name), "value", None)
    number = getattr(found, "data", None)
    if not isinstance(number, int):
        raise OperationError(f"'{op.name}' has no integer {name}", op)
    return number


def identity(_op: Operation) -> Step:
    """Annotations of placement and sharding: nothing on one device."""
    return lambda _frame, ins: ins


def _elementwise(function: Callable[[Array], Array]) -> Binder:
    return lambda _op: lambda _frame, ins: (function(ins[0]),)


TARGETS: dict[str, Binder] = {
    **factorizations.TARGETS,
    "shape_assertion": shape_assertion,
    "stablehlo.dynamic_reduce_window": dynamic_reduce_window,
    "stablehlo.dynamic_rng_bit_generator": dynamic_rng_bit_generator,
    "stablehlo.dynamic_top_k": dynamic_top_k,
    "mhlo.topk": top_k,
    "ApproxTopK": approximate_top_k,
    "Sharding": identity,
    "SPMDFullToShardShape": identity,
    "SPMDShardToFullShape": identity,
    "annotate_device_placement": identity,
    "LayoutConstraint": identity,
    **{f"mhlo.{name}": _elementwise(function) for name, function in UNARY.items()},
}
"""Call target -> binder."""


@semantics("hlo.custom_call")
def bind_custom_call(op: Operation) -> Step:
    """The step of `hlo.custom_call`."""
    target = text_of(op, "call_target_name")
    binder = TARGETS.get(target)
    return external_call(op, target) if binder is None else binder(op)


def external_call(op: Operation, target: str) -> Step:
    """
    A function of Python that is registered by its name, or one of the module on memrefs. The
    operands that the call lists as its destinations are new arrays, which it writes and gives.
    """
    places = ints_of(op, DESTINATIONS)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        given = [np.array(one) if at in places else one for at, one in enumerate(ins)]
        function = EXTERNALS.get(target)
        if function is not None:
            found = returned(function, given, op)
        elif target in frame.interpreter.functions:
            found = called_on_memrefs(frame, frame.interpreter.functions[target], given)
        else:
            raise OperationError(f"custom call of @{target} has no numpy semantics", op)
        return [given[at] for at in places] if places else found

    return step


def returned(function: External, given: Sequence[Array], op: Operation) -> list[Array]:
    """The arrays that a function of Python returns; whatever it raises is one error."""
    try:
        found = function(*given)
    except OperationError:
        raise
    except Exception as error:
        text = f"{type(error).__name__}: {first_line(error)}"
        raise GuardError(f"'{op.name}': @{text_of(op, 'call_target_name')}: {text}", op) from error
    members = found if type(found) in (tuple, list) else [] if found is None else [found]
    return [np.asarray(one) for one in cast("Sequence[ArrayLike]", members)]


def called_on_memrefs(frame: Frame, function: FuncOp, given: Sequence[Array]) -> list[Array]:
    """Run a function of the module; what it has written is written to the arrays."""
    values = [argument_of(function, *pair) for pair in zip(function.args, given, strict=True)]
    found = frame.interpreter.call(function, values, None, frame)
    for array, value in zip(given, values, strict=True):
        if value is not array:
            array[...] = plain(f"an argument of @{function.sym_name.data}", value, function)
    return found
