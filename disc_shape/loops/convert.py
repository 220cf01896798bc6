"""Converts the kernels of a module to loops."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.mhlo_only import TopKOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp, SelectAndScatterOp, SortOp
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.loops.aliases import sources
from disc_shape.loops.allocation import PEAK, allocate_in, functions_of
from disc_shape.loops.cholesky import CholeskyLoops, Factor
from disc_shape.loops.conversion import Conversion
from disc_shape.loops.factors import Factors, Level, definitions_of
from disc_shape.loops.kernels import Kernel, NoLoopsError, SizeReader
from disc_shape.loops.open_windows import OpenWindowLoops
from disc_shape.loops.parts import PartLoops
from disc_shape.loops.pivoting import PivotingLoops, exchanges_rows
from disc_shape.loops.repeats import Converted, likeness
from disc_shape.loops.scalar_functions import PARTS
from disc_shape.loops.scattering import ScatterLoops
from disc_shape.loops.scratch import Scratch
from disc_shape.loops.selecting import SelectionLoops
from disc_shape.loops.selecting_rows import TopKLoops
from disc_shape.loops.sorting import SortLoops
from disc_shape.loops.triangular import System, TriangularLoops
from disc_shape.loops.writer import Constants, NestWriter
from disc_shape.loops.written_windows import running_axis
from disc_shape.lowering.origins import Origins
from disc_shape.traversal import erase_dead

Contractions = Literal["loops", "keep"]
"""Whether dots and convolutions become loops."""

CONTRACTIONS = (ConvolutionOp, DotGeneralOp, DotOp, DynamicConvOp)


def convert_kernels(module: ModuleOp, level: Level, contractions: Contractions) -> None:
    """
    Replace the operations on buffers that have a form as loops. Rows of scratch are allocated where
    the memory of a function is not planned.
    """
    factors = Factors(definitions_of(module), level)
    for function in functions_of(module):
        if PEAK not in function.attributes:
            allocate_in(function, factors)
        entry = function.body.blocks[0]
        constants = Constants(entry)
        known: dict[tuple[SSAValue, int], SSAValue] = {}
        before: dict[Hashable, Converted] = {}
        origins = Origins(function)
        for op in list(function.body.walk()):
            if isinstance(op, memref.DimOp) and op.parent is entry:
                number = op.index.owner
                if isinstance(number, arith.ConstantOp) and isinstance(number.value, IntegerAttr):
                    known.setdefault((op.source, int_of(number.value)), op.result)
            if not isinstance(op, BufferOp) or (contractions == "keep" and contracts(op)):
                continue
            if overlaps(op, origins):
                continue  # Views of one buffer apart, which `aliases` compares.
            key = likeness(op, known)
            alike = before.get(key)
            if alike is not None:
                loops = alike.copies_for(op)
            else:
                loops = loops_of(op, factors, constants, known)
                before[key] = Converted(list(op.operands), loops)
            if loops is not None:
                replace_kernel(op, loops)
                statistics.count("lmhlo-to-loops: kernels as loops")
        erase_dead(function.body)


def contracts(op: BufferOp) -> bool:
    """Whether an operation is a dot or convolution, alone or with others."""
    if isinstance(op, BufferFusionOp):
        return any(isinstance(one, CONTRACTIONS) for one in op.regions[0].block.ops)
    return issubclass(op.HLO, CONTRACTIONS)


def overlaps(op: BufferOp, origins: Origins) -> bool:
    """
    Whether an operation may write memory of another buffer that it reads or writes: one that a
    loop, branch or call gives, which is no view of it.
    """
    written = (*op.outs, *op.scratch)
    return any(
        [*sources(one)][-1] is not [*sources(out)][-1] and origins.may_share(one, out)
        for index, out in enumerate(written)
        for one in (*op.ins, *written[:index])
    )


def loops_of(
    op: BufferOp,
    factors: Factors,
    constants: Constants,
    known: Mapping[tuple[SSAValue, int], SSAValue],
) -> list[Operation] | None:
    """The loops of an operation, in no block yet; None for one that has none."""
    if op.results:
        return None
    outside = Block()
    writer = NestWriter(constants, outside)
    kernel = Kernel.of(op)
    sizes = SizeReader(kernel, writer, known)
    scratch = Scratch(sizes, factors, op.scratch, grows=False)
    try:
        if isinstance(kernel.twin, SortOp):
            SortLoops(kernel, sizes, writer, kernel.twin, scratch).run()
        elif isinstance(kernel.twin, TopKOp):
            TopKLoops(kernel, sizes, writer, kernel.twin).run()
        elif isinstance(kernel.twin, ScatterOp):
            ScatterLoops(kernel, sizes, writer, kernel.twin, factors).run()
        elif (system := System.of(kernel.twin)) is not None:
            TriangularLoops(kernel, sizes, writer, system, factors).run()
        elif (factor := Factor.of(kernel.twin)) is not None:
            CholeskyLoops(kernel, sizes, writer, factors, factor).run()
        elif exchanges_rows(kernel.twin):
            PivotingLoops(kernel, sizes, writer, factors).run()
        elif isinstance(kernel.twin, tuple(PARTS)):
            PartLoops(kernel, sizes, writer, factors).run()
        elif isinstance(kernel.twin, SelectAndScatterOp):
            SelectionLoops(kernel, sizes, writer, kernel.twin, factors).run()
        elif isinstance(kernel.twin, CustomCallOp) and kernel.twin.target == DYNAMIC_REDUCE_WINDOW:
            OpenWindowLoops(kernel, sizes, writer, kernel.twin).run()
        elif isinstance(kernel.twin, ReduceWindowOp) and running_axis(kernel.twin) is not None:
            OpenWindowLoops(kernel, sizes, writer, kernel.twin).run()
        else:
            Conversion(kernel, sizes, factors, writer, scratch).run()
    except NoLoopsError:
        outside.erase(safe_erase=False)  # Its operations use each other.
        return None
    finally:
        kernel.close()
    loops = list(outside.ops)
    for one in loops:
        one.detach()
        for inner in one.walk():
            inner.location = op.location
    return loops


def replace_kernel(op: BufferOp, loops: Sequence[Operation]) -> None:
    """Put loops in the place of an operation."""
    for one in loops:
        Rewriter.insert_op(one, InsertPoint.before(op))
    rows = op.scratch
    Rewriter.erase_op(op)
    for row in rows:
        erase_unused(row)


def erase_unused(buffer: SSAValue) -> None:
    """Erase the allocation of a row that is never used."""
    uses = [use.operation for use in buffer.uses]
    if isinstance(buffer.owner, memref.AllocOp):
        if all(isinstance(use, memref.DeallocOp) for use in uses):
            for use in uses:
                Rewriter.erase_op(use)
            Rewriter.erase_op(buffer.owner)
