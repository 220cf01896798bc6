"""The lowering of a whole module."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape.lowering import control_flow, hlo, shapes, signature, tensors, views
from disc_shape.lowering.function import ModuleState, is_high, is_high_type
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.out_parameters import plan_results
from disc_shape.lowering.prepare import prepare
from disc_shape.lowering.signature import lower_function

LOWERINGS = (control_flow, hlo, shapes, signature, tensors, views)
"""The modules that register lowerings."""


def lower_module(module: ModuleOp, *, out_parameters: bool = False) -> None:
    """
    Replace tensors by buffers in every function of a module. With `out_parameters`, the caller
    provides the memory of results whose sizes follow from the arguments of a call.
    """
    prepare(module)
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    plans = {
        op.sym_name.data: plan_results(op)
        if out_parameters
        else (None,) * len(op.function_type.outputs)
        for op in functions
    }
    state = ModuleState(Globals(module), plans)
    for op in functions:
        if uses_tensors(op):
            lower_function(op, state)
            region_dce(op.body)
    state.constants.insert()


def uses_tensors(function: FuncOp) -> bool:
    """Whether something in a function is a tensor."""
    type_ = function.function_type
    return any(is_high_type(one) for one in (*type_.inputs, *type_.outputs)) or any(
        is_high(value) for op in function.walk() for value in op.results
    )
