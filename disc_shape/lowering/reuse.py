"""
Reuse of memory: an allocation is replaced by memory of its block whose live range has ended and
that has as many elements.

Design choice: within one block, in one walk. An allocation reuses the memory whose live range
ended last among those of its element type with an equal number of elements, by proof, if holding
the memory in between cannot raise the peak (`keeps_peak`). The proof
uses facts that operations imply, but no guarded ones and none that depend on a check after the
allocation: a run that the check stops has written the memory by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from xdsl.dialects import func, memref
from xdsl.dialects.arith import ConstantOp, MuliOp
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp, NoneAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.dialects.disc_shape.encoding import DIMS
from disc_shape.errors import OperationError
from disc_shape.lowering.deallocation import Touch, touches_of
from disc_shape.lowering.ownership import MAKERS, is_buffer
from disc_shape.lowering.types import Size, buffer_of, row_major_strides
from disc_shape.symbolic import Expr, Mention, Truth
from disc_shape.traversal import erase_dead, pre_order

CANDIDATES = 16
"""The number of ended live ranges that an allocation is compared with, latest first."""


@dataclass
class LiveRange:
    """The live range of an allocation in its block."""

    alloc: memref.AllocOp
    dims: tuple[Expr, ...]
    guards: int
    """The number of checks before the allocation."""
    last: int
    kept: bool
    """Whether the block passes it on."""

    @property
    def element_type(self) -> Attribute:
        """The type of its elements."""
        return buffer_of(self.alloc.memref).element_type


def reuse_buffers(module: ModuleOp) -> None:
    """Let allocations of each function use memory that is no longer read."""
    for facts in ShapeAnalysis(module).functions:
        guards = guards_before(facts)
        for op in list(pre_order(facts.function)):
            for region in op.regions:
                for block in region.blocks:
                    _reuse_in(block, facts, guards)
        erase_dead(facts.function.body)


def guards_before(facts: FunctionFacts) -> dict[Operation, int]:
    """The number of checks that may fail before each operation, in the order of the text."""
    checks = {guard.op for guard in facts.derived.guards if not guard.proved}
    before: dict[Operation, int] = {}
    count = 0
    for op in pre_order(facts.function):
        before[op] = count
        count += op in checks
    return before


def _reuse_in(block: Block, facts: FunctionFacts, guards: dict[Operation, int]) -> None:
    ops = list(block.ops)
    positions = {op: number for number, op in enumerate(ops)}
    ended: list[LiveRange] = []
    for op in ops:
        if not isinstance(op, memref.AllocOp) or not _is_plain(op):
            continue
        memory = _memory(op, positions, facts, guards[op])
        if memory is None:
            continue
        here = positions[op]
        element = buffer_of(op.memref).element_type
        free = [
            one
            for one in ended
            if not one.kept
            and one.last < here
            and one.element_type == element
            and _is_known(one, memory, facts)
        ]
        for one in sorted(free, key=lambda one: one.last, reverse=True)[:CANDIDATES]:
            if not keeps_peak(ops[one.last], op):
                continue
            if not memory.kept and _replace_by_view(one, memory, facts):
                one.last = memory.last
                statistics.count("reuse-buffers: allocations that share memory")
                break
            if memory.kept and _is_same(one, memory, facts):
                one.alloc.memref.name_hint = one.alloc.memref.name_hint or op.memref.name_hint
                Rewriter.replace_op(op, [], [one.alloc.memref])
                one.last, one.kept = memory.last, True
                statistics.count("reuse-buffers: allocations that share memory")
                break
        else:
            ended.append(memory)


def keeps_peak(last: Operation, alloc: memref.AllocOp) -> bool:
    """
    Whether memory that is held from its last use up to an allocation raises no peak: what is
    allocated meanwhile is still held when the allocation runs, which needs as much in any case.
    """
    grown = False
    op = last.next_op
    while op is not None and op is not alloc:
        if isinstance(op, memref.AllocOp):
            grown = True
        elif grown and (op.regions or any(map(is_buffer, op.operands))):
            return False
        elif any(isinstance(inner, MAKERS) and _allocates(inner) for inner in op.walk()):
            return False
        op = op.next_op
    return op is not None


def _allocates(op: Operation) -> bool:
    """Whether an operation may allocate memory by itself."""
    return isinstance(op, func.CallOp) or any(map(is_buffer, op.results))


def _is_plain(op: memref.AllocOp) -> bool:
    """Whether memory is contiguous, in the default space, and without an alignment."""
    type_ = buffer_of(op.memref)
    plain = isinstance(type_.layout, NoneAttr) and isinstance(type_.memory_space, NoneAttr)
    return plain and op.alignment is None and not op.symbol_operands


def _memory(
    op: memref.AllocOp, positions: dict[Operation, int], facts: FunctionFacts, guards: int
) -> LiveRange | None:
    """The live range of an allocation; None where its last use cannot be determined."""
    try:
        touches = touches_of(op.memref)
    except OperationError:
        return None
    last = max((_position(touch, op.parent, positions) for touch in touches), default=-1)
    state = facts.derived.state
    kept = any(touch.passes for touch in touches)
    dims = tuple(state.raw_dims(op.memref))
    return LiveRange(op, dims, guards, max(last, positions[op]), kept)


def _position(touch: Touch, block: Block | None, positions: dict[Operation, int]) -> int:
    """The position of a use in a block; its end for a use in another block."""
    outer: Operation | None = touch.op
    while outer is not None and outer.parent is not block:
        outer = outer.parent_op()
    return len(positions) if outer is None else positions[outer]


def _is_known(old: LiveRange, new: LiveRange, facts: FunctionFacts) -> bool:
    """Whether all facts about the sizes of both hold before the new allocation."""
    symbols = {symbol for dim in (*old.dims, *new.dims) for symbol in dim.symbols}
    learned = facts.derived.guard_records.last_learned
    return all(learned(symbol, *Mention) <= new.guards for symbol in symbols)


def _is_same(old: LiveRange, new: LiveRange, facts: FunctionFacts) -> bool:
    """Whether one allocation can replace another as it is: type, sizes and symbols."""
    same = old.alloc.memref.type == new.alloc.memref.type
    names = old.alloc.attributes.get(DIMS) == new.alloc.attributes.get(DIMS)
    return same and names and _equal_dims(old, new, facts)


def _equal_dims(old: LiveRange, new: LiveRange, facts: FunctionFacts) -> bool:
    prover = facts.derived.state.prover
    pairs = zip(old.dims, new.dims, strict=True)
    return all(prover.proves_equal(one, other) for one, other in pairs)


def _replace_by_view(old: LiveRange, new: LiveRange, facts: FunctionFacts) -> bool:
    """
    Replace an allocation by a view of dead memory, if that has as many elements:

        %1 = memref.alloc(%n) {disc_shape.dims = [@S2]} : memref<?xf32>
    =>
        %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [%n], strides: [1]
            {disc_shape.dims = [@S2]} : memref<?x?xf32> to memref<?xf32>
    """
    if _is_same(old, new, facts):
        Rewriter.replace_op(new.alloc, [], [old.alloc.memref])
        return True
    source, target = buffer_of(old.alloc.memref), buffer_of(new.alloc.memref)
    if source == target and _equal_dims(old, new, facts):
        view: Operation = memref.CastOp.get(old.alloc.memref, target)
    elif _has_as_many_elements(old, new, facts):
        view = whole_view(old.alloc.memref, new.alloc, new.alloc)
    else:
        return False
    if (names := new.alloc.attributes.get(DIMS)) is not None:
        view.attributes[DIMS] = names
    view.results[0].name_hint = new.alloc.memref.name_hint
    Rewriter.replace_op(new.alloc, view)
    return True


def whole_view(
    memory: SSAValue, alloc: memref.AllocOp, before: Operation
) -> memref.ReinterpretCastOp:
    """Memory as a buffer of the sizes of an allocation; its strides are computed `before`."""
    sizes = _sizes(alloc)
    strides = row_major_strides(sizes, partial(_product, before=before))
    return memref.ReinterpretCastOp.from_dynamic(
        memory, [0], sizes, strides, buffer_of(alloc.memref)
    )


def _has_as_many_elements(old: LiveRange, new: LiveRange, facts: FunctionFacts) -> bool:
    """Whether the products of all sizes are equal by proof."""
    prover = facts.derived.state.prover
    return prover.product_equal(old.dims, new.dims).truth is Truth.YES


def _sizes(alloc: memref.AllocOp) -> list[Size]:
    dynamic = iter(alloc.dynamic_sizes)
    return [size if size >= 0 else next(dynamic) for size in buffer_of(alloc.memref).get_shape()]


def _product(lhs: Size, rhs: Size, before: Operation) -> SSAValue:
    product = MuliOp(_value(lhs, before), _value(rhs, before))
    Rewriter.insert_op(product, InsertPoint.before(before))
    return product.result


def _value(size: Size, before: Operation) -> SSAValue:
    if isinstance(size, SSAValue):
        return size
    constant = ConstantOp(IntegerAttr(size, IndexType()))
    Rewriter.insert_op(constant, InsertPoint.before(before))
    return constant.result
