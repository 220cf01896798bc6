"""External functions: those of Python that a program calls by their names."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping

from disc_shape.errors import UserError

External = Callable[..., object]
"""
A function of Python. Tensors come in as numpy arrays, shapes as `ShapeValue`, tuples as tuples, all
other values as they are; what it returns is read in the same way. One that is called in
destination-passing style gets its results last and writes them.
"""

EXTERNALS: dict[str, External] = {}
"""The functions by the names under which programs call them."""


class ShapeValue(tuple[int, ...]):
    """A shape as a value: its integers."""

    __slots__ = ()


def external(name: str) -> Callable[[External], External]:
    """
    Let programs call a function by `name`.

        @external("my.norm")
        def norm(x):
            return np.sqrt((x * x).sum())
    """

    def register(function: External) -> External:
        EXTERNALS[name] = function
        return function

    return register


def load_externals(path: str) -> Mapping[str, External]:
    """Run a file of Python, which registers functions. Raises `UserError` when it fails."""
    try:
        runpy.run_path(path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}") from error
    except Exception as error:  # The file is the user's: whatever it raises is said in one line.
        raise UserError(f"{path}: {type(error).__name__}: {first_line(error)}") from error
    return EXTERNALS


def first_line(error: BaseException) -> str:
    """The message of an error in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
