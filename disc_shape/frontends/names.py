"""The names that front ends give to sizes in attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, OpResult, SSAValue

from disc_shape.relations.value_types import element_count

JAX_NAME = "jax.global_constant"
"""JAX puts the name of a dimension variable on the argument that receives its value."""


def front_end_names(module: ModuleOp) -> dict[SSAValue, str]:
    """
    The names that front ends give to integers, by the value that is passed under the name, or that
    was passed before the call was inlined.

    JAX's helper functions carry empty names on unrelated arguments; those are ignored. Two values
    under one name are not assumed to be equal.
    """
    functions = {
        op.sym_name.data: op for op in module.body.block.ops if isinstance(op, func.FuncOp)
    }
    names: dict[SSAValue, str] = {}
    for op in module.walk():
        if isinstance(op, func.CallOp):
            callee = functions.get(op.callee.string_value())
            for operand, name in _passed_names(op, callee):
                names.setdefault(operand, name)
        elif len(op.results) == 1 and (name := _name_in(op.attributes)):
            names.setdefault(op.results[0], name)
    return names


def take_front_end_names(module: ModuleOp) -> dict[SSAValue, str]:
    """The names that front ends give to integers; attributes that inlining added are removed."""
    names = front_end_names(module)
    for value in names:
        if isinstance(value, OpResult):
            value.op.attributes.pop(JAX_NAME, None)
    return names


def keep_front_end_names(call: func.CallOp, callee: func.FuncOp) -> None:
    """
    Record the names under which a call passes integers on the operations that compute these, before
    the call is inlined. An integer keeps its first name.

        // func.func private @f(%n: tensor<i32> {jax.global_constant = "b"})
        %0 = stablehlo.get_dimension_size %x, dim = 0
        func.call @f(%0)
    =>
        %0 = stablehlo.get_dimension_size %x, dim = 0 {jax.global_constant = "b"}
    """
    for operand, name in _passed_names(call, callee):
        if isinstance(operand, OpResult) and len(operand.op.results) == 1:
            operand.op.attributes.setdefault(JAX_NAME, StringAttr(name))


def _passed_names(call: func.CallOp, callee: func.FuncOp | None) -> Iterator[tuple[SSAValue, str]]:
    if callee is None or callee.arg_attrs is None:
        return
    for operand, attributes in zip(call.operands, callee.arg_attrs, strict=True):
        name = _name_in(attributes.data)
        if name and element_count(operand.type) == 1:
            yield operand, name


def _name_in(attributes: Mapping[str, Attribute]) -> str:
    name = attributes.get(JAX_NAME)
    return name.data if isinstance(name, StringAttr) else ""
