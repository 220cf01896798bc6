"""Collective operations that send from, or to, one process of each group.

StableHLO specification, sections "collective_broadcast", "collective_reduce".
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def, region_def, traits_def
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.collective_groups import UNIT, GroupedOp
from disc_shape.dialects.hlo.collectives import UI32, check_ids_and_groups, check_reductions
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_count,
    check_same_type,
    dims,
    element_type,
    rank,
    require,
)


def data_types(op: GroupedOp) -> Sequence[Attribute]:
    """The types of the operands but for a last one that lists a root for each, which is checked."""
    types = op.operand_types
    if op.properties.get("has_dynamic_root") is not None:
        *types, roots = types
        require(
            len(types) > 0,
            f"'{op.name}' has {len(op.operands)} operands, expected 2 or more with roots",
        )
        require(
            element_type(roots) in (i32, UI32)
            and rank(roots) == 1
            and agree(dims(roots)[0], len(types)),
            f"roots of '{op.name}' are {roots}, expected tensor<{len(types)}xi32>",
        )
    require(len(types) > 0, f"'{op.name}' has no operands, expected at least 1")
    check_count(op, "results", len(op.results), len(types))
    return types


class CollectiveBroadcastOp(GroupedOp):
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
    has_dynamic_root = opt_prop_def(UNIT)

    def verify_(self) -> None:
        self.check_groups(self.replica_groups)
        for operand, result in zip(data_types(self), self.result_types, strict=True):
            check_same_type(self, "operand and result", operand, result, scales=True)


class CollectiveReduceOp(GroupedOp):
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
    use_global_device_ids = opt_prop_def(UNIT)
    has_dynamic_root = opt_prop_def(UNIT)
    computation = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        check_ids_and_groups(self, self.use_global_device_ids)
        check_reductions(self, data_types(self), self.computation)
