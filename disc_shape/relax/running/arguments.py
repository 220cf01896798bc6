"""Arrays as arguments of a function of Relax, given or drawn at random, and results as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from disc_shape.dialects.relax.function_ops import FuncOp
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.types import type_of, type_text
from disc_shape.errors import OperationError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.running.values import Scalar, Value, flattened, is_integer_element
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.scopes import names_bound, shapes_in

TRIES = 200
"""How often sizes are drawn until no dimension is negative."""
GREATEST = 8
"""The greatest size that is drawn."""


def parameter_types(function: FuncOp) -> list[ts.Type]:
    """The types of the parameters."""
    return [type_of(one.type) or ts.OBJECT for one in function.parameters]


def leaves_of(type_: ts.Type, name: str) -> Iterator[tuple[str, ts.Type]]:
    """The arrays that an argument is made of: a tuple has those of its members, by their places."""
    if isinstance(type_, ts.TupleType):
        for index, field in enumerate(type_.fields):
            yield from leaves_of(field, f"{name}.{index}")
    else:
        yield name, type_


def leaves_of_function(function: FuncOp) -> list[tuple[str, ts.Type]]:
    """The names and types of the arrays that the arguments of a function are made of."""
    names = [one.name_hint or f"arg{index}" for index, one in enumerate(function.parameters)]
    pairs = zip(names, parameter_types(function), strict=True)
    return [leaf for name, type_ in pairs for leaf in leaves_of(type_, name)]


def arguments_of(function: FuncOp, arrays: Sequence[Array]) -> list[Value]:
    """Arrays as arguments; those of a tuple follow each other, a shape is a vector of integers."""
    left = list(arrays)
    types = parameter_types(function)
    count = len(leaves_of_function(function))
    if count != len(left):
        raise OperationError(
            f"function @{function.sym_name.data} takes {count} arrays, {len(left)} are given",
            function,
        )
    return [
        taken(type_, left, f"argument {index} of @{function.sym_name.data}", function)
        for index, type_ in enumerate(types)
    ]


def taken(type_: ts.Type, left: list[Array], what: str, function: FuncOp) -> Value:
    """The value of a type that arrays hold, which are taken from `left`."""
    match type_:
        case ts.TupleType():
            return tuple(taken(field, left, what, function) for field in type_.fields)
        case ts.ShapeType():
            array = left.pop(0)
            if array.ndim != 1 or array.dtype.kind not in "iu":
                raise OperationError(
                    f"{what} is an array of rank {array.ndim} and {array.dtype}, expected a vector"
                    " of integers",
                    function,
                )
            return ShapeValue(int(one) for one in array)
        case ts.PrimType():
            array = left.pop(0)
            if array.ndim != 0:
                raise OperationError(f"{what} is of rank {array.ndim}, expected a scalar", function)
            number = array.item()
            exact = is_integer_element(type_.element)
            return Scalar(type_.element, int(number) if exact else float(number))
        case ts.FunctionType() | ts.PackedType():
            raise OperationError(f"{what} is of type {type_text(type_)}: no array is one", function)
        case _:
            return left.pop(0)


def arrays_of(value: Value) -> list[Value]:
    """A result as arrays: tuples are flattened, a shape is a vector; other objects stay."""
    found: list[Value] = []
    for one in flattened(value):
        if isinstance(one, ShapeValue):
            found.append(np.asarray(one, np.int64).reshape(len(one)))
        else:
            found.append(one.array if isinstance(one, Scalar) else one)
    return found


def random_arrays(
    function: FuncOp, given: Mapping[int, Array], dims: Mapping[str, int], seed: int
) -> list[Array]:
    """
    An array for each leaf: those that are given, and others of sizes that agree with `dims`, sizes
    by symbol. Raises `OperationError` where no array can be drawn.
    """
    leaves = leaves_of_function(function)
    random = np.random.default_rng(seed)
    sizes = chosen_sizes(function, leaves, given, dims, random)
    return [
        given[index] if index in given else drawn(name, type_, sizes, random, function)
        for index, (name, type_) in enumerate(leaves)
    ]


def chosen_sizes(
    function: FuncOp,
    leaves: Sequence[tuple[str, ts.Type]],
    given: Mapping[int, Array],
    dims: Mapping[str, int],
    random: np.random.Generator,
) -> dict[str, int]:
    """A size for each symbol of the parameters, with which no dimension is negative."""
    symbols = sorted(set[str]().union(*(names_bound(type_) for _, type_ in leaves)))
    for name in dims:
        if name not in symbols:
            others = ", ".join(symbols) or "none"
            raise OperationError(
                f"no symbol is called '{name}', expected one of: {others}", function
            )
    known = dict(dims)
    for index, array in given.items():
        for name, size in sizes_in(leaves[index][1], array):
            known.setdefault(name, size)
    ranges = function.symbol_ranges
    shapes = [shape for _, type_ in leaves for shape in shapes_in(type_)]
    for _ in range(TRIES):
        sizes = dict(known)
        for name in symbols:
            low, high = ranges.get(name, (1, None))
            top = low + GREATEST - 1 if high is None else min(high, low + GREATEST - 1)
            sizes.setdefault(name, int(random.integers(low, top + 1)))
        if all(size_of(dim, sizes) >= 0 for shape in shapes for dim in shape.known):
            return sizes
    raise OperationError("no sizes are found for which no dimension is negative", function)


def size_of(dim: Expr, sizes: Mapping[str, int]) -> int:
    """A dimension, -1 where it divides by zero; a symbol without a size counts as 0."""
    try:
        return dim.evaluate({one.label: sizes.get(one.label, 0) for one in dim.symbols})
    except ZeroDivisionError:
        return -1


def sizes_in(type_: ts.Type, array: Array) -> Iterator[tuple[str, int]]:
    """The symbols that stand alone in a type, with the sizes of an array."""
    if isinstance(type_, ts.TensorType) and type_.shape.rank == array.ndim:
        for dim, size in zip(type_.shape.dims or (), array.shape, strict=True):
            if dim is not None and dim.name is not None:
                yield dim.name, size


def drawn(
    name: str, type_: ts.Type, sizes: Mapping[str, int], random: np.random.Generator, op: FuncOp
) -> Array:
    """A random array of a type."""

    def numbers(shape: Shape) -> list[int]:
        if shape.dims is None:
            raise OperationError(
                f"the rank of '{name}' is unknown: give it as --input '{name}=...'", op
            )
        return [
            int(random.integers(1, GREATEST + 1)) if dim is None else size_of(dim, sizes)
            for dim in shape.dims
        ]

    match type_:
        case ts.TensorType():
            dtype = element_dtype(element_of(type_.element or "f32"))
            return random_array(numbers(type_.shape), dtype, random)
        case ts.ShapeType():
            listed = numbers(type_.shape)
            return np.asarray(listed, np.int64).reshape(len(listed))
        case ts.PrimType():
            dtype = element_dtype(element_of(type_.element))
            if type_.value is not None:
                return np.asarray(size_of(type_.value, sizes), dtype)
            return random_array([], dtype, random)
        case ts.ObjectType():
            raise OperationError(f"'{name}' is any object: give it as --input '{name}=...'", op)
        case _:
            raise OperationError(f"'{name}' is of type {type_text(type_)}: no array is one", op)
