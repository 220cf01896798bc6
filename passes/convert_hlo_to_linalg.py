"""`convert-hlo-to-linalg`: HLO operations as linalg, tensor, arith, math, scf and cf."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.linalg_conversion import convert


@dataclass(frozen=True)
class ConvertHloToLinalgPass(ModulePass):
    """
    Converts HLO operations on tensors to linalg, tensor, arith, math, scf and cf.

    Run it after `shape-optimization`: facts about sizes decide which forms are possible, and are
    dropped afterwards. Operations with an iteration space become `linalg.generic`; products of
    matrices and convolutions in two dimensions the named operation where the layout has one. A
    convolution or window reads a padded operand by a map, never element by element. Reshapes
    become `tensor.collapse_shape` and `tensor.expand_shape` with groups whose products of sizes
    are proved to be equal, else `tensor.reshape`. A dimension of a broadcast that may or may not
    expand is read at `select(size == 1, 0, i)`. Gathers and dynamic slices clamp their indices.
    Sorts count, for each element, those that come before it; their work is quadratic. Each element
    of a scatter looks for the updates that go to it. Loops and branches become `scf.while` and
    `scf.if`; what no iteration changes is not carried. Sizes, and integers of rank 0, are scalars.
    Guards become `cf.assert` with the message of the program. Integers lose their signs: a
    function of `ui32` takes the same bits as `i32`.

    ```
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %1 = stablehlo.exponential %0 : tensor<?x4xf32>
    =>
    %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x4xf32> into tensor<?x4xf32>
    %2 = tensor.empty(%n) : tensor<?x4xf32>
    %1 = linalg.generic {...} ins(%0 : tensor<?x4xf32>) outs(%2 : tensor<?x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %3 = math.exp %a : f32
      linalg.yield %3 : f32
    } -> tensor<?x4xf32>
    ```

    Options:

    - `only`: the operations to convert, with their dialect or, for those of HLO, without; also
      whole dialects. All others stay, with their facts. By default all are converted.

    Limitations: complex and quantized numbers, tokens, tuples, collectives, random numbers,
    Fourier transforms, linear solvers, bitcasts between widths and calls of unknown targets are
    refused with one line. Before the last guard of a function only facts that operations imply
    decide. Sorts by comparisons that are no order, as `<` with NaN, may lose elements.
    """

    name = "convert-hlo-to-linalg"

    only: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the operations of a module."""
        convert(op, self.only)
