"""Nests: the loops over an output, which of them merge, and where they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.linalg_conversion.writer import Writer
from disc_shape.loops.factors import Factors
from disc_shape.loops.nodes import Choice, Condition, Load, Node, Reduction, reachable
from disc_shape.loops.numbers import (
    Arithmetic,
    Digit,
    Fixed,
    Index,
    Loop,
    Number,
    Size,
    constant_of,
    fixed,
    term_in,
)
from disc_shape.lowering.types import buffer_of, is_row_major


@dataclass(frozen=True)
class Store:
    """An element that is written."""

    buffer: SSAValue
    index: Index
    node: Node


@dataclass
class Nest:
    """Loops around elements that are written."""

    loops: list[Loop]
    stores: list[Store]
    merged: dict[Loop, Merge] = field(default_factory=dict["Loop", "Merge"])
    """What the loops that merge become."""
    cuts: dict[Loop, list[Number]] = field(default_factory=dict["Loop", "list[Number]"])
    """The numbers at which a loop is cut into pieces, in order."""

    inner: dict[Reduction, list[Store]] = field(default_factory=dict["Reduction", "list[Store]"])
    """What is written in the iterations of a reduction."""
    replaced: dict[Node, Node] = field(default_factory=dict["Node", "Node"])
    """Elements that are read again instead of computed."""
    ordered: Sequence[Reduction] = ()
    """Reductions that run before all others, in this order: what they write is read again."""
    is_sequential: bool = False
    """Whether iterations write the same row of scratch, and so run one after the other."""

    @property
    def all_stores(self) -> list[Store]:
        """Everything that is written."""
        return [*self.stores, *(store for stores in self.inner.values() for store in stores)]

    @property
    def nodes(self) -> list[Node]:
        """All elements that are computed, each once."""
        return self.below([store.node for store in self.all_stores])

    def below(self, roots: Sequence[Node]) -> list[Node]:
        """All elements that some are computed from, each once, themselves included."""
        return list(reachable(roots, self.replaced))

    def is_complete(self) -> bool:
        """Whether each reduction in whose iterations something is written is evaluated."""
        roots = [*(store.node for store in self.stores), *self.ordered]
        left, found = set(self.inner), set[Node]()
        while roots:
            found.update(self.below(roots))
            roots = [store.node for one in left & found for store in self.inner[one]]
            left -= found
        return not left

    def outer(self) -> list[Loop]:
        """The loops around the elements, merged."""
        return self.without_merged(self.loops)

    def without_merged(self, loops: Sequence[Loop]) -> list[Loop]:
        """Loops with those that merge replaced."""
        return list(
            dict.fromkeys(self.merged[loop].loop if loop in self.merged else loop for loop in loops)
        )


@dataclass(frozen=True, eq=False)
class Merge:
    """Several loops that have become one."""

    loop: Loop
    parts: tuple[Loop, ...]


def accesses(nest: Nest) -> list[tuple[SSAValue, Index]]:
    """The buffers that a nest reads and writes, and where."""
    found = [(store.buffer, store.index) for store in nest.all_stores]
    found += [(node.buffer, node.index) for node in nest.nodes if isinstance(node, Load)]
    return found


def chain_of(buffer: SSAValue, index: Index, factors: Factors) -> list[Loop | None]:
    """
    The loops that count through a buffer, from the outermost digit on; None where the next digit
    does not continue the one before. A slice of the first element of a dimension has no digit
    there, and those before and after it are no neighbours. A loop over a part of a dimension, as
    of a gather of its first elements, does not continue the one before:

        %x[i, 0, j] of memref<?x7x?xf32>                   =>    i, None, j
        %x[i, 0, j] of memref<?x1x?xf32>                   =>    i, j
        %x[i, j] of memref<?x8xf32>, j from 0 to 7         =>    i, None, j
    """
    row_major = is_row_major(buffer_of(buffer))
    chain: list[Loop | None] = []
    for place in index:
        if not place.is_whole or (place.digits and not row_major):
            chain.append(None)
        for number, size in place.digits:
            if isinstance(number, Loop) and not factors.same([number.size], [size]):
                chain.append(None)
            chain.append(number if isinstance(number, Loop) else None)
    return chain


def merge_loops(nest: Nest, factors: Factors, writer: Writer) -> None:
    """
    Let neighbouring loops become one where each buffer is read along both, the inner one right
    after the outer one, or along neither: loops over equal sizes, or over axes that a buffer lacks.
    """
    chains = [chain_of(*access, factors) for access in accesses(nest)]
    pinned = pinned_loops(nest)
    after: dict[Loop, set[Loop | None]] = {}
    before: dict[Loop, set[Loop | None]] = {}
    for chain in chains:
        for one, other in pairwise(ends(chain)):
            if one is not None:
                after.setdefault(one, set()).add(other)
            if other is not None:
                before.setdefault(other, set()).add(one)

    def joins(one: Loop, other: Loop) -> bool:
        known = all(isinstance(loop.size.value, int) for loop in (one, other))
        return (
            (factors.allows("equal") or (known and factors.allows("static")))
            and not {one, other} & pinned
            and after.get(one) == {other}
            and before.get(other) == {one}
        )

    groups = [nest.loops]
    groups += [list(node.axes) for node in nest.nodes if isinstance(node, Reduction)]
    for group in groups:
        runs: list[list[Loop]] = []
        for loop in group:
            if runs and joins(runs[-1][-1], loop):
                runs[-1].append(loop)
            else:
                runs.append([loop])
        for run in runs:
            if len(run) > 1 and run[0] not in nest.merged:
                _merge(run, nest, writer)


def ends(chain: list[Loop | None]) -> list[Loop | None]:
    """A chain with what is before and after it."""
    return [None, *chain, None]


def _merge(run: list[Loop], nest: Nest, writer: Writer) -> None:
    total: int | SSAValue = 1
    for loop in run:
        total = writer.multiply(total, loop.size.value)
    keys = tuple(key for loop in run for key in loop.key)
    merge = Merge(Loop(keys, Size(total), run[0].reduces), tuple(run))
    nest.merged.update((loop, merge) for loop in run)


def pinned_loops(nest: Nest) -> set[Loop]:
    """The loops whose counters are used otherwise than as digits of an index."""
    found: set[Loop] = set()
    for node in nest.nodes:
        for number in node.numbers:
            found |= number.loops
    for _, index in accesses(nest):
        for place in index:
            for number, _ in place.digits:
                if not isinstance(number, Loop):
                    found |= number.loops
    return found


# views


def grouped(buffer: SSAValue, index: Index, nest: Nest) -> list[tuple[list[int], list[Digit]]]:
    """
    The dimensions of a buffer that one index counts through, with its digits: dimensions along
    which one loop runs are collapsed.
    """
    groups: list[tuple[list[int], list[Digit]]] = []
    row_major = is_row_major(buffer_of(buffer))
    open_run: Merge | None = None
    for axis, place in enumerate(index):
        first = nest.merged.get(_loop_of(place.digits[0])) if place.digits else open_run
        if not (row_major and place.is_whole and open_run is not None and first is open_run):
            groups.append(([], []))
            open_run = None
        dims, digits = groups[-1]
        dims.append(axis)
        for digit in place.digits:
            merge = nest.merged.get(_loop_of(digit))
            if merge is None:
                digits.append(digit)
            elif digit.number is merge.parts[0]:
                digits.append(Digit(merge.loop, merge.loop.size))
            if merge is not None:
                open_run = merge
            else:
                open_run = None
    return groups


def _loop_of(digit: Digit) -> Loop:
    """The loop that a digit is; one that is in no nest for other numbers."""
    return digit.number if isinstance(digit.number, Loop) else NO_LOOP


NO_LOOP = Loop((), Size(1))


# cuts


def cut_loops(nest: Nest) -> None:
    """Find the numbers at which loops are cut, so that no choice is left in their pieces."""
    for node in nest.nodes:
        if not isinstance(node, Choice):
            continue
        for condition in node.conditions:
            cut = cut_of(condition)
            if cut is not None and always(condition) is None:
                loop, number, _ = cut
                chain = nest.cuts.setdefault(loop, [])
                if number not in chain:
                    add_in_order(number, chain)


def always(condition: Condition) -> bool | None:
    """Whether a condition holds in all iterations, or in none; None if it depends."""
    cut = cut_of(condition)
    if cut is None:
        return None
    loop, number, from_on = cut
    if at_most(number, fixed(0)):
        return from_on
    return not from_on if at_most(fixed(loop.size), number) else None


def cut_of(condition: Condition) -> tuple[Loop, Number, bool] | None:
    """
    The loop and the number such that a condition holds from the number on (True), or below it.
    None for conditions of more than one loop.
    """
    if condition.kind != "ge" or len(condition.number.loops) != 1:
        return None
    (loop,) = condition.number.loops
    term = term_in(condition.number, loop)
    if term is None or abs(term.factor) != 1:
        return None
    if term.factor == 1:
        return loop, fixed(0) - term.rest, True
    return loop, term.rest + 1, False


def add_in_order(number: Number, chain: list[Number]) -> None:
    """Insert a number where it belongs, if that is known; sizes are at least zero."""
    for place, other in enumerate(chain):
        if at_most(number, other):
            chain.insert(place, number)
            return
        if not at_most(other, number):
            return
    chain.append(number)


def at_most(one: Number, other: Number) -> bool:
    """Whether a number is at most another one, in which only sizes are more."""
    rest = SumOfSizes().plus(other).plus(one, -1)
    more = (rest.constant, *rest.sizes.values())
    return not any(rest.others.values()) and all(number >= 0 for number in more)


@dataclass
class SumOfSizes:
    """A number as a constant and sizes, each as often as counted; taken apart through `arith`."""

    constant: int = 0
    sizes: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    others: dict[Number | SSAValue, int] = field(default_factory=dict["Number | SSAValue", int])
    """What is neither and may be negative, such as a start that is clamped."""

    def plus(self, number: Number, factor: int = 1) -> SumOfSizes:
        """Add a multiple of a number."""
        scale = constant_of(number.rhs) if isinstance(number, Arithmetic) else None
        if isinstance(number, Arithmetic) and number.kind in "+-":
            self.plus(number.lhs, factor)
            self.plus(number.rhs, factor if number.kind == "+" else -factor)
        elif isinstance(number, Arithmetic) and number.kind == "*" and scale is not None:
            self.plus(number.lhs, factor * scale)
        elif isinstance(number, Fixed) and isinstance(number.value, int):
            self.constant += factor * number.value
        elif isinstance(number, Fixed):
            self._value(number.value, factor, number.is_size)
        else:
            self.others[number] = self.others.get(number, 0) + factor
        return self

    def _value(self, value: SSAValue | int, factor: int, is_size: bool) -> None:
        """Add a multiple of a value, by the operation that computes it."""
        op = value.owner if isinstance(value, SSAValue) else None
        if isinstance(op, arith.AddiOp | arith.SubiOp):
            sign = 1 if isinstance(op, arith.AddiOp) else -1
            self._value(op.lhs, factor, is_size=False)
            self._value(op.rhs, factor * sign, is_size=False)
        elif isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
            self.constant += factor * int_of(op.value)
        elif isinstance(value, SSAValue):
            counted = self.sizes if is_size or isinstance(op, memref.DimOp) else self.others
            counted[value] = counted.get(value, 0) + factor
