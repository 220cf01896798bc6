"""`run`, `check` and `random_inputs`: the oracle, from Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.disc_shape.legacy import convert_legacy, is_legacy
from disc_shape.errors import OperationError
from disc_shape.interpreters import semantics
from disc_shape.interpreters.checker import Checker, SignatureChecker
from disc_shape.interpreters.core import Interpreter, Observer
from disc_shape.interpreters.inputs import arguments_of, coerced
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.passing import argument_of, plain_results

semantics.register()

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Report:
    """The results of a checked run, and the number of claims of each kind that held."""

    results: list[Array]
    claims: dict[str, int]
    operations: frozenset[str]
    not_compared: int = 0
    """How many predicates of the constraint graph were compared in no activation."""
    without_value: tuple[str, ...] = ()
    """The symbols of those that have no number."""
    claims_anything: bool = True
    """False where the program claims nothing of its sizes, whatever runs."""

    @property
    def total(self) -> int:
        """The number of claims that held."""
        return sum(self.claims.values())


def run(
    module: ModuleOp,
    *arrays: ArrayLike,
    entry: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    signature: bool = False,
) -> list[Array]:
    """The results of a program.

    A memref argument takes an array, which is copied. Returned buffers are arrays among the
    results; the arguments that the program writes, its out-parameters, follow them.

    OperationError when the inputs do not fit it or break an operation's constraint; GuardError
    when a check of its own fails. With ``signature``, ClaimError when sizes of the arguments are
    not equal symbols in their types.
    """
    func = entry_function(module, entry)
    observer = SignatureChecker(module, func) if signature else None
    return _execute(Interpreter(module, observer, seed, progress), func, arrays)


def observe(module: ModuleOp, observer: Observer, *arrays: ArrayLike) -> list[Array]:
    """
    Run the entry function with an observer of the operands and results of operations, which may put
    something else in its place. Raises as `run` does.
    """
    return _execute(Interpreter(module, observer), entry_function(module), arrays)


def check(
    module: ModuleOp,
    *arrays: ArrayLike,
    entry: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """
    Run a program and compare everything it claims about sizes: ClaimError at a false claim. Claims
    of the older C++ system are converted first.
    """
    if is_legacy(module):
        module = module.clone()
        convert_legacy(module)
    checker = Checker(module)
    interpreter = Interpreter(module, checker, seed, progress)
    results = _execute(interpreter, entry_function(module, entry), arrays)
    names = frozenset(interpreter.executed_names)
    rest = checker.predicates.not_compared()
    return Report(
        results,
        dict(checker.counts),
        names,
        len(rest),
        tuple(dict.fromkeys(name for missing in rest.values() for name in missing)),
        bool(checker.counts) or checker.claims_anything(),
    )


def _execute(interpreter: Interpreter, func: FuncOp, arrays: Sequence[ArrayLike]) -> list[Array]:
    arguments = arguments_of(func)
    name = func.sym_name.data
    if len(arguments) != len(arrays):
        raise OperationError(
            f"function @{name} has {len(arguments)} arguments, {len(arrays)} are given", func
        )
    values = [
        argument_of(func, argument, coerced(array, argument))
        for array, argument in zip(arrays, arguments, strict=True)
    ]
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        with np.errstate(all="ignore"):
            return plain_results(func, values, interpreter.call(func, values))
    finally:
        sys.setrecursionlimit(limit)
