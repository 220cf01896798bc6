"""What a file holds: a program as text, or a compiled one, for which little is imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast, overload

from disc_shape.archives import BEGINNINGS, COMPILED, LONGEST
from disc_shape.lazy import load as load_lazily

if TYPE_CHECKING:
    from collections.abc import Callable

    from disc_shape.program import Program

T = TypeVar("T")

PROGRAM, ERROR = "disc_shape.program:read_any", "disc_shape.program:ProgramError"
"""What reads other files, and the error of a file that holds something else."""


@overload
def load(path: str | Path) -> Program: ...


@overload
def load(path: str | Path, kind: type[T]) -> T: ...


def load(path: str | Path, kind: type[object] | None = None) -> object:
    """
    What a file holds: a program as text, as `disc-opt` reads it, or a compiled one, which
    `Compiled.save` has written; that is loaded without passes, and without xDSL where the engine
    needs none. Type checkers take it for a `Program`, unless `kind` names the class:
    `load("layer.disc", Compiled)`.

    Raises `ProgramError` for text that cannot be read or is no valid program, `EngineError` for a
    file that is damaged or for another machine, `OSError` for files that cannot be opened, and
    `ProgramError` for a file that holds no `kind`.
    """
    if is_archive(path):
        reader = COMPILED
    else:
        reader = PROGRAM
    found = cast("Callable[[str | Path], object]", load_lazily(reader))(path)
    if kind is not None and not isinstance(found, kind):
        error = cast("type[Exception]", load_lazily(ERROR))
        raise error(f"{path} holds a {type(found).__name__}, expected a {kind.__name__}")
    return found


def is_archive(path: str | Path) -> bool:
    """Whether a file is a compiled program; what is no plain file is read only once, by others."""
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as stream:
        return stream.read(LONGEST).startswith(BEGINNINGS)
