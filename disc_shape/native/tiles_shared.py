"""
The tiles of products as machine code of their own: compiled once for a machine, by the first
program that multiplies, and linked into each.
"""

from __future__ import annotations

from functools import cache

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, ModuleOp, i64

from disc_shape.native.compilation import MachineCode, llvm_text, machine_code
from disc_shape.native.machine import Host, compiling_for
from disc_shape.native.module import outside_functions
from disc_shape.native.routine import Tables
from disc_shape.native.tiles import product_functions
from disc_shape.native.tiles_functions import finish_name, tiles_name
from disc_shape.native.tiles_shapes import FINISH_ARGUMENTS


@cache
def shared_tiles(element: AnyFloat, target: Host) -> MachineCode:
    """
    The function of tiles of an element type. It calls one that each program defines, by the name
    that `finish_name` says.
    """
    finish = finish_name(element)
    tables = Tables(functions={finish: ((i64, *FINISH_ARGUMENTS), None)})
    name = tiles_name(element)
    tiles, copy = product_functions(name, element, target, tables.functions, finish)
    for one in (tiles, copy):
        one.properties["linkage"] = llvm.LinkageAttr("external")
    tables.functions[copy.sym_name.data] = (copy.function_type.inputs.data, None)
    with compiling_for(target):
        written = llvm_text(ModuleOp([*outside_functions(tables), tiles]))
        return machine_code(llvm_text(ModuleOp([copy])), written)
