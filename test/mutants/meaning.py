"""Whether relations say the same of the programs of a test with a change in place as without.

Both states are asked for everything that the other has recorded: a size, an integer or a fact that
only one of them can prove is a difference, unless it is an expression that is the same number
wherever the two are tried. What follows without facts, such as `0 <= 0`, is none.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from exhaustive.harness import LISTENERS
from exhaustive.truth import Truth
from xdsl.ir import Operation, SSAValue

from disc_shape.relations import RelationState
from disc_shape.symbolic import Cond, Expr, Prover, compare
from disc_shape.symbolic.intervals import Interval


@dataclass(frozen=True)
class Said:
    """The operations that were read, and what is known after them."""

    body: Sequence[Operation]
    state: RelationState

    def values(self) -> list[SSAValue]:
        """All values in order of their first use, which is the same in every run of a test."""
        found: dict[SSAValue, None] = {}
        for outer in self.body:
            for op in outer.walk():
                found.update(dict.fromkeys((*op.operands, *op.results)))
                for region in op.regions:
                    for block in region.blocks:
                        found.update(dict.fromkeys(block.args))
        return list(found)

    def known(self, value: SSAValue) -> list[Expr | Cond]:
        """The sizes of a value, and the integers or conditions that it holds."""
        sizes = self.state.dims(value) if self.state.is_ranked(value) else ()
        return [*sizes, *(self.state.content(value) or ())]


def _nothing(*_arguments: object) -> None:
    pass


@contextmanager
def listening(said: list[Said]) -> Generator[None]:
    """
    Notes what is known after each analysis of the test that runs. Cases are not run at single
    sizes: all that relations say there is what they say of all sizes, or is judged by the run.
    """
    check_run = Truth.check_run

    def listen(body: Sequence[Operation], state: RelationState) -> None:
        said.append(Said(body, state))

    LISTENERS.append(listen)
    setattr(Truth, "check_run", _nothing)
    try:
        yield
    finally:
        setattr(Truth, "check_run", check_run)
        LISTENERS.remove(listen)


def differences(old: Sequence[Said], new: Sequence[Said]) -> Iterator[str]:
    """What is recorded in one of two runs of a test and does not follow in the other."""
    if len(old) != len(new):
        yield f"{len(old)} and {len(new)} analyses"
    for left, right in zip(old, new, strict=False):
        for one, other, where in ((left, right, "no more"), (right, left, "new")):
            for text in _missing(one, other):
                yield f"{where}: {text}"


def _missing(one: Said, other: Said) -> Iterator[str]:
    """What `one` says and `other` does not."""
    if one.state.assumes_no_wrap and not other.state.assumes_no_wrap:
        yield "integers do not wrap"
    names = _names(one, other)
    prover = other.state.prover
    for left, right in zip(one.values(), other.values(), strict=True):
        ours, theirs = one.known(left), other.known(right)
        if len(ours) > len(theirs):
            yield f"the contents of {left}"
            continue
        for mine, found in zip(ours, theirs, strict=False):
            meant = mine.substitute(names)
            if isinstance(mine, Expr) and isinstance(meant, Expr) and isinstance(found, Expr):
                if not prover.proves(compare("==", meant, found)) and not _alike(
                    meant, found, prover
                ):
                    yield f"{mine} of {left}"
                elif not _within(one.state.prover.range(mine), prover.range(found)):
                    yield f"the range of {mine} of {left}"
            elif meant != found and not _alike(meant, found, prover):
                yield f"{mine} of {left}"
    for fact in one.state.prover.facts():
        if not prover.proves(fact.statement.substitute(names)):
            yield str(fact.statement)


TRIED = sorted(
    {
        sign * ((1 << power) + more)
        for power in (0, 1, 2, 4, 8, 16, 24, 31, 32, 53, 62, 63)
        for more in (-1, 0, 1)
        for sign in (-1, 1)
    }
)
"""Numbers at which expressions are compared where no proof is found."""


def _alike(one: Expr | Cond, other: Expr | Cond, prover: Prover) -> bool:
    """Whether two expressions, or two conditions, of few symbols are the same wherever tried."""
    symbols = sorted({*one.symbols, *other.symbols}, key=str)
    if len(symbols) > 2:
        return False
    choices = [
        [number for number in TRIED if _within(prover.range(symbol), (number, number))]
        for symbol in symbols
    ]
    names = [str(symbol.label) for symbol in symbols]
    return all(
        _number(one, env) == _number(other, env)
        for env in (dict(zip(names, numbers, strict=True)) for numbers in product(*choices))
    )


def _number(one: Expr | Cond, env: Mapping[str, int]) -> int | None:
    """What an expression or a condition is, None where it divides by zero."""
    try:
        return one.evaluate(env)
    except ZeroDivisionError:
        return None


def _within(range: Interval, other: Interval) -> bool:
    """Whether all that the second range holds is in the first."""
    (low, high), (least, most) = range, other
    above = low is None or (least is not None and least >= low)
    return above and (high is None or (most is not None and most <= high))


def _names(one: Said, other: Said) -> dict[Expr, Expr]:
    """The expressions of the other state for the symbols of this one that are sizes of values."""
    twins = dict(zip(one.values(), other.values(), strict=True))
    names: dict[Expr, Expr] = {}
    for symbol, anchor in list(one.state.anchors.items()):
        twin = twins.get(anchor.value)
        if twin is None:
            continue
        if anchor.of_contents:
            items = other.state.elements(twin) or ()
            meant = items[anchor.position] if anchor.position < len(items) else None
        else:
            meant = other.state.dim(twin, anchor.position)
        if meant is not None:
            names[symbol] = meant
    return names
