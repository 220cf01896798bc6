// RUN: disc-opt %s -p convert-hlo-to-linalg --split-input-file --verify-diagnostics | filecheck %s

// One line for what has no form, with the operation and why; nothing has changed then.
// CHECK: error: 'stablehlo.fft' has no form in linalg: no conversion is known
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// CHECK: error: 'stablehlo.add' has no form in linalg: it is not computed of elements of type complex<f32>
func.func @main(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.add %x, %x : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// -----

// CHECK: error: 'stablehlo.custom_call' of target 'mystery' has no form in linalg: it is not known
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @mystery(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: 'stablehlo.rng_bit_generator' has no form in linalg: no conversion is known
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<4xui32>
}

// -----

// CHECK: error: 'stablehlo.add' has no form in linalg: no conversion is known
func.func @main(%x: tensor<?x!quant.uniform<i8:f32, 1.0>>) -> tensor<?x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.add %x, %x : tensor<?x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<?x!quant.uniform<i8:f32, 1.0>>
}

// -----

// CHECK: error: 'mhlo.negate' has no form in linalg: the rank of a value is not known
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = mhlo.negate %x : tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// CHECK: error: 'stablehlo.real' has no form in linalg: complex numbers have no form
func.func @main(%x: tensor<?xcomplex<f32>>) -> tensor<?xf32> {
  %0 = stablehlo.real %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: 'stablehlo.bitcast_convert' has no form in linalg: elements of type f32 become others of type i8
func.func @main(%x: tensor<?xf32>) -> tensor<?x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?x4xi8>
  return %0 : tensor<?x4xi8>
}

// -----

// CHECK: error: 'func.func' has no form in linalg: it works on buffers, and only tensors are converted
func.func @main(%x: memref<?xf32>) {
  return
}

// -----

// CHECK: error: 'memref.alloc' has no form in linalg: it works on buffers, and only tensors are converted
func.func @main(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %m = memref.alloc(%n) : memref<?xf32>
  return %x : tensor<?xf32>
}
