"""
Shape relations and evaluators, one module per family of operations.

Importing this package registers those that most programs need.
"""

from disc_shape.relations.core import (
    EVALUATORS,
    FAMILIES,
    RELATIONS,
    Evaluator,
    Relation,
    evaluator_of,
    relation_of,
)
from disc_shape.relations.size_table import Anchor
from disc_shape.relations.state import RelationState
from disc_shape.relations.statements import RelationFailure

__all__ = [
    "EVALUATORS",
    "RELATIONS",
    "Anchor",
    "Evaluator",
    "Relation",
    "RelationFailure",
    "RelationState",
    "evaluator_of",
    "relation_of",
]

FAMILIES.load_common()
