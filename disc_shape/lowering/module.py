"""The lowering of a whole module."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape.lowering import control_flow, hlo, shapes, signature, tensors, views
from disc_shape.lowering.function import is_high, is_high_type
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.prepare import prepare
from disc_shape.lowering.signature import lower_function

LOWERINGS = (control_flow, hlo, shapes, signature, tensors, views)
"""The modules that register lowerings."""


def lower_module(module: ModuleOp) -> None:
    """Replace tensors by buffers in every function of a module."""
    prepare(module)
    constants = Globals(module)
    for op in list(module.ops):
        if isinstance(op, FuncOp) and uses_tensors(op):
            lower_function(op, constants)
            region_dce(op.body)
    constants.insert()


def uses_tensors(function: FuncOp) -> bool:
    """Whether something in a function is a tensor."""
    type_ = function.function_type
    return any(is_high_type(one) for one in (*type_.inputs, *type_.outputs)) or any(
        is_high(value) for op in function.walk() for value in op.results
    )
