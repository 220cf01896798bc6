// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p shape-optimization | disc-opt -p shape-optimization | filecheck %s

// Two numbers of 64 bits are added to a size: the sum has ends that no attribute holds, and says nothing.

// CHECK-LABEL: func.func @pad
// CHECK-SAME: %a: tensor<3xf32
// CHECK-SAME: -> tensor<?xf32, [@[[SUM:S[0-9]+]]]>
func.func @pad(%a: tensor<3xf32>, %v: tensor<f32>, %low: tensor<1xi64>, %high: tensor<1xi64>) -> tensor<?xf32> {
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %v, %low, %high, %none : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: disc_shape.SymbolDim @[[SUM]]{{$}}
