"""Facts about sizes in the argument attributes and operations of front ends."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import Attribute

from disc_shape.class_table import ClassTable, Families
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.errors import OperationError
from disc_shape.frontends.assume import Assumptions
from disc_shape.frontends.language import Condition, FactSyntaxError, Statement
from disc_shape.symbolic import compare, const, sym

RUNTIME_SHAPE = "rt.symbolic_shape"
"""
mlir-hlo's attribute: one integer per dimension, a size where it is not negative, and equal negative
integers, anywhere in the function, for equal sizes.
"""

FACTS: ClassTable[Callable[[ModuleOp], None]] = ClassTable(
    Families("disc_shape.frontends", common=(), late={"torch": ("torch",), "torch_c": ("torch",)})
)
"""
The functions that import the facts of operations of a front end, for a whole module, and erase the
operations.
"""


def import_facts(module: ModuleOp) -> None:
    """
    Convert facts about sizes in the attributes and operations of front ends into symbols in types
    and predicates of the constraint graph.

    Raises `OperationError` where they do not fit the program, or contradict each other.
    """
    import_argument_facts(module)
    classes = dict.fromkeys(type(op) for op in module.walk())
    for importer in dict.fromkeys(map(FACTS.find, classes)):
        if importer is not None:
            importer(module)


def import_argument_facts(module: ModuleOp) -> None:
    """
    Write the facts in argument attributes into the constraint graph, as assumed.

    Raises `OperationError` where an attribute does not fit its argument.
    """
    for op in module.body.block.ops:
        if isinstance(op, func.FuncOp) and op.body.blocks and op.sym_name.data != GRAPH:
            statements = argument_statements(op)
            if statements:
                assumptions = Assumptions(module, op)
                try:
                    assumptions.add(statements)
                except FactSyntaxError as error:
                    message = f"'{RUNTIME_SHAPE}': {error.message}"
                    raise OperationError(message, op, error.notes) from None
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
