// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHLO's functions of one and two numbers.

// CHECK: func.func @unary(%a: tensor<4x?xf32>, %c: tensor<complex<f64>>) {
func.func @unary(%a: tensor<4x?xf32>, %c: tensor<complex<f64>>) {
  // CHECK-NEXT: %0 = chlo.acos %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %0 = chlo.acos %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %1 = chlo.acosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = chlo.acosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %2 = chlo._asin_acos_kernel %c : tensor<complex<f64>> -> tensor<complex<f64>>
  %2 = chlo._asin_acos_kernel %c : tensor<complex<f64>> -> tensor<complex<f64>>
  // CHECK-NEXT: %3 = chlo.asin %c : tensor<complex<f64>> -> tensor<complex<f64>>
  %3 = chlo.asin %c : tensor<complex<f64>> -> tensor<complex<f64>>
  // CHECK-NEXT: %4 = chlo.asinh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %4 = chlo.asinh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %5 = chlo.atan %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %5 = chlo.atan %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %6 = chlo.atanh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %6 = chlo.atanh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %7 = chlo.bessel_i1e %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %7 = chlo.bessel_i1e %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %8 = chlo.conj %c : tensor<complex<f64>> -> tensor<complex<f64>>
  %8 = chlo.conj %c : tensor<complex<f64>> -> tensor<complex<f64>>
  // CHECK-NEXT: %9 = chlo.cosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %9 = chlo.cosh %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %10 = chlo.digamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %10 = chlo.digamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %11 = chlo.erf %a {note} : tensor<4x?xf32> -> tensor<4x?xf32>
  %11 = chlo.erf %a {note} : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %12 = chlo.erf_inv %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %12 = chlo.erf_inv %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %13 = chlo.erfc %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %13 = chlo.erfc %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %14 = chlo.lgamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %14 = chlo.lgamma %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %15 = chlo.sinh %c : tensor<complex<f64>> -> tensor<complex<f64>>
  %15 = chlo.sinh %c : tensor<complex<f64>> -> tensor<complex<f64>>
  // CHECK-NEXT: %16 = chlo.square %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %16 = chlo.square %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %17 = chlo.tan %a : tensor<4x?xf32> -> tensor<4x?xf32>
  %17 = chlo.tan %a : tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %18 = chlo.is_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  %18 = chlo.is_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  // CHECK-NEXT: %19 = chlo.is_neg_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  %19 = chlo.is_neg_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  // CHECK-NEXT: %20 = chlo.is_pos_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  %20 = chlo.is_pos_inf %a : tensor<4x?xf32> -> tensor<4x?xi1>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @binary(%a: tensor<4x?xf32>, %i: tensor<?xui32>) {
func.func @binary(%a: tensor<4x?xf32>, %i: tensor<?xui32>) {
  // CHECK-NEXT: %0 = chlo.mulhi %i, %i : tensor<?xui32>, tensor<?xui32> -> tensor<?xui32>
  %0 = chlo.mulhi %i, %i : tensor<?xui32>, tensor<?xui32> -> tensor<?xui32>
  // CHECK-NEXT: %1 = chlo.next_after %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = chlo.next_after %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %2 = chlo.polygamma %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  %2 = chlo.polygamma %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: %3 = chlo.zeta %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  %3 = chlo.zeta %a, %a : tensor<4x?xf32>, tensor<4x?xf32> -> tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
