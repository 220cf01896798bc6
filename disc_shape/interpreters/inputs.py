"""Arrays for a program's arguments: taken as given, or made at random from types and symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, OpResult, SSAValue

from disc_shape.analysis.call_graph import entry_function
from disc_shape.analysis.front_end_names import front_end_names
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.symbols import SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.interpreters.free_symbols import in_ranges
from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    integer_range,
    is_bool,
    is_complex,
    is_integer,
    narrow,
)
from disc_shape.interpreters.legal_sizes import Requirements, requirements, solve_sizes
from disc_shape.interpreters.lifting import short_name
from disc_shape.interpreters.reading import int_of, text_of
from disc_shape.interpreters.values import dtype_of, sizes_of
from disc_shape.symbolic import Cond, compare, sym


def arguments_of(func: FuncOp) -> Sequence[BlockArgument]:
    """The arguments of a function with a body; OperationError for a declaration."""
    block = func.body.first_block
    if block is None:
        raise OperationError(f"function @{func.sym_name.data} has no body", func)
    return block.args


def coerced(value: ArrayLike, argument: SSAValue) -> Array:
    """An input of the caller as an array of the argument's element type, if that is exact."""
    dtype = dtype_of(argument.type)
    array: Array = np.asarray(value)
    if dtype is None:
        return array
    if isinstance(value, np.ndarray | np.generic):
        if array.dtype.kind == "V" and array.dtype.itemsize == dtype.itemsize:
            return array.view(dtype)
        return array
    return array.astype(dtype)


def dimension_names(module: ModuleOp, func: FuncOp) -> dict[tuple[int, int], str]:
    """The name of each argument dimension that has one: its symbol's, or the one JAX gave it."""
    names: dict[tuple[int, int], str] = {}
    arguments_of(func)
    for value, name in front_end_names(module).items():
        if (place := _dimension_place(value, func)) is not None:
            names.setdefault(place, name)
    for place, name in _specified_names(func).items():
        names.setdefault(place, name)
    for index, argument in enumerate(arguments_of(func)):
        for dimension, symbol in enumerate(value_symbols(argument) or ()):
            if symbol is not None:
                names[index, dimension] = symbol
    return names


_SPECIFICATION = re.compile(r"args\[(\d+)\]\.shape = \(([^)]*)\)")


def _specified_names(func: FuncOp) -> dict[tuple[int, int], str]:
    """The names in the shape specifications that JAX repeats in the text of its assertions."""
    names: dict[tuple[int, int], str] = {}
    block = func.body.first_block
    for op in () if block is None else block.ops:
        if text_of(op, "call_target_name") != "shape_assertion":
            continue
        for argument, sizes in _SPECIFICATION.findall(text_of(op, "error_message")):
            for dimension, size in enumerate(sizes.split(",")):
                if size.strip().isidentifier():
                    names[int(argument), dimension] = size.strip()
        break
    return names


def _dimension_place(value: SSAValue, func: FuncOp) -> tuple[int, int] | None:
    """Which dimension of which argument of a function a value is the size of."""
    if not isinstance(value, OpResult) or short_name(value.op) != "get_dimension_size":
        return None
    source = value.op.operands[0]
    if not isinstance(source, BlockArgument) or source.block is not func.body.first_block:
        return None
    return source.index, int_of(value.op, "dimension")


def random_inputs(
    module: ModuleOp,
    dims: Mapping[str, int] | None = None,
    *,
    seed: int = 0,
    entry: str | None = None,
) -> list[Array]:
    """An array for each argument. ``dims`` gives sizes, by symbol or as ``"argument.dimension"``.

    Sizes that it does not give are drawn from the range of their symbol (else from 1 to 8), so that
    the constraint graph and the program's own guards accept them where such sizes are found.
    """
    func = entry_function(module, entry)
    names, given = dimension_names(module, func), dict(dims or {})
    required = requirements(module, func, names)
    check_dims(func, names, given, required.named)
    random = np.random.default_rng(seed)
    chosen = _choose_sizes(module, func, names, given, required, seed)
    check_named(func, given, required, chosen)
    arrays: list[Array] = []
    for index, argument in enumerate(arguments_of(func)):
        sizes = list(sizes_of(argument.type) or ())
        for dimension, size in enumerate(sizes):
            if size == -1:
                sizes[dimension] = chosen[names.get((index, dimension), f"{index}.{dimension}")]
        try:
            arrays.append(random_array(sizes, dtype_of(argument.type), random))
        except (ValueError, MemoryError):
            raise OperationError(
                f"argument {index} of @{func.sym_name.data} of sizes {sizes} needs too much memory",
                func,
            ) from None
    return arrays


def check_named(
    func: FuncOp, given: Mapping[str, int], required: Requirements, sizes: Mapping[str, int]
) -> None:
    """OperationError unless sizes agree with the given integers that are not dimensions."""
    asked = {name: size for name, size in given.items() if name in required.named}
    for fact in required.conditions:
        for symbol in fact.symbols:
            if symbol.name in asked and not _holds(fact, {**sizes, **asked}):
                size = asked[symbol.name]
                message = f"no sizes are found for which '{symbol.name}' is {size} and {fact}"
                raise OperationError(message, func)


def check_dims(
    func: FuncOp,
    names: Mapping[tuple[int, int], str],
    given: Mapping[str, int],
    named: Collection[str],
) -> None:
    """OperationError unless each name is known and two sizes for one dimension are one number."""
    known = set(names.values()) | {f"{i}.{d}" for i, d in _open_dimensions(func)} | {*named}
    for name in given:
        if name not in known:
            others = ", ".join(sorted(known)) or "none has a name"
            raise OperationError(
                f"no dimension of an argument is called '{name}', expected one of: {others}", func
            )
    sizes = [sizes_of(argument.type) or () for argument in arguments_of(func)]
    chosen: dict[str, tuple[str, int]] = {}
    for index, dimension in _open_dimensions(func):
        place, static = f"{index}.{dimension}", sizes[index][dimension]
        what = f"dimension {dimension} of argument {index} of @{func.sym_name.data}"
        name = names.get((index, dimension), place)
        for asked in (name, place):
            if asked not in given:
                continue
            if static not in (-1, given[asked]):
                raise OperationError(f"{what} is {static}, but '{asked}' is {given[asked]}", func)
            other, size = chosen.setdefault(name, (asked, given[asked]))
            if size != given[asked]:
                raise OperationError(
                    f"{what} is one size, but '{other}' is {size} and '{asked}' is {given[asked]}",
                    func,
                )


TRIES = 200
"""How often sizes are drawn to satisfy the constraints on symbols."""


def _choose_sizes(
    module: ModuleOp,
    func: FuncOp,
    names: Mapping[tuple[int, int], str],
    given: Mapping[str, int],
    required: Requirements,
    seed: int,
) -> dict[str, int]:
    """A size for each name: those that are given, and others that suit them if some are found."""
    symbols = {op.symbol: op for op in module.body.block.ops if isinstance(op, SymbolDimOp)}
    facts = list(required.conditions)
    random = np.random.default_rng(seed)
    places = [
        (names.get(place, f"{place[0]}.{place[1]}"), place) for place in _open_dimensions(func)
    ]
    asked = {name: given[f"{i}.{d}"] for name, (i, d) in places if f"{i}.{d}" in given} | {
        name: given[name] for name, _ in places if name in given
    }
    asked |= {name: size for name, size in given.items() if name in required.named}
    chosen: dict[str, int] = {}
    for _ in range(TRIES):
        chosen = dict(asked)
        for name, _ in places:
            if name not in chosen:
                chosen[name] = _some_size(symbols.get(name), random)
        if all(_holds(fact, chosen) for fact in facts):
            return chosen
    facts += [compare("==", sym(name), size) for name, size in asked.items()]
    open_names = list(dict.fromkeys(name for name, _ in places))
    facts += [one for name in open_names if name in symbols for one in in_ranges(symbols[name])]
    solved = solve_sizes(open_names, facts, random)
    if solved is None or not all(_holds(fact, solved) for fact in facts):
        return chosen
    return solved


def _holds(fact: Cond, sizes: Mapping[str, int]) -> bool:
    """False only when all sizes are there and they break the fact."""
    if any(symbol.name not in sizes for symbol in fact.symbols):
        return True
    try:
        return fact.evaluate(dict(sizes))
    except ZeroDivisionError:
        return False


def _open_dimensions(func: FuncOp) -> list[tuple[int, int]]:
    return [
        (index, dimension)
        for index, argument in enumerate(arguments_of(func))
        for dimension in range(len(sizes_of(argument.type) or ()))
    ]


def _some_size(symbol: SymbolDimOp | None, random: np.random.Generator) -> int:
    """A small size that the symbol allows."""
    if symbol is None:
        return int(random.integers(1, 9))
    low, high = symbol.intervals[0]
    return int(random.integers(low, (low + 8 if high is None else min(high, low + 8)) + 1))


def random_array(sizes: Sequence[int], dtype: DType | None, random: np.random.Generator) -> Array:
    """Small numbers: normal floats, integers from -4 to 4 (from 0, unsigned), fair booleans."""
    shape = tuple(sizes)
    if dtype is None:
        return np.zeros(0, np.bool_)
    if is_bool(dtype):
        return random.integers(0, 2, shape).astype(np.bool_)
    if is_integer(dtype):
        least, greatest = integer_range(dtype)
        return random.integers(max(least, -4), min(greatest, 4) + 1, shape).astype(dtype)
    if is_complex(dtype):
        return (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    return narrow(random.normal(size=shape).astype(np.float32), dtype)
