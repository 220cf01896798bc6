"""Values against types: symbols that are new stand for sizes from there on, others are checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.types import type_text
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import Scalar, element_named
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.symbolic import Contradiction, Expr, Symbol
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, TupleType, Type

Sizes = dict[str, Expr]
"""What each symbol in scope stands for."""


def substituted(dim: Expr, sizes: Sizes) -> Expr:
    """A size of a type by what its symbols stand for."""
    mapping: dict[Expr, Expr] = {}
    for symbol in dim.symbols:
        if symbol.label not in sizes:
            raise OperatorError(f"@{symbol.label} stands for no size here", "RLX-161")
        mapping[symbol] = sizes[symbol.label]
    return dim.substitute(mapping)


Given = tuple[Operand, Type, str]
"""A value, the type that it must have, and what it is, for messages."""


def match(
    program: LoweringProgram, given: Sequence[Given], sizes: Sizes, *, checks: bool = True
) -> None:
    """
    Values are of types, or the run stops with both sizes: first the symbols that stand alone and
    are new are bound, then all other sizes are checked in order (RLX-114, 116, 182, 191). Without
    `checks` only the former (RLX-293).
    """
    if not checks:
        given = [one for one in given if names_bound(one[1]).difference(sizes)]
    found = [pair for one in given for pair in pairs(program, *one)]
    for dim, size, _ in found:
        if isinstance(dim, Symbol):
            sizes.setdefault(dim.label, size)
    if not checks:
        return
    for dim, size, place in found:
        expected = substituted(dim, sizes)
        if expected is size:
            continue
        try:
            program.check_equal(expected, size, place, dim_text(dim))
        except Contradiction as error:
            raise OperatorError(
                f"{place} is {dim_text(size)}, expected {dim_text(dim)}", "RLX-182"
            ) from error


def pairs(
    program: LoweringProgram, value: Operand, type_: Type, what: str
) -> Iterator[tuple[Expr, Expr, str]]:
    """Each size that a type says, and that of a value, with the place for a message."""
    match type_:
        case TensorType():
            if not isinstance(value, SSAValue):
                raise OperatorError(f"{what} is no tensor, expected {type_text(type_)}", "RLX-182")
            element = program.element(value)
            if type_.element is not None and element != element_named(type_.element):
                raise OperatorError(
                    f"{what} has elements of type {element}, expected {type_.element}", "RLX-182"
                )
            yield from of_shape(type_.shape, program.dims(value), f"{what}: dimension")
        case ShapeType():
            given = value.shape.exact if isinstance(value, ShapeType) else None
            if given is None:
                raise OperatorError(f"{what} is no shape, expected {type_text(type_)}", "RLX-182")
            yield from of_shape(type_.shape, given, f"{what}: integer")
        case PrimType():
            if not isinstance(value, Scalar) or value.element != type_.element:
                raise OperatorError(f"{what} is no {type_text(type_)}", "RLX-182")
            if type_.value is not None and value.value is not None:
                yield type_.value, value.value, f"{what}: the scalar"
        case TupleType():
            fields = value if isinstance(value, list) else []
            if not isinstance(value, list) or len(fields) != len(type_.fields):
                raise OperatorError(f"{what} is no {type_text(type_)}", "RLX-182")
            for index, (one, field) in enumerate(zip(fields, type_.fields, strict=True)):
                yield from pairs(program, one, field, f"{what}: member {index}")
        case _:
            return


def of_shape(shape: Shape, given: tuple[Expr, ...], what: str) -> Iterator[tuple[Expr, Expr, str]]:
    """The sizes of one shape."""
    if shape.dims is None and shape.value is None:
        return
    dims = shape.dims
    if dims is None and shape.value is not None:
        dims = Shape.of_value(shape.value, len(given)).dims
    if dims is None or len(dims) != len(given):
        raise OperatorError(
            f"{what.rpartition(': ')[0]} has rank {len(given)}, expected {shape.rank}", "RLX-182"
        )
    for index, (dim, size) in enumerate(zip(dims, given, strict=True)):
        if dim is not None:
            yield dim, size, f"{what} {index}"
