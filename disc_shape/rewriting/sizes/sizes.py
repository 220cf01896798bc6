"""
Turns size expressions into SSA values, one value for each distinct size.

Sizes are made late and where their parts are known: a size of a function argument at the top of
the function, a size of another value right behind it, arithmetic behind the last of its operands.
Equal expressions share one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.constraints.types import fits
from disc_shape.relations import Anchor, RelationState
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.inserted import Made
from disc_shape.rewriting.sizes.order import Order
from disc_shape.symbolic import (
    Comparison,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Product,
    Select,
    Sum,
    Symbol,
)

INDEX = IndexType()

PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
"""Comparisons as `arith.cmpi` calls them."""


@dataclass
class Sizes:
    """The SSA values of sizes in one function."""

    state: RelationState
    order: Order
    entry: Block
    _values: dict[Expr, list[SSAValue]] = field(default_factory=dict[Expr, list[SSAValue]])
    _own_values: dict[Expr, list[SSAValue]] = field(default_factory=dict[Expr, list[SSAValue]])
    _anchors: dict[Expr, list[tuple[Expr, Anchor]]] = field(
        default_factory=dict[Expr, "list[tuple[Expr, Anchor]]"]
    )
    """
    Where to read a size, each with the symbol that lives there: what makes the two equal may have
    been learned of that symbol alone, and later.
    """
    _vectors: dict[tuple[tuple[SSAValue, ...], tuple[int, ...]], SSAValue] = field(
        default_factory=dict["tuple[tuple[SSAValue, ...], tuple[int, ...]]", SSAValue]
    )
    _casts: dict[tuple[SSAValue, Attribute], SSAValue] = field(
        default_factory=dict["tuple[SSAValue, Attribute]", SSAValue]
    )
    _positives: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    _kept_vectors: dict[tuple[Expr, ...], list[SSAValue]] = field(
        default_factory=dict[tuple[Expr, ...], "list[SSAValue]"]
    )
    _constants: dict[Attribute, SSAValue] = field(default_factory=dict[Attribute, SSAValue])
    _carried: dict[Expr, list[tuple[Expr, Anchor]]] | None = None
    _forwarded: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    made: Made = field(init=False)
    """The operations made here."""
    is_settled: Callable[[Expr], bool] = field(default=lambda size: True)
    """
    False for a size of which not everything known may be used. Such a size is computed from its
    own symbols, each read at its own anchor, and shares nothing with sizes known to be equal.
    """
    is_known_behind: Callable[[Expr, SSAValue], bool] = field(default=lambda size, value: True)
    """
    False for a size of which something was learned from a check that stands behind the definition
    of a value, or behind that check.
    """

    def __post_init__(self) -> None:
        self.made = Made(self.order, self.entry)
        canonical = self.state.prover.canonical
        for symbol, anchor in self._known_anchors():
            self._anchors.setdefault(symbol, []).append((symbol, anchor))
            known = canonical(symbol)
            if known is not symbol and known.constant is None:
                self._anchors.setdefault(known, []).append((symbol, anchor))

    def constant(self, value: int, type: IndexType | IntegerType = INDEX) -> SSAValue:
        """An integer constant, made once at the top of the function."""
        attr = IntegerAttr(value, type)
        found = self._constants.get(attr)
        if found is None:
            op = arith.ConstantOp.create(result_types=[type], properties={"value": attr})
            found = self._constants[attr] = self.made.constant(op)
            found.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
        return found

    def index(self, size: Expr, user: Operation) -> SSAValue | None:
        """
        A value of type `index` that holds `size` and can be used by `user`. None when that cannot
        be had: a symbol whose anchor does not dominate the user, or a division whose divisor may be
        zero.
        """
        if size.constant is not None:
            return self.constant(size.constant) if fits(size.constant) else None
        settled = self.is_settled(size)
        values = self._values if settled else self._own_values
        for value in values.get(size, ()):
            if self.order.dominates(value, user):
                return value
        anchors = self._settled_anchors(self._anchors, size) if settled else self._own_anchors(size)
        value = self._read(anchors, user)
        if value is None:
            value = self._compute(size, user)
        if value is None and settled:
            value = self._read(self._settled_anchors(self._carriers(), size), user)
        if value is None and isinstance(size, Select):
            value = self._select(size, user)
        if value is not None:
            values.setdefault(size, []).append(value)
        return value

    def _settled_anchors(
        self, anchors: dict[Expr, list[tuple[Expr, Anchor]]], size: Expr
    ) -> Sequence[Anchor]:
        return [
            anchor for own, anchor in anchors.get(size, ()) if own is size or self.is_settled(own)
        ]

    def _carriers(self) -> dict[Expr, list[tuple[Expr, Anchor]]]:
        """For each size, where values have it, in program order."""
        if self._carried is None:
            carried: dict[Expr, list[tuple[Expr, Anchor]]] = {}
            canonical = self.state.prover.canonical
            for value, sizes in self.state.known_sizes():
                for position, size in enumerate(sizes):
                    if size.constant is None:
                        anchor = Anchor(value, position, of_contents=False)
                        carried.setdefault(canonical(size), []).append((size, anchor))
            self._carried = carried
        return self._carried

    def _own_anchors(self, size: Expr) -> Sequence[Anchor]:
        return [anchor for symbol, anchor in self._known_anchors() if symbol is size]

    def vector(
        self, sizes: Sequence[Expr], user: Operation, like: TensorType[IntegerType] | None = None
    ) -> SSAValue | None:
        """
        A tensor of sizes that `user` can use: `tensor<nxindex>`, or of the shape and element type
        of `like`. None when one of the sizes cannot be had.
        """
        element = INDEX if like is None else like.element_type
        shape = [len(sizes)] if like is None else like.get_shape()
        type = TensorType(element, shape)
        if all(size.constant is not None for size in sizes):
            numbers = [size.constant for size in sizes if size.constant is not None]
            return self.constant_tensor(DenseIntOrFPElementsAttr.from_list(type, numbers))
        held = self.holder(sizes)
        if held is not None and held.type == type and self.order.dominates(held, user):
            return held
        for kept in self._kept_vectors.get(tuple(sizes), ()):
            if kept.type == type and self.order.dominates(kept, user):
                return kept
        values = [self._element(size, element, user) for size in sizes]
        found = tuple(value for value in values if value is not None)
        if len(found) != len(sizes):
            return None
        key = (found, tuple(shape))
        vector = self._vectors.get(key)
        if vector is None:
            op = tensor.FromElementsOp.create(operands=found, result_types=[type])
            self.made.insert(op, self.made.latest(found))
            vector = self._vectors[key] = op.results[0]
        return vector

    def holder(self, sizes: Sequence[Expr]) -> SSAValue | None:
        """The value that the program itself holds these integers in, in this order."""
        first = self.state.anchors.get(sizes[0]) if sizes else None
        if first is None:
            return None
        value = first.value
        for position, size in enumerate(sizes):
            if self.state.anchors.get(size) != Anchor(value, position, of_contents=True):
                return None
        while value in self._forwarded:
            value = self._forwarded[value]
        return value

    def _element(
        self, size: Expr, type: IndexType | IntegerType, user: Operation
    ) -> SSAValue | None:
        """A size as a scalar of a type that can hold it."""
        if size.constant is not None:
            return self.constant(size.constant, type)
        value = self.index(size, user)
        if value is None or isinstance(type, IndexType):
            return value
        cast = self._casts.get((value, type))
        if cast is None:
            op = arith.IndexCastOp(value, type)
            self.made.insert(op, value)
            cast = self._casts[value, type] = op.result
        return cast

    def keep_vector(self, vector: SSAValue, sizes: Sequence[Expr] | None) -> None:
        """
        Tell of a vector of the program that stays, since some of its sizes cannot be had
        otherwise: users behind it that need the same sizes share it.
        """
        if sizes is not None and vector.type == TensorType(INDEX, [len(sizes)]):
            self._kept_vectors.setdefault(tuple(sizes), []).append(vector)

    def constant_tensor(self, attr: DenseIntOrFPElementsAttr) -> SSAValue:
        """A constant tensor, made once at the top of the function."""
        found = self._constants.get(attr)
        if found is None:
            op = arith.ConstantOp.create(result_types=[attr.type], properties={"value": attr})
            found = self._constants[attr] = self.made.constant(op)
        return found

    def forward(self, old: SSAValue, new: SSAValue) -> None:
        """From now on read from `new` what lived in `old`, which goes away."""
        self._forwarded[old] = new

    def _known_anchors(self) -> Iterator[tuple[Expr, Anchor]]:
        yield from self.state.anchors.items()
        yield from self.state.other_anchors

    def renewed(self, order: Order) -> Sizes:
        """The same after a clean-up may have erased values made here: nothing is made yet."""
        fresh = Sizes(self.state, order, self.entry)
        fresh.is_settled = self.is_settled
        fresh.is_known_behind = self.is_known_behind
        fresh._forwarded.update(self._forwarded)
        return fresh

    # reading a size where it lives

    def _read(self, anchors: Sequence[Anchor], user: Operation) -> SSAValue | None:
        for anchor in anchors:
            value = anchor.value
            while value in self._forwarded:
                value = self._forwarded[value]
            anchor = anchor._replace(value=value)
            if self.order.dominates(anchor.value, user):
                return self._read_contents(anchor) if anchor.of_contents else self._read_dim(anchor)
        return None

    def own(self, value: SSAValue, axis: int) -> SSAValue:
        """The size of a dimension, read from the value itself whatever it is equal to."""
        return self._read_dim(Anchor(value, axis, of_contents=False))

    def _read_dim(self, anchor: Anchor) -> SSAValue:
        index = self.constant(anchor.position)
        kind = _buffer_dim() if isinstance(anchor.value.type, MemRefType) else tensor.DimOp
        op = kind.create(operands=[anchor.value, index], result_types=[INDEX])
        self.made.insert(op, anchor.value)
        return op.results[0]

    def _read_contents(self, anchor: Anchor) -> SSAValue:
        value = anchor.value
        type = as_tensor(value.type)
        if type is not None:
            indices = self._indices(anchor.position, type.get_shape())
            element = tensor.ExtractOp.create(
                operands=[value, *indices], result_types=[type.element_type]
            )
            self.made.insert(element, value)
            value = element.results[0]
        if isinstance(value.type, IndexType):
            return value
        cast = arith.IndexCastOp.create(operands=[value], result_types=[INDEX])
        self.made.insert(cast, value)
        return cast.results[0]

    def _indices(self, flat: int, shape: Sequence[int]) -> list[SSAValue]:
        indices: list[int] = []
        for size in reversed(shape):
            indices.append(flat % size)
            flat //= size
        return [self.constant(index) for index in reversed(indices)]

    # computing a size from others

    def _compute(self, size: Expr, user: Operation) -> SSAValue | None:
        match size:
            case Sum():
                return self._sum(size, user)
            case Product():
                factors = [
                    self.index(base, user) for base, power in size.factors for _ in range(power)
                ]
                return self._chain(arith.MuliOp, factors)
            case FloorDiv():
                if not self._positive(size.rhs):
                    return None
                return self._divide(arith.FloorDivSIOp, size.lhs, size.rhs, user)
            case Mod():
                return self._mod(size, user)
            case Min():
                return self._chain(arith.MinSIOp, [self.index(arg, user) for arg in size.args])
            case Max():
                return self._chain(arith.MaxSIOp, [self.index(arg, user) for arg in size.args])
            case Symbol():
                return None
            case _:
                return None

    def _positive(self, size: Expr) -> bool:
        low = self.state.prover.bounds(size)[0]
        return low is not None and low > 0

    def _mod(self, size: Mod, user: Operation) -> SSAValue | None:
        if not self._positive(size.rhs):
            return None
        low = self.state.prover.bounds(size.lhs)[0]
        if low is not None and low >= 0:
            return self._divide(arith.RemSIOp, size.lhs, size.rhs, user)
        quotient = self._divide(arith.FloorDivSIOp, size.lhs, size.rhs, user)
        whole = self._chain(arith.MuliOp, [quotient, self.index(size.rhs, user)])
        return self._chain(arith.SubiOp, [self.index(size.lhs, user), whole])

    def _select(self, size: Select, user: Operation) -> SSAValue | None:
        condition = size.cond
        if not isinstance(condition, Comparison):
            return None
        sides = [self.index(side, user) for side in (condition.lhs, condition.rhs)]
        arms = [self.index(arm, user) for arm in (size.then, size.other)]
        found = [value for value in (*sides, *arms) if value is not None]
        if len(found) != 4:
            return None
        compare = arith.CmpiOp(found[0], found[1], PREDICATES[condition.op])
        self.made.insert(compare, self.made.latest(found[:2]))
        op = arith.SelectOp(compare.result, found[2], found[3])
        self.made.insert(op, self.made.latest([compare.result, *found[2:]]))
        return op.result

    def _sum(self, size: Sum, user: Operation) -> SSAValue | None:
        positive: list[SSAValue | None] = []
        negative: list[SSAValue | None] = []
        for term, factor in size.terms:
            value = self.index(term, user)
            if not fits(factor):
                return None
            if abs(factor) != 1:
                value = self._chain(arith.MuliOp, [value, self.constant(abs(factor))])
            (positive if factor > 0 else negative).append(value)
        constant = size.constant_term
        if not fits(constant):
            return None
        if constant > 0 or (not positive and (constant or negative)):
            positive.append(self.constant(constant))
        elif constant < 0:
            negative.append(self.constant(-constant))
        total = self._chain(arith.AddiOp, positive)
        return self._chain(arith.SubiOp, [total, *negative])

    def _divide(
        self, kind: type[Operation], lhs: Expr, rhs: Expr, user: Operation
    ) -> SSAValue | None:
        """
        A division, which must not stop a run in front of a check that would stop it with a message.

            %q = arith.floordivsi %n, %d : index
            cf.assert %ok, "..."                          // says that %d is positive
        =>
            %p = arith.maxsi %d, %c1 : index
            %q = arith.floordivsi %n, %p : index
            cf.assert %ok, "..."
        """
        value, divisor = self.index(lhs, user), self.index(rhs, user)
        if value is None or divisor is None:
            return None
        made_behind = self.made.latest([value, divisor])
        if not self._counts_from_one(rhs) and not self.is_known_behind(rhs, made_behind):
            divisor = self._at_least_one(divisor)
        return self._chain(kind, [value, divisor])

    def _counts_from_one(self, size: Expr) -> bool:
        """True for a constant, what is at least that, and its sum with sizes, never negative."""
        if isinstance(size, Max):
            return any(map(self._counts_from_one, size.args))
        if not isinstance(size, Sum):
            return size.constant is not None and size.constant > 0
        anchors = [self.state.anchors.get(symbol) for symbol in size.symbols]
        are_sizes = all(anchor is not None and not anchor.of_contents for anchor in anchors)
        return are_sizes and size.constant_term > 0 and all(factor > 0 for _, factor in size.terms)

    def _at_least_one(self, divisor: SSAValue) -> SSAValue | None:
        found = self._positives.get(divisor)
        if found is None and (made := self._chain(arith.MaxSIOp, [divisor, self.constant(1)])):
            found = self._positives[divisor] = made
        return found

    def _chain(self, kind: type[Operation], values: Sequence[SSAValue | None]) -> SSAValue | None:
        result = values[0]
        for value in values[1:]:
            if result is None or value is None:
                return None
            op = kind.create(
                operands=[result, value], result_types=[INDEX], properties=_properties(kind)
            )
            self.made.insert(op, self.made.latest([result, value]))
            result = op.results[0]
        return result


def _properties(kind: type[Operation]) -> dict[str, Attribute]:
    if kind in (arith.AddiOp, arith.SubiOp, arith.MuliOp):
        return {"overflowFlags": arith.IntegerOverflowAttr("none")}
    return {}


def _buffer_dim() -> type[Operation]:
    """The operation that reads a size of a buffer, which few programs have at this level."""
    from xdsl.dialects.memref import DimOp

    return DimOp
