// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Constants of every element type, infinities and undefined numbers as bits, and counting.

// CHECK: func.func @f() {
func.func @f() {
  // CHECK-NEXT: %0 = stablehlo.constant dense<0xff800000> : tensor<f32>
  %0 = stablehlo.constant dense<0xff800000> : tensor<f32>
  // CHECK-NEXT: %1 = stablehlo.constant dense<[0xff800000, 1.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[0xff800000, 1.000000e+00]> : tensor<2xf32>
  // CHECK-NEXT: %2 = stablehlo.constant dense<0x7ff0000000000000> : tensor<f64>
  %2 = stablehlo.constant dense<0x7ff0000000000000> : tensor<f64>
  // CHECK-NEXT: %3 = stablehlo.constant dense<0xfc00> : tensor<f16>
  %3 = stablehlo.constant dense<0xfc00> : tensor<f16>
  // CHECK-NEXT: %4 = stablehlo.constant dense<0xff80> : tensor<bf16>
  %4 = stablehlo.constant dense<0xff80> : tensor<bf16>
  // CHECK-NEXT: %5 = stablehlo.constant dense<0x7fc00000> : tensor<f32>
  %5 = stablehlo.constant dense<0x7fc00000> : tensor<f32>
  // CHECK-NEXT: %6 = stablehlo.constant dense<16> : tensor<i32>
  %6 = stablehlo.constant dense<16> : tensor<i32>
  // CHECK-NEXT: %7 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
  %7 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
  // CHECK-NEXT: %8 = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  %8 = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
  // CHECK-NEXT: %9 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
  %9 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
  // CHECK-NEXT: %10 = stablehlo.constant dense<[1, -2]> : tensor<2xi4>
  %10 = stablehlo.constant dense<[1, -2]> : tensor<2xi4>
  // CHECK-NEXT: %11 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %11 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-NEXT: %12 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %12 = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  // CHECK-NEXT: %13 = stablehlo.constant dense<> : tensor<0xf32>
  %13 = stablehlo.constant dense<> : tensor<0xf32>
  // CHECK-NEXT: %14 = stablehlo.constant dense<1> : tensor<2xui4>
  %14 = stablehlo.constant dense<1> : tensor<2xui4>
  // CHECK-NEXT: %15 = stablehlo.constant dense<1> : tensor<2xi2>
  %15 = stablehlo.constant dense<1> : tensor<2xi2>
  // CHECK-NEXT: %16 = stablehlo.constant dense<(0x7f800000,2.000000e+00)> : tensor<1xcomplex<f32>>
  %16 = stablehlo.constant dense<(0x7f800000,2.000000e+00)> : tensor<1xcomplex<f32>>
  // CHECK-NEXT: %17 = stablehlo.constant dense<0x7f> : tensor<2xf8E4M3FN>
  %17 = stablehlo.constant dense<0x7f> : tensor<2xf8E4M3FN>
  // CHECK-NEXT: %18 = stablehlo.constant dense<1.000000e+00> : tensor<2xf4E2M1FN>
  %18 = stablehlo.constant dense<1.000000e+00> : tensor<2xf4E2M1FN>
  // CHECK-NEXT: %19 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E8M0FNU>
  %19 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E8M0FNU>
  // CHECK-NEXT: %20 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %20 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  // CHECK-NEXT: %21 = stablehlo.constant dense<255> : tensor<ui8>
  %21 = stablehlo.constant dense<255> : tensor<ui8>
  // CHECK-NEXT: %22 = stablehlo.constant dense<1> : tensor<2xui2>
  %22 = stablehlo.constant dense<1> : tensor<2xui2>
  // CHECK-NEXT: %23 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui8>
  %23 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui8>
  // CHECK-NEXT: %24 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2FNUZ>
  %24 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2FNUZ>
  // CHECK-NEXT: %25 = stablehlo.constant dense<true> : tensor<8xi1>
  %25 = stablehlo.constant dense<true> : tensor<8xi1>
  // CHECK-NEXT: %26 = stablehlo.constant dense<9.809090e-45> : tensor<f32>
  %26 = stablehlo.constant dense<9.809090e-45> : tensor<f32>
  // CHECK-NEXT: %27 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
  %27 = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
  // CHECK-NEXT: %28 = stablehlo.constant {note} dense<1> : tensor<2xi16>
  %28 = stablehlo.constant {note} dense<1> : tensor<2xi16>
  // CHECK-NEXT: %29 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %29 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK-NEXT: %30 = mhlo.constant dense<-1.500000e+00> : tensor<bf16>
  %30 = mhlo.constant dense<-1.500000e+00> : tensor<bf16>
  // CHECK-NEXT: %31 = "mhlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xf32>
  %31 = "mhlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xf32>
  // CHECK-NEXT: %32 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %32 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK-NEXT: %33 = stablehlo.dynamic_iota %32, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  %33 = stablehlo.dynamic_iota %32, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  // CHECK-NEXT: %34 = "mhlo.dynamic_iota"(%32) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<?x3xi32>
  %34 = "mhlo.dynamic_iota"(%32) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<?x3xi32>
  // CHECK-NEXT: %35 = stablehlo.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
  %35 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
