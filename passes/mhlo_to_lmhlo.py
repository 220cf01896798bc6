"""From tensors to buffers: `mhlo-to-lmhlo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.module import lower_module


@dataclass(frozen=True)
class MhloToLmhloPass(ModulePass):
    """
    Replace tensors by buffers: HLO operations of either prefix by their `lmhlo` twins.

    Every result gets memory of its sizes, and the sizes come from the shape computation: the pass
    runs the first stage of `shape-optimization` on results that are not tied to their sizes yet,
    and uses the ties. Operations that move no data (reshapes, slices, broadcasts and transposes
    that only add, drop or move dimensions of size one) become views. An elementwise operation, or a
    `dynamic_update_slice`, writes over an operand of the result's type if this is the operand's
    last use. Constants become read-only globals, one for each value. Constraints of the shape
    dialect and checks of shapes become assertions; at most 16 integers computed from sizes,
    indices and counters become scalars; `stablehlo.if`, `case` and `while` become `scf`.
    Operations keep their order, tokens and calls stay. Symbols move from types into the attribute
    `disc_shape.dims` of the operations that allocate or view buffers, of function arguments and of
    results; the symbols themselves and the constraint graph are not changed. A size that varies
    between iterations of a loop is `unit` there, as it is in types; a constant size of a dynamic
    dimension has the symbol of that number.

    An operation that is given sizes becomes an `lmhlo.fusion` of its own that captures them. What
    is computed only to become a part of a concatenation, of a pad, or of a buffer that a
    `dynamic_update_slice` updates, in place or in a copy, is written into a `memref.subview` of it,
    if nothing touches the whole in between. A pad then fills only what lies outside, where its
    amounts are known to be no negative numbers and nothing lies between elements: up to two sides
    one by one, more of them by filling the whole before.

    Ownership: a function borrows its arguments. The block that receives a buffer as the result of a
    call, of an `scf` operation or as an argument of a loop or block owns it. A buffer that is
    returned, yielded or passed to a block is never an argument, a global, a view or passed twice:
    it is copied instead. A value that is passed in merged or split sizes is allocated in these
    sizes, and the operation that computes it writes to a reshaped view. Nothing is freed.

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
    `chlo-legalize-to-stablehlo` before that: this pass runs it as well. Tuples become their
    members, in signatures too; asynchronous operations run synchronously where they start.
    Operations of arith and math on tensors that HLO lacks become loops, those of linalg stay.

    Options:

    - `results`: `returned` (the default): a function returns new buffers. `out-params`: the caller
      provides the memory of each result whose sizes follow, by arithmetic alone, from the sizes of
      arguments and from arguments of type `index`. It is an argument after the others, marked
      `disc_shape.out`, in the order of the results; the function asserts that its sizes are those
      of the result and writes it. It must not overlap other arguments. A result whose sizes depend
      on other values is returned in a new buffer, and so is every dynamic result of a function
      with branches between blocks or without a body.

    Limitations: a result whose sizes are not known before its operation runs is a buffer that the
    operation allocates. Unranked tensors and operations of unknown dialects on tensors are
    refused; see [what is refused](../buffers.md#what-is-refused).
    """

    name = "mhlo-to-lmhlo"

    results: Literal["returned", "out-params"] = "returned"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Lower a module; raises `OperationError` at operations that have no form on buffers."""
        lower_module(op, out_parameters=self.results == "out-params")
