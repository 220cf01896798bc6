"""From tensors to buffers: `mhlo-to-lmhlo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.lowering.module import lower_module


@dataclass(frozen=True)
class MhloToLmhloPass(ModulePass):
    """
    Replace tensors by buffers: HLO operations of either prefix by their `lmhlo` twins.

    Every result gets memory of its sizes, and the sizes come from the shape computation: the pass
    does what `materialize-shape-computation` does to what is not tied to its sizes yet, and uses
    the ties. What moves no data (reshapes, slices, broadcasts and transposes that only add, drop or
    move dimensions of size one) becomes a view. An elementwise operation, or a
    `dynamic_update_slice`, writes over an operand of the result's type that nothing reads
    afterwards. Constants become read-only globals, one for each value. Constraints of the shape
    dialect become assertions; `stablehlo.if`, `case` and `while` become `scf`. Operations keep
    their order, tokens and calls stay. Symbols move from types into the attribute `disc_shape.dims`
    of what makes a buffer, of function arguments and of results; the symbols themselves and the
    constraint graph are not touched. A size that varies around a loop is `unit` there, as it is in
    types; a number that becomes a dynamic size has the symbol of that number.

    Ownership: a function borrows its arguments. Whoever receives a buffer as the result of a
    call, of an `scf` operation or as the argument of a loop or block owns it; what is returned,
    yielded or handed to a block is never an argument, a global, a view or handed over twice, so it
    is copied where it would be. What is handed over in merged or split sizes is allocated in these,
    and reshaped for what computes it. Nothing is freed.

    Before:

        func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
          %c0 = arith.constant 0 : index
          %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
          %0 = stablehlo.tanh %x : tensor<?xf32, [@n]>
          %1 = disc_shape.tie_shape %0, %n : ...
          %2 = stablehlo.negate %1 : tensor<?xf32, [@n]>
          func.return %2 : tensor<?xf32, [@n]>
        }

    After:

        func.func @main(%x: memref<?xf32> {disc_shape.dims = [@n]})
            -> (memref<?xf32> {disc_shape.dims = [@n]}) {
          %c0 = arith.constant 0 : index
          %n = memref.dim %x, %c0 : memref<?xf32>
          %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
          lmhlo.tanh ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
          lmhlo.negate ins(%0 : memref<?xf32>) outs(%0 : memref<?xf32>)
          func.return %0 : memref<?xf32>
        }

    Run `shape-optimization{keep-tie-shape=true}` first for symbols and for fewer sizes, and
    `chlo-legalize-to-stablehlo` in front of that: this pass runs it as well. Tuples become their
    members, in signatures too; what is started asynchronously runs where it starts. Operations of
    arith and math on tensors that HLO lacks become loops, those of linalg stay what they are.

    Options:

    - `results`: `returned` (the default): a function returns new buffers. `out-params`: the caller
      provides the memory of each result whose sizes follow, by arithmetic alone, from the sizes of
      arguments and from arguments of type `index`. It is an argument behind the others, marked
      `disc_shape.out`, in the order of the results; the function asserts that its sizes are those
      of the result and writes it. It must not overlap other arguments. A result whose sizes only
      the function knows is returned all the same, and so is every dynamic result of a function
      with branches between blocks or without a body.

    Limitations: a result whose sizes are not known before its operation runs is a buffer that the
    operation makes. Unranked tensors and operations of unknown dialects on tensors are refused; see
    [what is refused](../buffers.md#what-is-refused).
    """

    name = "mhlo-to-lmhlo"

    results: Literal["returned", "out-params"] = "returned"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lower a module; raises `OperationError` at what has no form on buffers."""
        legalize_chlo(op)
        lower_module(op, out_parameters=self.results == "out-params")
