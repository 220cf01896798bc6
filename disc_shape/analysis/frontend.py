"""What front ends say about sizes beside the operations themselves."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import SSAValue

from disc_shape.relations.value_types import element_count

JAX_NAME = "jax.global_constant"
"""JAX puts the name of a dimension variable on the argument that receives its value."""


def front_end_names(module: ModuleOp) -> dict[SSAValue, str]:
    """
    The names that front ends give to integers, by the value that is passed under the name.

    JAX's helper functions carry empty names on unrelated arguments; those say nothing. A name is
    only ever a name: two values under one name are not taken to be equal.
    """
    functions = {
        op.sym_name.data: op for op in module.body.block.ops if isinstance(op, func.FuncOp)
    }
    names: dict[SSAValue, str] = {}
    for op in module.walk():
        if isinstance(op, func.CallOp):
            callee = functions.get(op.callee.string_value())
            for index, name in _argument_names(callee).items():
                if element_count(op.operands[index].type) == 1:
                    names.setdefault(op.operands[index], name)
    return names


def _argument_names(function: func.FuncOp | None) -> dict[int, str]:
    if function is None or not isinstance(function.arg_attrs, ArrayAttr):
        return {}
    names: dict[int, str] = {}
    for index, attributes in enumerate(function.arg_attrs.data):
        name = attributes.data.get(JAX_NAME)
        if isinstance(name, StringAttr) and name.data:
            names[index] = name.data
    return names
