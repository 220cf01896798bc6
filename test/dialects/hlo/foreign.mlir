// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// What other exporters write and older dialects have.

// CHECK: func.func @products(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
func.func @products(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // CHECK-NEXT: %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
// CHECK: }
}

// CHECK: func.func @values(%a: tensor<2xf32>, %t: !stablehlo.token, %u: tuple<tensor<2xf32>, !stablehlo.token>, %m: memref<2xf32>, %x: tensor<*xf32>) {
func.func @values(%a: tensor<2xf32>, %t: !stablehlo.token, %u: tuple<tensor<2xf32>, !stablehlo.token>, %m: memref<2xf32>, %x: tensor<*xf32>) {
  // CHECK-NEXT: %0 = stablehlo.custom_call @f(%a, %t, %u, %m, %x) : (tensor<2xf32>, !stablehlo.token, tuple<tensor<2xf32>, !stablehlo.token>, memref<2xf32>, tensor<*xf32>) -> memref<2xf32>
  %0 = stablehlo.custom_call @f(%a, %t, %u, %m, %x) : (tensor<2xf32>, !stablehlo.token, tuple<tensor<2xf32>, !stablehlo.token>, memref<2xf32>, tensor<*xf32>) -> memref<2xf32>
  // CHECK-NEXT: %1, %2 = stablehlo.optimization_barrier %a, %t : tensor<2xf32>, !stablehlo.token
  %1, %2 = stablehlo.optimization_barrier %a, %t : tensor<2xf32>, !stablehlo.token
  func.return
// CHECK: }
}

// CHECK: func.func @unranked(%x: tensor<*xf32>, %i: tensor<*xindex>) {
func.func @unranked(%x: tensor<*xf32>, %i: tensor<*xindex>) {
  // CHECK-NEXT: %0, %1 = mhlo.optimization_barrier %x, %i : tensor<*xf32>, tensor<*xindex>
  %0, %1 = mhlo.optimization_barrier %x, %i : tensor<*xf32>, tensor<*xindex>
  func.return
// CHECK: }
}

// CHECK: func.func @bounded(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
func.func @bounded(%a: tensor<?xf32, #stablehlo.bounds<4>>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4xf32>
  %0 = stablehlo.add %a, %a : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4xf32>
  func.return
// CHECK: }
}

// CHECK: func.func @groups(%a: tensor<2x4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<?x3xi64>) {
func.func @groups(%a: tensor<2x4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<?x3xi64>) {
  // CHECK: (tensor<2x4x5xf32>, tensor<3x5x7xf32>, tensor<?x3xi64>) -> tensor<2x4x7xf32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x4x5xf32>, tensor<3x5x7xf32>, tensor<?x3xi64>) -> tensor<2x4x7xf32>
  func.return
// CHECK: }
}
