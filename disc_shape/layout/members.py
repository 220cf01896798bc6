"""Operations whose operands and results have corresponding dimensions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise
from disc_shape.cards.indices import rank_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import is_foreign
from disc_shape.dialects.hlo.attributes import i64_attr, ints, ints_attr
from disc_shape.dialects.hlo.movement import ConcatenateOp, ReverseOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp, prefix_of
from disc_shape.dialects.hlo.slicing import DynamicPadOp, PadOp, RealDynamicSliceOp, SliceOp
from disc_shape.layout.absorb import Reordered, is_plain
from disc_shape.layout.orders import Order, can_permute, inverse, permuted

LISTS: dict[type[Operation], tuple[str, ...]] = {
    SliceOp: ("start_indices", "limit_indices", "strides"),
    PadOp: ("edge_padding_low", "edge_padding_high", "interior_padding"),
}
"""The properties with an entry for each dimension."""

LISTED: dict[type[Operation], int] = {RealDynamicSliceOp: 1, DynamicPadOp: 2}
"""The first operand with an entry for each dimension; those after it have one too."""


def connected(op: Operation) -> list[SSAValue]:
    """The operands and results of an operation whose dimensions correspond one by one."""
    if isinstance(op, TieShapeOp):
        return [op.value, op.result] if has_dimensions(op.value) else []
    if not isinstance(op, HloOp) or op.regions or len(op.results) != 1 or not is_plain(op):
        return []
    data = _data(op)
    if data is None:
        return []
    found = [*data, op.results[0]]
    return found if all(map(has_dimensions, found)) else []


def _data(op: HloOp) -> list[SSAValue] | None:
    """The operands whose dimensions are those of the result."""
    if isinstance(op, ConcatenateOp):
        return list(op.inputs)
    if isinstance(op, ReverseOp | SliceOp | PadOp):
        return [op.operands[0]]
    if isinstance(op, RealDynamicSliceOp | DynamicPadOp):
        lists = op.operands[_first_list(op) :]
        return [op.operands[0]] if all(map(can_permute, lists)) else None
    if not isinstance(elements_of(op), Elementwise):
        return None
    whole = [one for one in op.operands if rank_of(one)]
    same = all(rank_of(one) == rank_of(op.results[0]) for one in whole)
    return whole if same else None


def _first_list(op: Operation) -> int:
    return next(index for base, index in LISTED.items() if isinstance(op, base))


def has_dimensions(value: SSAValue) -> bool:
    """Whether a value is a tensor whose dimensions can be in another order."""
    type_ = as_tensor(value.type)
    return type_ is not None and len(type_.get_shape()) > 1 and not is_foreign(type_)


def reordered(op: Operation, order: Order, values: Callable[[SSAValue], SSAValue]) -> Reordered:
    """A member with all dimensions in an order; `values` gives its operands in that order."""
    data = set(connected(op))
    places = inverse(order)
    prefix = prefix_of(op.name) if isinstance(op, HloOp) else ""
    new = Reordered(op, order, [values(one) if one in data else one for one in op.operands], {})
    if isinstance(op, TieShapeOp):
        new.operands = [new.operands[0], *permuted(op.dims, order)]
    elif isinstance(op, ConcatenateOp):
        new.properties["dimension"] = i64_attr(places[op.dimension.value.data])
    elif isinstance(op, ReverseOp):
        axes = sorted(places[axis] for axis in ints(op.dimensions))
        new.properties["dimensions"] = ints_attr(axes, prefix)
    elif isinstance(op, SliceOp | PadOp):
        names = next(names for base, names in LISTS.items() if isinstance(op, base))
        new.properties.update(_permuted_lists(op, names, order, prefix))
    elif isinstance(op, RealDynamicSliceOp | DynamicPadOp):
        new.lists = range(_first_list(op), len(op.operands))
    return new


def _permuted_lists(
    op: Operation, names: Sequence[str], order: Order, prefix: str
) -> dict[str, Attribute]:
    return {name: ints_attr(permuted(ints(op.properties[name]), order), prefix) for name in names}
