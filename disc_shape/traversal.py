"""Walks over operations that never recurse, so that nesting cannot exhaust the stack."""

from collections.abc import Callable, Iterator

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.transforms.dead_code_elimination import is_trivially_dead, region_dce


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


def operations(*regions: Region) -> list[Operation]:
    """
    Every operation of some regions, in the order of the text. A list takes a third of the calls
    that a walk takes, and what is done with an operation does not change it.
    """
    found: list[Operation] = []
    work = [block.first_op for region in regions for block in region.blocks][::-1]
    while work:
        op = work.pop()
        while op is not None:
            found.append(op)
            following = op.next_op
            if op.regions:
                work.append(following)
                work += [block.first_op for one in op.regions for block in one.blocks][::-1]
                break
            op = following
    return found


def values_of(op: Operation) -> Iterator[SSAValue]:
    """The results of an operation and the arguments of its blocks."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


def ancestor_in(op: Operation, block: Block | None) -> Operation | None:
    """The operation of a block that an operation is or lies in; None when there is none."""
    outer: Operation | None = op
    while outer is not None and outer.parent is not block:
        outer = outer.parent_op()
    return outer


def erase_dead(region: Region, is_dead: Callable[[Operation], bool] = is_trivially_dead) -> None:
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
            before = op.prev_op
            if is_dead(op):
                block.erase_op(op)
            else:
                for inner in op.regions:
                    several |= _erase_dead(inner, is_dead)
            op = before
        block = block.prev_block
    return several
