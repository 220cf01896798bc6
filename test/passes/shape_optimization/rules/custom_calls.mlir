// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @windows(%x: tensor<?x4xf32>, %init: tensor<f32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %ones = stablehlo.constant dense<1> : tensor<2xi64>
  %none = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %sizes, %sizes, %ones, %ones, %none) {called_computations = [@largest]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}
func.func private @largest(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}
// CHECK-LABEL: @windows
// CHECK: "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>}>
// CHECK: stablehlo.maximum
// CHECK-NEXT: stablehlo.return
// CHECK: (tensor<?x4xf32, [@S0, @C4]>, tensor<f32>) -> tensor<?x2xf32, [@S0, @C2]>

// -----

// A window of unknown size stays a call.
func.func @open_windows(%x: tensor<4xf32>, %init: tensor<f32>, %sizes: tensor<1xi64>) -> tensor<?xf32> {
  %ones = stablehlo.constant dense<1> : tensor<1xi64>
  %none = stablehlo.constant dense<0> : tensor<1x2xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %sizes, %ones, %ones, %ones, %none) {called_computations = [@largest]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func private @largest(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}
// CHECK-LABEL: @open_windows
// CHECK: stablehlo.custom_call @stablehlo.dynamic_reduce_window

// -----

func.func @bits(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<?x3xui32>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<2xi64>) -> (tensor<2xui64>, tensor<?x3xui32>)
  func.return %0#0, %0#1 : tensor<2xui64>, tensor<?x3xui32>
}
// CHECK-LABEL: @bits
// CHECK-NEXT: %{{.*}}, %{{.*}} = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)

// -----

func.func @bits_of_a_shape(%state: tensor<2xui64>, %shape: tensor<1xi64>) -> (tensor<2xui64>, tensor<?xui32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<?xui32>)
  func.return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}
// CHECK-LABEL: @bits_of_a_shape
// CHECK: stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator

// -----

func.func @largest_two(%x: tensor<?x4xi32>) -> (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x0xi32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %two) : (tensor<?x4xi32>, tensor<i32>) -> (tensor<?x?xi32>, tensor<?x?xi32>)
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %none) : (tensor<?x4xi32>, tensor<i32>) -> (tensor<?x0xi32>, tensor<?x0xi32>)
  func.return %0#0, %0#1, %1#0 : tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x0xi32>
}
// CHECK-LABEL: @largest_two
// CHECK: chlo.top_k(%x, k = 2) : tensor<?x4xi32, [@S0, @C4]> -> (tensor<?x2xi32, [@S0, @C2]>, tensor<?x2xi32, [@S0, @C2]>)
// CHECK: chlo.top_k(%x, k = 0)

// -----

func.func @largest_k(%x: tensor<4xi32>, %k: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xi32>, tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>)
  func.return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}
// CHECK-LABEL: @largest_k
// CHECK: stablehlo.custom_call @stablehlo.dynamic_top_k
