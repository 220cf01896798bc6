"""Allocates the rows of scratch that kernels need."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.locations import inherit
from disc_shape.loops.conversion import Conversion
from disc_shape.loops.factors import Factors, definitions_of
from disc_shape.loops.kernels import Kernel, NoLoopsError, SizeReader
from disc_shape.loops.repeats import likeness
from disc_shape.loops.scratch import Scratch
from disc_shape.loops.sorting import SortLoops
from disc_shape.loops.writer import Constants, NestWriter

PEAK = "disc_shape.peak"
"""
The most bytes that an activation of a function has allocated at once, results included. Memory of a
function that says so is planned: rows of scratch are in the plan, or there are none.
"""


def functions_of(module: ModuleOp) -> Iterator[func.FuncOp]:
    """The functions of a module that are programs."""
    for function in module.body.block.ops:
        if isinstance(function, func.FuncOp) and function.body.blocks:
            if function.sym_name.data != GRAPH:
                yield function


def allocate_scratch(module: ModuleOp) -> None:
    """
    Allocate the rows of scratch that the loops of kernels will need.

        lmhlo.fusion ins(%x : ...) outs(%y : ...) {...}
    =>
        %t = memref.alloc(%n) {disc_shape.dims = [@S1]} : memref<?xf32>
        lmhlo.fusion ins(%x : ...) outs(%y : ...) scratch(%t : memref<?xf32>) {...}
        memref.dealloc %t : memref<?xf32>
    """
    factors = Factors(definitions_of(module))
    for function in functions_of(module):
        allocate_in(function, factors)


def allocate_in(function: func.FuncOp, factors: Factors) -> None:
    """Allocate the rows of scratch of the kernels of a function."""
    constants: Constants | None = None
    without: set[Hashable] = set()
    for op in list(function.body.walk()):
        if not isinstance(op, BufferOp) or not may_need_scratch(op):
            continue
        key = likeness(op, {})
        if key in without:
            continue  # Layers repeat.
        constants = constants or Constants(function.body.blocks[0])
        add_scratch(op, factors, constants)
        if not op.scratch:
            without.add(key)


def may_need_scratch(op: BufferOp) -> bool:
    """Whether a kernel has none, and sorts, or reduces and computes expensive functions."""
    if op.scratch or op.results:
        return False
    if not isinstance(op, BufferFusionOp):
        return issubclass(op.HLO, SortOp)
    members = list(op.regions[0].block.ops)
    return any(isinstance(one, ReduceOp) for one in members) and any(map(is_dear, members))


def is_dear(op: Operation) -> bool:
    """Whether an operation evaluates a function that costs many times what an addition costs."""
    rule = elements_of(op)
    scalar = rule.scalar(op) if isinstance(rule, Elementwise) else None
    return scalar is not None and scalar.function.expensive


def add_scratch(op: BufferOp, factors: Factors, constants: Constants) -> None:
    """Allocate the rows of scratch that the loops of one kernel need before it."""
    outside = Block()
    writer = NestWriter(constants, outside)
    kernel = Kernel.of(op)
    scratch = Scratch(SizeReader(kernel, writer, {}), factors, (), grows=True)
    try:
        if isinstance(kernel.twin, SortOp):
            SortLoops(kernel, scratch.sizes, writer, kernel.twin, scratch).rows()
        else:
            conversion = Conversion(kernel, scratch.sizes, factors, writer, scratch)
            _, undecided = conversion.traced("any")
            if undecided:
                conversion.traced("none")
    except NoLoopsError:
        scratch.made.clear()
    finally:
        kernel.close()
    if not scratch.made:
        outside.erase(safe_erase=False)
        return
    outside.add_ops(scratch.made)
    for one in list(outside.ops):
        one.detach()
        inherit(one, op)
        Rewriter.insert_op(one, InsertPoint.before(op))
    rows = [one.memref for one in scratch.made]
    op.add_scratch(rows)
    for row in reversed(rows):
        free = memref.DeallocOp.get(row)
        inherit(free, op)
        Rewriter.insert_op(free, InsertPoint.after(op))
