"""The name of the function that an engine runs."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.analysis.call_graph import entry_function

MAIN = "main"


def name_entry_main(module: ModuleOp) -> None:
    """
    Let the entry function be `@main`, as XLA wants it. A function that is called so gets its name.

        func.func @forward(...)              func.func @main(...)
        func.func private @main(...)    =>   func.func private @forward(...)
    """
    entry = entry_function(module).sym_name.data
    if entry == MAIN:
        return
    names = {entry: MAIN, MAIN: entry}
    for function in module.ops:
        if isinstance(function, FuncOp):
            name = function.sym_name.data
            function.sym_name = StringAttr(names.get(name, name))
    for op in module.walk():
        for attributes in (op.properties, op.attributes):
            for key, value in attributes.items():
                attributes[key] = renamed(value, names)


def renamed(value: Attribute, names: dict[str, str]) -> Attribute:
    """References by the new names of what they refer to; other attributes as they are."""
    if isinstance(value, ArrayAttr):
        items = cast("ArrayAttr[Attribute]", value).data
        return ArrayAttr(renamed(one, names) for one in items)
    if not isinstance(value, SymbolRefAttr) or value.string_value() not in names:
        return value
    return SymbolRefAttr(names[value.string_value()])
