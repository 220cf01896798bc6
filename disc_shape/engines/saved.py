"""
Signatures and guards as text, so that a compiled program is loaded without reading its program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from disc_shape.engines.conditions import Condition
from disc_shape.engines.signature import Range, Shapes, Signature, TensorSpec

if TYPE_CHECKING:
    from typing import TypedDict

    from xdsl.dialects.builtin import ModuleOp

    from disc_shape.engines.conditions import Step
    from disc_shape.engines.guards import SizeGuards
    from disc_shape.interpreters.kernels.arrays import DType

    class SavedSpec(TypedDict):
        """An argument or a result."""

        dtype: str
        sizes: list[int | str | None]
        name: str
        other: str
        is_number: bool

    class SavedSignature(TypedDict):
        """The arguments and results of a function, and its legal sizes."""

        name: str
        arguments: list[SavedSpec]
        results: list[SavedSpec]
        conditions: list[tuple[str, Sequence[Step]]]
        promises: list[tuple[str, Sequence[Step]]]
        ranges: list[tuple[str, list[tuple[int, int | None]]]]


def dtype_called(name: str) -> DType:
    """A type of elements by its name."""
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes  # Few programs have such elements.

        return np.dtype(getattr(ml_dtypes, name, name))


def saved_signature(signature: Signature) -> SavedSignature:
    """A signature as JSON has it."""

    def specs(given: Sequence[TensorSpec]) -> list[SavedSpec]:
        return [
            {
                "dtype": np.dtype(one.dtype).name,
                "sizes": list(one.sizes),
                "name": one.name,
                "other": one.other,
                "is_number": one.is_number,
            }
            for one in given
        ]

    return {
        "name": signature.name,
        "arguments": specs(signature.arguments),
        "results": specs(signature.results),
        "conditions": [(one.text, one.steps) for one in signature.conditions],
        "promises": [(one.text, one.steps) for one in signature.promises],
        "ranges": [(one.name, list(one.intervals)) for one in signature.ranges],
    }


def restored_signature(saved: SavedSignature) -> Signature:
    """A signature from JSON."""

    def specs(given: Sequence[SavedSpec]) -> tuple[TensorSpec, ...]:
        return tuple(
            TensorSpec(
                dtype_called(one["dtype"]),
                tuple(one["sizes"]),
                one["name"],
                one["other"],
                one["is_number"],
            )
            for one in given
        )

    return Signature(
        saved["name"],
        specs(saved["arguments"]),
        specs(saved["results"]),
        tuple(Condition(*one) for one in saved["conditions"]),
        tuple(Condition(*one) for one in saved["promises"]),
        tuple(
            Range(name, tuple((low, high) for low, high in intervals))
            for name, intervals in saved["ranges"]
        ),
    )


def saved_guards(guards: SizeGuards | SavedGuards) -> str:
    """Guards as text; empty where there are none."""
    if isinstance(guards, SavedGuards):
        return guards.text
    from disc_shape.program import Program

    return Program(guards.module).text if guards.count else ""


class SavedGuards:
    """Guards that are read from text when they first are needed."""

    def __init__(self, text: str, signature: Signature) -> None:
        self.text = text
        self.signature = signature

    @cached_property
    def module(self) -> ModuleOp:
        """The guards and what they depend on."""
        from disc_shape.program import parse

        return parse(self.text, "<guards>").module

    def check(self, shapes: Shapes) -> None:
        """`GuardError`, with the message of the program, for sizes that it refuses."""
        self.signature.check_promises(shapes)
        if self.text:
            from disc_shape.engines.guards import arrays_of
            from disc_shape.interpreters import run

            run(self.module, *arrays_of(self.signature, shapes))
        self.signature.check(shapes)
