"""What a front end in Python provides: a program as text, facts, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, getmro, signature


class FrontEndError(ValueError):
    """A function that a front end cannot export."""


@dataclass(frozen=True)
class Traced:
    """A Python function as a program."""

    text: str
    """The program as the front end wrote it."""
    facts: str
    """What the user promised besides, in the language of `assume-shapes`."""
    flatten: Callable[[Sequence[object], Mapping[str, object]], Sequence[object] | None]
    """
    The arrays of a call, in the order of the arguments of the program; None where it is called
    with these, and returns a list.
    """
    unflatten: Callable[[Sequence[object]], object]
    """The result of a call from the arrays that the program returns."""
    name: str = "main"
    parameters: Sequence[str] = ()
    """The names of the arguments of a call that may be given by name, in order."""

    def mlir_module(self) -> str:
        """The program as text."""
        return self.text


def is_instance(source: object, package: str, name: str) -> bool:
    """Whether something is of a class of a package, which is not imported to tell."""
    return any(
        cls.__name__ == name and cls.__module__.partition(".")[0] == package
        for cls in getmro(type(source))
    )


def parameters_of(function: Callable[..., object]) -> list[str]:
    """The names of the parameters of a function that take an argument by position or by name."""
    try:
        found = signature(function).parameters.values()
    except (TypeError, ValueError):
        return []  # A function of C may have no signature.
    return [one.name for one in found if one.kind is Parameter.POSITIONAL_OR_KEYWORD]


def in_order(
    parameters: Sequence[str], given: Sequence[object], named: Mapping[str, object]
) -> tuple[tuple[object, ...], dict[str, object]]:
    """The arguments of a call by position, and those by name that have no position."""
    arguments, rest = list(given), dict(named)
    for name in parameters[len(arguments) :]:
        if name not in rest:
            break
        arguments.append(rest.pop(name))
    return tuple(arguments), rest
