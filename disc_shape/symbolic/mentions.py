"""What a stored statement may change of expressions over its symbols, and of which expressions."""

from __future__ import annotations

from enum import Enum

from disc_shape.symbolic.choice import Select
from disc_shape.symbolic.nodes import Node, postorder
from disc_shape.symbolic.terms import Expr, Product


class Mention(Enum):
    """What a stored statement may say of expressions over its symbols."""

    VALUES = "values"
    """Whatever can be asked."""
    ATOMS = "atoms"
    """What quotients, extremes and choices in them are; nothing of polynomials."""
    PRODUCTS = "products"
    """What products in them are."""
    PROOFS = "proofs"
    """Conditions on them may be proved; no normal form and no bound is another than before."""


def has_product(node: Node) -> bool:
    """Whether sizes are multiplied somewhere in a node."""
    return any(isinstance(one, Product) for one in postorder(node))


def has_choice(node: Node) -> bool:
    """Whether there is a selection somewhere in a node."""
    return any(isinstance(one, Select) for one in postorder(node))


def has_atom(node: Node) -> bool:
    """Whether a node is more than a polynomial over symbols."""
    return not isinstance(node, Expr) or not node.polynomial
