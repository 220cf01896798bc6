"""Conditions over normal expressions: one form for each, TRUE and FALSE where that is cheap.

A comparison becomes `e >= 0`, `e == 0` or `e != 0`, divided by the common divisor of its
coefficients (`4*a - 3 >= 0` is `a - 1 >= 0` over the integers), and is printed with the negative
terms on the other side.
"""

from __future__ import annotations

from typing import TypeAlias

from disc_shape.symbolic.conditions import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Cond,
    Or,
    Truism,
    compare,
    conj,
    disj,
    negate,
    truism,
)
from disc_shape.symbolic.division import content, divided
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.interfaces import Forms
from disc_shape.symbolic.intervals import inside
from disc_shape.symbolic.nodes import sort_text
from disc_shape.symbolic.products import without_factors
from disc_shape.symbolic.terms import Expr, linear, make_sum, parts

Goal: TypeAlias = tuple[str, Expr]
"""(op, e): e op 0 with op one of ==, !=, >=."""


def difference(cond: Comparison) -> Goal:
    """A comparison as (op, e): e op 0 with op one of ==, !=, >=."""
    return difference_of_sides(cond.op, cond.lhs, cond.rhs)


def difference_of_sides(op: str, lhs: Expr, rhs: Expr) -> Goal:
    """lhs op rhs as (op, e)."""
    match op:
        case "==" | "!=" | ">=":
            return op, linear(0, [(lhs, 1), (rhs, -1)])
        case "<=":
            return ">=", linear(0, [(rhs, 1), (lhs, -1)])
        case ">":
            return ">=", linear(-1, [(lhs, 1), (rhs, -1)])
        case _:
            return ">=", linear(-1, [(rhs, 1), (lhs, -1)])


def reduced(op: str, e: Expr) -> Goal | Truism:
    """e op 0 divided by the common divisor of the coefficients."""
    constant, terms = parts(e)
    if not terms:
        return truism(constant >= 0 if op == ">=" else (constant == 0) == (op == "=="))
    g = content(terms)
    if op != ">=" and constant % g:
        return truism(op == "!=")
    return op, e if g == 1 else divided(e, g)


def quick(domains: Domains, op: str, e: Expr) -> Truism | None:
    """The truth of e op 0 by ranges and residues, for a normal e."""
    lo, hi = domains.bounds(e)
    if op == ">=":
        if lo is not None and lo >= 0:
            return TRUE
        if hi is not None and hi < 0:
            return FALSE
        return None
    if lo is not None and lo == hi:
        return truism((lo == 0) == (op == "=="))
    if not inside((lo, hi), 0) or domains.differs(e):
        return truism(op == "!=")
    return None


def written(op: str, e: Expr) -> Cond:
    """e op 0 with the negative terms on the other side."""
    constant, terms = parts(e)
    left = {t: k for t, k in terms if k > 0}
    right = {t: -k for t, k in terms if k < 0}
    if op == ">=":
        if constant < 0 and not (constant == -1 and right):
            return compare(">=", make_sum(0, left), make_sum(-constant, right))
        if constant == -1:
            return compare("<", make_sum(0, right), make_sum(0, left))
        return compare("<=", make_sum(0, right), make_sum(constant, left))
    if not left or (terms[0][1] < 0):
        left, right, constant = right, left, -constant
    a, b = (constant, 0) if constant > 0 else (0, -constant)
    return compare(op, make_sum(a, left), make_sum(b, right))


def simple_goal(normals: Forms, op: str, normal: Expr) -> Goal | Truism:
    """e op 0 in short, for a normal e; TRUE or FALSE where that is cheap to see."""
    shape = reduced(op, normal)
    if isinstance(shape, Truism):
        return shape
    op, e = shape
    if not e.linear:
        e = without_factors(normals.domains, op, e)
    return quick(normals.domains, op, e) or (op, e)


def normal_comparison(normals: Forms, cond: Comparison) -> Cond:
    """A comparison over normal operands."""
    op, e = difference(cond)
    goal = simple_goal(normals, op, normals.of(e))
    return goal if isinstance(goal, Truism) else written(*goal)


def plain_cond(normals: Forms, cond: Cond) -> Cond:
    """Any condition over normal operands, part by part."""
    if isinstance(cond, Comparison):
        return normal_comparison(normals, cond)
    if isinstance(cond, And | Or):
        join = conj if isinstance(cond, And) else disj
        return join(plain_cond(normals, arg) for arg in cond.args)
    return cond


def normal_cond(normals: Forms, cond: Cond) -> Cond:
    """Any condition over normal operands."""
    if isinstance(cond, Comparison):
        return normal_comparison(normals, cond)
    if isinstance(cond, And):
        return normals.hypotheses.in_context(conj(normal_cond(normals, arg) for arg in cond.args))
    if isinstance(cond, Or):
        simpler = disj(normal_cond(normals, arg) for arg in cond.args)
        clauses = normals.domains.store.clauses
        if clauses and isinstance(simpler, Or) and in_one_order(simpler) in clauses:
            return TRUE
        return negate(normals.hypotheses.in_context(negate(simpler)))
    return cond


def in_one_order(cond: Or) -> Or:
    """A disjunction in one order of its parts, so that it is found whatever order it has."""
    ordered = disj(sorted(cond.args, key=sort_text))
    assert isinstance(ordered, Or)
    return ordered
