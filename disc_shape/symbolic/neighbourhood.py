"""Layer 6: the symbols that stored statements tie to some others, and these statements."""

from __future__ import annotations

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Cond, Or, compare, interval_cond
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import Expr, Symbol


def neighbourhood(
    store: Store, symbols: tuple[Symbol, ...]
) -> tuple[list[Symbol], list[Cond]] | None:
    """The free symbols tied to some symbols, and the statements that tie them; None if many."""
    for symbol in symbols:
        if store.dims[symbol].watching:
            break
    else:
        return list(symbols), []
    found: dict[Symbol, None] = dict.fromkeys(symbols)
    statements: dict[tuple[str, Node], Cond] = {}
    todo = list(symbols)
    while todo:
        watching = store.dims[todo.pop()].watching or ()
        if len(watching) > BUDGET.watched:
            return None
        for kind, e in watching:
            cond = None if (kind, e) in statements else in_force(store, kind, e)
            if cond is None:
                continue
            statements[kind, e] = cond
            for other in (*e.symbols, *cond.symbols) if kind == "rule" else e.symbols:
                if other not in found:
                    found[other] = None
                    todo.append(other)
            if len(statements) > BUDGET.statements or len(found) > BUDGET.statements:
                return None
    return list(found), list(statements.values())


def are_free(store: Store, symbols: tuple[Symbol, ...]) -> bool:
    """Whether nothing but a range is known of each of some symbols."""
    return not any(store.dims[one].watching or store.dims[one].holes for one in symbols)


def in_force(store: Store, kind: str, e: Node) -> Cond | None:
    """A watched statement as a condition; None where it does not stand any more."""
    if isinstance(e, Or):
        return e if e in store.clauses else None
    assert isinstance(e, Expr)
    match kind:
        case "form":
            return interval_cond(e, store.forms[e]) if e in store.forms else None
        case "==":
            return compare("==", e, 0) if e in store.equations else None
        case "!=":
            return compare("!=", e, 0) if e in store.nonzeros else None
        case _:
            value = store.rule_of(e)
            return None if value is None else compare("==", e, value)
