"""
Replaces tuples, futures and asynchronous bundles by their members.

There are no aggregates at buffer level: an argument, a result or a loop-carried value that is a
tuple becomes one value for each of its members, nested ones too, in order. An asynchronous
computation runs where it is started, and a future is the tuple of its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import cf, func, scf, tensor
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    TupleType,
    UnrealizedConversionCastOp,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.disc_shape.encoding import DIMS, Symbols, note_symbols, value_symbols
from disc_shape.dialects.hlo.asynchronous import (
    AsyncBundleType,
    AsyncDoneOp,
    AsyncStartOp,
    AsyncUpdateOp,
    FutureDoneOp,
    FutureStartOp,
    FutureType,
    parts_of,
)
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.calls import CompositeOp, CustomCallOp
from disc_shape.dialects.hlo.control_flow import (
    CaseOp,
    IfOp,
    OptimizationBarrierOp,
    ReturnOp,
    WhileOp,
)
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, TupleOp, members
from disc_shape.lowering.writer import no_form

AGGREGATES = (TupleType, FutureType, AsyncBundleType)

FLATTENED = (
    func.CallOp,
    func.ReturnOp,
    scf.IfOp,
    scf.IndexSwitchOp,
    scf.ForOp,
    scf.WhileOp,
    scf.YieldOp,
    scf.ConditionOp,
    cf.BranchOp,
    cf.ConditionalBranchOp,
    cf.SwitchOp,
    CompositeOp,
    CustomCallOp,
    CaseOp,
    IfOp,
    OptimizationBarrierOp,
    ReturnOp,
    WhileOp,
)
"""Operations whose tuples among operands and results are replaced by their members."""

SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")


def leaves(type_: Attribute) -> list[Attribute]:
    """The types of the members of an aggregate, nested ones too, or the type itself."""
    if isinstance(type_, TupleType):
        return [leaf for one in type_.types for leaf in leaves(one)]
    if isinstance(type_, FutureType):
        return [leaf for one in parts_of(type_) for leaf in leaves(one)]
    if isinstance(type_, AsyncBundleType):
        return leaves(parts_of(type_)[1])
    return [type_]


def flatten_aggregates(module: ModuleOp) -> None:
    """
    Replace tuples and futures by their members.

        func.func @f(%t: tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32> {
          %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<i32>>) -> ...
          func.return %0 : tensor<?xf32>
        }
    =>
        func.func @f(%0: tensor<?xf32>, %1: tensor<i32>) -> tensor<?xf32> {
          func.return %0 : tensor<?xf32>
        }
    """
    ops = [op for op in module.walk() if _holds_aggregates(op)]
    for op in ops:
        for region in op.regions:
            for block in region.blocks:
                _flatten_arguments(block)
    for op in ops:
        if isinstance(op, func.FuncOp):
            _flatten_signature(op)
        elif any(_is_aggregate(value) for value in (*op.operands, *op.results)):
            _flatten(op)
    _cancel(module)


def _holds_aggregates(op: Operation) -> bool:
    arguments = (one for region in op.regions for block in region.blocks for one in block.args)
    if isinstance(op, func.FuncOp):
        type_ = op.function_type
        if any(isinstance(one, AGGREGATES) for one in (*type_.inputs, *type_.outputs)):
            return True
    return any(_is_aggregate(value) for value in (*op.operands, *op.results, *arguments))


def _is_aggregate(value: SSAValue) -> bool:
    return isinstance(value.type, AGGREGATES)


def _packed(members: Sequence[SSAValue], type_: Attribute) -> Operation:
    return UnrealizedConversionCastOp.create(operands=members, result_types=[type_])


def _members(value: SSAValue, op: Operation) -> Sequence[SSAValue]:
    """The members of an aggregate, unpacked before an operation, or the value itself."""
    if not _is_aggregate(value):
        return [value]
    types = leaves(value.type)
    return _put(UnrealizedConversionCastOp.create(operands=[value], result_types=types), op).results


def _flatten_arguments(block: Block) -> None:
    for argument in list(block.args):
        if not _is_aggregate(argument):
            continue
        new = [
            block.insert_arg(type_, argument.index + 1 + number)
            for number, type_ in enumerate(leaves(argument.type))
        ]
        whole = _packed(new, argument.type)
        if block.first_op is None:
            block.add_op(whole)
        else:
            block.insert_ops_before([whole], block.first_op)
        argument.replace_all_uses_with(whole.results[0])
        block.erase_arg(argument)


def _flatten_signature(function: func.FuncOp) -> None:
    type_ = function.function_type
    inputs, outputs = type_.inputs.data, type_.outputs.data
    for name, types in (("arg_attrs", inputs), ("res_attrs", outputs)):
        given = function.properties.get(name)
        if isinstance(given, ArrayAttr):
            dictionaries = cast("ArrayAttr[Attribute]", given).data
            function.properties[name] = ArrayAttr(
                [
                    DictionaryAttr({}) if isinstance(one, AGGREGATES) else data
                    for one, data in zip(types, dictionaries, strict=True)
                    for _ in leaves(one)
                ]
            )
    function.properties["function_type"] = FunctionType.from_lists(
        [leaf for one in inputs for leaf in leaves(one)],
        [leaf for one in outputs for leaf in leaves(one)],
    )


def _flatten(op: Operation) -> None:
    """Replace one operation that has tuples among its operands or results."""
    if isinstance(op, TupleOp | AsyncUpdateOp):
        values = [leaf for operand in op.operands for leaf in _members(operand, op)]
    elif isinstance(op, AsyncDoneOp | FutureDoneOp):
        values = _members(op.operands[0], op)
    elif isinstance(op, GetTupleElementOp):
        counts = [len(leaves(one)) for one in members(op.operand.type)]
        first, index = sum(counts[: int_of(op.index)]), int_of(op.index)
        values = _members(op.operand, op)[first : first + counts[index]]
    elif isinstance(op, FutureStartOp):
        values = _inlined(op)
    elif isinstance(op, AsyncStartOp):
        values = _called(op)
    elif isinstance(op, FLATTENED):
        values = _rebuilt(op)
    else:
        raise no_form(op)
    replacements: list[SSAValue] = []
    for result in op.results:
        types = leaves(result.type)
        own, values = values[: len(types)], values[len(types) :]
        own = [_as(value, type_, op) for value, type_ in zip(own, types, strict=True)]
        if _is_aggregate(result):
            own = [_put(_packed(own, result.type), op).results[0]]
        else:
            _name(own[0], value_symbols(result))
        replacements += own
    Rewriter.replace_op(op, [], replacements)


def _put(new: Operation, op: Operation) -> Operation:
    Rewriter.insert_op(new, InsertPoint.before(op))
    return new


def _as(value: SSAValue, type_: Attribute, op: Operation) -> SSAValue:
    """A value cast to the expected type, which may have other static sizes or symbols."""
    tensor_type = as_tensor(type_)
    if value.type == type_ or tensor_type is None:
        return value
    return _put(tensor.CastOp(value, tensor_type), op).results[0]


def _name(value: SSAValue, names: Symbols | None) -> None:
    """Write the symbols of a result beside a tensor that replaces it and has none itself."""
    if names is not None and as_tensor(value.type) is not None and value_symbols(value) is None:
        note_symbols(value, names)


def _directly_follows(op: Operation, value: SSAValue) -> bool:
    """Whether only casts lie between a value and an operation, none of which checks sizes."""
    between = op
    while (previous := between.prev_op) is not None:
        if previous is value.owner:
            return True
        if not isinstance(previous, UnrealizedConversionCastOp):
            return False
        between = previous
    return False


def _inlined(op: FutureStartOp) -> Sequence[SSAValue]:
    """Inline the region of an operation before it; its yielded values."""
    block = op.body.block
    for argument, operand in zip(block.args, op.operands, strict=True):
        argument.replace_all_uses_with(_as(operand, argument.type, op))
    last = block.last_op
    assert last is not None
    for inner in list(block.ops):
        inner.detach()
        if inner is not last:
            _put(inner, op)
    values = list(last.operands)
    last.erase()
    return values


def _called(op: AsyncStartOp) -> Sequence[SSAValue]:
    """Call a function where it is started; its results."""
    operands = [leaf for operand in op.operands for leaf in _members(operand, op)]
    callee = op.called_computation.string_value()
    return _put(func.CallOp(callee, operands, leaves(op.result.type)), op).results


def _rebuilt(op: Operation) -> Sequence[SSAValue]:
    """The same operation with members instead of aggregates; its results."""
    operands = [_members(operand, op) for operand in op.operands]
    results = [leaves(result.type) for result in op.results]
    properties = dict(op.properties)
    for name, parts in zip(SEGMENTS, (operands, results), strict=True):
        if (given := properties.get(name)) is not None:
            rest = iter(parts)
            counts = [sum(len(next(rest)) for _ in range(count)) for count in ints(given)]
            properties[name] = DenseArrayBase.from_list(i32, counts)
    new = type(op).create(
        operands=[leaf for one in operands for leaf in one],
        result_types=[leaf for one in results for leaf in one],
        properties=properties,
        attributes={name: one for name, one in op.attributes.items() if name != DIMS},
        successors=op.successors,
        regions=[op.detach_region(region) for region in list(op.regions)],
    )
    return _put(new, op).results


def _cancel(module: ModuleOp) -> None:
    """Replace members that are unpacked from an aggregate by the values packed into it."""
    casts = [op for op in module.walk() if isinstance(op, UnrealizedConversionCastOp)]
    for op in casts:
        if len(op.operands) != 1 or not _is_aggregate(op.operands[0]):
            continue
        whole = op.operands[0].owner
        assert isinstance(whole, UnrealizedConversionCastOp)
        for result, value in zip(op.results, whole.operands, strict=True):
            if _directly_follows(op, value):
                _name(value, value_symbols(result))
            result.replace_all_uses_with(value)
        Rewriter.erase_op(op)
    for op in casts:
        if op.parent is not None and any(map(_is_aggregate, op.results)):
            Rewriter.erase_op(op)
