// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Products, with what they contract, how exactly, and in which notation.

// CHECK: func.func @stablehlo(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>, %m: tensor<3x4xf32>, %k: tensor<4x?xf32>, %v: tensor<4xf32>) {
func.func @stablehlo(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>, %m: tensor<3x4xf32>, %k: tensor<4x?xf32>, %v: tensor<4xf32>) {
  // CHECK-NEXT: %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  // CHECK-NEXT: %1 = stablehlo.dot_general %m, %k, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %1 = stablehlo.dot_general %m, %k, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %2 = stablehlo.dot_general %m, %v, contracting_dims = [] x [] {note} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4x4xf32>
  %2 = stablehlo.dot_general %m, %v, contracting_dims = [] x [] {note} : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4x4xf32>
  // CHECK-NEXT: %3 = stablehlo.dot_general %m, %k, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %3 = stablehlo.dot_general %m, %k, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %4 = stablehlo.dot %m, %k, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %4 = stablehlo.dot %m, %k, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %5 = stablehlo.dot %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %5 = stablehlo.dot %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // CHECK-NEXT: %6 = stablehlo.einsum %m, %k, config = "ij,jk->ik" : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %6 = stablehlo.einsum %m, %k, config = "ij,jk->ik" : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %7 = stablehlo.unary_einsum %m, config = "ij->ji" : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %7 = stablehlo.unary_einsum %m, config = "ij->ji" : (tensor<3x4xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>, %m: tensor<3x4xf32>, %k: tensor<4x?xf32>) {
func.func @mhlo(%a: tensor<?x3x4xf32>, %b: tensor<?x4x5xf32>, %m: tensor<3x4xf32>, %k: tensor<4x?xf32>) {
  // CHECK-NEXT: %0 = "mhlo.dot_general"(%a, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]}> : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  %0 = "mhlo.dot_general"(%a, %b) <{dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]}> : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  // CHECK-NEXT: %1 = "mhlo.dot"(%m, %k) : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %1 = "mhlo.dot"(%m, %k) : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: %2 = "mhlo.einsum"(%m, %k) <{einsum_config = "ij,jk->ik"}> : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  %2 = "mhlo.einsum"(%m, %k) <{einsum_config = "ij,jk->ik"}> : (tensor<3x4xf32>, tensor<4x?xf32>) -> tensor<3x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
