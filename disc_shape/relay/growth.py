"""
Which functions have instances without end: those that call themselves, through others too, at types
that contain their own parameters.

A parameter leads to another one where a call puts a term over the first in the place of the second.
Instances never end where a cycle of such steps has one that builds a larger term, as
`@f[tuple<@t, @t>]` in the body of `@f[@t]`: types that are only passed on or exchanged repeat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.functions import FuncOp
from disc_shape.typesystem import terms as ts

Node = tuple[str, str]
"""A function and one of its parameters."""


def growing(functions: Mapping[str, FuncOp]) -> set[str]:
    """
    The functions whose types grow at each recursion. Dimensions are left out: arithmetic on them
    may end, as `@n floordiv 2` does.
    """
    steps: dict[Node, set[Node]] = defaultdict(set)
    larger: set[tuple[Node, Node]] = set()
    for name, op in functions.items():
        kinds = dict(op.parameters)
        for call, target in function_calls(op, functions):
            given = zip(target.parameters, call.type_arguments or (), strict=False)
            for (parameter, _), term in given:
                names = ts.names_in(term).parameters
                # A parameter of a local function may stand for anything over those around it.
                for one in kinds if names.keys() - kinds.keys() else names:
                    edge = (name, one), (target.sym_name.data, parameter)
                    steps[edge[0]].add(edge[1])
                    if kinds[one] != "dim" and term != ts.Parameter(one):
                        larger.add(edge)
    return {start[0] for start, end in larger if start in reached(steps, end)}


def function_calls(
    op: FuncOp, functions: Mapping[str, FuncOp]
) -> Iterable[tuple[CallLike, FuncOp]]:
    """What calls or names a global function in the body of another one, and that function."""
    for inner in op.body.walk():
        if isinstance(inner, CallLike) and inner.kind == "function":
            target = functions.get(inner.called or "")
            if target is not None:
                yield inner, target


def reached(steps: Mapping[Node, set[Node]], start: Node) -> set[Node]:
    """What a parameter leads to, itself included."""
    found, work = {start}, [start]
    while work:
        new = steps.get(work.pop(), set()) - found
        found |= new
        work.extend(new)
    return found
