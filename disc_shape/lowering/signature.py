"""Functions, their returns and their calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.disc_shape.encoding import (
    DIMS,
    Symbols,
    dims_attribute,
    get_symbols,
    symbol_list,
    value_symbols,
)
from disc_shape.dialects.hlo.calls import CompositeOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.registry import register_lowering
from disc_shape.lowering.types import lowered
from disc_shape.lowering.writer import no_form


def lower_function(function: func.FuncOp, constants: Globals) -> None:
    """
    Give a function buffers for tensors. Its arguments are borrowed; its results are buffers that
    the caller owns, never an argument, a global or each other.

        func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
    =>
        func.func @f(%x: memref<?xf32> {disc_shape.dims = [@n]})
            -> (memref<?xf32> {disc_shape.dims = [@n]})
    """
    type_ = function.function_type
    block = function.body.first_block
    arguments = [value_symbols(one) for one in block.args] if block is not None else None
    inputs = arguments or [get_symbols(one) for one in type_.inputs]
    outputs = [get_symbols(one) for one in type_.outputs]
    if block is not None:
        lowering = FunctionLowering(constants, function.body)
        lowering.lower_region(function.body, borrowed=True)
        lowering.finish()
    function.properties["function_type"] = FunctionType.from_lists(
        [lowered(one, function) for one in type_.inputs],
        [lowered(one, function) for one in type_.outputs],
    )
    _write_symbols(function, "arg_attrs", inputs)
    _write_symbols(function, "res_attrs", outputs)


def _write_symbols(function: func.FuncOp, name: str, lists: Sequence[Symbols | None]) -> None:
    """Write symbols into the dictionaries of arguments or results."""
    if not any(lists):
        return
    found = function.properties.get(name)
    dictionaries: list[Mapping[str, Attribute]] = [{} for _ in lists]
    if isinstance(found, ArrayAttr):
        given = cast("ArrayAttr[Attribute]", found)
        dictionaries = [one.data if isinstance(one, DictionaryAttr) else {} for one in given]
    function.properties[name] = ArrayAttr(
        [
            DictionaryAttr({**data, DIMS: symbol_list(names)} if names else dict(data))
            for data, names in zip(dictionaries, lists, strict=True)
        ]
    )


def lower_return(op: Operation, lowering: FunctionLowering) -> None:
    """
    Hand the results to the caller.

        func.return %0 : tensor<?xf32>     =>   func.return %0 : memref<?xf32>
    """
    assert isinstance(op, func.ReturnOp)
    function = op.parent_op()
    assert isinstance(function, func.FuncOp)
    values = lowering.handed_on(op.arguments, function.function_type.outputs)
    lowering.emit(func.ReturnOp(*values))


def lower_call(op: Operation, lowering: FunctionLowering) -> None:
    """
    Lend buffers to a function and own what it returns.

        %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
    =>
        %1 = func.call @f(%0) : (memref<?xf32>) -> memref<?xf32>
    """
    assert isinstance(op, func.CallOp)
    call(op.callee.string_value(), op, lowering).attributes.update(op.attributes)


def lower_composite(op: Operation, lowering: FunctionLowering) -> None:
    """
    Call the decomposition.

        %1 = stablehlo.composite "my.op" %0 {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>
    =>
        %1 = func.call @f(%0) : (memref<?xf32>) -> memref<?xf32>
    """
    assert isinstance(op, CompositeOp)
    if op.composite_regions:
        raise no_form(op)
    call(op.decomposition.string_value(), op, lowering)


def call(callee: str, op: Operation, lowering: FunctionLowering) -> func.CallOp:
    """Call a function in the place of an operation with its operands and results."""
    arguments = [lowering.row_major(value) for value in op.operands]
    types = [lowered(result.type, op) for result in op.results]
    new = lowering.emit(func.CallOp(callee, arguments, types))
    lists = [value_symbols(result) for result in op.results]
    if any(lists):
        new.attributes[DIMS] = dims_attribute(lists)
    receive_all(op.results, new.results, lowering)
    return new


def receive_all(
    results: Sequence[SSAValue], buffers: Sequence[SSAValue], lowering: FunctionLowering
) -> None:
    """Own the buffers that stand for results."""
    for result, buffer in zip(results, buffers, strict=True):
        lowering.receive(result, buffer)


register_lowering(lower_return, func.ReturnOp)
register_lowering(lower_call, func.CallOp)
register_lowering(lower_composite, CompositeOp)
