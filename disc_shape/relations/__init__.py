"""
Shape relations and evaluators, one module per family of operations.

Importing this package fills the registries with the relations and evaluators of all dialects that
disc_shape knows. It imports `dialects` and `symbolic`, nothing else of ours.
"""

from importlib import import_module

from disc_shape.relations.core import (
    EVALUATORS,
    RELATIONS,
    Evaluator,
    Relation,
    evaluator_of,
    register_evaluator,
    register_relation,
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
    "register_evaluator",
    "register_relation",
    "relation_of",
]

FAMILIES = (
    "arith",
    "broadcast",
    "collectives",
    "concat",
    "contraction",
    "conversions",
    "create",
    "custom_calls",
    "elementwise",
    "forwarding",
    "gather",
    "hlo_contents",
    "numerics",
    "pad",
    "random",
    "reduce",
    "reshape",
    "sizes",
    "slice",
    "tensor",
    "transpose",
    "window",
    "wrappers",
)
"""The modules that register relations and evaluators when they are imported."""

for family in FAMILIES:
    import_module(f"{__name__}.{family}")
