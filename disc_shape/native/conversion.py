"""Whole functions as functions of the `llvm` dialect."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.native.control import convert_blocks
from disc_shape.native.emitter import POINTER
from disc_shape.native.memrefs import part_types
from disc_shape.native.routine import CONVERTERS, NO_ALIAS, Routine, Tables

CONVERTERS.families.load_common()


def convert_function(function: FuncOp, tables: Tables) -> llvm.FuncOp:
    """A function as one of the `llvm` dialect; raises `Unsupported`."""
    callee = tables.callees[function.sym_name.data]
    routine = Routine(tables, callee)
    emitter, body = routine.emitter, function.body
    types = [part for type_ in callee.types for part in part_types(type_)]
    if not callee.is_kernel:
        types.insert(0, POINTER)
    given = [emitter.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    if not callee.is_kernel:
        routine.context = given.pop(0)
    first, *others = body.blocks
    routine.bind_parts(first.args, given)
    if others:
        convert_blocks(routine, list(body.blocks))
    else:
        routine.convert_all(first.ops)
    found = routine.finish(callee.name, types, callee.returned)
    if callee.is_kernel:
        found.properties["arg_attrs"] = ArrayAttr(pointer_attributes(function))
    return found


def pointer_attributes(function: FuncOp) -> Iterator[DictionaryAttr]:
    """The attributes of the arguments of a kernel, in the `llvm` dialect."""
    given = [] if function.arg_attrs is None else list(function.arg_attrs)
    for place, type_ in enumerate(function.function_type.inputs):
        known = given[place].data if given else dict[str, Attribute]()
        for part in part_types(type_):
            attributes = dict[str, Attribute]()
            if part == POINTER:
                attributes["llvm.nonnull"] = UnitAttr()
                if NO_ALIAS in known:
                    attributes[NO_ALIAS] = UnitAttr()
            yield DictionaryAttr(attributes)
