// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Random numbers under both names.

// CHECK: func.func @stablehlo(%lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<2xi64>, %other: tensor<2xi64>, %state: tensor<2xui64>, %some: tensor<?xui64>, %i: tensor<i32>) {
func.func @stablehlo(%lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<2xi64>, %other: tensor<2xi64>, %state: tensor<2xui64>, %some: tensor<?xui64>, %i: tensor<i32>) {
  // CHECK-NEXT: %0 = stablehlo.rng %lo, %hi, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
  %0 = stablehlo.rng %lo, %hi, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
  // CHECK-NEXT: %1 = stablehlo.rng %i, %i, %other, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = stablehlo.rng %i, %i, %other, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  // CHECK-NEXT: %2, %3 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10x12xui32>)
  %2, %3 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10x12xui32>)
  // CHECK-NEXT: %4, %5 = stablehlo.rng_bit_generator %some, algorithm = DEFAULT : (tensor<?xui64>) -> (tensor<?xui64>, tensor<3xui64>)
  %4, %5 = stablehlo.rng_bit_generator %some, algorithm = DEFAULT : (tensor<?xui64>) -> (tensor<?xui64>, tensor<3xui64>)
  // CHECK-NEXT: %6, %7 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY {note} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %6, %7 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY {note} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<2xi64>, %state: tensor<2xui64>) {
func.func @mhlo(%lo: tensor<f32>, %hi: tensor<f32>, %shape: tensor<2xi64>, %state: tensor<2xui64>) {
  // CHECK-NEXT: %0 = "mhlo.rng"(%lo, %hi, %shape) <{rng_distribution = #mhlo.rng_distribution<NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
  %0 = "mhlo.rng"(%lo, %hi, %shape) <{rng_distribution = #mhlo.rng_distribution<NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x?xf32>
  // CHECK-NEXT: %1, %2 = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10x12xui32>)
  %1, %2 = "mhlo.rng_bit_generator"(%state) <{rng_algorithm = #mhlo.rng_algorithm<PHILOX>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<10x12xui32>)
  // CHECK-NEXT: %3 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
  %3 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
