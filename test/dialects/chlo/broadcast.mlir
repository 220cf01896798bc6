// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHLO's operations that broadcast: from the last dimensions on, or as broadcast_dimensions say.

// CHECK: func.func @broadcast(%a: tensor<4x?xf32>, %b: tensor<?xf32>, %c: tensor<4xf32>, %i: tensor<1x?xi32>, %j: tensor<3x1xi32>, %p: tensor<4x1xi1>, %q: tensor<i1>, %s: tensor<f32>, %z: tensor<0xf32>, %o: tensor<1xf32>) {
func.func @broadcast(%a: tensor<4x?xf32>, %b: tensor<?xf32>, %c: tensor<4xf32>, %i: tensor<1x?xi32>, %j: tensor<3x1xi32>, %p: tensor<4x1xi1>, %q: tensor<i1>, %s: tensor<f32>, %z: tensor<0xf32>, %o: tensor<1xf32>) {
  // CHECK-NEXT: %0 = chlo.broadcast_add %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %0 = chlo.broadcast_add %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %1 = chlo.broadcast_atan2 %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %1 = chlo.broadcast_atan2 %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %2 = chlo.broadcast_divide %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %2 = chlo.broadcast_divide %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %3 = chlo.broadcast_maximum %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %3 = chlo.broadcast_maximum %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %4 = chlo.broadcast_minimum %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %4 = chlo.broadcast_minimum %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %5 = chlo.broadcast_multiply %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %5 = chlo.broadcast_multiply %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %6 = chlo.broadcast_next_after %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %6 = chlo.broadcast_next_after %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %7 = chlo.broadcast_polygamma %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %7 = chlo.broadcast_polygamma %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %8 = chlo.broadcast_power %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %8 = chlo.broadcast_power %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %9 = chlo.broadcast_remainder %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %9 = chlo.broadcast_remainder %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %10 = chlo.broadcast_subtract %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %10 = chlo.broadcast_subtract %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %11 = chlo.broadcast_zeta %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %11 = chlo.broadcast_zeta %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %12 = chlo.broadcast_and %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %12 = chlo.broadcast_and %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %13 = chlo.broadcast_or %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %13 = chlo.broadcast_or %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %14 = chlo.broadcast_xor %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %14 = chlo.broadcast_xor %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %15 = chlo.broadcast_shift_left %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %15 = chlo.broadcast_shift_left %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %16 = chlo.broadcast_shift_right_arithmetic %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %16 = chlo.broadcast_shift_right_arithmetic %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %17 = chlo.broadcast_shift_right_logical %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  %17 = chlo.broadcast_shift_right_logical %i, %j : (tensor<1x?xi32>, tensor<3x1xi32>) -> tensor<3x?xi32>
  // CHECK-NEXT: %18 = chlo.broadcast_add %c, %a {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %18 = chlo.broadcast_add %c, %a {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %19 = chlo.broadcast_add %s, %a {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %19 = chlo.broadcast_add %s, %a {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %20 = chlo.broadcast_add %z, %o : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  %20 = chlo.broadcast_add %z, %o : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  // CHECK-NEXT: %21 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xi1>
  %21 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xi1>
  // CHECK-NEXT: %22 = chlo.broadcast_compare %s, %a {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>, broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xi1>
  %22 = chlo.broadcast_compare %s, %a {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>, broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xi1>
  // CHECK-NEXT: %23 = chlo.broadcast_complex %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xcomplex<f32>>
  %23 = chlo.broadcast_complex %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xcomplex<f32>>
  // CHECK-NEXT: %24 = chlo.broadcast_select %p, %a, %b : (tensor<4x1xi1>, tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %24 = chlo.broadcast_select %p, %a, %b : (tensor<4x1xi1>, tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %25 = chlo.broadcast_select %q, %s, %a : (tensor<i1>, tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %25 = chlo.broadcast_select %q, %s, %a : (tensor<i1>, tensor<f32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
