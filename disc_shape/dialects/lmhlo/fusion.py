"""The kernel on buffers, `lmhlo.fusion`: a region on tensors between buffers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.disc_shape.encoding import strip
from disc_shape.dialects.disc_shape.shaping import TieShapeOp
from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.collectives import CollectiveOp, ProcessNumberOp
from disc_shape.dialects.hlo.contraction import EinsumOp, UnaryEinsumOp
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.elementwise import UnaryOp
from disc_shape.dialects.hlo.gather_scatter import TorchIndexSelectOp
from disc_shape.dialects.hlo.linear_algebra import CholeskyOp, FftOp, TriangularSolveOp
from disc_shape.dialects.hlo.mhlo_only import FusionOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.dialects.lmhlo.format import SEGMENTS
from disc_shape.dialects.lmhlo.op import BufferOp, tensor_of, verify_results, verify_scratch
from disc_shape.dialects.lmhlo.views import base_of

OUTSIDE = (
    CholeskyOp,
    CollectiveOp,
    DynamicUpdateSliceOp,
    EinsumOp,
    FftOp,
    ProcessNumberOp,
    TorchIndexSelectOp,
    TriangularSolveOp,
    UnaryEinsumOp,
)
"""Operations without effects that are kernels of their own."""


def is_member(op: Operation) -> bool:
    """
    Whether an operation may be part of a kernel: it computes elements and has no effect, or it
    gives sizes.
    """
    if isinstance(op, PureHloOp | UnaryOp | BinaryOp | ReduceOp):
        return not isinstance(op, OUTSIDE)
    return (
        isinstance(op, TieShapeOp | tensor.FromElementsOp) or op.dialect_name() == arith.Arith.name
    )


def is_kernel(op: Operation) -> bool:
    """
    Whether a fusion on tensors can be one on buffers: members alone are in it, and it captures
    nothing but scalars, and tensors of sizes made of them. Types agree but for symbols.
    """
    region = op.regions[0]
    block = region.first_block
    if block is None or block is not region.last_block or block.last_op is None:
        return False
    given = (*op.operand_types, *op.result_types)
    if [strip(one) for one in given] != [
        strip(one) for one in (*block.arg_types, *block.last_op.operand_types)
    ]:
        return False
    return all(isinstance(inner, ReturnOp) or is_member(inner) for inner in block.ops) and all(
        is_within(operand, region)
        or as_tensor(operand.type) is None
        or isinstance(operand.owner, tensor.FromElementsOp | ConstantOp | arith.ConstantOp)
        for inner in region.walk()
        for operand in inner.operands
    )


def is_within(value: SSAValue, region: Region) -> bool:
    """Whether a value is defined in a region, at any depth."""
    owner = value.owner
    inner = owner.parent if isinstance(owner, Block) else owner.parent_region()
    while inner is not None and inner is not region:
        outer = inner.parent
        inner = None if outer is None else outer.parent_region()
    return inner is region


class BufferFusionOp(BufferOp):
    """
    One kernel: reads the buffers in `ins`, computes on tensors, writes the buffers in `outs`.

    The region captures sizes, which are scalars. It reads all that it needs of an element's inputs
    before it writes the element, so an out may be a buffer that members read at the index of the
    output only. Loops may keep what they need twice in the buffers of `scratch`, which have no
    other use while the kernel runs; their contents are no values, before or after.

    (c1) the block arguments have the sizes and elements of the ins, (c2) the region returns values
    of those of the outs and results; a size that is `?` on one side may be a number on the other,
    as facts prove sizes of buffers whose types stay, (c3) members compute elements without effects,
    or give sizes, (c4) a fusion holds no fusion, (c5) outs are distinct buffers,
    (c6) buffers of scratch are distinct and no ins or outs.

    Example:
    ```mlir
    lmhlo.fusion ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
        {fusion_kind = #mhlo<fusion_kind kLoop>} ({
    ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
      %sum = mhlo.add %x, %y : tensor<?xf32>
      %result = mhlo.tanh %sum : tensor<?xf32>
      mhlo.return %result : tensor<?xf32>
    })
    ```
    """

    def _split_operands(self) -> None:
        """Operands without segment sizes: the region has an argument for each in."""
        block = self.regions[0].first_block if self.regions else None
        if block is not None and len(block.args) <= len(self.operands):
            sizes = [len(block.args), len(self.operands) - len(block.args)]
            self.properties[SEGMENTS] = DenseArrayBase.from_list(i32, sizes)

    def verify_(self) -> None:
        verify_scratch(self)
        verify_results(self)
        block = self.regions[0].first_block
        if block is None or block is not self.regions[0].last_block:
            raise VerifyException(f"region of '{self.name}' has no block or several, expected one")
        self._compare("argument", "in", [one.type for one in block.args], self.ins)
        last = block.last_op
        if not isinstance(last, ReturnOp):
            raise VerifyException(f"region of '{self.name}' does not end in a return")
        self._compare("returned value", "out", last.operand_types, self.hlo_results)
        for op in block.ops:
            if isinstance(op, FusionOp | BufferFusionOp):
                raise VerifyException(f"'{op.name}' is inside of '{self.name}'")
            if op is not last and not is_member(op):
                raise VerifyException(f"'{op.name}' is no member of '{self.name}'")
        self._verify_outs()

    def _compare(
        self, what: str, other: str, types: Sequence[Attribute], values: Sequence[SSAValue]
    ) -> None:
        """(c1) and (c2)."""
        if len(types) != len(values):
            raise VerifyException(
                f"region of '{self.name}' has {len(types)} {what}s and {len(values)} {other}s"
            )
        for index, (type_, value) in enumerate(zip(types, values, strict=True)):
            expected = tensor_of(value.type)
            if not is_same_or_static(strip(type_), expected):
                raise VerifyException(
                    f"{what} {index} of '{self.name}' is {strip(type_)}, {other} {index} has"
                    f" {expected}"
                )

    def _verify_outs(self) -> None:
        """(c5): no two outs are all of one buffer; parts may be disjoint."""
        bases = [base_of(out) for out in self.outs]
        for index, base in enumerate(bases):
            if base in bases[:index]:
                first = bases.index(base)
                raise VerifyException(f"outs {first} and {index} of '{self.name}' are one buffer")


def is_same_or_static(type_: Attribute, expected: Attribute) -> bool:
    """Whether two types differ at most where one size is a number and the other is `?`."""
    if type_ == expected:
        return True
    left, right = as_tensor(type_), as_tensor(expected)
    if left is None or right is None:
        return False
    sizes, others = left.get_shape(), right.get_shape()
    return (
        left.element_type == right.element_type
        and len(sizes) == len(others)
        and all(
            DYNAMIC_INDEX in pair or pair[0] == pair[1] for pair in zip(sizes, others, strict=True)
        )
    )
