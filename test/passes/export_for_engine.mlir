// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' | filecheck %s --check-prefix=IREE
// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=xla},test-verify-dominance' | filecheck %s --check-prefix=XLA
// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=mlir},test-verify-dominance' | filecheck %s --check-prefix=MLIR
// RUN: not disc-opt %s -p 'export-for-engine{engine=other}' 2>&1 | filecheck %s --check-prefix=OTHER

// OTHER: error:

// What IREE rejects is converted, the rest stays; a window of ones is read, since IREE drops an
// operand that is not.

// IREE-LABEL: func.func @main
// IREE-NOT:   stablehlo.dynamic_reshape
// IREE:       cf.assert {{.*}}, "n is odd"
// IREE:       tensor.collapse_shape
// IREE:       stablehlo.tanh
// IREE:       dense<1.000000e+00> : tensor<2xf32>
// IREE:       linalg.generic
// IREE:       arith.mulf

// XLA-LABEL: func.func @main
// XLA-NOT:   {{arith|tensor|cf}}.{{[a-z]+}}
// XLA:       stablehlo.custom_call @shape_assertion({{.*}}) {error_message = "n is odd"
// XLA:       stablehlo.dynamic_reshape
// XLA:       stablehlo.reduce_window

// MLIR-LABEL: func.func @main
// MLIR-NOT:   stablehlo.
// MLIR:       cf.assert {{.*}}, "n is odd"
// MLIR:       math.tanh
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %r = arith.remsi %n, %c2 : index
  %even = arith.cmpi eq, %r, %c0 : index
  cf.assert %even, "n is odd"
  %size = arith.muli %m, %n : index
  %s = tensor.from_elements %size : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%1, %zero) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
