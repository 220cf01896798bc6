"""
Which functions have instances without end: those that call themselves, through others too, at types
that contain their own parameters.

A parameter leads to another one where a call puts a term over the first in the place of the second.
Instances never end where a cycle of such steps has one that builds a larger term, as
`@f[tuple<@t, @t>]` in the body of `@f[@t]`: types that are only passed on or exchanged repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.functions import FuncOp
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

Node = tuple[str, str]
"""A function and one of its parameters."""


def growing(functions: Mapping[str, FuncOp]) -> set[str]:
    """
    The functions whose types grow at each recursion. Dimensions are left out: arithmetic on them
    may end, as `@n floordiv 2` does.
    """
    steps: dict[Node, set[Node]] = {}
    larger: set[tuple[Node, Node]] = set()
    for name, op in functions.items():
        kinds = dict(op.parameters)
        for target, parameter, term in arguments_in(op, functions):
            names = ts.names_in(term).parameters
            # A parameter of a local function may stand for anything over those around it.
            used = kinds if names.keys() - kinds.keys() else names
            for one in used:
                edge = (name, one), (target, parameter)
                steps.setdefault(edge[0], set()).add(edge[1])
                if kinds[one] != "dim" and term != ts.Parameter(one):
                    larger.add(edge)
    return {edge[0][0] for edge in larger if edge[0] in reached(steps, edge[1])}


def arguments_in(op: FuncOp, functions: Mapping[str, FuncOp]) -> Iterable[tuple[str, str, Type]]:
    """The type arguments of the calls in a function: of what, for which parameter, and the term."""
    for inner in op.body.walk():
        if not isinstance(inner, CallLike) or inner.kind != "function":
            continue
        name, given = inner.called or "", inner.type_arguments or ()
        if name in functions:
            for (parameter, _), term in zip(functions[name].parameters, given, strict=False):
                yield name, parameter, term


def reached(steps: Mapping[Node, set[Node]], start: Node) -> set[Node]:
    """What a parameter leads to, itself included."""
    found, work = {start}, [start]
    while work:
        new = steps.get(work.pop(), set()) - found
        found |= new
        work.extend(new)
    return found
