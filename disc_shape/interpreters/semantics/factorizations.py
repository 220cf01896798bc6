"""Calls of LAPACK, by which JAX computes factorizations of matrices on processors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr
from xdsl.ir import Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Binder, Frame, Step
from disc_shape.interpreters.kernels import factorizations, tridiagonal
from disc_shape.interpreters.kernels.arrays import Array, is_complex
from disc_shape.interpreters.kernels.linear import triangular_solve
from disc_shape.interpreters.reading import attribute
from disc_shape.interpreters.semantics.movement import result_dtype

Options = Callable[[str, str], str]
"""Which one of some letters a call of LAPACK has for a name, such as `uplo`."""

RANKS = {"trsm": (2, 2), "orgqr": (2, 1), "ungqr": (2, 1), "gtsv": (1, 1, 1, 2)}
"""The least ranks of the operands before the shapes of results, if not one matrix."""

TRANSPOSED = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}
"""What is done to the matrix of a system of equations, by LAPACK's letter."""


def options_of(op: Operation) -> Options:
    """The options of a call, which are the codes of letters."""
    config = attribute(op, "mhlo.backend_config")

    def option(name: str, letters: str) -> str:
        found = config.data.get(name) if isinstance(config, DictionaryAttr) else None
        code = getattr(getattr(found, "value", None), "data", None)
        if not isinstance(code, int):
            raise OperationError(f"'{op.name}' has no option {name}", op)
        if code not in map(ord, letters):
            text = f"option {name} of '{op.name}' is {code}, expected the code of one of {letters}"
            raise OperationError(text, op)
        return chr(code)

    return option


def potrf(option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """Cholesky's factor."""
    return factorizations.potrf(ins[0], lower=option("uplo", "LU") == "L")


def getrf(_option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """A lower and an upper triangular factor of a matrix whose rows were exchanged."""
    return factorizations.getrf(ins[0])


def trsm(option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """The solution of a triangular system."""
    solution = triangular_solve(
        ins[0],
        ins[1],
        left_side=option("side", "LR") == "L",
        lower=option("uplo", "LU") == "L",
        unit_diagonal=option("diag", "NU") == "U",
        transpose_a=TRANSPOSED[option("trans_x", "NTC")],
    )
    return (solution,)


def geqrf(_option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """An upper triangular factor and Householder's reflections."""
    return factorizations.geqrf(ins[0])


def orgqr(_option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """The orthogonal factor of these reflections."""
    return (factorizations.orgqr(ins[0], ins[1]),)


def syevd(option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """Eigenvectors and eigenvalues of a symmetric or Hermitian matrix."""
    return factorizations.syevd(ins[0], lower=option("uplo", "LU") == "L")


def gesdd(option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """Singular values and vectors, after the operand, whose memory LAPACK uses."""
    full = option("mode", "ANS") != "S"
    values, left, right, info = factorizations.gesdd(ins[0], full=full)
    return ins[0], values, left, right, info


def gtsv(_option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """The solution of a tridiagonal system, after the diagonals of the triangular factor."""
    lower, diagonal, upper, right = ins[:4]
    return tridiagonal.gtsv(lower, diagonal, upper, right)


def geev(option: Options, ins: Sequence[Array]) -> Sequence[Array]:
    """Eigenvalues, by their parts where the matrix is real, and vectors of any matrix."""
    asked = option("compute_left", "NV") == "V"
    values, left, right, info = factorizations.geev(ins[0], left=asked)
    parts = (values,) if is_complex(ins[0].dtype) else (np.real(values), np.imag(values))
    return *parts, left, right, info


def bind(name: str, compute: Callable[[Options, Sequence[Array]], Sequence[Array]]) -> Binder:
    """The step of a call, whose results have the element types that it declares."""
    ranks = RANKS.get(name, (2,))

    def binder(op: Operation) -> Step:
        option = options_of(op)
        dtypes = [result_dtype(op, index) for index in range(len(op.results))]

        def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
            given = list(zip(ins, ranks, strict=False))
            if len(given) < len(ranks) or any(one.ndim < rank for one, rank in given):
                raise OperationError(f"'{op.name}' of {name} has no matrix to work on", op)
            batches = [list(one.shape[: one.ndim - rank]) for one, rank in given]
            if batches[-1] != batches[0]:
                text = (
                    f"leading sizes of '{op.name}' operands differ: {batches[0]} and {batches[-1]}"
                )
                raise OperationError(text, op)
            found = compute(option, ins)
            if len(found) != len(dtypes):
                text = f"'{op.name}' has {len(dtypes)} results, but {name} has {len(found)}"
                raise OperationError(text, op)
            return [one.astype(dtype) for one, dtype in zip(found, dtypes, strict=True)]

        return step

    return binder


BOTH = {
    "potrf": potrf,
    "getrf": getrf,
    "trsm": trsm,
    "geqrf": geqrf,
    "gesdd": gesdd,
    "geev": geev,
    "gtsv": gtsv,
}
"""Functions of LAPACK that have one name for real and complex matrices."""

TARGETS: dict[str, Binder] = {
    f"lapack_{letter}{name}_ffi": bind(name, compute)
    for letters, functions in (
        ("sdcz", BOTH),
        ("sd", {"orgqr": orgqr, "syevd": syevd}),
        ("cz", {"ungqr": orgqr, "heevd": syevd}),
    )
    for letter in letters
    for name, compute in functions.items()
}
"""Call target -> binder."""
