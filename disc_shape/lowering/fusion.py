"""Fusions as kernels on buffers."""

from __future__ import annotations

from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Attribute, Operation, Region, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import DIMS, dims_attribute, value_symbols
from disc_shape.dialects.hlo.mhlo_only import FusionOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.fusion import is_within
from disc_shape.fusion.accesses import read_at_output
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import LOWERINGS
from disc_shape.lowering.types import buffer_type, lowered


def lower_fusion(op: Operation, lowering: FunctionLowering) -> None:
    """
    One kernel: the region stays on tensors, and nothing in it gets a buffer.

        %1 = "mhlo.fusion"(%0) ({ ... }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
    =>
        %1 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
        lmhlo.fusion ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>) ({ ... })

    A result is written over an operand where that is safe; see `overwritable`.
    """
    twin = buffer_twin(type(op))
    assert twin is not None
    use_scalars(op, lowering)
    ins = [lowering.places.buffer(operand) for operand in op.operands]
    outs: list[SSAValue] = []
    kept: dict[int, Attribute] = {}
    free = overwritable(op, lowering)
    for number, result in enumerate(op.results):
        type_ = as_tensor(result.type)
        assert type_ is not None
        found = next((one for one in free if may_hold(one, result, lowering)), None)
        if found is not None:
            free.remove(found)
            lowering.places.bind(result, lowering.places.of(found))
            outs.append(lowering.places.buffer(found))
        elif (sizes := lowering.sizes.known(result)) is not None:
            out = lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))
            lowering.places.own(result, out)
            outs.append(out)
        else:
            kept[number] = lowered(result.type, op)
    repeat_sizes(op.regions[0])
    drop_ties(op, lowering)
    new = twin.make(
        ins,
        outs,
        list(kept.values()),
        positions=list(kept),
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(op.regions[0])],
    )
    new.attributes.pop(DIMS, None)
    lowering.writer.emit(new)
    for number, result in zip(kept, new.results, strict=True):
        lowering.places.own(op.results[number], result)
    lists = [lowering.places.symbols(op.results[number]) for number in kept]
    if any(lists):
        new.attributes[DIMS] = dims_attribute(lists)


def overwritable(op: Operation, lowering: FunctionLowering) -> list[SSAValue]:
    """
    The operands of a fusion that a result may be written over: members read each of their elements
    at the index of the output only, the current block owns the storage, whose live range ends here,
    and no other operand aliases it.
    """
    storages = [lowering.places.of(operand).storage for operand in op.operands]
    return [
        operand
        for operand, at_output in zip(op.operands, read_at_output(op.regions[0].block), strict=True)
        if at_output
        and lowering.places.is_last_use(lowering.places.of(operand).storage)
        and storages.count(lowering.places.of(operand).storage) == 1
    ]


def may_hold(operand: SSAValue, result: SSAValue, lowering: FunctionLowering) -> bool:
    """
    Whether the buffer of an operand has the elements, sizes, layout and symbols of a result. Sizes
    without symbols, as of what loops carry, are equal where both are tied to the same values.
    """
    type_ = as_tensor(result.type)
    assert type_ is not None
    names = lowering.places.symbols(result)
    if (
        lowering.places.of(operand).memref.type != buffer_type(type_)
        or lowering.places.symbols(operand) != names
    ):
        return False
    shape = type_.get_shape()
    if all(
        size >= 0 or name for size, name in zip(shape, names or (None,) * len(shape), strict=True)
    ):
        return True
    known = lowering.sizes.known(result)
    return known is not None and known == lowering.sizes.known(operand)


def use_scalars(op: Operation, lowering: FunctionLowering) -> None:
    """
    Let the region capture the scalars in small tensors, which then need no buffer.

        %s = tensor.from_elements %n : tensor<1xi64>
        "mhlo.fusion"(%0, %s) ({ ^bb0(%x: ..., %y: tensor<1xi64>): ... })
    =>
        "mhlo.fusion"(%0) ({ ^bb0(%x: ...):
          %y = tensor.from_elements %n : tensor<1xi64>  ... })
    """
    block = op.regions[0].block
    for index in reversed(range(len(op.operands))):
        operand, argument = op.operands[index], block.args[index]
        scalars = lowering.contents.elements.get(operand)
        type_ = as_tensor(operand.type)
        if scalars is None or type_ is None or not type_.has_static_shape():
            continue
        whole = FromElementsOp.create(operands=scalars, result_types=[type_])
        whole.results[0].name_hint = argument.name_hint
        first = block.first_op
        assert first is not None
        block.insert_ops_before([whole], first)
        argument.replace_all_uses_with(whole.results[0])
        block.erase_arg(argument)
        op.operands = [*op.operands[:index], *op.operands[index + 1 :]]


def repeat_sizes(region: Region) -> None:
    """
    Make the tensors of sizes that a region captures inside, from the scalars.

        %s = tensor.from_elements %n : tensor<1xindex>
        "mhlo.fusion"(%0) ({ ...  stablehlo.dynamic_broadcast_in_dim %x, %s ... })
    =>
        "mhlo.fusion"(%0) ({
          %s = tensor.from_elements %n : tensor<1xindex>
          ...  stablehlo.dynamic_broadcast_in_dim %x, %s ... })
    """
    inside: dict[SSAValue, SSAValue] = {}
    for op in list(region.walk()):
        for index, operand in enumerate(op.operands):
            if as_tensor(operand.type) is None or is_within(operand, region):
                continue
            if operand not in inside:
                owner = operand.owner
                assert isinstance(owner, Operation)
                copy = owner.clone()
                region.block.insert_ops_before([copy], op)
                copy.results[0].name_hint = operand.name_hint
                inside[operand] = copy.results[0]
            op.operands[index] = inside[operand]


def drop_ties(op: Operation, lowering: FunctionLowering) -> None:
    """
    Erase the ties in the region of a fusion whose sizes an operand or result of the fusion has, by
    the symbols.

        %1 = disc_shape.tie_shape %0, %n : (tensor<?xf32, [@n]>, index) -> tensor<?xf32, [@n]>
    =>
        uses of %1 use %0
    """
    shown = {
        name
        for value in (*op.operands, *op.results)
        for name in lowering.places.symbols(value) or ()
        if name is not None
    }
    for tie in list(op.regions[0].block.ops):
        if not isinstance(tie, TieShapeOp):
            continue
        names = value_symbols(tie.value) or ()
        sizes = zip(shape_of(tie.value), names, strict=bool(names))
        if names and all(size >= 0 or name in shown for size, name in sizes):
            tie.result.replace_all_uses_with(tie.value)
            tie.detach()
            tie.erase()


LOWERINGS.register(lower_fusion, FusionOp)
