"""
A module of loops as a module of the `llvm` dialect.

Functions that `outline-kernels` has made are kernels: they cannot stop a run. One that has no form
as machine code is left to the interpreter, as is an operation that is not loops.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ModuleOp, UnitAttr, i8
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.dialects.memref import AllocOp, GlobalOp
from xdsl.ir import Operation

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.native.allocation import allocation_functions
from disc_shape.native.call_state import FIRST
from disc_shape.native.contractions_products import PRODUCT, matrix_element
from disc_shape.native.conversion import convert_function
from disc_shape.native.emitter import Unsupported
from disc_shape.native.entry import Layout, layout_of, run_function, sizes_function
from disc_shape.native.machine import host
from disc_shape.native.routine import Callee, Tables, is_kernel
from disc_shape.native.tiles import product_functions


@dataclass
class Converted:
    """A module of the `llvm` dialect, and what running it takes."""

    module: ModuleOp
    layout: Layout
    messages: list[str]
    callbacks: list[FuncOp] = field(default_factory=list[FuncOp])
    """What the interpreter runs, by number."""
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    """By the names of these, why they have no form as machine code."""


def convert_module(module: ModuleOp, *, checked: bool = False) -> Converted:
    """
    Convert a module of loops, with tests of indices if it is `checked`; raises `Unsupported`.
    """
    main = entry_function(module)
    constants = [one for one in module.ops if isinstance(one, GlobalOp)]
    names = [one.sym_name.data for one in constants]
    places = {name: FIRST + place for place, name in enumerate(names)}
    tables = Tables(globals=places, checked=checked)
    functions = [
        one
        for one in module.ops
        if isinstance(one, FuncOp) and one.sym_name.data != GRAPH and one.body.blocks
    ]
    for one in functions:
        name, kind = one.sym_name.data, one.function_type
        can_fail = checked and is_kernel(one) and PRODUCT not in one.attributes
        tables.callees[name] = Callee(
            f"program_{name}",
            kind.inputs.data,
            kind.outputs.data,
            is_kernel(one) and not can_fail,
            is_checked_kernel=can_fail,
        )
    layout = layout_of(main, names)
    tables.arena = arena_of(main, module)
    callbacks: list[FuncOp] = []
    reasons: dict[str, str] = {}
    made: list[Operation] = []
    for one in sorted(functions, key=is_kernel, reverse=True):
        if not is_kernel(one):
            made.append(convert_function(one, tables))
            continue
        try:
            made += converted_kernel(one, tables)
        except Unsupported as error:
            name = one.sym_name.data
            reasons[name] = str(error)
            callee = tables.callees[name]
            tables.callees[name] = Callee(
                callee.name, callee.types, callee.results, callback=len(callbacks)
            )
            callbacks.append(one)
    made.append(sizes_function(main, layout, tables))
    made.append(run_function(main, layout, tables))
    made += allocation_functions(tables)
    result = ModuleOp([*outside_functions(tables), *made])
    return Converted(result, layout, tables.messages, callbacks, reasons)


def arena_of(main: FuncOp, module: ModuleOp) -> Operation | None:
    """
    The only allocation of bytes of the entry function, outside of control flow; None where other
    functions call that one, so that it may have several activations. Of several arenas, a run holds
    one at a time.
    """
    name = main.sym_name.data
    if any(isinstance(op, CallOp) and op.callee.string_value() == name for op in module.walk()):
        return None
    arenas = [
        op
        for op in main.body.blocks[0].ops
        if isinstance(op, AllocOp) and op.memref.type == ARENA_TYPE
    ]
    return arenas[0] if len(arenas) == 1 else None


ARENA_TYPE = MemRefType(i8, [DYNAMIC_INDEX])
"""The type of what `plan-memory` allocates."""


def converted_kernel(function: FuncOp, tables: Tables) -> list[llvm.FuncOp]:
    """A kernel as functions of the `llvm` dialect; raises `Unsupported`."""
    if PRODUCT in function.attributes:
        callee = tables.callees[function.sym_name.data]
        element = matrix_element(function)
        made = [*product_functions(callee.name, element, host(), tables.functions)]
    else:
        made = [convert_function(function, tables)]
    for one in made:
        one.properties["no_inline"] = UnitAttr()
    return made


def outside_functions(tables: Tables) -> list[llvm.FuncOp]:
    """Declarations of functions that are not in the module."""
    return [
        llvm.FuncOp(
            name,
            llvm.LLVMFunctionType(list(types), llvm.LLVMVoidType() if type_ is None else type_),
            linkage=llvm.LinkageAttr("external"),
        )
        for name, (types, type_) in sorted(tables.functions.items())
    ]
