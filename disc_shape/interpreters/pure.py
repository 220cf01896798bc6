"""Operations whose semantics are a function of arrays: a line for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast, overload

from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array

Names: TypeAlias = str | tuple[str, ...]
Results: TypeAlias = Array | Sequence[Array]
"""The one result of a kernel, or all of its results."""
A = TypeVar("A")
B = TypeVar("B")


@overload
def pure(names: Names, kernel: Callable[[Sequence[Array]], Results], /) -> None: ...
@overload
def pure(
    names: Names,
    kernel: Callable[[Sequence[Array], A], Results],
    first: Callable[[Operation], A],
    /,
) -> None: ...
@overload
def pure(
    names: Names,
    kernel: Callable[[Sequence[Array], A, B], Results],
    first: Callable[[Operation], A],
    second: Callable[[Operation], B],
    /,
) -> None: ...
def pure(
    names: Names, kernel: Callable[..., Results], /, *parameters: Callable[[Operation], object]
) -> None:
    """
    Register operations that compute a function of their operands, as one sequence, and of what
    `parameters` read of the operation when it is bound.

    ```python
    pure("hlo.concatenate", shapes.concatenate, named(int_of, "dimension"))
    ```
    """

    def bind(op: Operation) -> Step:
        given = [read(op) for read in parameters]

        def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
            found = kernel(ins, *given)
            return found if isinstance(found, tuple | list) else (cast("Array", found),)

        return step

    semantics(*((names,) if isinstance(names, str) else names))(bind)


def pure_of_each(
    names: Names, kernel: Callable[..., Results], *parameters: Callable[[Operation], object]
) -> None:
    """
    As `pure`, for functions of the operands one by one.

    ```python
    pure_of_each("hlo.transpose", shapes.transpose, named(ints_of, "permutation"))
    ```
    """

    def all_of(ins: Sequence[Array], given: Sequence[object]) -> Results:
        return kernel(*ins, *given)

    pure(names, all_of, lambda op: [read(op) for read in parameters])
