"""`strip-shape-constraints`: the program without what states facts about its sizes."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.constraints.stripping import strip_shape_constraints


@dataclass(frozen=True)
class StripShapeConstraintsPass(ModulePass):
    """
    Removes everything that only states facts about sizes: symbols, predicates, encodings.

    Symbol lists leave the types of values, of functions, and wherever else a type stands; the
    attributes `disc_shape.*` and `kDiscSymbolicDimAttr` go, with the `SymbolDim` operations, the
    function that holds the predicates, and `bind_dim`. A `tie_shape` becomes its operand, and so
    does a `tensor.cast` between types that are equal now. Encodings that are no symbol lists
    stay. What is left computes the same.

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
        strip_shape_constraints(op)
