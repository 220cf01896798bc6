// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Encodings are no part of what operations compare: they may differ, and bounds may stand there.

// CHECK: func.func @f(%a: tensor<?x4xf32, [@S0, unit]>, %m: tensor<?x?xf32, #stablehlo.bounds<8, 8>>, %v: tensor<4xf32, [unit]>, %t: !stablehlo.token, %p: tensor<?xi1, [@S0]>, %g: tensor<?xi64, [@S1]>) {
func.func @f(%a: tensor<?x4xf32, [@S0, unit]>, %m: tensor<?x?xf32, #stablehlo.bounds<8, 8>>, %v: tensor<4xf32, [unit]>, %t: !stablehlo.token, %p: tensor<?xi1, [@S0]>, %g: tensor<?xi64, [@S1]>) {
  // CHECK-NEXT: %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32, [@S2, unit]>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32, [@S2, unit]>
  // CHECK-NEXT: %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: stablehlo.return %x : tensor<f32>
    stablehlo.return %x : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32>
  }) : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32>
  // CHECK-NEXT: %2 = stablehlo.tuple %a, %t : (tensor<?x4xf32, [@S0, unit]>, !stablehlo.token) -> tuple<tensor<?x4xf32>, !stablehlo.token>
  %2 = stablehlo.tuple %a, %t : (tensor<?x4xf32, [@S0, unit]>, !stablehlo.token) -> tuple<tensor<?x4xf32>, !stablehlo.token>
  // CHECK-NEXT: %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<?x4xf32>, !stablehlo.token>) -> tensor<?x4xf32, [@S0, unit]>
  %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<?x4xf32>, !stablehlo.token>) -> tensor<?x4xf32, [@S0, unit]>
  // CHECK-NEXT: %4 = stablehlo.cholesky %m : (tensor<?x?xf32, #stablehlo.bounds<8, 8>>) -> tensor<?x?xf32, [@S3, @S3]>
  %4 = stablehlo.cholesky %m : (tensor<?x?xf32, #stablehlo.bounds<8, 8>>) -> tensor<?x?xf32, [@S3, @S3]>
  // CHECK-NEXT: %5 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>) -> tensor<?x4xf32>
  %5 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>, tensor<4xf32, [unit]>) -> tensor<?x4xf32>
  // CHECK-NEXT: %6 = chlo.erf %a : tensor<?x4xf32, [@S0, unit]> -> tensor<?x4xf32>
  %6 = chlo.erf %a : tensor<?x4xf32, [@S0, unit]> -> tensor<?x4xf32>
  // CHECK-NEXT: %7 = chlo.broadcast_add %a, %v : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>) -> tensor<?x4xf32, [@S0, unit]>
  %7 = chlo.broadcast_add %a, %v : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>) -> tensor<?x4xf32, [@S0, unit]>
  // CHECK-NEXT: %8, %9 = chlo.top_k(%a, k = 2) : tensor<?x4xf32, [@S0, unit]> -> (tensor<?x2xf32>, tensor<?x2xi32, [@S0, unit]>)
  %8, %9 = chlo.top_k(%a, k = 2) : tensor<?x4xf32, [@S0, unit]> -> (tensor<?x2xf32>, tensor<?x2xi32, [@S0, unit]>)
  // CHECK-NEXT: %10, %11 = mhlo.scan(%a) inits (%v) dimension=0 {
  %10, %11 = mhlo.scan(%a) inits (%v) dimension=0 {
  // CHECK-NEXT: ^bb0(%x_1: tensor<4xf32>, %y_1: tensor<4xf32>):
  ^bb0(%x_1: tensor<4xf32>, %y_1: tensor<4xf32>):
    // CHECK-NEXT: mhlo.return %x_1, %y_1 : tensor<4xf32>, tensor<4xf32>
    mhlo.return %x_1, %y_1 : tensor<4xf32>, tensor<4xf32>
  // CHECK-NEXT: } : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>) -> (tensor<?x4xf32>, tensor<4xf32>)
  } : (tensor<?x4xf32, [@S0, unit]>, tensor<4xf32, [unit]>) -> (tensor<?x4xf32>, tensor<4xf32>)
  // CHECK-NEXT: %12 = mhlo.acos %a : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32>
  %12 = mhlo.acos %a : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x4xf32>
  // CHECK-NEXT: %13 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x3xcomplex<f32>>
  %13 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<?x4xf32, [@S0, unit]>) -> tensor<?x3xcomplex<f32>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @shape_constraint_graph() {
func.func @shape_constraint_graph() {
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S2 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S2 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S3 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S3 {symbolic_shape_graph = @shape_constraint_graph}
