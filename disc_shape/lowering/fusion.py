"""Fusions as kernels on buffers."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation, Region, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import DIMS, dims_attribute, value_symbols
from disc_shape.dialects.hlo.mhlo_only import FusionOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.fusion import is_within
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
    """
    twin = buffer_twin(type(op))
    assert twin is not None
    ins = [lowering.places.buffer(operand) for operand in op.operands]
    outs: list[SSAValue] = []
    kept: dict[int, Attribute] = {}
    for number, result in enumerate(op.results):
        type_, sizes = as_tensor(result.type), lowering.sizes.known(result)
        if type_ is None or sizes is None:
            kept[number] = lowered(result.type, op)
            continue
        out = lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))
        lowering.places.own(result, out)
        outs.append(out)
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
