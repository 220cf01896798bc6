// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Every unary elementwise operation under both names: one type where operand and result
// share it, the function type otherwise.

// CHECK: func.func @stablehlo(%f: tensor<?x4xf32>, %c: tensor<2xcomplex<f64>>, %i: tensor<3xi32>, %b: tensor<?xi1>) {
func.func @stablehlo(%f: tensor<?x4xf32>, %c: tensor<2xcomplex<f64>>, %i: tensor<3xi32>, %b: tensor<?xi1>) {
  // CHECK-NEXT: %0 = stablehlo.cbrt %f : tensor<?x4xf32>
  %0 = stablehlo.cbrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %1 = stablehlo.cosine %f : tensor<?x4xf32>
  %1 = stablehlo.cosine %f : tensor<?x4xf32>
  // CHECK-NEXT: %2 = stablehlo.exponential %f : tensor<?x4xf32>
  %2 = stablehlo.exponential %f : tensor<?x4xf32>
  // CHECK-NEXT: %3 = stablehlo.exponential_minus_one %f : tensor<?x4xf32>
  %3 = stablehlo.exponential_minus_one %f : tensor<?x4xf32>
  // CHECK-NEXT: %4 = stablehlo.log %f : tensor<?x4xf32>
  %4 = stablehlo.log %f : tensor<?x4xf32>
  // CHECK-NEXT: %5 = stablehlo.log_plus_one %f : tensor<?x4xf32>
  %5 = stablehlo.log_plus_one %f : tensor<?x4xf32>
  // CHECK-NEXT: %6 = stablehlo.logistic %f : tensor<?x4xf32>
  %6 = stablehlo.logistic %f : tensor<?x4xf32>
  // CHECK-NEXT: %7 = stablehlo.rsqrt %f : tensor<?x4xf32>
  %7 = stablehlo.rsqrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %8 = stablehlo.sine %f : tensor<?x4xf32>
  %8 = stablehlo.sine %f : tensor<?x4xf32>
  // CHECK-NEXT: %9 = stablehlo.sqrt %f : tensor<?x4xf32>
  %9 = stablehlo.sqrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %10 = stablehlo.tan %f : tensor<?x4xf32>
  %10 = stablehlo.tan %f : tensor<?x4xf32>
  // CHECK-NEXT: %11 = stablehlo.tanh %f : tensor<?x4xf32>
  %11 = stablehlo.tanh %f : tensor<?x4xf32>
  // CHECK-NEXT: %12 = stablehlo.cbrt %c : tensor<2xcomplex<f64>>
  %12 = stablehlo.cbrt %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %13 = stablehlo.cosine %c : tensor<2xcomplex<f64>>
  %13 = stablehlo.cosine %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %14 = stablehlo.exponential %c : tensor<2xcomplex<f64>>
  %14 = stablehlo.exponential %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %15 = stablehlo.ceil %f : tensor<?x4xf32>
  %15 = stablehlo.ceil %f : tensor<?x4xf32>
  // CHECK-NEXT: %16 = stablehlo.floor %f : tensor<?x4xf32>
  %16 = stablehlo.floor %f : tensor<?x4xf32>
  // CHECK-NEXT: %17 = stablehlo.round_nearest_afz %f : tensor<?x4xf32>
  %17 = stablehlo.round_nearest_afz %f : tensor<?x4xf32>
  // CHECK-NEXT: %18 = stablehlo.round_nearest_even %f : tensor<?x4xf32>
  %18 = stablehlo.round_nearest_even %f : tensor<?x4xf32>
  // CHECK-NEXT: %19 = stablehlo.negate %f : tensor<?x4xf32>
  %19 = stablehlo.negate %f : tensor<?x4xf32>
  // CHECK-NEXT: %20 = stablehlo.negate %i : tensor<3xi32>
  %20 = stablehlo.negate %i : tensor<3xi32>
  // CHECK-NEXT: %21 = stablehlo.sign %f : tensor<?x4xf32>
  %21 = stablehlo.sign %f : tensor<?x4xf32>
  // CHECK-NEXT: %22 = stablehlo.sign %i : tensor<3xi32>
  %22 = stablehlo.sign %i : tensor<3xi32>
  // CHECK-NEXT: %23 = stablehlo.abs %f : tensor<?x4xf32>
  %23 = stablehlo.abs %f : tensor<?x4xf32>
  // CHECK-NEXT: %24 = stablehlo.abs %i : tensor<3xi32>
  %24 = stablehlo.abs %i : tensor<3xi32>
  // CHECK-NEXT: %25 = stablehlo.abs %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %25 = stablehlo.abs %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %26 = stablehlo.real %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %26 = stablehlo.real %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %27 = stablehlo.real %f : tensor<?x4xf32>
  %27 = stablehlo.real %f : tensor<?x4xf32>
  // CHECK-NEXT: %28 = stablehlo.imag %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %28 = stablehlo.imag %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %29 = stablehlo.imag %f : tensor<?x4xf32>
  %29 = stablehlo.imag %f : tensor<?x4xf32>
  // CHECK-NEXT: %30 = stablehlo.not %b : tensor<?xi1>
  %30 = stablehlo.not %b : tensor<?xi1>
  // CHECK-NEXT: %31 = stablehlo.not %i : tensor<3xi32>
  %31 = stablehlo.not %i : tensor<3xi32>
  // CHECK-NEXT: %32 = stablehlo.popcnt %i : tensor<3xi32>
  %32 = stablehlo.popcnt %i : tensor<3xi32>
  // CHECK-NEXT: %33 = stablehlo.count_leading_zeros %i : tensor<3xi32>
  %33 = stablehlo.count_leading_zeros %i : tensor<3xi32>
  // CHECK-NEXT: %34 = stablehlo.is_finite %f : (tensor<?x4xf32>) -> tensor<?x4xi1>
  %34 = stablehlo.is_finite %f : (tensor<?x4xf32>) -> tensor<?x4xi1>
  // CHECK-NEXT: %35 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<?x4xf32>
  %35 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<?x4xf32>
  // CHECK-NEXT: %36 = stablehlo.tanh %f {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  %36 = stablehlo.tanh %f {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  // CHECK-NEXT: %37 = stablehlo.convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  %37 = stablehlo.convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  // CHECK-NEXT: %38 = stablehlo.convert %f : tensor<?x4xf32>
  %38 = stablehlo.convert %f : tensor<?x4xf32>
  // CHECK-NEXT: %39 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  %39 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  // CHECK-NEXT: %40 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x4xi8>
  %40 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x4xi8>
  // CHECK-NEXT: %41 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x2xf16>
  %41 = stablehlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x2xf16>
  // CHECK-NEXT: %42 = stablehlo.reduce_precision %f, format = e5m10 : tensor<?x4xf32>
  %42 = stablehlo.reduce_precision %f, format = e5m10 : tensor<?x4xf32>
  // CHECK-NEXT: %43 = stablehlo.exponential %f : (tensor<?x4xf32>) -> tensor<2x4xf32>
  %43 = stablehlo.exponential %f : (tensor<?x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%f: tensor<?x4xf32>, %c: tensor<2xcomplex<f64>>, %i: tensor<3xi32>, %b: tensor<?xi1>) {
func.func @mhlo(%f: tensor<?x4xf32>, %c: tensor<2xcomplex<f64>>, %i: tensor<3xi32>, %b: tensor<?xi1>) {
  // CHECK-NEXT: %0 = mhlo.cbrt %f : tensor<?x4xf32>
  %0 = mhlo.cbrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %1 = mhlo.cosine %f : tensor<?x4xf32>
  %1 = mhlo.cosine %f : tensor<?x4xf32>
  // CHECK-NEXT: %2 = mhlo.exponential %f : tensor<?x4xf32>
  %2 = mhlo.exponential %f : tensor<?x4xf32>
  // CHECK-NEXT: %3 = mhlo.exponential_minus_one %f : tensor<?x4xf32>
  %3 = mhlo.exponential_minus_one %f : tensor<?x4xf32>
  // CHECK-NEXT: %4 = mhlo.log %f : tensor<?x4xf32>
  %4 = mhlo.log %f : tensor<?x4xf32>
  // CHECK-NEXT: %5 = mhlo.log_plus_one %f : tensor<?x4xf32>
  %5 = mhlo.log_plus_one %f : tensor<?x4xf32>
  // CHECK-NEXT: %6 = mhlo.logistic %f : tensor<?x4xf32>
  %6 = mhlo.logistic %f : tensor<?x4xf32>
  // CHECK-NEXT: %7 = mhlo.rsqrt %f : tensor<?x4xf32>
  %7 = mhlo.rsqrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %8 = mhlo.sine %f : tensor<?x4xf32>
  %8 = mhlo.sine %f : tensor<?x4xf32>
  // CHECK-NEXT: %9 = mhlo.sqrt %f : tensor<?x4xf32>
  %9 = mhlo.sqrt %f : tensor<?x4xf32>
  // CHECK-NEXT: %10 = mhlo.tan %f : tensor<?x4xf32>
  %10 = mhlo.tan %f : tensor<?x4xf32>
  // CHECK-NEXT: %11 = mhlo.tanh %f : tensor<?x4xf32>
  %11 = mhlo.tanh %f : tensor<?x4xf32>
  // CHECK-NEXT: %12 = mhlo.cbrt %c : tensor<2xcomplex<f64>>
  %12 = mhlo.cbrt %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %13 = mhlo.cosine %c : tensor<2xcomplex<f64>>
  %13 = mhlo.cosine %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %14 = mhlo.exponential %c : tensor<2xcomplex<f64>>
  %14 = mhlo.exponential %c : tensor<2xcomplex<f64>>
  // CHECK-NEXT: %15 = mhlo.ceil %f : tensor<?x4xf32>
  %15 = mhlo.ceil %f : tensor<?x4xf32>
  // CHECK-NEXT: %16 = mhlo.floor %f : tensor<?x4xf32>
  %16 = mhlo.floor %f : tensor<?x4xf32>
  // CHECK-NEXT: %17 = mhlo.round_nearest_afz %f : tensor<?x4xf32>
  %17 = mhlo.round_nearest_afz %f : tensor<?x4xf32>
  // CHECK-NEXT: %18 = mhlo.round_nearest_even %f : tensor<?x4xf32>
  %18 = mhlo.round_nearest_even %f : tensor<?x4xf32>
  // CHECK-NEXT: %19 = mhlo.negate %f : tensor<?x4xf32>
  %19 = mhlo.negate %f : tensor<?x4xf32>
  // CHECK-NEXT: %20 = mhlo.negate %i : tensor<3xi32>
  %20 = mhlo.negate %i : tensor<3xi32>
  // CHECK-NEXT: %21 = mhlo.sign %f : tensor<?x4xf32>
  %21 = mhlo.sign %f : tensor<?x4xf32>
  // CHECK-NEXT: %22 = mhlo.sign %i : tensor<3xi32>
  %22 = mhlo.sign %i : tensor<3xi32>
  // CHECK-NEXT: %23 = mhlo.abs %f : tensor<?x4xf32>
  %23 = mhlo.abs %f : tensor<?x4xf32>
  // CHECK-NEXT: %24 = mhlo.abs %i : tensor<3xi32>
  %24 = mhlo.abs %i : tensor<3xi32>
  // CHECK-NEXT: %25 = mhlo.abs %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %25 = mhlo.abs %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %26 = mhlo.real %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %26 = mhlo.real %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %27 = mhlo.real %f : tensor<?x4xf32>
  %27 = mhlo.real %f : tensor<?x4xf32>
  // CHECK-NEXT: %28 = mhlo.imag %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %28 = mhlo.imag %c : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  // CHECK-NEXT: %29 = mhlo.imag %f : tensor<?x4xf32>
  %29 = mhlo.imag %f : tensor<?x4xf32>
  // CHECK-NEXT: %30 = mhlo.not %b : tensor<?xi1>
  %30 = mhlo.not %b : tensor<?xi1>
  // CHECK-NEXT: %31 = mhlo.not %i : tensor<3xi32>
  %31 = mhlo.not %i : tensor<3xi32>
  // CHECK-NEXT: %32 = mhlo.popcnt %i : tensor<3xi32>
  %32 = mhlo.popcnt %i : tensor<3xi32>
  // CHECK-NEXT: %33 = mhlo.count_leading_zeros %i : tensor<3xi32>
  %33 = mhlo.count_leading_zeros %i : tensor<3xi32>
  // CHECK-NEXT: %34 = mhlo.is_finite %f : (tensor<?x4xf32>) -> tensor<?x4xi1>
  %34 = mhlo.is_finite %f : (tensor<?x4xf32>) -> tensor<?x4xi1>
  // CHECK-NEXT: %35 = mhlo.exponential %f {result_accuracy = #mhlo.result_accuracy<atol = 1.000000e-03, rtol = 5.000000e-01, ulps = 3, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<?x4xf32>
  %35 = mhlo.exponential %f {result_accuracy = #mhlo.result_accuracy<atol = 1.000000e-03, rtol = 5.000000e-01, ulps = 3, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<?x4xf32>
  // CHECK-NEXT: %36 = mhlo.tanh %f {result_accuracy = #mhlo.result_accuracy<mode = #mhlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  %36 = mhlo.tanh %f {result_accuracy = #mhlo.result_accuracy<mode = #mhlo.result_accuracy_mode<HIGHEST>>} : tensor<?x4xf32>
  // CHECK-NEXT: %37 = mhlo.convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  %37 = mhlo.convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  // CHECK-NEXT: %38 = mhlo.convert %f : tensor<?x4xf32>
  %38 = mhlo.convert %f : tensor<?x4xf32>
  // CHECK-NEXT: %39 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  %39 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4xi32>
  // CHECK-NEXT: %40 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x4xi8>
  %40 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x4xi8>
  // CHECK-NEXT: %41 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x2xf16>
  %41 = mhlo.bitcast_convert %f : (tensor<?x4xf32>) -> tensor<?x4x2xf16>
  // CHECK-NEXT: %42 = mhlo.reduce_precision %f, format = e5m10 : tensor<?x4xf32>
  %42 = mhlo.reduce_precision %f, format = e5m10 : tensor<?x4xf32>
  // CHECK-NEXT: %43 = mhlo.exponential %f : (tensor<?x4xf32>) -> tensor<2x4xf32>
  %43 = mhlo.exponential %f : (tensor<?x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
