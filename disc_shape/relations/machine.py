"""Numbers that are data: they wrap, and are read only where they provably do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xdsl.ir import Operation, SSAValue

from disc_shape.cards import card_of
from disc_shape.relations.integers import Item, at_least
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import integer_type, machine_range
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
from disc_shape.symbolic.intervals import (
    EVERYTHING,
    Interval,
    join,
    meet,
    plus,
    power_interval,
    quotient_interval,
    scaled_interval,
    times_interval,
)

INDEX_BITS = 64
INDEX_RANGE = (-(1 << 63), (1 << 63) - 1)


def width(value: SSAValue) -> int:
    """The bits of an integer, or of the elements of a tensor."""
    element = integer_type(value.type)
    return INDEX_BITS if element is None else element.width.data


def as_machine_numbers(
    op: Operation, result: SSAValue, content: Content, state: RelationState
) -> Content:
    """
    What an operation gives when its result reaches no shape operand, no guard and no address: new
    numbers are those of its arithmetic only if the type provably holds them, else any.
    """
    if content is None or result in state.into_shapes or card_of(op).reads_sizes:
        return content
    given: set[Item] = set()
    for operand in op.operands:
        if operand in state.relevant and width(operand) == width(result):
            given.update(state.content(operand) or ())
    return tuple(
        item
        if not isinstance(item, Expr) or item in given or holds(result, item, state)
        else state.fresh_element(result, position)
        for position, item in enumerate(content)
    )


def holds(value: SSAValue, item: Expr, state: RelationState) -> bool:
    """
    True when the type of a value holds a number, and 64 bits hold whatever is looked at on the way
    to it: sums and products may wrap around there and back, but `max(n - 1, 0)` may not.
    """
    item = state.prover.canonical(item)  # That is the form in which it is computed anew.
    limits = machine_range(value.type)
    held = [number for type, number in state.loop_bounds if machine_range(type) == limits]
    return is_within(item, limits, state, held) and all(
        is_within(part, INDEX_RANGE, state) for part in looked_at(item)
    )


def is_within(
    item: Expr, range: tuple[int, int], state: RelationState, inside: Sequence[Expr] = ()
) -> bool:
    """True when a number provably lies in a range, in which the numbers `inside` lie."""
    least, most = range
    low, high = bounds(item, state)
    if low is not None and high is not None and least <= low and high <= most:
        return True

    def is_bounded(number: Expr, bound: int, others: Iterable[Expr]) -> bool:
        return at_least(state, number, bound) or any(
            at_least(state, number - other, 0) for other in others
        )

    return is_bounded(item, least, inside) and is_bounded(-item, -most, [-one for one in inside])


def looked_at(item: Expr) -> Iterator[Expr]:
    """The parts of a number that enter something else than sums and products."""
    match item:
        case Sum():
            for term, _ in item.terms:
                yield from looked_at(term)
            return
        case Product():
            for base, _ in item.factors:
                yield from looked_at(base)
            return
        case FloorDiv() | Mod():
            parts: Sequence[Expr] = item.lhs, item.rhs
        case Min() | Max():
            parts = item.args
        case Select():
            decides = item.cond
            sides = (decides.lhs, decides.rhs) if isinstance(decides, Comparison) else ()
            parts = item.then, item.other, *sides
        case _:
            return
    yield from parts
    for part in parts:
        yield from looked_at(part)


def bounds(item: Expr, state: RelationState) -> Interval:
    """
    Around a number made of others, each of which some machine holds in 64 bits: half a size has an
    upper bound even where nothing is known of the size.
    """
    low, high = state.prover.bounds(item)
    match item:
        case Symbol():
            # An unsigned type of 64 bits holds more than `index`, and says so.
            least, most = INDEX_RANGE
            return least if low is None else low, most if high is None else high
        case Sum():
            found: Interval = (item.constant_term, item.constant_term)
            for term, factor in item.terms:
                found = plus(found, scaled_interval(bounds(term, state), factor))
        case Product():
            found = 1, 1
            for base, power in item.factors:
                found = times_interval(found, power_interval(bounds(base, state), power))
        case FloorDiv():
            divisor = bounds(item.rhs, state)
            positive = divisor[0] is not None and divisor[0] > 0
            found = quotient_interval(bounds(item.lhs, state), divisor) if positive else EVERYTHING
        case Min() | Max() | Select():
            first, *others = (item.then, item.other) if isinstance(item, Select) else item.args
            found = bounds(first, state)
            for other in others:
                found = join(found, bounds(other, state))
        case _:
            found = EVERYTHING
    return meet(found, (low, high))
