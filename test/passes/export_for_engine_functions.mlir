// RUN: disc-opt %s -p 'export-for-engine{engine=iree}' --split-input-file | filecheck %s

// Functions of which IREE computes wrong values are arithmetic, that of arguments in f64.

// CHECK-LABEL: func.func @sine
// CHECK:       ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK:         %[[A:.*]] = math.absf %[[X]] : f32
// CHECK-NEXT:    arith.extf %[[A]] : f32 to f64
// CHECK-NOT:     math.sin
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK-NOT:     math.sin
// CHECK:         linalg.yield %{{.*}} : f32
func.func @sine(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.sine %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @others
// CHECK-NOT:   math.{{powf|atan2|cbrt|cos|tan}}
// CHECK:       return
func.func @others(%x: tensor<?xf32>, %y: tensor<?xbf16>) -> (tensor<?xf32>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.power %x, %x : tensor<?xf32>
  %1 = stablehlo.atan2 %y, %y : tensor<?xbf16>
  %2 = stablehlo.cbrt %x : tensor<?xf32>
  %3 = stablehlo.cosine %x : tensor<?xf32>
  %4 = stablehlo.tan %x : tensor<?xf32>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Of f64 the logarithm is IREE's, of the size of the base.

// CHECK-LABEL: func.func @power
// CHECK:       ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64, %{{.*}}: f64):
// CHECK:         %[[A:.*]] = math.absf %[[X]] : f64
// CHECK:         math.powf %[[A]], %[[Y]] : f64
// CHECK-NOT:     math.powf
// CHECK:         linalg.yield
func.func @power(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = stablehlo.power %x, %y : tensor<?xf64>
  return %0 : tensor<?xf64>
}

// -----

// Functions that are right stay.

// CHECK-LABEL: func.func @right
// CHECK:       stablehlo.exponential %x : tensor<?xf32>
// CHECK:       stablehlo.tanh %x : tensor<?xf32>
func.func @right(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %1 = stablehlo.tanh %x : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// IREE makes a constant of unknown sizes of a comparison of a tensor with itself.

// CHECK-LABEL: func.func @with_itself
// CHECK-NOT:   stablehlo.compare NE, %x, %x
// CHECK:       arith.cmpi ne
// CHECK-NOT:   stablehlo.compare NE, %x, %x
// CHECK:       stablehlo.compare NE, %x, %y
func.func @with_itself(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi1>) {
  %0 = stablehlo.compare NE, %x, %x : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.compare NE, %x, %y : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  return %0, %1 : tensor<?xi1>, tensor<?xi1>
}

// -----

// IREE converts bodies of sorts and reductions itself: a function in one is converted with the whole.

// CHECK-LABEL: func.func @in_bodies
// CHECK-NOT:   stablehlo.{{sort|reduce|cosine}}
// CHECK:       func.return
func.func @in_bodies(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.cosine %a : tensor<f32>
    %3 = stablehlo.compare LT, %2, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.cosine %b : tensor<f32>
    %3 = stablehlo.add %a, %2 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}

// -----

// One that compares scalars with themselves, as sorts of floats do, stays.

// CHECK-LABEL: func.func @nan_last
// CHECK:       "stablehlo.sort"
// CHECK:         stablehlo.compare NE, %b, %b
func.func @nan_last(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
