"""
Calls back into the interpreter, for operations that are not loops.

The caller writes what stands for the operands into memory: of a buffer the address of its first
element, sizes and strides, of a scalar its bits.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, IntegerType, i64
from xdsl.ir import SSAValue

from disc_shape.native.call_state import CALL_FAILED, FUNCTION, RUNNING
from disc_shape.native.emitter import POINTER, Emitter, Unsupported
from disc_shape.native.memrefs import (
    contiguous,
    is_contiguous,
    kind_of,
    load_scalar,
)
from disc_shape.native.routine import Routine


def word_of(emitter: Emitter, value: SSAValue) -> SSAValue:
    """The bits of a scalar as a word."""
    type_ = value.type
    if isinstance(type_, AnyFloat):
        bits = IntegerType(type_.bitwidth)
        value = emitter.cast(llvm.BitcastOp, value, bits)
        type_ = bits
    if type_ == i64:
        return value
    return emitter.cast(llvm.ZExtOp, value, i64)


def call_back(
    routine: Routine, number: int, operands: Sequence[SSAValue], results: Sequence[SSAValue]
) -> None:
    """
    Call the interpreter with operands. It leaves what stands for results after those: of a buffer
    the address of memory that the run has allocated, and sizes.
    """
    emitter = routine.emitter
    words: list[SSAValue] = []
    for operand in operands:
        if kind_of(operand.type) is None:
            words.append(word_of(emitter, routine.scalar(operand)))
            continue
        buffer = routine.memref(operand)
        words.append(emitter.cast(llvm.PtrToIntOp, buffer.start(emitter), i64))
        words += [emitter.number(one) for one in (*buffer.sizes, *buffer.strides)]
    slot = emitter.slot(max(1, len(words) + sum(map(result_words, results))))
    for place, word in enumerate(words):
        emitter.store(word, emitter.address(slot, place, i64))
    running = routine.state(RUNNING)
    emitter.store(emitter.constant(1, i64), running)
    emitter.outside(FUNCTION, [routine.needed_context(), emitter.constant(number, i64), slot], None)
    routine.fail_unless(emitter.same(emitter.load(running, i64), 0), CALL_FAILED)
    place = len(words)
    for result in results:
        bind_result(routine, result, slot, place)
        place += result_words(result)


def result_words(result: SSAValue) -> int:
    """How many words stand for a result."""
    kind = kind_of(result.type)
    return 1 if kind is None else 1 + kind.get_num_dims()


def bind_result(routine: Routine, result: SSAValue, slot: SSAValue, place: int) -> None:
    """Read what the interpreter has left for a result."""
    emitter, kind = routine.emitter, kind_of(result.type)
    pointer = emitter.address(slot, place, i64)
    if kind is None:
        routine.bind(result, load_scalar(emitter, pointer, result.type))
        return
    if not is_contiguous(kind):
        raise Unsupported(f"a result of type {kind} has no form as machine code")
    sizes = [
        emitter.load(emitter.address(slot, place + 1 + axis, i64), i64) if size < 0 else size
        for axis, size in enumerate(kind.get_shape())
    ]
    base = emitter.load(pointer, POINTER)
    routine.bind(result, contiguous(emitter, base, sizes, kind.element_type))
