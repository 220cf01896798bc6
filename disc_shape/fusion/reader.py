"""Reads the graph of a block from the cards of its operations."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    IndexType,
    IntegerType,
)
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
)

from disc_shape.cards import card_of, elements_of, space_of
from disc_shape.cards.elements import Elementwise, Reshaping, Scalar
from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.cards.iteration import Access, Combine, Copy, Extent, IterationSpace, MultiplyAdd
from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import is_foreign
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, IsFiniteOp
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.mhlo_elementwise import MhloUnaryOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.slicing import (
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.fusion.facts import Facts
from disc_shape.fusion.graph import Cost, Graph, Node, Read

SMALL = 16
"""The number of integers up to which work on them is no kernel: sizes, indices, counters."""

CONSTANTS = (ConstantOp, arith.ConstantOp)

IS_CONSTANT = Kind(*CONSTANTS)
IS_HLO = Kind(HloOp)

FUNCTIONS = (BitcastConvertOp, IsFiniteOp)
"""Cheap functions of elements that no card gives."""

SLICES = (SliceOp, DynamicSliceOp, RealDynamicSliceOp)
"""Operations that may take the first elements along a dimension and leave the others."""

NEVER = Kind(DynamicUpdateSliceOp, ReduceWindowOp)
"""Operations with an iteration space that are kernels of their own."""


def read_graph(block: Block, facts: Facts, guarded: Container[Operation] = ()) -> Graph:
    """
    The graph of the operations directly in a block; guards follow those that are `guarded`.
    """
    graph = Graph([], {}, {})
    for position, op in enumerate(block.ops):
        graph.positions[op] = position
        if op in guarded:
            graph.guarded_until = position + 1
        if type(op) is TieShapeOp:
            if (made := graph.by_value.get(op.value)) is not None:
                graph.by_value[op.result] = made
            continue
        node = read_node(op, position, facts)
        if node is not None:
            node.is_uniform = is_uniform(node, graph)
            graph.nodes.append(node)
            graph.by_value.update((result, node) for result in op.results)
    for node in graph.nodes:
        for read in node.reads:
            if (made := graph.by_value.get(read.value)) is not None:
                made.readers.append((node, read))
    for node in graph.nodes:
        _note_other_readers(node, node.op, graph)
    return graph


def is_uniform(node: Node, graph: Graph) -> bool:
    """
    Whether all elements of a node are the same one: it broadcasts a scalar, or computes elements of
    such nodes, as `rsqrt` of a broadcast constant does.
    """
    if IS_CONSTANT[type(node.op)]:
        return node.rank > 0
    if node.rank == 0 or node.reduced or node.cost not in ("cheap", "dear") or not node.reads:
        return False
    return all(
        rank_of(read.value) == 0 or ((made := graph.by_value.get(read.value)) and made.is_uniform)
        for read in node.reads
    )


def _note_other_readers(node: Node, op: Operation, graph: Graph) -> None:
    """Record the readers of a node that are no nodes, in regions as well."""
    nodes = {reader.op for reader, _ in node.readers}
    for result in op.results:
        for use in result.uses:
            reader = use.operation
            while reader not in graph.positions and (outer := reader.parent_op()) is not None:
                reader = outer
            if type(reader) is TieShapeOp:
                _note_other_readers(node, reader, graph)
            elif reader not in nodes:
                node.others.append(reader)


def read_node(op: Operation, position: int, facts: Facts) -> Node | None:
    """The node of an operation; None for one that must not be part of a kernel."""
    if IS_CONSTANT[type(op)]:
        rank = rank_of(op.results[0])
        return Node(op, position, "free", rank, ()) if is_splat(op) else None
    if not IS_HLO[type(op)] or not op.results or NEVER[type(op)] or not is_plain(op):
        return None
    if not has_given_sizes(op):
        return None
    rank = rank_of(op.results[0])
    rule = elements_of(op)
    if isinstance(rule, Reshaping):
        operand = untied(op.operands[0])
        axes = axes_but_ones(operand, op.results[0], facts)
        read = Read(operand, axes, True, ("reshape", op.results[0].type), True)
        return Node(op, position, "cheap", rank, (read,), is_movement=True)
    if isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp):
        read = read_of_broadcast(op, facts)
        return Node(op, position, "cheap", rank, (read,), is_movement=True)
    if isinstance(rule, Elementwise):
        scalar = rule.scalar(op)
        if scalar is None:
            return None
        whole = tuple(range(rank))
        reads = [Read(untied(one), whole if rank_of(one) else ()) for one in op.operands]
        return Node(op, position, _cost(scalar), rank, tuple(reads))
    if is_function(op) and rank_of(op.operands[0]) == rank:
        read = Read(untied(op.operands[0]), tuple(range(rank)))
        cost: Cost = "cheap" if isinstance(op, FUNCTIONS) else "dear"
        return Node(op, position, cost, rank, (read,))
    space = space_of(op)
    return None if space is None else _node_of_space(op, position, space)


def is_function(op: Operation) -> bool:
    """Whether an operation is a function of elements that no card gives."""
    if isinstance(op, MhloUnaryOp):  # Those of complex numbers have no form in kernels.
        return isinstance(element_type_of(op.operands[0].type), AnyFloat)
    return isinstance(op, FUNCTIONS)


def axes_but_ones(before: SSAValue, after: SSAValue, facts: Facts) -> tuple[int | None, ...] | None:
    """The dimensions of a reshaped value, if a reshape only adds and drops sizes of one."""
    kept = [axis for axis, size in enumerate(shape_of(after)) if size != 1]
    count = sum(size != 1 for size in shape_of(before))
    if count != len(kept):
        return None
    rest = iter(kept)
    axes = tuple(None if size == 1 else next(rest) for size in shape_of(before))
    agree = all(
        target is None or facts.equal((before, axis), (after, target))
        for axis, target in enumerate(axes)
    )
    return axes if agree else None


def is_plain(op: Operation) -> bool:
    """Whether an operation computes ranked tensors, and not a few integers from a few others."""
    for value in (*op.operands, *op.results):
        type_ = as_tensor(value.type)
        if type_ is None or is_foreign(type_):
            return False
    captures = bool(op.regions) and any(
        operand.owner not in inside
        for region in op.regions
        for inside in [{*region.blocks, *region.walk()}]
        for inner in region.walk()
        for operand in inner.operands
    )
    return not captures and not all(map(is_small, (*op.operands, *op.results)))


def is_small(value: SSAValue) -> bool:
    """Whether a value holds at most `SMALL` integers or booleans, whatever the sizes."""
    shape = shape_of(value)
    counts = isinstance(element_type_of(value.type), IntegerType | IndexType)
    return counts and DYNAMIC_INDEX not in shape and prod(shape) <= SMALL


def is_splat(op: Operation) -> bool:
    """Whether a constant tensor has elements, all of them the same."""
    return is_repeated(op.properties["value"])


def has_given_sizes(op: Operation) -> bool:
    """Whether all sizes that an operation is given are scalars or constants."""
    return all(
        isinstance(one.owner, (FromElementsOp, *CONSTANTS)) for one in card_of(op).size_operands(op)
    )


def read_of_broadcast(op: BroadcastInDimOp | DynamicBroadcastInDimOp, facts: Facts) -> Read:
    """
    The operand along the dimensions of the result that its own do not expand to. An axis that may
    or may not expand makes the index one that only the run decides.
    """
    operand, result = op.operands[0], op.results[0]
    expanding: Sequence[int] = ()
    kept: Sequence[int] = ()
    if isinstance(op, DynamicBroadcastInDimOp) and facts.allows("all"):
        expanding = ints(op.known_expanding_dimensions)
        kept = ints(op.known_nonexpanding_dimensions)
    axes: list[int | None] = []
    for axis, target in enumerate(ints(op.broadcast_dimensions)):
        size = shape_of(operand)[axis]
        if size == 1 or axis in expanding:
            axes.append(None)
        elif size >= 0 or axis in kept or facts.equal((operand, axis), (result, target)):
            axes.append(target)
        else:
            return Read(untied(operand), None, False, op)
    return Read(untied(operand), tuple(axes))


def _cost(scalar: Scalar) -> Cost:
    return "dear" if scalar.function.expensive else "cheap"


def _node_of_space(op: Operation, position: int, space: IterationSpace) -> Node | None:
    rank = rank_of(op.results[0])
    extents = [one for one in space.extents[rank:] if isinstance(one, Extent)]
    if len(extents) < len(space.extents) - rank:
        return None
    reads = [_read_of_access(op, space, access) for access in space.inputs]
    seen = {read.value for read in reads}
    sizes = set(card_of(op).size_operands(op))
    for operand in op.operands:
        value = untied(operand)
        if value not in seen and operand not in sizes:
            # Initial values, fillers and indices, or tables of indices, whose use data decide.
            reads.append(Read(value, None if rank_of(operand) else (), False, op))
    body = space.body
    cost: Cost = "cheap"
    if isinstance(body, MultiplyAdd):
        cost = "contraction"
    elif isinstance(body, Combine):
        cost = "reduction"
    elif isinstance(body, Scalar):
        cost = _cost(body)
    elif isinstance(op, IotaOp | DynamicIotaOp):
        cost = "free"
    moves = isinstance(body, Copy) and all(
        access.domain is None and space.is_affine(access) for access in space.inputs
    )
    return Node(
        op,
        position,
        cost,
        rank,
        tuple(reads),
        tuple((untied(one.value), one.axis) for one in extents),
        moves,
    )


def _read_of_access(op: Operation, space: IterationSpace, access: Access) -> Read:
    value = untied(op.operands[access.operand])
    axes = [_projection(expr) for expr in access.map.results]
    takes_part = isinstance(op, SLICES) and value.type != op.results[0].type
    if access.domain is None and not takes_part and all(axis != "computed" for axis in axes):
        return Read(value, tuple(None if isinstance(axis, str) else axis for axis in axes))
    once = _is_injective(access, len(space.extents)) and space.is_affine(access)
    tied = op if not space.is_affine(access) else None
    return Read(value, None, once, (access.map, access.domain, space.symbols, tied))


def _projection(expr: AffineExpr) -> int | str:
    """The dimension that an index is, `zero`, or `computed`."""
    if isinstance(expr, AffineDimExpr):
        return expr.position
    return "zero" if isinstance(expr, AffineConstantExpr) and expr.value == 0 else "computed"


def _is_injective(access: Access, dims: int) -> bool:
    """
    Whether different iterations read different elements: each dimension decides one index. A
    quotient does so where the domain keeps multiples of the divisor only.
    """
    found: list[int] = []
    for expr in access.map.results:
        parts = list(expr.dfs())
        found += [part.position for part in parts if isinstance(part, AffineDimExpr)]
        divides = any(
            isinstance(part, AffineBinaryOpExpr)
            and part.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul)
            for part in parts
        )
        if divides and access.domain is None:
            return False
    return sorted(found) == list(range(dims))
