"""Emits nests: `scf.parallel` around, `scf.for` inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import scf
from xdsl.ir import Block, Region

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.elements import ElementWriter
from disc_shape.loops.indices import Pieces
from disc_shape.loops.nests import Nest
from disc_shape.loops.nodes import Apply, Reduction, Result
from disc_shape.loops.numbers import Loop
from disc_shape.loops.writer import NestWriter


def emit_nest(nest: Nest, writer: NestWriter) -> None:
    """
    Emit the loops of a nest and what they write.

    The outer loops are one `scf.parallel`, whose iterations are independent; those around which
    something is computed for several iterations of the next one, and the innermost one, are
    `scf.for`. So are all loops around a row of scratch, and the one around several loops over the
    whole of an array: a kernel over rows of which there is one.

        scf.for %r = %c0 to %c1 step %c1 {
          %s = scf.for %i = %c0 to %n step %c1 iter_args(...) -> (f32) { ... }
          scf.parallel (%i) = (%c0) to (%n) step (%c1) { ... }
        }
    """
    assert nest.is_complete()
    elements = ElementWriter(nest, writer)
    if not has_one_row(nest):
        _emit_loops(nest, elements)
        return
    block = Block(arg_types=[INDEX])
    with writer.inside(block):
        elements.base = writer.level
        _emit_loops(nest, elements)
        writer.insert(scf.YieldOp())
    writer.loop(0, 1, [], block)


def has_one_row(nest: Nest) -> bool:
    """Whether there are several loops and none around them: some reduce all of an array."""
    whole = [
        node for node in nest.nodes if isinstance(node, Reduction) and node.axes and not node.loops
    ]
    return len(whole) + bool(nest.loops) > 1 and bool(whole)


def _emit_loops(nest: Nest, elements: ElementWriter) -> None:
    loops = nest.outer()
    if not loops:
        _store(nest, elements)
    elif nest.is_sequential:
        _sequential(nest, loops, elements)
    elif len(loops) == 1 and loops[0] in nest.cuts:
        for first, last, piece in elements.pieces(loops[0]):
            _parallel([(loops[0], first, last, piece)], elements, lambda: _store(nest, elements))
    else:
        count = parallel_loops(nest, loops)
        outer = [(loop, 0, loop.size.value, None) for loop in loops[:count]]
        cut = [loop for loop in loops[:count] if loop in nest.cuts]
        _parallel(
            outer,
            elements,
            lambda: _chosen(cut, elements, lambda: _sequential(nest, loops[count:], elements)),
        )


def parallel_loops(nest: Nest, loops: Sequence[Loop]) -> int:
    """How many of the outermost loops are one operation."""
    levels = {loop: number + 1 for number, loop in enumerate(loops)}
    count, innermost = len(loops), True
    for node in nest.nodes:
        if not isinstance(node, Reduction | Apply):
            continue
        if isinstance(node, Apply) and not is_expensive(node):
            continue
        used = nest.without_merged(list(node.loops))
        level = max((levels.get(loop, 0) for loop in used), default=0)
        if level == len(loops):
            innermost &= not isinstance(node, Reduction)
        elif level:
            count = min(count, level)
    return count if count < len(loops) or not innermost else max(count - 1, 1)


def is_expensive(node: Apply) -> bool:
    """Whether a function costs many times what an addition costs."""
    return node.scalar is None or node.scalar.function.expensive


def _store(nest: Nest, elements: ElementWriter) -> None:
    _run_first(nest, elements)
    values = [elements.element(store.node) for store in nest.stores]
    for store, value in zip(nest.stores, values, strict=True):
        elements.store(store.buffer, store.index, value)


def _run_first(nest: Nest, elements: ElementWriter) -> None:
    """Emit the reductions that write what others read again, and those, in their order."""
    for reduction in nest.ordered:
        elements.element(Result(reduction, 0))


def _parallel(
    loops: Sequence[tuple[Loop, Index, Index, int | None]],
    elements: ElementWriter,
    body: Callable[[], None],
) -> None:
    """
    Loops whose iterations are independent.

        scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
          ...
          scf.reduce
        }
    """
    writer = elements.writer
    block = Block(arg_types=[INDEX] * len(loops))
    with writer.inside(block):
        for (loop, _, _, piece), counter in zip(loops, block.args, strict=True):
            elements.open(loop, counter, piece)
        body()
        for loop, *_ in loops:
            elements.close(loop)
        writer.insert(scf.ReduceOp())
    lows, highs = writer.values([one[1] for one in loops]), writer.values([one[2] for one in loops])
    steps = [writer.constant(1)] * len(loops)
    writer.insert(scf.ParallelOp(lows, highs, steps, Region(block)))


def _chosen(cut: Sequence[Loop], elements: ElementWriter, body: Callable[[], None]) -> None:
    """
    Loops inside of a branch for each piece of an outer loop.

        %b = arith.cmpi slt, %i, %low : index
        scf.if %b { ... } else { ... }
    """
    if not cut:
        body()
        return
    loop, writer = cut[0], elements.writer
    counter, level = elements.counters[loop]

    def branch(pieces: Pieces) -> None:
        first, *rest = pieces
        if not rest:
            elements.open(loop, counter, first[2])
            _chosen(cut[1:], elements, body)
            return
        blocks = [Block(), Block()]
        holds = writer.compare("<", counter, writer.value(first[1]))
        for block, part in zip(blocks, ([first], rest), strict=True):
            with writer.inside(block, guarded=True):
                branch(part)
                writer.insert(scf.YieldOp())
        writer.branch(holds, [], blocks[0], blocks[1])

    branch(elements.pieces(loop))
    elements.counters[loop] = counter, level


def _sequential(nest: Nest, loops: Sequence[Loop], elements: ElementWriter) -> None:
    """
    Loops inside, one after the other for the pieces of one that is cut.

        scf.for %j = %c0 to %n step %c1 { ... }
    """
    if not loops:
        _store(nest, elements)
        return
    loop, writer = loops[0], elements.writer
    for first, last, piece in elements.pieces(loop):
        block = Block(arg_types=[INDEX])
        with writer.inside(block):
            elements.open(loop, block.args[0], piece)
            _sequential(nest, loops[1:], elements)
            elements.close(loop)
            writer.insert(scf.YieldOp())
        writer.loop(first, last, [], block)
