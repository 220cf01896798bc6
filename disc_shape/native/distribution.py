"""
Kernels and loops around them in parts, which threads run at once.

What is split are loops of `scf.parallel`, whose iterations neither write what another one reads nor
what another one writes. So each part computes the same numbers as it does among all iterations: the
results do not depend on how many parts there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    ModuleOp,
    UnitAttr,
)
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.lowering.origins import VIEWS
from disc_shape.lowering.writer import constant_of
from disc_shape.native.contractions_forms import dimension, shape_of
from disc_shape.native.contractions_products import PRODUCT
from disc_shape.native.outlining import captured
from disc_shape.native.routine import DISTRIBUTED, is_distributed, is_kernel

NEIGHBOURS = 64
"""A part of neighbours has a multiple of so many: lines of the cache are not shared by threads."""

PRODUCTS = 16
"""The products of two elements that take about as long as one element of other kernels."""

INNER = (scf.ForOp, scf.ParallelOp, CallOp)
"""What an iteration has that computes more than one element."""

COMPUTED = (arith.Arith.name, math.Math.name)
"""The dialects of operations on scalars."""

AROUND = (*VIEWS, memref.DimOp, scf.ForOp, scf.IfOp, scf.ParallelOp, scf.YieldOp, scf.ReduceOp)
"""What may stand around calls of kernels in loops that are split, besides scalars."""


@dataclass(frozen=True)
class Parts:
    """How much is split into how many parts."""

    count: int
    elements: int
    """The elements of buffers from which on that pays."""


def distribute_kernels(module: ModuleOp, parts: Parts) -> None:
    """Let threads run parts of the kernels of a module, and of loops around calls of kernels."""
    functions = [one for one in module.ops if isinstance(one, FuncOp) and one.body.blocks]
    for one in functions:
        if is_kernel(one) and not is_distributed(one):
            loop = product_loop(one) if PRODUCT in one.attributes else only_loop(one)
            if loop is not None:
                split_kernel(one, loop)
                statistics.count("distribute-kernels: kernels")
    kernels = {one.sym_name.data: one for one in functions if is_kernel(one)}
    for one in functions:
        if not is_kernel(one) and one.sym_name.data != GRAPH:
            Calls(one, parts, kernels).distribute()


def product_loop(function: FuncOp) -> scf.ForOp:
    """The loop over the rows of a product, which tiles stand for."""
    (found,) = (one for one in function.body.blocks[0].ops if isinstance(one, scf.ForOp))
    return found


def only_loop(function: FuncOp) -> scf.ParallelOp | None:
    """
    The loop that is all that a kernel does besides scalars and views; None where it is none whose
    iterations are independent, or where two of them write to the same places.
    """
    block = function.body.blocks[0]
    nests = [one for one in block.ops if one.regions]
    if len(nests) != 1 or any(isinstance(one, memref.StoreOp) for one in block.ops):
        return None
    (nest,) = nests
    if not isinstance(nest, scf.ParallelOp) or nest.results:
        return None
    return nest if dimensions(nest) else None


def dimensions(op: scf.ParallelOp) -> list[int]:
    """
    The dimensions of a loop that may be split, the outermost first: not those of one iteration, and
    those on which the place of each element depends that is stored.
    """
    stores = [one for one in op.body.walk() if isinstance(one, memref.StoreOp)]
    outside = [one for one in stores if not is_inside(root_of(one.memref), op)]
    found: list[int] = []
    for place, counter in enumerate(op.body.block.args):
        iterations = number_of_iterations(op, place)
        if iterations != 1 and all(is_placed_by(one, counter) for one in outside):
            found.append(place)
    return found


def number_of_iterations(op: scf.ParallelOp, place: int) -> int | None:
    """The iterations of a dimension, where that is known."""
    low, high, step = (constant_of(one[place]) for one in (op.lowerBound, op.upperBound, op.step))
    if low is None or high is None or not step:
        return None
    return max(-(-(high - low) // step), 0)


def root_of(value: SSAValue) -> SSAValue:
    """The buffer that a value is a view of."""
    while isinstance(value.owner, VIEWS):
        value = value.owner.operands[0]
    return value


def is_inside(value: SSAValue, op: Operation) -> bool:
    """Whether a value is defined in a region of an operation."""
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    return block is not None and op.is_ancestor(block)


def is_placed_by(op: memref.StoreOp, counter: BlockArgument) -> bool:
    """Whether where an element is stored depends on a counter."""
    pending: list[SSAValue] = [*op.indices]
    view: SSAValue = op.memref
    while isinstance(view.owner, VIEWS):
        pending += view.owner.operands[1:]
        view = view.owner.operands[0]
    seen: set[SSAValue] = set()
    while pending:
        value = pending.pop()
        if value is counter:
            return True
        if value not in seen and isinstance(value.owner, Operation):
            seen.add(value)
            if value.owner.dialect_name() in COMPUTED:
                pending += value.owner.operands
    return False


def split_kernel(function: FuncOp, loop: scf.ParallelOp | scf.ForOp) -> None:
    """
    Let a kernel compute one part, by two more arguments.

        func.func private @kernel_0(%n: index, %x: memref<?xf32>) {
          scf.parallel (%i) = (%c0) to (%n) step (%c1) { ... }
    =>
        func.func private @kernel_0(%n: index, %x: memref<?xf32>, %part: index, %parts: index) {
          %iterations = arith.ceildivsi %n, %parts : index
          ...                               // a multiple of 64, and at most those that are left
          scf.parallel (%i) = (%first) to (%end) step (%c1) { ... }
    """
    block = function.body.blocks[0]
    part, parts = (block.insert_arg(INDEX, len(block.args)) for _ in range(2))
    kind = function.function_type
    inputs = [*kind.inputs, INDEX, INDEX]
    function.properties["function_type"] = FunctionType.from_lists(inputs, list(kind.outputs))
    if function.arg_attrs is not None:
        given = [*function.arg_attrs, *[DictionaryAttr({})] * 2]
        function.properties["arg_attrs"] = ArrayAttr(given)
    function.attributes[DISTRIBUTED] = UnitAttr()
    writer = Writer(block, InsertPoint.before(loop))
    if isinstance(loop, scf.ForOp):
        low, high = Range(loop.lb, loop.ub, loop.step, False).part(writer, part, parts)
        loop.operands[0], loop.operands[1] = writer.values([low, high])
    else:
        restrict(writer, loop, part, parts)


@dataclass(frozen=True)
class Range:
    """The iterations of one dimension of a loop."""

    low: SSAValue
    high: SSAValue
    step: SSAValue
    are_neighbours: bool
    """Whether each iteration is an element, next to that of the one before."""

    def count(self, writer: Writer) -> Index:
        """How many there are."""
        low, high, step = (index_of(one) for one in (self.low, self.high, self.step))
        return writer.maximum(writer.ceil_divide(writer.subtract(high, low), step), 0)

    def part(self, writer: Writer, part: Index, parts: Index) -> tuple[Index, Index]:
        """The bounds of one part."""
        low, step, count = index_of(self.low), index_of(self.step), self.count(writer)
        length = writer.ceil_divide(count, parts)
        if self.are_neighbours:
            length = writer.multiply(writer.ceil_divide(length, NEIGHBOURS), NEIGHBOURS)
        first = writer.minimum(writer.multiply(part, length), count)
        last = writer.minimum(writer.add(first, length), count)
        bounds = (writer.add(low, writer.multiply(one, step)) for one in (first, last))
        start, end = bounds
        return start, end


def index_of(value: SSAValue) -> Index:
    """An index, as a number where it is one."""
    number = constant_of(value)
    return value if number is None else number


def restrict(writer: Writer, op: scf.ParallelOp, part: SSAValue, parts: SSAValue) -> None:
    """
    Leave one part of the iterations of a loop: a part of the first dimension with as many of them
    as there are parts, else of the last one that may be split.
    """
    places = dimensions(op)
    count = len(op.body.block.args)
    has_elements = not any(isinstance(one, INNER) for one in op.body.walk())
    is_open: SSAValue | None = None
    """Whether no dimension before is split."""
    for place in places:
        step = op.step[place]
        are_neighbours = has_elements and place == count - 1 and constant_of(step) == 1
        span = Range(op.lowerBound[place], op.upperBound[place], step, are_neighbours)
        chosen = is_open
        if place != places[-1]:
            enough = writer.compare(">=", writer.value(span.count(writer)), parts)
            chosen = enough if is_open is None else writer.both(is_open, enough)
            rest = writer.op(arith.XOrIOp, [enough, writer.constant(1, enough.type)], enough.type)
            is_open = rest if is_open is None else writer.both(is_open, rest)
        mine: tuple[Index, Index] = part, parts
        if chosen is not None:
            zero, one = writer.values([0, 1])
            mine = writer.select(chosen, part, zero), writer.select(chosen, parts, one)
        low, high = writer.values(span.part(writer, *mine))
        op.operands[place], op.operands[count + place] = low, high


def parts_around(op: Operation) -> bool:
    """Whether an operation is inside of a loop over parts."""
    above = op.parent_op()
    while above is not None and not is_distributed(above):
        above = above.parent_op()
    return above is not None


@dataclass
class Calls:
    """The calls of kernels in a function that is none."""

    function: FuncOp
    parts: Parts
    kernels: dict[str, FuncOp]

    def distribute(self) -> None:
        """Let threads run parts of loops around calls, and of the calls that stand alone."""
        for op in [*self.function.walk()]:
            if isinstance(op, scf.ParallelOp) and self.may_be_split(op):
                self.split_loop(op)
        for op in [*self.function.walk()]:
            kernel = self.kernels.get(op.callee.string_value()) if isinstance(op, CallOp) else None
            if isinstance(op, CallOp) and kernel is not None and is_distributed(kernel):
                self.split_call(op, PRODUCT in kernel.attributes)

    def may_be_split(self, op: scf.ParallelOp) -> bool:
        """Whether a loop does nothing but call kernels, and is not inside of one that is split."""
        if op.results or parts_around(op) or not dimensions(op):
            return False
        inside = [one for block in op.body.blocks for one in block.walk()]
        calls = [one for one in inside if isinstance(one, CallOp)]
        return (
            bool(calls)
            and all(one.callee.string_value() in self.kernels and not one.results for one in calls)
            and all(
                isinstance(one, AROUND) or one.dialect_name() in COMPUTED
                for one in inside
                if not isinstance(one, CallOp)
            )
        )

    def split_loop(self, op: scf.ParallelOp) -> None:
        """
        Split a loop around calls.

            scf.parallel (%b) = (%c0) to (%n) step (%c1) { func.call @product(...) }
        =>
            scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
              scf.parallel (%b) = (%first) to (%end) step (%c1) { func.call @product(...) }
            } {disc_shape.distributed}
        """
        writer = self.writer_before(op)
        buffers = {root_of(one): None for one in captured([op]) if is_buffer(one)}
        made = self.loop_over_parts(writer, op, elements_of(writer, [*buffers]))
        with writer.at(InsertPoint.at_end(made.body.block)):
            op.detach()
            end = writer.insert(scf.ReduceOp())
            writer.insert(op)
            writer.move(InsertPoint.before(op))
            restrict(writer, op, *self.part_of(writer, made))
            end.detach()
            writer.move(InsertPoint.at_end(made.body.block))
            writer.insert(end)
        statistics.count("distribute-kernels: loops")

    def split_call(self, op: CallOp, is_product: bool) -> None:
        """
        Call a kernel for each part; once for all inside of a loop that is split.

            func.call @kernel_0(%n, %x)
        =>
            scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
              func.call @kernel_0(%n, %x, %part, %parts)
            } {disc_shape.distributed}
        """
        writer = self.writer_before(op)
        name, arguments = op.callee.string_value(), list(op.arguments)
        if parts_around(op):
            writer.insert(CallOp(name, [*arguments, *writer.values([0, 1])], []))
        else:
            buffers = [one for one in arguments if is_buffer(one)]
            size = products_of(writer, *buffers[:2]) if is_product else elements_of(writer, buffers)
            made = self.loop_over_parts(writer, op, size)
            with writer.at(InsertPoint.at_end(made.body.block)):
                writer.insert(CallOp(name, [*arguments, *self.part_of(writer, made)], []))
                writer.insert(scf.ReduceOp())
            statistics.count("distribute-kernels: calls")
        Rewriter.erase_op(op)

    def writer_before(self, op: Operation) -> Writer:
        """Writes before an operation."""
        return Writer(self.function.body.blocks[0], InsertPoint.before(op))

    def loop_over_parts(self, writer: Writer, op: Operation, size: Index) -> scf.ParallelOp:
        """The loop over the parts of something of some size: one part if it is small."""
        total, least, count, one = writer.values([size, self.parts.elements, self.parts.count, 1])
        parts = writer.select(writer.compare(">=", total, least), count, one)
        low, step = writer.values([0, 1])
        body = Region(Block(arg_types=[INDEX]))
        made = writer.insert(scf.ParallelOp([low], [parts], [step], body))
        made.attributes[DISTRIBUTED] = UnitAttr()
        inherit(made, op)
        return made

    @staticmethod
    def part_of(writer: Writer, op: scf.ParallelOp) -> tuple[SSAValue, SSAValue]:
        """The number of a part, and that of all."""
        return op.body.block.args[0], op.upperBound[0]


def is_buffer(value: SSAValue) -> bool:
    """Whether a value is a buffer."""
    return isinstance(value.type, MemRefType)


def elements_of(writer: Writer, buffers: Sequence[SSAValue]) -> Index:
    """How many elements buffers have."""
    total: Index = 0
    for one in buffers:
        count: Index = 1
        for axis in range(len(shape_of(one))):
            count = writer.multiply(count, dimension(writer, one, axis))
        total = writer.add(total, count)
    return total


def products_of(writer: Writer, lhs: SSAValue, rhs: SSAValue) -> Index:
    """How many elements take about as long as a product of two matrices."""
    count = writer.multiply(dimension(writer, lhs, 0), dimension(writer, lhs, 1))
    return writer.divide(writer.multiply(count, dimension(writer, rhs, 1)), PRODUCTS)
