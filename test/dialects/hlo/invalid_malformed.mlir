// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Programs that once passed, and that no run can give a meaning.

// CHECK: dimension 0 of 'stablehlo.fft' operand and transformed result differ: 4 and 5
func.func @irfft_of_a_dynamic_result(%x: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %x, type = IRFFT, length = [8] : (tensor<4xcomplex<f32>>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: dimension 0 of 'stablehlo.fft' transformed operand and result differ: 5 and 4
func.func @rfft_of_a_dynamic_operand(%x: tensor<?xf32>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<?xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// CHECK: body of 'stablehlo.async_start' is 'stablehlo.tanh', expected a collective operation or a slice
func.func @starts_arithmetic(%x: tensor<4xf32>) {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %0 = stablehlo.tanh %a : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

// CHECK: mesh '@mesh' of 'stablehlo.all_gather' does not exist
func.func @no_mesh(%x: tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  func.return
}

// -----

// CHECK: scale of 'quant.uniform' is 1e+39, expected 1.401298464324817e-45 to 3.4028234663852886e+38, the range of f32
func.func @scale_too_large(%x: tensor<4x!quant.uniform<i8:f32, 1.0e39>>) {
  func.return
}

// -----

// CHECK: scale of 'quant.uniform' is 1e-46, expected 1.401298464324817e-45 to 3.4028234663852886e+38, the range of f32
func.func @scale_too_small(%x: tensor<4x!quant.uniform<i8:f32, 1.0e-46>>) {
  func.return
}

// -----

// CHECK: scale of 'quant.uniform' is 1000000.0, expected 5.960464477539063e-08 to 65504.0, the range of f16
func.func @half_scale(%x: tensor<4x!quant.uniform<i8:f16, 1.0e6>>) {
  func.return
}

// -----

// CHECK: storage type is i64, expected at most 32 bits in 'quant.uniform'
func.func @storage(%x: tensor<4x!quant.uniform<i64:f32, 1.0>>) {
  func.return
}

// -----

// CHECK: expected a tensor of quantized elements, got tensor<4x!quant.uniform<i7:f32, 1.000000e+00>>
func.func @storage_of_seven_bits(%x: tensor<4x!quant.uniform<i7:f32, 1.0>>) {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i7:f32, 1.0>>) -> tensor<4xf32>
  func.return
}

// -----

// CHECK: expected one scale for the whole tensor, got tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00, 2.000000e+00}>>
func.func @barrier(%x: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %0 = stablehlo.optimization_barrier %x : tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

// CHECK: dimensions [0, 1] of 'stablehlo.reshape' result are bounded, expected 1 at most
func.func @reshape_two_bounds(%x: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<2, 3>>
  func.return
}

// -----

// CHECK: dimensions [0, 1] of 'stablehlo.broadcast_in_dim' result are bounded, expected 1 at most
func.func @broadcast_two_bounds(%x: tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<?x?xf32, #stablehlo.bounds<2, 3>>
  func.return
}

// -----

// CHECK: storage range is -500 to 448, expected a range within -448 to 448 in 'quant.uniform'
func.func @floating_storage_range(%x: tensor<4x!quant.uniform<f8E4M3FN<-500:448>:f32, 1.0>>) {
  return
}

// -----

// CHECK: zero point of 'quant.uniform' is 7, expected -6 to 6
func.func @floating_zero_point(%x: tensor<4x!quant.uniform<f4E2M1FN:f32, 1.0:7>>) {
  return
}

// -----

// CHECK: expected a storage type such as i8 or u8, got 'f8E4M3FNUZ'
func.func @floating_storage(%x: tensor<4x!quant.uniform<f8E4M3FNUZ:f32, 1.0>>) {
  return
}

// -----

// CHECK: storage types of 'stablehlo.add' operands and result differ: f8E5M2 and f8E4M3FN
func.func @floating_storages(%x: tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>, %y: tensor<4x!quant.uniform<f8E4M3FN:f32, 1.0>>) {
  %0 = "stablehlo.add"(%x, %y) : (tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>, tensor<4x!quant.uniform<f8E4M3FN:f32, 1.0>>) -> tensor<4x!quant.uniform<f8E5M2:f32, 1.0>>
  return
}

// -----

// CHECK: dimension 0 of 'stablehlo.iota' result is bounded, expected a static size
func.func @bounded_iota() {
  %0 = stablehlo.iota dim = 0 : tensor<?xf32, #stablehlo.bounds<8>>
  return
}

// -----

// CHECK: dimension 1 of 'mhlo.iota' result is bounded, expected a static size
func.func @bounded_iota_of_mhlo() {
  %0 = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4x?xf32, #mhlo.type_extensions<bounds = [?, 8]>>
  return
}

// -----

// CHECK: dimension 0 of 'stablehlo.rng_bit_generator' result is bounded, expected a static size
func.func @bounded_bits(%s: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32, #stablehlo.bounds<8>>)
  return
}
