"""arith on integers of 2 and 4 bits: every pair of numbers, against Python's integers."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

import disc_shape
from disc_shape.errors import IllegalInputsError
from disc_shape.interpreters.kernels.arrays import Array

TYPES = {2: np.dtype(ml_dtypes.int2), 4: np.dtype(ml_dtypes.int4)}
widths = pytest.mark.parametrize("width", TYPES)


def quotient(a: int, b: int) -> int:
    """Rounded towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


SIGNED: dict[str, Callable[[int, int], int]] = {
    "addi": int.__add__,
    "subi": int.__sub__,
    "muli": int.__mul__,
    "divsi": quotient,
    "floordivsi": int.__floordiv__,
    "ceildivsi": lambda a, b: -(-a // b),
    "remsi": lambda a, b: a - b * quotient(a, b),
    "maxsi": max,
    "minsi": min,
    "andi": int.__and__,
    "ori": int.__or__,
    "xori": int.__xor__,
}
UNSIGNED: dict[str, Callable[[int, int], int]] = {
    "divui": int.__floordiv__,
    "ceildivui": lambda a, b: -(-a // b),
    "remui": int.__mod__,
    "maxui": max,
    "minui": min,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "slt": int.__lt__,
    "sge": int.__ge__,
    "ult": int.__lt__,
    "ule": int.__le__,
    "ugt": int.__gt__,
    "uge": int.__ge__,
}
EACH = """tensor.generate %n {
  ^bb0(%i: index):
    %x = tensor.extract %a[%i] : tensor<?xT>
    %y = tensor.extract %b[%i] : tensor<?xT>
    %z = arith.cmpi NAME, %x, %y : T
    tensor.yield %z : i1
  } : tensor<?xi1>"""
"""Comparisons are of scalars."""


def bits(number: int, width: int) -> int:
    """The bits of a number, as one without sign."""
    return number & ((1 << width) - 1)


def numbers_of(array: Array, width: int) -> list[int]:
    """The bits of each element."""
    return [bits(int(one), width) for one in array]


def pairs(width: int, *, divides: bool = False) -> list[tuple[int, int]]:
    """All pairs of numbers; of those that divide, where there is a quotient."""
    least, count = -(1 << (width - 1)), 1 << width
    numbers = range(least, least + count)
    found = [(a, b) for a in numbers for b in numbers]
    return [(a, b) for a, b in found if not divides or (b and (a, b) != (least, -1))]


def run(body: str, type_: str, width: int, operands: list[tuple[int, int]]) -> Array:
    """Run an operation on two tensors."""
    given = f"tensor<?xi{width}>"
    text = (
        f"func.func @main(%a: {given}, %b: {given}) -> {type_} {{\n"
        f"  %c0 = arith.constant 0 : index\n  %n = tensor.dim %a, %c0 : {given}\n"
        f"  %0 = {body}\n  return %0 : {type_}\n}}\n"
    )
    arrays = (np.array(one, np.int8).astype(TYPES[width]) for one in zip(*operands, strict=True))
    (found,) = disc_shape.parse(text).run(*arrays)
    return found


@widths
@pytest.mark.parametrize("name", [*SIGNED, *UNSIGNED])
def test_function_of_two_numbers(name: str, width: int) -> None:
    operands = pairs(width, divides="div" in name or "rem" in name)
    found = run(f"arith.{name} %a, %b : tensor<?xi{width}>", f"tensor<?xi{width}>", width, operands)
    if name in SIGNED:
        wanted = [SIGNED[name](a, b) for a, b in operands]
    else:
        wanted = [UNSIGNED[name](bits(a, width), bits(b, width)) for a, b in operands]
    assert numbers_of(found, width) == [bits(one, width) for one in wanted]
    assert found.dtype == TYPES[width]


@widths
@pytest.mark.parametrize("name", COMPARED)
def test_comparison(name: str, width: int) -> None:
    operands = pairs(width)
    body = EACH.replace("NAME", name).replace("T", f"i{width}")
    found = run(body, "tensor<?xi1>", width, operands)
    if name.startswith("u"):
        operands = [(bits(a, width), bits(b, width)) for a, b in operands]
    wanted = [COMPARED[name](a, b) for a, b in operands]
    assert list(map(bool, found)) == wanted


@widths
@pytest.mark.parametrize("name", ["extsi", "extui", "sitofp", "uitofp"])
def test_conversion(name: str, width: int) -> None:
    target = "f32" if name.endswith("fp") else "i8"
    operands = pairs(width)
    body = f"arith.{name} %a : tensor<?xi{width}> to tensor<?x{target}>"
    found = run(body, f"tensor<?x{target}>", width, operands)
    wanted = [bits(a, width) if "ui" in name else a for a, _ in operands]
    assert [int(one) for one in found] == wanted


@widths
@pytest.mark.parametrize("name", ["divsi", "floordivsi", "ceildivsi"])
def test_overflow_of_a_division(name: str, width: int) -> None:
    least = -(1 << (width - 1))
    with pytest.raises(IllegalInputsError, match=f"division of {least} by -1 overflows"):
        run(
            f"arith.{name} %a, %b : tensor<?xi{width}>",
            f"tensor<?xi{width}>",
            width,
            [(least, -1)],
        )


@widths
def test_high_halves_of_products(width: int) -> None:
    for name in ("mulsi_extended", "mului_extended"):
        operands = pairs(width)
        given = f"tensor<?xi{width}>"
        text = (
            f"func.func @main(%a: {given}, %b: {given}) -> {given} {{\n"
            f"  %0, %1 = arith.{name} %a, %b : {given}\n  return %1 : {given}\n}}\n"
        )
        arrays = (
            np.array(one, np.int8).astype(TYPES[width]) for one in zip(*operands, strict=True)
        )
        (found,) = disc_shape.parse(text).run(*arrays)
        if name == "mului_extended":
            operands = [(bits(a, width), bits(b, width)) for a, b in operands]
        wanted = [bits(a * b >> width, width) for a, b in operands]
        assert numbers_of(found, width) == wanted
