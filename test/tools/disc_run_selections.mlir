// RUN: disc-run %s | filecheck %s
// RUN: not disc-run %s --entry some 2>&1 | filecheck %s --check-prefix=SOME
// RUN: not disc-run %s --entry more 2>&1 | filecheck %s --check-prefix=MORE
// RUN: not disc-run %s --entry along 2>&1 | filecheck %s --check-prefix=ALONG
// RUN: not disc-run %s --entry two 2>&1 | filecheck %s --check-prefix=TWO

// An approximate selection may be exact: the first elements in the order of a comparison, and where they are.
// CHECK: result 0: 2x2 float32 {{\[\[}}4. 3.] [9. 9.{{\]\]}}
// CHECK: result 1: 2x2 int32 {{\[\[}}1 2] [0 1{{\]\]}}
// CHECK: result 2: 1x3 float32 {{\[\[}} 1. 4. -2.{{\]\]}}
// CHECK: result 3: 1x3 int32 {{\[\[}}0 0 1{{\]\]}}

// SOME: disc_run_selections.mlir:44:3: error: 'stablehlo.custom_call' selects no known number of elements
// MORE: disc_run_selections.mlir:53:3: error: 'stablehlo.custom_call' selects 4 elements, dimension 1 has 3
// ALONG: disc_run_selections.mlir:62:3: error: 'stablehlo.custom_call' has no dimension 2: rank is 2
// TWO: disc_run_selections.mlir:71:3: error: 'stablehlo.custom_call' calls 2 computations, expected 1

func.func @greater(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @less(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func @main() -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<1x3xf32>, tensor<1x3xi32>) {
  %x = stablehlo.constant dense<[[1.0, 4.0, 3.0], [9.0, 9.0, -2.0]]> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %row = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %column, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %1:2 = stablehlo.custom_call @ApproxTopK(%x, %row, %high, %none) {called_computations = [@less], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, top_k = 1 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x3xf32>, tensor<1x3xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<1x3xf32>, tensor<1x3xi32>
}

func.func @some() -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %column, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = false, recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}

func.func @more() -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %column, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 4 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}

func.func @along() -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %column, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 2 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}

func.func @two() -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %column = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %column, %low, %none) {called_computations = [@greater, @less], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}
