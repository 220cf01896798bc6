"""What a symbol or an atom is defined as, and what that changes.

A solved equation defines a symbol; an equation between atoms or products becomes a rule, which
normal forms apply. What was known of the one then holds of the other, and whatever mentioned it
goes back on the queue.
"""

from __future__ import annotations

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import compare, disj, interval_cond
from disc_shape.symbolic.dims import HIDDEN, Dim
from disc_shape.symbolic.intervals import Interval, empty, inside, meet
from disc_shape.symbolic.monomials import is_multiple, occurs_in_statement
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.operands import of_rule
from disc_shape.symbolic.terms import (
    Expr,
    Product,
    Sum,
    Symbol,
    affine,
    as_expr,
    const,
    ordered_sum,
)
from disc_shape.symbolic.worklist import Layer, Worklist, show_interval


class Definitions(Layer):
    """Definitions of symbols and rules for atoms."""

    def __init__(self, normals: NormalForms, worklist: Worklist) -> None:
        super().__init__(normals, worklist)
        self.worklist.on("rule", self.rule_again)

    def rule_again(self, node: Node) -> None:
        """A stored rule to be looked at again: the bounds of its operands moved."""
        if isinstance(node, Expr):
            value = self.store.rule_of(node)
            if value is not None:
                if self.normals.unruled(node) is not node:
                    self.forget_rule(node)
                else:
                    self.rule_values(node, self.normals.of(value))

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
                    if all(s.label[0] != HIDDEN for s in rest.symbols):
                        self.show(hidden, dim, k, rest)

    def show(self, hidden: Dim, dim: Dim, k: int, rest: Expr) -> None:
        """Show a made-up symbol by a dim that became k * hidden + rest, if that is better."""
        if hidden.face is not None:
            whole, factor, _ = hidden.face
            if isinstance(whole, Symbol) and factor.constant is not None:
                if (abs(factor.constant), self.store.dims[whole].order) <= (abs(k), dim.order):
                    return
        self.store.save(hidden)
        hidden.face = (dim.symbol, const(k), rest)

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
            elif kind in ("==", "!="):
                self.worklist.again(kind, e)
            elif defined or (isinstance(e, Product) and self.domains.never_zero(dim.symbol)):
                self.forget_rule(e)
            elif self.store.rule_of(e) is not None:
                self.worklist.queue.append(("rule", e))

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
        self.store.keep("rule", term, *value.symbols)
        self.store.bump()
        self.rewritten(term)
        self.rule_values(term, value)

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
            elif kind in ("==", "!="):
                self.worklist.again(kind, e)
            elif is_multiple(e, term) or self.normals.unruled(e) is not e:
                self.forget_rule(e)

    def rule_values(self, term: Expr, value: Expr) -> None:
        """What a rule implies of the values of its sides."""
        self.worklist.queue.extend(of_rule(self.normals, term, value))

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

    def lies_in(self, e: Expr, pieces: tuple[Interval, ...], dim: Dim) -> None:
        """What a dim equals lies in one of several intervals, as the dim does."""
        if e.constant is not None and not any(inside(piece, e.constant) for piece in pieces):
            raise self.worklist.conflict(f"{self.worklist.say(dim.symbol)} is never {e}")
        self.worklist.queue.append(("case", disj(interval_cond(e, piece) for piece in pieces)))
