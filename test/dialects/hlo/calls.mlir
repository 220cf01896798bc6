// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Calls of what the dialect does not know, and of what is made of other operations.

// CHECK: func.func @stablehlo(%a: tensor<4x4xf32>, %t: !stablehlo.token) {
func.func @stablehlo(%a: tensor<4x4xf32>, %t: !stablehlo.token) {
  // CHECK-NEXT: %0 = stablehlo.custom_call @foo(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.custom_call @foo(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: stablehlo.custom_call @"a b"(%a, %a) {error_message = "no {0} \22here\22", api_version = 2 : i32, has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  stablehlo.custom_call @"a b"(%a, %a) {error_message = "no {0} \22here\22", api_version = 2 : i32, has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  // CHECK-NEXT: %1 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {a = 1 : i32}, called_computations = [@decomposition], has_side_effect = false, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {a = 1 : i32}, called_computations = [@decomposition], has_side_effect = false, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %2, %3 = stablehlo.custom_call @bar() {backend_config = "text"} : () -> (tensor<4xf32>, !stablehlo.token)
  %2, %3 = stablehlo.custom_call @bar() {backend_config = "text"} : () -> (tensor<4xf32>, !stablehlo.token)
  // CHECK-NEXT: %4 = stablehlo.custom_call @pack(%a) : (tensor<4x4xf32>) -> tuple<tensor<4x4xf32>, !stablehlo.token>
  %4 = stablehlo.custom_call @pack(%a) : (tensor<4x4xf32>) -> tuple<tensor<4x4xf32>, !stablehlo.token>
  // CHECK-NEXT: %5 = stablehlo.composite "a.b" %a {composite_attributes = {k = 1 : i64}, decomposition = @decomposition, version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.composite "a.b" %a {composite_attributes = {k = 1 : i64}, decomposition = @decomposition, version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %6 = stablehlo.composite "a.b" %a ({
  %6 = stablehlo.composite "a.b" %a ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>):
  ^bb0(%x: tensor<f32>):
    // CHECK-NEXT: stablehlo.return %x : tensor<f32>
    stablehlo.return %x : tensor<f32>
  // CHECK-NEXT: }) {decomposition = @decomposition} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  }) {decomposition = @decomposition} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func private @decomposition(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
func.func private @decomposition(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK-NEXT: func.return %a : tensor<4x4xf32>
  func.return %a : tensor<4x4xf32>
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<4x4xf32>, %t: !mhlo.token) {
func.func @mhlo(%a: tensor<4x4xf32>, %t: !mhlo.token) {
  // CHECK-NEXT: %0 = mhlo.custom_call @foo(%a) {custom_call_schedule = #mhlo<custom_call_schedule LATEST>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = mhlo.custom_call @foo(%a) {custom_call_schedule = #mhlo<custom_call_schedule LATEST>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %1 = mhlo.composite "a.b" %a {composite_attributes = {k = 1 : i64}, decomposition = @decomposition, version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = mhlo.composite "a.b" %a {composite_attributes = {k = 1 : i64}, decomposition = @decomposition, version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// A configuration that is no text.
// CHECK: func.func @bytes(%a: tensor<4xf32>) {
func.func @bytes(%a: tensor<4xf32>) {
  // CHECK-NEXT: %0 = stablehlo.custom_call @bar(%a) {backend_config = "\01\00\AC"} : (tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @bar(%a) {backend_config = "\01\00\AC"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
