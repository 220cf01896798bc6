"""
What relations see and what they add to: the sizes of values, the contents of shape tensors, and
the prover.

Sizes are kept per value as expressions. A size that no relation has defined when it is first read
becomes a fresh symbol whose *home* is that dimension of that value: the place where the size can
be read at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, TensorType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.relations.statements import ZERO, Statements
from disc_shape.relations.value_types import (
    element_count,
    integer_range,
    machine_range,
    scalar_type,
    shape_of_type,
)
from disc_shape.symbolic import (
    Cond,
    Expr,
    Symbol,
    const,
    sym,
)

Dims: TypeAlias = tuple[Expr, ...]
Content: TypeAlias = "tuple[Expr | Cond, ...] | None"


class NoShape(ValueError):
    """Sizes were asked of a value that has no ranked shape."""


class Home(NamedTuple):
    """Where a symbol can be read at run time."""

    value: SSAValue
    position: int
    """The dimension of `value`, or the element of its contents."""
    of_contents: bool
    """True when the symbol is an integer held by `value`, False when it is a size of `value`."""


@dataclass
class RelationState(Statements):
    """The tables that relations read and extend."""

    homes: dict[Expr, Home] = field(default_factory=dict[Expr, Home])
    """The home of each fresh symbol, in the order of creation."""
    more_homes: list[tuple[Expr, Home]] = field(default_factory=list["tuple[Expr, Home]"])
    """
    Further places where symbols can be read, such as the same loop argument in another region.
    """
    relevant: set[SSAValue] = field(default_factory=set[SSAValue])
    """
    Integer values whose contents reach a shape operand or a guard, and indices; only these are
    evaluated.
    """
    into_shapes: set[SSAValue] = field(default_factory=set[SSAValue])
    """
    Those of them that reach a shape operand, a guard or the index of an element: they are read as
    mathematical integers. The others are data, which wraps.
    """
    trust_marks: bool = True
    """
    False when attributes that an optimizer may have written by a guard, such as
    `known_nonexpanding_dimensions`, are not to be believed.
    """
    supposes_no_wrap: bool = False
    """True once integers out of machine arithmetic have been read as mathematical ones."""
    loop_depth: int = 0
    """
    How many loops enclose the operation being read; symbols made inside one vary within an
    activation.
    """
    loop_bounds: list[tuple[Attribute, Expr]] = field(
        default_factory=list["tuple[Attribute, Expr]"]
    )
    """What the conditions of the loops around compare: machine integers, with their types."""
    varying: set[Expr] = field(default_factory=set[Expr])
    """Symbols that may be different numbers within one activation of the function."""
    _dims: dict[SSAValue, list[Expr | None]] = field(
        default_factory=dict[SSAValue, list[Expr | None]]
    )
    _contents: dict[SSAValue, Content] = field(default_factory=dict[SSAValue, Content])
    _held: dict[tuple[Operation, int], Content] = field(
        default_factory=dict["tuple[Operation, int]", Content]
    )
    _declared: list[tuple[Symbol, int | None, int | None, int]] = field(
        default_factory=list["tuple[Symbol, int | None, int | None, int]"]
    )
    copies: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """For values that took the place of others, as rewriting does: whose place."""
    _count: int = 0

    # sizes

    def is_ranked(self, value: SSAValue) -> bool:
        """True for values whose type is a ranked tensor or memref."""
        return isinstance(value.type, TensorType | MemRefType)

    def rank(self, value: SSAValue) -> int:
        """The number of dimensions of a ranked value."""
        return len(self._slots(value))

    def dims(self, value: SSAValue) -> Dims:
        """
        The sizes of a ranked value, in canonical form. A size that nothing has defined yet
        becomes a fresh symbol, so a relation defines result sizes before it reads them.
        """
        slots = self._slots(value)
        canonical = self.prover.canonical
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
        return tuple(
            self._fresh_raw(value, index) if size is None else size
            for index, size in enumerate(self._slots(value))
        )

    def known_sizes(self) -> Iterator[tuple[SSAValue, Dims]]:
        """All ranked values whose sizes are all known, in the order in which they were met."""
        for value, slots in self._dims.items():
            sizes = tuple(size for size in slots if size is not None)
            if len(sizes) == len(slots):
                yield value, sizes

    def met_dims(self, value: SSAValue) -> Dims | None:
        """The sizes of a value as they were first defined, None where that has not happened."""
        slots = self._dims.get(value)
        if slots is None:
            return None
        sizes = tuple(size for size in slots if size is not None)
        return sizes if len(sizes) == len(slots) else None

    def define(self, value: SSAValue, index: int, size: Expr, op: Operation, why: str) -> None:
        """
        State that dimension `index` of `value` is `size`: a definition when it has none yet, else
        a fact.
        """
        slots = self._slots(value)
        current = slots[index]
        if current is None:
            known = self.prover.canonical(size)
            slots[index] = size if known.constant is not None else known
            low = known.constant if known.constant is not None else self.prover.bounds(known)[0]
            if low is None or low < 0:
                self.at_most(ZERO, known, op, f"{why}: no size is negative")
        elif current is not size:
            self.equal(current, size, op, why)

    def define_all(
        self, value: SSAValue, sizes: Sequence[Expr | None], op: Operation, why: str
    ) -> None:
        """`define` for every dimension; entries that are None say nothing."""
        slots = self._slots(value)
        if len(slots) != len(sizes):
            self.fail(op, f"{why}: rank {len(slots)} and rank {len(sizes)}")
        for index, size in enumerate(sizes):
            if size is not None:
                self.define(value, index, size, op, why)

    def same_shape(self, values: Sequence[SSAValue], op: Operation, why: str) -> None:
        """State that all of `values` (ranked, of one rank) have the same sizes."""
        known = self.dims(values[0])
        # A size that turned out to be a number is passed on as what it was, for explanations.
        first = [
            slot if slot is not None and size.constant is not None else size
            for slot, size in zip(self._slots(values[0]), known, strict=True)
        ]
        for other in values[1:]:
            self.define_all(other, first, op, why)

    # contents

    def is_relevant(self, value: SSAValue) -> bool:
        """True when the integers that `value` holds reach a shape operand or a guard."""
        return value in self.relevant

    def content(self, value: SSAValue) -> Content:
        """
        The integers (or conditions, for `i1`) that a value holds, in row-major order and
        canonical form. None when the value is no candidate for a part of a shape, and for buffers
        that are not known to hold the same whenever they are read. Integers about
        which nothing is known are fresh symbols.
        """
        if value in self._contents:
            known = self._contents[value]
        else:
            known = self._contents[value] = self._fresh_content(value)
        if known is None:
            return None
        canonical = self.prover.canonical
        return tuple(canonical(item) if isinstance(item, Expr) else item for item in known)

    def elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """
        The integers that a value holds (see `content`), None when they are unknown or conditions.
        """
        known = self.content(value)
        if known is None:
            return None
        items = tuple(item for item in known if isinstance(item, Expr))
        return items if len(items) == len(known) else None

    def raw_elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """Like `elements`, in the form in which the integers were first recorded."""
        known = self._contents.get(value)
        items = tuple(item for item in known or () if isinstance(item, Expr))
        return items if known is not None and len(items) == len(known) else None

    def integer(self, value: SSAValue) -> Expr | None:
        """The integer held by a scalar or one-element tensor, None when unknown."""
        items = self.elements(value)
        return items[0] if items is not None and len(items) == 1 else None

    def condition(self, value: SSAValue) -> Cond | None:
        """The condition held by an `i1` scalar or one-element tensor, None when unknown."""
        known = self.content(value)
        if known is None or len(known) != 1:
            return None
        item = known[0]
        return item if isinstance(item, Cond) else None

    def define_content(self, value: SSAValue, content: Content) -> None:
        """
        Record what integers or conditions a value holds, in the form they have now. A number that
        the type cannot hold is the result of arithmetic that wraps: nothing is recorded then.
        """
        if content is not None:
            canonical = self.prover.canonical
            content = tuple(canonical(item) if isinstance(item, Expr) else item for item in content)
            low, high = machine_range(value.type)
            for item in content:
                number = item.constant if isinstance(item, Expr) else None
                if number is not None and not low <= number <= high:
                    return
            if not self.supposes_no_wrap and value in self.into_shapes:
                self.supposes_no_wrap = any(item.size > 1 for item in content)
        self._contents[value] = content

    # symbols

    def origin(self, number: Expr, op: Operation) -> Expr:
        """
        What turned out to be `number` among the sizes and integers of `op`, so that a contradiction
        can name the operations that made it so.
        """
        canonical = self.prover.canonical
        for value in (*op.operands, *op.results):
            for item in (*self._dims.get(value, ()), *(self._contents.get(value) or ())):
                if isinstance(item, Expr) and item.constant is None and canonical(item) is number:
                    return item
        return number

    def fresh(self, lo: int | None = 0, hi: int | None = None) -> Expr:
        """A new symbol without a home: some integer between `lo` and `hi` (None: no bound)."""
        symbol = sym(f"%{self._count:06d}")
        self._count += 1
        self.prover.declare(symbol, lo=lo, hi=hi, rank=self._count)
        if lo != 0 or hi is not None:
            self._declared.append((symbol, lo, hi, self._count))
        if self.loop_depth:
            self.varying.add(symbol)
        return symbol

    @property
    def declared(self) -> int:
        """How many symbols have been made that are no plain sizes."""
        return len(self._declared)

    def declare_again(self, count: int) -> None:
        """
        Declare all symbols made since there were `count`, after the scope that they were made in
        has ended: what is known of them there is forgotten, what they are is not.
        """
        for symbol, lo, hi, rank in self._declared[count:]:
            self.prover.declare(symbol, lo=lo, hi=hi, rank=rank)

    def _slots(self, value: SSAValue) -> list[Expr | None]:
        slots: list[Expr | None] | None = self._dims.get(value)
        if slots is None:
            shape = shape_of_type(value.type)
            if shape is None:
                raise NoShape(f"value of type {value.type} has no ranked shape")
            slots = [None if size == DYNAMIC_INDEX else const(size) for size in shape]
            self._dims[value] = slots
        return slots

    def _fresh_raw(self, value: SSAValue, index: int) -> Expr:
        symbol = self._slots(value)[index] = self._fresh_dim(value, index)
        return symbol

    def _fresh_dim(self, value: SSAValue, index: int) -> Expr:
        symbol = self.fresh()
        self.homes[symbol] = Home(value, index, of_contents=False)
        return symbol

    def _fresh_content(self, value: SSAValue) -> Content:
        count = element_count(value.type)
        if count is None or scalar_type(value.type) == i1 or isinstance(value.type, MemRefType):
            return None
        return tuple(self.fresh_element(value, index) for index in range(count))

    def held_now(self, op: Operation, index: int, value: SSAValue) -> Content:
        """
        The integers that operand `index` of `op` holds when `op` runs, whatever it holds before and
        after; in the form of `value`. They have no homes.
        """
        known = self._held.get((op, index))
        if known is None:
            count = element_count(value.type)
            if count is None or scalar_type(value.type) == i1:
                return None
            limits = integer_range(value.type)
            known = self._held[op, index] = tuple(self.fresh(*limits) for _ in range(count))
        return known

    def fresh_element(self, value: SSAValue, index: int) -> Expr:
        """
        A new symbol for the integer that `value` holds at `index`: anything that its type can
        hold. What a buffer holds has no home: where its definition stands, nothing is written yet.
        """
        symbol = self.fresh(*integer_range(value.type))
        if not isinstance(value.type, MemRefType):
            self.homes[symbol] = Home(value, index, of_contents=True)
        return symbol

    # bookkeeping for analyses that rewrite IR

    def copy_value(self, source: SSAValue, target: SSAValue) -> None:
        """Let `target` have all that is known of `source`."""
        self.copies[target] = source
        if source in self._dims:
            self._dims[target] = self._dims[source]
        if source in self._contents:
            self._contents[target] = self._contents[source]
        if source in self.relevant:
            self.relevant.add(target)

    def give_dims(self, value: SSAValue, sizes: Sequence[Expr]) -> None:
        """Let a new value have sizes just as they were first defined elsewhere."""
        self._dims[value] = list(sizes)

    def give_elements(self, value: SSAValue, items: Sequence[Expr]) -> None:
        """Let a new shape operand hold sizes just as they were first defined elsewhere."""
        self._contents[value] = tuple(items)
        self.relevant.add(value)

    def forget(self, value: SSAValue) -> None:
        """Drop all that is known of a value, before its operation is read again."""
        self._dims.pop(value, None)
        self._contents.pop(value, None)

    def freeze(self, value: SSAValue, leave: Callable[[Expr], bool]) -> None:
        """
        Put what is known of a value into the form it has now, before the facts of a scope are
        forgotten; what was first recorded with a symbol that `leave` picks stays as it is.
        """
        slots = self._dims.get(value)
        if slots is not None:
            self._dims[value] = [
                raw if raw is not None and any(map(leave, raw.symbols)) else size
                for raw, size in zip(slots, self.dims(value), strict=True)
            ]
        items = self._contents.get(value)
        if items is not None:
            self._contents[value] = tuple(
                raw if any(map(leave, raw.symbols)) else item
                for raw, item in zip(items, self.content(value) or (), strict=True)
            )

    def has_content(self, value: SSAValue) -> bool:
        """True when the contents of a value have been recorded."""
        return self._contents.get(value) is not None
