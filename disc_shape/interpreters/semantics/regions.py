"""HLO operations that fold, order or map elements with a region."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, out_of, semantics
from disc_shape.interpreters.kernels import reduction, sorting
from disc_shape.interpreters.kernels.arrays import Array, DType, same_shapes
from disc_shape.interpreters.kernels.reduction import Window
from disc_shape.interpreters.lifting import LiftedRegion
from disc_shape.interpreters.reading import halves, int_of, ints_of, only_block, pairs_of


@semantics("hlo.reduce")
def bind_reduce(op: Operation) -> Step:
    """The step of `hlo.reduce`."""
    dimensions, region = ints_of(op, "dimensions"), LiftedRegion(only_block(op))
    types = [out_of(argument).dtype for argument in only_block(op).args]

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        inputs, inits = halves(op, promoted(ins, types))
        return reduction.reduce(inputs, inits, dimensions, region.body(frame), region.ufunc)

    return step


def promoted(arrays: Sequence[Array], types: Sequence[DType | None]) -> list[Array]:
    """Inputs and initial values in the element types that the body computes in."""
    return [
        array if type is None else array.astype(type, copy=False)
        for array, type in zip(arrays, types, strict=True)
    ]


def window_of(op: Operation) -> Window:
    """The window attributes of an operation."""
    return Window.of(
        ints_of(op, "window_dimensions"),
        ints_of(op, "window_strides"),
        ints_of(op, "base_dilations"),
        ints_of(op, "window_dilations"),
        pairs_of(op, "padding"),
    )


@semantics("hlo.reduce_window")
def bind_reduce_window(op: Operation) -> Step:
    """The step of `hlo.reduce_window`."""
    window, region = window_of(op), LiftedRegion(only_block(op))
    types = [out_of(argument).dtype for argument in only_block(op).args]

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        inputs, inits = halves(op, promoted(ins, types))
        return reduction.reduce_window(inputs, inits, window, region.body(frame), region.ufunc)

    return step


@semantics("hlo.select_and_scatter")
def bind_select_and_scatter(op: Operation) -> Step:
    """The step of `hlo.select_and_scatter`."""
    window = window_of(op)
    select, scatter = LiftedRegion(only_block(op, 0)), LiftedRegion(only_block(op, 1))

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        operand, source, init = ins
        chosen, added = select.body(frame), scatter.body(frame)
        return (
            reduction.select_and_scatter(
                operand, source, init, window, chosen, added, scatter.ufunc
            ),
        )

    return step


@semantics("hlo.sort")
def bind_sort(op: Operation) -> Step:
    """The step of `hlo.sort`."""
    dimension, region = int_of(op, "dimension", -1), LiftedRegion(only_block(op))
    return lambda frame, ins: sorting.sort(ins, dimension, region.body(frame))


@semantics("hlo.map")
def bind_map(op: Operation) -> Step:
    """The step of `hlo.map`."""
    region = LiftedRegion(only_block(op))

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        results = region.body(frame)(*ins)
        return [np.broadcast_to(result, ins[0].shape) for result in results]

    return step
