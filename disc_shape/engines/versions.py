"""
Versions of a program for sizes at which an engine computes faster.

A version is the program under a condition on the sizes of its arguments, optimized again: what the
condition implies is part of its types. A call runs the first version whose condition holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.engines.signature import Signature
from disc_shape.engines.steps import cond_of, condition_of
from disc_shape.errors import OperationError
from disc_shape.frontends.assume import assume_shapes
from disc_shape.program import Program, ProgramError
from disc_shape.symbolic import (
    Comparison,
    Cond,
    Contradiction,
    Or,
    Prover,
    Symbol,
    conj,
    parse_cond,
    sym,
)
from disc_shape.traversal import pre_order

VECTOR = 16
"""So many floats a vector register has at most: shorter ones divide this."""

MOST = 4
"""A program has at most so many versions for likely sizes."""


@dataclass(frozen=True)
class Version:
    """A program for the sizes that meet a condition."""

    condition: Cond
    """Over the names of symbols of the arguments of the general program."""
    program: Program


def versions_of(program: Program, signature: Signature) -> list[Version]:
    """
    The versions that pay, those for the fewest sizes first:

    - a version for each likely size that `specialize-shapes` or the user has noted;
    - where two sizes of arguments are equal or one of them is 1, a version in which they are equal,
      so that nothing is read through a choice of indices;
    - where the innermost dimension is reduced and its size is that of an argument, a version in
      which that size is a multiple of a vector, so that the reduction is vectorized.
    """
    equal = equalities(signature)
    whole = [parse_cond(f"{name} % {VECTOR} == 0") for name in reduced_sizes(program, signature)]
    conditions = [conj(one) for one in ([*equal, *whole], equal, whole if not equal else []) if one]
    found: list[Version] = []
    for condition in dict.fromkeys([*likely_sizes(program, signature), *conditions]):
        made = version(program, signature, condition)
        if made is not None:
            found.append(made)
    return found


def likely_sizes(program: Program, signature: Signature) -> list[Cond]:
    """One condition for each likely size of an argument."""
    names = named(signature)
    return [
        parse_cond(f"{name} == {size}")
        for name, op in saved_constraints(program.module).symbols.items()
        if name in names
        for size in op.likely
    ][:MOST]


def equalities(signature: Signature) -> list[Cond]:
    """Of conditions that broadcasts fit, the case in which the sizes are equal."""
    found: list[Cond] = []
    for condition in conditions_of(signature):
        cases = condition.args if isinstance(condition, Or) else ()
        found += [case for case in cases if equates_symbols(case)][:1]
    return found


def conditions_of(signature: Signature) -> list[Cond]:
    """The conditions on the sizes of legal calls, for the prover."""
    return [cond_of(one) for one in signature.conditions]


def equates_symbols(condition: Cond) -> bool:
    """Whether a condition is that two sizes are equal."""
    return (
        isinstance(condition, Comparison)
        and condition.op == "=="
        and isinstance(condition.lhs, Symbol)
        and isinstance(condition.rhs, Symbol)
    )


def reduced_sizes(program: Program, signature: Signature) -> list[str]:
    """The sizes of arguments that are the innermost dimension of a reduction over it."""
    prover = prover_of(signature)
    names = {
        name
        for name in named(signature)
        if (prover.range(sym(name))[1] or VECTOR) >= VECTOR
    }  # fmt: skip
    found: dict[str, None] = {}
    for op in pre_order(program.module):
        if not isinstance(op, ReduceOp):
            continue
        symbols = get_symbols(op.inputs[0].type) or ()
        last = symbols[-1] if symbols else None
        if last in names and len(symbols) - 1 in ints(op.dimensions):
            found[last] = None
    return list(found)


def named(signature: Signature) -> set[str]:
    """The names of the sizes of the arguments."""
    return {size for one in signature.arguments for size in one.sizes if isinstance(size, str)}


def prover_of(signature: Signature) -> Prover:
    """A prover that knows what holds of the sizes of legal calls."""
    prover = Prover()
    for one in (*conditions_of(signature), *(one.condition for one in signature.ranges)):
        prover.assume(one)
    return prover


def version(program: Program, signature: Signature, condition: Cond) -> Version | None:
    """The program under a condition; None where that is known already, or never holds."""
    try:
        if prover_of(signature).proves(condition):
            return None
        copy = program.copy()
        assume_shapes(copy.module, facts=str(condition).replace(" and ", "; "))
        return Version(condition, copy.optimize())
    except (Contradiction, OperationError, ProgramError):
        return None


def first_that_holds(
    conditions: Iterable[Cond], signature: Signature, shapes: Sequence[Sequence[int]]
) -> int | None:
    """The number of the first condition that the sizes of the arguments meet."""
    sizes = sizes_by_name(signature, shapes)
    return next((at for at, one in enumerate(conditions) if condition_of(one).holds(sizes)), None)


def sizes_by_name(signature: Signature, shapes: Sequence[Sequence[int]]) -> dict[str, int]:
    """The sizes of a call by the names of symbols."""
    return {
        name: size
        for spec, shape in zip(signature.arguments, shapes, strict=True)
        for name, size in zip(spec.sizes, shape, strict=True)
        if isinstance(name, str)
    }
