// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// a token where a tensor is expected
// CHECK: expected a tensor, got !stablehlo.token
func.func @f(%t: !stablehlo.token) {
  %0 = stablehlo.add %t, %t : !stablehlo.token
  func.return
}

// -----

// operand of after_all
// CHECK: 'stablehlo.after_all': operand 'inputs' at position 0 does not verify: expected an attribute 'token', got tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.after_all"(%a) : (tensor<4xf32>) -> !stablehlo.token
  func.return
}

// -----

// result of create_token
// CHECK: expected an attribute 'token', got tensor<4xf32>
func.func @f() {
  %0 = stablehlo.create_token : tensor<4xf32>
  func.return
}

// -----

// (c1) of add_dependency
// CHECK: types 0 of 'mhlo.add_dependency' operand and result differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>, %t: !mhlo.token) {
  %0 = mhlo.add_dependency %a, %t : (tensor<4xf32>, !mhlo.token) -> tensor<5xf32>
  func.return
}

// -----

// (c1), numbers, of tuple
// CHECK: numbers of 'stablehlo.tuple' operands and result differ: 1 and 2
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.tuple"(%a) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  func.return
}

// -----

// (c1), types, of tuple
// CHECK: types 0 of 'stablehlo.tuple' operands and result differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.tuple"(%a) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  func.return
}

// -----

// (c1) of get_tuple_element
// CHECK: index 1 of 'stablehlo.get_tuple_element' is out of range: the tuple has 1 elements
func.func @f(%a: tuple<tensor<4xf32>>) {
  %0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of get_tuple_element
// CHECK: types of 'stablehlo.get_tuple_element' element 0 and result differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tuple<tensor<4xf32>>) {
  %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  func.return
}

// -----

// index of get_tuple_element
// CHECK: error: 'stablehlo.get_tuple_element': expected a 32-bit integer, got 0 : i64
func.func @f(%a: tuple<tensor<4xf32>>) {
  %0 = "stablehlo.get_tuple_element"(%a) <{index = 0 : i64}> : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of infeed
// CHECK: 'stablehlo.infeed' has 0 results, expected at least 1
func.func @f(%t: !stablehlo.token) {
  "stablehlo.infeed"(%t) : (!stablehlo.token) -> ()
  func.return
}

// -----

// (c2) of infeed
// CHECK: result 0 of 'stablehlo.infeed' is !stablehlo.token, expected a tensor
func.func @f(%t: !stablehlo.token) {
  %0, %1 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

// -----

// (c3) of infeed
// CHECK: last result of 'stablehlo.infeed' is tensor<4xf32>, expected a token
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<4xf32>
  func.return
}

// -----

// layouts of infeed
// CHECK: 'stablehlo.infeed' has 0 layouts, expected 1
func.func @f(%t: !stablehlo.token) {
  %0, %1 = "stablehlo.infeed"(%t) <{layout = []}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

// (c1) of send
// CHECK: source_target_pairs of 'stablehlo.send' have shape [2, 1], expected two columns
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0], [1]]> : tensor<2x1xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c2) of send
// CHECK: sources of 'stablehlo.send' repeat a process: [0, 0]
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c3) of send
// CHECK: targets of 'stablehlo.send' repeat a process: [1, 1]
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c4) of send
// CHECK: sources of 'stablehlo.send' have process -4, expected 0 or more
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[-4, 1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c5) of send, to the host
// CHECK: channel type of 'stablehlo.send' is 1, expected 2
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c5) of send, to a device
// CHECK: channel type of 'stablehlo.send' is 2, expected 1
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.send"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c1) of recv
// CHECK: source_target_pairs of 'stablehlo.recv' have shape [2], expected two columns
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c2) of recv
// CHECK: sources of 'stablehlo.recv' repeat a process: [0, 0]
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c3) of recv
// CHECK: targets of 'stablehlo.recv' repeat a process: [1, 1]
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c4) of recv
// CHECK: targets of 'stablehlo.recv' have process -1, expected 0 or more
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// (c6) of recv
// CHECK: 'stablehlo.recv' has 0 results, expected at least 1
func.func @f(%t: !stablehlo.token) {
  "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> ()
  func.return
}

// -----

// (c7) of recv
// CHECK: result 0 of 'stablehlo.recv' is !stablehlo.token, expected a tensor
func.func @f(%t: !stablehlo.token) {
  %0, %1 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

// -----

// (c8) of recv
// CHECK: last result of 'stablehlo.recv' is tensor<4xf32>, expected a token
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>}> : (!stablehlo.token) -> tensor<4xf32>
  func.return
}

// -----

// (c5) of recv
// CHECK: channel type of 'stablehlo.recv' is 2, expected 3
func.func @f(%t: !stablehlo.token) {
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// elements of a future
// CHECK: element of 'stablehlo.future' is f32, expected a tensor
func.func private @f(!stablehlo.future<f32>) -> ()

// -----

// (c1) of async_start
// CHECK: types 0 of 'stablehlo.async_start' body arguments differ: tensor<5xf32> and tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<5xf32>):
    %q = stablehlo.add %x, %x : tensor<5xf32>
    stablehlo.return %q : tensor<5xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<5xf32>>
  func.return
}

// -----

// (c2) of async_start
// CHECK: body of 'stablehlo.async_start' is not one operation whose results it returns
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

// (c3) of async_start
// CHECK: types 0 of 'stablehlo.async_start' body and future differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %q = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %q : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<5xf32>>
  func.return
}

// -----

// (c1) of async_done
// CHECK: types 0 of 'stablehlo.async_done' future and results differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: !stablehlo.future<tensor<4xf32>>) {
  %0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<5xf32>
  func.return
}

// -----

// (c1) of mhlo.async_start
// CHECK: types 0 of 'mhlo.async_start' operands and bundle differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.async_start"(%a) <{called_computation = @p, execution_thread = "main"}> : (tensor<4xf32>) -> !mhlo.async_bundle<tuple<tensor<5xf32>>, tensor<4xf32>>
  func.return
}

// -----

// parts of a bundle
// CHECK: bundle of 'mhlo.async_start' has 1 parts, expected 2
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.async_start"(%a) <{called_computation = @p, execution_thread = "main"}> : (tensor<4xf32>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>>
  func.return
}

// -----

// (c1) of mhlo.async_update
// CHECK: types of 'mhlo.async_update' operand and result differ: !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>> and !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<5xf32>>
func.func @f(%a: !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>>) {
  %0 = "mhlo.async_update"(%a) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<5xf32>>
  func.return
}

// -----

// (c1) of mhlo.async_done
// CHECK: types 0 of 'mhlo.async_done' bundle and results differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>>) {
  %0 = "mhlo.async_done"(%a) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>>) -> tensor<5xf32>
  func.return
}

// -----

// The sizes of received values cannot be inferred.

// CHECK: dimension 0 of 'stablehlo.infeed' result is dynamic, expected a static size
func.func @infeed_dynamic(%t: !stablehlo.token) {
  %0, %1 = "stablehlo.infeed"(%t) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<?xi32>, !stablehlo.token)
  return
}

// -----

// CHECK: dimension 1 of 'stablehlo.recv' result is dynamic, expected a static size
func.func @recv_dynamic(%t: !stablehlo.token) {
  %0, %1 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3x?xi32>, !stablehlo.token)
  return
}

// -----

// CHECK: api_version of 'stablehlo.custom_call' is 9, expected 0 to 4
func.func @custom_call_version() {
  "stablehlo.custom_call"() <{call_target_name = "f", api_version = 9 : i32}> : () -> ()
  return
}
