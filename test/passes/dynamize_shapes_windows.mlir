// RUN: not disc-opt %s -p 'dynamize-shapes{args="0:0"}' 2>&1 | filecheck %s

// A running sum: a window of all elements has no dynamic form.
// CHECK: error: 'stablehlo.reduce_window' cannot be made dynamic: its window of 5 is all of dimension 0
func.func @sums(%x: tensor<5xf32>) -> tensor<5xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 5>, padding = dense<[[4, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<f32>):
      %d = stablehlo.add %a, %c : tensor<f32>
      stablehlo.return %d : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
