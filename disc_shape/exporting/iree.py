"""What IREE rejects, what it computes wrongly, and the forms that it computes right."""

from __future__ import annotations

from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, math, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyFloat,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    i1,
    i32,
)
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import FillOp, GenericOp, IndexOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.binary import Atan2Op, PowOp, RemOp
from disc_shape.dialects.hlo.calls import CompositeOp, CustomCallOp
from disc_shape.dialects.hlo.client_other import DynamicReshapeOp as ShapedReshapeOp
from disc_shape.dialects.hlo.collective_groups import CollectiveOp
from disc_shape.dialects.hlo.collectives import ProcessNumberOp
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.contraction import DotGeneralOp
from disc_shape.dialects.hlo.control_flow import OptimizationBarrierOp
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, ConvertOp, ReducePrecisionOp
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.elementwise import CbrtOp, CosineOp, SineOp, TanhOp, TanOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp, ScatterOp
from disc_shape.dialects.hlo.linear_algebra import CholeskyOp, FftOp, TriangularSolveOp
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.dialects.hlo.normalization import BatchNormInferenceOp
from disc_shape.dialects.hlo.op import CHLO, MHLO, STABLEHLO
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    PadOp,
)
from disc_shape.dialects.hlo.windowed import ReduceWindowOp, SortOp
from disc_shape.dialects.xdsl_extras.arith import RemFOp
from disc_shape.dialects.xdsl_extras.constants import width_of
from disc_shape.errors import OperationError
from disc_shape.exporting.iree_conversions import is_integer_in_bf16
from disc_shape.exporting.iree_functions import is_wrong_function
from disc_shape.exporting.scalar_builder import is_integer, is_unsigned
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor

REJECTED_BY_IREE = (
    BatchNormInferenceOp,
    CholeskyOp,
    CompositeOp,
    ConvolutionOp,
    CustomCallOp,
    DotGeneralOp,
    DynamicBroadcastInDimOp,
    DynamicConvOp,
    DynamicGatherOp,
    DynamicPadOp,
    DynamicReshapeOp,
    DynamicUpdateSliceOp,
    FftOp,
    GatherOp,
    OptimizationBarrierOp,
    PowOp,
    ReducePrecisionOp,
    ReduceWindowOp,
    ScatterOp,
    ShapedReshapeOp,
    TriangularSolveOp,
)
"""The operations of StableHLO that IREE's own conversion rejects where sizes are dynamic."""


def rejected_by_iree(op: Operation) -> bool:
    """
    Whether IREE's own conversion of StableHLO rejects an operation, or computes another result.

    Negative padding it rejects; floats that are no number, or none of the integer type, it converts
    to whatever the processor gives; integers to bf16 it compiles for some processors only; some
    functions have wrong values; a tensor compared with itself becomes a constant of unknown sizes,
    which it rejects; of a sort with a result that is not used, and of a scatter at computed places,
    it computes how much memory they need from no size. A reduction or sort whose body holds a
    rejected operation is rejected with it: linalg has no place in a body that IREE converts.
    """
    if op.dialect_name() == MHLO:
        return True
    if op.dialect_name() not in (STABLEHLO, CHLO):
        return False
    if isinstance(op, PadOp):
        return any(edge < 0 for key in EDGES for edge in ints(op.properties.get(key)))
    if isinstance(op, BitcastConvertOp):
        return rank_of(op.operand) != rank_of(op.result)
    if isinstance(op, ReduceOp | SortOp):
        unused = isinstance(op, SortOp) and not all(result.first_use for result in op.results)
        return unused or any(map(rejected_by_iree, op.regions[0].block.ops))
    return (
        is_float_to_integer(op)
        or is_integer_in_bf16(op)
        or is_wrong_function(op)
        or is_of_itself(op)
        or (isinstance(op, REJECTED_BY_IREE) and not is_guard(op))
    )


def is_of_itself(op: Operation) -> bool:
    """Whether an operation compares a tensor of unknown sizes with itself."""
    if not isinstance(op, CompareOp) or op.lhs is not op.rhs:
        return False
    type_ = as_tensor(op.lhs.type)
    return type_ is None or not type_.has_static_shape()


def is_float_to_integer(op: Operation) -> bool:
    """Whether an operation converts floats to integers other than truth values."""
    if not isinstance(op, ConvertOp):
        return False
    before, after = (as_tensor(value.type) for value in (op.operands[0], op.results[0]))
    return (
        before is not None
        and after is not None
        and isinstance(before.element_type, AnyFloat)
        and is_integer(after.element_type)
        and after.element_type != i1
    )


EDGES = ("edge_padding_low", "edge_padding_high")


def has_unsigned_numbers(module: ModuleOp) -> bool:
    """Whether a program computes with integers without a sign, which IREE's conversion mixes up."""
    return any(
        is_unsigned(type_.element_type)
        for op in module.walk()
        for value in op.results
        if (type_ := as_tensor(value.type)) is not None
    )


NOT_OF_F64 = (
    *(Atan2Op, CbrtOp, CosineOp, RemOp, SineOp, TanOp, TanhOp, RemFOp),
    *(math.AcosOp, math.AsinOp, math.AtanOp, math.Atan2Op, math.CbrtOp),
    *(math.CosOp, math.SinOp, math.TanOp, math.TanhOp),
)
"""The functions that IREE's runtime has of narrower floats only."""

BYTE = 8


def refuse(op: Operation) -> None:
    """`OperationError` for what IREE compiles to something that does not load or does not run."""
    if isinstance(op, CollectiveOp | ProcessNumberOp):
        raise OperationError(f"IREE has no form of '{op.name}' on one device", op)
    for value in (*op.operands, *op.results):
        type_ = as_tensor(value.type)
        element = value.type if type_ is None else type_.element_type
        if 1 < (width_of(element) or 0) < BYTE:
            raise OperationError(f"IREE has no form of '{op.name}' on {element}", op)
        if isinstance(element, Float64Type) and isinstance(op, NOT_OF_F64):
            raise OperationError(f"IREE has no form of '{op.name}' on f64", op)


NARROW = 32
"""Integers of fewer bits lose their sign when IREE reads them from a tensor outside of a kernel."""


def widen_index(op: Operation) -> None:
    """
    Convert integers of 8 and 16 bits that become indices in a kernel of their own: read outside of
    kernels, IREE extends them by zeros.

        %0 = tensor.extract %x[] : tensor<i8>
        %1 = arith.index_cast %0 : i8 to index
    =>
        %2 = stablehlo.convert %x : (tensor<i8>) -> tensor<i32>
        %3 = tensor.extract %2[] : tensor<i32>
        %1 = arith.index_cast %3 : i32 to index
    """
    if isinstance(op, DynamicSliceOp):
        build = Builder(InsertPoint.before(op))
        for place, start in enumerate(op.operands):
            if place and is_narrow(element_type_of(start.type)):
                op.operands[place] = build.insert(widened(start)).results[0]
        return
    if not isinstance(op, tensor.ExtractOp) or not is_narrow(op.result.type):
        return
    casts = [
        use.operation
        for use in op.result.uses
        if isinstance(use.operation, arith.IndexCastOp | arith.ExtSIOp)
    ]
    if not casts or rank_of(op.tensor) or isinstance(op.parent_op(), GenericOp):
        return
    build = Builder(InsertPoint.before(op))
    wide = build.insert(widened(op.tensor)).results[0]
    number = build.insert(tensor.ExtractOp(wide, [], i32)).result
    for cast_ in casts:
        cast_.operands[0] = number
        if cast_.results[0].type == i32:
            Rewriter.replace_op(cast_, [], [number])


def is_narrow(element: Attribute) -> bool:
    """Whether elements are integers of 8 or 16 bits."""
    return BYTE <= (width_of(element) or 0) < NARROW and isinstance(element, IntegerType)


def widened(value: SSAValue) -> Operation:
    """Integers as ones of 32 bits."""
    type_ = as_tensor(value.type)
    assert type_ is not None
    wide = TensorType(i32, type_.get_shape())
    return final(ConvertOp, STABLEHLO).create(operands=[value], result_types=[wide])


def fill_splat(op: tensor.SplatOp) -> None:
    """
    Fill a tensor with a number: IREE rejects a splat.

        %0 = tensor.splat %x[%n] : tensor<?xf32>
    =>
        %1 = tensor.empty(%n) : tensor<?xf32>
        %0 = linalg.fill ins(%x : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    """
    empty = tensor.EmptyOp(op.dynamicSizes, op.result.type)
    Rewriter.insert_op(empty, InsertPoint.before(op))
    fill = FillOp(inputs=[op.input], outputs=[empty.results[0]], res=[op.result.type])
    Rewriter.replace_op(op, fill)


def copy_of(value: SSAValue, build: Builder) -> SSAValue:
    """A tensor with the same elements, read one by one, which IREE does not merge with it."""
    type_ = as_tensor(value.type)
    assert type_ is not None
    rank = type_.get_num_dims()
    sizes = [
        build.insert(
            tensor.DimOp(
                value, build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
            )
        )
        for axis, size in enumerate(type_.get_shape())
        if size == DYNAMIC_INDEX
    ]
    out = build.insert(tensor.EmptyOp([size.result for size in sizes], type_)).results[0]
    block = Block(arg_types=[type_.element_type])
    places = [IndexOp(axis) for axis in range(rank)]
    element = tensor.ExtractOp(value, [one.result for one in places], type_.element_type)
    block.add_ops([*places, element, YieldOp(element.result)])
    return build.insert(
        GenericOp(
            inputs=[],
            outputs=[out],
            body=Region(block),
            indexing_maps=[AffineMapAttr(AffineMap.identity(rank))],
            iterator_types=[IteratorTypeAttr(IteratorType.PARALLEL)] * rank,
            result_types=[type_],
        )
    ).results[0]


def read_windows(op: GenericOp) -> None:
    """
    Multiply by a window of ones where a reduction only takes the sizes of the window.

    IREE drops an operand that is not read, and with it, where the other operands are constants, how
    often a loop runs: the number of elements in a window is then 1.

        ^bb0(%x: f32, %w: f32, %sum: f32):
          %0 = arith.addf %sum, %x : f32
    =>
        ^bb0(%x: f32, %w: f32, %sum: f32):
          %1 = arith.mulf %x, %w : f32
          %0 = arith.addf %sum, %1 : f32
    """
    block = op.body.block
    for place, operand in enumerate(op.inputs):
        window, type_ = block.args[place], as_tensor(operand.type)
        if window.first_use is not None or type_ is None or not type_.has_static_shape():
            continue
        element = window.type
        ones = ones_of(TensorType(element, type_.get_shape()))
        others = [one for one in block.args[: len(op.inputs)] if one.type == element]
        if ones is None or not isinstance(operand.owner, tensor.EmptyOp):
            continue
        Rewriter.insert_op(ones, InsertPoint.before(op))
        op.operands[place] = ones.results[0]
        kind = arith.MulfOp if isinstance(element, AnyFloat) else arith.MuliOp
        for other in others:
            if other is window or other.first_use is None:
                continue
            product = kind.create(operands=[other, window], result_types=[element])
            other.replace_all_uses_with(product.results[0])
            product.operands[0] = other
            Rewriter.insert_op(product, InsertPoint.at_start(block))


def ones_of(type_: TensorType[Attribute]) -> Operation | None:
    """A constant tensor of ones; None where the elements are no numbers, or truth values."""
    element = type_.element_type
    if element == i1 or not isinstance(element, AnyFloat | IntegerType):
        return None
    if isinstance(element, AnyFloat):
        floats = cast("TensorType[Float32Type]", type_)
        value = DenseIntOrFPElementsAttr.from_list(floats, [1.0])
    else:
        integers = cast("TensorType[IntegerType]", type_)
        value = DenseIntOrFPElementsAttr.from_list(integers, [1])
    return arith.ConstantOp.create(result_types=[type_], properties={"value": value})
