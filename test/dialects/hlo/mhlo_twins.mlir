// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations with regions and indices as MHLO writes them, lists of integers being dense.

// CHECK: func.func @control(%i: tensor<i32>, %p: tensor<i1>, %a: tensor<?xf32>) {
func.func @control(%i: tensor<i32>, %p: tensor<i1>, %a: tensor<?xf32>) {
  // CHECK-NEXT: %0 = "mhlo.case"(%i) ({
  %0 = "mhlo.case"(%i) ({
    // CHECK-NEXT: mhlo.return %a : tensor<?xf32>
    mhlo.return %a : tensor<?xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: %1 = mhlo.abs %a : tensor<?xf32>
    %1 = mhlo.abs %a : tensor<?xf32>
    // CHECK-NEXT: mhlo.return %1 : tensor<?xf32>
    mhlo.return %1 : tensor<?xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  // CHECK-NEXT: %2 = "mhlo.if"(%p) ({
  %2 = "mhlo.if"(%p) ({
    // CHECK-NEXT: mhlo.return %a : tensor<?xf32>
    mhlo.return %a : tensor<?xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: mhlo.return %0 : tensor<?xf32>
    mhlo.return %0 : tensor<?xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @indices(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi32>, %n: tensor<3xi32>, %u: tensor<2x3x2x2xi32>) {
func.func @indices(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi32>, %n: tensor<3xi32>, %u: tensor<2x3x2x2xi32>) {
  // CHECK-NEXT: %0 = "mhlo.gather"(%a, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  %0 = "mhlo.gather"(%a, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // CHECK-NEXT: %1 = "mhlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>
  %1 = "mhlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>
  // CHECK-NEXT: %2 = "mhlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
  %2 = "mhlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    // CHECK-NEXT: mhlo.return %y : tensor<i32>
    mhlo.return %y : tensor<i32>
  // CHECK-NEXT: }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  // CHECK-NEXT: %3 = "mhlo.torch_index_select"(%a, %n) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  %3 = "mhlo.torch_index_select"(%a, %n) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @windows(%a: tensor<4x?xf32>, %z: tensor<f32>, %s: tensor<2x?xf32>) {
func.func @windows(%a: tensor<4x?xf32>, %z: tensor<f32>, %s: tensor<2x?xf32>) {
  // CHECK-NEXT: %0 = "mhlo.reduce_window"(%a, %z) <{window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>}> ({
  %0 = "mhlo.reduce_window"(%a, %z) <{window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>, padding = dense<0> : tensor<2x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %1 = mhlo.maximum %x, %y : tensor<f32>
    %1 = mhlo.maximum %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %1 : tensor<f32>
    mhlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  // CHECK-NEXT: %2 = "mhlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>}> ({
  %2 = "mhlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
    // CHECK-NEXT: %3 = mhlo.compare GE, %x_1, %y_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = mhlo.compare GE, %x_1, %y_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %3 : tensor<i1>
    mhlo.return %3 : tensor<i1>
  // CHECK-NEXT: }, {
  }, {
  // CHECK-NEXT: ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
  ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
    // CHECK-NEXT: mhlo.return %y_2 : tensor<f32>
    mhlo.return %y_2 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x?xf32>, tensor<2x?xf32>, tensor<f32>) -> tensor<4x?xf32>
  }) : (tensor<4x?xf32>, tensor<2x?xf32>, tensor<f32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %4 = "mhlo.map"(%a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
  %4 = "mhlo.map"(%a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_3: tensor<f32>):
  ^bb0(%x_3: tensor<f32>):
    // CHECK-NEXT: mhlo.return %x_3 : tensor<f32>
    mhlo.return %x_3 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x?xf32>) -> tensor<4x?xf32>
  }) : (tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %5, %6 = "mhlo.sort"(%a, %a) <{dimension = 1 : i64, is_stable = true}> ({
  %5, %6 = "mhlo.sort"(%a, %a) <{dimension = 1 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%x_4: tensor<f32>, %y_3: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
  ^bb0(%x_4: tensor<f32>, %y_3: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
    // CHECK-NEXT: %7 = mhlo.compare LT, %x_4, %y_3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = mhlo.compare LT, %x_4, %y_3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %7 : tensor<i1>
    mhlo.return %7 : tensor<i1>
  // CHECK-NEXT: }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>)
  }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
