"""The conversion of one kernel: tracing, nests, and their emission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import memref, scf
from xdsl.ir import Block, SSAValue

from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.linalg_conversion.types import kind_of
from disc_shape.loops.aliases import may_write
from disc_shape.loops.emission import emit_nest
from disc_shape.loops.factors import Factors, agree
from disc_shape.loops.kernels import Kernel, NoLoopsError, SizeReader
from disc_shape.loops.nests import Nest, Store, cut_loops, merge_loops
from disc_shape.loops.nodes import Item
from disc_shape.loops.numbers import (
    Digit,
    Loop,
    LoopKey,
    Place,
    Size,
    at,
    combined,
    fixed,
    linear,
)
from disc_shape.loops.reshapes import SplitLoopError, taken_apart
from disc_shape.loops.rows import keep_rows
from disc_shape.loops.scratch import Scratch
from disc_shape.loops.sharing import share_nests
from disc_shape.loops.tracing import Expansion, Tracer, Undecided
from disc_shape.loops.writer import NestWriter

SPLITS = 32
"""The number of times that a kernel is traced again because a loop is split."""

Digits: TypeAlias = tuple[Digit, ...]


@dataclass
class Conversion:
    """The conversion of one kernel."""

    kernel: Kernel
    sizes: SizeReader
    factors: Factors
    writer: NestWriter
    scratch: Scratch

    def run(self) -> None:
        """
        Emit its loops; raises `NoLoopsError`. Where the innermost axis of a value may expand, they
        are emitted for sizes that agree, with unit strides, and for others.
        """
        nests, undecided = self.traced("any")
        inner = [one for one in undecided if one.is_innermost]
        if not inner:
            self.emit(nests)
        elif len(inner) == len(undecided):
            self.choose(inner, "none", "any")
        else:
            self.choose(undecided, "none", "outer", inner)

    def choose(
        self,
        undecided: Sequence[Undecided],
        then: Expansion,
        otherwise: Expansion,
        inner: Sequence[Undecided] = (),
    ) -> None:
        """
        Emit two versions, one for sizes that agree and one for axes that may expand; if `inner` of
        these are given, a third one for innermost axes that do.

            %same = arith.cmpi eq, %n, %m : index
            scf.if %same { ... } else { ... }
        """
        writer = self.writer
        holds: SSAValue | None = None
        for size, target, _ in undecided:
            same = writer.compare("==", writer.value(size.value), writer.value(target.value))
            holds = same if holds is None else writer.both(holds, same)
        assert holds is not None
        blocks = [Block(), Block()]
        for block, expansion in zip(blocks, (then, otherwise), strict=True):
            with writer.inside(block, guarded=True):
                if inner and expansion == "outer":
                    self.choose(inner, "outer", "any")
                else:
                    self.emit(self.traced(expansion)[0])
                writer.insert(scf.YieldOp())
        writer.branch(holds, [], blocks[0], blocks[1])

    def emit(self, nests: Sequence[Nest]) -> None:
        """Emit nests one after the other."""
        if not may_write(nests):
            raise NoLoopsError
        for nest in nests:
            if isinstance(self.kernel.twin, DynamicUpdateSliceOp):
                self.copy_first()
            merge_loops(nest, self.factors, self.writer)
            cut_loops(nest)
            emit_nest(nest, self.writer)

    def copy_first(self) -> None:
        """Copy the operand of an update that is not in place."""
        source, target = self.kernel.op.ins[0], self.kernel.op.outs[0]
        if source is not target:
            self.writer.insert(memref.CopyOp(source, target))

    def traced(self, expansion: Expansion) -> tuple[list[Nest], list[Undecided]]:
        """The nests, where loops are split until no index is divided that need not be."""
        splits: dict[LoopKey, Sequence[Size]] = {}
        for _ in range(SPLITS):
            tracer = Tracer(self.kernel, self.sizes, self.factors, splits, expansion)
            try:
                return self.trace(tracer), tracer.undecided
            except SplitLoopError as error:
                splits[error.loop.key] = error.sizes
        raise NoLoopsError

    def trace(self, tracer: Tracer) -> list[Nest]:
        """The nests of all outs; outs of equal sizes share one."""
        twin = self.kernel.twin
        if isinstance(twin, DynamicUpdateSliceOp):
            return [self.update(twin, tracer)]
        nests: list[tuple[list[Size], Nest, list[Digits]]] = []
        pairs = zip(self.kernel.returned, self.kernel.op.outs, strict=True)
        for value, out in sorted(pairs, key=lambda pair: rank_of(pair[1])):
            if 0 in shape_of(out):
                continue
            sizes = [self.sizes.of_buffer(out, axis) for axis in range(rank_of(out))]
            kept = [size for size in sizes if not size.is_one]
            found = next((one for one in nests if agree(one[0], kept, self.factors)), None)
            if found is None:
                digits = self.digits(kept, len(nests), tracer)
                found = (kept, Nest(loops_of(digits), []), digits)
                nests.append(found)
            _, nest, digits = found
            rest = iter(digits)
            index = tuple(Place() if size.is_one else Place(next(rest)) for size in sizes)
            tracer.outer = frozenset(nest.loops)
            nest.stores.append(Store(out, index, tracer.element(value, index)))
        values = dict(zip(self.kernel.op.outs, self.kernel.returned, strict=True))
        shared = share_nests([nest for _, nest, _ in nests], values, tracer)
        for nest in shared:
            keep_rows(nest, tracer, self.scratch)
        return shared

    def digits(self, sizes: Sequence[Size], number: int, tracer: Tracer) -> list[Digits]:
        """A loop for each size; without facts one for all of them, which divisions take apart."""
        static = all(isinstance(size.value, int) for size in sizes)
        if self.factors.allows("equal") or (static and self.factors.allows("static")):
            return [tracer.digits(("out", number, axis), size) for axis, size in enumerate(sizes)]
        total: int | SSAValue = 1
        for size in sizes:
            total = self.writer.multiply(total, size.value)
        flat = tracer.digits(("out", number), Size(total))
        return [place.digits for place in taken_apart(linear(flat), sizes)]

    def update(self, op: DynamicUpdateSliceOp, tracer: Tracer) -> Nest:
        """The loops over an update, written where its start indices, clamped, say."""
        out, update = self.kernel.op.outs[0], op.update
        sizes = [tracer.sizes.of(update, axis) for axis in range(rank_of(update))]
        digits = self.digits(sizes, 0, tracer)
        places = tuple(Place(one) for one in digits)
        index: list[Place] = []
        for axis, (start, place) in enumerate(zip(op.start_indices, places, strict=True)):
            whole = self.sizes.of_buffer(out, axis)
            if self.factors.same([whole], [sizes[axis]]):
                index.append(place)
                continue
            node = tracer.element(start, ())
            high = fixed(whole) - fixed(sizes[axis])
            item = Item(node, kind_of(node.type) == "unsigned")
            corner = combined("max", combined("min", item, high), 0)
            index.append(at(corner + place.number, whole))
        node = tracer.element(update, places)
        return Nest(loops_of(digits), [Store(out, tuple(index), node)])


def loops_of(digits: Sequence[Digits]) -> list[Loop]:
    """The loops that digits depend on, in order."""
    return list(dict.fromkeys(loop for part in digits for one in part for loop in one.number.loops))
