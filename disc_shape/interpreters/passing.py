"""Arrays that come into a program as buffers and leave it again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, UnrankedMemRefType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument

from disc_shape.dialects.disc_shape.encoding import dictionary_entry
from disc_shape.errors import OperationError
from disc_shape.interpreters import memory
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.values import dtype_of, sizes_of

OUT = "disc_shape.out"
"""The attribute of an out-parameter, whose initial contents are undefined.

An integer is its position among the results; with a unit attribute it comes after them.
"""


def out_attribute(argument: BlockArgument, func: FuncOp) -> Attribute | None:
    """The attribute of an argument, if it is an out-parameter."""
    if func.arg_attrs is None or argument.index >= len(func.arg_attrs.data):
        return None
    return dictionary_entry(func.arg_attrs.data[argument.index], OUT)


def argument_of(func: FuncOp, argument: BlockArgument, array: Array) -> Array:
    """An array as the value of an argument: a buffer where its type is a memref."""
    what = f"argument {argument.index} of @{func.sym_name.data}"
    kind = memory.as_memref(argument.type)
    if kind is None:
        if isinstance(argument.type, UnrankedMemRefType):
            raise OperationError(f"{what} is an unranked memref, which no array can be", func)
        return array
    check_fits(kind, array, what, func)
    try:
        buffer = memory.from_array(array, kind, what)
    except KernelError as error:
        raise OperationError(f"{what}: {error}", func) from None
    if out_attribute(argument, func) is not None:
        buffer.allocation.forget()
    return buffer


def check_fits(kind: Attribute, array: Array, what: str, func: FuncOp) -> None:
    """OperationError unless the array has the element type and the rank of a type."""
    dtype, sizes = dtype_of(kind), sizes_of(kind)
    if dtype is not None and array.dtype != dtype:
        raise OperationError(f"{what} has elements of {array.dtype}, expected {dtype}", func)
    if sizes is not None and len(sizes) != array.ndim:
        raise OperationError(f"rank of {what} is {array.ndim}, expected {len(sizes)}", func)


def plain_results(
    func: FuncOp, arguments: Sequence[Array], results: Sequence[Array]
) -> list[Array]:
    """The results as arrays, and among or after them the contents of the out-parameters."""
    name = func.sym_name.data
    returned = [(f"result {index} of @{name}", result) for index, result in enumerate(results)]
    placed: dict[int, tuple[str, Array]] = {}
    last: list[tuple[str, Array]] = []
    for argument, value in zip(func.body.blocks[0].args, arguments, strict=True):
        out = out_attribute(argument, func)
        shown = f"argument {argument.index} of @{name}", value
        if isinstance(out, IntegerAttr):
            placed[out.value.data] = shown
        elif out is not None or (isinstance(value, Buffer) and value.allocation.touched):
            last.append(shown)
    for place in sorted(placed):
        returned.insert(place, placed[place])
    return [plain(what, value, func) for what, value in (*returned, *last)]


def plain(what: str, value: Array, func: FuncOp) -> Array:
    """A value that no longer depends on memory."""
    if not isinstance(value, Buffer):
        return value
    try:
        return np.array(memory.read(value))
    except KernelError as error:
        raise OperationError(f"{what}: {error}", func) from None
