"""The lowering of a whole module."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Operation

from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.errors import OperationError
from disc_shape.locations import fill_locations
from disc_shape.lowering.function import ModuleState
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.out_parameters import plan_results
from disc_shape.lowering.out_symbols import OutSymbols
from disc_shape.lowering.padding import write_pads_in_place
from disc_shape.lowering.pieces import write_pieces_in_place
from disc_shape.lowering.prepare import prepare
from disc_shape.lowering.registry import FAMILIES
from disc_shape.lowering.signature import lower_function
from disc_shape.lowering.visiting import SHAPE, is_high, is_high_type
from disc_shape.traversal import erase_dead

FAMILIES.load_common()

COMPUTATIONS = "called_computations"
"""The attribute of a custom call that names functions instead of having regions."""


def lower_module(module: ModuleOp, *, out_parameters: bool = False) -> None:
    """
    Replace tensors by buffers in every function of a module. With `out_parameters`, the caller
    provides the memory of results whose sizes follow from the arguments of a call.
    """
    legalize_chlo(module)
    prepare(module)
    kept = scalar_computations(module)
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data not in kept]
    plans = {
        op.sym_name.data: plan_results(op)
        if out_parameters
        else (None,) * len(op.function_type.outputs)
        for op in functions
    }
    state = ModuleState(Globals(module), OutSymbols(module), plans)
    for op in functions:
        if uses_tensors(op):
            lower_function(op, state)
            erase_dead(op.body)
            fill_locations(op.body)
    state.constants.insert()
    state.symbols.insert()
    for op in functions:
        write_pieces_in_place(op)
        write_pads_in_place(op)
    for op in module.ops:
        if isinstance(op, ModuleOp):
            lower_module(op, out_parameters=out_parameters)


def scalar_computations(module: ModuleOp) -> set[str]:
    """
    The functions that operations run on scalars, as they would a region: they stay on tensors.
    OperationError when one of them is called as well.
    """
    names: set[str] = set()
    called: dict[str, Operation] = {}
    for op in module.walk():
        if isinstance(op, CallOp):
            called[op.callee.string_value()] = op
        attr = op.get_attr_or_prop(COMPUTATIONS)
        for one in cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else ():
            if isinstance(one, SymbolRefAttr):
                names.add(one.string_value())
    for name in sorted(names & called.keys()):
        raise OperationError(
            f"@{name} is called, but is also a computation of scalars", called[name]
        )
    return names


def uses_tensors(function: FuncOp) -> bool:
    """Whether something in a function is a tensor, or computes a shape."""
    type_ = function.function_type
    return any(is_high_type(one) for one in (*type_.inputs, *type_.outputs)) or any(
        op.dialect_name() == SHAPE or any(map(is_high, op.results)) for op in function.walk()
    )
