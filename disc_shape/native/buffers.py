"""
Buffers: memref's operations. Views are arithmetic on tuples; memory comes from the functions of
`allocation`, which note it in the state of the call, so that a run that stops leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from xdsl.dialects import llvm, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IntegerAttr,
    i1,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.xdsl_extras.memref import PrefetchOp
from disc_shape.native.bounds import indices_of, require_equal, require_extent, require_subview
from disc_shape.native.call_state import (
    ALLOCATE,
    ARENA,
    ARENA_BYTES,
    NEGATIVE_SIZE,
    NO_MEMORY,
    RELEASE,
)
from disc_shape.native.emitter import POINTER, Number, Unsupported
from disc_shape.native.memrefs import (
    Kind,
    Memref,
    bytes_of,
    contiguous,
    is_contiguous,
    kind_of,
    memory_type,
)
from disc_shape.native.routine import Routine, registered

STACK = 4096
"""The most bytes of a buffer on the stack."""


def typed(value: SSAValue, op: Operation) -> Kind:
    """The type of a buffer."""
    kind = kind_of(value.type)
    if kind is None:
        raise Unsupported(f"'{op.name}' of {value.type} has no form as machine code", op)
    return kind


def mixed(op: Operation, name: str, given: Iterator[SSAValue], routine: Routine) -> list[Number]:
    """Numbers of which operands give the open ones in order."""
    static = op.properties[name]
    assert isinstance(static, DenseArrayBase)
    return [
        routine.number(next(given)) if one == DYNAMIC_INDEX else int(one)
        for one in static.get_values()
    ]


def groups_of(op: Operation) -> list[list[int]]:
    """The dimensions that a reshape groups."""
    groups = op.properties["reassociation"]
    assert isinstance(groups, ArrayAttr)
    found: list[list[int]] = []
    for group in cast("ArrayAttr[ArrayAttr[IntegerAttr]]", groups):
        found.append([int_of(one) for one in group])
    return found


@registered(memref.AllocOp, memref.AllocaOp)
def convert_alloc(op: Operation, routine: Routine) -> None:
    """New memory."""
    kind = typed(op.results[0], op)
    if not is_contiguous(kind):
        raise Unsupported(f"'{op.name}' of {kind} has no form as machine code", op)
    given, emitter = iter(op.operands), routine.emitter
    sizes = [routine.number(next(given)) if size < 0 else size for size in kind.get_shape()]
    for size in sizes:
        if not isinstance(size, int):
            routine.fail_unless(emitter.compare("sge", size, emitter.number(0)), NEGATIVE_SIZE)
    count = emitter.multiply(emitter.product(sizes), bytes_of(kind.element_type))
    if isinstance(count, int) and count <= STACK and is_on_stack(op):
        pointer = emitter.slot(-(-count // 8))
    elif op is routine.tables.arena:
        pointer = given_arena(routine, count)
    else:
        pointer = allocated(routine, count)
    routine.bind(op.results[0], contiguous(emitter, pointer, sizes, kind.element_type))


def is_on_stack(op: Operation) -> bool:
    """
    Whether memory lives until the end of an iteration or of the function, which has one place for
    it then.
    """
    scope = op.parent_op()
    return (
        isinstance(op, memref.AllocaOp)
        and isinstance(scope, FuncOp | scf.ForOp | scf.ParallelOp)
        and len(scope.regions[0].blocks) == 1
    )


def allocated(routine: Routine, count: Number) -> SSAValue:
    """The pointer to new memory of so many bytes; the run stops where there is none."""
    emitter = routine.emitter
    pointer = emitter.call(ALLOCATE, [routine.needed_context(), emitter.number(count)], POINTER)
    assert pointer is not None
    routine.fail_unless(emitter.not_null(pointer), NO_MEMORY)
    return pointer


def given_arena(routine: Routine, count: Number) -> SSAValue:
    """The pointer to the caller's memory for the arena; to new memory where that is too small."""
    emitter = routine.emitter
    known = emitter.load(routine.state(ARENA_BYTES), i64)
    pointer = emitter.load(routine.state(ARENA), POINTER)
    there = emitter.not_null(pointer)
    enough = emitter.compare("sge", known, emitter.number(count))
    fits = emitter.binary(llvm.AndOp, enough, there)
    other, after = emitter.add_block(), emitter.add_block([POINTER])
    emitter.region.detach_block(after)
    emitter.branch_if(fits, after, other, [pointer])
    emitter.block = other
    emitter.branch(after, [allocated(routine, count)])
    emitter.region.add_block(after)
    emitter.block = after
    return after.args[0]


@registered(memref.DeallocOp)
def convert_dealloc(op: Operation, routine: Routine) -> None:
    """Memory is given back, unless it is the caller's."""
    buffer, emitter = routine.memref(op.operands[0]), routine.emitter
    if op.operands[0].owner is not routine.tables.arena:
        emitter.call(RELEASE, [routine.needed_context(), buffer.pointer])
        return
    given = emitter.load(routine.state(ARENA), POINTER)
    own, given_ = (emitter.cast(llvm.PtrToIntOp, one, i64) for one in (buffer.pointer, given))
    inside, after = emitter.add_block(), emitter.add_block()
    emitter.branch_if(emitter.compare("ne", own, given_), inside, after)
    emitter.block = inside
    emitter.call(RELEASE, [routine.needed_context(), buffer.pointer])
    emitter.branch(after)
    emitter.block = after


@registered(memref.GetGlobalOp)
def convert_get_global(op: Operation, routine: Routine) -> None:
    """A constant, to which the state of the call has a pointer."""
    assert isinstance(op, memref.GetGlobalOp)
    kind, emitter = typed(op.memref, op), routine.emitter
    place = routine.tables.globals.get(op.name_.string_value())
    if place is None or not is_contiguous(kind):
        raise Unsupported(f"the global {op.name_} has no form as machine code", op)
    memory_type(kind.element_type)
    pointer = emitter.load(routine.state(place), POINTER)
    routine.bind(op.memref, contiguous(emitter, pointer, kind.get_shape(), kind.element_type))


@registered(memref.LoadOp)
def convert_load(op: Operation, routine: Routine) -> None:
    """An element."""
    assert isinstance(op, memref.LoadOp)
    buffer = routine.memref(op.memref)
    indices = indices_of(routine, op, op.memref, op.indices)
    routine.bind(op.res, buffer.load(routine.emitter, indices))


@registered(memref.StoreOp)
def convert_store(op: Operation, routine: Routine) -> None:
    """An element is written."""
    assert isinstance(op, memref.StoreOp)
    buffer, value = routine.memref(op.memref), routine.scalar(op.value)
    buffer.store(routine.emitter, value, indices_of(routine, op, op.memref, op.indices))


@registered(memref.DimOp)
def convert_dim(op: Operation, routine: Routine) -> None:
    """A size; of an index that is not constant by comparisons."""
    assert isinstance(op, memref.DimOp)
    emitter, sizes = routine.emitter, routine.memref(op.source).sizes
    index = routine.number(op.index)
    if isinstance(index, int):
        if not 0 <= index < len(sizes):
            raise Unsupported(f"dimension {index} of a buffer of rank {len(sizes)}", op)
        routine.bind_number(op.result, sizes[index])
        return
    found = emitter.constant(0, i64)
    for axis, size in enumerate(sizes):
        same = emitter.compare("eq", index, emitter.constant(axis, i64))
        found = emitter.select(same, emitter.number(size), found)
    routine.bind(op.result, found)


@registered(memref.CastOp, memref.MemorySpaceCastOp)
def convert_cast(op: Operation, routine: Routine) -> None:
    """The same buffer; what its type says of sizes is known."""
    kind, source = typed(op.results[0], op), routine.memref(op.operands[0])
    sizes = tuple(
        known if static < 0 else static
        for known, static in zip(source.sizes, kind.get_shape(), strict=True)
    )
    require_equal(routine, op, source.sizes, sizes)
    routine.bind(
        op.results[0],
        Memref(source.pointer, source.offset, sizes, source.strides, source.element),
    )


@registered(memref.ViewOp)
def convert_view(op: Operation, routine: Routine) -> None:
    """A part of an array of bytes, as a contiguous buffer."""
    kind, emitter = typed(op.results[0], op), routine.emitter
    source, shift, *rest = op.operands
    bytes_, given = routine.memref(source), iter(rest)
    sizes = [routine.number(next(given)) if size < 0 else size for size in kind.get_shape()]
    start, count = routine.number(shift), emitter.product(sizes)
    parts = [(emitter.multiply(count, bytes_of(kind.element_type)), 1)]
    require_extent(routine, op, bytes_.sizes[0], start, parts)
    pointer = bytes_.address(emitter, [start])
    routine.bind(op.results[0], contiguous(emitter, pointer, sizes, kind.element_type))


@registered(memref.ReinterpretCastOp)
def convert_reinterpret_cast(op: Operation, routine: Routine) -> None:
    """The memory of a buffer with another offset, other sizes and strides."""
    source, given = routine.memref(op.operands[0]), iter(op.operands[1:])
    offsets, sizes, strides = (
        mixed(op, name, given, routine)
        for name in ("static_offsets", "static_sizes", "static_strides")
    )
    if is_contiguous(typed(op.operands[0], op)):
        count = routine.emitter.product(source.sizes)
        require_extent(routine, op, count, offsets[0], list(zip(sizes, strides, strict=True)))
    routine.bind(
        op.results[0],
        Memref(source.pointer, offsets[0], tuple(sizes), tuple(strides), source.element),
    )


@registered(memref.SubviewOp)
def convert_subview(op: Operation, routine: Routine) -> None:
    """A part of a buffer; dimensions that are dropped are those of static size one, in order."""
    kind, emitter = typed(op.results[0], op), routine.emitter
    source, given = routine.memref(op.operands[0]), iter(op.operands[1:])
    offsets, sizes, steps = (
        mixed(op, name, given, routine)
        for name in ("static_offsets", "static_sizes", "static_strides")
    )
    require_subview(routine, op, source, list(zip(offsets, sizes, steps, strict=True)))
    start = source.offset
    for offset, stride in zip(offsets, source.strides, strict=True):
        start = emitter.add(start, emitter.multiply(offset, stride))
    strides = [
        emitter.multiply(step, stride) for step, stride in zip(steps, source.strides, strict=True)
    ]
    kept = kept_dimensions(sizes, kind, op)
    routine.bind(
        op.results[0],
        Memref(
            source.pointer,
            start,
            tuple(sizes[axis] for axis in kept),
            tuple(strides[axis] for axis in kept),
            source.element,
        ),
    )


def kept_dimensions(sizes: Sequence[Number], kind: Kind, op: Operation) -> list[int]:
    """The dimensions that a subview of lower rank keeps."""
    expected = kind.get_shape()
    kept = list(range(len(sizes)))
    at = 0
    while len(kept) > len(expected):
        if at >= len(kept):
            raise Unsupported(f"'{op.name}' with sizes that do not fit {kind}", op)
        ones = sum(sizes[axis] == 1 for axis in kept[at:])
        wanted = at < len(expected) and expected[at] == 1
        if sizes[kept[at]] == 1 and not (wanted and ones > len(kept) - len(expected)):
            del kept[at]
        else:
            at += 1
    return kept


@registered(memref.ExpandShapeOp)
def convert_expand_shape(op: Operation, routine: Routine) -> None:
    """Each dimension as several ones."""
    emitter, source = routine.emitter, routine.memref(op.operands[0])
    sizes = mixed(op, "static_output_shape", iter(op.operands[1:]), routine)
    strides: list[Number] = [1] * len(sizes)
    for stride, group in zip(source.strides, groups_of(op), strict=True):
        for place in reversed(group):
            strides[place] = stride
            if place != group[0]:
                stride = emitter.multiply(stride, sizes[place])
    routine.bind(
        op.results[0],
        Memref(source.pointer, source.offset, tuple(sizes), tuple(strides), source.element),
    )


@registered(memref.CollapseShapeOp)
def convert_collapse_shape(op: Operation, routine: Routine) -> None:
    """
    Dimensions next to each other as one. Its stride is that of the innermost one, unless that one
    has size one and the buffer is not contiguous.
    """
    kind, emitter = typed(op.results[0], op), routine.emitter
    source = routine.memref(op.operands[0])
    groups = groups_of(op)
    sizes = tuple(emitter.product([source.sizes[axis] for axis in group]) for group in groups)
    if is_contiguous(typed(op.operands[0], op)):
        pointer = source.start(emitter)
        routine.bind(op.results[0], contiguous(emitter, pointer, sizes, kind.element_type))
        return
    strides: list[Number] = []
    for group in groups:
        stride = source.strides[group[0]]
        for axis in group[1:]:
            size = source.sizes[axis]
            if isinstance(size, int):
                stride = stride if size == 1 else source.strides[axis]
                continue
            is_one = emitter.compare("eq", size, emitter.constant(1, i64))
            inner = emitter.number(source.strides[axis])
            stride = emitter.select(is_one, emitter.number(stride), inner)
        strides.append(stride)
    routine.bind(
        op.results[0], Memref(source.pointer, source.offset, sizes, tuple(strides), source.element)
    )


@registered(memref.CopyOp)
def convert_copy(op: Operation, routine: Routine) -> None:
    """All elements of a buffer, at once when both are contiguous."""
    source, target = (routine.memref(one) for one in op.operands[:2])
    kinds = [typed(one, op) for one in op.operands[:2]]
    emitter = routine.emitter
    require_equal(routine, op, source.sizes, target.sizes)
    if all(map(is_contiguous, kinds)):
        count = emitter.number(source.byte_count(emitter))
        given = [target.start(emitter), source.start(emitter), count, emitter.constant(0, i1)]
        emitter.effect("llvm.memmove.p0.p0.i64", given)
        return
    copy_elements(routine, source, target, [])


def copy_elements(routine: Routine, source: Memref, target: Memref, indices: list[Number]) -> None:
    """Copy elements one by one, in loops over all dimensions."""
    emitter, axis = routine.emitter, len(indices)
    if axis == len(source.sizes):
        target.store(emitter, source.load(emitter, indices), indices)
        return
    header = emitter.add_block([i64])
    emitter.branch(header, [emitter.constant(0, i64)])
    inside, after = emitter.add_block(), emitter.add_block()
    emitter.region.detach_block(after)
    emitter.block = header
    counter = header.args[0]
    more = emitter.compare("slt", counter, emitter.number(source.sizes[axis]))
    emitter.branch_if(more, inside, after)
    emitter.block = inside
    copy_elements(routine, source, target, [*indices, counter])
    emitter.branch(header, [emitter.index(llvm.AddOp, counter, 1)])
    emitter.region.add_block(after)
    emitter.block = after


@registered(PrefetchOp)
def convert_prefetch(op: Operation, routine: Routine) -> None:
    """An instruction that fetches a line of the cache."""
    assert isinstance(op, PrefetchOp)
    emitter = routine.emitter
    indices = [routine.number(one) for one in op.indices]
    address = routine.memref(op.memref).address(emitter, indices)
    hints = bool(op.isWrite), op.localityHint.value.data, bool(op.isDataCache)
    given = [emitter.constant(one, i32) for one in hints]
    emitter.effect("llvm.prefetch.p0", [address, *given])
