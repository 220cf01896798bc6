"""Which numbers of windows are seen to be written, and which cases of loops they allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import cast

from xdsl.dialects import memref
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.cards.hlo_reduction import combining_function
from disc_shape.cards.indices import element_type_of, shape_of
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.loops.reduction_loops import is_narrow

Numbers = Mapping["tuple[int | None, ...]", "int | None"]
"""The elements of a list by their places, None for those that are computed."""


@dataclass(frozen=True)
class WrittenWindows:
    """
    What is seen to be written into the lists of numbers, from which the cases are chosen that a run
    tests: a wrong choice costs time. Numbers that are computed are those of the dimension along
    which results run.
    """

    lists: Sequence[Numbers | None]
    """The five lists, None for those of which nothing is seen."""

    def may_run_along(self, axis: int, *, is_reverse: bool) -> bool:
        """Whether windows may end, or begin, at one element of a dimension after the other."""
        lengths, *ones, padding = self.lists
        if lengths is not None and lengths.get((axis,)) == 1:
            return False
        if lengths is not None and any(lengths[at] != 1 for at in lengths if at != (axis,)):
            return False
        if padding is not None and (padding.get((axis, 0)) == 0) is not is_reverse:
            return False
        return all(set(one.values()) <= {None, 1} for one in ones if one is not None)


def written_numbers(buffer: SSAValue) -> Numbers | None:
    """The elements of a buffer that is a constant or consists of scalars; None for others."""
    stores = [use.operation for use in buffer.uses if isinstance(use.operation, memref.StoreOp)]
    if not stores:
        return constant_numbers(buffer)
    elements = {tuple(map(constant_int, one.indices)): constant_int(one.value) for one in stores}
    return (
        elements
        if len(stores) == len(elements) and set(elements) == set(places_of(buffer))
        else None
    )


def constant_numbers(buffer: SSAValue) -> Numbers | None:
    """The elements of a constant."""
    if not isinstance(buffer.owner, memref.GetGlobalOp):
        return None
    found = SymbolTable.lookup_symbol(buffer.owner, buffer.owner.name_)
    if not isinstance(found, memref.GlobalOp) or found.constant is None:
        return None
    numbers = constant_ints(cast("Attribute", found.initial_value))
    return None if numbers is None else dict(zip(places_of(buffer), numbers, strict=True))


def places_of(buffer: SSAValue) -> list[tuple[int | None, ...]]:
    """The indices of the elements of a buffer, row by row."""
    return [*product(*map(range, shape_of(buffer)))]


def running_axis(op: ReduceWindowOp) -> tuple[int, bool] | None:
    """
    The dimension along which windows of known sizes end at one element after the other, or begin
    there if the second is true; None where the windows are others.
    """
    window, shape = op.window(), shape_of(op.inputs[0])
    axes = [axis for axis, size in enumerate(window.dimensions) if size != 1]
    ones = (*window.strides, *window.base_dilations, *window.window_dilations)
    if len(axes) != 1 or any(one != 1 for one in ones) or window.padding is None:
        return None
    (axis,) = axes
    length = window.dimensions[axis]
    if length is None or shape[axis] != length:
        return None
    if any(found != (0, 0) for at, found in enumerate(window.padding) if at != axis):
        return None
    is_one = combining_function(op.body) is not None
    values = [*op.result, *(value for one in op.body.block.ops for value in one.results)]
    if not is_one and any(is_narrow(element_type_of(one.type)) for one in values):
        return None
    if window.padding[axis] == (length - 1, 0):
        return axis, False
    return (axis, True) if is_one and window.padding[axis] == (0, length - 1) else None
