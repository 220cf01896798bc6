"""Arrays of the caller for results: what they must be, and which of them share memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from disc_shape.engines.errors import EngineError, OutputError

if TYPE_CHECKING:
    from disc_shape.engines.signature import Signature
    from disc_shape.interpreters.kernels.arrays import Array


def outputs_of(out: object, signature: Signature) -> list[Array]:
    """
    The arrays of `out=`: one for each result, or that of the only one. `EngineError` when one is no
    array that can be written, has another type or rank than its result, or shares memory with
    another one.
    """
    specs = signature.results
    if not isinstance(out, list | tuple | np.ndarray):
        raise EngineError(f"out is a {type(out).__name__}, expected an array or a list of arrays")
    arrays = cast("Sequence[object]", [out] if isinstance(out, np.ndarray) else out)
    if len(arrays) != len(specs):
        plural = "" if len(specs) == 1 else "s"
        raise EngineError(
            f"{signature.name} has {len(specs)} result{plural}, out has {len(arrays)}"
        )
    found: list[Array] = []
    for place, (array, spec) in enumerate(zip(arrays, specs, strict=True)):
        if not isinstance(array, np.ndarray):
            raise EngineError(f"out {place} is a {type(array).__name__}, expected an array")
        if spec.other:
            raise EngineError(
                f"result {place} is a {spec.other}, which takes no array of the caller"
            )
        plain, expected = cast("Array", array), np.dtype(spec.dtype)
        if plain.dtype != expected:
            raise EngineError(
                f"out {place} has elements of type {type_name(plain)}, expected {expected.name}"
            )
        if plain.ndim != len(spec.sizes):
            raise EngineError(
                f"out {place} has {plain.ndim} dimensions, expected {len(spec.sizes)}"
            )
        for name in ("c_contiguous", "aligned", "writeable"):
            if not getattr(plain.flags, name):
                raise EngineError(f"out {place} is not {name.replace('c_', '')}")
        for other, earlier in enumerate(found):
            if np.may_share_memory(earlier, plain):
                raise EngineError(f"out {other} and out {place} share memory")
        found.append(plain)
    return found


def type_name(array: Array) -> str:
    """The type of the elements of an array, with its order of bytes where that is not usual."""
    kind = array.dtype
    return kind.name if kind.isnative else f"{kind.name} (bytes swapped)"


def require_sizes(outs: Sequence[Array], shapes: Sequence[tuple[int, ...]]) -> None:
    """`OutputError` unless arrays of the caller have the sizes of the results."""
    for place, (out, shape) in enumerate(zip(outs, shapes, strict=True)):
        if out.shape != shape:
            sizes, expected = list(out.shape), list(shape)
            raise OutputError(f"out {place} has sizes {sizes}, expected {expected}")


def store(results: Sequence[Array], outs: Sequence[Array]) -> None:
    """Copy results into the arrays of the caller."""
    require_sizes(outs, [np.shape(one) for one in results])
    for result, out in zip(results, outs, strict=True):
        np.copyto(out, result, casting="no")
