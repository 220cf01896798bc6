"""Emits the elements of a nest as operations on scalars."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.builtin import (
    FixedBitwidthType,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, IsFiniteOp
from disc_shape.dialects.hlo.windowed import MapOp
from disc_shape.linalg_conversion.elementwise import FUNCTIONS
from disc_shape.linalg_conversion.scalars import apply_scalar, convert_scalar
from disc_shape.linalg_conversion.types import INDEX, kind_of, signless
from disc_shape.linalg_conversion.writer import Index as Value
from disc_shape.loops.indices import IndexWriter, checked
from disc_shape.loops.kernels import CONSTANTS, NoLoopsError, splat_of
from disc_shape.loops.nodes import (
    Apply,
    Choice,
    Condition,
    Counter,
    Given,
    Load,
    Node,
    Reduction,
    Result,
)
from disc_shape.loops.numbers import (
    Index,
    Loop,
    Number,
    combined,
    fixed,
    term_in,
)


class ElementWriter(IndexWriter):
    """Emits the elements of one nest, each once, at the level of the innermost loop it needs."""

    def element(self, node: Node) -> SSAValue:
        """An element as a scalar without sign."""
        node = self.nest.replaced.get(node, node)
        found = self.writer.known(node)
        if found is not None:
            return found
        level = self.level(node.loops)
        if not isinstance(node, Given):
            level = max(level, self.writer.guard)
        with self.writer.at_level(min(level, self.writer.level)):
            value = self._emit(node)
            self.writer.remember(node, value)
            return value

    def _emit(self, node: Node) -> SSAValue:
        match node:
            case Given():
                return self._given(node)
            case Load():
                return self._load(node)
            case Apply():
                operands = [self.element(one) for one in node.elements]
                types = [one.type for one in node.elements]
                if node.scalar is None:
                    return self.other(node.op, operands, types, node.type)
                return self.apply(node.op, node.scalar, operands, types, node.type)
            case Counter():
                value = self.writer.value(self.number(node.number))
                return convert_scalar(self.writer, value, INDEX, checked(node.type))
            case Choice():
                return self._choose(node)
            case Result():
                return self._results(node.reduction)[node.position]
            case _:
                raise NoLoopsError

    def apply(
        self,
        op: Operation,
        scalar: Scalar,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        target: Attribute,
    ) -> SSAValue:
        """A scalar function of elements."""
        checked(target)
        value = apply_scalar(self.writer, op, scalar, operands, types, target)
        if value is None:
            raise NoLoopsError
        return value

    def other(
        self,
        op: Operation,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        target: Attribute,
    ) -> SSAValue:
        """A function of elements that no card gives."""
        writer, source, type_ = self.writer, checked(types[0]), signless(checked(target))
        if isinstance(op, MapOp):
            return self.body(op, operands)[0]
        if isinstance(op, IsFiniteOp):
            size = writer.op(math.AbsFOp, operands, source)
            return writer.compare("<", size, writer.constant(float("inf"), source))
        if isinstance(op, BitcastConvertOp):
            if bits_of(source) != bits_of(target):
                raise NoLoopsError
            plain = operands[0].type == type_
            return operands[0] if plain else writer.op(arith.BitcastOp, operands, type_)
        if kind_of(source) != "float":
            raise NoLoopsError
        function = next(one for base, one in FUNCTIONS.items() if isinstance(op, base))
        return writer.op(function, operands, type_)

    def _given(self, node: Given) -> SSAValue:
        if isinstance(node.value, SSAValue):
            return self.plain(node.value, node.type)
        return self.writer.constant(node.value, signless(checked(node.type)))

    def plain(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """An element without sign."""
        return self._cast(value, signless(checked(type_)))

    def _cast(self, value: SSAValue, type_: Attribute) -> SSAValue:
        if value.type == type_:
            return value
        return self.writer.insert(UnrealizedConversionCastOp.get([value], [type_])).results[0]

    def _load(self, node: Load) -> SSAValue:
        view, index = self.address(node.buffer, node.index)
        item = self.writer.insert(memref.LoadOp.get(view, self.writer.values(index))).res
        return self.plain(item, node.type)

    def store(self, buffer: SSAValue, index: Index, value: SSAValue) -> None:
        """Write an element at the innermost level."""
        view, at = self.address(buffer, index)
        stored = self._cast(value, element_type_of(buffer.type))
        self.writer.insert(memref.StoreOp.get(stored, view, self.writer.values(at)))

    # choices

    def _choose(self, node: Choice) -> SSAValue:
        if any(self.decided(one) is False for one in node.conditions):
            return self.element(node.otherwise)
        left = [one for one in node.conditions if not self.decided(one)]
        if not left:
            return self.element(node.then)
        condition = self.condition(left)
        type_ = signless(checked(node.type))
        then, otherwise = (self._branch(one) for one in (node.then, node.otherwise))
        return self.writer.branch(condition, [type_], then, otherwise)[0]

    def _branch(self, node: Node) -> Block:
        block = Block()
        with self.writer.inside(block, guarded=True):
            self.writer.insert(scf.YieldOp(self.element(node)))
        return block

    # reductions

    def _results(self, reduction: Reduction) -> Sequence[SSAValue]:
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
        if reduction.initial:
            initial = [self.element(one) for one in reduction.initial]
        else:
            type_ = signless(checked(reduction.type))
            initial = [self.writer.constant(0, type_)]
        axes = self.nest.without_merged(reduction.axes)
        results = self._reduce(reduction, axes, list(reduction.domain), initial)
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
        for first, last, piece in self.pieces(loop):
            start, stop = writer.maximum(first, low), writer.minimum(last, high)
            block = Block(arg_types=[INDEX, *(one.type for one in state)])
            with writer.inside(block):
                self.open(loop, block.args[0], piece)
                found = self._reduce(reduction, axes[1:], rest, block.args[1:])
                writer.insert(scf.YieldOp(*found))
            self.close(loop)
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
            if term is None or not all(inner in self.counters for inner in term.rest.loops):
                rest.append(one)
                continue
            step = abs(term.factor)
            if term.factor > 0:
                first = combined("max", fixed(0) - term.rest, 0) + (step - 1)
                low = combined("max", low, combined("//", first, fixed(step)))
            else:
                after = combined("max", term.rest + step, 0)
                high = combined("min", high, combined("//", after, fixed(step)))
        return self.number(low), self.number(high), rest

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
        return self.writer.branch(self.condition(domain), types, then, otherwise)

    def _step(self, reduction: Reduction, state: Sequence[SSAValue]) -> Sequence[SSAValue]:
        elements = [self.element(one) for one in reduction.elements]
        for store in self.nest.inner.get(reduction, ()):
            self.store(store.buffer, store.index, self.element(store.node))
        if reduction.initial:
            return self.body(reduction.op, [*state, *elements])
        writer, target = self.writer, checked(reduction.type)
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
        return [writer.op(add, [state[0], product], type_)]

    def body(self, op: Operation, arguments: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The body of a reduction on scalars."""
        block = op.regions[0].block
        scalars: dict[SSAValue, SSAValue] = {}
        scalars.update(zip(block.args, arguments, strict=True))
        for inner in block.ops:
            if inner is block.last_op:
                return [self._scalar(value, scalars) for value in inner.operands]
            rule = elements_of(inner)
            scalar = rule.scalar(inner) if isinstance(rule, Elementwise) else None
            result = inner.results[0]
            target = element_type_of(result.type)
            if isinstance(inner, CONSTANTS):
                scalars[result] = self._given(Given(splat_of(inner), target))
            elif scalar is None:
                raise NoLoopsError
            else:
                operands = [self._scalar(value, scalars) for value in inner.operands]
                types = [element_type_of(value.type) for value in inner.operands]
                scalars[result] = self.apply(inner, scalar, operands, types, target)
        raise NoLoopsError

    def _scalar(self, value: SSAValue, scalars: dict[SSAValue, SSAValue]) -> SSAValue:
        if value not in scalars:
            raise NoLoopsError
        return scalars[value]


def bits_of(type_: Attribute) -> int | None:
    """The width of an element type, where it has one."""
    return type_.bitwidth if isinstance(type_, FixedBitwidthType) else None
