"""Nests of loops that are sums of products of two buffers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import prod

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    UnrealizedConversionCastOp,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.native.contractions_views import address_whole, is_addressed
from disc_shape.native.memrefs import kind_of


@dataclass(frozen=True)
class Nest:
    """
    A sum of products for each iteration of parallel loops, and what is stored of it:

        scf.parallel (%i, %j) = ... {
          %sum = scf.for %k = ... iter_args(%total = 0.0) {
            %a = memref.load ...
            %b = memref.load ...
            %p = arith.mulf %a, %b
            %t = arith.addf %total, %p
            scf.yield %t
          }
          ...                          // scalars
          memref.store %value, ...
        }
    """

    op: scf.ParallelOp
    root: scf.ForOp
    """The outermost loop of the sum."""
    reductions: tuple[scf.ForOp, ...]
    """The loops of the sum, the outermost first, in an order that they may have."""
    loads: tuple[memref.LoadOp, memref.LoadOp]
    store: memref.StoreOp
    conditions: tuple[SSAValue, ...] = ()
    """What must hold for a product to be added: that its element lies in no gap, for one."""

    @property
    def total(self) -> SSAValue:
        """The sum."""
        return self.root.results[0]

    @property
    def element(self) -> Attribute:
        """The type of the sum."""
        return self.total.type

    @property
    def stores_sum(self) -> bool:
        """Whether the sum itself is stored."""
        return self.store.value is self.total

    def read_after(self) -> Iterator[SSAValue]:
        """The buffers that are read when the sum is known, or before it is computed."""
        for op in self.op.body.block.ops:
            if isinstance(op, memref.LoadOp):
                yield op.memref


def computed_of_sum(nest: Nest) -> list[Operation]:
    """What the store of a nest takes besides the sum, and the store, in order."""
    needed: set[Operation] = {nest.store}
    operations = [one for one in nest.op.body.block.ops if one is not nest.root]
    for op in reversed(operations):
        if op in needed:
            needed.update(one.owner for one in op.operands if isinstance(one.owner, Operation))
    return [one for one in operations if one in needed]


MANY = 16
"""The iterations from which on a loop is long enough to be the innermost one of a product."""


def along_rows(nest: Nest) -> Nest | None:
    """
    The nest with the sum over neighbours innermost, where both factors have some that are closer
    than those of the innermost loop, which may be short: as in the gradient of a kernel, a sum over
    places and batches. None where there is no such loop.
    """
    last = nest.reductions[-1]
    own = [one.body.block.args[0] for one in nest.reductions]
    bounds = [bound for one in nest.reductions for bound in (one.lb, one.ub)]
    if any(not counters_of(bound, nest).isdisjoint(own) for bound in bounds):
        return None
    if (number := most(last.ub)) is not None and number >= MANY:
        return None
    for loop in reversed(nest.reductions[:-1]):
        number, counter = most(loop.ub), loop.body.block.args[0]
        closer = all(
            axis_of(one, counter, nest) > axis_of(one, own[-1], nest) for one in nest.loads
        )
        if closer and (number is None or number >= MANY):
            others = [one for one in nest.reductions if one is not loop]
            return replace(nest, reductions=(*others, loop))
    return None


def most(value: SSAValue) -> int | None:
    """A number that a value is known not to exceed: itself, or one that it is the minimum with."""
    if isinstance(value.owner, arith.MinSIOp):
        return next((one for one in map(most, value.owner.operands) if one is not None), None)
    return number_of(value)


def axis_of(load: memref.LoadOp, counter: SSAValue, nest: Nest) -> int:
    """The last dimension of a buffer whose index depends on a counter; -1 if none does."""
    axes = [at for at, one in enumerate(load.indices) if counter in counters_of(one, nest)]
    return max(axes, default=-1)


@dataclass(frozen=True)
class Sum:
    """A sum for each iteration of parallel loops, whatever is added, and the only store."""

    loops: tuple[scf.ForOp, ...]
    """The loops of the sum, the outermost first."""
    branch: scf.IfOp | None
    """What holds the block, where a term is added under a condition."""
    block: Block
    """The block that ends with the next sum."""
    addition: arith.AddfOp | arith.AddiOp
    added: SSAValue
    """The term."""
    store: memref.StoreOp

    @property
    def conditions(self) -> tuple[SSAValue, ...]:
        """What must hold for a term to be added."""
        return () if self.branch is None else tuple(conjuncts(self.branch.cond))


def sum_of(op: scf.ParallelOp) -> Sum | None:
    """The sum that parallel loops compute, from zero on."""
    block = op.body.block
    if op.initVals or not all(is_number(one, 0) for one in op.lowerBound):
        return None
    if not all(is_number(one, 1) for one in op.step):
        return None
    loops = [one for one in block.ops if one.regions and one is not block.last_op]
    stores = [one for one in block.ops if isinstance(one, memref.StoreOp)]
    if len(loops) != 1 or len(stores) != 1 or not isinstance(loops[0], scf.ForOp):
        return None
    reductions = [loops[0]]
    if len(loops[0].results) != 1 or not is_zero(loops[0].iter_args[0]):
        return None
    while (inner := inner_loop(reductions[-1])) is not None:
        reductions.append(inner)
    branch = branch_of(reductions[-1])
    block = reductions[-1].body.block if branch is None else branch.true_region.block
    before = reductions[-1].body.block.args[1]
    assert block.last_op is not None
    addition = block.last_op.operands[0].owner
    if not isinstance(addition, arith.AddfOp | arith.AddiOp) or before not in addition.operands:
        return None
    if not all(is_plain(one) for loop in reductions for one in loop.body.block.ops):
        return None
    added = addition.rhs if addition.lhs is before else addition.lhs
    return Sum(tuple(reductions), branch, block, addition, added, stores[0])


def nest_of(op: scf.ParallelOp) -> Nest | None:
    """The nest of parallel loops, where it is a sum of products."""
    found = sum_of(op)
    loads = None if found is None else loads_of(found)
    if found is None or loads is None:
        return None
    if not all(is_addressed(one.memref) for one in (*loads, found.store)):
        return None
    return Nest(op, found.loops[0], found.loops, loads, found.store, found.conditions)


def addressed_nest_of(op: scf.ParallelOp) -> Nest | None:
    """
    The nest of parallel loops, where it is a sum of products, whose loads and stores address whole
    buffers afterwards.
    """
    nest = nest_of(op)
    if nest is None:
        return None
    changes = [address_whole(one) for one in (*nest.loads, nest.store)]
    return nest_of(op) if any(changes) else nest


def inner_loop(loop: scf.ForOp) -> scf.ForOp | None:
    """The loop that continues the sum of a loop."""
    block = loop.body.block
    inner = next((one for one in block.ops if isinstance(one, scf.ForOp)), None)
    if inner is None or len(inner.results) != 1 or inner.iter_args[0] is not block.args[1]:
        return None
    assert block.last_op is not None
    return inner if list(block.last_op.operands) == list(inner.results) else None


def branch_of(loop: scf.ForOp) -> scf.IfOp | None:
    """What a loop adds to a sum under a condition; else the sum stays."""
    block = loop.body.block
    assert block.last_op is not None
    branch = block.last_op.operands[0].owner
    if not isinstance(branch, scf.IfOp) or branch.parent is not block:
        return None
    then, otherwise = branch.true_region.blocks.first, branch.false_region.blocks.first
    if then is None or otherwise is None or len(branch.results) != 1:
        return None
    if otherwise.first_op is not otherwise.last_op:
        return None
    assert otherwise.last_op is not None
    return branch if otherwise.last_op.operands[0] is block.args[1] else None


def conjuncts(condition: SSAValue) -> Iterator[SSAValue]:
    """The conditions of which one is the conjunction."""
    op = condition.owner
    if isinstance(op, arith.AndIOp):
        for one in op.operands:
            yield from conjuncts(one)
    else:
        yield condition


def loads_of(found: Sum) -> tuple[memref.LoadOp, memref.LoadOp] | None:
    """The factors of the product of floats that is added to a sum."""
    product = found.added.owner
    if not isinstance(product, arith.MulfOp):
        return None
    lhs, rhs = product.lhs.owner, product.rhs.owner
    if not isinstance(lhs, memref.LoadOp) or not isinstance(rhs, memref.LoadOp) or lhs is rhs:
        return None
    inside = lhs.parent is found.block and rhs.parent is found.block
    return (lhs, rhs) if inside and isinstance(lhs.res.type, Float32Type | Float64Type) else None


PLAIN = (memref.LoadOp, scf.ForOp, scf.IfOp, scf.YieldOp, memref.DimOp, UnrealizedConversionCastOp)


def is_plain(op: Operation) -> bool:
    """Whether an operation of a sum neither writes nor can fail."""
    return isinstance(op, PLAIN) or op.dialect_name() == "arith"


def is_number(value: SSAValue, number: int) -> bool:
    """Whether a value is an integer constant."""
    return number_of(value) == number


def number_of(value: SSAValue) -> int | None:
    """The integer that a value is."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or not isinstance(owner.value, IntegerAttr):
        return None
    return int_of(owner.value)


def is_zero(value: SSAValue) -> bool:
    """Whether a value is the constant 0 or 0.0."""
    if is_number(value, 0):
        return True
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or not isinstance(owner.value, FloatAttr):
        return False
    return owner.value.value.data == 0.0 and not str(owner.value.value.data).startswith("-")


@dataclass(frozen=True)
class Group:
    """
    Rows or columns that share the others, as the output features of a group of a convolution do:
    they are counted by `counter`, and `counter / size` is the number of the group.
    """

    counter: SSAValue
    size: int
    count: int
    numbers: tuple[SSAValue, ...]
    """The quotients."""


def groups_of(nest: Nest) -> Iterator[Group]:
    """The groups of the parallel loops of a nest: at least two, none of which is in part."""
    for counter, upper in zip(nest.op.body.block.args, nest.op.upperBound, strict=True):
        total = number_of(upper)
        found: dict[int, list[SSAValue]] = {}
        for use in counter.uses:
            if not isinstance(use.operation, arith.DivSIOp) or use.index != 0:
                continue
            size = number_of(use.operation.rhs)
            if size is not None:
                found.setdefault(size, []).append(use.operation.result)
        for size, numbers in found.items():
            if total is not None and 0 < size < total and total % size == 0:
                yield Group(counter, size, total // size, tuple(numbers))


def number_of_bytes(buffer: SSAValue) -> int | None:
    """The bytes of a buffer whose sizes are known."""
    kind = kind_of(buffer.type)
    if kind is None or not kind.has_static_shape() or not isinstance(kind.element_type, AnyFloat):
        return None
    return prod(kind.get_shape()) * kind.element_type.bitwidth // 8


def counters_of(
    value: SSAValue, nest: Nest, known: Collection[SSAValue] = ()
) -> AbstractSet[SSAValue]:
    """The counters of a nest that a value depends on, other than by values that are known."""
    found: set[SSAValue] = set()
    pending, visited = [value], set[SSAValue](known)
    while pending:
        one = pending.pop()
        if one in visited:
            continue
        visited.add(one)
        owner = one.owner
        if isinstance(owner, Block):
            if is_inside(owner.parent_op(), nest.op):
                found.add(one)
        elif is_inside(owner, nest.op):
            pending += owner.operands
    return found


def counter_of(value: SSAValue, nest: Nest) -> SSAValue:
    """The counter to which an index adds what is no counter; else the index itself."""
    op = value.owner
    if isinstance(op, arith.AddiOp) and not counters_of(op.rhs, nest):
        return op.lhs
    return value


def is_inside(op: Operation | None, outer: Operation) -> bool:
    """Whether an operation is another one or within it."""
    while op is not None:
        if op is outer:
            return True
        op = op.parent_op()
    return False
