"""Elements of small integer tensors, computed from the scalars that the tensors are made of.

Arithmetic stays what it is: the operations on scalars wrap around where those on tensors do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, i8, i16, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.binary import AddOp, MaxOp, MinOp, MulOp, SubtractOp
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.xdsl_extras.constants import constant_int, width_of
from disc_shape.relations.hlo_reductions import combination
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.extracts import constant_at, made_of, moved_from
from disc_shape.rewriting.folding import numbers
from disc_shape.rewriting.function import Rewriter, defining, register_rule

LIMIT = 16
"""The most operations that an element is made by."""

CASTS = (arith.IndexCastOp, arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp)
ARITHMETIC = (arith.AddiOp, arith.SubiOp, arith.MuliOp)
"""Operations that compute the same of tensors, element by element, as of scalars."""

TWINS: dict[type[Operation], type[Operation]] = {
    AddOp: arith.AddiOp,
    SubtractOp: arith.SubiOp,
    MulOp: arith.MuliOp,
    MaxOp: arith.MaxSIOp,
    MinOp: arith.MinSIOp,
}
"""HLO operations on signed integers, and the scalar ones that wrap around as they do."""

NEUTRAL: dict[type[Operation], int] = {arith.AddiOp: 0, arith.MuliOp: 1}
"""What changes nothing."""


@dataclass(frozen=True)
class Made:
    """A scalar that an operation makes of others."""

    operation: type[Operation]
    parts: tuple[Recipe, ...]
    type: Attribute


Recipe = SSAValue | Made
"""A scalar that is there, or how it is made."""


def scalar_at(
    value: SSAValue, indices: Sequence[int], rewriter: Rewriter, limit: int
) -> Recipe | None:
    """
    An element of a tensor, when it is made of scalars and constants alone, by at most `limit`
    operations.
    """
    value, indices = moved_from(value, indices)
    found = constant_at(value, indices, rewriter) or made_of(value, indices)
    owner, type_ = value.owner, as_tensor(value.type)
    if found is not None or type_ is None or not isinstance(owner, Operation) or limit <= 0:
        return found
    element = type_.element_type
    if isinstance(owner, ReduceOp):
        return reduced(owner, indices, rewriter, limit)
    known = isinstance(owner, CASTS + ARITHMETIC)
    scalar = type(owner) if known else twin_of(type(owner), element)
    if scalar is None:
        return None
    limit = (limit - 1) // len(owner.operands)
    parts = [scalar_at(operand, indices, rewriter, limit) for operand in owner.operands]
    made = tuple(part for part in parts if part is not None)
    return Made(scalar, made, element) if len(made) == len(parts) else None


def twin_of(cls: type[Operation], element: Attribute) -> type[Operation] | None:
    """The operation on scalars that does what operations of a class do to each element."""
    if element not in (i8, i16, i32, i64):
        return None
    return next((twin for base, twin in TWINS.items() if issubclass(cls, base)), None)


def reduced(op: ReduceOp, indices: Sequence[int], rewriter: Rewriter, limit: int) -> Recipe | None:
    """An element of a reduction, by one operation, of few integers."""
    before, cls = as_tensor(op.inputs[0].type), combination(op.body)
    if before is None or cls is None or issubclass(cls, SubtractOp) or len(op.inputs) != 1:
        return None
    twin, sizes = twin_of(cls, before.element_type), before.get_shape()
    count = prod(sizes[axis] for axis in ints(op.dimensions))
    start = scalar_at(op.init_values[0], (), rewriter, 0)
    if twin is None or start is None or DYNAMIC_INDEX in sizes or not 0 < count <= limit:
        return None
    kept = iter(indices)
    ranges = [
        range(size) if axis in ints(op.dimensions) else (next(kept),)
        for axis, size in enumerate(sizes)
    ]
    neutral = numbers(op.init_values[0]) == (NEUTRAL.get(twin),)
    found: Recipe | None = None if neutral else start
    for place in product(*ranges):
        part = scalar_at(op.inputs[0], place, rewriter, limit // count - 1)
        if part is None:
            return None
        found = part if found is None else Made(twin, (found, part), before.element_type)
    return found


def compute_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Compute an element of a tensor by itself, when scalars are all that it is made of.

        %1 = tensor.from_elements %a, %b : tensor<2xi32>
        %2 = stablehlo.multiply %1, %1 : tensor<2xi32>
        %3 = tensor.extract %2[%c1] : tensor<2xi32>
    =>
        %3 = arith.muli %b, %b : i32
    """
    assert isinstance(op, tensor.ExtractOp)
    indices = [constant_int(value) for value in op.indices]
    known = tuple(index for index in indices if index is not None)
    if len(known) < len(indices) or op.parent is None:
        return False
    recipe = scalar_at(op.tensor, known, rewriter, LIMIT)
    if recipe is None or isinstance(recipe, SSAValue):
        return recipe is not None and rewriter.replace(op, [recipe])
    return rewriter.replace_by(op, written(recipe, op, rewriter))


def drop_cast_back(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove a cast there and back that loses no bits on the way.

        %1 = arith.index_cast %0 : i32 to index
        %2 = arith.index_cast %1 : index to i32
    =>
        uses of %2 use %0
    """
    inner = defining(op.operands[0])
    if not isinstance(inner, arith.IndexCastOp):
        return False
    (source,) = inner.operands
    start, middle = width_of(source.type), width_of(inner.results[0].type)
    if start is None or middle is None or middle < start:
        return False
    return source.type == op.results[0].type and rewriter.replace(op, [source])


def written(made: Made, op: Operation, rewriter: Rewriter) -> Operation:
    """The last operation of a recipe; the others stand in front of `op`."""
    operands: list[SSAValue] = []
    for part in made.parts:
        if isinstance(part, Made):
            new = written(part, op, rewriter)
            assert op.parent is not None
            op.parent.insert_ops_before([new], op)
            rewriter.order.numbers[new] = rewriter.order.number(op)
            part = new.results[0]
        operands.append(part)
    return made.operation.create(operands=operands, result_types=[made.type])


register_rule(compute_element, tensor.ExtractOp)
register_rule(drop_cast_back, arith.IndexCastOp)
