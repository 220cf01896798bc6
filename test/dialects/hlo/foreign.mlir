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
  // CHECK-NEXT: %0 = stablehlo.custom_call @f(%a, %t, %u, %m, %x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 3, operand_tuple_indices = []>]} : (tensor<2xf32>, !stablehlo.token, tuple<tensor<2xf32>, !stablehlo.token>, memref<2xf32>, tensor<*xf32>) -> memref<2xf32>
  %0 = stablehlo.custom_call @f(%a, %t, %u, %m, %x) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 3, operand_tuple_indices = []>]} : (tensor<2xf32>, !stablehlo.token, tuple<tensor<2xf32>, !stablehlo.token>, memref<2xf32>, tensor<*xf32>) -> memref<2xf32>
  // CHECK-NEXT: %1, %2 = stablehlo.optimization_barrier %a, %t : tensor<2xf32>, !stablehlo.token
  %1, %2 = stablehlo.optimization_barrier %a, %t : tensor<2xf32>, !stablehlo.token
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
