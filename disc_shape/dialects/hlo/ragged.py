"""Products of tensors whose data is ragged or sparse: `ragged_dot`, `sparse_dot`.

CHLO and MHLO have the first one, MHLO had the second one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, var_operand_def

from disc_shape.dialects.hlo.constraints import INT_TENSOR, TENSOR, InstanceOf, array_of, attribute
from disc_shape.dialects.hlo.contraction import (
    check_pair_sizes,
    check_pairs,
    check_precision,
    check_side,
)
from disc_shape.dialects.hlo.enums import PrecisionAttr
from disc_shape.dialects.hlo.mesh import any_attribute
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.dialects.hlo.op import CHLO, MHLO, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_dimensions,
    check_same_sizes,
    dims,
    rank,
    require,
)
from disc_shape.dialects.hlo.struct import HloStruct, int_list, integer


@dataclass(frozen=True)
class RaggedNumbers:
    """The content of both forms: the dimensions of a product, the ragged and the group ones."""

    lhs_batching: tuple[int, ...]
    rhs_batching: tuple[int, ...]
    lhs_contracting: tuple[int, ...]
    rhs_contracting: tuple[int, ...]
    lhs_ragged: tuple[int, ...]
    rhs_group: tuple[int, ...]


class RaggedDotDimensionNumbers(HloStruct):
    """The dimensions of `ragged_dot` as CHLO writes them."""

    name = "ragged_dot"
    PREFIXES = (CHLO,)
    lhs_batching_dimensions = int_list()
    rhs_batching_dimensions = int_list()
    lhs_contracting_dimensions = int_list()
    rhs_contracting_dimensions = int_list()
    lhs_ragged_dimensions = int_list()
    rhs_group_dimensions = int_list()

    @property
    def numbers(self) -> RaggedNumbers:
        """The dimensions in the common form of both attributes."""
        return RaggedNumbers(
            self.lhs_batching_dimensions,
            self.rhs_batching_dimensions,
            self.lhs_contracting_dimensions,
            self.rhs_contracting_dimensions,
            self.lhs_ragged_dimensions,
            self.rhs_group_dimensions,
        )


class NestedRaggedDotDimensionNumbers(HloStruct):
    """The dimensions of `ragged_dot` as MHLO writes them."""

    name = "ragged_dot"
    PREFIXES = (MHLO,)
    dot_dimension_numbers = any_attribute()
    lhs_ragged_dimensions = int_list()
    rhs_group_dimensions = int_list()

    @property
    def numbers(self) -> RaggedNumbers:
        """The dimensions in the common form of both attributes."""
        dot = self.dot_dimension_numbers
        inner: tuple[tuple[int, ...], ...] = ((), (), (), ())
        if isinstance(dot, DotDimensionNumbers):
            inner = (
                dot.lhs_batching_dimensions,
                dot.rhs_batching_dimensions,
                dot.lhs_contracting_dimensions,
                dot.rhs_contracting_dimensions,
            )
        return RaggedNumbers(*inner, self.lhs_ragged_dimensions, self.rhs_group_dimensions)


class SparsityDescriptor(HloStruct):
    """How an operand is sparse: of each `m` elements along a dimension, `n` are stored."""

    name = "sparsity"
    PREFIXES = (MHLO,)
    ELIDES = False
    dimension = integer()
    n = integer()
    m = integer()


def _at(sizes: Dims, dimensions: Sequence[int]) -> Dims:
    return tuple(sizes[dimension] for dimension in dimensions)


def _others(sizes: Dims, *dimensions: Sequence[int]) -> Dims:
    taken = {one for several in dimensions for one in several}
    return tuple(size for index, size in enumerate(sizes) if index not in taken)


class RaggedDotOp(PureHloOp):
    """Computes a `dot_general` for each group of consecutive rows of lhs; `group_sizes` lists how
    many rows each group has.

    A ragged dimension that is not contracted gives each group its own part of rhs; one that is
    contracted gives a result for each group.

    (c1), (c2) batching and contracting dimensions come in pairs, (c3), (c4) no dimension of an
    operand occurs twice and all are in range, (c5) paired dimensions have one size, (c6) there is
    one ragged dimension, in range, (c7) rhs has a group dimension if and only if the ragged one is
    neither batching nor contracting, (c8) the group dimension has as many indices as there are
    groups, (c9) the result has the groups when they are results, the batching dimensions, then the
    others of lhs, then those of rhs, (c10) there is a precision for each operand, (c11) group sizes
    are one list for all, or one for each index of the dimensions of lhs that come before the ragged
    one.

    Example:
    ```mlir
    %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{
      ragged_dot_dimension_numbers = #chlo.ragged_dot<
        lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
        lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
    }> : (tensor<?x4xf32>, tensor<3x4x?xf32>, tensor<3xi64>) -> tensor<?x?xf32>
    ```
    ```mlir
    %result = "mhlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{
      ragged_dot_dimension_numbers = #mhlo.ragged_dot<
        dot_dimension_numbers = #mhlo.dot<
          lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>,
        lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
    }> : (tensor<?x4xf32>, tensor<3x4x?xf32>, tensor<3xi64>) -> tensor<?x?xf32>
    ```
    """

    name = "ragged_dot"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO, CHLO)
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    group_sizes = operand_def(INT_TENSOR)
    ragged_dot_dimension_numbers = prop_def(
        InstanceOf(
            (RaggedDotDimensionNumbers, NestedRaggedDotDimensionNumbers),
            "an attribute 'ragged_dot'",
        )
    )
    precision_config = opt_prop_def(array_of(PrecisionAttr))
    result = result_def(TENSOR)

    def verify_(self) -> None:
        numbers = self.ragged_dot_dimension_numbers.numbers
        lhs, rhs, groups = dims(self.lhs), dims(self.rhs), dims(self.group_sizes)
        check_pairs(self, "batching", numbers.lhs_batching, numbers.rhs_batching)
        check_pairs(self, "contracting", numbers.lhs_contracting, numbers.rhs_contracting)
        check_side(self, "lhs", numbers.lhs_batching + numbers.lhs_contracting, lhs)
        rhs_taken = numbers.rhs_batching + numbers.rhs_contracting + numbers.rhs_group
        check_side(self, "rhs", rhs_taken, rhs)
        for what, left, right in (
            ("batching", numbers.lhs_batching, numbers.rhs_batching),
            ("contracting", numbers.lhs_contracting, numbers.rhs_contracting),
        ):
            check_pair_sizes(self, what, _at(lhs, left), _at(rhs, right))
        self._check_groups(numbers, rhs, groups)
        self._check_group_sizes(numbers, lhs, groups)
        batch = tuple(
            one if other is None else other
            for one, other in zip(
                _at(lhs, numbers.lhs_batching), _at(rhs, numbers.rhs_batching), strict=True
            )
        )
        stacked = groups[-1:] if numbers.lhs_ragged[0] in numbers.lhs_contracting else ()
        expected = (
            *stacked,
            *batch,
            *_others(lhs, numbers.lhs_batching, numbers.lhs_contracting),
            *_others(rhs, rhs_taken),
        )
        check_same_sizes(self, "product and result", expected, dims(self.result))
        if self.precision_config is not None:
            check_precision(self, len(self.precision_config.data))

    def _check_group_sizes(self, numbers: RaggedNumbers, lhs: Dims, groups: Dims) -> None:
        """(c11)"""
        if len(groups) == 1:
            return
        ragged, before = numbers.lhs_ragged[0], numbers.lhs_batching
        if ragged in before:
            before = before[: before.index(ragged)]
        elif ragged in numbers.lhs_contracting:
            before += numbers.lhs_contracting[: numbers.lhs_contracting.index(ragged)]
        else:
            taken = numbers.lhs_batching + numbers.lhs_contracting
            before += tuple(index for index in range(ragged) if index not in taken)
        expected = (*_at(lhs, before), groups[-1])
        check_same_sizes(self, "dimensions before the ragged one and group_sizes", expected, groups)

    def _check_groups(self, numbers: RaggedNumbers, rhs: Dims, groups: Dims) -> None:
        """(c6) to (c8)"""
        ragged = numbers.lhs_ragged
        require(
            len(ragged) == 1,
            f"'{self.name}' has {len(ragged)} lhs_ragged_dimensions, expected 1",
        )
        check_dimensions(self, "lhs ragged dimension", ragged, rank(self.lhs))
        require(len(groups) > 0, f"group_sizes of '{self.name}' have rank 0, expected at least 1")
        inner = ragged[0] in numbers.lhs_batching + numbers.lhs_contracting
        expected = 0 if inner else 1
        require(
            len(numbers.rhs_group) == expected,
            f"'{self.name}' has {len(numbers.rhs_group)} rhs_group_dimensions, expected {expected}",
        )
        for dimension in numbers.rhs_group:
            require(
                agree(rhs[dimension], groups[-1]),
                f"group dimension {dimension} of '{self.name}' rhs and group_sizes differ: "
                f"{rhs[dimension]} and {groups[-1]}",
            )


class SparseDotOp(PureHloOp):
    """Computes a `dot_general` of operands of which only some elements are stored; `meta` lists
    which.

    (c1) batching and contracting dimensions come in pairs, (c2) no dimension of an operand occurs
    twice and all are in range, (c3) the result has the batching dimensions, then the others of lhs,
    then those of rhs, (c4) there is a meta operand for each sparse side.

    Example:
    ```mlir
    %result = "mhlo.sparse_dot"(%lhs, %rhs, %meta) <{
      lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>,
      dot_dimension_numbers = #mhlo.dot<
        lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
    }> : (tensor<?x16xf32>, tensor<32x?xf32>, tensor<?x2xui16>) -> tensor<?x?xf32>
    ```
    """

    name = "sparse_dot"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    meta = var_operand_def(TENSOR)
    lhs_sparsity = opt_prop_def(attribute(SparsityDescriptor))
    rhs_sparsity = opt_prop_def(attribute(SparsityDescriptor))
    dot_dimension_numbers = prop_def(attribute(DotDimensionNumbers))
    precision_config = opt_prop_def(array_of(PrecisionAttr))
    result = result_def(TENSOR)

    def verify_(self) -> None:
        numbers = self.dot_dimension_numbers
        lhs, rhs = dims(self.lhs), dims(self.rhs)
        lhs_batch, rhs_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
        lhs_sum, rhs_sum = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
        check_pairs(self, "batching", lhs_batch, rhs_batch)
        check_pairs(self, "contracting", lhs_sum, rhs_sum)
        check_side(self, "lhs", lhs_batch + lhs_sum, lhs)
        check_side(self, "rhs", rhs_batch + rhs_sum, rhs)
        expected = (
            *_at(lhs, lhs_batch),
            *_others(lhs, lhs_batch, lhs_sum),
            *_others(rhs, rhs_batch, rhs_sum),
        )
        check_same_sizes(self, "product and result", expected, dims(self.result))
        sparse: list[Attribute] = [
            side for side in (self.lhs_sparsity, self.rhs_sparsity) if side is not None
        ]
        require(
            len(self.meta) == len(sparse),
            f"'{self.name}' has {len(self.meta)} meta operands, expected {len(sparse)}",
        )
