// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Types that carry constraints: symbols of dimensions, and bounds. The short form of types is only
// used where the types are equal, encodings included.

// CHECK: func.func @symbols(%a: tensor<?x4xf32, [@b, @C4]>, %b: tensor<?x4xf32>, %c: tensor<2x4xf32>, %p: tensor<?x4xi1, [@b, @C4]>, %i: tensor<i32>) {
func.func @symbols(%a: tensor<?x4xf32, [@b, @C4]>, %b: tensor<?x4xf32>, %c: tensor<2x4xf32>, %p: tensor<?x4xi1, [@b, @C4]>, %i: tensor<i32>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<?x4xf32, [@b, @C4]>
  %0 = stablehlo.add %a, %a : tensor<?x4xf32, [@b, @C4]>
  // CHECK-NEXT: %1 = stablehlo.add %a, %b : (tensor<?x4xf32, [@b, @C4]>, tensor<?x4xf32>) -> tensor<?x4xf32, [@b, @C4]>
  %1 = stablehlo.add %a, %b : (tensor<?x4xf32, [@b, @C4]>, tensor<?x4xf32>) -> tensor<?x4xf32, [@b, @C4]>
  // CHECK-NEXT: %2 = stablehlo.select %p, %a, %c : (tensor<?x4xi1, [@b, @C4]>, tensor<?x4xf32, [@b, @C4]>, tensor<2x4xf32>) -> tensor<?x4xf32>
  %2 = stablehlo.select %p, %a, %c : (tensor<?x4xi1, [@b, @C4]>, tensor<?x4xf32, [@b, @C4]>, tensor<2x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %3 = stablehlo.convert %a : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf64, [@b, @C4]>
  %3 = stablehlo.convert %a : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf64, [@b, @C4]>
  // CHECK-NEXT: %4 = stablehlo.reverse %a, dims = [0] : (tensor<?x4xf32, [@b, @C4]>) -> tensor<2x4xf32>
  %4 = stablehlo.reverse %a, dims = [0] : (tensor<?x4xf32, [@b, @C4]>) -> tensor<2x4xf32>
  // CHECK-NEXT: %5 = stablehlo.complex %a, %b : (tensor<?x4xf32, [@b, @C4]>, tensor<?x4xf32>) -> tensor<?x4xcomplex<f32>>
  %5 = stablehlo.complex %a, %b : (tensor<?x4xf32, [@b, @C4]>, tensor<?x4xf32>) -> tensor<?x4xcomplex<f32>>
  // CHECK-NEXT: %6 = stablehlo.complex %a, %a : tensor<?x4xcomplex<f32>, [@b, @C4]>
  %6 = stablehlo.complex %a, %a : tensor<?x4xcomplex<f32>, [@b, @C4]>
  // CHECK-NEXT: %7 = stablehlo.optimization_barrier %a : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf32>
  %7 = stablehlo.optimization_barrier %a : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf32>
  // CHECK-NEXT: %8 = stablehlo.while(%a) : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf32, [unit, @C4]>
  %8 = stablehlo.while(%a) : (tensor<?x4xf32, [@b, @C4]>) -> tensor<?x4xf32, [unit, @C4]>
  // CHECK-NEXT: cond {
  cond {
  // CHECK-NEXT: ^bb0(%x: tensor<?x4xf32>):
  ^bb0(%x: tensor<?x4xf32>):
    // CHECK-NEXT: %9 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.constant dense<true> : tensor<i1>
    // CHECK-NEXT: stablehlo.return %9 : tensor<i1>
    stablehlo.return %9 : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
  // CHECK-NEXT: ^bb0(%x_1: tensor<?x4xf32>):
  ^bb0(%x_1: tensor<?x4xf32>):
    // CHECK-NEXT: stablehlo.return %x_1 : tensor<?x4xf32>
    stablehlo.return %x_1 : tensor<?x4xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @bounds(%a: tensor<?x4xf32, #stablehlo.bounds<16, ?>>, %b: tensor<?x4xf32, #mhlo.type_extensions<bounds = [16, ?]>>) {
func.func @bounds(%a: tensor<?x4xf32, #stablehlo.bounds<16, ?>>, %b: tensor<?x4xf32, #mhlo.type_extensions<bounds = [16, ?]>>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<?x4xf32, #stablehlo.bounds<16, ?>>
  %0 = stablehlo.add %a, %a : tensor<?x4xf32, #stablehlo.bounds<16, ?>>
  // CHECK-NEXT: %1 = mhlo.add %b, %b : tensor<?x4xf32, #mhlo.type_extensions<bounds = [16, ?]>>
  %1 = mhlo.add %b, %b : tensor<?x4xf32, #mhlo.type_extensions<bounds = [16, ?]>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK-NEXT: disc_shape.SymbolDim @b {named}
disc_shape.SymbolDim @b {named}
// CHECK-NEXT: disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @C4 {value = 4}
// A size that is bounded needs no other statement.
// CHECK-LABEL: func.func @bounded_results
func.func @bounded_results(%a: tensor<?x4xf32, #stablehlo.bounds<16, ?>>) {
  // CHECK-NEXT: stablehlo.reshape %a : (tensor<?x4xf32, #stablehlo.bounds<16, ?>>) -> tensor<?xf32, #stablehlo.bounds<64>>
  %0 = stablehlo.reshape %a : (tensor<?x4xf32, #stablehlo.bounds<16, ?>>) -> tensor<?xf32, #stablehlo.bounds<64>>
  func.return
}
