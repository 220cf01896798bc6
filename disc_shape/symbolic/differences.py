"""Layer 5: order between pairs of symbols, as a sparse graph of differences.

`x - y <= c` is an edge y -> x of weight c. A new edge closes a cycle or it does not: a cycle of
negative weight is a contradiction, one of weight zero makes all its edges equalities. The graph
is stored nowhere but in the forms that each dim watches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.terms import Expr, Sum, Symbol, linear
from disc_shape.symbolic.worklist import Worklist


def difference_of(form: Expr) -> tuple[Symbol, Symbol] | None:
    """(x, y) if a form is x - y."""
    if not isinstance(form, Sum) or len(form.terms) != 2 or form.constant_term:
        return None
    (x, k), (y, j) = form.terms
    if k == 1 and j == -1 and isinstance(x, Symbol) and isinstance(y, Symbol):
        return x, y
    return None


class Differences:
    """The difference graph."""

    def __init__(self, worklist: Worklist) -> None:
        self.store = worklist.store
        self.worklist = worklist

    def edges(self, node: Symbol, forward: bool) -> Iterator[tuple[Symbol, int]]:
        """(other, c) with other <= node + c, or node <= other + c where not `forward`."""
        for kind, form in self.store.dims[node].watching or ():
            if kind != "form" or not isinstance(form, Expr) or form not in self.store.forms:
                continue
            pair = difference_of(form)
            if pair is None:
                continue
            x, y = pair
            lo, hi = self.store.forms[form]
            if (node is y) == forward:
                # node == y: x <= y + hi;  backwards from x: x <= y + hi
                if hi is not None:
                    yield (x if node is y else y), hi
            elif lo is not None:
                yield (y if node is x else x), -lo

    def ordered(self, form: Expr, interval: Interval) -> None:
        """A form has a new interval: look for cycles through its edges."""
        pair = difference_of(form)
        if pair is None:
            return
        x, y = pair
        lo, hi = interval
        if hi is not None:
            self.close_cycle(y, x, hi)
        if lo is not None:
            self.close_cycle(x, y, -lo)

    def close_cycle(self, source: Symbol, target: Symbol, weight: int) -> None:
        """target <= source + weight is new: is there a way back from target to source?"""
        if not self.may_reach(target, source):
            return
        path = self.shortest(target, source)
        if path is None:
            return
        length, nodes = path
        if length + weight < 0:
            raise self.worklist.conflict(
                f"{source} would be less than itself, by {' and '.join(n.label for n in nodes)}"
            )
        if length + weight == 0:
            steps = [source, *(node for node in nodes)]
            for a, b in pairwise(steps):
                step = self.step_weight(a, b)
                if step is not None:
                    self.worklist.queue.append(("==", linear(-step, [(b, 1), (a, -1)])))

    def step_weight(self, a: Symbol, b: Symbol) -> int | None:
        """The smallest c with b <= a + c by one edge."""
        return min((c for other, c in self.edges(a, True) if other is b), default=None)

    def may_reach(self, start: Symbol, goal: Symbol) -> bool:
        """Whether there may be a way, searching from both ends in step."""
        if next(self.edges(start, True), None) is None:
            return False
        reached, reaching = {start}, {goal}
        front, back = deque([start]), deque([goal])
        work = 0
        while front and back:
            node, other_end = front.popleft(), back.popleft()
            for end in (node, other_end):
                work += len(self.store.dims[end].watching or ())
            if work > BUDGET.watched:
                return False
            for other, _ in self.edges(node, True):
                if other in reaching:
                    return True
                if other not in reached:
                    reached.add(other)
                    front.append(other)
            for other, _ in self.edges(other_end, False):
                if other in reached:
                    return True
                if other not in reaching:
                    reaching.add(other)
                    back.append(other)
            if len(reached) > BUDGET.watched:
                return True
        return False

    def shortest(self, start: Symbol, goal: Symbol) -> tuple[int, list[Symbol]] | None:
        """The length and nodes of a shortest way from start to goal."""
        best: dict[Symbol, int] = {start: 0}
        came: dict[Symbol, Symbol] = {}
        queue = deque([start])
        steps = 0
        while queue:
            node = queue.popleft()
            if node is goal:
                continue
            for other, c in self.edges(node, True):
                steps += 1
                if steps > BUDGET.watched:
                    return None
                length = best[node] + c
                if other not in best or length < best[other]:
                    best[other] = length
                    came[other] = node
                    queue.append(other)
        if goal not in best:
            return None
        nodes = [goal]
        while nodes[-1] is not start:
            nodes.append(came[nodes[-1]])
            if len(nodes) > len(came) + 2:
                return None
        nodes.reverse()
        return best[goal], nodes
