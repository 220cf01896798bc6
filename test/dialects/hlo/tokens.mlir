// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Tokens, tuples and transfers under both names.

// CHECK: func.func @stablehlo(%a: tensor<?x4xf32>, %t: !stablehlo.token) {
func.func @stablehlo(%a: tensor<?x4xf32>, %t: !stablehlo.token) {
  // CHECK-NEXT: %0 = stablehlo.after_all %t, %t : !stablehlo.token
  %0 = stablehlo.after_all %t, %t : !stablehlo.token
  // CHECK-NEXT: %1 = stablehlo.after_all : !stablehlo.token
  %1 = stablehlo.after_all : !stablehlo.token
  // CHECK-NEXT: %2 = stablehlo.create_token {note} : !stablehlo.token
  %2 = stablehlo.create_token {note} : !stablehlo.token
  // CHECK-NEXT: %3 = stablehlo.tuple %a, %t : tuple<tensor<?x4xf32>, !stablehlo.token>
  %3 = stablehlo.tuple %a, %t : tuple<tensor<?x4xf32>, !stablehlo.token>
  // CHECK-NEXT: %4 = stablehlo.tuple : tuple<>
  %4 = stablehlo.tuple : tuple<>
  // CHECK-NEXT: %5 = stablehlo.tuple %3, %a : tuple<tuple<tensor<?x4xf32>, !stablehlo.token>, tensor<?x4xf32>>
  %5 = stablehlo.tuple %3, %a : tuple<tuple<tensor<?x4xf32>, !stablehlo.token>, tensor<?x4xf32>>
  // CHECK-NEXT: %6 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<?x4xf32>, !stablehlo.token>) -> !stablehlo.token
  %6 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<?x4xf32>, !stablehlo.token>) -> !stablehlo.token
  // CHECK-NEXT: %7 = stablehlo.get_tuple_element %5[0] : (tuple<tuple<tensor<?x4xf32>, !stablehlo.token>, tensor<?x4xf32>>) -> tuple<tensor<?x4xf32>, !stablehlo.token>
  %7 = stablehlo.get_tuple_element %5[0] : (tuple<tuple<tensor<?x4xf32>, !stablehlo.token>, tensor<?x4xf32>>) -> tuple<tensor<?x4xf32>, !stablehlo.token>
  // CHECK-NEXT: %8, %9 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = {{\[\[}}0 : i64, 1 : i64]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
  %8, %9 = "stablehlo.infeed"(%t) <{infeed_config = "x", layout = [[0 : i64, 1 : i64]]}> : (!stablehlo.token) -> (tensor<3x3xi32>, !stablehlo.token)
  // CHECK-NEXT: %10 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  %10 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %11 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = "y"}> : (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  %11 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = "y"}> : (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %12 = "stablehlo.outfeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  %12 = "stablehlo.outfeed"(%t) : (!stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %13, %14 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
  %13, %14 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
  // CHECK-NEXT: %15, %16 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  %15, %16 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  // CHECK-NEXT: %17 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  %17 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: %18 = "stablehlo.send"(%a, %a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>, tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  %18 = "stablehlo.send"(%a, %a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>, tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<?x4xf32>, %t: !mhlo.token) {
func.func @mhlo(%a: tensor<?x4xf32>, %t: !mhlo.token) {
  // CHECK-NEXT: %0 = mhlo.after_all %t, %t : !mhlo.token
  %0 = mhlo.after_all %t, %t : !mhlo.token
  // CHECK-NEXT: %1 = mhlo.create_token : !mhlo.token
  %1 = mhlo.create_token : !mhlo.token
  // CHECK-NEXT: %2 = mhlo.add_dependency %a, %t : (tensor<?x4xf32>, !mhlo.token) -> tensor<?x4xf32>
  %2 = mhlo.add_dependency %a, %t : (tensor<?x4xf32>, !mhlo.token) -> tensor<?x4xf32>
  // CHECK-NEXT: %3 = mhlo.add_dependency %t, %t : (!mhlo.token, !mhlo.token) -> !mhlo.token
  %3 = mhlo.add_dependency %t, %t : (!mhlo.token, !mhlo.token) -> !mhlo.token
  // CHECK-NEXT: %4 = mhlo.tuple %a, %t : tuple<tensor<?x4xf32>, !mhlo.token>
  %4 = mhlo.tuple %a, %t : tuple<tensor<?x4xf32>, !mhlo.token>
  // CHECK-NEXT: %5 = mhlo.get_tuple_element %4[1] : (tuple<tensor<?x4xf32>, !mhlo.token>) -> !mhlo.token
  %5 = mhlo.get_tuple_element %4[1] : (tuple<tensor<?x4xf32>, !mhlo.token>) -> !mhlo.token
  // CHECK-NEXT: %6, %7 = "mhlo.infeed"(%t) <{infeed_config = "x", layout = {{\[\[}}0 : i64, 1 : i64]]}> : (!mhlo.token) -> (tensor<3x3xi32>, !mhlo.token)
  %6, %7 = "mhlo.infeed"(%t) <{infeed_config = "x", layout = [[0 : i64, 1 : i64]]}> : (!mhlo.token) -> (tensor<3x3xi32>, !mhlo.token)
  // CHECK-NEXT: %8 = "mhlo.outfeed"(%a, %t) <{outfeed_config = "y"}> : (tensor<?x4xf32>, !mhlo.token) -> !mhlo.token
  %8 = "mhlo.outfeed"(%a, %t) <{outfeed_config = "y"}> : (tensor<?x4xf32>, !mhlo.token) -> !mhlo.token
  // CHECK-NEXT: %9, %10 = "mhlo.recv"(%t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!mhlo.token) -> (tensor<3x4xi32>, !mhlo.token)
  %9, %10 = "mhlo.recv"(%t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!mhlo.token) -> (tensor<3x4xi32>, !mhlo.token)
  // CHECK-NEXT: %11 = "mhlo.send"(%a, %t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?x4xf32>, !mhlo.token) -> !mhlo.token
  %11 = "mhlo.send"(%a, %t) <{channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<?x4xf32>, !mhlo.token) -> !mhlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
