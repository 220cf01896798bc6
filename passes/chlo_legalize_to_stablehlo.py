"""`chlo-legalize-to-stablehlo`: CHLO's operations in terms of StableHLO's."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.decompositions.legalize import legalize_chlo


@dataclass(frozen=True)
class ChloLegalizeToStablehloPass(ModulePass):
    """
    Writes CHLO operations that have a simple decomposition in terms of StableHLO.

    Operations that broadcast implicitly become the plain operation. Where the types show that all
    operands have one shape nothing is broadcast; static shapes are broadcast directly, others to
    `shape.broadcast` of the operands' shapes. `constant`, `constant_like`, `square`, `conj`,
    `tan`, `is_inf`, `is_pos_inf`, `is_neg_inf`, `cosh`, `sinh`, the inverse trigonometric and
    hyperbolic functions, `erf`, `erfc`, `top_k`, and `mulhi` of up to 32 bits are computed in
    forms that lose no digits where results are small and do not overflow early; numbers narrower
    than single precision are computed in it.

    ```
    %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    =>
    %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
    %2 = shape.shape_of %b : tensor<1xf32> -> tensor<1xindex>
    %3 = shape.broadcast %1, %2 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %4 = stablehlo.dynamic_broadcast_in_dim %a, %3, dims = [0] : ...
    %5 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [0] : ...
    %0 = stablehlo.add %4, %5 : tensor<?xf32>
    ```

    Options:

    - `functions`: only implicit broadcasts and functions of one number, of which those of real
      numbers that MHLO has become its operations: `%0 = chlo.erf %x` becomes `%0 = mhlo.erf %x`.
      Kernels compute them at once.

    Limitations: some operations stay as they are, and `disc-run` computes them. `bessel_i1e`,
    `digamma`, `erf_inv`, `lgamma`, `polygamma` and `zeta` are approximated by polynomials that
    depend on the wanted precision, which a compiler for a target should choose; the inverse
    functions of complex numbers have branches at which the simple formulas lose all digits;
    `mulhi` of 64 bits needs 128; `next_after` counts the bits of floats; `ragged_dot` and `scan`
    are loops whose order the target decides. Operations on tensors of unknown rank stay too.
    """

    name = "chlo-legalize-to-stablehlo"

    functions: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Decompose the CHLO operations of a module."""
        legalize_chlo(op, only_functions=self.functions)
