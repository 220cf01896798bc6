"""
The sizes of values, and the symbols for those that no relation has defined.

Sizes are kept per value as expressions. A size that no relation has defined when it is first read
becomes a fresh symbol whose *anchor* is that dimension of that value: the dimension to read at run
time. So does a size whose expression has become too long, which the symbol stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.relations.statements import ZERO, Statements
from disc_shape.relations.value_types import RANKED, shape_of_type
from disc_shape.symbolic import Expr, Symbol, const, sym
from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import has_choice
from disc_shape.traversal import type_of

Dims: TypeAlias = tuple[Expr, ...]

MAX_SIZE = BUDGET.nodes
"""
Nodes of an expression with selections for a size; a longer one, into which the prover looks no
further, gets a symbol. Where operands of unknown sizes broadcast, the result is three times as long
as they are: after two blocks of a residual network that halve an image in two ways a size has 50
nodes, after three 161. Sizes of the exports have at most 40.
"""


class NoShape(ValueError):
    """A value whose sizes are read has no ranked shape."""


class Anchor(NamedTuple):
    """Where a symbol can be read at run time."""

    value: SSAValue
    position: int
    """The dimension of `value`, or the element of its contents."""
    of_contents: bool
    """True when the symbol is an integer held by `value`, False when it is a size of `value`."""


@dataclass
class SizeTable(Statements):
    """The sizes of values that relations read and define, and the symbols they are written in."""

    anchors: dict[Expr, Anchor] = field(default_factory=dict[Expr, Anchor])
    """The anchor of each fresh symbol, in the order of creation."""
    other_anchors: list[tuple[Expr, Anchor]] = field(default_factory=list["tuple[Expr, Anchor]"])
    """
    Further places where symbols can be read, such as the same loop argument in another region.
    """
    loop_depth: int = 0
    """
    How many loops enclose the operation being read; symbols made inside one vary within an
    activation.
    """
    varying: set[Expr] = field(default_factory=set[Expr])
    """Symbols that may be different numbers within one activation of the function."""
    _dims: dict[SSAValue, list[Expr | None]] = field(
        default_factory=dict[SSAValue, list[Expr | None]]
    )
    ranged: list[tuple[Symbol, int | None, int | None, int]] = field(
        default_factory=list["tuple[Symbol, int | None, int | None, int]"]
    )
    stand_ins: dict[Expr, tuple[Expr, Operation]] = field(
        default_factory=dict[Expr, tuple[Expr, Operation]]
    )
    """What symbols of long expressions stand for, and of which operations, in order."""
    _symbol_of: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """By long expression, the last symbol that stands for it."""
    count: int = 0
    """How many symbols have been made."""

    # sizes

    def is_ranked(self, value: SSAValue) -> bool:
        """True for values whose type is a ranked tensor or memref."""
        return value.type.name in RANKED

    def rank(self, value: SSAValue) -> int:
        """The number of dimensions of a ranked value."""
        return len(self._slots(value))

    def dims(self, value: SSAValue) -> Dims:
        """
        The sizes of a ranked value, in canonical form. A size that nothing has defined yet
        becomes a fresh symbol, so a relation defines result sizes before it reads them.
        """
        return self._sizes(value, self._slots(value))

    def _sizes(self, value: SSAValue, slots: list[Expr | None]) -> Dims:
        """`dims` of a value with these slots."""
        canonical = self.prover.presentation.canonical
        result: list[Expr] = []
        for index, size in enumerate(slots):
            if size is None:
                size = slots[index] = self._fresh_dim(value, index)
            elif size.constant is None:
                size = canonical(size)
            result.append(size)
        return tuple(result)

    def dim(self, value: SSAValue, index: int) -> Expr:
        """One size of a ranked value, in canonical form; like `dims`."""
        slots = self._slots(value)
        size = slots[index]
        if size is None:
            size = slots[index] = self._fresh_dim(value, index)
            return size
        return size if size.constant is not None else self.prover.canonical(size)

    def raw_dims(self, value: SSAValue) -> Dims:
        """The sizes of a ranked value as they were first defined, before any later fact."""
        slots = self._slots(value)
        for index, size in enumerate(slots):
            if size is None:
                slots[index] = self._fresh_dim(value, index)
        return tuple([size for size in slots if size is not None])

    def known_sizes(self) -> Iterator[tuple[SSAValue, Dims]]:
        """All ranked values whose sizes are all known, in the order of their first use."""
        for value, slots in self._dims.items():
            sizes = tuple([size for size in slots if size is not None])
            if len(sizes) == len(slots):
                yield value, sizes

    def recorded_dims(self, value: SSAValue) -> Dims | None:
        """The sizes of a value as they were first defined, None where that has not happened."""
        slots = self._dims.get(value)
        if slots is None:
            return None
        sizes = tuple([size for size in slots if size is not None])
        return sizes if len(sizes) == len(slots) else None

    def define(self, value: SSAValue, index: int, size: Expr, op: Operation, why: str) -> None:
        """
        State that dimension `index` of `value` is `size`: a definition when it has none yet, else
        a fact.
        """
        slots = self._dims.get(value) or self._slots(value)
        current = slots[index]
        if current is not None:
            if current is not size:
                self.equal(current, size, op, why)
            return
        known = self.prover.presentation.canonical(size)
        low = known.constant if known.constant is not None else self.prover.bounds(known)[0]
        if low is None or low < 0:
            self.at_most(ZERO, known, op, f"{why}: no size is negative")
        if known.size > MAX_SIZE and has_choice(known):
            known = self._stand_in(known, value, index, op)
        slots[index] = size if known.constant is not None else known

    def define_all(
        self, value: SSAValue, sizes: Sequence[Expr | None], op: Operation, why: str
    ) -> None:
        """`define` for every dimension; entries that are None are unknown."""
        slots = self._slots(value)
        if len(slots) != len(sizes):
            self.fail(op, f"{why}: rank {len(slots)} and rank {len(sizes)}")
        for index, (current, size) in enumerate(zip(slots, sizes, strict=True)):
            if size is not None and current is not size:
                self.define(value, index, size, op, why)

    def same_shape(self, values: Sequence[SSAValue], op: Operation, why: str) -> None:
        """State that all of `values` (ranked, of one rank) have the same sizes."""
        slots = self._slots(values[0])
        known = self._sizes(values[0], slots)
        # A size that became a number keeps its recorded form, for explanations.
        first = [
            slot if slot is not None and size.constant is not None else size
            for slot, size in zip(slots, known, strict=True)
        ]
        for other in values[1:]:
            self.define_all(other, first, op, why)

    def set_dims(self, value: SSAValue, sizes: Sequence[Expr]) -> None:
        """Let a new value have sizes just as they were first defined elsewhere."""
        self._dims[value] = list(sizes)

    # symbols

    def fresh(self, lo: int | None = 0, hi: int | None = None) -> Expr:
        """A new symbol without an anchor: some integer between `lo` and `hi` (None: no bound)."""
        symbol = sym(f"%{self.count:06d}")
        self.count += 1
        self.prover.declare(symbol, lo=lo, hi=hi, rank=self.count)
        if lo != 0 or hi is not None:
            self.ranged.append((symbol, lo, hi, self.count))
        if self.loop_depth:
            self.varying.add(symbol)
        return symbol

    @property
    def declared(self) -> int:
        """How many symbols with a range other than that of a size have been made."""
        return len(self.ranged)

    def declare_again(self, count: int) -> None:
        """
        Declare all symbols after the first `count` again, when the scope that made them has ended:
        its facts are dropped, but the symbols and their ranges stay.
        """
        for symbol, lo, hi, rank in self.ranged[count:]:
            self.prover.declare(symbol, lo=lo, hi=hi, rank=rank)

    def _slots(self, value: SSAValue) -> list[Expr | None]:
        known = self._dims.get(value)
        if known is not None:
            return known
        shape = shape_of_type(type_of(value))
        if shape is None:
            raise NoShape(f"value of type {value.type} has no ranked shape")
        slots: list[Expr | None] = [
            None if size == DYNAMIC_INDEX else const(size) for size in shape
        ]
        self._dims[value] = slots
        return slots

    def _fresh_dim(self, value: SSAValue, index: int) -> Expr:
        symbol = self.fresh()
        self.anchors[symbol] = Anchor(value, index, of_contents=False)
        return symbol

    def _stand_in(self, size: Expr, value: SSAValue, index: int, op: Operation) -> Expr:
        """
        The symbol that stands for a long expression of `op`, which can be read at a dimension of
        `value`: that of an equal size where it can be read there, too.
        """
        symbol = self._symbol_of.get(size)
        if symbol is not None:
            block = block_of(self.anchors[symbol].value)
            if block is not None and block.is_ancestor(value.owner):
                return symbol
        symbol = self._symbol_of[size] = self._fresh_dim(value, index)
        self.stand_ins[symbol] = size, op
        return symbol


def resolve_stand_ins(table: SizeTable) -> None:
    """
    State what symbols stand for where that has become short: where facts that have been learned
    since decide what was open.
    """
    for symbol, (size, op) in table.stand_ins.items():
        known = table.prover.canonical(size)
        if known.size <= MAX_SIZE or not has_choice(known):
            table.equal(symbol, size, op, "a size is what it was computed from")


def first_difference(one: SizeTable, other: SizeTable) -> int:
    """The number of the first symbol that two tables read or range otherwise."""
    found = [one.count, other.count]
    places = one.anchors.items(), other.anchors.items()
    for rows in (places, (one.ranged, other.ranged)):
        pairs = (pair for pair in zip_longest(*rows) if pair[0] != pair[1])
        found += [number_of(row[0]) for row in next(pairs, ()) if row is not None]
    return min(found)


def block_of(value: SSAValue) -> Block | None:
    """The block in which a value is defined."""
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def number_of(symbol: Expr) -> int:
    """How many symbols a table had made before this one."""
    assert symbol.name is not None
    return int(symbol.name[1:])
