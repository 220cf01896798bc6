"""Layer 9: the last resort, an exact procedure for integer linear conditions (isl), if installed.

The free symbols around a question and the statements that tie them are written as one integer set;
if it is empty, the question is refuted.  What isl cannot say (products, selections) becomes a
number of its own with the range it is known to have, so an empty set stays a proof.  The work is
limited by isl's own count of operations, never by the clock; the package is imported when the
first question gets this far.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Final, Protocol, cast

from disc_shape.symbolic.choice import Max, Min
from disc_shape.symbolic.conditions import And, Comparison, Cond, Or, Truism
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.nodes import Node, postorder
from disc_shape.symbolic.terms import Const, Expr, Sum, Symbol

DIMENSION_LIMIT: Final = 32
OPERATION_LIMIT: Final = 300_000
SIZE_LIMIT: Final = 600
"""Nodes of the conditions of one set."""


class IslContext(Protocol):
    def set_max_operations(self, count: int) -> None: ...
    def reset_operations(self) -> None: ...


class IslSet(Protocol):
    def is_empty(self) -> bool: ...


class IslSetClass(Protocol):
    def read_from_str(self, context: IslContext, text: str) -> IslSet: ...


class Isl(Protocol):
    Context: type[IslContext]
    Set: IslSetClass
    Error: type[Exception]


class Solver:
    """isl, and a context of its own."""

    def __init__(self, module: Isl):
        self.module = module
        self.context = module.Context()
        self.known: dict[str, bool] = {}

    def empty(self, text: str) -> bool:
        """Whether a set is surely empty; the same text gives the same answer."""
        found = self.known.get(text)
        if found is None:
            self.context.set_max_operations(OPERATION_LIMIT)
            self.context.reset_operations()
            try:
                found = self.module.Set.read_from_str(self.context, text).is_empty()
            except self.module.Error:
                found = False
            self.known[text] = found
        return found


def solver() -> Solver | None:
    """A solver, if islpy is installed."""
    try:
        module = importlib.import_module("islpy")
    except ImportError:
        return None
    return Solver(cast(Isl, cast(object, module)))


class Writer:
    """Conditions in isl's syntax, over numbered dimensions."""

    def __init__(self) -> None:
        self.names: dict[Expr, str] = {}
        self.text: dict[Node, str] = {}

    def dimension(self, e: Expr) -> str:
        return self.names.setdefault(e, f"v{len(self.names)}")

    def write(self, root: Node) -> str:
        """The text of an expression or condition."""
        skipped: set[Node] = set()
        for node in postorder(root):
            if node not in self.text and node not in skipped:
                self.text[node] = self.one(node)
        return self.text[root]

    def one(self, node: Node) -> str:
        text = self.text
        match node:
            case Const():
                return str(node.number)
            case Sum():
                parts = [f"{k}*({text[t]})" for t, k in node.terms]
                return " + ".join([*parts, str(node.constant_term)])
            case FloorDiv() if (node.rhs.constant or 0) > 0:
                return f"floor(({text[node.lhs]})/{node.rhs.constant})"
            case Max():
                return f"max({', '.join(text[a] for a in node.args)})"
            case Min():
                return f"min({', '.join(text[a] for a in node.args)})"
            case Truism():
                return "0 = 0" if node.holds else "0 = 1"
            case Comparison():
                op = {"==": "=", "!=": "!="}.get(node.op, node.op)
                return f"({text[node.lhs]} {op} {text[node.rhs]})"
            case And():
                return "(" + " and ".join(text[a] for a in node.args) + ")"
            case Or():
                return "(" + " or ".join(text[a] for a in node.args) + ")"
            case Expr():
                return self.dimension(node)
            case _:
                return "0 = 0"


def set_text(conds: Iterable[Cond], ranges: Iterable[tuple[Expr, Interval]]) -> str | None:
    """The set of all valuations that fit the conditions; None if it has too many dimensions."""
    stated = list(conds)
    if sum(cond.size for cond in stated) > SIZE_LIMIT:
        return None
    writer = Writer()
    pieces = [writer.write(cond) for cond in stated]
    for e, (lo, hi) in ranges:
        if e in writer.names or isinstance(e, Symbol):
            name = writer.dimension(e)
            if lo is not None:
                pieces.append(f"{name} >= {lo}")
            if hi is not None:
                pieces.append(f"{name} <= {hi}")
    if len(writer.names) > DIMENSION_LIMIT:
        return None
    return f"{{ [{', '.join(writer.names.values())}] : {' and '.join(pieces) or '0 = 0'} }}"
