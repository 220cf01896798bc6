"""`convert-loops-to-llvm`: loops on buffers in the `llvm` dialect."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.module import convert_module


@dataclass(frozen=True)
class ConvertLoopsToLlvmPass(ModulePass):
    """
    Replace functions on buffers by functions of the `llvm` dialect, and add the two that are called
    from outside.

    A buffer is no descriptor in memory, but a base pointer, an offset, and a size and a stride for
    each dimension, each of them a value or a number: views are arithmetic, and strides of
    contiguous buffers are computed from sizes. Structured control flow, `cf`, `func`, `arith`,
    `math` and `memref` are converted in a single walk.

    - Integers wrap, but for index arithmetic (`nsw`); divisions whose divisor may be zero, and
      shifts by the width or more, do not trap. Floats saturate to integers.
    - Only sums and products over all iterations of a loop may be reordered (`reassoc`).
    - Functions that have no instruction are calls of libm.
    - A function returns a status and its results. A check that fails leaves its number in the state
      of the call; memory is noted there, so that a run that stops leaves none of it.
    - `@disc_sizes` computes the sizes of out-parameters from those of arguments, `@disc_run` runs
      the program. Both take the state, which has the addresses and sizes of arrays.
    - Kernels (see `outline-kernels`) without a form are left to the interpreter.

    Before:

        func.func private @kernel_0(%n: index, %x: memref<?xf32> {llvm.noalias}, ...) {
          scf.for %i = %c0 to %n step %c1 {
            %0 = memref.load %x[%i] : memref<?xf32>
            ...

    After:

        llvm.func @program_kernel_0(%0: i64, %1: !llvm.ptr {llvm.noalias, llvm.nonnull}, ...) {
          llvm.br ^bb1(%2 : i64)
        ^bb1(%3: i64):
          %4 = llvm.icmp "slt" %3, %0 : i64
          llvm.cond_br %4, ^bb2, ^bb3
        ^bb2:
          %5 = llvm.getelementptr inbounds %1[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f32
          %6 = llvm.load %5 {alignment = 4 : i64} : !llvm.ptr -> f32
          ...

    Options: with `checked=true`, kernels test the index of each load and store against the size of
    the buffer, and functions that views and copies have memory of their own alone. A test that
    fails stops the run with a message that names the kernel, the buffer, the index and the size.
    Products of tiles and their epilogues are not tested; `convert-contractions{epilogues=false}`
    leaves what is computed of sums to kernels that are.

    Limitations: elements are floats of 16 bits and more, booleans and integers of 8 to 64 bits;
    arguments and results are contiguous.
    """

    name = "convert-loops-to-llvm"

    checked: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert a module."""
        converted = convert_module(op, checked=self.checked).module
        for one in list(op.body.block.ops):
            one.detach()
        for one in list(converted.body.block.ops):
            one.detach()
            op.body.block.add_op(one)
