"""
Facts that hold at all calls of a private function.

The walk over a caller records, at each call, the facts about the sizes and integers of the operands
that operations and kept guards before the call imply, so that they may decide a guard inside the
function. Where all calls of a function are known, a fact that holds at each of them holds at the
entry of the function: numbers, equal sizes, sizes computed from others, bounds and remainders.

Facts that only operations and guards after the call imply, and assumptions, do not reach the
function: they could decide its guards, and then nothing would be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp

from disc_shape.analysis.call_graph import CallGraph, is_private
from disc_shape.analysis.site_facts import (
    NOTHING,
    Agreement,
    Site,
    join_sites,
    slots_of,
    state_agreement,
)
from disc_shape.relations import RelationState
from disc_shape.symbolic import Status


class Entry(NamedTuple):
    """The facts about the arguments of a function at all its calls, and their provenance."""

    agreement: Agreement
    status: Status


def enter(entry: Entry, function: FuncOp, state: RelationState) -> None:
    """State at the entry of a function the facts that hold at all its calls."""
    agreement, why = entry.agreement, f"all calls of '@{function.sym_name.data}' agree"
    own = dict(slots_of(function.body.blocks[0].args, state))
    before, state.status = state.status, entry.status
    state_agreement(agreement, own, function, why, state)
    state.status = before


def agreement_of(calls: Sequence[CallOp], sites: Mapping[CallOp, Site]) -> Agreement:
    """The facts that hold at each call; none unless the walks over the callers read them all."""
    if any(call not in sites for call in calls):
        return NOTHING
    return join_sites([sites[call] for call in calls])


@dataclass
class Callers:
    """The calls of the private functions of a module, and the order to read functions in."""

    module: ModuleOp
    order: list[FuncOp] = field(default_factory=list[FuncOp])
    """All functions, callers before those they call."""
    calls: dict[FuncOp, list[CallOp]] = field(default_factory=dict[FuncOp, "list[CallOp]"])
    """All calls of each function that only these calls can run and that is not recursive."""

    def __post_init__(self) -> None:
        graph = CallGraph.of(self.module)
        components = graph.components()
        recursive = {
            name
            for component in components
            for name in component
            if len(component) > 1 or name in graph.functions[name].calls
        }
        mentioned = {
            name for node in (*graph.functions.values(), *graph.outside) for name in node.mentions
        }
        calls: dict[str, list[CallOp]] = {}
        for node in (*graph.functions.values(), *graph.outside):
            for op in node.call_ops:
                calls.setdefault(op.callee.string_value(), []).append(op)
        for component in components:
            for name in component:
                node = graph.functions[name]
                function = node.op
                if not isinstance(function, FuncOp) or not function.body.blocks:
                    continue
                self.order.append(function)
                closed = is_private(function) and name not in recursive | mentioned
                if closed and name in calls:
                    self.calls[function] = calls[name]
        self.order.reverse()
