"""Collective operations, which groups of processes run together.

StableHLO specification, sections of the same names.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute, Region
from xdsl.irdl import operand_def, opt_prop_def, prop_def, region_def, result_def, traits_def
from xdsl.traits import Pure, RecursiveMemoryEffect

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.collective_groups import (
    CHANNEL,
    GROUPS,
    UNIT,
    CollectiveOp,
    GroupedOp,
    check_source_target_pairs,
)
from disc_shape.dialects.hlo.constraints import INT64, TABLE, TENSOR
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.reduction import check_reducer
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_count,
    check_dimension,
    check_same_element,
    check_same_shape,
    check_same_sizes,
    check_same_type,
    dims,
    element_type,
    rank,
    require,
)


class AllGatherOp(GroupedOp):
    """Concatenates the operands of all processes of a group along a dimension, in each of them.

    (c1) the dimension is in range, (c2) no process occurs twice, (c4) processes are numbered from 0
    and none is left out, (c5) global device ids need a channel, (c6) the results have the operands'
    types, but for the dimension, which is as many times larger as a group has processes, however
    many these are; it is not empty.

    Example:
    ```mlir
    %result = "stablehlo.all_gather"(%operand) <{
      all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> : (tensor<?x4xf32>) -> tensor<?x8xf32>
    ```
    """

    name = "all_gather"
    all_gather_dim = prop_def(INT64)
    use_global_device_ids = opt_prop_def(UNIT)

    def verify_(self) -> None:
        dimension = int_of(self.all_gather_dim)
        width = self.check_groups(self.replica_groups, complete=True)
        size = self.check_global_ids(self.channel_handle, self.use_global_device_ids, width)
        check_count(self, "results", len(self.result), len(self.operands_))
        for operand, result in zip(self.operands_.types, self.result.types, strict=True):
            check_dimension(self, "all_gather_dim", dimension, rank(operand))
            check_same_element(self, "operand and result", operand, result)
            gathered, found = list(dims(operand)), dims(result)
            require(
                len(found) == len(gathered),
                f"ranks of '{self.name}' gathered operand and result differ: {len(gathered)} and"
                f" {len(found)}",
            )
            whole, got = gathered[dimension], found[dimension]
            require(
                whole != 0,
                f"dimension {dimension} of '{self.name}' operand is 0, expected more to gather",
            )
            require(
                whole is None or got is None or got % whole == 0,
                f"dimension {dimension} of '{self.name}' result is {got}, expected a multiple of "
                f"the operand's {whole}",
            )
            gathered[dimension] = None if whole is None or size is None else whole * size
            check_same_sizes(self, "gathered operand and result", tuple(gathered), dims(result))


class AllReduceOp(GroupedOp):
    """Reduces the operands of all processes of a group element by element, in each of them.

    (c1) no process occurs twice, (c3) processes are numbered from 0 and none is left out, but -1
    fills up groups that are shorter than others, (c4) global device ids need a channel, (c5) the
    computation takes two scalars and returns one, (c6) the shapes of operands and results agree,
    (c7) the results have the computation's element type.

    Example:
    ```mlir
    %result = "stablehlo.all_reduce"(%operand) <{
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "all_reduce"
    use_global_device_ids = opt_prop_def(UNIT)
    computation = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        check_ids_and_groups(self, self.use_global_device_ids)
        check_count(self, "results", len(self.result), len(self.operands_))
        check_reductions(self, self.operands_.types, self.computation)


def check_ids_and_groups(op: GroupedOp, ids: Attribute | None) -> None:
    """(c1), (c3), (c4) of a reduction."""
    width = op.check_groups(op.replica_groups, padded=True, complete=True)
    op.check_global_ids(op.channel_handle, ids, width)


def check_reductions(op: GroupedOp, operands: Sequence[Attribute], computation: Region) -> None:
    """(c5), (c6), (c7) of a reduction: each operand, its result and the computation agree."""
    for operand, result in zip(operands, op.result.types, strict=True):
        check_same_shape(op, "operand and result", operand, result)
        check_reducer(op, computation, (operand,), (result,))


class ReduceScatterOp(CollectiveOp):
    """Reduces the operands of all processes of a group, and gives each process a part of the
    result.

    (c1), (c8) the dimension is as many times larger than the result's as a group has processes,
    (c2) the dimension is in range, (c3) no process occurs twice, (c5) processes are numbered from 0
    and none is left out, (c6) global device ids need a channel, (c7) the computation takes two
    scalars and returns one, (c9) the result has the computation's element type.

    Example:
    ```mlir
    %result = "stablehlo.reduce_scatter"(%operand) <{
      scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?x4xf32>) -> tensor<?x2xf32>
    ```
    """

    name = "reduce_scatter"
    operand = operand_def(TENSOR)
    scatter_dimension = prop_def(INT64)
    replica_groups = prop_def(GROUPS)
    channel_handle = opt_prop_def(CHANNEL)
    use_global_device_ids = opt_prop_def(UNIT)
    computation = region_def()
    result = result_def(TENSOR)
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        dimension = int_of(self.scatter_dimension)
        check_dimension(self, "scatter_dimension", dimension, rank(self.operand))
        width = self.check_groups(self.replica_groups, complete=True)
        size = self.check_global_ids(self.channel_handle, self.use_global_device_ids, width)
        check_reducer(self, self.computation, (self.operand.type,), (self.result.type,))
        scattered = list(dims(self.operand))
        scattered[dimension] = self.share(dimension, scattered[dimension], size)
        check_same_sizes(self, "scattered operand and result", tuple(scattered), dims(self.result))

    def share(self, dimension: int, whole: int | None, count: int | None) -> int | None:
        """The size of one of `count` equal parts of a dimension."""
        if whole is None or not count:
            return None
        require(
            whole % count == 0,
            f"dimension {dimension} of '{self.name}' operand is {whole}, which {count} processes "
            "cannot share",
        )
        return whole // count


class AllToAllOp(GroupedOp):
    """Splits each operand along a dimension, exchanges the parts in a group and concatenates them.

    (c1) the split dimension is in range, (c2) the split count divides it, (c3) the concatenation
    dimension is in range, (c4) the split count is positive, (c5) no process occurs twice, (c7)
    processes are numbered from 0 and none is left out, (c8) a group has as many processes as there
    are parts, (c9) the results have the operands' types, but for the two dimensions. In MHLO an
    operation without dimensions moves whole operands.

    Example:
    ```mlir
    %result = "stablehlo.all_to_all"(%operand) <{
      split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> : (tensor<?x4xf32>) -> tensor<?x2xf32>
    ```
    """

    name = "all_to_all"
    split_dimension = opt_prop_def(INT64)
    concat_dimension = opt_prop_def(INT64)
    split_count = opt_prop_def(INT64)

    def verify_(self) -> None:
        size = self.check_groups(self.replica_groups, complete=True)
        check_count(self, "results", len(self.result), len(self.operands_))
        split, joined, count = self.split_dimension, self.concat_dimension, self.split_count
        if split is None or joined is None or count is None:
            given = [one for one in (split, joined, count) if one is not None]
            require(
                not given and self.dialect_name() == "mhlo",
                f"'{self.name}' has {len(given)} of split_dimension, concat_dimension and "
                "split_count, expected 3",
            )
            for operand, result in zip(self.operands_.types, self.result.types, strict=True):
                check_same_type(self, "operand and result", operand, result)
            return
        parts = int_of(count)
        require(parts > 0, f"split_count of '{self.name}' is {parts}, expected more than 0")
        require(
            agree(size, parts),
            f"replica groups of '{self.name}' have {size} processes, expected split_count {parts}",
        )
        for operand, result in zip(self.operands_.types, self.result.types, strict=True):
            self._check_parts(operand, result, int_of(split), int_of(joined), parts)

    def _check_parts(
        self, operand: Attribute, result: Attribute, split: int, joined: int, parts: int
    ) -> None:
        """(c1), (c2), (c3), (c9)"""
        check_dimension(self, "split_dimension", split, rank(operand))
        check_dimension(self, "concat_dimension", joined, rank(operand))
        check_same_element(self, "operand and result", operand, result)
        sizes = list(dims(operand))
        whole = sizes[split]
        require(
            whole is None or whole % parts == 0,
            f"dimension {split} of '{self.name}' operand is {whole}, which split_count {parts} "
            "does not divide",
        )
        if split != joined:
            other = sizes[joined]
            sizes[split] = None if whole is None else whole // parts
            sizes[joined] = None if other is None else other * parts
        check_same_sizes(self, "exchanged operand and result", tuple(sizes), dims(result))


class CollectivePermuteOp(CollectiveOp):
    """Sends the operand from the source to the target of each pair; a process that no pair has as
    its target gets zeros.

    (c1) pairs have two members, (c2) no source occurs twice, (c3) no target occurs twice, (c4)
    processes are not negative, (c5) the types of operand and result agree.

    Example:
    ```mlir
    %result = "stablehlo.collective_permute"(%operand) <{
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
    }> : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "collective_permute"
    operand = operand_def(TENSOR)
    source_target_pairs = prop_def(TABLE)
    channel_handle = opt_prop_def(CHANNEL)
    result = result_def(TENSOR)

    def verify_(self) -> None:
        check_source_target_pairs(self, self.source_target_pairs)
        check_same_type(
            self, "operand and result", self.operand.type, self.result.type, scales=True
        )


class CrossReplicaSumOp(CollectiveOp):
    """Sums the operands of all processes of a group; an older form of `all_reduce`.

    (c1) no process occurs twice, (c2) the types of operand and result agree.

    Example:
    ```mlir
    %result = "stablehlo.cross-replica-sum"(%operand) <{
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "cross-replica-sum"
    operand = operand_def(TENSOR)
    replica_groups = prop_def(TABLE)
    result = result_def(TENSOR)

    def verify_(self) -> None:
        self.check_groups(self.replica_groups, padded=True)
        check_same_type(
            self, "operand and result", self.operand.type, self.result.type, scales=True
        )


UI32 = IntegerType(32, Signedness.UNSIGNED)


class ProcessNumberOp(PureHloOp):
    """Returns a number of the process that runs it.

    (c1) the result is an unsigned 32-bit scalar.
    """

    assembly_format = "attr-dict `:` type(results)"
    traits = traits_def(Pure())

    def verify_(self) -> None:
        found = self.results[0].type
        require(
            rank(found) == 0 and element_type(found) == UI32,
            f"result of '{self.name}' is {found}, expected tensor<ui32>",
        )


class PartitionIdOp(ProcessNumberOp):
    """Returns the number of the partition that runs the operation.

    Example:
    ```mlir
    %result = stablehlo.partition_id : tensor<ui32>
    ```
    """

    name = "partition_id"
    result = result_def(TENSOR)


class ReplicaIdOp(ProcessNumberOp):
    """Returns the number of the replica that runs the operation.

    Example:
    ```mlir
    %result = stablehlo.replica_id : tensor<ui32>
    ```
    """

    name = "replica_id"
    result = result_def(TENSOR)
