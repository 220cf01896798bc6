"""Traces one operation by its iteration space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineSet,
    AffineSymExpr,
)

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Concatenation, Elementwise, Scalar, Structured
from disc_shape.cards.hlo_reduction import Reduction as ReductionRule
from disc_shape.cards.indices import element_type_of, is_shaped, rank_of, shape_of
from disc_shape.cards.iteration import (
    Access,
    Choose,
    Clamp,
    Combine,
    Copy,
    Extent,
    IterationSpace,
    Lookup,
    MultiplyAdd,
    Position,
)
from disc_shape.linalg_conversion.types import kind_of
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.nodes import (
    Apply,
    Choice,
    Condition,
    Counter,
    Given,
    Item,
    Node,
    Reduction,
    Result,
    open_conditions,
)
from disc_shape.loops.numbers import (
    Fixed,
    Index,
    Kind,
    Loop,
    Number,
    Place,
    Size,
    at,
    combined,
    constant_of,
    fixed,
)

if TYPE_CHECKING:
    from disc_shape.loops.tracing import Tracer

BINARY: dict[AffineBinaryOpKind, Kind] = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.FloorDiv: "//",
    AffineBinaryOpKind.Mod: "%",
}


@dataclass
class SpaceTracer:
    """Traces one operation by its iteration space."""

    tracer: Tracer
    op: Operation
    space: IterationSpace
    index: Index

    def node(self, position: int) -> Node:
        """The element of a result."""
        tracer, op, space, body = self.tracer, self.op, self.space, self.space.body
        rank = rank_of(op.results[0])
        places = list(self.index)
        axes: list[Loop] = []
        for number, extent in enumerate(space.extents[rank:]):
            size = self._extent(extent)
            digits = tracer.digits(("reduce", op, number), size, reduces=True)
            axes += [cast("Loop", digit.number) for digit in digits]
            places.append(Place(digits))
        self.places = places
        self.symbols: dict[int, Number] = {}
        if isinstance(body, Scalar):
            elements = tuple(self.read(access) for access in space.inputs)
            return Apply(op, body, elements, element_type_of(op.results[0].type))
        if isinstance(body, Position):
            number = places[body.dimension].number
            return Counter(number, element_type_of(op.results[0].type))
        if isinstance(body, Copy):
            (access,) = space.inputs
            return self.guarded(access)
        if isinstance(body, Choose):
            stacked = self._stacked()
            if stacked is not None:
                return stacked
            return self._chosen(space.inputs)
        if isinstance(body, MultiplyAdd | Combine):
            return Result(self._reduction(body, tuple(axes)), position)
        raise NoLoopsError

    def _chosen(self, pieces: Sequence[Access]) -> Node:
        """What the first of some accesses reads whose conditions hold: the last one has none."""
        piece, *others = pieces
        if not others:
            return self.read(piece)
        conditions = open_conditions(self.conditions(piece))
        if conditions == ():
            return self.read(piece)
        other = self._chosen(others)
        return other if conditions is None else Choice(conditions, self.read(piece), other)

    def _stacked(self) -> Node | None:
        """
        The element of one of several pieces of equal sizes, where a digit of the index counts the
        pieces; None elsewhere. No index is compared with a sum of sizes then.

            %0 = stablehlo.concatenate %a, %b, dim = 0       // of n elements each
            %1 = stablehlo.dynamic_reshape %0, %sizes        // tensor<2x?xf32, [@C2, @n]>
        =>
            %1[i, j] = select(i <= 0, %a[j], %b[j])
        """
        rule, tracer = elements_of(self.op), self.tracer
        if not isinstance(rule, Concatenation):
            return None
        axis, pieces = rule.axis(self.op), rule.pieces(self.op)
        digits = self.places[axis].digits
        if len(digits) < 2 or digits[0].size != Size(len(pieces)):
            return None
        inner = [one.size for one in digits[1:]]
        if not all(tracer.factors.same(inner, [tracer.sizes.of(one, axis)]) for one in pieces):
            return None
        index = (*self.index[:axis], Place(digits[1:]), *self.index[axis + 1 :])
        *elements, node = (tracer.element(piece, index) for piece in pieces)
        for number, element in reversed(list(enumerate(elements))):
            before = Condition(fixed(number) - digits[0].number)
            node = Choice((before,), element, node)
        return node

    def _extent(self, extent: Extent | int) -> Size:
        if isinstance(extent, int):
            return Size(extent)
        return self.tracer.sizes.of(extent.value, extent.axis)

    def _reduction(self, body: MultiplyAdd | Combine, axes: tuple[Loop, ...]) -> Reduction:
        op, space, tracer = self.op, self.space, self.tracer
        types = tuple(element_type_of(result.type) for result in op.results)
        key = (op.results[0], (Place(), *self.index))
        found = tracer.nodes.get(key)
        if isinstance(found, Reduction):
            return found
        if isinstance(body, Combine):
            elements = tuple(self.guarded(access) for access in space.inputs)
            initial = tuple(tracer.element(op.operands[one], ()) for one in body.initial)
            made = Reduction(op, axes, elements, initial, (), types)
        else:
            elements = tuple(self.read(access) for access in space.inputs)
            domain = tuple(one for access in space.inputs for one in self.conditions(access))
            made = Reduction(op, axes, elements, (), domain, types)
        tracer.nodes[key] = made
        return made

    # accesses

    def guarded(self, access: Access) -> Node:
        """What an access reads: an element, or the filler outside of its domain."""
        node = self.read(access)
        if access.domain is None:
            return node
        filler: Node = Given(0, node.type)
        if access.filler is not None:
            filler = self.tracer.element(self.op.operands[access.filler], ())
        return Choice(self.conditions(access), node, filler)

    def read(self, access: Access) -> Node:
        """The element at the index of an access."""
        operand = self.op.operands[access.operand]
        if not is_shaped(operand):
            return Given(operand, operand.type)
        index = tuple(
            self._place(expr, operand, axis, access) for axis, expr in enumerate(access.map.results)
        )
        return self.tracer.element(operand, index)

    def _place(self, expr: AffineExpr, operand: SSAValue, axis: int, access: Access) -> Place:
        sizes = self.tracer.sizes
        if shape_of(operand)[axis] == 1:
            return Place()
        if not isinstance(expr, AffineDimExpr):
            return at(self.number(expr), sizes.of(operand, axis))
        place = self.places[expr.position]
        rule = elements_of(self.op)
        if access.domain is None and isinstance(rule, Elementwise | ReductionRule | Structured):
            return place
        extent = self._extent(self.space.extents[expr.position])
        whole = self.tracer.factors.same([extent], [sizes.of(operand, axis)])
        return place if whole else Place(place.digits, is_whole=False)

    def conditions(self, access: Access) -> tuple[Condition, ...]:
        """What holds where an access reads an element."""
        return () if access.domain is None else tuple(self._conditions(access.domain))

    def _conditions(self, domain: AffineSet) -> list[Condition]:
        found: list[Condition] = []
        for one in domain.constraints:
            difference = self.number(one.lhs) - self.number(one.rhs)
            if one.kind is AffineConstraintKind.le:
                found.append(Condition(fixed(0) - difference))
            else:
                found.append(
                    Condition(difference, "ge" if one.kind is AffineConstraintKind.ge else "eq")
                )
        return found

    # numbers

    def number(self, expr: AffineExpr) -> Number:
        """An affine expression of the iteration."""
        match expr:
            case AffineConstantExpr(value):
                return fixed(value)
            case AffineDimExpr(position):
                return self.places[position].number
            case AffineSymExpr(position):
                if position not in self.symbols:
                    self.symbols[position] = self._symbol(position)
                return self.symbols[position]
            case AffineBinaryOpExpr(kind, lhs, rhs) if kind in BINARY:
                return combined(BINARY[kind], self.number(lhs), self.number(rhs))
            case _:
                raise NoLoopsError

    def _symbol(self, position: int) -> Number:
        symbol, tracer = self.space.symbols[position], self.tracer
        if isinstance(symbol, Extent):
            return fixed(tracer.sizes.of(symbol.value, symbol.axis))
        if isinstance(symbol, Clamp):
            number = combined("min", self.number(symbol.number), self.number(symbol.high))
            return combined("max", number, symbol.low)
        assert isinstance(symbol, Lookup)
        return self._lookup(symbol)

    def _lookup(self, symbol: Lookup) -> Number:
        """An element of an index operand: a known one, a size, or one that is read."""
        operand = self.op.operands[symbol.operand]
        tracer = self.tracer
        numbers = [self.number(one) for one in symbol.index]
        known = [one for one in map(constant_of, numbers) if one is not None]
        if rank_of(operand) <= 1 and len(known) == len(numbers):
            try:
                return Fixed(tracer.sizes.integer(operand, known[0] if known else 0))
            except NoLoopsError:
                pass
        index: list[Place] = []
        for axis, (expr, number) in enumerate(zip(symbol.index, numbers, strict=True)):
            plain = Access(symbol.operand, self.space.outputs[0])
            if isinstance(expr, AffineDimExpr):
                index.append(self._place(expr, operand, axis, plain))
            else:
                index.append(at(number, tracer.sizes.of(operand, axis)))
        node = tracer.element(operand, tuple(index))
        return Item(node, kind_of(node.type) == "unsigned")
