"""
Memory that a run allocates: two functions of the `llvm` dialect around the system's allocator.

Each block has a header of 64 bytes with pointers to the next and the previous one, and a word of
the state of the call points to the newest: whatever stops a run, all of it can be freed.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i64
from xdsl.ir import Block, SSAValue

from disc_shape.native.call_state import ALLOCATE, HEADER, NEWEST, RELEASE, RELEASE_ALL
from disc_shape.native.emitter import POINTER, Emitter
from disc_shape.native.routine import Tables

LARGEST = 1 << 46
"""No block may be larger, in bytes; the size of one that is comes from sizes that overflow."""

NEXT, PREVIOUS = 0, 1
"""The words of a header."""


def allocation_functions(tables: Tables) -> list[llvm.FuncOp]:
    """The functions that allocate and release."""
    tables.functions["aligned_alloc"] = (i64, i64), POINTER
    tables.functions["free"] = (POINTER,), None
    return [allocate(), release(), release_all()]


def begin(count: int) -> tuple[Emitter, list[SSAValue]]:
    """An emitter of a function that takes the state and another pointer or number."""
    emitter = Emitter()
    types = [POINTER] * count
    return emitter, [emitter.entry.insert_arg(type_, place) for place, type_ in enumerate(types)]


def null(emitter: Emitter) -> SSAValue:
    """The pointer to nothing."""
    return emitter.insert(llvm.ZeroOp(result_types=[POINTER]))


def link(emitter: Emitter, block: SSAValue, word: int, value: SSAValue) -> None:
    """Write a word of a header."""
    emitter.store(value, emitter.address(block, word, i64))


def when(emitter: Emitter, condition: SSAValue) -> Block:
    """Write into a block that runs if a condition holds; the block after it."""
    inside, after = emitter.add_block(), emitter.add_block()
    emitter.branch_if(condition, inside, after)
    emitter.block = inside
    return after


def allocate() -> llvm.FuncOp:
    """New memory of so many bytes, aligned to 64; null when there is none."""
    emitter = Emitter()
    state = emitter.entry.insert_arg(POINTER, 0)
    count = emitter.entry.insert_arg(i64, 1)
    fits = emitter.compare("ult", count, emitter.constant(LARGEST, i64))
    enough, failed = emitter.add_block(), emitter.add_block()
    emitter.branch_if(fits, enough, failed)
    emitter.block = failed
    emitter.block.add_op(llvm.ReturnOp(null(emitter)))
    emitter.block = enough
    total = emitter.number(emitter.add(count, 2 * HEADER - 1))
    rounded = emitter.binary(llvm.AndOp, total, emitter.constant(-HEADER, i64))
    block = emitter.library("aligned_alloc", [emitter.constant(HEADER, i64), rounded], POINTER)
    found, missing = emitter.add_block(), emitter.add_block()
    emitter.branch_if(emitter.not_null(block), found, missing)
    emitter.block = missing
    emitter.block.add_op(llvm.ReturnOp(null(emitter)))
    emitter.block = found
    newest = emitter.address(state, NEWEST, i64)
    following = emitter.load(newest, POINTER)
    link(emitter, block, NEXT, following)
    link(emitter, block, PREVIOUS, null(emitter))
    emitter.store(block, newest)
    after = when(emitter, emitter.not_null(following))
    link(emitter, following, PREVIOUS, block)
    emitter.branch(after)
    emitter.block = after
    emitter.block.add_op(llvm.ReturnOp(emitter.address(block, HEADER // 8, i64)))
    return llvm.FuncOp(
        ALLOCATE,
        llvm.LLVMFunctionType([POINTER, i64], POINTER),
        linkage=llvm.LinkageAttr("external"),
        body=emitter.finish(),
    )


def release() -> llvm.FuncOp:
    """Free a block."""
    emitter, (state, pointer) = begin(2)
    block = emitter.address(pointer, -(HEADER // 8), i64)
    following = emitter.load(emitter.address(block, NEXT, i64), POINTER)
    before = emitter.load(emitter.address(block, PREVIOUS, i64), POINTER)
    after = when(emitter, emitter.not_null(following))
    link(emitter, following, PREVIOUS, before)
    emitter.branch(after)
    emitter.block = after
    first, inner, done = emitter.add_block(), emitter.add_block(), emitter.add_block()
    emitter.branch_if(emitter.not_null(before), inner, first)
    emitter.block = first
    emitter.store(following, emitter.address(state, NEWEST, i64))
    emitter.branch(done)
    emitter.block = inner
    link(emitter, before, NEXT, following)
    emitter.branch(done)
    emitter.block = done
    emitter.outside("free", [block], None)
    emitter.block.add_op(llvm.ReturnOp())
    return llvm.FuncOp(
        RELEASE,
        llvm.LLVMFunctionType([POINTER, POINTER], llvm.LLVMVoidType()),
        body=emitter.finish(),
    )


def release_all() -> llvm.FuncOp:
    """Free all blocks of a run."""
    emitter, (state,) = begin(1)
    newest = emitter.address(state, NEWEST, i64)
    header, inside, after = (emitter.add_block() for _ in range(3))
    emitter.branch(header)
    emitter.block = header
    block = emitter.load(newest, POINTER)
    emitter.branch_if(emitter.not_null(block), inside, after)
    emitter.block = inside
    following = emitter.load(emitter.address(block, NEXT, i64), POINTER)
    emitter.store(following, newest)
    emitter.outside("free", [block], None)
    emitter.branch(header)
    emitter.block = after
    emitter.block.add_op(llvm.ReturnOp())
    return llvm.FuncOp(
        RELEASE_ALL,
        llvm.LLVMFunctionType([POINTER], llvm.LLVMVoidType()),
        linkage=llvm.LinkageAttr("external"),
        body=emitter.finish(),
    )
