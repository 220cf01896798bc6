"""
The signature of a program: what arrays it takes, and which sizes are legal.

Sizes are checked against types and the constraint graph: what operations imply, what guards check
and what was promised alike, since no engine checks sizes that the types of its program do not show.
A signature that was saved is used without anything of a program: little is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from disc_shape.engines.argument_arrays import as_array
from disc_shape.engines.errors import EngineError
from disc_shape.errors import GuardError
from disc_shape.lazy import load

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from disc_shape.engines.conditions import Condition
    from disc_shape.interpreters.kernels.arrays import Array, DType
    from disc_shape.program import Program
    from disc_shape.symbolic import Cond

SIGNATURE_OF = "disc_shape.engines.signature_of:signature_of"
"""What reads the signature of a program; a saved one needs no program."""

Shapes = tuple[tuple[int, ...], ...]


class TensorSpec(NamedTuple):
    """An argument or a result."""

    dtype: DType
    sizes: tuple[int | str | None, ...]
    """For each dimension its size, the name of its symbol, or None."""
    name: str = ""
    other: str = ""
    """The type, where it is that of no plain array: a token, a buffer, a tensor of any rank."""
    is_number: bool = False
    """Whether the value is a number, such as `i32`, and no tensor."""

    def __str__(self) -> str:
        if self.other:
            return f"{self.name}: {self.other}" if self.name else self.other
        sizes = ", ".join("?" if size is None else str(size) for size in self.sizes)
        text = f"{np.dtype(self.dtype).name}[{sizes}]"
        return f"{self.name}: {text}" if self.name else text


class Place(NamedTuple):
    """A dimension of an argument in a call."""

    argument: int
    axis: int
    size: int

    def __str__(self) -> str:
        return f"{self.size} (dimension {self.axis} of argument {self.argument})"


class Range(NamedTuple):
    """The sizes that a symbol can have."""

    name: str
    intervals: tuple[tuple[int, int | None], ...]

    def has(self, size: int) -> bool:
        """Whether it is one of the sizes."""
        return any(low <= size and (high is None or size <= high) for low, high in self.intervals)

    @property
    def condition(self) -> Cond:
        """The range as a condition."""
        from disc_shape.symbolic import compare, conj, disj, sym

        size = sym(self.name)
        pieces = [
            (compare(">=", size, low), *([] if high is None else [compare("<=", size, high)]))
            for low, high in self.intervals
        ]
        return disj(map(conj, pieces))

    def __str__(self) -> str:
        parts = (
            f"{low} <= {self.name}" + ("" if high is None else f" <= {high}")
            for low, high in self.intervals
        )
        return " or ".join(parts)


class Signature(NamedTuple):
    """The arguments and results of a function, and the legal sizes."""

    name: str
    arguments: tuple[TensorSpec, ...]
    results: tuple[TensorSpec, ...]
    conditions: tuple[Condition, ...]
    """Conditions over the names of symbols of arguments."""
    promises: tuple[Condition, ...]
    """Those of the conditions that no operation and no guard implies."""
    ranges: tuple[Range, ...]

    @staticmethod
    def of(program: Program) -> Signature:
        """The signature of the entry function of an optimized program."""
        read = cast("Callable[[Program], Signature]", load(SIGNATURE_OF))
        return read(program)

    def __str__(self) -> str:
        arguments = ", ".join(map(str, self.arguments))
        return f"({arguments}) -> ({', '.join(map(str, self.results))})"

    @property
    def others(self) -> tuple[str, ...]:
        """The types of arguments and results that are no plain arrays."""
        return tuple(one.other for one in (*self.arguments, *self.results) if one.other)

    @property
    def constraints(self) -> tuple[str, ...]:
        """What holds of the named sizes in every legal call."""
        return (*map(str, self.ranges), *map(str, self.conditions))

    def in_order(self, arrays: Sequence[object], named: Mapping[str, object]) -> tuple[object, ...]:
        """
        The arguments of a call that gives some by name, by position alone. `EngineError` where a
        name is that of no argument or of one that has a value, or an argument has none.
        """
        names = [one.name for one in self.arguments]
        for name in named:
            if name not in names:
                known = ", ".join(names) or "none"
                raise EngineError(f"{self.name} has no argument '{name}'; it has {known}")
            if name in names[: len(arrays)]:
                raise EngineError(f"argument '{name}' of {self.name} has two values")
        for name in names[len(arrays) :]:
            if name not in named:
                raise EngineError(f"argument '{name}' of {self.name} has no value")
        return (*arrays, *(named[name] for name in names[len(arrays) :]))

    def fit(self, arrays: Sequence[object]) -> list[Array]:
        """
        Arrays of the types of the arguments. `EngineError` for a wrong number of arguments, what is
        no array, a wrong rank or element type. Python numbers and lists take the type that is
        expected, but no floats that of integers.
        """
        if len(arrays) != len(self.arguments):
            expected, given = len(self.arguments), len(arrays)
            plural = "" if expected == 1 else "s"
            raise EngineError(f"{self.name} takes {expected} argument{plural}, {given} given")
        found: list[Array] = []
        for place, (spec, value) in enumerate(zip(self.arguments, arrays, strict=True)):
            if spec.other and not spec.sizes:
                found.append(np.asarray(cast("ArrayLike", value)))
                continue
            try:
                array = as_array(value, spec.dtype)
            except (OverflowError, TypeError, ValueError) as error:
                raise EngineError(
                    f"argument {place} is no array of {np.dtype(spec.dtype).name}: {error}"
                ) from error
            if not array.dtype.isnative:
                array = array.astype(array.dtype.newbyteorder("="))
            if array.dtype != spec.dtype:
                raise EngineError(
                    f"argument {place} has elements of type {array.dtype.name}, expected"
                    f" {np.dtype(spec.dtype).name}"
                )
            if array.ndim != len(spec.sizes):
                raise EngineError(
                    f"argument {place} has {array.ndim} dimensions, expected {len(spec.sizes)}"
                )
            for axis, size in enumerate(spec.sizes):
                if isinstance(size, int) and size != array.shape[axis]:
                    raise GuardError(
                        f"dimension {axis} of argument {place} is {array.shape[axis]}, expected"
                        f" {size}"
                    )
            found.append(array)
        return found

    def places(self, shapes: Shapes) -> Iterator[tuple[str, Place]]:
        """The dimensions of a call that carry a symbol, with its name."""
        for argument, (spec, shape) in enumerate(zip(self.arguments, shapes, strict=True)):
            if spec.other and not spec.sizes:
                continue
            for axis, (name, size) in enumerate(zip(spec.sizes, shape, strict=True)):
                if isinstance(name, str):
                    yield name, Place(argument, axis, size)

    def check(self, shapes: Shapes) -> None:
        """`GuardError` for sizes that no legal call has."""
        places: dict[str, Place] = {}
        for name, place in self.places(shapes):
            first = places.setdefault(name, place)
            if first.size != place.size:
                raise GuardError(
                    f"dimension {place.axis} of argument {place.argument} is {place.size}, but"
                    f" dimension {first.axis} of argument {first.argument}, also {name}, is"
                    f" {first.size}"
                )
        for one in self.ranges:
            if not one.has(places[one.name].size):
                raise GuardError(f"expected {one}, found {found([one.name], places)}")
        check_conditions(self.conditions, places)

    def check_promises(self, shapes: Shapes) -> None:
        """`GuardError` for sizes of which a promise is not true."""
        if self.promises:
            check_conditions(self.promises, dict(self.places(shapes)))


def check_conditions(conditions: Sequence[Condition], places: Mapping[str, Place]) -> None:
    """`GuardError` unless conditions hold for the sizes of a call."""
    sizes = {name: place.size for name, place in places.items()}
    for condition in conditions:
        if not condition.holds(sizes):
            raise GuardError(f"expected {condition}, found {found(condition.names, places)}")


def found(names: Sequence[str], places: Mapping[str, Place]) -> str:
    """The sizes of a call, and where they are."""
    return " and ".join(f"{name} = {places[name]}" for name in names)
