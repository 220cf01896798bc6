// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics -p mhlo-to-lmhlo | filecheck %s

// CHECK: 'chlo._asin_acos_kernel' has no form on buffers
func.func @chlo(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo._asin_acos_kernel %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  func.return %0 : tensor<4xcomplex<f32>>
}

// -----

// CHECK: a value has type tensor<*xf32>, expected a ranked tensor
func.func @unranked(%x: tensor<*xf32>) {
  func.return
}

// -----

// CHECK: 'my.op' has no form on buffers
func.func @tuple(%x: tuple<tensor<4xf32>>) {
  "my.op"(%x) : (tuple<tensor<4xf32>>) -> ()
  func.return
}

// -----

// CHECK: 'shape.max' has no form on buffers
func.func @unknown_ranks(%s: !shape.shape, %t: !shape.shape) -> !shape.shape {
  %0 = shape.max %s, %t : !shape.shape, !shape.shape -> !shape.shape
  func.return %0 : !shape.shape
}

// -----

// CHECK: 'my.op' has no form on buffers
func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "my.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// CHECK: 'my.op' has no form on buffers
func.func @around(%x: tensor<4xf32>) {
  "my.op"() ({
    %0 = stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  }) : () -> ()
  func.return
}

// -----

// CHECK: a region of scalars reads tensor<4xf32> from outside
func.func @captured(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %s = "stablehlo.reduce"(%y, %c) <{dimensions = array<i64: 0>}> ({
    ^bb0(%d: tensor<f32>, %e: tensor<f32>):
      %f = stablehlo.add %d, %e : tensor<f32>
      stablehlo.return %f : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// CHECK: sizes of the result of 'stablehlo.broadcast_in_dim' are unknown
func.func @bounded(%x: tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  func.return %0 : tensor<?xf32, #stablehlo.bounds<8>>
}

// -----

// CHECK: 'tensor.reshape' has no form on buffers
func.func @unranked_reshape(%x: tensor<?xf32>, %s: tensor<?xindex>) -> tensor<?xf32> {
  %0 = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// CHECK: a value has type tensor<*xf32>, expected a ranked tensor
func.func @unranked_argument(%0: tensor<*xf32>) -> tensor<4xf32> {
  %1 = mhlo.reshape %0 : (tensor<*xf32>) -> tensor<4xf32>
  func.return %1 : tensor<4xf32>
}
