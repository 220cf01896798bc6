"""`strip-shape-constraints`: a program without facts about its sizes."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.constraints.stripping import strip_shape_constraints


@dataclass(frozen=True)
class StripShapeConstraintsPass(ModulePass):
    """
    Removes everything that only states facts about sizes: symbols, predicates, encodings.

    Symbol lists are removed from the types of values, of functions, and from types in attributes.
    The attributes `disc_shape.*` and `kDiscSymbolicDimAttr`, the `SymbolDim` operations, the
    function that holds the predicates, and `bind_dim` are erased. A `tie_shape` is replaced by its
    operand, and so is a `tensor.cast` between types that are equal now. Encodings that are not
    symbol lists stay. The program computes the same results as before.

    ```
    %0 = mhlo.abs %x : tensor<?xf32, [@S0]>       =>   %0 = mhlo.abs %x : tensor<?xf32>
    %1 = disc_shape.tie_shape %0, %n : ...             (uses of %1 use %0)
    disc_shape.SymbolDim @S0 {...}                     (gone)
    ```

    Limitations: static sizes that were found stay in the types. `disc_shape.linearize` and
    `delinearize` compute values and stay.
    """

    name = "strip-shape-constraints"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Remove the facts of a module."""
        strip_shape_constraints(op)
