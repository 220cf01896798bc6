// RUN: disc-run %s --dims b=2,s=3 --input 'x=ones(2, 3, 2)' --engine native | filecheck %s
// RUN: disc-run %s --dims b=2,s=3 --input 'x=ones(2, 3, 2)' --engine reference | filecheck %s
// RUN: not disc-run %s --dims b=2,s=9 --engine native 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: not disc-run %s -p relax-infer,convert-relax-to-hlo --dims b=2,s=9 2>&1 | filecheck %s --check-prefix PLACE

// A module of Relax is lowered to HLO for an engine; what its types promise is checked.
// CHECK:      result 0: 2x3x2 float32, from 3 to 3, mean 3
// CHECK-NEXT: result 1: 1 int64 [6]
// PLACE:      disc_run_engine_relax.mlir:11:1: error: relax.func: @main: @s is not in [0, 8]
// REFUSED:    error: relax.func: @main: @s is not in [0, 8]
relax.func @main(%x: !relax.tensor<[@b, @s, 2], f32>) attributes {tir_var_upper_bound = {s = 8 : i64}} {
  %0 = relax.add %x, %x : (!relax.tensor<[@b, @s, 2], f32>, !relax.tensor<[@b, @s, 2], f32>) -> !relax.infer
  %1 = relax.add %0, %x : (!relax.infer, !relax.tensor<[@b, @s, 2], f32>) -> !relax.infer
  %2 = relax.shape [@b * @s]
  %3 = relax.tuple(%1, %2) : tuple<!relax.infer, !relax.shape<[@b * @s]>>
  relax.return %3 : tuple<!relax.infer, !relax.shape<[@b * @s]>>
}
