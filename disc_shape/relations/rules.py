"""
How relations and evaluators are written and registered: one function each, typed on the
operations it is for.

```python
@relation("Transpose", "StableHLO, transpose (c3)", TransposeOp)
def transpose(op: TransposeOp, state: RelationState) -> bool: ...


@evaluates(AddOp)
def add(op: AddOp, state: RelationState) -> Content: ...
```
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast

from xdsl.ir import Operation

from disc_shape.relations.core import EVALUATORS, RELATIONS, Relation
from disc_shape.relations.size_table import NoShape
from disc_shape.relations.state import Content, RelationState

OpT = TypeVar("OpT", bound=Operation)

Body = Callable[[OpT, RelationState], bool]


class Rule(Relation, Generic[OpT]):
    """A relation made of a function."""

    def __init__(self, name: str, source: str, body: Body[OpT]):
        self.name = name
        self.source = source
        self.body = cast("Body[Operation]", body)
        """It is registered for operations of its own classes only."""

    def apply(self, op: Operation, state: RelationState) -> bool:
        """Apply the function; the operation states nothing when a value is unranked."""
        try:
            return self.body(op, state)
        except NoShape:
            # Relations are about ranked tensors only.
            return True


def relation(name: str, source: str, *classes: type[OpT]) -> Callable[[Body[OpT]], Body[OpT]]:
    """Make the decorated function the relation of the operations `classes`."""

    def decorate(body: Body[OpT]) -> Body[OpT]:
        RELATIONS.register(Rule(name, source, body), *classes)
        return body

    return decorate


def evaluates(
    *classes: type[OpT],
) -> Callable[[Callable[[OpT, RelationState], Content]], Callable[[OpT, RelationState], Content]]:
    """Make the decorated function the evaluator of the first (mostly only) result of `classes`."""

    def decorate(
        body: Callable[[OpT, RelationState], Content],
    ) -> Callable[[OpT, RelationState], Content]:
        evaluate = cast("Callable[[Operation, RelationState], Content]", body)

        def run(op: Operation, state: RelationState) -> Sequence[Content]:
            try:
                content = evaluate(op, state)
            except NoShape:
                content = None
            return (content, *[None] * (len(op.results) - 1))

        EVALUATORS.register(run, *classes)
        return body

    return decorate
