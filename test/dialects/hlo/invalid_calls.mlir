// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of custom_call
// CHECK: 'stablehlo.custom_call' has layouts for operands or results only, expected both or none
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2), count of custom_call
// CHECK: 'stablehlo.custom_call' has 0 operand_layouts, expected 1
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of custom_call
// CHECK: operand_layouts 0 of 'stablehlo.custom_call' is [0], expected each of [0, 1] once
func.func @f(%a0: tensor<2x3xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// target of custom_call
// CHECK: property 'call_target_name' expected in operation 'stablehlo.custom_call'
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// buffers of custom_call
// CHECK: result 0 of 'stablehlo.custom_call' is a buffer, memref<2xf32>, expected an output_operand_alias for it
func.func @f(%a0: memref<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo"}> : (memref<2xf32>) -> memref<2xf32>
  func.return
}

// -----

// aliases of custom_call
// CHECK: expected an attribute 'output_operand_alias', got 1 : i32
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [1 : i32]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of composite
// CHECK: name of 'stablehlo.composite' is "a", expected namespace.operation
func.func @f(%a0: tensor<2xf32>) {
  "stablehlo.composite"(%a0) <{name = "a", decomposition = @f}> : (tensor<2xf32>) -> ()
  func.return
}

// -----

// (c2) of composite
// CHECK: decomposition '@g' of 'stablehlo.composite' is not a function
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @g}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of composite
// CHECK: numbers of 'stablehlo.composite' operands and arguments of '@h' differ: 2 and 0
func.func @f(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  "stablehlo.composite"(%a0, %a1) <{name = "a.b", decomposition = @h}> : (tensor<2xf32>, tensor<i32>) -> ()
  func.return
}
func.func private @h()

// -----

// (c4) of composite
// CHECK: numbers of 'stablehlo.composite' results and results of '@f' differ: 1 and 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @f}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// decomposition of composite
// CHECK: property 'decomposition' expected in operation 'stablehlo.composite'
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.composite"(%a0) <{name = "a.b"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// name of composite
// CHECK: property 'name' expected in operation 'stablehlo.composite'
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.composite"(%a0) <{decomposition = @f}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// alias of an operand that is not there, of custom_call
// CHECK: operand_index of 'stablehlo.custom_call' output_operand_alias is 1, expected 0 to 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// alias of a part of what is no tuple, of custom_call
// CHECK: operand_tuple_indices of 'stablehlo.custom_call' output_operand_alias hold 0, expected an index of 0 members
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// alias of a part that is not there, of custom_call
// CHECK: output_tuple_indices of 'stablehlo.custom_call' output_operand_alias hold 1, expected an index of 1 members
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  func.return
}

// -----

// alias of another type, of custom_call
// CHECK: types of 'stablehlo.custom_call' output_operand_alias differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// typed configuration of custom_call
// CHECK: backend_config of 'stablehlo.custom_call' is "no", expected a dictionary, as its api_version asks
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", api_version = 4 : i32, backend_config = "no"}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// configuration of custom_call
// CHECK: backend_config of 'stablehlo.custom_call' is {a = 1 : i64}, expected a string, as its api_version asks
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", api_version = 1 : i32, backend_config = {a = 1 : i64}}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// CHECK: indices_of_shape_operands of 'stablehlo.custom_call' are [1, 1], expected one for each of 1 results
func.func @shape_operands_count(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  %0 = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<2xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: indices_of_shape_operands of 'stablehlo.custom_call' hold 2, expected 0 to 1
func.func @shape_operands_range(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  %0 = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<2> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: indices_of_shape_operands of 'stablehlo.custom_call' are dense<1> : tensor<1xi32>, expected a list of i64
func.func @shape_operands_type(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  %0 = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi32>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: operand 1 of 'stablehlo.custom_call' is tensor<2xi64>, expected 3 sizes of tensor<?x?x?xf32>
func.func @shape_operands_rank(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  %0 = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?x?xf32>
  func.return
}

// -----

// CHECK: @stablehlo.dynamic_reduce_window has 6 operands, expected 7
func.func @window_operands(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: element types of 'stablehlo.custom_call' input 0 and initial value differ: f32 and i32
func.func @window_initial(%x: tensor<4xf32>, %i: tensor<i32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: initial value 0 of @stablehlo.dynamic_reduce_window has rank 1, expected 0
func.func @window_initial_rank(%x: tensor<4xf32>, %i: tensor<1xf32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<1xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: ranks of @stablehlo.dynamic_reduce_window input and result 0 differ: 1 and 2
func.func @window_rank(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: padding of @stablehlo.dynamic_reduce_window is tensor<2x1xi64>, expected integers of shape [1x2]
func.func @window_padding(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<2x1xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<2x1xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: strides of @stablehlo.dynamic_reduce_window is tensor<1xf32>, expected integers of shape [1]
func.func @window_strides(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %f: tensor<1xf32>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %f, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: @stablehlo.dynamic_reduce_window has 0 called computations, expected 1
func.func @window_body(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: @max, which @stablehlo.dynamic_reduce_window calls, has 1 arguments, expected 2
func.func @window_arguments(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}
func.func private @max(tensor<f32>) -> tensor<f32>

// -----

// CHECK: argument 1 of @max, which @stablehlo.dynamic_reduce_window calls, is tensor<i8>, expected tensor<f32>
func.func @window_argument_type(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}
func.func private @max(tensor<f32>, tensor<i8>) -> tensor<f32>

// -----

// CHECK: argument 0 of @max, which @stablehlo.dynamic_reduce_window calls, is tensor<1xf32>, expected tensor<f32>
func.func @window_argument_rank(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}
func.func private @max(tensor<1xf32>, tensor<f32>) -> tensor<f32>

// -----

// CHECK: result 0 of @max, which @stablehlo.dynamic_reduce_window calls, is tensor<f64>, expected tensor<f32>
func.func @window_result_type(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}
func.func private @max(tensor<f32>, tensor<f32>) -> tensor<f64>

// -----

// CHECK: @max, which @stablehlo.dynamic_reduce_window calls, has 2 results, expected 1
func.func @window_results(%x: tensor<4xf32>, %i: tensor<f32>, %w: tensor<1xi64>, %p: tensor<1x2xi64>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %w, %w, %w, %w, %p) {called_computations = [@max]} : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  func.return
}
func.func private @max(tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)

// -----

// CHECK: result 0 of @more, which @stablehlo.dynamic_approx_top_k calls, is tensor<f32>, expected tensor<i1>
func.func @approximate_result(%x: tensor<4xf32>, %j: tensor<4xi32>, %i: tensor<f32>, %n: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %j, %i, %n, %n) {called_computations = [@more]} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}
func.func private @more(tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>) -> tensor<f32>

// -----

// CHECK: argument 1 of @more, which @stablehlo.dynamic_approx_top_k calls, is tensor<i32>, expected tensor<f32>
func.func @approximate_order(%x: tensor<4xf32>, %j: tensor<4xi32>, %i: tensor<f32>, %n: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %j, %i, %n, %n) {called_computations = [@more]} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}
func.func private @more(tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<i1>

// -----

// CHECK: @stablehlo.dynamic_rng_bit_generator has 1 operands, expected 2
func.func @bits_operands(%s: tensor<2xui64>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s) : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  func.return
}

// -----

// CHECK: element types of 'stablehlo.custom_call' states differ: ui64 and ui32
func.func @bits_state(%s: tensor<2xui64>, %n: tensor<1xi64>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui32>, tensor<?xui32>)
  func.return
}

// -----

// CHECK: shape of @stablehlo.dynamic_rng_bit_generator is tensor<1xi64>, expected integers of shape [2]
func.func @bits_shape(%s: tensor<2xui64>, %n: tensor<1xi64>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<?x?xui32>)
  func.return
}

// -----

// CHECK: @stablehlo.dynamic_top_k has 1 results, expected 2
func.func @top_results(%x: tensor<4xf32>, %k: tensor<i32>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: k of @stablehlo.dynamic_top_k is tensor<1xi32>, expected integers of shape []
func.func @top_k_rank(%x: tensor<4xf32>, %k: tensor<1xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xf32>, tensor<1xi32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: operand of @stablehlo.dynamic_top_k has rank 0, expected 1 or more
func.func @top_rank(%x: tensor<f32>, %k: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  func.return
}

// -----

// CHECK: indices of @stablehlo.dynamic_top_k are f32, expected integers
func.func @top_indices(%x: tensor<4xf32>, %k: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  func.return
}

// -----

// CHECK: dimension 0 of 'stablehlo.custom_call' operand and values differ: 2 and 3
func.func @top_values(%x: tensor<2x4xf32>, %k: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<2x4xf32>, tensor<i32>) -> (tensor<3x?xf32>, tensor<2x?xi32>)
  func.return
}

// -----

// CHECK: @stablehlo.dynamic_approx_top_k has 4 operands, expected 5 or more
func.func @approx_operands(%x: tensor<4xf32>, %at: tensor<4xi32>, %i: tensor<f32>, %j: tensor<i32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %at, %i, %j) {called_computations = [@gt]} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return
}

// -----

// CHECK: k of @stablehlo.dynamic_approx_top_k is tensor<f32>, expected integers of shape []
func.func @approx_k(%x: tensor<4xf32>, %i: tensor<f32>) {
  %0 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %i, %i) {called_computations = [@gt]} : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  func.return
}
