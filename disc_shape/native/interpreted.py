"""What the interpreter runs for a compiled program, on the memory of that program."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block

from disc_shape.interpreters import semantics
from disc_shape.interpreters.core import Interpreter, Plan
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Allocation, Buffer, window
from disc_shape.interpreters.values import dtype_of
from disc_shape.native.memrefs import kind_of
from disc_shape.program import Program, parse

semantics.register()


class Interpreted:
    """
    Functions that the interpreter runs, by number, before the functions that these name; their text
    is parsed when one is called.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.plans: dict[Block, Plan] = {}
        """The operations of blocks, ready to run: a call does not read them again."""

    @staticmethod
    def of(functions: Sequence[FuncOp]) -> Interpreted:
        """Functions of a program."""
        return Interpreted(Program(ModuleOp([one.clone() for one in functions])).text)

    @cached_property
    def module(self) -> ModuleOp:
        """The functions in a module."""
        return parse(self.text, "<kernels>").module

    @cached_property
    def functions(self) -> list[FuncOp]:
        """The functions."""
        return [one for one in self.module.ops if isinstance(one, FuncOp)]

    def __call__(self, number: int, address: int, allocate: Callable[[int], int]) -> None:
        """
        Run a function on operands that stand at an address, and leave what stands for its results
        after them.
        """
        function = self.functions[number]
        types = function.function_type.inputs.data
        count = sum(words_of(type_) for type_ in types)
        words = list((ctypes.c_int64 * max(1, count)).from_address(address))
        arguments: list[Array] = []
        for type_ in types:
            arguments.append(argument_of(type_, words))
            del words[: words_of(type_)]
        with np.errstate(all="ignore"):
            results = Interpreter(self.module, plans=self.plans).call(function, arguments)
        place = address + 8 * count
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


def words_of(type_: Attribute) -> int:
    """How many words stand for an operand."""
    kind = kind_of(type_)
    return 1 if kind is None else 1 + 2 * kind.get_num_dims()


def argument_of(type_: Attribute, words: Sequence[int]) -> Array:
    """An operand: a scalar by its bits, a buffer by address, sizes and strides."""
    dtype, kind = dtype_of(type_), kind_of(type_)
    assert dtype is not None
    if kind is None:
        bits = np.array(words[0], np.int64).reshape(1).view(np.uint8)[: dtype.itemsize]
        return bits.copy().view(dtype).reshape(())
    rank = kind.get_num_dims()
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
