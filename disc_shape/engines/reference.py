"""The reference engine: numpy semantics, operation by operation, nothing compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from disc_shape.engines.registry import Job
from disc_shape.interpreters import run
from disc_shape.interpreters.errors import GuardError, IllegalInputsError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.program import Program


@dataclass
class ReferenceExecutable:
    """A program that the interpreter runs."""

    program: Program
    text: str

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """
        The results, contiguous and each in memory of its own; arguments are copied, so that no
        result is one of them. `GuardError` where an operation has none.
        """
        try:
            results = run(self.program.module, *(array.copy() for array in arrays))
            return [one.copy() if type(one) is np.ndarray else one for one in results]
        except IllegalInputsError as error:
            raise GuardError(str(error), error.operation) from error

    def binary(self) -> bytes | None:
        """Nothing is compiled."""
        return None


@dataclass(frozen=True)
class ReferenceEngine:
    """Runs programs by the reference semantics."""

    @property
    def takes_all_values(self) -> bool:
        """Also those that are no plain arrays, such as tokens, buffers and shapes."""
        return True

    def compile(self, job: Job) -> ReferenceExecutable:
        """The optimized program itself."""
        return ReferenceExecutable(job.program, job.program.text)

    def load(self, text: str, binary: bytes | None, job: Job) -> ReferenceExecutable:
        """The optimized program itself."""
        return ReferenceExecutable(job.program, text)
