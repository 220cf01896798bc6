"""Emits reductions as loops that combine elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import AnyFloat, f32
from xdsl.ir import Attribute, Block, SSAValue

from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import INDEX, kind_of, signless
from disc_shape.linalg_conversion.writer import Index as Value
from disc_shape.loops.indices import IndexWriter
from disc_shape.loops.nodes import Condition, Reduction
from disc_shape.loops.numbers import Loop, Number, combined, fixed, term_in
from disc_shape.loops.scalar_functions import apply_body, checked, constant


class ReductionWriter:
    """Emits the reductions of one nest, whose elements and indices `indices` emits."""

    def __init__(self, indices: IndexWriter) -> None:
        self.indices = indices
        self.writer = indices.writer

    def results(self, reduction: Reduction) -> Sequence[SSAValue]:
        """
        Loops that combine elements, innermost; each begins with what the one around it has.

            %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
              %e = memref.load %x[%i, %k] : memref<?x?xf32>
              %t = arith.addf %s, %e : f32
              scf.yield %t : f32
            }
        """
        keys = [(reduction, number) for number in range(len(reduction.types))]
        known = [self.writer.known(key) for key in keys]
        found = [one for one in known if one is not None]
        if len(found) == len(keys):
            return found
        axes = self.indices.nest.without_merged(reduction.axes)
        domain = list(reduction.domain)
        if reduction.initial:
            initial = [self.indices.element(one) for one in reduction.initial]
            results = self._reduce(reduction, axes, domain, initial)
        else:
            sums = sums_of(checked(reduction.type))
            (total,) = self._reduce(reduction, axes, domain, [constant(self.writer, 0, sums)])
            results = [convert_scalar(self.writer, total, sums, reduction.type)]
        for key, value in zip(keys, results, strict=True):
            self.writer.remember(key, value)
        return results

    def _reduce(
        self,
        reduction: Reduction,
        axes: Sequence[Loop],
        domain: list[Condition],
        state: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        if not axes:
            return self._combined(reduction, domain, state)
        loop, writer = axes[0], self.writer
        low, high, rest = self._range(loop, domain)
        for first, last, piece in self.indices.pieces(loop):
            start, stop = writer.maximum(first, low), writer.minimum(last, high)
            block = Block(arg_types=[INDEX, *(one.type for one in state)])
            with writer.inside(block):
                self.indices.open(loop, block.args[0], piece)
                found = self._reduce(reduction, axes[1:], rest, block.args[1:])
                writer.insert(scf.YieldOp(*found))
            self.indices.close(loop)
            state = writer.loop(start, stop, state, block)
        return state

    def _range(
        self, loop: Loop, domain: Sequence[Condition]
    ) -> tuple[Value, Value, list[Condition]]:
        """The iterations that count, as far as bounds of the loop say it, and what is left."""
        low: Number = fixed(0)
        high: Number = fixed(loop.size)
        rest: list[Condition] = []
        for one in domain:
            term = term_in(one.number, loop) if one.kind == "ge" else None
            if term is None or not all(inner in self.indices.counters for inner in term.rest.loops):
                rest.append(one)
                continue
            step = abs(term.factor)
            if term.factor > 0:
                first = combined("max", fixed(0) - term.rest, 0) + (step - 1)
                low = combined("max", low, combined("//", first, fixed(step)))
            else:
                after = combined("max", term.rest + step, 0)
                high = combined("min", high, combined("//", after, fixed(step)))
        return self.indices.number(low), self.indices.number(high), rest

    def _combined(
        self, reduction: Reduction, domain: Sequence[Condition], state: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        if not domain:
            return self._step(reduction, state)
        types = [one.type for one in state]
        then, otherwise = Block(), Block()
        with self.writer.inside(then, guarded=True):
            self.writer.insert(scf.YieldOp(*self._step(reduction, state)))
        with self.writer.inside(otherwise, guarded=True):
            self.writer.insert(scf.YieldOp(*state))
        return self.writer.branch(self.indices.condition(domain), types, then, otherwise)

    def _step(self, reduction: Reduction, state: Sequence[SSAValue]) -> Sequence[SSAValue]:
        elements = [self.indices.element(one) for one in reduction.elements]
        for store in self.indices.nest.inner.get(reduction, ()):
            self.indices.store(store.buffer, store.index, self.indices.element(store.node))
        if reduction.initial:
            return apply_body(self.writer, reduction.op, [*state, *elements])
        writer, target = self.writer, sums_of(reduction.type)
        factors = [
            convert_scalar(writer, value, one.type, target)
            for value, one in zip(elements, reduction.elements, strict=True)
        ]
        kind, type_ = kind_of(target), signless(target)
        multiply, add = {
            "bool": (arith.AndIOp, arith.OrIOp),
            "float": (arith.MulfOp, arith.AddfOp),
        }.get(str(kind), (arith.MuliOp, arith.AddiOp))
        product = writer.op(multiply, factors, type_)
        if not reduction.axes:
            return [product]  # Nothing is summed up: zero plus it would lose the sign of a zero.
        return [writer.op(add, [state[0], product], type_)]


def sums_of(type_: Attribute) -> Attribute:
    """The type in which products are added up: narrow floats would soon lose every further one."""
    is_narrow = isinstance(type_, AnyFloat) and type_.bitwidth < f32.bitwidth
    return f32 if is_narrow else type_
