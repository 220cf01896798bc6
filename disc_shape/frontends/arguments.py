"""Facts about sizes in the argument attributes and operations of front ends."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, ModuleOp

from disc_shape.analysis.front_end_names import RUNTIME_SHAPE
from disc_shape.class_table import ClassTable, Families
from disc_shape.constraints.callees import functions_in
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.traversal import Census

FACTS: ClassTable[Callable[[ModuleOp], None]] = ClassTable(
    Families("disc_shape.frontends", common=(), late={"torch": ("torch",), "torch_c": ("torch",)})
)
"""
The functions that import the facts of operations of a front end, for a whole module, and erase the
operations.
"""


def import_facts(module: ModuleOp, census: Census | None = None) -> bool:
    """
    Convert facts about sizes in the attributes and operations of front ends into symbols in types
    and predicates of the constraint graph; whether there were any. A `census` of the module saves
    a walk.

    Raises `OperationError` where they do not fit the program, or contradict each other.
    """
    functions = [op for op in functions_in(module) if has_runtime_shapes(op)]
    if functions:
        from disc_shape.frontends.runtime_shapes import import_runtime_shapes

        import_runtime_shapes(module, functions)
    classes = (census or Census.of(module)).classes
    importers = [one for one in dict.fromkeys(map(FACTS.find, classes)) if one is not None]
    for importer in importers:
        importer(module)
    return bool(functions or importers)


def has_runtime_shapes(function: func.FuncOp) -> bool:
    """Whether a function with a body has the attribute on one of its arguments."""
    if not isinstance(function.arg_attrs, ArrayAttr) or not function.body.blocks:
        return False
    named = any(RUNTIME_SHAPE in dictionary.data for dictionary in function.arg_attrs)
    return named and function.sym_name.data != GRAPH
