"""
What all calls of a private function agree on.

The walk over a caller notes, at each call, what is known there of the sizes and integers that it
hands over: from operations before the call and guards kept before it, so that a guard inside the
function may be decided by it. Where all calls of a function are known, what holds at each of them
holds at the entry of the function: numbers, equal sizes, sizes computed from others, bounds and
remainders.

What is learned of a caller only later, from operations and guards behind the call, and what is
promised of it, does not reach the function: its guards could be decided by it, and then nothing
would be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp

from disc_shape.analysis.agreement import (
    NOTHING,
    Agreed,
    Site,
    agreement,
    slots_of,
    state_agreed,
)
from disc_shape.analysis.call_graph import CallGraph, is_private
from disc_shape.relations import RelationState
from disc_shape.symbolic import Status


class Entry(NamedTuple):
    """What callers say of the arguments of a function, and what that rests on."""

    agreed: Agreed
    status: Status


def enter(entry: Entry, function: FuncOp, state: RelationState) -> None:
    """State at the entry of a function what its callers agree on."""
    agreed, why = entry.agreed, f"all calls of '@{function.sym_name.data}' agree"
    own = dict(slots_of(function.body.blocks[0].args, state))
    before, state.status = state.status, entry.status
    state_agreed(agreed, own, function, why, state)
    state.status = before


def agreement_of(calls: Sequence[CallOp], met: Mapping[CallOp, Site]) -> Agreed:
    """What holds at each of the calls; nothing unless the walks over the callers met them all."""
    if any(call not in met for call in calls):
        return NOTHING
    return agreement([met[call] for call in calls])


@dataclass
class Callers:
    """The calls of the private functions of a module, and the order to read functions in."""

    module: ModuleOp
    order: list[FuncOp] = field(default_factory=list[FuncOp])
    """All functions, callers before those they call."""
    calls: dict[FuncOp, list[CallOp]] = field(default_factory=dict[FuncOp, "list[CallOp]"])
    """All calls of functions that only these calls can run, and never from within themselves."""

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
