"""Rewrites on tensors that run before buffers are assigned."""

from __future__ import annotations

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.dialects.hlo.control_flow import OptimizationBarrierOp
from disc_shape.dialects.hlo.mhlo_only import FusionOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp, is_kernel
from disc_shape.dialects.shape import AssumingOp
from disc_shape.fusion.fuse import blocks_of
from disc_shape.fusion.known_sizes import forward_sizes
from disc_shape.fusion.sized import outline_sized
from disc_shape.lowering.aggregates import flatten_aggregates
from disc_shape.lowering.equivalents import use_hlo
from disc_shape.lowering.names import note_adopted_names
from disc_shape.lowering.shape_types import use_plain_types
from disc_shape.rewriting.function import Rewriter as FunctionRewriter
from disc_shape.rewriting.rules.ties import tie_values
from disc_shape.rewriting.steps import NO_WRAP, computes_sizes, materialize_sizes_of


def prepare(module: ModuleOp) -> None:
    """Bring a module into the form that the lowering expects."""
    flatten_aggregates(module)
    for op in list(module.walk()):
        if isinstance(op, OptimizationBarrierOp):
            forward(op)
        elif op.results and as_tensor(op.results[0].type) is not None:
            use_hlo(op)
    for op in module.body.block.ops:
        if isinstance(op, func.FuncOp):
            note_adopted_names(op.body)
    tie_sizes(module)
    for op in list(module.walk()):
        if isinstance(op, AssumingOp):
            inline(op, op.do_region.block)
        elif isinstance(op, FusionOp):
            forward_sizes(op.fused_computation)
            region_dce(op.fused_computation)
            if not is_kernel(op):
                inline(op, op.fused_computation.block)
        elif isinstance(op, BufferFusionOp):
            sink_vectors(op.regions[0].block)
    outline_sized(blocks_of(module))
    use_plain_types(module)


def forward(op: OptimizationBarrierOp) -> None:
    """
    Let readers of a barrier read its operands: what it kept apart is in kernels of its own by now.

        %1 = stablehlo.optimization_barrier %0 : tensor<?xf32>
        %2 = stablehlo.tanh %1 : tensor<?xf32>
    =>
        %2 = stablehlo.tanh %0 : tensor<?xf32>
    """
    for result, value in zip(op.results, op.operands, strict=True):
        result.replace_all_uses_with(cast_to(value, result.type, op))
    op.detach()
    op.erase()


def cast_to(value: SSAValue, type_: Attribute, before: Operation) -> SSAValue:
    """A value with another type of the same shape."""
    if value.type == type_:
        return value
    cast = tensor.CastOp.create(operands=[value], result_types=[type_])
    Rewriter.insert_op(cast, InsertPoint.before(before))
    return cast.results[0]


def tie_sizes(module: ModuleOp) -> None:
    """
    Tie every dynamic value to its sizes, used or not; see `materialize-shape-computation`. Values
    that are tied already stay so. Sizes are computed as mathematical integers, which the attribute
    `disc_shape.no_wrap` of the module records.
    """
    analysis = ShapeAnalysis(module)
    for facts in analysis.functions:
        rewriter = FunctionRewriter(facts.shapes)
        materialize_sizes_of(rewriter, explicit=True)
        rewriter.renew()
        tie_values(rewriter, facts)
    supposed = any(facts.shapes.state.assumes_no_wrap for facts in analysis.functions)
    if supposed and any(computes_sizes(facts.function.body) for facts in analysis.functions):
        module.attributes[NO_WRAP] = UnitAttr()


def sink_vectors(body: Block) -> None:
    """
    Compute inside of a kernel on buffers the vectors of sizes that it uses: no tensor is left
    outside.

        %0 = tensor.from_elements %n, %m : tensor<2xindex>
        lmhlo.fusion ins(%x : ...) outs(%y : ...) ({ ... dynamic_broadcast_in_dim %1, %0 ... })
    =>
        lmhlo.fusion ins(%x : ...) outs(%y : ...) ({
          %0 = tensor.from_elements %n, %m : tensor<2xindex>
          ... dynamic_broadcast_in_dim %1, %0 ...
        })
    """
    sunk: dict[Operation, Operation] = {}
    for op in list(body.ops):
        for index, operand in enumerate(op.operands):
            made = operand.owner
            if isinstance(made, tensor.FromElementsOp | arith.ConstantOp) and made.parent != body:
                if made not in sunk:
                    sunk[made] = made.clone()
                    body.insert_op_before(sunk[made], op)
                op.operands[index] = sunk[made].results[0]


def inline(op: Operation, body: Block) -> None:
    """
    Inline a body that always runs: that of `shape.assuming`, whose constraint has been checked
    before, and that of a fusion.

        %1 = shape.assuming %w -> (tensor<?xf32>) {
          %0 = stablehlo.tanh %x : tensor<?xf32>
          shape.assuming_yield %0 : tensor<?xf32>
        }
    =>
        %0 = stablehlo.tanh %x : tensor<?xf32>                       (uses of %1 use %0)
    """
    block, last = op.parent, body.last_op
    if block is None or last is None:
        return
    for argument, operand in zip(body.args, op.operands[: len(body.args)], strict=True):
        argument.replace_all_uses_with(cast_to(operand, argument.type, op))
    for inner in list(body.ops):
        inner.detach()
        if inner is not last:
            block.insert_ops_before([inner], op)
    for result, value in zip(op.results, last.operands, strict=True):
        result.replace_all_uses_with(value)
    last.erase()
    block.erase_op(op)
