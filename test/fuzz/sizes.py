"""Sizes as the generator knows them: expressions over dimensions of values, evaluated in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Env: TypeAlias = Mapping[str, int]


@dataclass(frozen=True)
class Base:
    """A size that the program can read off something: a dimension of a value, or a scalar."""

    name: str
    value: str
    type: str
    dimension: int | None


@dataclass(frozen=True)
class Const:
    number: int


@dataclass(frozen=True)
class Binary:
    """One of ``+ - * // % min max`` of two sizes."""

    operator: str
    lhs: Size
    rhs: Size


Size: TypeAlias = Base | Const | Binary

_FUNCTIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
}


def evaluate(size: Size, env: Env) -> int:
    """The number that a size is; KeyError when it depends on a value that only a run determines."""
    match size:
        case Const():
            return size.number
        case Base():
            return env[size.name]
        case Binary():
            return _FUNCTIONS[size.operator](evaluate(size.lhs, env), evaluate(size.rhs, env))


def binary(operator: str, lhs: Size, rhs: Size) -> Size:
    """An operation on two sizes, folded where that is obvious."""
    if isinstance(lhs, Const) and isinstance(rhs, Const):
        if operator not in ("//", "%") or rhs.number:
            return Const(_FUNCTIONS[operator](lhs.number, rhs.number))
    if operator == "*" and Const(1) in (lhs, rhs):
        return rhs if lhs == Const(1) else lhs
    if operator in ("+", "-") and rhs == Const(0):
        return lhs
    if operator in ("+", "*") and isinstance(lhs, Const):
        return Binary(operator, rhs, lhs)
    return Binary(operator, lhs, rhs)


def product(sizes: list[Size]) -> Size:
    result: Size = Const(1)
    for size in sizes:
        result = binary("*", result, size)
    return result


def substitute(size: Size, table: Mapping[Base, Size]) -> Size:
    """A callee's size in terms of its caller."""
    match size:
        case Base():
            return table.get(size, size)
        case Binary():
            return binary(size.operator, substitute(size.lhs, table), substitute(size.rhs, table))
        case _:
            return size


def bases(size: Size) -> set[Base]:
    match size:
        case Base():
            return {size}
        case Binary():
            return bases(size.lhs) | bases(size.rhs)
        case _:
            return set()
