"""What the interpreter runs for a compiled program, on the memory of that program."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.interpreters import semantics
from disc_shape.interpreters.core import Interpreter
from disc_shape.interpreters.kernels.arrays import Array, DType
from disc_shape.interpreters.memory import Allocation, Buffer, window
from disc_shape.interpreters.values import dtype_of
from disc_shape.native.memrefs import kind_of
from disc_shape.program import Program, parse

semantics.register()


REMEMBERED = 16
"""The operands of so many calls of a function are remembered."""


class Operand(NamedTuple):
    """How an operand stands in memory."""

    dtype: DType
    rank: int | None
    """None for a scalar."""

    @property
    def words(self) -> int:
        """How many words stand for it."""
        return 1 if self.rank is None else 1 + 2 * self.rank


@dataclass
class Prepared:
    """A function, ready to be called."""

    function: FuncOp
    operands: Sequence[Operand]
    words: struct.Struct
    """All words that stand for operands."""
    known: dict[bytes, list[Array]] = field(default_factory=dict[bytes, "list[Array]"])
    """What stood for operands of earlier calls, and these: loops call with the same memory."""

    @staticmethod
    def of(function: FuncOp) -> Prepared:
        """Prepare a function."""
        operands = [operand_of(type_) for type_ in function.function_type.inputs.data]
        return Prepared(function, operands, struct.Struct(f"={sum(x.words for x in operands)}q"))

    def arguments(self, address: int) -> list[Array]:
        """The operands that stand at an address."""
        given = ctypes.string_at(address, self.words.size)
        found = self.known.get(given)
        if found is None:
            words, place, found = self.words.unpack(given), 0, list[Array]()
            for operand in self.operands:
                found.append(argument_of(operand, words[place : place + operand.words]))
                place += operand.words
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[given] = found
        return found


class Interpreted:
    """
    Functions that the interpreter runs, by number, before the functions that these name; their text
    is parsed when one is called. What calls have in common is remembered: the operations of blocks
    are ready to run, and so are operands.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @staticmethod
    def of(functions: Sequence[FuncOp]) -> Interpreted:
        """Functions of a program."""
        return Interpreted(Program(ModuleOp([one.clone() for one in functions])).text)

    @cached_property
    def interpreter(self) -> Interpreter:
        """The interpreter of the functions."""
        return Interpreter(parse(self.text, "<kernels>").module)

    @cached_property
    def functions(self) -> list[Prepared]:
        """The functions."""
        return [Prepared.of(one) for one in self.interpreter.functions.values()]

    def __call__(self, number: int, address: int, allocate: Callable[[int], int]) -> None:
        """
        Run a function on operands that stand at an address, and leave what stands for its results
        after them.
        """
        prepared = self.functions[number]
        arguments = prepared.arguments(address)
        with np.errstate(all="ignore"):
            results = self.interpreter.again().call(prepared.function, arguments)
        place = address + prepared.words.size
        for result in results:
            if isinstance(result, Buffer):
                data = np.ascontiguousarray(result.contents)
                memory = allocate(max(1, data.nbytes))
                ctypes.memmove(memory, data.ctypes.data, data.nbytes)
                words = [memory, *result.shape]
            else:
                bits = np.zeros(8, np.uint8)
                bits[: result.dtype.itemsize] = np.atleast_1d(result).view(np.uint8)
                words = [int(bits.view(np.int64)[0])]
            (ctypes.c_int64 * len(words)).from_address(place)[:] = words
            place += 8 * len(words)


def operand_of(type_: Attribute) -> Operand:
    """How an operand of a type stands in memory."""
    dtype, kind = dtype_of(type_), kind_of(type_)
    assert dtype is not None
    return Operand(dtype, None if kind is None else kind.get_num_dims())


def argument_of(operand: Operand, words: Sequence[int]) -> Array:
    """An operand: a scalar by its bits, a buffer by address, sizes and strides."""
    dtype, rank = operand
    if rank is None:
        bits = np.array(words[0], np.int64).reshape(1).view(np.uint8)[: dtype.itemsize]
        return bits.copy().view(dtype).reshape(())
    sizes, strides = words[1 : 1 + rank], words[1 + rank : 1 + 2 * rank]
    span = (
        0
        if 0 in sizes
        else 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
    )
    if span:
        memory = (ctypes.c_uint8 * (span * dtype.itemsize)).from_address(words[0])
        data = np.frombuffer(memoryview(memory), np.uint8)
    else:
        data = np.zeros(0, np.uint8)
    allocation = Allocation("an operand", "argument", data, dtype.itemsize, None)
    return window(allocation, dtype, sizes, strides)
