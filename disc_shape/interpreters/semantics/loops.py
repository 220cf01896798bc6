"""Loops that collect the results of all iterations, and asynchronous computations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from xdsl.dialects.scf import ParallelOp
from xdsl.ir import Operation

from disc_shape.dialects.hlo.scan import ScanOp
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.reading import attribute, flag_of, int_of, symbol_of
from disc_shape.interpreters.semantics.control_flow import call_function
from disc_shape.interpreters.values import make_tuple, sizes_of, tuple_element


@semantics("hlo.scan")
def bind_scan(op: Operation) -> Step:
    """The body once for each slice along a dimension, carrying values from one to the next."""
    if not isinstance(op, ScanOp):
        raise OperationError(f"'{op.name}' has no numpy semantics", op)
    scan = op
    dimension, count = int_of(op, "dimension"), len(op.inputs)
    backwards, given = flag_of(op, "is_reverse"), int_of(op, "scan_dim_size", -1)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        inputs, carried = ins[:count], list(ins[count:])
        sizes = {one.shape[dimension] for one in inputs} or {_scan_size(scan, dimension, given)}
        if len(sizes) > 1:
            raise KernelError(f"sizes of dimension {dimension} differ: {sorted(sizes)}")
        size = sizes.pop()
        rows: list[list[Array]] = []
        for index in reversed(range(size)) if backwards else range(size):
            slices = [np.take(one, index, dimension) for one in inputs]
            values = frame.run_region(scan.body, [*slices, *carried])[1]
            rows.append(values[: len(scan.outputs)])
            carried = values[len(scan.outputs) :]
        if backwards:
            rows.reverse()
        if not rows:
            slices = [np.zeros(_without(one.shape, dimension), one.dtype) for one in inputs]
            values = frame.run_region(scan.body, [*slices, *carried])[1]
            return [*(_no_rows(one, dimension) for one in values[: len(scan.outputs)]), *carried]
        stacked = [np.stack(column, dimension) for column in zip(*rows, strict=True)]
        return [*stacked, *carried]

    return step


def _scan_size(op: ScanOp, dimension: int, given: int) -> int:
    """How often a scan without inputs runs."""
    shapes = [sizes_of(one.type) or () for one in op.outputs]
    known = [given, *(shape[dimension] for shape in shapes if shape)]
    size = max(known)
    if size < 0:
        raise KernelError(f"the trip count of '{op.name}' is unknown")
    return size


def _without(shape: tuple[int, ...], dimension: int) -> tuple[int, ...]:
    return shape[:dimension] + shape[dimension + 1 :]


def _no_rows(slice_: Array, dimension: int) -> Array:
    """The output of a scan that never runs, whose slices would have the size of this one."""
    sizes = slice_.shape
    return np.zeros((*sizes[:dimension], 0, *sizes[dimension:]), slice_.dtype)


@semantics("stablehlo.async_start")
def bind_future_start(op: Operation) -> Step:
    """What is started has ended when it is waited for: it runs at once."""
    return lambda frame, ins: (make_tuple(frame.run_region(op.regions[0], ins)[1]),)


@semantics("mhlo.async_start")
def bind_async_start(op: Operation) -> Step:
    """The step of `mhlo.async_start`."""
    call = call_function(op, symbol_of(attribute(op, "called_computation"), op))
    return lambda frame, ins: (make_tuple(list(call(frame, ins))),)


@semantics("mhlo.async_update")
def bind_async_update(_op: Operation) -> Step:
    """The step of `mhlo.async_update`."""
    return lambda _frame, ins: (ins[0],)


@semantics("hlo.async_done")
def bind_async_done(op: Operation) -> Step:
    """The step of `hlo.async_done`."""
    return lambda _frame, ins: [tuple_element(ins[0], index) for index in range(len(op.results))]


@semantics("scf.parallel")
def bind_parallel(op: Operation) -> Step:
    """Every index, in order; results are reduced one by one."""
    if not isinstance(op, ParallelOp):
        raise OperationError(f"'{op.name}' has no numpy semantics", op)
    region, count = op.body, len(op.lowerBound)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        low, high, by = (
            [int(one) for one in ins[at * count : (at + 1) * count]] for at in range(3)
        )
        if any(one <= 0 for one in by):
            raise KernelError(f"steps are {by}, expected > 0")
        state = list(ins[3 * count :])
        ranges = [range(*bounds) for bounds in zip(low, high, by, strict=True)]
        for indices in product(*ranges):
            given = [np.asarray(index, np.int64) for index in indices]
            last, values = frame.run_region(region, given)
            folds = () if last is None else last.regions
            for place, (fold, value) in enumerate(zip(folds, values, strict=True)):
                state[place] = frame.run_region(fold, [state[place], value])[1][0]
        return state

    return step
