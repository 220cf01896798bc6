"""
Changes of a function from which another analysis may infer more than the last one did.

Most changes apply what is known: a type becomes static, an operation becomes a simpler one for the
same sizes. Another analysis would infer the same facts again. It may infer more where a rule knows
more than the analysis: when a value is replaced by one of which other sizes or integers are known,
when a branch or a loop is resolved, when a vector of sizes gets a length and can be read at last.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.relations import evaluator_of
from disc_shape.relations.core import made_by
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import element_count, scalar_type, shape_of_type
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import FALSE, TRUE, Expr


class Discoveries:
    """Counts the changes of one function since its analysis that the analysis did not foresee."""

    def __init__(self, shapes: FunctionShapes, sizes: Sizes):
        self.count = 0
        self._shapes = shapes
        self._state = shapes.state
        self._sizes = sizes
        self._unread = set[SSAValue]() if shapes.demand is None else shapes.demand.unread
        self._may_read_more = False
        """Whether a small value that the analysis did not read has been replaced."""

    def note_replacement(self, op: Operation, values: Sequence[SSAValue]) -> None:
        """Count an operation whose results are about to be replaced."""
        for old, new in zip(op.results, values, strict=True):
            if self._is_news(old, new):
                self.count += 1
                return
            self._may_read_more |= old not in self._state.relevant and is_small(old.type)

    def note(self) -> None:
        """Count a change after which other operations run, or run unconditionally."""
        self.count += 1

    def note_operation(self, op: Operation, new: Operation) -> None:
        """Count an operation in whose place another is put that evaluates to other integers."""
        relevant = self._state.relevant
        if relevant.isdisjoint(op.results) or made_by(new) is not new.results:
            return
        evaluator = evaluator_of(new)
        if evaluator is None:
            return
        for old, content in zip(op.results, evaluator(new, self._state), strict=True):
            if content is not None and self._differ(self._content(old), content):
                self.count += 1
                return

    def note_demand(self) -> None:
        """
        Count integers that another analysis reads and this one did not: a selector or a number that
        goes through floats is read only where all that computes it can be.
        """
        if self.count or not self._may_read_more:
            return
        inserted = self._sizes.inserted
        found = self._shapes.new_demand().relevant.difference(self._state.relevant)
        owners = (value.owner for value in found)
        self.count += any(not isinstance(op, Operation) or op not in inserted for op in owners)

    def note_types(self) -> None:
        """Count the vectors of sizes that have a length now."""
        self.count += sum(element_count(value.type) is not None for value in self._unread)

    def note_divisors(self) -> None:
        """
        Count divisors that are at least 1 now, so that a division does not stop a run before a
        check: what is known of `n // max(d, 1)` is also known where `d` is 0.
        """
        self.count += len(self._sizes.bounded_divisors())

    def note_integers(self, integers: Sequence[SSAValue]) -> None:
        """
        Count integers used as data that were computed anew, and that nothing demands any more.
        Another run leaves what computes them where it is, after the sizes that it computes and as
        the first user of some of them: these get another order.
        """
        if not integers:
            return
        demanded = self._shapes.new_demand(with_data=False).into_shapes
        self.count += not demanded.issuperset(integers)

    def _is_news(self, old: SSAValue, new: SSAValue) -> bool:
        """Whether sizes or integers of the new value are known to be others."""
        owner = new.owner
        if isinstance(owner, Operation) and owner in self._sizes.inserted:
            return False
        if old in self._unread and element_count(new.type) is not None:
            return True
        state = self._state
        if old in state.relevant:
            if new not in state.relevant:
                return True
            known = self._content(new)
            if known is not None and self._differ(self._content(old), known):
                return True
        before, after = state.recorded_dims(old), state.recorded_dims(new)
        canonical = state.prover.canonical
        return (
            before is not None
            and after is not None
            and before is not after
            and any(
                canonical(one) is not canonical(other)
                for one, other in zip(before, after, strict=True)
            )
        )

    def _content(self, value: SSAValue) -> Content:
        return self._state.content(value) if value in self._state.relevant else None

    def _differ(self, old: Content, new: Content) -> bool:
        """
        Whether the new integers say something that the old ones do not. A condition that is decided
        is known in full.
        """
        if old is None or new is None or len(old) != len(new):
            return old is not None or new is not None
        canonical = self._state.prover.canonical
        for one, other in zip(old, new, strict=True):
            if one is TRUE or one is FALSE:
                continue
            if isinstance(one, Expr) and isinstance(other, Expr):
                one, other = canonical(one), canonical(other)
            if one != other:
                return True
        return False


def is_small(type: Attribute) -> bool:
    """Whether a value of this type may hold integers of a shape, also as floats."""
    shape = shape_of_type(type)
    is_float = isinstance(scalar_type(type), AnyFloat) and DYNAMIC_INDEX not in (shape or ())
    return element_count(type) is not None or (is_float and prod(shape or ()) <= 1)
