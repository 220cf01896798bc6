"""
Walks over operations that never recurse, so that nesting cannot exhaust the stack, and what is read
of every operation, in as few steps as it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, MemoryEffect, NoMemoryEffect, SymbolOpInterface
from xdsl.transforms.dead_code_elimination import region_dce, would_be_trivially_dead

operands_of: Callable[[Operation], tuple[SSAValue, ...]] = attrgetter("_operands")
"""The operands of an operation, where `op.operands` makes a view of them in seven calls."""

next_of: Callable[[Operation], Operation | None] = attrgetter("_next_op")
"""The operation after another one, where `op.next_op` takes a call."""

successors_of: Callable[[Operation], Sequence[Block]] = attrgetter("_successors")
"""The successors of an operation, where `op.successors` makes a view of them."""

_first_block_of: Callable[[Region], Block | None] = attrgetter("_first_block")
_block_after: Callable[[Block], Block | None] = attrgetter("_next_block")
_first_op_of: Callable[[Block], Operation | None] = attrgetter("_first_op")

type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
"""The type of a value, where `value.type` takes a call."""

_op_before: Callable[[Operation], Operation | None] = attrgetter("_prev_op")


def types_of(values: Iterable[SSAValue]) -> Iterator[Attribute]:
    """The types of some values, without a call for each."""
    return map(type_of, values)


def first_ops_of(regions: Iterable[Region]) -> list[Operation | None]:
    """The first operation of each block of some regions, the last block first."""
    found: list[Operation | None] = []
    for region in regions:
        block = _first_block_of(region)
        while block is not None:
            found.append(_first_op_of(block))
            block = _block_after(block)
    found.reverse()
    return found


def nested(op: Operation) -> Iterator[Operation]:
    """The operations of the regions of `op`, one level down."""
    return (child for region in op.regions for block in region.blocks for child in block.ops)


def post_order(root: Operation) -> Iterator[Operation]:
    """Every operation below and including `root`, nested ones before the one that holds them."""
    stack = [(root, nested(root))]
    while stack:
        op, children = stack[-1]
        for child in children:
            if child.regions:
                stack.append((child, nested(child)))
                break
            yield child
        else:
            stack.pop()
            yield op


def inside_out(root: Operation) -> list[Operation]:
    """The operations in the order of `post_order`, as a list, which takes half of the calls."""
    found: list[Operation] = []
    opened: list[tuple[Operation, list[Operation | None]]] = []
    op: Operation | None = root
    while True:
        if op is None:
            holder, firsts = opened[-1]
            if firsts:
                op = firsts.pop()
                continue
            opened.pop()
            op = holder
        elif op.regions:
            opened.append((op, first_ops_of(op.regions)))
            op = None
            continue
        found.append(op)
        if op is root:
            return found
        op = next_of(op)


def pre_order(root: Operation) -> Iterator[Operation]:
    """Every operation below and including `root`, in the order of the text.

    The operation just yielded must not be erased before the walk has gone on.
    """
    yield root
    stack = [nested(root)]
    while stack:
        for child in stack[-1]:
            yield child
            if child.regions:
                stack.append(nested(child))
                break
        else:
            stack.pop()


def operations(
    *regions: Region, enters: Callable[[Operation], bool] | None = None
) -> list[Operation]:
    """
    Every operation of some regions, in the order of the text, those inside of an operation only if
    it `enters` there. A list takes a third of the calls that a walk takes, and what is done with an
    operation does not change it.
    """
    found: list[Operation] = []
    work = first_ops_of(regions)
    while work:
        op = work.pop()
        while op is not None:
            found.append(op)
            following = next_of(op)
            if op.regions and (enters is None or enters(op)):
                work.append(following)
                work += first_ops_of(op.regions)
                break
            op = following
    return found


class Census(NamedTuple):
    """
    What is in a module, found by one walk: a walk over a large program waits for its memory, and
    most walks look for operations that few programs have.
    """

    classes: Mapping[type[Operation], int]
    """How many operations of each class are below the module."""
    attributes: frozenset[str]
    """The names of all discardable attributes, those of the module too."""

    @staticmethod
    def of(module: Operation) -> Census:
        """The census of a module as it is now."""
        ops = operations(*module.regions)
        names = set(module.attributes)
        for op in ops:
            if op.attributes:
                names.update(op.attributes)
        return Census(Counter(map(type, ops)), frozenset(names))

    def has(self, kind: Mapping[type[Operation], bool]) -> bool:
        """Whether there is an operation of a kind."""
        return any(map(kind.__getitem__, self.classes))

    def count(self, kind: Mapping[type[Operation], bool]) -> int:
        """How many operations of a kind there are."""
        return sum(count for cls, count in self.classes.items() if kind[cls])


def operations_in(block: Block) -> Iterator[Operation]:
    """The operations of a block; the one just yielded may be erased."""
    op = _first_op_of(block)
    while op is not None:
        following = next_of(op)
        yield op
        op = following


def listed(block: Block) -> list[Operation]:
    """The operations of a block, as they are now."""
    found: list[Operation] = []
    op = _first_op_of(block)
    while op is not None:
        found.append(op)
        op = next_of(op)
    return found


def values_of(op: Operation) -> Iterator[SSAValue]:
    """The results of an operation and the arguments of its blocks."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


def definer_of(value: SSAValue) -> Operation | None:
    """The operation that defines a value, or in whose block it is an argument."""
    return value.owner if isinstance(value.owner, Operation) else value.owner.parent_op()


def ancestor_in(op: Operation, block: Block | None) -> Operation | None:
    """The operation of a block that an operation is or lies in; None when there is none."""
    outer: Operation | None = op
    while outer is not None and outer.parent is not block:
        outer = outer.parent_op()
    return outer


class Effectless(dict[type[Operation], bool]):
    """
    Whether the operations of a class have no effect, whatever is in their regions, and may be
    erased. The answers are remembered.
    """

    def __missing__(self, key: type[Operation]) -> bool:
        effects = key.get_traits_of_type(MemoryEffect)
        found = self[key] = (
            bool(effects)
            and all(isinstance(one, NoMemoryEffect) for one in effects)
            and not key.has_trait(IsTerminator, value_if_unregistered=False)
            and not key.has_trait(SymbolOpInterface, value_if_unregistered=False)
        )
        return found


EFFECTLESS = Effectless()


def is_unused(op: Operation) -> bool:
    """Whether an operation has no uses and no effects."""
    for result in op.results:
        if result.first_use is not None:
            return False
    return EFFECTLESS[type(op)] or would_be_trivially_dead(op)


def erase_dead(region: Region, is_dead: Callable[[Operation], bool] = is_unused) -> None:
    """
    Erase operations without uses and effects, those in nested regions too. The last operation comes
    first, so that one walk erases the operations that define its operands as well; where a region
    has several blocks, that need not be enough.
    """
    if _erase_dead(region, is_dead):
        region_dce(region)


def _erase_dead(region: Region, is_dead: Callable[[Operation], bool]) -> bool:
    """Whether some region has several blocks."""
    several = region.first_block is not region.last_block
    block = region.last_block
    while block is not None:
        op = block.last_op
        while op is not None:
            before = _op_before(op)
            if is_dead(op):
                block.erase_op(op)
            else:
                for inner in op.regions:
                    several |= _erase_dead(inner, is_dead)
            op = before
        block = block.prev_block
    return several
