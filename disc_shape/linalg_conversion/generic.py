"""Writes iteration spaces as `linalg.generic`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, AffineMapAttr, TensorType
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import FillOp, GenericOp, IndexOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)
from xdsl.rewriter import InsertPoint

from disc_shape.cards import space_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.indices import element_type_of, is_shaped, rank_of, shape_of
from disc_shape.cards.iteration import (
    Access,
    Clamp,
    Combine,
    Copy,
    Extent,
    IterationSpace,
    Lookup,
    MultiplyAdd,
    Position,
)
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers
from disc_shape.linalg_conversion.operations import run_body
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.scalars import apply_scalar, convert_scalar
from disc_shape.linalg_conversion.types import INDEX, converted, kind_of, plain_type, signless
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer


def convert_by_space(op: Operation, values: Values) -> None:
    """The conversion of operations without one of their own: by the iteration space."""
    space = space_of(op)
    if space is None:
        raise no_form(op, "no conversion is known")
    values.bind_all(op, write_space(op, space, values))


def write_space(op: Operation, space: IterationSpace, values: Values) -> list[SSAValue]:
    """
    The results of an operation by its iteration space.

    Elements at plain indices are `ins`; others are extracted in the body. Scalars are used as they
    are.
    """
    return SpaceWriter(op, space, values).write()


class SpaceWriter:
    """Writes one iteration space."""

    def __init__(self, op: Operation, space: IterationSpace, values: Values) -> None:
        self.op = op
        self.space = space
        self.values = values
        self.writer = values.writer
        self.symbols: dict[int, Index] = {}
        """The symbols that no iteration changes."""

    def write(self) -> list[SSAValue]:
        """Emit the operation."""
        space, values = self.space, self.values
        if any(access.domain is not None for access in space.inputs):
            raise no_form(self.op, "some iterations read no element")
        for position in range(len(space.symbols)):
            self.hoist(position)
        outs = [self.destination(place) for place in range(len(self.op.results))]
        ins: list[SSAValue] = []
        maps: list[AffineMap] = []
        plan: dict[int, int] = {}
        for number, access in enumerate(space.inputs):
            operand = self.op.operands[access.operand]
            if self.scalar_of(operand) is None and space.is_projection(access):
                plan[number] = len(ins)
                ins.append(values.tensor(operand))
                maps.append(access.map)
        self.cover(ins, maps)
        block = Block(arg_types=[element_type_of(value.type) for value in (*ins, *outs)])
        with self.writer.at(InsertPoint.at_end(block)):
            inputs = [
                block.args[plan[number]] if number in plan else self.read(access)
                for number, access in enumerate(space.inputs)
            ]
            self.writer.insert(YieldOp(*self.body(inputs, block.args[len(ins) :])))
        return structured(self.writer, ins, outs, block, [*maps, *space.outputs], space.iterators)

    def scalar_of(self, operand: SSAValue) -> SSAValue | None:
        """The operand as a scalar, where it is one already."""
        if not is_shaped(operand):
            return self.values.tensor(operand)
        if rank_of(operand):
            return None
        known = self.values.known_elements(operand)
        return None if known is None else known[0]

    def read(self, access: Access) -> SSAValue:
        """An element that is no plain operand of the loops."""
        operand = self.op.operands[access.operand]
        scalar = self.scalar_of(operand)
        if scalar is not None:
            return scalar
        at = [self.index(number) for number in access.map.results]
        return self.writer.extract(self.values.tensor(operand), at)

    # indices

    def hoist(self, position: int) -> None:
        """Emit a symbol before the loops if they do not change it."""
        symbol = self.space.symbols[position]
        if isinstance(symbol, Extent):
            self.symbols[position] = self.values.size(*symbol)
        elif isinstance(symbol, Clamp):
            if self.is_fixed(symbol.number) and self.is_fixed(symbol.high):
                number, high = self.index(symbol.number), self.index(symbol.high)
                self.symbols[position] = self.writer.clamp(number, symbol.low, high)
        elif len(symbol.index) <= 1:
            known = [at.value for at in symbol.index if isinstance(at, AffineConstantExpr)]
            if len(known) == len(symbol.index):
                value = self.op.operands[symbol.operand]
                self.symbols[position] = self.values.integer(value, *known)

    def is_fixed(self, number: AffineExpr) -> bool:
        """Whether no iteration changes a number."""
        return not any(
            isinstance(part, AffineDimExpr)
            or (isinstance(part, AffineSymExpr) and part.position not in self.symbols)
            for part in number.dfs()
        )

    def index(self, number: AffineExpr) -> Index:
        """An affine expression of the iteration."""
        writer = self.writer
        match number:
            case AffineConstantExpr(value):
                return value
            case AffineDimExpr(position):
                return loop_index(writer, position)
            case AffineSymExpr(position):
                return self.symbol(position)
            case AffineBinaryOpExpr(AffineBinaryOpKind.Add, lhs, rhs):
                return writer.add(self.index(lhs), self.index(rhs))
            case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, rhs):
                return writer.multiply(self.index(lhs), self.index(rhs))
            case _:
                pass
        raise no_form(self.op, f"the index {number} is not linear")

    def symbol(self, position: int) -> Index:
        """The value of a symbol."""
        if position in self.symbols:
            return self.symbols[position]
        symbol = self.space.symbols[position]
        if isinstance(symbol, Clamp):
            number, high = self.index(symbol.number), self.index(symbol.high)
            return self.writer.clamp(number, symbol.low, high)
        assert isinstance(symbol, Lookup)
        value = self.op.operands[symbol.operand]
        at = [self.index(number) for number in symbol.index]
        item = self.writer.extract(self.values.tensor(value), at)
        unsigned = kind_of(element_type_of(value.type)) == "unsigned"
        return self.writer.as_index(item, unsigned)

    # results

    def destination(self, number: int) -> SSAValue:
        """The tensor that a result is written into, filled where iterations accumulate."""
        result, body, writer = self.op.results[number], self.space.body, self.writer
        empty = new_tensor(self.op, result, self.values, self.space)
        if isinstance(body, Combine):
            filler = self.values.scalar(self.op.operands[body.initial[number]])
        elif isinstance(body, MultiplyAdd):
            filler = writer.constant(0, element_type_of(empty.type))
        else:
            return empty
        return fill(writer, filler, empty)

    def cover(self, ins: list[SSAValue], maps: list[AffineMap]) -> None:
        """Add an input without contents for the dimensions that no other map shows."""
        shown = {at for map in (*maps, *self.space.outputs) for at in map.results}
        count = len(self.space.extents)
        rest = [at for at in range(count) if AffineExpr.dimension(at) not in shown]
        if not rest:
            return
        sizes = [
            extent if isinstance(extent, int) else self.values.size(*extent)
            for extent in (self.space.extents[at] for at in rest)
        ]
        element = element_type_of(converted(self.op.results[0].type))
        ins.append(window(self.writer, element, sizes))
        maps.append(AffineMap(count, 0, tuple(map(AffineExpr.dimension, rest))))

    def body(self, inputs: Sequence[SSAValue], outs: Sequence[SSAValue]) -> list[SSAValue]:
        """What an iteration yields."""
        op, body = self.op, self.space.body
        target = element_type_of(op.results[0].type)
        if isinstance(body, Copy):
            return list(inputs)
        if isinstance(body, Combine):
            return run_body(body.region, [*outs, *inputs], self.values)
        if isinstance(body, Position):
            at = loop_index(self.writer, body.dimension)
            return [convert_scalar(self.writer, at, INDEX, target)]
        types = [element_type_of(op.operands[access.operand].type) for access in self.space.inputs]
        if isinstance(body, MultiplyAdd):
            return [multiply_add(self.op, self.writer, inputs, types, outs[0])]
        assert isinstance(body, Scalar)
        found = apply_scalar(self.writer, op, body, inputs, types, target)
        if found is None:
            raise no_form(op, f"it is not computed of elements of type {types[-1]}")
        return [found]


def loop_index(writer: Writer, position: int) -> SSAValue:
    """The index of the iteration along a dimension."""
    return writer.once(("index", position), lambda: writer.insert(IndexOp(position)).results[0])


def multiply_add(
    op: Operation,
    writer: Writer,
    inputs: Sequence[SSAValue],
    types: Sequence[Attribute],
    total: SSAValue,
) -> SSAValue:
    """The total and the product of two elements, each in the type of the result."""
    target = element_type_of(op.results[0].type)
    kind = kind_of(target)
    if kind is None or any(kind_of(type_) is None for type_ in types):
        raise no_form(op, f"it is not computed of elements of type {types[0]}")
    type_ = signless(target)
    factors = [
        convert_scalar(writer, value, source, target)
        for value, source in zip(inputs, types, strict=True)
    ]
    multiply, add = {
        "bool": (arith.AndIOp, arith.OrIOp),
        "float": (arith.MulfOp, arith.AddfOp),
    }.get(kind, (arith.MuliOp, arith.AddiOp))
    return writer.op(add, [total, writer.op(multiply, factors, type_)], type_)


def new_tensor(
    op: Operation, result: SSAValue, values: Values, space: IterationSpace | None = None
) -> SSAValue:
    """A tensor without contents of the type and sizes of a result."""
    return values.writer.empty(plain_type(result), result_sizes(op, result, values, space))


def result_sizes(
    op: Operation, result: SSAValue, values: Values, space: IterationSpace | None = None
) -> list[Index]:
    """The sizes of a result, from facts, operands of the same size, or size operands."""

    shape = shape_operand(op)

    def compute(axis: int) -> Index:
        if shape is not None:
            return values.integer(shape, axis)
        if isinstance(op, GatherOp | DynamicGatherOp):
            return gathered_size(op, axis, values)
        for access in () if space is None else space.inputs:
            operand = op.operands[access.operand]
            for place, number in enumerate(access.map.results):
                if number == AffineExpr.dimension(axis) and access.domain is None:
                    return values.size(operand, place)
        raise no_form(op, f"the size of dimension {axis} of its result is not known")

    return [
        values.size_by(result, axis, lambda axis=axis: compute(axis))
        for axis in range(rank_of(result))
    ]


def gathered_size(op: GatherOp | DynamicGatherOp, axis: int, values: Values) -> Index:
    """The size of a dimension of gathered slices, or of the indices."""
    numbers = op.dimension_numbers
    assert isinstance(numbers, GatherDimensionNumbers)
    if axis not in numbers.offset_dims:
        batch = [at for at in range(rank_of(op.result)) if at not in numbers.offset_dims]
        place = batch.index(axis)
        return values.size(op.start_indices, place + (place >= numbers.index_vector_dim))
    dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    kept = [at for at in range(rank_of(op.operand)) if at not in dropped]
    place = kept[numbers.offset_dims.index(axis)]
    if isinstance(op, GatherOp):
        return ints(op.slice_sizes)[place]
    return values.integer(op.slice_sizes, place)


def shape_operand(op: Operation) -> SSAValue | None:
    """The operand that lists the sizes of the result."""
    if isinstance(op, DynamicReshapeOp | DynamicIotaOp):
        return op.output_shape
    return op.output_dimensions if isinstance(op, DynamicBroadcastInDimOp) else None


def fill(writer: Writer, number: SSAValue, out: SSAValue) -> SSAValue:
    """A tensor of one number."""
    return writer.insert(FillOp([number], [out], [out.type])).results[0]


def window(writer: Writer, element: Attribute, sizes: Sequence[Index]) -> SSAValue:
    """A tensor of which only the sizes are used."""
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in sizes]
    return writer.empty(TensorType(element, shape), sizes)


def structured(
    writer: Writer,
    ins: Sequence[SSAValue],
    outs: Sequence[SSAValue],
    block: Block,
    maps: Sequence[AffineMap],
    iterators: Sequence[str],
) -> list[SSAValue]:
    """A `linalg.generic` with a finished body; nothing is computed of results without elements."""
    if any(0 in shape_of(out) for out in outs):
        return list(outs)
    plain = [replace(map, num_symbols=0) for map in maps]
    generic = GenericOp(
        ins,
        outs,
        Region(block),
        [AffineMapAttr(map) for map in plain],
        [IteratorTypeAttr(IteratorType(kind)) for kind in iterators],
        [value.type for value in outs],
    )
    return list(writer.insert(generic).results)


register_conversion(convert_by_space, Operation)
