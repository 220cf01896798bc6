"""Puts operations in the place of custom calls that JAX exports for those of dynamic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, Region
from xdsl.traits import SymbolTable

from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW, declared_shapes
from disc_shape.constraints.types import static_size
from disc_shape.dialects.hlo import control_flow
from disc_shape.dialects.hlo.attributes import i64_attr, ints_attr, pairs_attr
from disc_shape.dialects.hlo.calls import SHAPE_OPERANDS, CustomCallOp
from disc_shape.dialects.hlo.factory import final, twin
from disc_shape.dialects.hlo.op import CHLO, HloOp, prefix_of
from disc_shape.dialects.hlo.random_numbers import RngBitGeneratorOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter, static_type
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.folding import numbers

CONFIG = "mhlo.backend_config"
"""The attribute by which JAX gives a dictionary to a target."""


def reduce_static_windows(op: Operation, rewriter: Rewriter) -> bool:
    """
    Reduce windows whose sizes, strides, dilations and padding are known.

        %1 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%0, %init, %sizes, %strides,
            %base_dilations, %dilations, %padding) {called_computations = [@max]}
    =>
        %1 = "stablehlo.reduce_window"(%0, %init) <{window_dimensions = array<i64: 2>, ...}> ({...})
    """
    assert isinstance(op, CustomCallOp)
    count = 2 * len(op.results)
    if op.target != DYNAMIC_REDUCE_WINDOW or len(op.operands) != count + 5:
        return False
    known = [rewriter.constants(value) for value in op.operands[count:]]
    windows = [sizes for sizes in known if sizes is not None]
    body = body_of(op)
    if body is None or len(windows) < len(known):
        return False
    prefix, padding = prefix_of(op.name), windows.pop()
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    properties = {
        name: ints_attr(sizes, prefix) for name, sizes in zip(names, windows, strict=True)
    }
    properties["padding"] = pairs_attr(list(zip(padding[::2], padding[1::2], strict=True)))
    new = twin(ReduceWindowOp, op).create(
        operands=op.operands[:count],
        result_types=op.result_types,
        properties=properties,
        regions=[body],
    )
    for inner in body.walk():
        rewriter.order.numbers[inner] = rewriter.order.number(op)
    return rewriter.replace_by(op, new)


def body_of(op: CustomCallOp) -> Region | None:
    """A copy of the one function that is called, as a body; None if other functions are called."""
    called = op.called_computations
    symbols = () if called is None else called.data
    function = called_function(op, symbols[0]) if len(symbols) == 1 else None
    if function is None or function.body.first_block is not function.body.last_block:
        return None
    last = None if function.body.first_block is None else function.body.block.last_op
    others = [inner for inner in function.body.walk() if inner is not last]
    if not isinstance(last, ReturnOp) or not all(isinstance(inner, HloOp) for inner in others):
        return None
    body = function.body.clone()
    end = body.block.last_op
    assert end is not None
    end.detach()
    body.block.add_op(twin(control_flow.ReturnOp, op).create(operands=end.operands))
    end.erase()
    return body


def called_function(op: Operation, symbol: SymbolRefAttr) -> FuncOp | None:
    """The function of a name."""
    function = SymbolTable.lookup_symbol(op, symbol)
    return function if isinstance(function, FuncOp) else None


def generate_static_bits(op: Operation, rewriter: Rewriter) -> bool:
    """
    Generate random bits whose shape is known.

        %1:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape)
            {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}
    =>
        %1:2 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT
    """
    assert isinstance(op, CustomCallOp)
    algorithm = op.attributes.get("rng_algorithm")
    if op.target != "stablehlo.dynamic_rng_bit_generator" or algorithm is None:
        return False
    if len(op.results) != 2 or len(op.operands) != 2:
        return False
    bits = static_type(op.results[1].type, rewriter.dims(op.results[1]))
    if bits is None:
        return False
    new = twin(RngBitGeneratorOp, op).create(
        operands=op.operands[:1],
        result_types=[op.results[0].type, bits],
        properties={"rng_algorithm": algorithm},
    )
    return stands_for(op, new, rewriter)


def take_constant_top_k(op: Operation, rewriter: Rewriter) -> bool:
    """
    Take a known number of the largest elements.

        %1:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%0, %three)
    =>
        %values, %indices = chlo.top_k(%0, k = 3)
    """
    assert isinstance(op, CustomCallOp)
    if op.target != "stablehlo.dynamic_top_k" or len(op.operands) != 2 or len(op.results) != 2:
        return False
    found = rewriter.constants(op.operands[1])
    if found is None or found[0] < 0:
        return False
    from disc_shape.dialects.hlo.client_other import TopKOp

    new = final(TopKOp, CHLO).create(
        operands=op.operands[:1], result_types=op.result_types, properties={"k": i64_attr(found[0])}
    )
    return stands_for(op, new, rewriter)


def approximate_constant_top_k(op: Operation, rewriter: Rewriter) -> bool:
    """
    Write a known number of elements into the configuration of an approximate selection.

        %1:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%0, %at, %i, %j, %three)
            {mhlo.backend_config = {...}, called_computations = [@greater]}
    =>
        %1:2 = stablehlo.custom_call @ApproxTopK(%0, %at, %i, %j)
            {mhlo.backend_config = {..., top_k = 3 : i64}, called_computations = [@greater]}
    """
    assert isinstance(op, CustomCallOp)
    count = 2 * len(op.results)
    if op.target != "stablehlo.dynamic_approx_top_k" or len(op.operands) != count + 1:
        return False
    found = numbers(op.operands[count])
    if found is None or found[0] < 0:
        return False
    top_k = {"top_k": i64_attr(found[0])}
    attributes, properties = dict(op.attributes), dict(op.properties)
    properties["call_target_name"] = StringAttr("ApproxTopK")
    if isinstance(config := attributes.get(CONFIG), DictionaryAttr):
        attributes[CONFIG] = DictionaryAttr({**config.data, **top_k})
    elif isinstance(config := op.backend_config, DictionaryAttr):
        properties["backend_config"] = DictionaryAttr({**config.data, **top_k})
    else:
        return False
    return with_operands(op, range(count), properties, attributes, rewriter)


def drop_static_shapes(op: Operation, rewriter: Rewriter) -> bool:
    """
    Remove the operands that hold the shapes of results, once the types of all of these have them.

        %1 = stablehlo.custom_call @f(%0, %shape) {indices_of_shape_operands = dense<1> : ...}
            : (tensor<4xf32>, tensor<1xi64>) -> tensor<8xf32>
    =>
        %1 = stablehlo.custom_call @f(%0) : (tensor<4xf32>) -> tensor<8xf32>
    """
    assert isinstance(op, CustomCallOp)
    shapes = declared_shapes(op)
    if not shapes or op.output_operand_aliases is not None:
        return False
    if any(as_tensor(result.type) is None for result in op.results):
        return False
    if any(static_size(size) is None for one in op.results for size in rewriter.dims(one)):
        return False
    attributes = dict(op.attributes)
    del attributes[SHAPE_OPERANDS]
    kept = [index for index in range(len(op.operands)) if index not in shapes]
    return with_operands(op, kept, dict(op.properties), attributes, rewriter)


def with_operands(
    op: CustomCallOp,
    kept: Sequence[int],
    properties: dict[str, Attribute],
    attributes: dict[str, Attribute],
    rewriter: Rewriter,
) -> bool:
    """Put a call of some operands, with their layouts, in the place of another one."""
    if op.operand_layouts is not None:
        layouts = cast("Sequence[Attribute]", op.operand_layouts.data)
        properties["operand_layouts"] = ArrayAttr([layouts[index] for index in kept])
    types = [
        static_type(result.type, rewriter.dims(result)) or result.type
        if as_tensor(result.type) is not None
        else result.type
        for result in op.results
    ]
    new = type(op).create(
        operands=[op.operands[index] for index in kept],
        result_types=types,
        properties=properties,
        attributes=attributes,
    )
    removed = {name: op.attributes.pop(name) for name in list(op.attributes)}
    if rewriter.replace_by(op, new):
        return True
    op.attributes.update(removed)
    return False


def stands_for(op: CustomCallOp, new: Operation, rewriter: Rewriter) -> bool:
    """Replace a call; what describes the call is no attribute of the operation."""
    if not rewriter.replace_by(op, new):
        return False
    for name in (SHAPE_OPERANDS, CONFIG, "rng_algorithm"):
        new.attributes.pop(name, None)
    return True


for _rule in (
    reduce_static_windows,
    generate_static_bits,
    take_constant_top_k,
    approximate_constant_top_k,
    drop_static_shapes,
):
    register_rule(_rule, CustomCallOp)
