"""
The protocol of shape relations, and the tables that give the relation of an operation.

A *relation* is a small named object: the facts that one kind of operation implies for the sizes
of its operands and results. It is written once, as equations: where a result's size is not known
yet the equation defines it, where it is known the equation becomes a fact. So the same text works
from operands to results, from results to operands and between operands. Relations carry no state
and are shared between operations.

An *evaluator* computes the integers in the results of an operation, for the scalars and small
tensors that end up as sizes.

Both are registered by operation class (`class_table`): one entry for an abstract base serves all
of its final classes, and a user can register relations for operations of any dialect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from xdsl.ir import Operation, SSAValue

from disc_shape.class_table import ClassTable, Families
from disc_shape.dialects.hlo.prefixes import MAY_LACK_RANKS
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.relations.elements import evaluate_elements, has_contents
from disc_shape.relations.state import Content, RelationState


class Relation(ABC):
    """The facts that one kind of operation implies for the sizes of its operands and results."""

    name: str
    """The name used in messages and statistics."""

    source: str = ""
    """Where the rule comes from: the chapter or constraint of the specification."""

    @abstractmethod
    def apply(self, op: Operation, state: RelationState) -> bool:
        """
        State everything that follows for `op` from the facts known now.

        Returns True when nothing more can ever follow (the relation *holds* and is discharged),
        False when it is *not yet* complete; it then runs again as soon as one of the sizes it has
        seen becomes better known. Raises `RelationFailure` (through `state.fail`) when the
        operation cannot be legal.
        """


Evaluator = Callable[[Operation, RelationState], Sequence[Content]]
"""
Gives the contents of each value that an operation makes (`made_by`), `None` where they are unknown.
"""

Makes = Callable[[Operation], Sequence[SSAValue]]
"""Gives the values that an operation makes: its results, or the buffers that it writes."""

FAMILIES = Families(
    "disc_shape.relations",
    common=(
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
    ),
    late={
        "arith": ("extras",),
        "bufferization": ("bufferization",),
        "builtin": ("wrappers",),
        "chlo": ("chlo",),
        "linalg": ("linalg",),
        "lmhlo": ("lmhlo",),
        "math": ("math",),
        "memref": ("memref",),
        "mhlo": ("mhlo_only",),
        "sdy": ("sdy",),
        "shape": ("shape",),
        "tensor": ("extras",),
        "torch_c": ("torch",),
    },
)
"""The modules with relations and evaluators."""

RELATIONS: ClassTable[Relation] = ClassTable(FAMILIES)
EVALUATORS: ClassTable[Evaluator] = ClassTable(FAMILIES)
MAKES: ClassTable[Makes] = ClassTable(FAMILIES)
"""What makes other values than its results."""


def made_by(op: Operation) -> Sequence[SSAValue]:
    """What an operation makes: its results, or the buffers that it writes."""
    makes = MAKES.found[type(op)]
    return op.results if makes is None else makes(op)


def relation_of(op: Operation) -> Relation | None:
    """The relation of an operation, if its class or a base of it has one.

    HLO's relations are about ranked tensors; an operation on an unranked one has none.
    """
    cls = type(op)
    found = RELATIONS.found[cls]
    return None if found is None or (MAY_LACK_RANKS[cls] and has_unranked(op)) else found


def evaluator_of(op: Operation) -> Evaluator | None:
    """
    The evaluator of an operation: the one that is registered for its class or a base of it, else
    the elements rule of its card, if that computes integers.
    """
    cls = type(op)
    found = EVALUATORS.found[cls]
    if found is None and has_contents(op):
        found = evaluate_elements
    return None if found is None or (MAY_LACK_RANKS[cls] and has_unranked(op)) else found
