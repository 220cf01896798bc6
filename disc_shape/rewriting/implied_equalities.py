"""Equalities between named sizes that hold because of sizes without a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from disc_shape.symbolic import Comparison, Cond, Expr, compare


def through_unnamed(
    equalities: Sequence[Comparison], named: Callable[[Expr], Expr | None]
) -> Iterator[Cond]:
    """
    What follows for named sizes from equalities with others: `S0 == a*b` and `a*b == S1*S2` imply
    `S0 == S1*S2`, which is lost with `a` and `b` otherwise. `named` gives a size in terms of names,
    None when it has no such form.
    """
    leaders: dict[Expr, Expr] = {}

    def leader(one: Expr) -> Expr:
        while (above := leaders.setdefault(one, one)) is not one:
            leaders[one] = one = leaders[above]
        return one

    for equality in equalities:
        leaders[leader(equality.rhs)] = leader(equality.lhs)
    classes: dict[Expr, list[Expr]] = {}
    for member in leaders:
        classes.setdefault(leader(member), []).append(member)
    for members in classes.values():
        forms = [form for member in members if (form := named(member)) is not None]
        for other in forms[1:]:
            yield compare("==", forms[0], other)
