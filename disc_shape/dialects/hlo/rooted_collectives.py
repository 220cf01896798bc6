"""Collective operations that send from, or to, one process of each group.

StableHLO specification, sections "collective_broadcast", "collective_reduce".
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, Signedness, i32
from xdsl.ir import Attribute
from xdsl.irdl import (
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.collective_groups import CHANNEL, GROUPS, UNIT, CollectiveOp
from disc_shape.dialects.hlo.constraints import TENSOR
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.reduction import check_reducer
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_count,
    check_same_shape,
    check_same_type,
    dims,
    element_type,
    rank,
    require,
)

UI32 = IntegerType(32, Signedness.UNSIGNED)


class RootedOp(CollectiveOp):
    """An operation that sends from or to one process of each group: the first, or a root for each
    operand that the last operand lists.
    """

    def data_types(self) -> Sequence[Attribute]:
        """The types of the operands without the list of roots, which is checked."""
        types = self.operand_types
        if self.properties.get("has_dynamic_root") is not None:
            types = types[:-1]
            require(
                len(types) > 0,
                f"'{self.name}' has {len(self.operands)} operands, expected 2 or more with roots",
            )
            self._check_roots(self.operand_types[-1], len(types))
        require(len(types) > 0, f"'{self.name}' has no operands, expected at least 1")
        check_count(self, "results", len(self.results), len(types))
        return types

    def _check_roots(self, type_: Attribute, count: int) -> None:
        require(
            element_type(type_) in (i32, UI32)
            and rank(type_) == 1
            and agree(dims(type_)[0], count),
            f"roots of '{self.name}' are {type_}, expected tensor<{count}xi32>",
        )


class CollectiveBroadcastOp(RootedOp):
    """Copies the operands of one process of each group to every process of it: of the first
    process, or, with a dynamic root, of that whose place in the group the last operand lists.

    (c1) no process occurs twice, (c2) processes are not negative, (c3) the types of operands and
    results agree; there is an operand, and the roots are one for each.

    Example:
    ```mlir
    %result = "stablehlo.collective_broadcast"(%operand) <{
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "collective_broadcast"
    operands_ = var_operand_def(TENSOR)
    replica_groups = prop_def(GROUPS)
    channel_handle = opt_prop_def(CHANNEL)
    has_dynamic_root = opt_prop_def(UNIT)
    result = var_result_def(TENSOR)

    def verify_(self) -> None:
        self.check_groups(self.replica_groups)
        for operand, result in zip(self.data_types(), self.result_types, strict=True):
            check_same_type(self, "operand and result", operand, result, scales=True)


class CollectiveReduceOp(RootedOp):
    """Reduces the operands of all processes of a group element by element, in one process of it:
    in the first one, or, with a dynamic root, in that whose place the last operand lists.

    (c1) no process occurs twice, (c3) processes are numbered from 0 and none is left out, but -1
    fills up groups that are shorter than others, (c4) global device ids need a channel, (c5) the
    computation takes two scalars and returns one, (c6) the shapes of operands and results agree,
    (c7) the results have the computation's element type; there is an operand, and the roots are one
    for each.

    Example:
    ```mlir
    %result = "stablehlo.collective_reduce"(%operand) <{
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "collective_reduce"
    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO,)
    operands_ = var_operand_def(TENSOR)
    replica_groups = prop_def(GROUPS)
    channel_handle = opt_prop_def(CHANNEL)
    use_global_device_ids = opt_prop_def(UNIT)
    has_dynamic_root = opt_prop_def(UNIT)
    computation = region_def()
    result = var_result_def(TENSOR)
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        width = self.check_groups(self.replica_groups, padded=True, complete=True)
        self.check_global_ids(self.channel_handle, self.use_global_device_ids, width)
        for operand, result in zip(self.data_types(), self.result_types, strict=True):
            check_same_shape(self, "operand and result", operand, result)
            check_reducer(self, self.computation, (operand,), (result,))
