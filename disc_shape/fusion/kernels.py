"""Kernels while they are planned: members with their views, and the rules for a new member."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Literal

from xdsl.ir import SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.fusion.facts import Dimension, Facts
from disc_shape.fusion.graph import Graph, Node, Read
from disc_shape.fusion.views import View, identity, read_through

Kind = Literal["kLoop", "kInput", "kOutput", "kCustom"]
"""The kind of a kernel; see the package."""


@dataclass(frozen=True)
class Limits:
    """The limits of one kernel."""

    members: int = 96
    """Evaluations of members: one for each member and view at which it is evaluated."""
    inputs: int = 24
    copies: int = 4
    """The number of kernels that a cheap member may be copied into."""
    rows: bool = True
    """Whether reductions and what broadcasts their results back along rows become one kernel."""


@dataclass(eq=False)
class Kernel:
    """A kernel: the loops over its output, the loops of reductions, and its members."""

    loops: list[Dimension]
    """The size of each loop, those of the output first; sizes of one have none."""
    rank: int
    """The number of loops of the output."""
    views: dict[Node, dict[Hashable, View]] = field(
        default_factory=dict["Node", "dict[Hashable, View]"]
    )
    """The views of each member, by their keys."""
    outputs: list[Node] = field(default_factory=list["Node"])
    contraction: Node | None = None
    has_reductions: bool = False
    has_rows: bool = False
    moved: Node | None = None
    """
    The movement that a kernel of nothing but movements begins with: the loops are to be those of
    its operand, and results are written where the movements say.
    """
    evaluations: int = 0
    inputs: set[SSAValue] = field(default_factory=set[SSAValue])
    """The values that members read and no member computes, constants that may join included."""
    loop_of: dict[Dimension, int] = field(default_factory=dict["Dimension", int])
    """The loop that is the index along a dimension of a member or of what members read."""

    @property
    def kind(self) -> Kind:
        """The kind of a kernel with these members."""
        if self.contraction is not None:
            return "kOutput"
        if self.has_rows:
            return "kCustom"
        return "kInput" if self.has_reductions else "kLoop"

    @property
    def last(self) -> int:
        """The position of the last member."""
        return max(node.position for node in self.views)


@dataclass
class Placement:
    """What a kernel would become if a node joined."""

    views: dict[Hashable, View]
    loops: list[Dimension]
    has_rows: bool
    rank: int | None = None
    """The number of loops of the output, if it changes."""

    @property
    def is_whole(self) -> bool:
        """Whether all loops together evaluate each element of the node once, at one view."""
        if len(self.views) != 1:
            return False
        (view,) = self.views.values()
        return (
            view.once and (view.axes is not None or view.is_flat) and view.level == len(self.loops)
        )


LOOK_BACK = 16
"""The number of operations that the search for the loop along a dimension passes."""

STORED = View(None, 0, False, False, "stored")
"""The view of a movement that decides where results are written."""


def start(node: Node) -> Kernel:
    """The kernel of a node that joins no other one."""
    kernel = Kernel([], 0)
    if node.is_bijection:
        add(node, kernel, Placement({STORED.key: STORED}, kernel.loops, False))
        kernel.moved = node
    else:
        add(node, kernel, at_output(node))
    kernel.outputs.append(node)
    return kernel


def at_output(node: Node) -> Placement:
    """The placement of a node whose result defines the loops of a kernel."""
    units = [size == 1 for size in shape_of(node.result)]
    view = identity(units)
    loops = [(node.result, axis) for axis, unit in enumerate(units) if not unit]
    return Placement({view.key: view}, [*loops, *reduced_loops(node)], False, len(loops))


def reduced_loops(node: Node) -> list[Dimension]:
    """The sizes of the loops of a reduction or contraction around an element."""
    return [one for one in node.reduced if not is_unit(one)]


def is_unit(dimension: Dimension) -> bool:
    """Whether a dimension always has size one."""
    value, axis = dimension
    return shape_of(value)[axis] == 1


def add(node: Node, kernel: Kernel, placement: Placement) -> None:
    """Let a node join a kernel."""
    kernel.views[node] = placement.views
    kernel.loops = placement.loops
    kernel.has_rows |= placement.has_rows
    if placement.rank is not None:
        kernel.rank = placement.rank
    kernel.has_reductions |= node.cost == "reduction"
    kernel.evaluations += len(placement.views)
    kernel.inputs.difference_update(node.op.results)
    kernel.inputs.update(read.value for read in node.reads)
    kernel.moved = node if STORED.key in placement.views else None
    note_loops(node, kernel)
    if node.cost == "contraction":
        kernel.contraction = node


def note_loops(node: Node, kernel: Kernel) -> None:
    """Record which dimensions of a member the loops of a kernel iterate over."""
    for view in kernel.views[node].values():
        if view.axes is None:
            continue
        loops = [*view.axes, *loops_of_reduced(node, view)]
        for axis, loop in enumerate(view.axes):
            if loop is not None:
                kernel.loop_of.setdefault((node.result, axis), loop)
        for read in node.reads:
            for axis, dimension in enumerate(read.axes or ()):
                if dimension is not None and (loop := loops[dimension]) is not None:
                    kernel.loop_of.setdefault((read.value, axis), loop)


def loops_of_reduced(node: Node, view: View) -> list[int | None]:
    """The loops of the dimensions that a member reduces; sizes of one have none."""
    loops = count(view.level)
    return [None if is_unit(one) else next(loops) for one in node.reduced]


Readers = Sequence[tuple[Node, Read]]
"""The members of a kernel that read a node, and how."""


def place(
    node: Node, kernel: Kernel, readers: Readers, graph: Graph, facts: Facts, limits: Limits
) -> Placement | None:
    """How a node would join the kernel of some of its readers; None where it must not."""
    if not facts.allows("static"):
        return None
    if kernel.moved is not None:
        return _place_moved(node, kernel, kernel.moved, facts, limits)
    views: dict[Hashable, View] = {}
    for reader, read in readers:
        for view in kernel.views[reader].values():
            if not agrees(node, reader, read, facts):
                return None
            found = _view(reader, read, view, kernel)
            if found is None:
                return None
            views[found.key] = found
    if not views or not has_room(node, len(views), kernel, limits):
        return None
    if node.cost == "free":
        return Placement(views, kernel.loops, False)
    if any(view.is_prologue for view in views.values()):
        if not node.is_movement or parts_sums(node, readers, kernel):
            return None
    if node.cost == "cheap":
        return Placement(views, kernel.loops, False)
    if len(views) > 1:
        return None
    (view,) = views.values()
    if not view.once or view.is_prologue:
        return None
    if node.cost == "dear":
        return Placement(views, kernel.loops, False)
    return _place_structured(node, view, kernel, readers, graph, facts, limits)


def parts_sums(node: Node, readers: Readers, kernel: Kernel) -> bool:
    """
    Whether a transpose, read through a reshape, parts the elements that a contraction sums over:
    each sum would be one of many short products, where a copy lets it be one.

        %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3] : (tensor<?x4x?x8xf32>) -> ...
        %2 = stablehlo.dynamic_reshape %1, %sizes : (tensor<?x?x4x8xf32>, ...) -> tensor<?x32xf32>
        %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : ...
    """
    if not node.is_bijection or node.reshapes:
        return False
    read = node.reads[0]
    before = [axis for axis, size in enumerate(shape_of(read.value)) if size != 1]
    place = {read.axes[axis]: at for at, axis in enumerate(before)} if read.axes else {}
    for reader, through in readers:
        sums = any(_sums_last(one, use) for one, use in reader.readers if one in kernel.views)
        if not through.is_flat or not sums:
            continue
        joined = last_axes(shape_of(node.result), shape_of(reader.result)[-1])
        if any(place[axis] + 1 != place[after] for axis, after in pairwise(joined)):
            return True
    return False


def _sums_last(node: Node, read: Read) -> bool:
    """Whether a contraction sums over the last dimension of what it reads."""
    last = read.axes[-1] if read.axes else None
    return node.cost == "contraction" and last is not None and last >= node.rank


def last_axes(shape: Sequence[int], size: int) -> list[int]:
    """The last axes, but those of size one, whose sizes make a size; none where that is open."""
    found: list[int] = []
    for axis in reversed(range(len(shape))):
        if size <= 1:
            break
        if shape[axis] != 1:
            found.insert(0, axis)
            size = size // shape[axis] if shape[axis] > 0 and size % shape[axis] == 0 else 0
    return found if size == 1 else []


def _place_moved(
    node: Node, kernel: Kernel, moved: Node, facts: Facts, limits: Limits
) -> Placement | None:
    """Place the operand of the movements that a kernel begins with: its loops are the kernel's."""
    read = moved.reads[0]
    if not agrees(node, moved, read, facts) or not has_room(node, 1, kernel, limits):
        return None
    if node.is_bijection:
        return Placement({STORED.key: STORED}, kernel.loops, False)
    return at_output(node)


def has_room(node: Node, views: int, kernel: Kernel, limits: Limits) -> bool:
    """Whether a kernel stays within its limits when a node joins."""
    if kernel.evaluations + views > limits.members:
        return False
    more = {read.value for read in node.reads} - kernel.inputs
    return not more or len(kernel.inputs) - 1 + len(more) <= limits.inputs


def _view(reader: Node, read: Read, view: View, kernel: Kernel) -> View | None:
    """The view of an operand of a member."""
    if reader.cost == "contraction":
        return View(None, kernel.rank, False, False, (read, view.key), is_prologue=True)
    return read_through(view, read, reader.rank, loops_of_reduced(reader, view))


def agrees(node: Node, reader: Node, read: Read, facts: Facts) -> bool:
    """Whether the sizes are proved to fit the index maps by which a reader reads a node."""
    if read.is_flat:
        return facts.same_count(node.result, reader.result)
    result, after = node.result, reader.result
    for axis, dimension in enumerate(read.axes or ()):
        if dimension is None:
            continue
        inner = dimension - reader.rank
        size = (after, dimension) if inner < 0 else reader.reduced[inner]
        if not facts.equal((result, axis), size):
            return False
    return True


def _place_structured(
    node: Node,
    view: View,
    kernel: Kernel,
    readers: Readers,
    graph: Graph,
    facts: Facts,
    limits: Limits,
) -> Placement | None:
    """
    Place a contraction, which is evaluated at the index of the output, or a reduction, whose loops
    are those around its result and then either further loops of the kernel of equal sizes or new
    ones.
    """
    views = {view.key: view}
    if node.cost == "contraction":
        alone = kernel.contraction is None and not kernel.has_reductions
        at_output = view.is_flat and view.level == kernel.rank
        return Placement(views, kernel.loops, False) if alone and at_output else None
    if kernel.contraction is not None or not (view.is_flat or view.axes is not None):
        return None
    inner, reduced = kernel.loops[view.level :], reduced_loops(node)
    is_row = view.level < kernel.rank
    if is_row and not (limits.rows and _reduces_innermost(node)):
        return None
    if not inner:
        return Placement(views, [*kernel.loops, *reduced], is_row)
    if not _runs_along(node, view.level, kernel, graph) and (
        kernel.last < graph.guarded_until or not facts.equal_all(inner, reduced)
    ):
        return None
    broadcast_back = is_row or (
        kernel.has_reductions and _is_broadcast(readers, view.level, kernel)
    )
    if broadcast_back and not limits.rows:
        return None
    return Placement(views, kernel.loops, broadcast_back)


def _runs_along(node: Node, level: int, kernel: Kernel, graph: Graph) -> bool:
    """
    Whether members already say that the loops from `level` on are as long as the dimensions that a
    node reduces. What they say holds wherever the kernel runs, also before a guard.
    """
    reduced = reduced_loops(node)
    return len(reduced) == len(kernel.loops) - level and all(
        _loop_along(one, kernel, graph) == level + number for number, one in enumerate(reduced)
    )


def _loop_along(dimension: Dimension, kernel: Kernel, graph: Graph) -> int | None:
    """
    The loop along a dimension of a value that is to join, or of one that its operations read at the
    same index.
    """
    for _ in range(LOOK_BACK):
        found = kernel.loop_of.get(dimension)
        made = graph.by_value.get(dimension[0])
        if found is not None or made is None:
            return found
        following = [
            (read.value, axis)
            for read in made.reads
            for axis, target in enumerate(read.axes or ())
            if target == dimension[1]
        ]
        known = [kernel.loop_of[one] for one in following if one in kernel.loop_of]
        if known:
            return known[0]
        if not following:
            return None
        dimension = following[0]
    return None


def _reduces_innermost(node: Node) -> bool:
    """Whether the reduced axes of a reduction are the last ones of its operands."""
    axes = [axis for _, axis in node.reduced]
    return axes == list(range(node.rank, node.rank + len(axes)))


def _is_broadcast(readers: Readers, level: int, kernel: Kernel) -> bool:
    """Whether one of the readers of a node at `level` is inside further loops."""
    return any(
        view.level > level for reader, _ in readers for view in kernel.views[reader].values()
    )
