"""Operators that lay elements out by a map of their indices."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, Builtin
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import ZERO
from disc_shape.relax.operators.rows import Tensor, builds
from disc_shape.symbolic import Expr, ceildiv, const


class Part(NamedTuple):
    """Which block along an axis an element is in, or its place inside of that."""

    axis: int
    block: int = 1
    is_inside: bool = False


@builds("layout_transform")
def layout_transform(x: Tensor, *, index_map: str, pad_value: float | None) -> Tensor:
    """
    The elements laid out by a map from their indices to new ones, each of which is that along an
    axis, of a block or inside of that. The last block along an axis is filled up.

        affine_map<(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>:   [n, m] => [m, ceil(n / 4), 4]
    """
    read = map_in(index_map)
    if read.num_dims != x.rank:
        raise OperatorError(f"the map is of {read.num_dims} indices, the operand of rank {x.rank}")
    parts = [part_of(one) for one in read.results]
    known = [part for part in parts if part is not None]
    blocks = dict.fromkeys(range(x.rank), 1) | {part.axis: part.block for part in known}
    listed = [Part(axis, block) for axis, block in blocks.items()]
    listed += [Part(axis, block, True) for axis, block in blocks.items() if block > 1]
    listed.sort()
    if sorted(known) != listed or len(known) != len(parts):
        unknown = x.tensor_type([None] * len(parts))
        raise NoForm("the map is not one of axes, or of their blocks and insides", unknown)
    counts = [ceildiv(size, const(blocks[axis])) for axis, size in enumerate(x.sizes)]
    more = [count * blocks[axis] - x.sizes[axis] for axis, count in enumerate(counts)]
    is_split = any(block > 1 for block in blocks.values())
    filled = x.pad(pad_value or 0, [ZERO] * x.rank, more) if is_split else x
    sizes: list[Expr] = [const(one.block) if one.is_inside else counts[one.axis] for one in listed]
    return filled.reshape(sizes).transpose([listed.index(part) for part in known])


def map_in(text: str) -> AffineMap:
    """The map that an attribute says."""
    context = Context()
    context.load_dialect(Builtin)
    try:
        found = Parser(context, text).parse_optional_attribute()
    except ParseError:
        found = None
    if not isinstance(found, AffineMapAttr):
        raise OperatorError(f"attribute 'index_map' is {text}, expected an affine map")
    return found.data


def part_of(index: AffineExpr) -> Part | None:
    """Which index of a result an expression is; None for others."""
    match index:
        case AffineDimExpr(position=axis):
            return Part(axis)
        case AffineBinaryOpExpr(
            kind=AffineBinaryOpKind.FloorDiv | AffineBinaryOpKind.Mod as kind,
            lhs=AffineDimExpr(position=axis),
            rhs=AffineConstantExpr(value=block),
        ) if block > 1:
            return Part(axis, block, kind is AffineBinaryOpKind.Mod)
        case _:
            return None
