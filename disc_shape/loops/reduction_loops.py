"""Emits reductions as loops that combine elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import AnyFloat, f32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.hlo.binary import AddOp, MaxOp, MinOp, MulOp
from disc_shape.linalg_conversion.scalars import convert_scalar
from disc_shape.linalg_conversion.types import INDEX, kind_of, signless
from disc_shape.linalg_conversion.writer import Index as Value
from disc_shape.loops.indices import IndexWriter
from disc_shape.loops.nodes import Condition, Reduction
from disc_shape.loops.numbers import Loop, Number, combined, fixed, term_in
from disc_shape.loops.scalar_functions import apply_body, checked, constant


def type_of_sums(reduction: Reduction) -> Attribute:
    """
    The type in which elements are combined: narrow floats that are added or multiplied are rounded
    once, after all of them, and the greatest or least one is the same in f32, on which vectors
    compute.
    """
    type_ = reduction.type
    is_plain = not reduction.initial or function_of(reduction) is not None
    return f32 if is_plain and is_narrow(type_) else type_


def is_narrow(type_: Attribute) -> bool:
    """Whether elements are floats that are added and multiplied in a wider type."""
    return isinstance(type_, AnyFloat) and type_.bitwidth < f32.bitwidth


def function_of(reduction: Reduction) -> type[Operation] | None:
    """What combines the floats of a reduction whose body does nothing else."""
    return function_in(reduction.op.regions[0].block, COMBINED | EXTREMES)


def sum_of(block: Block) -> type[Operation] | None:
    """What adds or multiplies two floats, the arguments of a block that does nothing else."""
    return function_in(block, COMBINED)


def function_in(
    block: Block, table: Mapping[type[Operation], type[Operation]]
) -> type[Operation] | None:
    """A function of a table on two floats, the arguments of a block that does nothing else."""
    first, last = block.first_op, block.last_op
    assert first is not None
    assert last is not None
    if first.next_op is not last or set(first.operands) != set(block.args):
        return None
    if len(block.args) != 2 or tuple(last.operands) != tuple(first.results):
        return None
    return next((found for base, found in table.items() if isinstance(first, base)), None)


COMBINED: dict[type[Operation], type[Operation]] = {AddOp: arith.AddfOp, MulOp: arith.MulfOp}
"""What adds and multiplies floats."""

EXTREMES: dict[type[Operation], type[Operation]] = {
    MaxOp: arith.MaximumfOp,
    MinOp: arith.MinimumfOp,
}
"""What finds the greatest and the least one."""


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
        narrow, wide = reduction.type, type_of_sums(reduction)
        if reduction.initial:
            initial = [self.indices.element(one) for one in reduction.initial]
        else:
            initial = [constant(self.writer, 0, wide)]
        if narrow != wide and reduction.initial:
            initial = [convert_scalar(self.writer, one, narrow, wide) for one in initial]
        axes = self.indices.nest.without_merged(reduction.axes)
        results = self._reduce(reduction, axes, list(reduction.domain), initial)
        if narrow != wide:
            results = [convert_scalar(self.writer, one, wide, narrow) for one in results]
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
        stores = self.indices.nest.inner.get(reduction, ())
        values = [self.indices.element(store.node) for store in stores]
        for store, value in zip(stores, values, strict=True):
            self.indices.store(store.buffer, store.index, value)
        writer, target = self.writer, type_of_sums(reduction)
        checked(target)
        if reduction.initial:
            function = function_of(reduction)
            if target == reduction.type or function is None:
                return apply_body(writer, reduction.op, [*state, *elements])
            wide = convert_scalar(writer, elements[0], reduction.elements[0].type, target)
            return [writer.op(function, [state[0], wide], target)]
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
