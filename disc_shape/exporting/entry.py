"""The name of the function that an engine runs."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Attribute

from disc_shape.analysis.call_graph import entry_function
from disc_shape.exporting.export import functions_of

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
    for function in functions_of(module):
        name = function.sym_name.data
        function.sym_name = StringAttr(names.get(name, name))
    for op in module.walk():
        for attributes in (op.properties, op.attributes):
            for key, value in attributes.items():
                attributes[key] = renamed(value, names)


def renamed(value: Attribute, names: dict[str, str]) -> Attribute:
    """A reference by the new name of what it refers to; other attributes as they are."""
    if not isinstance(value, SymbolRefAttr) or value.string_value() not in names:
        return value
    return SymbolRefAttr(names[value.string_value()])
