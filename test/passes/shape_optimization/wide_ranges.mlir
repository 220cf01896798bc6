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

// The same of an unknown size, and in 32 bits: that the result is not 2**32 smaller is no news.

// CHECK-LABEL: func.func @unknown
func.func @unknown(%a: tensor<?x?xf32>, %v: tensor<f32>, %low: tensor<2xi32>, %high: tensor<2xi32>) -> tensor<?x?xf32> {
  %none = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.dynamic_pad %a, %v, %low, %high, %none : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A bound that says something stays.

// CHECK-LABEL: func.func @bounded
// CHECK-SAME:  %a: tensor<?xf32, [@[[A:S[0-9]+]]]>
// CHECK-SAME:  -> tensor<?xf32, [@[[B:S[0-9]+]]]>
func.func @bounded(%a: tensor<?xf32>, %v: tensor<f32>, %n: tensor<?xf32>, %m: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %1 = stablehlo.clamp %c0, %m, %c3 : tensor<i32>
  %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_pad %a, %v, %2, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// CHECK:      func.func @shape_constraint_graph
// CHECK:      disc_shape.dim @[[B]]
// CHECK-NEXT: tie_predicate "d0 <= d1"(%[[A]], %[[B]])
// CHECK-NEXT: tie_predicate "d1 <= d0 + 3"(%[[A]], %[[B]])
// CHECK-NEXT: func.return
// CHECK:      disc_shape.SymbolDim @[[SUM]]{{$}}
