// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of rng
// CHECK: element types of 'stablehlo.rng' limits and result differ: f32 and f64
func.func @f(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<1xi64>) {
  %0 = "stablehlo.rng"(%a, %b, %s) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of rng
// CHECK: elements of 'stablehlo.rng' are i32, expected floating-point numbers for NORMAL
func.func @f(%a: tensor<i32>, %s: tensor<1xi64>) {
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  func.return
}

// -----

// (c3), number of sizes, of rng
// CHECK: shape of 'stablehlo.rng' has 2 elements, expected 1
func.func @f(%a: tensor<f32>, %s: tensor<2xi64>) {
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4xf32>
  func.return
}

// -----

// (c3), sizes, of rng
// CHECK: dimension 0 of 'stablehlo.rng' shape and result differ: 3 and 4
func.func @f(%a: tensor<f32>) {
  %s = stablehlo.constant dense<[3]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  func.return
}

// -----

// limits of rng
// CHECK: a of 'stablehlo.rng' has rank 1, expected 0
func.func @f(%a: tensor<1xf32>, %s: tensor<1xi64>) {
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<1xf32>, tensor<1xf32>, tensor<1xi64>) -> tensor<4xf32>
  func.return
}

// -----

// unknown distribution
// CHECK: expected one of UNIFORM, NORMAL, got 'POISSON'
func.func @f(%a: tensor<f32>, %s: tensor<1xi64>) {
  %0 = stablehlo.rng %a, %a, %s, distribution = POISSON : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  func.return
}

// -----

// unknown algorithm in MHLO
// CHECK: expected one of DEFAULT, THREE_FRY, PHILOX, got 'XOR'
func.func @f(%a: tensor<2xui64>) {
  %0, %1 = "mhlo.rng_bit_generator"(%a) <{rng_algorithm = #mhlo.rng_algorithm<XOR>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}

// -----

// (c1) of rng_bit_generator
// CHECK: dimension 0 of 'stablehlo.rng_bit_generator' states differ: 2 and 3
func.func @f(%a: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

// (c2) of rng_bit_generator
// CHECK: state of 'stablehlo.rng_bit_generator' has 4 numbers, expected 2 or 3 for PHILOX
func.func @f(%a: tensor<4xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  func.return
}

// -----

// (c2), another algorithm, of rng_bit_generator
// CHECK: state of 'stablehlo.rng_bit_generator' has 3 numbers, expected 2 for THREE_FRY
func.func @f(%a: tensor<3xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

// rank of the state of rng_bit_generator
// CHECK: state of 'stablehlo.rng_bit_generator' has rank 0, expected 1
func.func @f(%a: tensor<ui64>) {
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<ui64>) -> (tensor<ui64>, tensor<4xui32>)
  func.return
}

// -----

// (c1) of xla.rng_get_and_update_state
// CHECK: result of 'mhlo.xla.rng_get_and_update_state' is tensor<3xui64>, expected tensor<2xui64>
func.func @f() {
  %0 = "mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<3xui64>
  func.return
}

// -----

// (c1) of fft
// CHECK: 'stablehlo.fft' has 2 lengths, expected at most the operand's rank 1
func.func @f(%a: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [2, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c2), FFT, of fft
// CHECK: element types of 'stablehlo.fft' do not fit FFT: f32 and f32
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2), RFFT, of fft
// CHECK: element types of 'stablehlo.fft' do not fit RFFT: f32 and complex<f64>
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f64>>
  func.return
}

// -----

// (c2), IRFFT, of fft
// CHECK: element types of 'stablehlo.fft' do not fit IRFFT: complex<f32> and complex<f32>
func.func @f(%a: tensor<3xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c3), none, of fft
// CHECK: 'stablehlo.fft' has 0 lengths, expected 1 to 3
func.func @f(%a: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c3), too many, of fft
// CHECK: 'stablehlo.fft' has 4 lengths, expected 1 to 3
func.func @f(%a: tensor<1x1x1x4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [1, 1, 1, 4] : (tensor<1x1x1x4xcomplex<f32>>) -> tensor<1x1x1x4xcomplex<f32>>
  func.return
}

// -----

// (c4) of fft
// CHECK: dimension 0 of 'stablehlo.fft' operand is 4, expected length 5
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [5] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  func.return
}

// -----

// (c4), IRFFT, of fft
// CHECK: dimension 0 of 'stablehlo.fft' result is 4, expected length 5
func.func @f(%a: tensor<3xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = IRFFT, length = [5] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  func.return
}

// -----

// (c5), RFFT, of fft
// CHECK: dimension 0 of 'stablehlo.fft' transformed operand and result differ: 3 and 4
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c5), IRFFT, of fft
// CHECK: dimension 0 of 'stablehlo.fft' operand and transformed result differ: 4 and 3
func.func @f(%a: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = IRFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  func.return
}

// -----

// (c5), FFT, of fft
// CHECK: dimension 1 of 'stablehlo.fft' operand and result differ: 4 and 3
func.func @f(%a: tensor<?x4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<?x4xcomplex<f32>>) -> tensor<?x3xcomplex<f32>>
  func.return
}

// -----

// (c1) of cholesky
// CHECK: element types of 'stablehlo.cholesky' operand and result differ: f32 and f64
func.func @f(%a: tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %a : (tensor<4x4xf32>) -> tensor<4x4xf64>
  func.return
}

// -----

// (c2) of cholesky
// CHECK: a of 'stablehlo.cholesky' has rank 1, expected at least 2
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.cholesky %a : tensor<4xf32>
  func.return
}

// -----

// (c3) of cholesky
// CHECK: dimensions 1 and 2 of 'stablehlo.cholesky' a differ: 4 and 5
func.func @f(%a: tensor<?x4x5xf32>) {
  %0 = stablehlo.cholesky %a, lower = false : tensor<?x4x5xf32>
  func.return
}

// -----

// (c1) of triangular_solve
// CHECK: element types of 'stablehlo.triangular_solve' a and b differ: f32 and f64
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x3xf64>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf64>) -> tensor<4x3xf64>
  func.return
}

// -----

// (c2), ranks, of triangular_solve
// CHECK: ranks of 'stablehlo.triangular_solve' a and b differ: 2 and 1
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2), at least 2, of triangular_solve
// CHECK: a of 'stablehlo.triangular_solve' has rank 1, expected at least 2
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3), batches, of triangular_solve
// CHECK: dimension 0 of 'stablehlo.triangular_solve' batches of a and b differ: 2 and 3
func.func @f(%a: tensor<2x4x4xf32>, %b: tensor<3x4x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return
}

// -----

// (c3), left side, of triangular_solve
// CHECK: dimension 0 of 'stablehlo.triangular_solve' b is 3, expected the size of a, 4
func.func @f(%a: tensor<4x4xf32>, %b: tensor<3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

// (c3), right side, of triangular_solve
// CHECK: dimension 1 of 'stablehlo.triangular_solve' b is 3, expected the size of a, 4
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

// (c3), square, of triangular_solve
// CHECK: dimensions 0 and 1 of 'stablehlo.triangular_solve' a differ: 4 and 5
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

// (c4) of triangular_solve
// CHECK: dimension 1 of 'stablehlo.triangular_solve' b and result differ: 3 and 4
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// transposition of triangular_solve
// CHECK: transpose_a of 'stablehlo.triangular_solve' is TRANSPOSE_INVALID
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

// (c1) of batch_norm_inference
// CHECK: feature_index 2 of 'stablehlo.batch_norm_inference' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c2) of batch_norm_inference
// CHECK: element types of 'stablehlo.batch_norm_inference' operand and offset differ: f32 and f64
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<4xf64>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %w, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c3) of batch_norm_inference
// CHECK: scale of 'stablehlo.batch_norm_inference' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<5xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %w, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c4) of batch_norm_inference
// CHECK: offset of 'stablehlo.batch_norm_inference' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<5xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %w, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c5) of batch_norm_inference
// CHECK: mean of 'stablehlo.batch_norm_inference' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<5xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %w, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<5xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c6) of batch_norm_inference
// CHECK: variance of 'stablehlo.batch_norm_inference' has rank 2, expected 1
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<4x1xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %w) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c7) of batch_norm_inference
// CHECK: dimension 1 of 'stablehlo.batch_norm_inference' operand and result differ: 4 and 5
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x5xf32>
  func.return
}

// -----

// epsilon of batch_norm_inference
// CHECK: epsilon of 'stablehlo.batch_norm_inference' has type f64, expected f32
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f64, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c1) of batch_norm_training
// CHECK: feature_index -1 of 'stablehlo.batch_norm_training' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c2) of batch_norm_training
// CHECK: element types of 'stablehlo.batch_norm_training' operand and batch_mean differ: f32 and f16
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf16>, tensor<4xf32>)
  func.return
}

// -----

// (c3) of batch_norm_training
// CHECK: scale of 'stablehlo.batch_norm_training' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<5xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %w, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<5xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c4) of batch_norm_training
// CHECK: offset of 'stablehlo.batch_norm_training' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<5xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %w) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<5xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c5) of batch_norm_training
// CHECK: batch_mean of 'stablehlo.batch_norm_training' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<5xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c6) of batch_norm_training
// CHECK: batch_var of 'stablehlo.batch_norm_training' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<5xf32>)
  func.return
}

// -----

// (c7) of batch_norm_training
// CHECK: dimension 0 of 'stablehlo.batch_norm_training' operand and output differ: 4 and 5
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<5x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c1) of batch_norm_grad
// CHECK: feature_index 2 of 'stablehlo.batch_norm_grad' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c2) of batch_norm_grad
// CHECK: element types of 'stablehlo.batch_norm_grad' operand and gradients differ: f32 and f64
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf64>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c3) of batch_norm_grad
// CHECK: dimension 0 of 'stablehlo.batch_norm_grad' operand and gradients differ: 4 and 5
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %b: tensor<5x4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %b) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<5x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c4) of batch_norm_grad
// CHECK: grad_scale of 'stablehlo.batch_norm_grad' has 5 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<5xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c5) of batch_norm_grad
// CHECK: scale of 'stablehlo.batch_norm_grad' has 3 elements, expected the size of dimension 1, 4
func.func @f(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %w: tensor<3xf32>) {
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %w, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>)
  func.return
}

// -----

// (c1) of uniform_dequantize
// CHECK: dimension 0 of 'stablehlo.uniform_dequantize' operand and result differ: 4 and 5
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<5xf32>
  func.return
}

// -----

// (c2) of uniform_dequantize
// CHECK: expressed types of 'stablehlo.uniform_dequantize' operand and result differ: f32 and f64
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4xf64>
  func.return
}

// -----

// operand of uniform_dequantize
// CHECK: expected a tensor of quantized elements, got tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of uniform_quantize
// CHECK: ranks of 'stablehlo.uniform_quantize' operand and result differ: 1 and 2
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x4x!quant.uniform<i8:f32, 2.0>>
  func.return
}

// -----

// (c2) of uniform_quantize
// CHECK: expressed types of 'stablehlo.uniform_quantize' operand and result differ: f64 and f32
func.func @f(%a: tensor<4xf64>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf64>) -> tensor<4x!quant.uniform<i8:f32, 2.0>>
  func.return
}

// -----

// quantized dimension out of range
// CHECK: quantized dimension 1 is out of range: expected 0 to 0
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:1, {2.0, 3.0}>>
  func.return
}

// -----

// as many scales as indices
// CHECK: dimension 0 is 3, expected one index for each of 2 scales
func.func @f(%a: tensor<3xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {2.0, 3.0}>>
  func.return
}

// -----

// (c1) of quantized types
// CHECK: storage range is -129 to 127, expected a range within -128 to 127 in 'quant.uniform'
func.func private @f(tensor<2x!quant.uniform<i8<-129:127>:f32, 1.0>>) -> ()

// -----

// (c1), empty range, of quantized types
// CHECK: storage range is 5 to 5, expected a range within 0 to 255 in 'quant.any'
func.func private @f(tensor<2x!quant.any<u8<5:5>>>) -> ()

// -----

// (c2) of quantized types
// CHECK: expressed type of 'quant.uniform' is i32, expected a floating-point type
func.func private @f(tensor<2x!quant.uniform<i8:i32, 1.0>>) -> ()

// -----

// (c3) of quantized types
// CHECK: scale of 'quant.uniform' is 0.0, expected a positive finite number
func.func private @f(tensor<2x!quant.uniform<i8:f32, 0.0>>) -> ()

// -----

// (c4) of quantized types
// CHECK: zero point of 'quant.uniform' is 200, expected -128 to 127
func.func private @f(tensor<2x!quant.uniform<i8:f32, 1.0:200>>) -> ()

// -----

// (c5), sign, of quantized types
// CHECK: axis of 'quant.uniform' is -1, expected 0 or more
func.func private @f(tensor<2x!quant.uniform<i8:f32:-1, {1.0}>>) -> ()

// -----

// (c5), one scale, of quantized types
// CHECK: 'quant.uniform' has one scale, expected a table
func.func private @f(tensor<2x!quant.uniform<i8:f32:0, 1.0>>) -> ()

// -----

// (c5), several scales, of quantized types
// CHECK: 'quant.uniform' has a table of scales, expected one scale
func.func private @f(tensor<2x!quant.uniform<i8:f32, {1.0, 2.0}>>) -> ()

// -----

// storage type
// CHECK: expected a storage type such as i8 or u8, got 'f8'
func.func private @f(tensor<2x!quant.uniform<f8:f32, 1.0>>) -> ()

// -----

// range of a calibrated type
// CHECK: range of 'quant.calibrated' is 1.0 to -1.0, expected it to ascend
func.func private @f(tensor<2x!quant.calibrated<f32<1.0:-1.0>>>) -> ()

// -----

// CHECK: dimension 0 of 'stablehlo.rng_bit_generator' result is dynamic, expected a static size
func.func @rng_bit_generator_dynamic(%s: tensor<2xui64>) {
  %0, %1 = "stablehlo.rng_bit_generator"(%s) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}

// -----

// (c3), a negative size, of rng
// CHECK: shape entry 0 of 'stablehlo.rng' is -5, expected at least 0
func.func @rng_of_less_than_nothing(%a: tensor<f32>) -> tensor<?xf32> {
  %sizes = stablehlo.constant dense<-5> : tensor<1xi64>
  %0 = stablehlo.rng %a, %a, %sizes, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
