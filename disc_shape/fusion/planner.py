"""The planner: which nodes of a graph make one kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

from disc_shape.fusion.facts import Facts
from disc_shape.fusion.graph import Graph, Node
from disc_shape.fusion.kernels import Kernel, Limits, Placement, add, place, start
from disc_shape.fusion.reader import CONSTANTS


@dataclass
class Plan:
    """The kernels of a graph, and those that each node is a member of."""

    kernels: list[Kernel] = field(default_factory=list["Kernel"])
    homes: dict[Node, list[Kernel]] = field(default_factory=dict["Node", "list[Kernel]"])


def plan(graph: Graph, facts: Facts, limits: Limits) -> Plan:
    """The kernels of a graph, the last one first."""
    made = Plan()
    for node in reversed(graph.nodes):
        _assign(node, made, graph, facts, limits)
    return made


def _assign(node: Node, made: Plan, graph: Graph, facts: Facts, limits: Limits) -> None:
    """Let a node join the kernels of its readers, or begin one of its own."""
    targets = list(
        dict.fromkeys(kernel for reader, _ in node.readers for kernel in made.homes[reader])
    )
    stored = bool(node.others) or any(not made.homes[reader] for reader, _ in node.readers)
    placements: dict[Kernel, Placement] = {}
    for kernel in targets:
        if (found := place(node, kernel, facts, limits)) is not None:
            placements[kernel] = found
    everywhere = not stored and len(placements) == len(targets)
    joins = everywhere and (len(targets) == 1 or _is_copied(node, targets, graph, limits))
    homes: list[Kernel] = []
    if joins or node.cost == "free":
        for kernel, placement in placements.items():
            add(node, kernel, placement)
        homes += placements
    if not (homes and everywhere) and not _stays_outside(node):
        kernel = start(node)
        made.kernels.append(kernel)
        homes.append(kernel)
    made.homes[node] = homes


def _is_copied(node: Node, targets: list[Kernel], graph: Graph, limits: Limits) -> bool:
    """Whether a node is evaluated in each of the kernels that read it instead of stored."""
    if node.cost != "cheap" or len(targets) > limits.copies:
        return False
    read = {
        read.value
        for read in node.reads
        if (made := graph.by_value.get(read.value)) is None or made.cost != "free"
    }
    return all(len(read - kernel.inputs) <= 1 for kernel in targets)


def _stays_outside(node: Node) -> bool:
    """Whether a node needs no kernel of its own: a reshape is a view, a constant is read-only."""
    return node.reshapes or isinstance(node.op, CONSTANTS)
