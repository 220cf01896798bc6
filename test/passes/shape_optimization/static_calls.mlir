// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

// Calls that no test can run: their shape operands go once they are in types.

func.func @declared(%x: tensor<4xf32>, %n: tensor<1xi64>) -> (tensor<8xf32>, tensor<?xf32>) {
  %eight = stablehlo.constant dense<8> : tensor<1xi64>
  %0 = stablehlo.custom_call @f(%x, %eight) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @f(%x, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  func.return %0, %1 : tensor<8xf32>, tensor<?xf32>
}
// CHECK-LABEL: @declared
// CHECK: stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<8xf32>
// CHECK: stablehlo.custom_call @f(%x, %n) {indices_of_shape_operands = dense<1> : tensor<1xi64>}

// -----

// Layouts of operands go with them; what results share with operands keeps its numbers.
func.func @layouts(%x: tensor<4x2xf32>) -> (tensor<?xf32>, tensor<4x2xf32>) {
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %same = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @f(%none, %x) {indices_of_shape_operands = dense<0> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<1xi64>, tensor<4x2xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @g(%x, %same) {indices_of_shape_operands = dense<1> : tensor<1xi64>, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<4x2xf32>
}
// CHECK-LABEL: @layouts
// CHECK: stablehlo.custom_call @f(%x) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4x2xf32>) -> tensor<0xf32>
// CHECK: stablehlo.custom_call @g(%x, %{{.*}})

// -----

func.func @approximate(%x: tensor<?xf32>, %at: tensor<?xi32>, %i: tensor<f32>, %j: tensor<i32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %shape = stablehlo.constant dense<3> : tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %at, %i, %j, %k, %shape, %shape) {called_computations = [@greater], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {aggregate_to_topk = true}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  %1:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %at, %i, %j, %n) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return %0#0, %1#0 : tensor<?xf32>, tensor<?xf32>
}
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}
// CHECK-LABEL: @approximate
// CHECK: stablehlo.custom_call @ApproxTopK(%x, %at, %i, %j) {mhlo.backend_config = {aggregate_to_topk = true, top_k = 3 : i64}, called_computations = [@greater]}
// CHECK-SAME: -> (tensor<3xf32>, tensor<3xi32>)
// CHECK: stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %at, %i, %j, %n)
