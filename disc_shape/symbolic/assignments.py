"""Layer 6: assignments of numbers to symbols, which show that a question has both outcomes, so that
no proof is searched for that cannot exist.

For the free symbols of a question, and those tied to them by stored statements, a few assignments
are built: small, spread and large ones, one where all are equal, each repaired towards the
statements it breaks and kept only if it breaks none. One that makes the question true rules out NO,
one that makes it false rules out YES. For the reason why a question is open, more are tried: values
near the numbers of the question, near the ends of ranges, small and large ones. All numbers come
from fixed sequences: the same question gives the same assignments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import Final

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import And, Comparison, Cond, Or, holds
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.intervals import inside
from disc_shape.symbolic.logic import Goal
from disc_shape.symbolic.neighbourhood import neighbourhood
from disc_shape.symbolic.nodes import Node, evaluated, postorder
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Const, Expr, Sum, Symbol, factors_of, linear, parts

LARGE: Final = (1 << 40) + 100, (1 << 36) + 37
SPREADS: Final = ((0, 1), (1, 3), (7, 5), (4, 0), LARGE)
"""
(offset, stride) of the tried values above the lower bound. In one all are equal; the last are large
enough for quotients by numbers such as 64 to differ, and for products to exceed those of machines.
"""
ZEROS: Final = ((0, 1), (1, 0), (0, 1, 1, 0), (1, 0, 0, 1))
"""Values above the lower bounds, over and over."""
SMALL: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 31, 64, 97, 100, 1000)
"""Values above a lower bound that a longer search picks from."""

Assignment = dict[Symbol, int]
"""A number for each of some symbols."""


class Sequence:
    """Numbers that look random and are always the same (a linear congruential generator)."""

    def __init__(self) -> None:
        self.state = 20011

    def below(self, n: int) -> int:
        """The next number from 0 up to n."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % n


class Assignments:
    """Assignments."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def allowed_value(self, symbol: Symbol, value: int) -> bool:
        """Whether a value lies in the range of a symbol, and is not too large."""
        if value.bit_length() > BUDGET.bits:
            return False
        dim = self.store.dims[symbol]
        if dim.holes and not any(inside(part, value) for part in dim.holes):
            return False
        return inside((dim.lo, dim.hi), value)

    def pick(self, symbol: Symbol, rank: int, spread: tuple[int, int]) -> int:
        """A value inside the bounds of a symbol."""
        dim = self.store.dims[symbol]
        offset, stride = spread
        step = offset + stride * rank
        holes = dim.holes or [(dim.lo, dim.hi)]
        lo, hi = holes[(rank + offset) % len(holes)]
        if lo is None:
            return (hi if hi is not None else 2) - step
        if hi is not None:
            step %= hi - lo + 1
        return lo + step

    def few(self, symbols: list[Symbol], statements: list[Cond]) -> Iterator[Assignment]:
        """A few assignments that fit the statements; no large ones where spread ones do not."""
        is_tight = False
        for ordered, ranks, spread in starts(symbols, bool(statements)):
            if is_tight and spread is LARGE:
                continue
            model = {s: self.pick(s, rank, spread) for s, rank in zip(ordered, ranks, strict=False)}
            if not statements or self.fits(model, statements):
                yield model
            elif spread[1] > 1:
                is_tight = True

    def many(
        self, symbols: list[Symbol], statements: list[Cond], asked: Node
    ) -> Iterator[Assignment]:
        """Many assignments that fit the statements, some with values near the numbers in them and
        in what is asked."""
        near = numbers([asked, *statements])
        random = Sequence()
        for iteration in range(BUDGET.assignments):
            # few small values first: large ones rarely fit facts about products
            small = SMALL[: 2 + iteration % len(SMALL)]
            model: Assignment = {}
            for symbol in symbols:
                model[symbol] = self.picked(symbol, random, small, near, list(model.values()))
            if self.fits(model, statements):
                yield model

    def picked(
        self,
        symbol: Symbol,
        random: Sequence,
        small: tuple[int, ...],
        near: list[int],
        others: list[int],
    ) -> int:
        """A value of a symbol: near an end of its range or a number, that of another, or small."""
        dim = self.store.dims[symbol]
        lo, hi = dim.lo, dim.hi
        if dim.holes:
            lo, hi = dim.holes[random.below(len(dim.holes))]
        choice = random.below(8)
        if choice == 0 and hi is not None:
            value = hi - small[random.below(len(small))]
        elif choice < 3 and near:
            value = near[random.below(len(near))] + random.below(3) - 1
        elif choice == 3 and others:
            value = others[random.below(len(others))]
        else:
            value = small[random.below(len(small))] + (lo or 0)
        if lo is None and hi is None and random.below(2):
            value = -value
        if lo is not None and value < lo:
            value = lo
        return hi if hi is not None and value > hi else value

    def fits(self, model: Assignment, statements: list[Cond]) -> bool:
        """Whether an assignment, repaired if need be, breaks no statement."""
        if not self.store.work.affords(sum([s.size for s in statements])):
            return False
        for _ in range(BUDGET.iterations):
            broken = [s for s in statements if not holds_in(s, model)]
            if not broken:
                return True
            if not all(self.repair(s, model) for s in broken):
                return False
        return all(holds_in(s, model) for s in statements)

    def repair(self, statement: Cond, model: Assignment) -> bool:
        """Move one symbol so that a linear statement holds, or one of several: the last, since the
        first is what assignments of equal numbers fit."""
        if isinstance(statement, Or):
            return any(self.repair(arg, model) for arg in reversed(statement.args))
        for part in statement.args if isinstance(statement, And) else (statement,):
            if not isinstance(part, Comparison) or holds_in(part, model):
                continue
            e = part.lhs - part.rhs
            value = value_in(e, model)
            if value is None:
                return False
            for term, k in parts(e)[1]:
                if isinstance(term, Symbol) and k in (1, -1) and part.op != "!=":
                    moved = model[term] - k * value
                    if self.allowed_value(term, moved):
                        model[term] = moved
                        break
                elif isinstance(term, Symbol) and part.op == "!=":
                    if self.allowed_value(term, model[term] + 1):
                        model[term] += 1
                        break
            else:
                if part.op != "==" or not self.repair_product(e, value, model):
                    return False
        return True

    def repair_product(self, e: Expr, value: int, model: Assignment) -> bool:
        """Move a factor of a product so that e, which has a value in the assignment, is 0."""
        for term, k in parts(e)[1]:
            for factor, power in factors_of(term):
                if type(factor) is not Symbol or power != 1 or not model[factor]:
                    continue
                at_one = k * (value_in(term, model) or 0) // model[factor]
                if not at_one or value % at_one:
                    continue
                moved = model[factor] - value // at_one
                trial = {**model, factor: moved}
                if self.allowed_value(factor, moved) and value_in(e, trial) == 0:
                    model[factor] = moved
                    return True
        return False

    def sample(self, question: Cond | Goal) -> tuple[Assignment | None, Assignment | None]:
        """An assignment where a condition holds and one where it does not, where found; an equation
        is solved for a symbol."""
        goal, asked = (None, question) if isinstance(question, Cond) else (question, question[1])
        around = neighbourhood(self.store, asked.symbols)
        if around is None:
            return None, None
        symbols, statements = around
        yes: Assignment | None = None
        no: Assignment | None = None
        for model in self.few(symbols, statements):
            value = value_in(asked, model)
            if value is None:
                continue
            if value != 0 if goal is None else holds(goal[0], value, 0):
                yes = yes or model
            else:
                no = no or model
            if goal is not None:
                op, e = goal
                if yes is None and op != "!=":
                    yes = self.solve_in(e, value, model, statements)
                if no is None and op == "!=":
                    no = self.solve_in(e, value, model, statements)
                elif no is None and op != "==":
                    no = self.solve_in(linear(1, [(e, 1)]), value + 1, model, statements)
            if yes is not None and no is not None:
                break
        return yes, no

    def samples(self, sizes: list[Expr]) -> Iterator[tuple[int | None, ...]]:
        """The values that normal expressions have together, in a few assignments that fit the facts
        about them: those whose values differ are not proved equal. None where many facts tie them.
        """
        symbols = dict.fromkeys(symbol for size in sizes for symbol in size.symbols)
        around = neighbourhood(self.store, tuple(symbols))
        for model in () if around is None else self.few(*around):
            yield tuple([value_in(size, model) for size in sizes])

    def solve_in(
        self, e: Expr, value: int, model: Assignment, statements: list[Cond]
    ) -> Assignment | None:
        """The assignment, in which e has a value, moved so that e is 0: in one symbol that is a
        term of e, or whose quotient by a number is."""
        if not isinstance(e, Sum):
            return None
        for term, k in e.terms:
            symbol, step = (term.lhs, term.rhs.constant) if type(term) is FloorDiv else (term, 1)
            if type(symbol) is not Symbol or step is None or value % k:
                continue
            moved = model[symbol] - value // k * step
            if not self.allowed_value(symbol, moved):
                continue
            trial = {**model, symbol: moved}
            # Symbols of other terms may be this one.
            if not e.linear and value_in(e, trial) != 0:
                continue
            if all(holds_in(s, trial) for s in statements):
                return trial
        return None


def starts(
    symbols: list[Symbol], tied: bool
) -> Iterator[tuple[list[Symbol], Iterable[int], tuple[int, int]]]:
    """
    What the few assignments begin with: symbols in some order, the rank of each, and a spread.
    Equations of products, which few numbers fit, often hold where some of the sizes are 0.
    """
    for spread in SPREADS:
        for ordered in (symbols, symbols[::-1]):
            yield ordered, range(len(ordered)), spread
            if len(symbols) == 1 or not spread[1] or spread is LARGE:
                break
    for pattern in ZEROS if tied and len(symbols) > 1 else ():
        yield symbols, cycle(pattern), (0, 1)


def admits(model: Assignment, assignments: Assignments) -> bool:
    """
    Whether no fact excludes these numbers of symbols whose normal forms they are themselves:
    all that is proved of the symbols holds for them. False also where facts tie the symbols to
    others, or where many facts tie them.
    """
    around = neighbourhood(assignments.store, tuple(model))
    return (
        around is not None
        and len(around[0]) == len(model)
        and all(assignments.allowed_value(symbol, value) for symbol, value in model.items())
        and all(holds_in(statement, model) for statement in around[1])
    )


def excludes(model: Assignment, assignments: Assignments) -> bool:
    """
    Whether a fact that is about these symbols alone, whose normal forms they are themselves, is
    false for these numbers, or one of them is too large to be tried. False also where many facts
    tie the symbols.
    """
    if not all(assignments.allowed_value(symbol, value) for symbol, value in model.items()):
        return True
    around = neighbourhood(assignments.store, tuple(model))
    return around is not None and any(
        value_in(statement, model) == 0
        for statement in around[1]
        if set(statement.symbols) <= model.keys()
    )


def numbers(nodes: Iterable[Node]) -> list[int]:
    """The numbers in some conditions."""
    found: dict[int, None] = {}
    for root in nodes:
        for node in postorder(root):
            if isinstance(node, Const):
                found[abs(node.number)] = None
            elif isinstance(node, Sum):
                constant, terms = parts(node)
                found.update(dict.fromkeys((abs(constant), *(abs(k) for _, k in terms))))
    return list(found)[: BUDGET.statements]


def direct_value(node: Node, model: Mapping[Symbol, int]) -> int:
    """The value of a small node."""
    if type(node) is Symbol:
        return model[node]
    if type(node) is Const:
        return node.number
    if type(node) is Sum:
        total = node.constant_term
        for term, k in node.terms:
            total += k * (model[term] if type(term) is Symbol else direct_value(term, model))
        return total
    values: dict[Node, int] = {}
    for child in node.children:
        values[child] = model[child] if type(child) is Symbol else direct_value(child, model)
    return node.compute(values)


def value_in(node: Node, model: Mapping[Symbol, int]) -> int | None:
    """The value of a node; None where it divides by zero."""
    try:
        if node.size <= BUDGET.nodes:
            return direct_value(node, model)
        return evaluated(node, {symbol: model[symbol] for symbol in node.symbols})
    except ZeroDivisionError:
        return None


def holds_in(statement: Cond, model: Mapping[Symbol, int]) -> bool:
    """Whether a condition holds under an assignment."""
    return bool(value_in(statement, model))
