"""Which facts about sizes may be used where an operation is converted.

Before the last guard only those that operations imply are used: a guard must see the sizes that it
checks, and nothing may be read out of bounds before it stops the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import combinations

from xdsl.dialects import func, tensor
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.dialects.hlo.calls import CompositeOp
from disc_shape.dialects.hlo.movement import DynamicReshapeOp, ReshapeOp
from disc_shape.relations.guards import is_guard
from disc_shape.symbolic import Expr, Truth, const


def may_stop(op: Operation) -> bool:
    """Whether an operation, or a function that it calls, checks something."""
    return is_guard(op) or isinstance(op, func.CallOp | CompositeOp)


class Facts:
    """The facts about the sizes in one function."""

    def __init__(self, facts: FunctionFacts) -> None:
        self._facts = facts
        self._guards = sum(may_stop(op) for op in facts.function.walk())

    def pass_guard(self, op: Operation) -> None:
        """Count an operation that may stop the program as passed."""
        self._guards -= may_stop(op)

    @property
    def _usable(self) -> FunctionShapes:
        return self._facts.derived if self._guards else self._facts.shapes

    def size(self, value: SSAValue, axis: int) -> Expr:
        """The size of a dimension, equal for equal sizes."""
        return self._usable.state.dims(value)[axis]

    def keys(self, value: SSAValue, axis: int) -> list[tuple[str, bool, Expr]]:
        """What names the size of a dimension here, and after the last guard."""
        known = {False: self._facts.derived, True: self._facts.shapes}
        return [
            ("size", trusted, shapes.state.dims(value)[axis])
            for trusted, shapes in known.items()
            if trusted or self._guards
        ]

    def product_equal(self, left: Sequence[Expr], right: Sequence[Expr]) -> bool:
        """Whether two groups of sizes have the same product in every legal run."""
        prover = self._usable.state.prover
        canonical = prover.canonical
        products = [
            canonical(reduce(lambda a, b: a * b, sizes, const(1))) for sizes in (left, right)
        ]
        if products[0] is products[1]:
            return True
        return prover.product_equal(left, right).truth is Truth.YES

    def equal(self, left: Expr, right: Expr) -> bool:
        """Whether two sizes are equal in every legal run."""
        return left is right or self._usable.state.prover.equal(left, right).truth is Truth.YES

    def differs(self, size: Expr, number: int) -> bool:
        """Whether a size is another number in every legal run."""
        answer = self._usable.state.prover.equal(size, const(number))
        return answer.truth is Truth.NO

    def at_most(self, left: Expr, right: Expr) -> bool:
        """Whether a size is at most another one in every legal run."""
        low = self._usable.state.prover.range(right - left)[0]
        return low is not None and low >= 0

    def is_ambiguous(self, sizes: Sequence[Expr]) -> bool:
        """
        Whether some operand of a reshape has as many elements in dimensions of which some, but not
        all, have these sizes.
        """
        state = self._usable.state
        for value in self.reshaped:
            others = tuple(state.dims(value))
            for start, end in combinations(range(len(others) + 1), 2):
                part = others[start:end]
                shared = {*part} & {*sizes}
                if len(part) > 1 and shared and part != (*sizes,):
                    if self.product_equal(part, sizes):
                        return True
        return False

    @cached_property
    def reshaped(self) -> Sequence[SSAValue]:
        """The operands of reshapes in the function."""
        found = (op.operands[0] for op in self._facts.function.walk() if isinstance(op, RESHAPES))
        return [value for value in found if self._facts.derived.state.is_ranked(value)]


RESHAPES = (DynamicReshapeOp, ReshapeOp, tensor.CollapseShapeOp, tensor.ReshapeOp)
