"""Operations that multiply and sum: `dot`, `dot_general`, `einsum`.

StableHLO specification, section "dot_general"; `dot`, `einsum` and `unary_einsum` are older.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.constraints import ANY_TENSOR, TENSOR, array_of, attribute
from disc_shape.dialects.hlo.directives import Words
from disc_shape.dialects.hlo.dot_format import DotFormat
from disc_shape.dialects.hlo.enums import PrecisionAttr
from disc_shape.dialects.hlo.numbers import DotAlgorithm, DotDimensionNumbers
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.scales import check_multiplied, check_zero_points, uniform_of
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_count,
    check_dimensions,
    check_same_sizes,
    check_unique,
    dims,
    rank,
    require,
)


class DotGeneralOp(PureHloOp):
    """Multiplies two tensors, sums over the contracting dimensions and keeps the batching ones.

    (c1), (c2) batching and contracting dimensions come in pairs, (c3), (c4) no dimension of an
    operand occurs twice, (c5) to (c8) the dimensions are in range, (c9), (c10) paired dimensions
    have one size, (c11) there is a precision for each operand, (c12) the result has the batching
    dimensions, then the others of lhs, then those of rhs.

    For quantized operands:
    (c14) the right side is quantized, and the left side where the result is, (c15) the zero points
    of the right side are zero, (c16) there are no scales along contracting dimensions, (c17) both
    sides have one storage type, (c18), (c20) all have one expressed type, (c19) one scale on the
    right gives a result with one.

    With an algorithm:
    (c21) precisions beside it are the default ones, (c22), (c23) either side has a component, (c24)
    there is a primitive operation.

    Example:
    ```mlir
    %result = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] :
      (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
    ```
    """

    name = "dot_general"
    SHORT_IN: ClassVar = (STABLEHLO,)
    lhs = operand_def(TENSOR)
    rhs = operand_def(ANY_TENSOR)
    dot_dimension_numbers = prop_def(attribute(DotDimensionNumbers))
    precision_config = opt_prop_def(array_of(PrecisionAttr))
    algorithm = opt_prop_def(attribute(DotAlgorithm))
    result = result_def(ANY_TENSOR)
    assembly_format = (
        "$lhs `,` $rhs custom<DotFormat>($dot_dimension_numbers, $precision_config, $algorithm) "
        "attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (DotFormat,)

    def verify_(self) -> None:
        self._check_scales()
        numbers = self.dot_dimension_numbers
        lhs_batch, rhs_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
        lhs_sum, rhs_sum = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
        check_pairs(self, "batching", lhs_batch, rhs_batch)
        check_pairs(self, "contracting", lhs_sum, rhs_sum)
        lhs, rhs = dims(self.lhs), dims(self.rhs)
        check_side(self, "lhs", lhs_batch + lhs_sum, lhs)
        check_side(self, "rhs", rhs_batch + rhs_sum, rhs)
        check_pair_sizes(self, "batching", _at(lhs, lhs_batch), _at(rhs, rhs_batch))
        check_pair_sizes(self, "contracting", _at(lhs, lhs_sum), _at(rhs, rhs_sum))
        if self.precision_config is not None:
            check_precision(self, len(self.precision_config.data))
        if self.algorithm is not None:
            check_default_precision(self, self.precision_config)
        batch = tuple(
            one if other is None else other
            for one, other in zip(_at(lhs, lhs_batch), _at(rhs, rhs_batch), strict=True)
        )
        expected = batch + _others(lhs, lhs_batch + lhs_sum) + _others(rhs, rhs_batch + rhs_sum)
        check_same_sizes(self, "product and result", expected, dims(self.result))

    def _check_scales(self) -> None:
        """(c14) to (c20)"""
        if not check_multiplied(self, self.lhs, self.rhs, self.result):
            return
        check_zero_points(self, self.rhs)
        uniform = uniform_of(self.rhs)
        axis = None if uniform is None else uniform.axis
        require(
            axis not in self.dot_dimension_numbers.rhs_contracting_dimensions,
            f"quantized dimension {axis} of the right side of '{self.name}' is contracted",
        )


def _at(sizes: Dims, dimensions: Sequence[int]) -> Dims:
    return tuple(sizes[dimension] for dimension in dimensions)


def _others(sizes: Dims, dimensions: Sequence[int]) -> Dims:
    return tuple(size for index, size in enumerate(sizes) if index not in dimensions)


def check_pairs(op: PureHloOp, what: str, lhs: Sequence[int], rhs: Sequence[int]) -> None:
    """Both sides list equally many dimensions."""
    require(
        len(lhs) == len(rhs),
        f"numbers of {what} dimensions of '{op.name}' operands differ: {len(lhs)} and {len(rhs)}",
    )


def check_side(op: PureHloOp, side: str, dimensions: Sequence[int], sizes: Dims) -> None:
    """The dimensions of one side are in range and none occurs twice."""
    check_unique(op, f"{side} batching and contracting dimensions", dimensions)
    check_dimensions(op, f"{side} dimension", dimensions, len(sizes))


def check_pair_sizes(op: PureHloOp, what: str, lhs: Dims, rhs: Dims) -> None:
    """Paired dimensions have one size."""
    for index, (one, other) in enumerate(zip(lhs, rhs, strict=True)):
        if not agree(one, other):
            raise VerifyException(
                f"{what} dimension {index} of '{op.name}' operands differ: {one} and {other}"
            )


def check_precision(op: PureHloOp, found: int) -> None:
    """There are not more precisions than operands; older exporters wrote one for both."""
    if found > 2:
        raise VerifyException(f"'{op.name}' has {found} precisions, expected at most 2")


def check_default_precision(op: PureHloOp, config: ArrayAttr[PrecisionAttr] | None) -> None:
    """Beside an algorithm, precisions are the default."""
    for precision in () if config is None else config.data:
        require(
            precision.data == "DEFAULT",
            f"precision of '{op.name}' is {precision.data}, expected DEFAULT beside an algorithm",
        )


class DotOp(PureHloOp):
    """Multiplies two vectors or matrices.

    (c1) the operands have rank 1 or 2, (c2) the last dimension of lhs and the first of rhs have one
    size, (c3) the result has the other dimensions.

    Example:
    ```mlir
    %result = stablehlo.dot %lhs, %rhs : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
    ```
    """

    name = "dot"
    SHORT_IN: ClassVar = (STABLEHLO,)
    lhs = operand_def(TENSOR)
    rhs = operand_def(ANY_TENSOR)
    precision_config = opt_prop_def(array_of(PrecisionAttr))
    result = result_def(ANY_TENSOR)
    assembly_format = (
        "$lhs `,` $rhs (`,` `precision` `=` custom<Words>($precision_config)^)? attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Words,)

    def verify_(self) -> None:
        lhs, rhs = dims(self.lhs), dims(self.rhs)
        for side, sizes in (("lhs", lhs), ("rhs", rhs)):
            require(
                len(sizes) in (1, 2),
                f"{side} of '{self.name}' has rank {len(sizes)}, expected 1 or 2",
            )
        check_pair_sizes(self, "contracting", lhs[-1:], rhs[:1])
        check_same_sizes(self, "product and result", lhs[:-1] + rhs[1:], dims(self.result))
        if self.precision_config is not None:
            check_precision(self, len(self.precision_config.data))


class EinsumOp(PureHloOp):
    """Multiplies two tensors, and sums, as an equation in Einstein notation describes.

    (c1) the equation has a group for each operand with a letter for each dimension.

    Example:
    ```mlir
    %result = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" :
      (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
    ```
    """

    name = "einsum"
    SHORT_IN: ClassVar = (STABLEHLO,)
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    einsum_config = prop_def(attribute(StringAttr))
    result = result_def(TENSOR)
    assembly_format = (
        "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_(self) -> None:
        check_einsum(self, self.einsum_config.data, (rank(self.lhs), rank(self.rhs)))


class UnaryEinsumOp(PureHloOp):
    """Permutes and sums dimensions of a tensor, as an equation in Einstein notation describes.

    (c1) the equation has a letter for each dimension.

    Example:
    ```mlir
    %result = stablehlo.unary_einsum %operand, config = "ij->i" : (tensor<?x4xf32>) -> tensor<?xf32>
    ```
    """

    name = "unary_einsum"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(TENSOR)
    einsum_config = prop_def(attribute(StringAttr))
    result = result_def(TENSOR)
    assembly_format = (
        "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"
    )

    def verify_(self) -> None:
        check_einsum(self, self.einsum_config.data, (rank(self.operand),))


def check_einsum(op: PureHloOp, config: str, ranks: Sequence[int]) -> None:
    """The notation has a group of letters for each operand; `...` stands for any number."""
    inputs, arrow, _ = config.partition("->")
    require(arrow != "", f"einsum_config '{config}' of '{op.name}' has no '->'")
    groups = [group.strip() for group in inputs.split(",")]
    check_count(op, "groups in einsum_config", len(groups), len(ranks))
    for index, (group, expected) in enumerate(zip(groups, ranks, strict=True)):
        require(
            "..." in group or len(group) == expected,
            f"group {index} of einsum_config of '{op.name}' has {len(group)} letters, "
            f"expected {expected}",
        )
