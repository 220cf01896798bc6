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

from disc_shape.native.emitter import Emitter
from disc_shape.native.memrefs import kind_of
from disc_shape.native.routine import Routine

FUNCTION = "disc_shape_call_back"
"""The symbol of the function that calls the interpreter."""
PROGRAM = 2
"""The word of the state that has the number of the program."""


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


def call_back(routine: Routine, number: int, operands: Sequence[SSAValue]) -> SSAValue:
    """Call the interpreter with operands; its status."""
    emitter = routine.emitter
    words: list[SSAValue] = []
    for operand in operands:
        if kind_of(operand.type) is None:
            words.append(word_of(emitter, routine.scalar(operand)))
            continue
        buffer = routine.memref(operand)
        words.append(emitter.cast(llvm.PtrToIntOp, buffer.start(emitter), i64))
        words += [emitter.number(one) for one in (*buffer.sizes, *buffer.strides)]
    slot = emitter.slot(max(1, len(words)))
    for place, word in enumerate(words):
        emitter.store(word, emitter.address(slot, place, i64))
    program = emitter.load(routine.state(PROGRAM), i64)
    given = [program, emitter.constant(number, i64), slot]
    return emitter.library(FUNCTION, given, i64)
