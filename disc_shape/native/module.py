"""
A module of loops as a module of the `llvm` dialect.

Functions that `outline-kernels` has made are kernels: they cannot stop a run. One that has no form
as machine code is left to the interpreter, as is an operation that is not loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    MemRefType,
    ModuleOp,
    UnitAttr,
    i8,
)
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.dialects.memref import AllocOp, GlobalOp
from xdsl.ir import Operation

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.lowering.module import scalar_computations
from disc_shape.native.allocation import allocation_functions
from disc_shape.native.call_state import FIRST
from disc_shape.native.contractions_products import PRODUCT
from disc_shape.native.conversion import convert_function
from disc_shape.native.emitter import Unsupported
from disc_shape.native.entry import Layout, layout_of, run_function, sizes_function
from disc_shape.native.parts import part_function
from disc_shape.native.routine import Callee, Tables, is_kernel
from disc_shape.native.tiles_functions import epilogues_of, functions_of, products_by_element


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
    computations: list[FuncOp] = field(default_factory=list[FuncOp])
    """What custom calls in these combine scalars by."""
    tiles: list[AnyFloat] = field(default_factory=list[AnyFloat])
    """The element types whose tiles are not in the module."""
    has_parts: bool = False
    """Whether there are loops whose iterations threads run."""


def convert_module(
    module: ModuleOp, *, checked: bool = False, shares_tiles: bool = False
) -> Converted:
    """
    Convert a module of loops, with tests of indices if it is `checked`, and without the functions
    of tiles if these are shared; raises `Unsupported`.
    """
    main = entry_function(module)
    constants = [one for one in module.ops if isinstance(one, GlobalOp)]
    names = [one.sym_name.data for one in constants]
    places = {name: FIRST + place for place, name in enumerate(names)}
    tables = Tables(globals=places, checked=checked)
    kept = scalar_computations(module)
    needed = called_from(main, module)
    defined = [
        one
        for one in module.ops
        if isinstance(one, FuncOp) and one.sym_name.data != GRAPH and one.body.blocks
    ]
    functions = [one for one in defined if one in needed]
    computations = [one for one in defined if one.sym_name.data in kept]
    joined = epilogues_of(functions)
    for one in functions:
        name, kind = one.sym_name.data, one.function_type
        is_tested = PRODUCT not in one.attributes and name not in joined
        can_fail = checked and is_kernel(one) and is_tested
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
    products = products_by_element(functions)
    made: list[Operation] = [
        one
        for element, some in products.items()
        for one in not_inlined(functions_of(element, some, tables, shares=shares_tiles))
    ]
    for one in sorted(functions, key=is_kernel, reverse=True):
        if PRODUCT in one.attributes:
            continue
        if not is_kernel(one):
            made.append(convert_function(one, tables))
            continue
        try:
            is_joined = one.sym_name.data in joined
            shared = replace(tables, checked=False) if is_joined else tables
            made += not_inlined([convert_function(one, shared)])
        except Unsupported as error:
            name = one.sym_name.data
            if name in joined:
                raise
            reasons[name] = str(error)
            callee = tables.callees[name]
            tables.callees[name] = Callee(
                callee.name, callee.types, callee.results, callback=len(callbacks)
            )
            callbacks.append(one)
    made.append(sizes_function(main, layout, tables))
    made.append(run_function(main, layout, tables))
    made += allocation_functions(tables)
    if tables.parts:
        made += [*tables.parts, part_function(tables)]
    result = ModuleOp([*outside_functions(tables), *made])
    tiles = [*products] if shares_tiles else []
    return Converted(
        result,
        layout,
        tables.messages,
        callbacks,
        reasons,
        computations,
        tiles,
        bool(tables.parts),
    )


def called_from(main: FuncOp, module: ModuleOp) -> set[FuncOp]:
    """The functions that a run may need: not those whose operations have become loops."""
    symbols = {one.sym_name.data: one for one in module.ops if isinstance(one, FuncOp)}
    found, left = {main}, [main]
    while left:
        calls = (op for op in left.pop().walk() if isinstance(op, CallOp))
        for one in {symbols[call.callee.string_value()] for call in calls} - found:
            found.add(one)
            left.append(one)
    return found


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


def not_inlined(functions: Sequence[llvm.FuncOp]) -> Sequence[llvm.FuncOp]:
    """Functions that stay functions of their own."""
    for one in functions:
        one.properties["no_inline"] = UnitAttr()
    return functions


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
