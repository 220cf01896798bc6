"""
Which buffers of a function can share memory.

The memory of a buffer comes from allocations, arguments, globals and parts of an arena, through
views, selections and calls, and through what loops and branches carry. Two buffers of different
memory share none: arguments do not overlap unless a call in the module lets them, and lifetimes in
an arena that overlap in time do not overlap in place. Memory that is allocated is none that existed
before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import TypeAlias

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.analysis.regions import edges_to
from disc_shape.class_table import Kind

VIEWS = (
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.MemorySpaceCastOp,
    memref.ReinterpretCastOp,
    memref.SubviewOp,
)
LOOPS = (scf.ForOp, scf.WhileOp)
Loop: TypeAlias = scf.ForOp | scf.WhileOp
LIFETIME = "disc_shape.lifetime"
"""The attribute of views of an arena that begin the lifetime of a buffer."""

Origin: TypeAlias = SSAValue | str
"""The value that is memory of its own, or the name of a global."""


class Origins:
    """
    Where the memory of the buffers of a function comes from. `known` has those of other functions,
    as far as they have been needed.
    """

    def __init__(self, function: FuncOp, known: dict[FuncOp, Origins] | None = None) -> None:
        self.function = function
        self._known = {} if known is None else known
        self._known[function] = self
        self._order: dict[Operation, int] = {}
        self._calls: list[CallOp] | None = None
        """The calls of the function."""
        self._compared: set[tuple[int, int]] = set()
        """Arguments of which it is being decided whether calls let them overlap."""
        self._assumed: set[tuple[SSAValue, SSAValue]] = set()
        """Buffers that are being compared with all that loops carry."""
        self._followed: set[SSAValue] = set()
        """Results of calls of which it is being decided what they are."""
        self._exchanging: dict[Operation, bool] = {}
        """Whether loops only exchange the memory that they carry."""
        self._sources = sources_of(function)
        for number, op in enumerate(function.body.walk()):
            self._order[op] = number

    def of(self, value: SSAValue) -> frozenset[Origin] | None:
        """The memory that a buffer may be, None when that is unknown."""
        found: set[Origin] = set()
        visited: set[SSAValue] = set()
        pending = [value]
        while pending:
            one = pending.pop()
            if one in visited:
                continue
            visited.add(one)
            if one in self._sources:
                pending += self._sources[one]
            elif isinstance(one, OpResult) and isinstance(one.op, VIEWS):
                pending.append(one.op.operands[0])
            elif isinstance(one, OpResult) and isinstance(one.op, memref.GetGlobalOp):
                found.add(one.op.name_.string_value())
            elif is_memory(one, self.function):
                found.add(one)
            elif isinstance(one, OpResult) and isinstance(one.op, CallOp):
                returned = self._returned(one, one.op)
                if returned is None:
                    return None
                pending += [origin for origin in returned if origin is not one]
                found |= {one} & returned
            else:
                return None
        return frozenset(found)

    def _returned(self, result: OpResult, call: CallOp) -> set[SSAValue] | None:
        """
        What the result of a call is: itself for memory that the function allocates, and operands
        for arguments that it returns. None when that is unknown.
        """
        callee = SymbolTable.lookup_symbol(call, call.callee)
        if not isinstance(callee, FuncOp) or not callee.body.blocks or result in self._followed:
            return None
        self._followed.add(result)
        inner = self._of_function(callee)
        found: set[SSAValue] = set()
        for op in callee.body.walk():
            for origin in (inner.of(op.operands[result.index]) or (None,)) if is_return(op) else ():
                if isinstance(origin, BlockArgument):
                    found.add(call.operands[origin.index])
                elif isinstance(origin, OpResult):
                    found.add(result)
                else:
                    self._followed.discard(result)
                    return None
        self._followed.discard(result)
        return found

    def _of_function(self, function: FuncOp) -> Origins:
        return self._known.get(function) or Origins(function, self._known)

    def may_share(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether two buffers may have memory in common."""
        if one is other:
            return True
        if self._are_exchanged(root_of(one), root_of(other)):
            return False
        left, right = self.of(one), self.of(other)
        if left is not None and right is not None and not left & right:
            return any(self._may_overlap(origin, second) for origin in left for second in right)
        return not (self._is_apart(one, other) or self._is_apart(other, one))

    def _is_apart(self, older: SSAValue, newer: SSAValue) -> bool:
        """
        Whether a buffer is other memory than one that existed before it: because it is allocated,
        or because all that a loop or branch makes it is apart.
        """
        root = root_of(newer)
        if not self._is_older(older, root):
            return False
        if root not in self._sources:
            return isinstance(root.owner, memref.AllocOp | memref.AllocaOp)
        pair = older, root
        if pair in self._assumed:
            return True  # In all iterations before this one.
        self._assumed.add(pair)
        apart = not any(self.may_share(older, source) for source in self._sources[root])
        self._assumed.discard(pair)
        return apart

    def _is_older(self, older: SSAValue, newer: SSAValue) -> bool:
        """Whether one value is defined before another one wherever that is defined."""
        block = older.owner if isinstance(older.owner, Block) else older.owner.parent
        inner: Operation | Block | None = newer.owner
        while inner is not None:
            if inner.parent_block() is block and isinstance(inner, Operation):
                if isinstance(older.owner, Block):
                    return True
                first, second = self._order.get(older.owner), self._order.get(inner)
                return first is not None and second is not None and first < second
            inner = inner.parent_op() if isinstance(inner, Block) else inner.parent_block()
        return False

    def _may_overlap(self, one: Origin, other: Origin) -> bool:
        """Whether two origins are arguments that a call of the function lets overlap."""
        if not isinstance(one, BlockArgument) or not isinstance(other, BlockArgument):
            return False
        pair = one.index, other.index
        if pair in self._compared:
            return False  # A call by itself, which does no more than its callers.
        if self._calls is None:
            self._calls = calls_of(self.function)
        self._compared.add(pair)
        shared = any(
            self._of_function(caller).may_share(*(call.operands[index] for index in pair))
            for call in self._calls
            if (caller := enclosing(call)) is not None
        )
        self._compared.discard(pair)
        return shared

    def _are_exchanged(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether two buffers are carried by one loop that only exchanges what it carries."""
        if one is other or one.owner is not other.owner:
            return False
        loop = one.owner.parent_op() if isinstance(one.owner, Block) else one.owner
        if not isinstance(loop, LOOPS):
            return False
        if loop not in self._exchanging:
            self._exchanging[loop] = permutes(loop) and self._starts_with_different(loop)
        return self._exchanging[loop]

    def _starts_with_different(self, loop: Loop) -> bool:
        """Whether the buffers that a loop starts with are different memory."""
        given = None if loop.parent is None else started_from(loop.operands, loop.parent)
        if given is None:
            return False
        carried = [one for one in given if one.owner is loop.parent]
        return not any(self.may_share(*pair) for pair in combinations(carried, 2))

    def not_aliased(self, values: Sequence[SSAValue], written: AbstractSet[int]) -> set[SSAValue]:
        """
        The buffers among `values` that share no memory with another one, where one of both is
        written; `written` has the places of those.
        """
        buffers = [
            (place, value)
            for place, value in enumerate(values)
            if isinstance(value.type, MemRefType)
        ]
        return {
            value
            for place, value in buffers
            if not any(
                (place in written or other_place in written) and self.may_share(value, other)
                for other_place, other in buffers
                if other_place != place
            )
        }


def sources_of(function: FuncOp) -> dict[SSAValue, list[SSAValue]]:
    """What control flow makes each buffer: the values that loops, branches and selections carry."""
    found: dict[SSAValue, list[SSAValue]] = {}
    for values, targets in flows(function):
        for value, target in zip(values, targets, strict=True):
            if isinstance(target.type, MemRefType):
                found.setdefault(target, []).append(value)
    return found


def flows(function: FuncOp) -> Iterator[tuple[Sequence[SSAValue], Sequence[SSAValue]]]:
    """Values, and those that they become, one by one."""
    yield from flows_of_branches(function.body)
    for op in function.body.walk():
        yield from flows_of(op)
        for region in op.regions:
            yield from flows_of_branches(region)


def flows_of_branches(region: Region) -> Iterator[tuple[Sequence[SSAValue], Sequence[SSAValue]]]:
    """What branches between blocks carry."""
    for block in region.blocks:
        for _, values in edges_to(block) or () if block.args else ():
            yield values, block.args


PASSES_ON = Kind(
    scf.WhileOp, scf.ForOp, scf.IfOp, scf.IndexSwitchOp, scf.ExecuteRegionOp, arith.SelectOp
)


def flows_of(op: Operation) -> Iterator[tuple[Sequence[SSAValue], Sequence[SSAValue]]]:
    """What structured control flow carries, and a selection."""
    if not PASSES_ON[type(op)]:
        return
    if isinstance(op, scf.WhileOp):
        before, body = op.before_region.block, op.after_region.block
        assert isinstance(before.last_op, scf.ConditionOp)
        yield op.arguments, before.args
        yield before.last_op.args, body.args
        yield before.last_op.args, op.res
        yield last_operands(body), before.args
    elif isinstance(op, scf.ForOp):
        carried = op.body.block.args[1:]
        yield op.iter_args, carried
        yield last_operands(op.body.block), carried
        yield carried, op.res
    elif isinstance(op, scf.IfOp | scf.IndexSwitchOp | scf.ExecuteRegionOp):
        for region in op.regions:
            for block in region.blocks:
                if isinstance(block.last_op, scf.YieldOp):
                    yield last_operands(block), op.results
    elif isinstance(op, arith.SelectOp):
        yield [op.lhs], op.results
        yield [op.rhs], op.results


def permutes(loop: Loop) -> bool:
    """Whether each iteration of a loop passes on different memory if it is given different."""
    return all(are_different(last_operands(region.block), region.block) for region in loop.regions)


def are_different(values: Sequence[SSAValue], block: Block) -> bool:
    """Whether the buffers among some values differ in memory if the arguments of a block do."""
    return started_from(values, block) is not None


def started_from(values: Sequence[SSAValue], block: Block) -> list[SSAValue] | None:
    """
    The arguments of a block and what the block allocates, if the buffers among some values are
    each one of these: themselves, or through loops that exchange what they carry. None if not.
    """
    pending = [one for one in values if isinstance(one.type, MemRefType)]
    for loop in reversed(block.ops):  # The last one first: others may be what it starts with.
        if not isinstance(loop, LOOPS) or all(one.owner is not loop for one in pending):
            continue
        if len(set(pending)) < len(pending) or not permutes(loop):
            return None
        pending = [one for one in pending if one.owner is not loop]
        pending += [one for one in loop.operands if isinstance(one.type, MemRefType)]
    known = all(
        one.owner is block or (one.owner.parent is block and (is_new(one) or is_new_in_each(one)))
        for one in pending
    )
    return pending if known and len(set(pending)) == len(pending) else None


def is_new(value: SSAValue) -> bool:
    """Whether a value is memory that is allocated, or begins its lifetime, where it is defined."""
    op = value.owner
    return isinstance(op, memref.AllocOp) or (
        isinstance(op, memref.ViewOp) and LIFETIME in op.attributes
    )


def is_new_in_each(value: SSAValue) -> bool:
    """
    Whether a value is memory that each branch of an operation allocates, and that the branch
    yields as no other result.
    """
    op = value.owner
    if not isinstance(value, OpResult) or not isinstance(op, scf.IfOp | scf.IndexSwitchOp):
        return False
    for region in op.regions:
        block = region.first_block
        if block is None or not isinstance(block.last_op, scf.YieldOp):
            return False
        yielded = last_operands(block)
        one = yielded[value.index]
        if not is_new(one) or one.owner.parent is not block:
            return False
        if sum(root_of(other) is one for other in yielded) > 1:
            return False
    return True


def root_of(value: SSAValue) -> SSAValue:
    """The buffer that a buffer is a view of."""
    while isinstance(value, OpResult) and isinstance(value.op, VIEWS):
        value = value.op.operands[0]
    return value


def last_operands(block: Block) -> Sequence[SSAValue]:
    """The operands of the terminator of a block."""
    assert block.last_op is not None
    return block.last_op.operands


def is_memory(value: SSAValue, function: FuncOp) -> bool:
    """Whether a value is memory of its own."""
    if isinstance(value, BlockArgument):
        return value.block is function.body.first_block
    op = value.owner
    if isinstance(op, memref.ViewOp):
        return LIFETIME in op.attributes
    return isinstance(op, memref.AllocOp | memref.AllocaOp)


def is_return(op: Operation) -> bool:
    """Whether an operation returns from a function."""
    return isinstance(op, ReturnOp)


def calls_of(function: FuncOp) -> list[CallOp]:
    """The calls of a function in its module."""
    module = function.parent_op()
    if module is None:
        return []
    name = function.sym_name.data
    return [
        op for op in module.walk() if isinstance(op, CallOp) and op.callee.string_value() == name
    ]


def enclosing(op: Operation) -> FuncOp | None:
    """The function that an operation is in."""
    outer = op.parent_op()
    while outer is not None and not isinstance(outer, FuncOp):
        outer = outer.parent_op()
    return outer
