"""The planner: which nodes of a graph form one kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import func
from xdsl.ir import SSAValue

from disc_shape.fusion.facts import Facts
from disc_shape.fusion.graph import Graph, Node, Read
from disc_shape.fusion.kernels import Kernel, Limits, Placement, add, place, start
from disc_shape.fusion.reader import CONSTANTS

LOOK_BACK = 8
"""The number of nodes between a result and a contraction that the search for one visits."""

SIBLINGS = 8
"""The number of kernels over the same number of loops that a kernel is compared with."""


@dataclass
class Plan:
    """The kernels of a graph, and those that each node is a member of."""

    kernels: list[Kernel] = field(default_factory=list["Kernel"])
    kernels_of: dict[Node, list[Kernel]] = field(default_factory=dict["Node", "list[Kernel]"])


def plan(graph: Graph, facts: Facts, limits: Limits) -> Plan:
    """The kernels of a graph, the last one first."""
    made = Plan()
    for node in reversed(graph.nodes):
        _assign(node, made, graph, facts, limits)
    merge_siblings(made, graph, facts, limits)
    return made


def _assign(node: Node, made: Plan, graph: Graph, facts: Facts, limits: Limits) -> None:
    """Let a node join the kernels of its readers, or begin one of its own."""
    readers = _readers_by_kernel(node, made)
    if (
        node.cost in ("cheap", "dear")
        and 1 < len(readers) <= SIBLINGS
        and not _is_copied(node, list(readers), graph, limits)
        and _merge_readers(list(readers), made, graph, facts, limits)
    ):
        readers = _readers_by_kernel(node, made)
    targets = list(readers)
    stored = bool(node.others) or any(not made.kernels_of[reader] for reader, _ in node.readers)
    placements: dict[Kernel, Placement] = {}
    for kernel in targets:
        if (found := place(node, kernel, readers[kernel], graph, facts, limits)) is not None:
            placements[kernel] = found
    everywhere = not stored and len(placements) == len(targets)
    joins = (
        everywhere
        and (len(targets) == 1 or _is_copied(node, targets, graph, limits))
        and not (
            not node.is_movement
            and any(not one.is_whole for one in placements.values())
            and follows_contraction(node, graph)
        )
    )
    joined: list[Kernel] = []
    if joins or node.cost == "free":
        for kernel, placement in placements.items():
            add(node, kernel, placement)
        joined += placements
    elif kernel := _kernel_to_output_from(node, placements, targets, made, graph):
        add(node, kernel, placements[kernel])
        kernel.outputs.append(node)
        made.kernels_of[node] = [kernel]
        return
    if not (joined and everywhere) and not _stays_outside(node, graph):
        kernel = start(node)
        made.kernels.append(kernel)
        joined.append(kernel)
    made.kernels_of[node] = joined


def _readers_by_kernel(node: Node, made: Plan) -> dict[Kernel, list[tuple[Node, Read]]]:
    """The members of each kernel that read a node, and how."""
    readers: dict[Kernel, list[tuple[Node, Read]]] = {}
    for reader, read in node.readers:
        for kernel in made.kernels_of[reader]:
            readers.setdefault(kernel, []).append((reader, read))
    return readers


def _merge_readers(
    targets: list[Kernel], made: Plan, graph: Graph, facts: Facts, limits: Limits
) -> bool:
    """
    Merge kernels over the same loops that read a value, so that it may join all of its readers, and
    say whether there were any.
    """
    merged = False
    first, *others = sorted(targets, key=lambda one: one.last)
    for kernel in others:
        same = first.rank == kernel.rank and len(first.loops) == len(kernel.loops)
        if (same or reduces_rows_of(first, kernel, limits)) and may_merge(
            first, kernel, made, graph, facts, limits
        ):
            _merge(first, kernel, made)
            merged = True
        first = kernel
    return merged


def reduces_rows_of(one: Kernel, other: Kernel, limits: Limits) -> bool:
    """
    Whether one of two kernels writes elements and the other one reduces rows along the same loops:
    what both read is evaluated once, and the elements are written in the loops of the reduction.

        %1 = stablehlo.add %e, %x : tensor<?x?xf32>
        %2 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : ...
    """
    elements, rows = sorted((one, other), key=lambda kernel: -kernel.rank)
    return (
        limits.rows
        and len(one.loops) == len(other.loops) == elements.rank > rows.rank
        and not elements.has_reductions
        and rows.has_reductions
        and _share_loops(one, other)
    )


def _kernel_to_output_from(
    node: Node,
    placements: dict[Kernel, Placement],
    targets: list[Kernel],
    made: Plan,
    graph: Graph,
) -> Kernel | None:
    """
    The first kernel that reads a node, if the node can be an output of it: all others that read the
    node come later, and its producers gain nothing from a kernel of its own. The kernel of a
    contraction takes none: a product of matrices has one result.
    """
    if not targets or node.cost in ("free", "contraction") or node.reshapes:
        return None
    kernel = min(targets, key=lambda one: one.last)
    if kernel not in placements or not placements[kernel].is_whole:
        return None
    if kernel.contraction is not None:
        return None
    if follows_contraction(node, graph):
        return None
    return kernel if is_read_after(node, kernel, kernel.last, made, graph) else None


def is_read_after(node: Node, kernel: Kernel, position: int, made: Plan, graph: Graph) -> bool:
    """
    Whether everything outside of a kernel that reads a node comes after a position. Then no path
    leads from the node out of the kernel and back in: a kernel is at the position of its last
    member.
    """
    if any(graph.positions[op] <= position for op in node.others):
        return False
    for reader, _ in node.readers:
        joined = made.kernels_of[reader]
        if reader.reshapes:
            # It may stay outside, and is moved with the ties of the value.
            if not is_read_after(reader, kernel, position, made, graph):
                return False
        elif not joined and reader.position <= position:
            return False
        if any(other is not kernel and other.last <= position for other in joined):
            return False
    return True


def follows_contraction(node: Node, graph: Graph) -> bool:
    """
    Whether a node may be the end of the kernel of a contraction that it alone reads; reductions do
    not join one.
    """
    if node.cost == "reduction":
        return False
    for _ in range(LOOK_BACK):
        made = [graph.by_value.get(read.value) for read in node.reads]
        if any(one is not None and one.cost == "contraction" for one in made):
            return True
        alone = [
            one
            for one in made
            if one is not None and len(one.readers) == 1 and one.cost in ("cheap", "dear")
        ]
        if not alone:
            return False
        node = alone[0]
    return False


def merge_siblings(made: Plan, graph: Graph, facts: Facts, limits: Limits) -> None:
    """
    Merge kernels over the same loops that read a common value into one with several outputs, where
    the results of the earlier one are read after the later one.
    """
    buckets: dict[tuple[int, int], list[Kernel]] = {}
    left = [kernel for kernel in made.kernels if kernel.views]
    for kernel in sorted(left, key=lambda one: one.last):
        bucket = buckets.setdefault((kernel.rank, len(kernel.loops)), [])
        for earlier in bucket[-SIBLINGS:]:
            if may_merge(earlier, kernel, made, graph, facts, limits):
                _merge(earlier, kernel, made)
                bucket.remove(earlier)
        bucket.append(kernel)
    made.kernels = [kernel for kernel in made.kernels if kernel.views]


def may_merge(
    earlier: Kernel, later: Kernel, made: Plan, graph: Graph, facts: Facts, limits: Limits
) -> bool:
    """Whether two kernels may be merged at the position of the later one."""
    for kernel in (earlier, later):
        if kernel.contraction is not None or kernel.moved is not None or not kernel.loops:
            return False
    common = {value for value in earlier.inputs & later.inputs if not is_constant(value, graph)}
    return (
        bool(common)
        and earlier.evaluations + later.evaluations <= limits.members
        and len(earlier.inputs | later.inputs) <= limits.inputs
        and all(is_read_after(one, earlier, later.last, made, graph) for one in earlier.outputs)
        and (
            _share_loops(earlier, later)
            or (earlier.last >= graph.guarded_until and facts.equal_all(earlier.loops, later.loops))
        )
    )


def _share_loops(one: Kernel, other: Kernel) -> bool:
    """Whether each loop of both kernels runs along the same dimension of some value."""
    shared = {
        loop for dimension, loop in one.loop_of.items() if other.loop_of.get(dimension) == loop
    }
    return len(shared) == len(one.loops)


def is_constant(value: SSAValue, graph: Graph) -> bool:
    """Whether a value never reaches memory."""
    node = graph.by_value.get(value)
    return node is not None and node.cost == "free"


def _merge(earlier: Kernel, later: Kernel, made: Plan) -> None:
    for node, views in earlier.views.items():
        later.views[node] = {**later.views.get(node, {}), **views}
        others = [other for other in made.kernels_of[node] if other not in (earlier, later)]
        made.kernels_of[node] = [*others, later]
    later.outputs += [one for one in earlier.outputs if one not in later.outputs]
    later.rank = max(later.rank, earlier.rank)
    later.has_rows |= earlier.has_rows
    later.has_reductions |= earlier.has_reductions
    later.evaluations += earlier.evaluations
    later.inputs |= earlier.inputs
    later.loop_of = {**earlier.loop_of, **later.loop_of}
    earlier.views = {}


def _is_copied(node: Node, targets: list[Kernel], graph: Graph, limits: Limits) -> bool:
    """
    Whether a node is evaluated in each of the kernels that read it instead of stored: in a few, but
    broadcasts, which would be stored as many elements for each that they read, in all of them, as
    is what only scalars decide.
    """
    if node.is_uniform:
        return True
    if node.cost != "cheap" or (len(targets) > limits.copies and not node.is_expansion):
        return False
    read = {read.value for read in node.reads if not _is_small(read.value, graph)}
    return all(len(read - kernel.inputs) <= 1 for kernel in targets)


def _is_small(value: SSAValue, graph: Graph) -> bool:
    """Whether a value is a constant, or the broadcast of one or of what no kernel computes."""
    node = graph.by_value.get(value)
    if node is None or node.cost == "free" or node.is_uniform:
        return node is not None
    made = graph.by_value.get(node.reads[0].value) if node.is_expansion else node
    return made is None or made.cost == "free"


def _stays_outside(node: Node, graph: Graph) -> bool:
    """
    Whether a node needs no kernel of its own: a constant is read-only, and a reshape is a view.
    What a function returns is no view, so there its operand is written as the result.
    """
    if node.reshapes:
        made = graph.by_value.get(node.reads[0].value)
        alone = made is not None and len(made.readers) == 1 and not made.others
        returned = {type(op) for op in node.others} == {func.ReturnOp}
        return not (alone and returned)
    return isinstance(node.op, CONSTANTS)
