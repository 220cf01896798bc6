"""Facts about sizes in mlir-hlo's attribute `rt.symbolic_shape` on the arguments of functions."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import Attribute

from disc_shape.analysis.front_end_names import RUNTIME_SHAPE
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.errors import OperationError
from disc_shape.frontends.assume import Assumptions
from disc_shape.frontends.language import Condition, FactSyntaxError, Statement
from disc_shape.symbolic import compare, const, sym


def import_runtime_shapes(module: ModuleOp, functions: Iterable[func.FuncOp]) -> None:
    """
    Write the facts in the argument attributes of functions into the constraint graph, as assumed.

    Raises `OperationError` where an attribute does not fit its argument.
    """
    for function in functions:
        statements = argument_statements(function)
        if statements:
            assumptions = Assumptions(module, function)
            try:
                assumptions.add(statements)
            except FactSyntaxError as error:
                message = f"'{RUNTIME_SHAPE}': {error.message}"
                raise OperationError(message, function, error.notes) from None
            assumptions.write()


def argument_statements(function: func.FuncOp) -> list[Statement]:
    """The facts in the attributes on the arguments of a function, as statements over them."""
    first: dict[int, str] = {}
    statements: list[Statement] = []
    attributes = function.arg_attrs if isinstance(function.arg_attrs, ArrayAttr) else ()
    for index, dictionary in enumerate(attributes):
        for axis, size in enumerate(runtime_sizes(dictionary.data.get(RUNTIME_SHAPE))):
            place = f"{function.body.blocks[0].args[index].name_hint or f'arg{index}'}[{axis}]"
            other = const(size) if size >= 0 else sym(first.setdefault(size, place))
            if other is not sym(place):
                text = f"{place} == {other}"
                condition = compare("==", sym(place), other)
                statements.append(Condition(text, 1, 1, condition))
    return statements


def runtime_sizes(attribute: Attribute | None) -> tuple[int, ...]:
    """The integers of the attribute, none when it is absent."""
    return () if attribute is None else constant_ints(attribute) or ()
