// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' | filecheck %s

// Barriers and splats, which IREE rejects.

// CHECK-LABEL: @rejected
// CHECK-NOT:   optimization_barrier
// CHECK-NOT:   tensor.splat
// CHECK:       linalg.fill
func.func @rejected(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stablehlo.optimization_barrier %x : tensor<?xf32>
  %1 = tensor.splat %v[%n] : tensor<?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Powers of integers, for which IREE has no function.

// CHECK-LABEL: @power
// CHECK-NOT:   stablehlo.power %x
// CHECK:       stablehlo.power %f
func.func @power(%x: tensor<?xi32>, %y: tensor<?xi32>, %f: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0 = stablehlo.power %x, %y : tensor<?xi32>
  %1 = stablehlo.power %f, %f : tensor<?xf32>
  return %0, %1 : tensor<?xi32>, tensor<?xf32>
}
