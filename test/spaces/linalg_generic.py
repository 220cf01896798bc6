"""Writes an operation as `linalg.generic`, from its iteration space alone.

Elements at plain indices are `ins`; others are extracted in the body, behind their domain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    TensorType,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import FillOp, GenericOp, IndexOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)
from xdsl.rewriter import InsertPoint

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import COMPARE
from disc_shape.cards.indices import element_type_of, is_shaped, shape_of
from disc_shape.cards.iteration import (
    Access,
    Choose,
    Clamp,
    Combine,
    Copy,
    Extent,
    IterationSpace,
    Lookup,
    MultiplyAdd,
    Position,
)
from disc_shape.cards.scalar_operations import FLOATING, SIGNED, UNSIGNED
from disc_shape.dialects.hlo.narrow import integer_width

BINARY: dict[AffineBinaryOpKind, type[Operation]] = {
    AffineBinaryOpKind.Add: arith.AddiOp,
    AffineBinaryOpKind.Mul: arith.MuliOp,
    AffineBinaryOpKind.FloorDiv: arith.FloorDivSIOp,
}
PREDICATES = {
    "==": ("eq", "oeq"),
    "!=": ("ne", "une"),
    "<": ("slt", "olt"),
    "<=": ("sle", "ole"),
    ">": ("sgt", "ogt"),
    ">=": ("sge", "oge"),
}


class Writer:
    """Writes operations at one place of a function in which `values` have counterparts."""

    def __init__(self, builder: Builder, op: Operation, space: IterationSpace) -> None:
        self.builder = builder
        self.op = op
        self.space = space
        self.values: dict[SSAValue, SSAValue] = {}
        self.sizes: dict[int, SSAValue] = {}
        self.block = Block()
        self.dims: dict[int, SSAValue] = {}

    def add(
        self, op_class: type[Operation], operands: Sequence[SSAValue], type: Attribute
    ) -> SSAValue:
        """The result of a new operation without properties."""
        properties: dict[str, Attribute] = {}
        if hasattr(op_class, "fastmath"):
            properties["fastmath"] = arith.FastMathFlagsAttr("none")
        op = op_class.create(operands=operands, result_types=[type], properties=properties)
        return self.builder.insert(op).results[0]

    def constant(self, number: int, type: Attribute) -> SSAValue:
        """A constant of an integer, index or float type."""
        attr = (
            IntegerAttr(number, cast("IntegerType | IndexType", type))
            if isinstance(type, IntegerType | IndexType)
            else FloatAttr(float(number), cast("AnyFloat", type))
        )
        return self.builder.insert(arith.ConstantOp(attr)).result

    def compare(self, relation: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A comparison of integers, signed, or of floats."""
        integers, floats = PREDICATES[relation]
        if isinstance(lhs.type, IntegerType | IndexType):
            return self.builder.insert(arith.CmpiOp(lhs, rhs, integers)).result
        return self.builder.insert(arith.CmpfOp(lhs, rhs, floats)).result

    def size(self, value: SSAValue, axis: int) -> SSAValue:
        """The size of a dimension of an operand."""
        index = self.constant(axis, IndexType())
        return self.builder.insert(tensor.DimOp(self.values[value], index)).result

    def index(self, expression: AffineExpr) -> SSAValue:
        """An affine expression of the iteration."""
        match expression:
            case AffineConstantExpr(value):
                return self.constant(value, IndexType())
            case AffineDimExpr(position):
                return self.dimension(position)
            case AffineSymExpr(position):
                return self.symbol(position)
            case AffineBinaryOpExpr(AffineBinaryOpKind.Mod, lhs, rhs):
                return self.index(lhs - (lhs // rhs) * rhs)
            case AffineBinaryOpExpr(kind, lhs, rhs):
                operands = self.index(lhs), self.index(rhs)
                return self.add(BINARY[kind], operands, IndexType())
            case _:
                raise AssertionError(expression)

    def dimension(self, position: int) -> SSAValue:
        """The index of the iteration along a dimension, read where the body begins."""
        if position not in self.dims:
            op, last = IndexOp(position), next(reversed(self.dims.values()), None)
            if last is None:
                place = InsertPoint.at_start(self.block)
            else:
                place = InsertPoint.after(cast("Operation", last.owner))
            self.dims[position] = Builder(place).insert(op).results[0]
        return self.dims[position]

    def symbol(self, position: int) -> SSAValue:
        """The number that a symbol stands for."""
        match self.space.symbols[position]:
            case Extent(value, axis):
                return self.size(value, axis)
            case Lookup(operand, index):
                item = self.extract(operand, index)
                if isinstance(item.type, IndexType):
                    return item
                return self.add(arith.IndexCastOp, [item], IndexType())
            case Clamp(number, low, high):
                least = self.add(arith.MinSIOp, [self.index(number), self.index(high)], IndexType())
                return self.add(
                    arith.MaxSIOp, [least, self.constant(low, IndexType())], IndexType()
                )

    def extract(self, operand: int, index: Sequence[AffineExpr]) -> SSAValue:
        """The element of an operand at a computed index."""
        value = self.values[self.op.operands[operand]]
        if not is_shaped(value):
            return value
        at = [self.index(number) for number in index]
        return self.builder.insert(tensor.ExtractOp(value, at, element_type_of(value.type))).result

    def holds(self, domain: AffineSet) -> SSAValue:
        """Whether the iteration is in a domain."""
        zero = self.constant(0, IndexType())
        parts = [
            self.compare(
                ">=" if condition.kind is AffineConstraintKind.ge else "==",
                self.index(condition.lhs),
                zero,
            )
            for condition in domain.constraints
        ]
        found, *rest = parts
        for part in rest:
            found = self.add(arith.AndIOp, [found, part], IntegerType(1))
        return found

    def read(self, access: Access) -> SSAValue:
        """An element, or the filler."""
        if access.domain is None:
            return self.extract(access.operand, access.map.results)
        element = element_type_of(self.op.operands[access.operand].type)
        return self.branch(
            access.domain,
            element,
            lambda: self.extract(access.operand, access.map.results),
            lambda: (
                self.constant(0, element)
                if access.filler is None
                else self.extract(access.filler, ())
            ),
        )

    def choose(self, accesses: Sequence[Access]) -> SSAValue:
        """The element of the first access whose domain has the iteration."""
        first, *rest = accesses
        if first.domain is None:
            return self.extract(first.operand, first.map.results)
        element = element_type_of(self.op.results[0].type)
        return self.branch(
            first.domain,
            element,
            lambda: self.extract(first.operand, first.map.results),
            lambda: self.choose(rest),
        )

    def branch(
        self,
        domain: AffineSet,
        type: Attribute,
        then: Callable[[], SSAValue],
        otherwise: Callable[[], SSAValue],
    ) -> SSAValue:
        """One value in a domain, another one outside."""
        condition, outer = self.holds(domain), self.builder
        regions: list[Region] = []
        for write in (then, otherwise):
            block = Block()
            self.builder = Builder(InsertPoint.at_end(block))
            self.builder.insert(scf.YieldOp(write()))
            regions.append(Region(block))
        self.builder = outer
        return outer.insert(scf.IfOp(condition, [type], regions[0], regions[1])).results[0]

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue:
        """A scalar function."""
        type, function = element_type_of(op.results[0].type), scalar.function
        before = operands[-1].type
        relation = next((key for key, found in COMPARE.items() if found is function), None)
        if relation is not None:
            return self.compare(relation, *operands)
        if function is functions.CONVERT:
            return self.convert(operands[0], type)
        if function is functions.NEGATE and isinstance(before, IntegerType):
            return self.add(arith.SubiOp, [self.constant(0, type), operands[0]], type)
        floats = not isinstance(before, IntegerType)
        table = FLOATING if floats else UNSIGNED if scalar.unsigned else SIGNED
        if function is functions.CLAMP:
            low, number, high = operands
            number = self.add(table[functions.MAXIMUM], [low, number], type)
            return self.add(table[functions.MINIMUM], [number, high], type)
        return self.add(table[function], operands, type)

    def convert(self, value: SSAValue, type: Attribute) -> SSAValue:
        """A number in another element type."""
        if value.type == type:
            return value
        before, after = integer_width(value.type), integer_width(type)
        if before is not None and after is not None:
            return self.add(arith.ExtSIOp if after > before else arith.TruncIOp, [value], type)
        if before is not None:
            return self.add(arith.SIToFPOp, [value], type)
        return self.add(arith.ExtFOp, [value], type)

    def body(self, inputs: Sequence[SSAValue], before: Sequence[SSAValue]) -> list[SSAValue]:
        """What an iteration writes."""
        type = element_type_of(self.op.results[0].type)
        match self.space.body:
            case Copy() | Choose():
                return [inputs[0]]
            case MultiplyAdd():
                table = FLOATING if integer_width(type) is None else SIGNED
                factors = [self.convert(item, type) for item in inputs]
                product = self.add(table[functions.MULTIPLY], factors, type)
                return [self.add(table[functions.ADD], [before[0], product], type)]
            case Position(dimension):
                wide = IntegerType(64)
                number = self.add(arith.IndexCastOp, [self.dimension(dimension)], wide)
                return [self.convert(number, type)]
            case Combine(region):
                return self.inlined(region, [*before, *inputs])
            case Scalar() as scalar:
                return [self.apply(self.op, scalar, inputs)]
            case other:
                raise AssertionError(other)

    def inlined(self, region: Region, arguments: Sequence[SSAValue]) -> list[SSAValue]:
        """A body of elementwise operations on scalars."""
        known: dict[SSAValue, SSAValue] = dict(zip(region.block.args, arguments, strict=True))
        for op in region.block.ops:
            if not op.results:
                return [known[value] for value in op.operands]
            rule = elements_of(op)
            assert isinstance(rule, Elementwise)
            scalar = rule.scalar(op)
            assert scalar is not None
            known[op.results[0]] = self.apply(op, scalar, [known[item] for item in op.operands])
        raise AssertionError("a body has no terminator")

    def destination(self, result: SSAValue, number: int) -> SSAValue:
        """The tensor that a result is written into, filled where iterations accumulate."""
        type = cast("TensorType[Attribute]", result.type)
        sizes = [
            self.size_of_result(axis)
            for axis, size in enumerate(shape_of(result))
            if size == DYNAMIC_INDEX
        ]
        empty = self.builder.insert(tensor.EmptyOp(sizes, type)).tensor
        element, body = type.get_element_type(), self.space.body
        if isinstance(body, Combine):
            filler = self.extract(body.initial[number], ())
        elif isinstance(body, MultiplyAdd):
            filler = self.constant(0, element)
        else:
            return empty
        return self.builder.insert(FillOp([filler], [empty], [type])).results[0]

    def size_of_result(self, axis: int) -> SSAValue:
        """The size of a result dimension: that of an operand, or an argument of the function."""
        for access in self.space.inputs:
            for place, number in enumerate(access.map.results):
                if access.domain is None and number == AffineExpr.dimension(axis):
                    return self.size(self.op.operands[access.operand], place)
        if axis not in self.sizes:
            block = self.builder.insertion_point.block
            self.sizes[axis] = block.insert_arg(IndexType(), len(block.args))
        return self.sizes[axis]

    def cover(self, ins: list[SSAValue], maps: list[AffineMap]) -> None:
        """Add an input without elements to read for dimensions that no other map shows."""
        shown = {at for map in (*maps, *self.space.outputs) for at in map.results}
        count = len(self.space.extents)
        rest = [at for at in range(count) if AffineExpr.dimension(at) not in shown]
        if not rest:
            return
        shape: list[int] = []
        sizes: list[SSAValue] = []
        for extent in (self.space.extents[at] for at in rest):
            known = extent if isinstance(extent, int) else shape_of(extent.value)[extent.axis]
            shape.append(known)
            if known == DYNAMIC_INDEX and isinstance(extent, Extent):
                sizes.append(self.size(*extent))
        type = TensorType(element_type_of(self.op.results[0].type), shape)
        ins.append(self.builder.insert(tensor.EmptyOp(sizes, type)).tensor)
        maps.append(AffineMap(count, 0, tuple(map(AffineExpr.dimension, rest))))

    def write(self) -> list[SSAValue]:
        """The results of a `linalg.generic`."""
        space = self.space
        plain = [
            access
            for access in space.inputs
            if space.is_projection(access) and not isinstance(space.body, Choose)
        ]
        outs = [self.destination(result, place) for place, result in enumerate(self.op.results)]
        ins = [self.values[self.op.operands[access.operand]] for access in plain]
        maps = [access.map for access in plain]
        self.cover(ins, maps)
        maps = [AffineMap(map.num_dims, 0, map.results) for map in (*maps, *space.outputs)]
        block = Block(arg_types=[element_type_of(value.type) for value in (*ins, *outs)])
        self.block = block
        outer, self.builder = self.builder, Builder(InsertPoint.at_end(block))
        known = dict(zip(map_ids(plain), block.args, strict=False))
        if isinstance(space.body, Choose):
            inputs = [self.choose(space.inputs)]
        else:
            inputs = [known.get(id(access)) or self.read(access) for access in space.inputs]
        self.builder.insert(YieldOp(*self.body(inputs, block.args[len(ins) :])))
        self.builder = outer
        generic = GenericOp(
            ins,
            outs,
            Region(block),
            [AffineMapAttr(map) for map in maps],
            [IteratorTypeAttr(IteratorType(kind)) for kind in space.iterators],
            [result.type for result in self.op.results],
        )
        return list(outer.insert(generic).results)


def map_ids(accesses: Sequence[Access]) -> list[int]:
    """The identities of accesses."""
    return [id(access) for access in accesses]


def as_linalg(op: Operation, space: IterationSpace) -> ModuleOp:
    """A function with the operands of an operation as arguments, and its results."""
    func = FuncOp("main", (list(op.operand_types), list(op.result_types)))
    writer = Writer(Builder(InsertPoint.at_end(func.body.block)), op, space)
    writer.values.update(zip(op.operands, func.args, strict=True))
    results = writer.write()
    writer.builder.insert(ReturnOp(*results))
    func.update_function_type()
    return ModuleOp([func])
