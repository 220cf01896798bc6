// RUN: disc-opt %s --split-input-file -p 'assume-shapes{facts="x: [s, t]; (s - t)//4 <= 2; s*t % 3 == 0"},insert-shape-guards' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'assume-shapes{facts="x: [s, t]; s // t >= 1"},insert-shape-guards' | filecheck %s --check-prefix=OPEN

// The operands of an assertion are made by StableHLO alone, which JAX and XLA fold. What may be
// negative is rounded down, as the language says, and products do not wrap at 32 bits.
// CHECK-LABEL: func.func @main
// CHECK-NOT: {{arith|tensor}}.
// CHECK: stablehlo.get_dimension_size %x, dim = 0
// CHECK: stablehlo.multiply {{.*}} : tensor<i64>
// CHECK: expected s*t % 3 == 0, found
// CHECK-NOT: {{arith|tensor}}.
// CHECK: stablehlo.remainder
// CHECK: stablehlo.select
// CHECK: stablehlo.subtract
// CHECK: stablehlo.divide {{.*}} : tensor<i64>
// CHECK: expected (s - t)//4 <= 2, found s = {0} (dimension 0 of argument 0) and t = {1} (dimension 1 of argument 0)
// CHECK-NOT: {{arith|tensor}}.
// CHECK: return

// A quotient by a size that may be zero is not computed: the assumption stays an assumption.
// OPEN-LABEL: func.func @main
// OPEN-NOT: shape_assertion(
// OPEN: disc_shape.tie_predicate "d0//d1 >= 1"(%s, %t) {assumed}
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
