"""What a symbol or an atom is defined as, and what that changes.

A solved equation defines a symbol; an equation between atoms or products becomes a rule, which
normal forms apply. What was known of the one then holds of the other, and whatever mentioned it
goes back on the queue.
"""

from __future__ import annotations

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.conditions import compare, disj, interval_cond
from disc_shape.symbolic.dims import HIDDEN, Dim
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.domains import form_of, is_positive_part
from disc_shape.symbolic.intervals import Interval, empty, inside, meet, root_interval
from disc_shape.symbolic.monomials import is_multiple, occurs_in_statement
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import (
    ZERO,
    Expr,
    Product,
    Sum,
    Symbol,
    affine,
    as_expr,
    const,
    linear,
    make_product,
    multiply,
    ordered_sum,
)
from disc_shape.symbolic.worklist import Basis, Layer, show_interval


class Definitions(Layer):
    """Definitions of symbols and rules for atoms."""

    def __init__(self, basis: Basis) -> None:
        super().__init__(basis)
        self.worklist.on("rule", self.rule_again)

    def rule_again(self, node: Node) -> None:
        """A stored rule to be looked at again: the bounds of its operands moved."""
        if isinstance(node, Expr):
            value = self.store.rule_of(node)
            if value is not None:
                if self.normals.unruled(node) is not node:
                    self.forget_rule(node)
                else:
                    self.rule_ranges(node, self.normals.of(value))

    def define(self, symbol: Symbol, value: Expr) -> None:
        """A free symbol equals a normal expression without it."""
        store = self.store
        dim = store.dims[symbol]
        if type(value) is Symbol:
            self.join(dim, store.dims[value])
            return
        if store.trail is not None:
            store.save(dim)
        dim.definition = value
        dim.cause = store.current
        store.last_epoch += 1
        store.epoch = dim.stamp = store.last_epoch
        if dim.watching:
            store.facts_epoch = store.epoch
        if store.watchers.are_users_known:
            store.watchers.use(dim, value.symbols)
            store.watchers.note(dim)
        self.transfer(dim, value)
        if dim.watching:
            self.again(dim, True)

    def join(self, dim: Dim, into: Dim) -> None:
        """Two free symbols are one, and the second represents them."""
        store = self.store
        if store.trail is not None:
            store.save(dim)
        dim.definition = into.symbol
        dim.cause = store.current
        epoch = store.last_epoch = store.epoch = dim.stamp = store.last_epoch + 1
        if store.watchers.are_users_known:
            store.watchers.use(dim, (into.symbol,))
            store.watchers.note(into)
            store.watchers.note(dim)
        if dim.lo != into.lo or dim.hi != into.hi or dim.holes:
            self.merge_ranges(dim, into)
        if dim.watching:
            store.facts_epoch = epoch
            self.again(dim, True)

    def merge_ranges(self, dim: Dim, into: Dim) -> None:
        """Two symbols are one: the representative knows what either knew."""
        lo, hi = dim.lo, dim.hi
        if dim.holes:
            self.lies_in(into.symbol, dim.holes, dim)
        if (lo is not None and (into.lo is None or lo > into.lo)) or (
            hi is not None and (into.hi is None or hi < into.hi)
        ):
            self.worklist.queue_interval(into.symbol, (lo, hi))

    def transfer(self, dim: Dim, value: Expr) -> None:
        """What was known of the range of a symbol holds of its definition."""
        lo, hi = dim.lo, dim.hi
        if hi is None and lo is not None and self.domains.plainly_above(value, lo):
            have = (lo, hi)
        else:
            have = self.domains.bounds(value)
        if empty(meet(have, (lo, hi))):
            say = self.worklist.say
            raise self.worklist.conflict(
                f"{say(dim.symbol)} in {show_interval((lo, hi))} cannot be {say(value)}"
                f" in {show_interval(have)}"
            )
        if lo is not None and (have[0] is None or have[0] < lo):
            self.worklist.queue.append((">=", affine(value, 1, -lo)))
        if hi is not None and (have[1] is None or have[1] > hi):
            self.worklist.queue.append((">=", affine(value, -1, hi)))
        if dim.holes:
            self.lies_in(value, dim.holes, dim)
        if isinstance(value, Sum) and dim.symbol.label[0] != HIDDEN:
            constant, terms = value.constant_term, value.terms
            for term, k in terms:
                if isinstance(term, Symbol) and term.label[0] == HIDDEN and k not in (1, -1):
                    hidden = self.store.dims[term]
                    rest = ordered_sum(
                        constant, tuple([item for item in terms if item[0] is not term])
                    )
                    if all(s.label[0] != HIDDEN for s in rest.symbols) and self.better_face(
                        hidden, dim, k
                    ):
                        self.store.save(hidden)
                        hidden.face = (dim.symbol, const(k), rest)
                        break

    def better_face(self, hidden: Dim, dim: Dim, k: int) -> bool:
        """Whether a dim that became k * hidden + rest shows the hidden one better than now."""
        if hidden.face is None:
            return True
        whole, factor, _ = hidden.face
        if not isinstance(whole, Symbol) or factor.constant is None:
            return True
        return (abs(k), dim.order) < (abs(factor.constant), self.store.dims[whole].order)

    def again(self, dim: Dim, defined: bool) -> None:
        """Requeue the statements that mention a dim; drop them where the dim is no longer free."""
        if not defined and dim.updates >= BUDGET.iterations:
            return
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                self.worklist.queue.append((kind, e))
            elif kind == "form":
                known = self.store.forms.get(e)
                if known is None:
                    self.store.unkeep(kind, e)
                elif defined:
                    self.store.drop(self.store.forms, e)
                    self.store.unkeep(kind, e)
                    self.worklist.queue_interval(e, known)
                else:
                    self.worklist.queue.append(("form", e))
            elif kind == "==":
                self.requeue(kind, e, self.store.equations)
            elif kind == "!=":
                self.requeue(kind, e, self.store.nonzeros)
            elif defined or (isinstance(e, Product) and self.domains.never_zero(dim.symbol)):
                self.forget_rule(e)
            elif self.store.rule_of(e) is not None:
                self.worklist.queue.append(("rule", e))

    def requeue(self, kind: str, e: Expr, table: dict[Expr, None]) -> None:
        """Look at a stored equation or difference anew."""
        if e in table:
            self.store.drop(table, e)
            self.worklist.queue.append((kind, e))
        self.store.unkeep(kind, e)

    def add_rule(self, term: Expr, value: Expr) -> None:
        """From now on a normal form has `value` for `term`."""
        if isinstance(term, Product):
            # filed under the first factor only: a product has every factor of the rule
            factor = term.factors[0][0]
            table = self.store.monomial_rules.get(factor)
            if table is None:
                table = dict[Expr, Expr]()
                self.store.put(self.store.monomial_rules, factor, table)
            self.store.put(table, term, value)
        else:
            self.store.put(self.store.rules, term, value)
        known = self.store.forms.get(term)
        if known is not None:
            self.store.drop(self.store.forms, term)
            self.worklist.queue_interval(value, known)
        self.store.keep("rule", term)
        self.store.keep_by("rule", term, value.symbols)
        self.store.bump()
        self.rewritten(term)
        self.rule_ranges(term, value)

    def rewritten(self, term: Expr) -> None:
        """A rule is new: requeue the statements in which its left-hand side occurs."""
        watched = [self.store.dims[s].watching or {} for s in term.symbols]
        fewest = min(watched, key=len) if watched else {}
        if len(fewest) < 2 or len(fewest) > BUDGET.statements:
            return
        for kind, e in list(fewest):
            if e is term:
                continue
            if not occurs_in_statement(e, term):
                value = self.store.rule_of(e) if kind == "rule" and isinstance(e, Expr) else None
                if value is not None and occurs_in_statement(value, term):
                    self.forget_rule(as_expr(e))
                continue
            if not isinstance(e, Expr) or (kind == "form" and e in self.store.forms):
                self.worklist.queue.append((kind, e))
            elif kind == "==":
                self.requeue(kind, e, self.store.equations)
            elif kind == "!=":
                self.requeue(kind, e, self.store.nonzeros)
            elif is_multiple(e, term) or self.normals.unruled(e) is not e:
                self.forget_rule(e)

    def rule_ranges(self, term: Expr, value: Expr) -> None:
        """The operands of an atom are as close to its value as to the atom."""
        if isinstance(term, FloorDiv):
            d = term.rhs
            if self.domains.positive(d):
                below = linear(0, [(term.lhs, 1), (multiply(d, value), -1)])
                self.worklist.queue.append((">=", below))
                self.worklist.queue.append((">=", linear(-1, [(d, 1), (below, -1)])))
        elif isinstance(term, Max):
            for arg in term.args:
                self.worklist.queue.append((">=", linear(0, [(value, 1), (arg, -1)])))
            self.chosen(term.args, value)
        if isinstance(term, (Product, FloorDiv, Max)):
            if self.are_sizes(term, True) and self.are_sizes(value, False):
                return
            lo, hi = self.domains.atom_range(term)
            low, high = self.domains.bounds(value)
            if lo == low == 1 and hi is high is None and isinstance(term, Product):
                return
            if isinstance(term, Product) and (low is not None or high is not None):
                self.push_down(term, (low, high))
            self.worklist.queue_interval(
                value,
                (
                    None if lo is None or (low is not None and low >= lo) else lo,
                    None if hi is None or (high is not None and high <= hi) else hi,
                ),
            )

    def are_sizes(self, e: Expr, least: bool) -> bool:
        """Whether an expression is one of sizes that are at least 1 (with `least`, a product of
        those of which no more is known) and without a bound above: no range of it is news."""
        if isinstance(e, Sum) and not least:
            if not e.polynomial or e.constant_term < 0 or min([k for _, k in e.terms]) < 0:
                return False
            if form_of(e)[0] in self.store.forms:
                return False
        elif type(e) is not Product or not e.polynomial or e in self.store.forms:
            return False
        dims = self.store.dims
        for symbol in e.symbols:
            dim = dims[symbol]
            if dim.hi is not None or dim.lo is None or dim.lo < 1 or (least and dim.lo > 1):
                return False
        return True

    def chosen(self, args: tuple[Expr, ...], value: Expr) -> None:
        """A maximum has a value: it is one of the operands that it may equal."""
        gaps = [self.normals.of(linear(0, [(value, 1), (arg, -1)])) for arg in args]
        possible = [gap for gap in gaps if not self.domains.never_zero(gap)]
        if not possible:
            raise self.worklist.conflict(
                f"{self.worklist.say(value)} is none of {', '.join(map(self.worklist.say, args))}"
            )
        if len(possible) == 1 and possible[0] is not ZERO:
            self.worklist.queue.append(("==", possible[0]))

    def forget_rule(self, term: Expr) -> None:
        """An operand of a rule changed: drop it, and state the equation anew. At once: a rule whose
        value has grown would not rewrite downwards."""
        if isinstance(term, Product):
            table = self.store.monomial_rules.get(term.factors[0][0], {})
        else:
            table = self.store.rules
        value = table.get(term)
        if value is not None:
            self.store.drop(table, term)
            self.worklist.queue.append(("restate", compare("==", term, value)))
        self.store.unkeep("rule", term, *(value.symbols if value is not None else ()))

    def push_down(self, atom: Expr, interval: Interval) -> None:
        """Move the bounds of the operands of an atom."""
        lo, hi = interval
        if isinstance(atom, FloorDiv) and self.domains.positive(atom.rhs):
            if lo is not None:
                self.worklist.queue.append((">=", linear(0, [(atom.lhs, 1), (atom.rhs, -lo)])))
            if hi is not None:
                self.worklist.queue.append((">=", linear(-1, [(atom.rhs, hi + 1), (atom.lhs, -1)])))
        elif isinstance(atom, Max):
            if hi is not None:
                for arg in atom.args:
                    self.worklist.queue.append((">=", linear(hi, [(arg, -1)])))
            if lo is not None and lo > 0 and is_positive_part(atom):
                self.worklist.queue.append((">=", linear(-lo, [(atom.args[0], 1)])))
        elif isinstance(atom, Product):
            if lo == 1 and hi is None:
                if all(self.domains.positive(f) for f, _ in atom.factors):
                    return
            for factor, n in atom.factors:
                have = self.domains.bounds(factor)
                if (have[0] is None or have[0] < 0) and not inside(interval, 0):
                    self.worklist.queue.append(("!=", factor))
                others = make_product({f: m for f, m in atom.factors if f is not factor})
                low, high = self.domains.bounds(others)
                if low is None or low < 1:
                    # not negative, and not 0 where the product is not
                    if low != 0 or lo is None or lo < 1:
                        continue
                    low = 1
                if high is not None and high < low:
                    raise self.worklist.conflict(
                        f"{self.worklist.say(atom)} lies in {show_interval(interval)}, "
                        f"but {self.worklist.say(others)} is at most {high}"
                    )
                least, most = ratio_range((lo, hi), low, high)
                if n > 1:
                    least, most = root_interval((least, most), have, n)
                if least is not None and (have[0] is None or have[0] < least):
                    self.worklist.queue.append((">=", affine(factor, 1, -least)))
                if most is not None and (have[1] is None or have[1] > most):
                    self.worklist.queue.append((">=", affine(factor, -1, most)))

    def lies_in(self, e: Expr, pieces: tuple[Interval, ...], dim: Dim) -> None:
        """What a dim equals lies in one of several intervals, as the dim does."""
        if e.constant is not None and not any(inside(piece, e.constant) for piece in pieces):
            raise self.worklist.conflict(f"{self.worklist.say(dim.symbol)} is never {e}")
        self.worklist.queue.append(("case", disj(interval_cond(e, piece) for piece in pieces)))


def ratio_range(product: Interval, low: int, high: int | None) -> Interval:
    """The range of a factor of a product in an interval, where the other lies in [low, high] and is
    at least 1."""
    lo, hi = product
    least = most = None
    if lo is not None:
        least = -(-lo // low) if lo <= 0 else 1 if high is None else -(-lo // high)
    if hi is not None:
        most = hi // low if hi >= 0 else -1 if high is None else hi // high
    return least, most
