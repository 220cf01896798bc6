"""Operations whose operands and results have corresponding dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise
from disc_shape.cards.indices import rank_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import is_foreign
from disc_shape.dialects.hlo.attributes import i64_attr, ints, ints_attr, pairs
from disc_shape.dialects.hlo.movement import ConcatenateOp, ReverseOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp, prefix_of
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.layout.absorb import Reordered, is_plain
from disc_shape.layout.orders import Order, can_permute, inverse, permuted

LISTS: dict[type[Operation], tuple[str, ...]] = {
    DynamicSliceOp: ("slice_sizes",),
    PadOp: ("edge_padding_low", "edge_padding_high", "interior_padding"),
    ReduceWindowOp: (
        *("window_dimensions", "window_strides", "base_dilations", "window_dilations", "padding"),
    ),
    SliceOp: ("start_indices", "limit_indices", "strides"),
}
"""The properties with an entry for each dimension."""

LISTED: dict[type[Operation], int] = {RealDynamicSliceOp: 1, DynamicPadOp: 2}
"""The first operand with an entry for each dimension; those after it have one too."""

MOVED: dict[type[Operation], int] = {
    DynamicPadOp: 1,
    DynamicSliceOp: 1,
    DynamicUpdateSliceOp: 2,
    PadOp: 1,
    RealDynamicSliceOp: 1,
    ReverseOp: 1,
    SliceOp: 1,
}
"""How many operands of an operation have the dimensions of its result, the first ones."""

Axes = dict[SSAValue, tuple[int, ...]]
"""Values, and for each of their dimensions the one of an operation that it is."""


def connected(op: Operation) -> list[SSAValue]:
    """The operands and results of an operation whose dimensions correspond one by one."""
    if isinstance(op, TieShapeOp):
        return [op.value, op.result] if has_dimensions(op.value) else []
    if not isinstance(op, HloOp) or not is_plain(op):
        return []
    data = _data(op)
    if data is None:
        return []
    found = [*data, *op.results]
    return found if all(map(has_dimensions, found)) else []


def _data(op: HloOp) -> list[SSAValue] | None:
    """The operands whose dimensions are those of the results."""
    if isinstance(op, ConcatenateOp | ReduceWindowOp):
        return list(op.inputs)
    if isinstance(op, tuple(MOVED)):
        lists = op.operands[_first_list(op) :] if isinstance(op, tuple(LISTED)) else ()
        return list(op.operands[: _entry(MOVED, op)]) if all(map(can_permute, lists)) else None
    if op.regions or len(op.results) != 1 or not isinstance(elements_of(op), Elementwise):
        return None
    whole = [one for one in op.operands if rank_of(one)]
    same = all(rank_of(one) == rank_of(op.results[0]) for one in whole)
    return whole if same else None


def reduced(op: Operation) -> Axes:
    """
    The inputs and results of a reduction that keeps several dimensions, with the input's dimension
    for each of theirs. A reduction to a single dimension does not restrict their order.
    """
    if not isinstance(op, ReduceOp) or not is_plain(op):
        return {}
    if not all(map(has_dimensions, (*op.inputs, *op.results))):
        return {}
    gone = ints(op.dimensions)
    every = tuple(range(rank_of(op.inputs[0])))
    kept = tuple(axis for axis in every if axis not in gone)
    return {**dict.fromkeys(op.inputs, every), **dict.fromkeys(op.results, kept)}


def _entry(table: dict[type[Operation], int], op: Operation) -> int:
    return next(number for base, number in table.items() if isinstance(op, base))


def _first_list(op: Operation) -> int:
    return _entry(LISTED, op)


def has_dimensions(value: SSAValue) -> bool:
    """Whether a value is a tensor whose dimensions can be in another order."""
    type_ = as_tensor(value.type)
    return type_ is not None and len(type_.get_shape()) > 1 and not is_foreign(type_)


def reordered(
    op: Operation, orders: Callable[[SSAValue], Order], values: Callable[[SSAValue], SSAValue]
) -> Reordered:
    """A member with its dimensions in other orders; `values` gives its operands in theirs."""
    data = {one for one in (*connected(op), *reduced(op)) if one in op.operands}
    order = orders(op.results[0])
    places = inverse(orders(op.operands[0]) if isinstance(op, ReduceOp) else order)
    prefix = prefix_of(op.name) if isinstance(op, HloOp) else ""
    new = Reordered(op, order, [values(one) if one in data else one for one in op.operands], {})
    if isinstance(op, TieShapeOp):
        new.operands[1:] = permuted(op.dims, order)
    elif isinstance(op, ConcatenateOp):
        new.properties["dimension"] = i64_attr(places[op.dimension.value.data])
    elif isinstance(op, ReduceOp | ReverseOp):
        axes = sorted(places[axis] for axis in ints(op.dimensions))
        new.properties["dimensions"] = ints_attr(axes, prefix)
    elif isinstance(op, tuple(LISTS)):
        names = next(names for base, names in LISTS.items() if isinstance(op, base))
        new.properties.update(_permuted_lists(op, names, order, prefix))
    elif isinstance(op, RealDynamicSliceOp | DynamicPadOp):
        new.lists = range(_first_list(op), len(op.operands))
    if isinstance(op, DynamicSliceOp | DynamicUpdateSliceOp):
        first = _entry(MOVED, op)
        new.operands[first:] = permuted(op.operands[first:], order)
    return new


def _permuted_lists(
    op: Operation, names: Sequence[str], order: Order, prefix: str
) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {}
    for name in names:
        if name not in op.properties:
            continue
        if name == "padding":
            table = permuted(pairs(op.properties[name]), order)
            type_ = TensorType(i64, [len(order), 2])
            found[name] = DenseIntOrFPElementsAttr.from_list(type_, list(chain(*table)))
        else:
            found[name] = ints_attr(permuted(ints(op.properties[name]), order), prefix)
    return found
