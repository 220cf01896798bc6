"""
Kernels in parts, which threads run at once, and loops around calls of them.

A kernel computes the part whose number it is given; the results do not depend on how many parts
there are. Memory for what is computed on the way is there for each part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i8,
)
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.interpreters.peaks import claim_of
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.loops.allocation import PEAK
from disc_shape.lowering.origins import VIEWS
from disc_shape.lowering.types import buffer_of, width_of
from disc_shape.native.call_state import HEADER
from disc_shape.native.contractions_forms import dimension, shape_of
from disc_shape.native.contractions_peaks import Allocations, allocations, count_new_allocations
from disc_shape.native.contractions_products import PRODUCT
from disc_shape.native.distribution_loops import (
    COMPUTED,
    Loops,
    Range,
    dimensions,
    loops_inside,
    only_loops,
    restrict,
)
from disc_shape.native.outlining import captured, root_of
from disc_shape.native.routine import DISTRIBUTED, SCRATCH, is_distributed, is_kernel

PRODUCTS = 16
"""The products of two elements that take about as long as one element of other kernels."""

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
    planned = allocations(module)
    functions = [one for one in module.ops if isinstance(one, FuncOp) and one.body.blocks]
    kernels = {one.sym_name.data: one for one in functions if is_kernel(one)}
    others = [one for one in functions if not is_kernel(one) and one.sym_name.data != GRAPH]
    given, inside = scratch_arguments(others), called_by(kernels.values())
    for name, one in kernels.items():
        if not is_distributed(one) and name not in inside:  # An epilogue has the part of a product.
            split_kernel(one, {one.body.blocks[0].args[place] for place in given.get(name, ())})
    for one in others:
        Calls(one, parts, kernels).distribute()
    count_scratch(module, planned)


def called_by(functions: Iterable[FuncOp]) -> set[str]:
    """The names of the functions that some call."""
    ops = (op for one in functions for op in one.walk())
    return {op.callee.string_value() for op in ops if isinstance(op, CallOp)}


def scratch_arguments(functions: Sequence[FuncOp]) -> dict[str, set[int]]:
    """The arguments of kernels that are scratch memory in all calls, by their numbers."""
    found: dict[str, set[int]] = {}
    for function in functions:
        for op in function.walk():
            if isinstance(op, CallOp):
                here = {at for at, one in enumerate(op.arguments) if is_scratch(one)}
                name = op.callee.string_value()
                found[name] = found.get(name, here) & here
    return found


def count_scratch(module: ModuleOp, planned: Allocations) -> None:
    """Count the scratch memory of all parts: what there was for one is counted as well."""
    count_new_allocations(module, planned)
    for function, ops in allocations(module).items():
        claim = claim_of(function)
        if claim is not None and ops - planned.get(function, frozenset()):
            function.attributes[PEAK] = StringAttr(f"<= {claim[1]}")


def is_scratch(value: SSAValue) -> bool:
    """Whether a value is memory of which each part needs its own."""
    return isinstance(value.owner, memref.AllocOp) and SCRATCH in value.owner.attributes


def split_kernel(function: FuncOp, scratch: Collection[SSAValue]) -> None:
    """
    Let a kernel compute one part, by two more arguments, where its iterations are independent.

        func.func private @kernel_0(%n: index, %x: memref<?xf32>) {
          scf.parallel (%i) = (%c0) to (%n) step (%c1) { ... }
    =>
        func.func private @kernel_0(%n: index, %x: memref<?xf32>, %part: index, %parts: index) {
          %iterations = arith.ceildivsi %n, %parts : index
          ...                               // a multiple of 64, and at most those that are left
          scf.parallel (%i) = (%first) to (%end) step (%c1) { ... }
    """
    block = function.body.blocks[0]
    is_product = PRODUCT in function.attributes
    loops = [] if is_product else only_loops(block)
    places = [dimensions(one, scratch) for one in loops or ()]
    if not is_product and not (places and all(places)):
        return
    part, parts = add_part(function)
    if is_product:  # Tiles stand for it.
        (rows,) = (one for one in block.ops if isinstance(one, scf.ForOp))
        writer = Writer(block, InsertPoint.before(rows))
        low, high = Range(rows.lb, rows.ub, rows.step, False).part(writer, part, parts)
        rows.operands[0], rows.operands[1] = writer.values([low, high])
    for loop, some in zip(loops or (), places, strict=True):
        restrict(Writer(block, InsertPoint.before(loop)), [(loop, some)], part, parts)
    statistics.count("distribute-kernels: kernels")


def add_part(function: FuncOp) -> tuple[SSAValue, SSAValue]:
    """Let a function take the number of a part, and that of all."""
    block, kind = function.body.blocks[0], function.function_type
    part, parts = (block.insert_arg(INDEX, len(block.args)) for _ in range(2))
    inputs = [*kind.inputs, INDEX, INDEX]
    function.properties["function_type"] = FunctionType.from_lists(inputs, list(kind.outputs))
    if function.arg_attrs is not None:
        given = [*function.arg_attrs, *[DictionaryAttr({})] * 2]
        function.properties["arg_attrs"] = ArrayAttr(given)
    function.attributes[DISTRIBUTED] = UnitAttr()
    return part, parts


def lacks_part(op: CallOp, kernel: FuncOp) -> bool:
    """Whether a kernel computes a part, and a call does not say which one."""
    return is_distributed(kernel) and len(op.arguments) < len(kernel.function_type.inputs)


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
                self.split_loop(op, loops_inside(op))
        for op in [*self.function.walk()]:
            kernel = self.kernels.get(op.callee.string_value()) if isinstance(op, CallOp) else None
            if isinstance(op, CallOp) and kernel is not None and lacks_part(op, kernel):
                self.split_call(op, PRODUCT in kernel.attributes)
        for op in [*self.function.walk()]:
            if isinstance(op, memref.AllocOp) and is_scratch(op.memref):
                uses = [use.operation for use in op.memref.uses]
                if all(isinstance(one, memref.DeallocOp) for one in uses):
                    for one in (*uses, op):
                        Rewriter.erase_op(one)

    def may_be_split(self, op: scf.ParallelOp) -> bool:
        """Whether a loop does nothing but call kernels, and is not inside of one that is split."""
        if (
            op.results
            or is_distributed(op)
            or parts_around(op)
            or not any(places for _, places in loops_inside(op))
        ):
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

    def split_loop(self, op: scf.ParallelOp, loops: Loops) -> None:
        """
        Split a loop around calls. Each part has scratch memory of its own.

            scf.parallel (%b) = (%c0) to (%n) step (%c1) { func.call @product(...) }
        =>
            scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
              scf.parallel (%b) = (%first) to (%end) step (%c1) { func.call @product(...) }
            } {disc_shape.distributed}
        """
        writer = self.writer_before(op)
        buffers = {root_of(one): None for one in captured([op]) if is_buffer(one)}
        made = self.loop_over_parts(writer, op, elements_of(writer, [*buffers]))
        block = made.body.block
        with writer.at(InsertPoint.at_end(block)):
            for one in buffers:
                if is_scratch(one):
                    view = self.scratch_of(one, made, writer)
                    one.replace_uses_with_if(view, lambda use: op.is_ancestor(use.operation))
            op.detach()
            writer.insert(op)
            writer.move(InsertPoint.before(op))
            restrict(writer, loops, block.args[0], made.upperBound[0])
        block.add_op(scf.ReduceOp())
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
            block = made.body.block
            with writer.at(InsertPoint.at_end(block)):
                given = [
                    self.scratch_of(one, made, writer) if is_scratch(one) else one
                    for one in arguments
                ]
                part = block.args[0], made.upperBound[0]
                writer.insert(CallOp(name, [*given, *part], []))
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

    def scratch_of(self, buffer: SSAValue, loop: scf.ParallelOp, writer: Writer) -> SSAValue:
        """
        The scratch memory of a part, in the loop over parts, around which there is memory for all.

            %0 = memref.alloc() {disc_shape.scratch} : memref<9x64xf32>
        =>
            %all = memref.alloc() {alignment = 64 : i64} : memref<9216xi8>    // for four parts
            scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
              %start = arith.muli %part, %c2304 : index
              %0 = memref.view %all[%start][] : memref<9216xi8> to memref<9x64xf32>
        """
        kind = buffer_of(buffer)
        width = width_of(kind.element_type)
        assert width is not None
        size = -(-width * prod(kind.get_shape()) // HEADER) * HEADER
        bytes_ = MemRefType(i8, [size * self.parts.count])
        before = self.writer_before(loop)
        alloc = before.insert(memref.AllocOp([], [], bytes_, IntegerAttr(HEADER, 64)))
        inherit(alloc, loop)
        after = memref.DeallocOp.get(alloc.memref)
        Rewriter.insert_op(after, InsertPoint.after(loop))
        start = writer.value(writer.multiply(loop.body.block.args[0], size))
        return writer.insert(memref.ViewOp(alloc.memref, start, [], kind)).result


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
