"""
The state that relations read and extend: the sizes of values, the contents of shape tensors, and
the facts of the prover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard, TypeVar

from xdsl.dialects.builtin import MemRefType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.relations.size_table import Anchor, SizeTable
from disc_shape.relations.value_types import (
    element_count,
    integer_range,
    machine_range,
    scalar_type,
)
from disc_shape.symbolic import Cond, Expr

ItemT = TypeVar("ItemT", bound="Expr | Cond")

Content: TypeAlias = "tuple[Expr | Cond, ...] | None"


def are_integers(items: tuple[Expr | Cond, ...]) -> TypeGuard[tuple[Expr, ...]]:
    """Whether the contents of a value are integers and no conditions."""
    for item in items:
        if not isinstance(item, Expr):
            return False
    return True


@dataclass
class RelationState(SizeTable):
    """The tables that relations read and extend."""

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
    trust_attributes: bool = True
    """
    False when attributes that an optimizer may have derived from a guard, such as
    `known_nonexpanding_dimensions`, must be ignored.
    """
    assumes_no_wrap: bool = False
    """True once integers out of machine arithmetic have been read as mathematical ones."""
    loop_bounds: list[tuple[Attribute, Expr]] = field(
        default_factory=list["tuple[Attribute, Expr]"]
    )
    """The machine integers, with their types, that conditions of enclosing loops compare."""
    _contents: dict[SSAValue, Content] = field(default_factory=dict[SSAValue, Content])
    _contents_at: dict[tuple[Operation, int], Content] = field(
        default_factory=dict["tuple[Operation, int]", Content]
    )
    copies: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """For values that replaced others during rewriting: the replaced value."""

    # contents

    def content(self, value: SSAValue) -> Content:
        """
        The integers (or conditions, for `i1`) that a value holds, in row-major order and
        canonical form. None when the value cannot be a part of a shape, and for buffers whose
        contents may differ between reads. Unknown integers are fresh symbols.
        """
        known = self._contents.get(value)
        if known is None:
            if value in self._contents:
                return None
            known = self._contents[value] = self._fresh_content(value)
            if known is None:
                return None
        canonical = self.prover.presentation.canonical
        return tuple(
            [
                canonical(item) if isinstance(item, Expr) and item.constant is None else item
                for item in known
            ]
        )

    def begin_content(self, value: SSAValue) -> None:
        """Let a value hold unknown integers, if nothing is recorded of what it holds."""
        if value not in self._contents:
            self._contents[value] = self._fresh_content(value)

    def elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """
        The integers that a value holds (see `content`), None when they are unknown or conditions.
        """
        known = self.content(value)
        if known is None:
            return None
        return known if are_integers(known) else None

    def raw_elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """Like `elements`, in the form in which the integers were first recorded."""
        known = self._contents.get(value)
        return known if known is None or are_integers(known) else None

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
            content = tuple(
                [
                    canonical(item) if isinstance(item, Expr) and item.constant is None else item
                    for item in content
                ]
            )
            low, high = machine_range(value.type)
            for item in content:
                number = item.constant if isinstance(item, Expr) else None
                if number is not None and not low <= number <= high:
                    return
            if not self.assumes_no_wrap and value in self.into_shapes:
                self.assumes_no_wrap = any(item.size > 1 for item in content)
        self._contents[value] = content

    # symbols

    def origin(self, number: Expr, op: Operation) -> Expr:
        """
        The size or integer of `op` whose canonical form is `number`, so that a contradiction can
        name the operations that imply it.
        """
        canonical = self.prover.canonical
        for value in (*op.operands, *op.results):
            for item in (*self._dims.get(value, ()), *(self._contents.get(value) or ())):
                if isinstance(item, Expr) and item.constant is None and canonical(item) is number:
                    return item
        return number

    def _fresh_content(self, value: SSAValue) -> Content:
        count = element_count(value.type)
        if count is None or scalar_type(value.type) == i1 or isinstance(value.type, MemRefType):
            return None
        return tuple(self.fresh_element(value, index) for index in range(count))

    def contents_at(self, op: Operation, index: int, value: SSAValue) -> Content:
        """
        The integers that operand `index` of `op` holds when `op` runs; the buffer may hold others
        before and after. `value` has their count and type. They have no anchors.
        """
        known = self._contents_at.get((op, index))
        if known is None:
            count = element_count(value.type)
            if count is None or scalar_type(value.type) == i1:
                return None
            limits = integer_range(value.type)
            known = self._contents_at[op, index] = tuple(self.fresh(*limits) for _ in range(count))
        return known

    def fresh_element(self, value: SSAValue, index: int) -> Expr:
        """
        A new symbol for the integer that `value` holds at `index`: anything that its type can
        hold. Contents of a buffer have no anchor: at its definition nothing is written yet.
        """
        symbol = self.fresh(*integer_range(value.type))
        if not isinstance(value.type, MemRefType):
            self.anchors[symbol] = Anchor(value, index, of_contents=True)
        return symbol

    # bookkeeping for analyses that rewrite IR

    def copy_value(self, source: SSAValue, target: SSAValue) -> None:
        """Copy all recorded facts about `source` to `target`."""
        self.copies[target] = source
        if source in self._dims:
            self._dims[target] = self._dims[source]
        if source in self._contents:
            self._contents[target] = self._contents[source]
        if source in self.relevant:
            self.relevant.add(target)

    def set_elements(self, value: SSAValue, items: Sequence[Expr]) -> None:
        """Let a new shape operand hold sizes just as they were first defined elsewhere."""
        self._contents[value] = tuple(items)
        self.relevant.add(value)

    def forget(self, value: SSAValue) -> None:
        """Drop all facts recorded for a value, before its operation is read again."""
        self._dims.pop(value, None)
        self._contents.pop(value, None)

    def freeze(self, value: SSAValue, leave: Callable[[Expr], bool] | None) -> None:
        """
        Replace the sizes and integers of a value by their canonical forms, before the facts of a
        scope are dropped; those with a symbol that `leave` picks keep the recorded form.
        """
        slots = self._dims.get(value)
        if slots is not None:
            sizes = self._sizes(value, slots)
            self._dims[value] = [*sizes] if leave is None else [*kept(slots, sizes, leave)]
        items = self._contents.get(value)
        if items is not None:
            known = self.content(value) or ()
            self._contents[value] = known if leave is None else (*kept(items, known, leave),)

    def has_content(self, value: SSAValue) -> bool:
        """True when the contents of a value have been recorded."""
        return self._contents.get(value) is not None


def kept(
    recorded: Sequence[ItemT | None], now: Sequence[ItemT], leave: Callable[[Expr], bool]
) -> Iterator[ItemT]:
    """Sizes or integers as they are now, those with a symbol that `leave` picks as recorded."""
    for raw, item in zip(recorded, now, strict=True):
        yield raw if raw is not None and any(map(leave, raw.symbols)) else item
