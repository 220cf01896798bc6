"""The inputs on the command line of `disc-run`, as arrays for a function's arguments."""

from __future__ import annotations

import ast
import re
import zlib
from collections.abc import Mapping, Sequence
from typing import cast
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile
from xdsl.dialects.builtin import ModuleOp, TupleType
from xdsl.dialects.func import FuncOp

from disc_shape.dialects.shape.types import ShapeType
from disc_shape.interpreters.inputs import (
    arguments_of,
    check_dims,
    check_named,
    dimension_names,
    random_array,
    random_inputs,
)
from disc_shape.interpreters.kernels.arrays import (
    Array,
    DType,
    integer_range,
    is_bool,
    is_complex,
    is_integer,
)
from disc_shape.interpreters.legal_sizes import Requirements, requirements
from disc_shape.interpreters.values import dtype_of, sizes_of


class InputError(ValueError):
    """A command line that gives no usable inputs."""


def parse_dims(texts: Sequence[str]) -> dict[str, int]:
    """``b=2,s=8`` as a table."""
    result: dict[str, int] = {}
    for part in ",".join(texts).split(","):
        if not part.strip():
            continue
        name, sign, value = part.partition("=")
        if not sign or not re.fullmatch(r"\s*\d+\s*", value):
            raise InputError(f"expected --dims name=size, got '{part.strip()}'")
        name, size = name.strip().removeprefix("@"), int(value)
        if result.setdefault(name, size) != size:
            raise InputError(f"--dims gives '{name}' two sizes: {result[name]} and {size}")
    return result


def argument_names(func: FuncOp) -> list[str]:
    """The name of each argument in the text: ``arg0``, ...; a duplicate gets a number."""
    names: list[str] = []
    for index, argument in enumerate(arguments_of(func)):
        name = hint = argument.name_hint or f"arg{index}"
        number = 0
        while name in names:
            number += 1
            name = f"{hint}_{number}"
        names.append(name)
    return names


def find_name(name: str, names: Sequence[str], function: str) -> int:
    """The position of a name, or of a number, among those of the arguments of a function."""
    plain = name.strip().removeprefix("%")
    if plain in names:
        return names.index(plain)
    if plain.isdigit() and int(plain) < len(names):
        return int(plain)
    raise InputError(f"@{function} has no argument '{name}'; it has {', '.join(names) or 'none'}")


def parse_array(text: str, dtype: DType | None, seed: int) -> Array:
    """``random(2, 3)``, ``zeros(2)``, ``ones(2)``, ``iota(4)``, a file ``x.npy``, or a literal."""
    kind = dtype or np.dtype(np.float32)
    call = re.fullmatch(r"\s*(random|zeros|ones|iota)\s*\(([\d\s,]*)\)\s*", text)
    if call is not None:
        sizes = [int(size) for size in call.group(2).replace(" ", "").split(",") if size]
        count = int(np.prod(np.asarray(sizes, np.int64)))
        match call.group(1):
            case "random":
                return random_array(sizes, kind, np.random.default_rng(seed))
            case "iota":
                return np.arange(count, dtype=np.int64).astype(kind).reshape(sizes)
            case "zeros":
                return np.zeros(sizes, kind)
            case _:
                return np.ones(sizes, kind)
    if text.strip().endswith(".npy"):
        found = load(text.strip())
        if isinstance(found, NpzFile):
            raise InputError(f"{text.strip()} holds several arrays, expected one")
        return found
    try:
        values = parse_literal(text)
    except ValueError:
        raise InputError(
            f"cannot read '{text}': expected random(...), zeros(...), ones(...), iota(...), a"
            " .npy file, or numbers such as [[1, 2], [3, 4]]"
        ) from None
    return fitted(values, kind)


def fitted(values: Array, kind: DType) -> Array:
    """Numbers as elements of a type; InputError at the first that the type cannot hold."""
    if is_complex(values.dtype) and not is_complex(kind):
        raise InputError(f"a complex number is not a number of type {kind}")
    if is_bool(kind) and not np.isin(values, (0, 1)).all():
        raise InputError("a truth value is true, false, 1 or 0")
    if is_integer(kind):
        least, greatest = integer_range(kind)
        numbers: list[int | float] = values.reshape(-1).tolist()
        for number in numbers:
            if number != number or not least <= number <= greatest or int(number) != number:
                raise InputError(f"{number} is not a number of type {kind}")
        return np.asarray([int(number) for number in numbers], kind).reshape(values.shape)
    return values.astype(kind)


def load(path: str) -> Array | NpzFile:
    """An array, or the arrays of an archive; InputError when the file is neither."""
    try:
        return cast("Array | NpzFile", np.load(path, allow_pickle=False))
    except (ValueError, EOFError, BadZipFile):
        raise InputError(f"{path} is no file of numpy arrays") from None


def parse_literal(text: str) -> Array:
    """Numbers and booleans in nested brackets; integers stay exact. ValueError at anything else."""
    plain = re.sub(r"\binf\b", "1e999", re.sub(r"\bnan\b", "'nan'", text.strip()))
    plain = plain.replace("true", "True").replace("false", "False")
    try:
        value: object = ast.literal_eval(plain)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(text) from error
    array = np.asarray(value)
    if array.dtype.kind == "O":  # Integers that no machine type holds, or no numbers at all.
        numbers: list[object] = array.reshape(-1).tolist()
        if all(isinstance(number, int) for number in numbers):
            return array
        raise ValueError(text)
    return array if array.dtype.kind in "iuc" else array.astype(np.float64)


def from_file(path: str, names: Sequence[str], function: str) -> list[Array]:
    """The arrays of a ``.npz``, by the arguments' names or numbers, or in order."""
    archive = load(path)
    if not isinstance(archive, NpzFile):
        raise InputError(f"{path} holds one array without a name, expected a .npz file")
    files: dict[str, Array] = {}
    with archive:
        for key in archive.files:
            try:
                files[key] = archive[key]
            except (ValueError, BadZipFile, zlib.error) as error:
                raise InputError(f"{path}: '{key}' cannot be read as an array: {error}") from None
    for keys in (names, [str(index) for index in range(len(names))]):
        if all(key in files for key in keys):
            return [files[key] for key in keys]
        if found := [key for key in keys if key in files]:
            missing = ", ".join(f"'{key}'" for key in keys if key not in files)
            raise InputError(
                f"{path} holds no array for {missing}, only for {', '.join(found)}; its arrays are"
                f" {', '.join(files)}"
            )
    if len(files) != len(names):
        raise InputError(
            f"{path} holds {len(files)} arrays ({', '.join(files)}), @{function} has"
            f" {len(names)} arguments ({', '.join(names)})"
        )
    return list(files.values())


def gather_inputs(
    module: ModuleOp,
    func: FuncOp,
    *,
    file: str | None,
    given: Sequence[str],
    dims: Mapping[str, int],
    seed: int,
) -> list[Array]:
    """
    Every argument: from ``--input``, else from the file, else random of consistent sizes, for which
    the program is analysed.
    """
    names, shown = dimension_names(module, func), argument_names(func)
    types = [dtype_of(one.type) for one in arguments_of(func)]
    values = given_arrays(func.sym_name.data, shown, types, given, seed)
    required = requirements(module, func, names) if dims else Requirements()
    if file is not None:
        arrays = from_file(file, shown, func.sym_name.data)
        check_dims(func, names, dims, required.named)
    elif not dims and len(values) == len(shown):
        arrays = [values[index] for index in range(len(shown))]
    else:
        sizes = dict(dims)
        for (index, dimension), name in names.items():
            kind = sizes_of(arguments_of(func)[index].type) or ()
            if index in values and len(kind) == values[index].ndim and kind[dimension] == -1:
                sizes.setdefault(name, values[index].shape[dimension])
        arrays = random_inputs(module, sizes, seed=seed, entry=func.sym_name.data)
    for index, value in values.items():
        arrays[index] = value
    check_kinds(func, arrays)
    for index, array in enumerate(arrays):
        for dimension, size in enumerate(array.shape):
            place = f"{index}.{dimension}"
            for name in (names.get((index, dimension), place), place):
                if name in dims and dims[name] != size:
                    raise InputError(
                        f"dimension {dimension} of argument '{shown[index]}' is {size}, but --dims"
                        f" gives {name}={dims[name]}"
                    )
    sizes = {
        names.get((index, dimension), f"{index}.{dimension}"): size
        for index, array in enumerate(arrays)
        for dimension, size in enumerate(array.shape)
    }
    check_named(func, dims, required, sizes)
    return arrays


def check_kinds(func: FuncOp, arrays: Sequence[Array]) -> None:
    """InputError for an argument that no array is, or a shape that is not a list of sizes."""
    for name, argument, array in zip(argument_names(func), arguments_of(func), arrays, strict=True):
        if isinstance(argument.type, TupleType):
            raise InputError(f"argument '{name}' is a tuple; only arrays can be given")
        if isinstance(argument.type, ShapeType) and array.ndim != 1:
            raise InputError(f"argument '{name}' is a shape: give it as --input '{name}=[2, 3]'")


def given_arrays(
    function: str,
    names: Sequence[str],
    types: Sequence[DType | None],
    given: Sequence[str],
    seed: int,
) -> dict[int, Array]:
    """
    The value of each ``--input``, by the number of its argument; `names` and `types` are those of
    the arguments of a function.
    """
    values: dict[int, Array] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise InputError(f"expected --input name=value, got '{text}'")
        index = find_name(name, names, function)
        if index in values:
            raise InputError(f"argument '{name}' is given twice")
        try:
            values[index] = parse_array(value, types[index], seed + index)
        except InputError as error:
            raise InputError(f"argument '{name}': {error}") from None
        except (ValueError, MemoryError, OverflowError):
            raise InputError(f"argument '{name}': '{value}' needs too much memory") from None
    return values
