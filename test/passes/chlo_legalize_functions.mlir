// RUN: disc-opt %s --split-input-file -p 'chlo-legalize-to-stablehlo{functions=true}' | filecheck %s

// Functions of real numbers that MHLO has become its operations, of any float type.
// CHECK:      func.func @of_mhlo(%x: tensor<?xf32>, %y: tensor<2xf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf16>) {
// CHECK-NEXT: %0 = mhlo.erf %x : tensor<?xf32>
// CHECK-NEXT: %1 = mhlo.acosh %0 : tensor<?xf32>
// CHECK-NEXT: %2 = mhlo.sinh %y : tensor<2xf16>
// CHECK-NEXT: func.return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<2xf16>
// CHECK-NEXT: }
func.func @of_mhlo(%x: tensor<?xf32>, %y: tensor<2xf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf16>) {
  %0 = chlo.erf %x : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.acosh %0 : tensor<?xf32> -> tensor<?xf32>
  %2 = chlo.sinh %y : tensor<2xf16> -> tensor<2xf16>
  func.return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<2xf16>
}

// -----

// Others are decomposed, and functions of complex numbers as well.
// CHECK:      func.func @decomposed(%x: tensor<3xf32>, %z: tensor<3xcomplex<f32>>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>) {
// CHECK-NEXT: %0 = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: %1 = stablehlo.atan2 %x, %0 : tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.multiply %z, %z : tensor<3xcomplex<f32>>
// CHECK-NEXT: func.return %1, %2 : tensor<3xf32>, tensor<3xcomplex<f32>>
// CHECK-NEXT: }
func.func @decomposed(%x: tensor<3xf32>, %z: tensor<3xcomplex<f32>>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>) {
  %0 = chlo.atan %x : tensor<3xf32> -> tensor<3xf32>
  %1 = chlo.square %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  func.return %0, %1 : tensor<3xf32>, tensor<3xcomplex<f32>>
}

// -----

// Functions without a decomposition stay; implicit broadcasts become explicit.
// CHECK:      func.func @left(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<*xf32>) {
// CHECK-NEXT: %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.add %x, %y : tensor<4xf32>
// CHECK-NEXT: %2 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
// CHECK-NEXT: %3 = chlo.erf %2 : tensor<*xf32> -> tensor<*xf32>
// CHECK-NEXT: func.return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<*xf32>
// CHECK-NEXT: }
func.func @left(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<*xf32>) {
  %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %3 = chlo.erf %2 : tensor<*xf32> -> tensor<*xf32>
  func.return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<*xf32>
}
