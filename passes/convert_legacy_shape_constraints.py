"""`convert-legacy-shape-constraints`: constraints of the older C++ system in today's operations."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.dialects.disc_shape.legacy import convert_legacy


@dataclass(frozen=True)
class ConvertLegacyShapeConstraintsPass(ModulePass):
    """
    Rewrites symbols, product equalities and attributes that the older C++ system wrote.

    Encodings are the same in both. `disc_shape.SymbolicDim` becomes `disc_shape.SymbolDim` (a
    negative value is an unknown one), `tie_product_equal` the predicate that fits it, and the
    attribute `kDiscSymbolicDimAttr` becomes `disc_shape.dims`.

    ```
    "disc_shape.SymbolicDim"() {sym_name = "S0", value = -1 : i64, knownNonSizeZero = true, ...}
    "disc_shape.tie_product_equal"(%0, %1, %2) {operand_segment_sizes = array<i32: 1, 2>}
        =>
    disc_shape.SymbolDim @S0 {non_zero, symbolic_shape_graph = @shape_constraint_graph}
    disc_shape.tie_predicate_mul_eq %0, %1, %2
    ```

    Limitations: a symbol that is known to be -1 (a reshape's target) is a number here, so it is an
    error when a type names it.
    """

    name = "convert-legacy-shape-constraints"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the constraints of a module."""
        convert_legacy(op)
