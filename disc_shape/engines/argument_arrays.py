"""What callers pass as an array: those of numpy, JAX and PyTorch, and numbers of Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from disc_shape.interpreters.kernels.arrays import Array, DType


class Tensor(Protocol):
    """A tensor of PyTorch."""

    dtype: object

    def detach(self) -> Tensor:
        """The same without gradients, which keep it from being an array."""
        ...

    def resolve_conj(self) -> Tensor:
        """The same with conjugates computed, where they were left for later."""
        ...

    def resolve_neg(self) -> Tensor:
        """The same with negative numbers computed, where they were left for later."""
        ...

    def view(self, dtype: object) -> Tensor:
        """The same bits as another type."""
        ...


def as_array(value: object, dtype: DType) -> Array:
    """
    An array of numpy, JAX or PyTorch, or a Python number or list, as a numpy array; keys of random
    numbers (`jax.random.key`) as the integers that programs take for them, in one more dimension.
    TypeError, ValueError or OverflowError where it is none of these, or has numbers that the type
    has not.
    """
    if isinstance(value, np.ndarray | np.generic):
        if is_masked(cast("object", value)):
            raise TypeError("it has a mask, which would be lost")
        return np.asarray(cast("Array", value))
    if hasattr(value, "detach"):
        return of_tensor(cast("Tensor", value))
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        exchange = cast("Callable[[object], Array]", np.from_dlpack)
        return exchange(value)
    if are_keys(value):
        value = import_module("jax").random.key_data(value)
    if hasattr(value, "__array__"):
        return np.asarray(cast("ArrayLike", value))
    if value is None or isinstance(value, str | bytes):
        raise TypeError(f"it is {value!r}")
    found = np.asarray(cast("ArrayLike", value))
    if found.dtype.kind == "f" and found.size and np.dtype(dtype).kind in "iu":
        return found  # Its numbers would be cut off.
    return np.asarray(cast("ArrayLike", value), dtype)


def are_keys(value: object) -> bool:
    """Whether something is an array of keys of JAX; their element type is none of numpy."""
    dtype = getattr(value, "dtype", None)
    return not isinstance(dtype, np.dtype) and str(dtype).startswith("key<")


def is_masked(array: object) -> bool:
    """Whether an array has a mask; `np.ma` is only imported for arrays of other classes."""
    return type(array) is not np.ndarray and isinstance(array, np.ma.MaskedArray)


def of_tensor(tensor: Tensor) -> Array:
    """
    A tensor of PyTorch as an array. Types that numpy has only from `ml_dtypes`, such as
    `bfloat16`, PyTorch does not pass to it: their bits are.
    """
    plain = tensor.detach().resolve_conj().resolve_neg()
    name = str(plain.dtype).removeprefix("torch.")
    if not name.startswith(("bfloat16", "float8")):
        return np.asarray(cast("ArrayLike", plain))
    extension = np.dtype(getattr(import_module("ml_dtypes"), name))
    bits = getattr(import_module("torch"), f"uint{8 * extension.itemsize}")
    return np.asarray(cast("ArrayLike", plain.view(bits))).view(extension)
