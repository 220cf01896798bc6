"""Static programs made dynamic."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.dynamization.entry import dynamize_shapes


@dataclass(frozen=True)
class DynamizeShapesPass(ModulePass):
    """
    Make argument dimensions of a static program dynamic, and all sizes that follow from them.

    Private functions are inlined first. Static operations whose sizes become dynamic are replaced
    by their dynamic forms, with shape operands computed from the sizes of the arguments: limits and
    starts of slices, shapes of reshapes, broadcasts, iotas and constants, sizes of gathered slices,
    padding up to a length. A number that does not depend on a chosen dimension stays constant.
    Where only the sum of a size and an offset is determined, the offset stays constant.

    Before, with `args="0:0"`:

        func.func @main(%0: tensor<8x4xf32>) -> tensor<32xf32> {
          %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<32xf32>
          return %1 : tensor<32xf32>
        }

    After:

        func.func @main(%0: tensor<?x4xf32>) -> tensor<?xf32> {
          %c0 = arith.constant 0 : index
          %c4 = arith.constant 4 : index
          %d = tensor.dim %0, %c0 : tensor<?x4xf32>
          %n = arith.muli %d, %c4 : index
          %s = tensor.from_elements %n : tensor<1xindex>
          %1 = stablehlo.dynamic_reshape %0, %s
              : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
          return %1 : tensor<?xf32>
        }

    Options:

    - `args`: `argument:dimension,dimension`, separated by semicolons.
    - `entry`: the function; when empty, `main`, or the only public one with a body.

    Loop-carried values keep their sizes: the initial value, the argument of the body, the yielded
    value and the result have one size, as they had when the size was a number. The branches of `if`
    and `case` yield values of the same sizes.

    Limitations: numbers in the data of a program stay constant, also those that a front end
    computed from a size, such as the divisor of a mean, the trip count of a scan or the last legal
    index. A program with such numbers is correct only for the original sizes. Regions of several
    blocks, recursive functions, windows over a whole dynamic dimension and unknown operations are
    refused where a dynamic value reaches them.
    """

    name = "dynamize-shapes"

    args: str = ""
    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """
        Rewrite the function; raises `OperationError` when a chosen dimension cannot be dynamic,
        naming the operation that prevents it.
        """
        dynamize_shapes(op, self.args, self.entry)
