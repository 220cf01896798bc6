// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s

// A constant is repeated when its bits are: NaN is, zeros of both signs are not.

// CHECK: stablehlo.constant dense<0x7fc00000> : tensor<2x4xf32>
// CHECK-NEXT: stablehlo.constant dense<"0x0000000000000080"> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense<-0.000000e+00> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense<[0x7fc00000, 0x7fc00001]> : tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense<> : tensor<0x2xf32>
// CHECK-NEXT: stablehlo.constant dense<true> : tensor<3xi1>
// CHECK-NEXT: stablehlo.constant dense<1.000000e+00> : tensor<f32>
func.func @f() {
  %0 = stablehlo.constant dense<0x7FC00000> : tensor<2x4xf32>
  %1 = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %2 = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %3 = stablehlo.constant dense<[0x7FC00000, 0x7FC00001]> : tensor<2xf32>
  %4 = stablehlo.constant dense<> : tensor<0x2xf32>
  %5 = stablehlo.constant dense<true> : tensor<3xi1>
  %6 = stablehlo.constant dense<1.0> : tensor<f32>
  return
}
