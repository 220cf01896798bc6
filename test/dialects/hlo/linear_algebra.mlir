// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Fourier transforms, Cholesky factors and triangular systems under both names.

// CHECK: func.func @stablehlo(%a: tensor<4x4xf32>, %d: tensor<?x?x4xf32>, %c: tensor<?x4xcomplex<f64>>, %h: tensor<2x3xcomplex<f32>>, %b: tensor<?x4x5xf32>, %r: tensor<?x5x4xf32>, %z: tensor<0xf32>) {
func.func @stablehlo(%a: tensor<4x4xf32>, %d: tensor<?x?x4xf32>, %c: tensor<?x4xcomplex<f64>>, %h: tensor<2x3xcomplex<f32>>, %b: tensor<?x4x5xf32>, %r: tensor<?x5x4xf32>, %z: tensor<0xf32>) {
  // CHECK-NEXT: %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  // CHECK-NEXT: %1 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>>
  %1 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>>
  // CHECK-NEXT: %2 = stablehlo.fft %c, type = IFFT, length = [3, 4] : (tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>>
  %2 = stablehlo.fft %c, type = IFFT, length = [3, 4] : (tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>>
  // CHECK-NEXT: %3 = stablehlo.fft %h, type = IRFFT, length = [4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
  %3 = stablehlo.fft %h, type = IRFFT, length = [4] : (tensor<2x3xcomplex<f32>>) -> tensor<2x4xf32>
  // CHECK-NEXT: %4 = stablehlo.fft %z, type = RFFT, length = [0] : (tensor<0xf32>) -> tensor<0xcomplex<f32>>
  %4 = stablehlo.fft %z, type = RFFT, length = [0] : (tensor<0xf32>) -> tensor<0xcomplex<f32>>
  // CHECK-NEXT: %5 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  %5 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  // CHECK-NEXT: %6 = stablehlo.cholesky %d : tensor<?x?x4xf32>
  %6 = stablehlo.cholesky %d : tensor<?x?x4xf32>
  // CHECK-NEXT: %7 = stablehlo.cholesky %d : (tensor<?x?x4xf32>) -> tensor<?x4x4xf32>
  %7 = stablehlo.cholesky %d : (tensor<?x?x4xf32>) -> tensor<?x4x4xf32>
  // CHECK-NEXT: %8 = "stablehlo.triangular_solve"(%d, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?x4xf32>, tensor<?x4x5xf32>) -> tensor<?x4x5xf32>
  %8 = "stablehlo.triangular_solve"(%d, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?x4xf32>, tensor<?x4x5xf32>) -> tensor<?x4x5xf32>
  // CHECK-NEXT: %9 = "stablehlo.triangular_solve"(%d, %r) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<?x?x4xf32>, tensor<?x5x4xf32>) -> tensor<?x5x4xf32>
  %9 = "stablehlo.triangular_solve"(%d, %r) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<?x?x4xf32>, tensor<?x5x4xf32>) -> tensor<?x5x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<4x4xf32>, %d: tensor<?x?x4xf32>, %b: tensor<?x4x5xf32>) {
func.func @mhlo(%a: tensor<4x4xf32>, %d: tensor<?x?x4xf32>, %b: tensor<?x4x5xf32>) {
  // CHECK-NEXT: %0 = "mhlo.fft"(%a) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<4> : tensor<1xi64>}> : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  %0 = "mhlo.fft"(%a) <{fft_type = #mhlo<fft_type RFFT>, fft_length = dense<4> : tensor<1xi64>}> : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>
  // CHECK-NEXT: %1 = "mhlo.cholesky"(%a) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "mhlo.cholesky"(%a) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %2 = "mhlo.triangular_solve"(%d, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #mhlo<transpose TRANSPOSE>}> : (tensor<?x?x4xf32>, tensor<?x4x5xf32>) -> tensor<?x4x5xf32>
  %2 = "mhlo.triangular_solve"(%d, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #mhlo<transpose TRANSPOSE>}> : (tensor<?x?x4xf32>, tensor<?x4x5xf32>) -> tensor<?x4x5xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
