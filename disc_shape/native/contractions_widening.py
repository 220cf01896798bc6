"""
Sums of products whose factors are converted where they are read, as sums over converted buffers.

An element of a matrix product is read once for each row or column of the other factor, and tiles
read floats of 32 or 64 bits. Where each element is read often enough, both operands are converted
before, and the sum is one that `convert-contractions` knows. Sums of products of bytes are computed
in floats that hold each partial sum exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    ModuleOp,
    UnrealizedConversionCastOp,
    f32,
    f64,
    i64,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.native.contractions_nests import Nest, Sum, is_inside, number_of, sum_of
from disc_shape.native.contractions_peaks import allocations, count_new_allocations
from disc_shape.native.contractions_products import PRODUCT, loop
from disc_shape.native.contractions_roles import Roles
from disc_shape.native.contractions_strips import (
    COLUMNS,
    MOST_ELEMENTS,
    ROWS,
    Converters,
    Source,
    Strip,
    index_of,
)
from disc_shape.native.contractions_views import is_addressed
from disc_shape.native.memrefs import is_contiguous, kind_of

READS = 3
"""
The products for each element that is converted from which on that pays: 3 x 512 x 512 in bf16 took
70 us by loops and 74 by tiles, 4 x 512 x 512 88 and 78.
"""

FLOAT_BITS = 24
"""The bits of whole numbers that f32 holds exactly."""

Conversion = arith.ExtFOp | arith.ExtSIOp | arith.ExtUIOp


def widen_contractions(module: ModuleOp) -> None:
    """Convert the operands of sums of products in every function before the sums."""
    planned, converters = allocations(module), Converters(module)
    for function in list(module.ops):
        if not isinstance(function, func.FuncOp) or function.sym_name.data == GRAPH:
            continue
        if not function.body.blocks or PRODUCT in function.attributes:
            continue
        for op in list(function.body.walk()):
            found = WideSum.of(op) if isinstance(op, scf.ParallelOp) else None
            if found is not None and widen(found, function.body.blocks[0], converters):
                statistics.count("widen-contractions: sums")
    count_new_allocations(module, planned)


def widen(found: WideSum, entry: Block, converters: Converters) -> bool:
    """Convert the operands of a sum before it, if that is a product that may pay."""
    roles = next((one for one in Roles.all(found.nest()) if one.row is not None), None)
    if roles is None:
        return False
    op, block, then = found.op, Block(), Block()
    writer = Writer(entry, InsertPoint.at_end(block))
    sources = found.sources(writer, roles)
    pays = found.pays(writer, sources)
    if pays is False:
        block.erase()
        return False
    with writer.at(InsertPoint.at_end(then)):
        found.emit(writer, sources, converters)
    otherwise = Block()
    if isinstance(pays, bool):
        Rewriter.inline_block(then, InsertPoint.at_end(block))
    else:
        then.add_op(scf.YieldOp())
        writer.insert(scf.IfOp(pays, [], Region(then), Region(otherwise)))
    for one in list(block.ops):
        one.detach()
        for inner in one.walk():
            inherit(inner, op)
        Rewriter.insert_op(one, InsertPoint.before(op))
    if isinstance(pays, bool):
        Rewriter.erase_op(op)
    else:
        op.detach()
        otherwise.add_ops([op, scf.YieldOp()])
    return True


@dataclass(frozen=True)
class WideSum:
    """A sum of products of two buffers whose elements are converted where they are read."""

    op: scf.ParallelOp
    sum: Sum
    product: arith.MulfOp | arith.MuliOp
    factors: tuple[Conversion, Conversion]
    loads: tuple[memref.LoadOp, memref.LoadOp]
    """What the factors convert."""

    @staticmethod
    def of(op: scf.ParallelOp) -> WideSum | None:
        """The sum in parallel loops; None where there is none of narrow numbers."""
        found = sum_of(op)
        product = None if found is None else found.added.owner
        if found is None or not isinstance(product, arith.MulfOp | arith.MuliOp):
            return None
        lhs, rhs = product.lhs.owner, product.rhs.owner
        if not isinstance(lhs, Conversion) or not isinstance(rhs, Conversion):
            return None
        first, second = (unsigned_of(one.input).owner for one in (lhs, rhs))
        if not isinstance(first, memref.LoadOp) or not isinstance(second, memref.LoadOp):
            return None
        if not all(one.parent is found.block for one in (lhs, rhs, first, second)):
            return None
        kinds = [kind_of(one.memref.type) for one in (first, second)]
        if not all(kind is not None and is_contiguous(kind) for kind in kinds):
            return None
        if first is second or not is_widened(lhs) or not is_widened(rhs):
            return None
        wide = WideSum(op, found, product, (lhs, rhs), (first, second))
        return wide if is_addressed(found.store.memref) else None

    def nest(self) -> Nest:
        """The sum as one of products of what is loaded."""
        loops, store = self.sum.loops, self.sum.store
        return Nest(self.op, loops[0], loops, self.loads, store, self.sum.conditions)

    @property
    def element(self) -> AnyFloat:
        """The type in which the sum is computed: it holds each sum of products exactly."""
        if isinstance(self.product, arith.MulfOp):
            return f32
        bits = sum(
            (integer_width(one.input.type) or 0) - isinstance(one, arith.ExtSIOp)
            for one in self.factors
        )
        terms = [number_of(bound) for one in self.sum.loops for bound in (one.ub, one.lb)]
        if None in terms or any(terms[1::2]):
            return f64
        count = prod(one for one in terms[::2] if one is not None)
        return f32 if count << bits <= 1 << FLOAT_BITS else f64

    def sources(self, writer: Writer, roles: Roles) -> list[Source]:
        """What is converted of the operands."""
        nest = self.nest()
        rows, columns = (roles.row, ROWS), (roles.column, COLUMNS)
        return [
            Source.of(writer, nest, load, *(rows if load is roles.lhs else columns))
            for load in self.loads
        ]

    def pays(self, writer: Writer, sources: Sequence[Source]) -> SSAValue | bool:
        """Whether elements are read often enough, and not too many of them lie in memory."""
        iterations: Index = 1
        for low, high in (
            *zip(self.op.lowerBound, self.op.upperBound, strict=True),
            *((one.lb, one.ub) for one in self.sum.loops),
        ):
            if is_outside(low, self.op) and is_outside(high, self.op):
                size = writer.subtract(index_of(high), index_of(low))
                iterations = writer.multiply(iterations, writer.maximum(size, 0))
        elements = writer.add(*(one.elements(writer) for one in sources))
        conditions = [
            holds(writer, writer.multiply(elements, READS), iterations),
            *(holds(writer, one.elements_of_strip(writer), MOST_ELEMENTS) for one in sources),
        ]
        if False in conditions:
            return False
        found: SSAValue | bool = True
        for one in conditions:
            if not isinstance(one, bool):
                found = one if isinstance(found, bool) else writer.both(found, one)
        return found

    def emit(self, writer: Writer, sources: Sequence[Source], converters: Converters) -> None:
        """Emit conversions, and the sum over what is converted, strip by strip."""
        memories = [one.memory(writer, self.element) for one in sources]
        functions = [
            converters.name(load.res.type, factor, self.element)
            for load, factor in zip(self.loads, self.factors, strict=True)
        ]
        pending = sorted(range(2), key=lambda place: sources[place].order)

        def convert(left: Sequence[int], strips: Mapping[int, Strip]) -> None:
            if not left:
                self.read(writer, memories, sources, strips)
                return
            place, *rest = left
            source, memory, function = sources[place], memories[place], functions[place]

            def strip_from(number: Index) -> None:
                strip = source.strip(writer, number)
                source.convert(writer, memory, function, strip)
                convert(rest, strips if strip is None else {**strips, place: strip})

            if source.counter is None:
                strip_from(0)
            else:
                loop(writer, source.strips(writer), strip_from)

        convert(pending, {})
        for one in memories:
            writer.insert(memref.DeallocOp.get(one))

    def read(
        self,
        writer: Writer,
        memories: Sequence[SSAValue],
        sources: Sequence[Source],
        strips: Mapping[int, Strip],
    ) -> None:
        """The sum over what is converted, of strips of the operands."""
        clone = writer.insert(self.op.clone())
        other = WideSum.of(clone)
        assert other is not None
        loads = other.over(memories, writer.constant(0.0, self.element), self.element)
        counters: list[SSAValue] = list(self.op.body.block.args)
        for place, strip in strips.items():
            counter = sources[place].counter
            assert counter is not None
            number = counters.index(counter)
            clone.operands[len(counters) + number] = writer.value(strip.size)
            value = clone.body.block.args[number]
            moved = arith.AddiOp(value, writer.value(strip.first))
            kept = moved, loads[place]
            value.replace_uses_with_if(
                moved.result, lambda use, kept=kept: use.operation not in kept
            )
            Rewriter.insert_op(moved, InsertPoint.at_start(clone.body.block))

    def over(
        self, memories: Sequence[SSAValue], zero: SSAValue, element: AnyFloat
    ) -> list[memref.LoadOp]:
        """Let the sum read floats, and what it reads."""
        loads = [
            memref.LoadOp.get(memory, load.indices)
            for memory, load in zip(memories, self.loads, strict=True)
        ]
        for one, load, before in zip(self.factors, loads, self.loads, strict=True):
            cast = one.input.owner
            replaced(one, load)
            for unused in dict.fromkeys((cast, before)):
                if isinstance(unused, Operation) and not any(unused.results[0].uses):
                    Rewriter.erase_op(unused)
        if isinstance(self.product, arith.MulfOp):
            return loads
        loops, branch = self.sum.loops, self.sum.branch
        root = loops[0]
        kind = root.results[0].type
        values = [value for one in loops for value in (one.body.block.args[1], one.results[0])]
        for value in (*values, *(() if branch is None else branch.results)):
            Rewriter.replace_value_with_new_type(value, element)
        root.operands[3] = zero
        product = replaced(self.product, arith.MulfOp(loads[0].res, loads[1].res))
        replaced(self.sum.addition, arith.AddfOp(loops[-1].body.block.args[1], product))
        whole = arith.FPToSIOp(root.results[0], i64)
        narrow = arith.TruncIOp.create(operands=[whole.result], result_types=[kind])
        integers = [whole] if kind == i64 else [whole, narrow]
        root.results[0].replace_uses_with_if(
            integers[-1].results[0], lambda use: use.operation is not whole
        )
        Rewriter.insert_op(integers, InsertPoint.after(root))
        return loads


def is_widened(op: Conversion) -> bool:
    """Whether a conversion is one of narrow floats or integers to f32, or 32 or 64 bits."""
    source, target = op.input.type, op.result.type
    if isinstance(op, arith.ExtFOp):
        return target == f32
    return integer_width(source) in (2, 4, 8) and integer_width(target) in (32, 64)


def unsigned_of(value: SSAValue) -> SSAValue:
    """What is read as a signless integer."""
    op = value.owner
    return op.inputs[0] if isinstance(op, UnrealizedConversionCastOp) else value


def replaced(op: Operation, other: Operation) -> SSAValue:
    """Put another operation in the place of one."""
    inherit(other, op)
    Rewriter.replace_op(op, other)
    return other.results[0]


def is_outside(value: SSAValue, op: Operation) -> bool:
    """Whether a value is known before an operation."""
    owner = value.owner
    return not is_inside(owner if isinstance(owner, Operation) else owner.parent_op(), op)


def holds(writer: Writer, lhs: Index, rhs: Index) -> SSAValue | bool:
    """Whether one number is at most another one."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs <= rhs
    return writer.compare("<=", writer.value(lhs), writer.value(rhs))
