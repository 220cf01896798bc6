// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations with regions under their MHLO names, with attributes in MHLO's form.

// CHECK: func.func @reduce(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>, %f: tensor<f32>, %i: tensor<i32>) {
func.func @reduce(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>, %f: tensor<f32>, %i: tensor<i32>) {
  // CHECK-NEXT: %0 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: %1 = mhlo.reduce(%a init: %f) applies mhlo.maximum across dimensions = [0, 1] {note} : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
  %1 = mhlo.reduce(%a init: %f) applies mhlo.maximum across dimensions = [0, 1] {note} : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %2, %3 = mhlo.reduce(%a init: %f), (%b init: %i) across dimensions = [1] : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  %2, %3 = mhlo.reduce(%a init: %f), (%b init: %i) across dimensions = [1] : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   // CHECK-NEXT: reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
    // CHECK-NEXT: %4 = mhlo.add %x, %y : tensor<f32>
    %4 = mhlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: %5 = mhlo.maximum %z, %w : tensor<i32>
    %5 = mhlo.maximum %z, %w : tensor<i32>
    // CHECK-NEXT: mhlo.return %4, %5 : tensor<f32>, tensor<i32>
    mhlo.return %4, %5 : tensor<f32>, tensor<i32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %6 = mhlo.reduce(%a init: %f) across dimensions = [] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %6 = mhlo.reduce(%a init: %f) across dimensions = [] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
   // CHECK-NEXT: reducer(%x_1: tensor<f32>, %y_1: tensor<f32>)  {
   reducer(%x_1: tensor<f32>, %y_1: tensor<f32>)  {
    // CHECK-NEXT: %7 = mhlo.subtract %x_1, %y_1 : tensor<f32>
    %7 = mhlo.subtract %x_1, %y_1 : tensor<f32>
    // CHECK-NEXT: mhlo.return %7 : tensor<f32>
    mhlo.return %7 : tensor<f32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %8 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %8 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @windows(%a: tensor<?x8x8x3xf32>, %f: tensor<f32>, %s: tensor<?x4x4x3xf32>, %m: tensor<10x24x24x64xf32>, %n: tensor<10x12x12x64xf32>) {
func.func @windows(%a: tensor<?x8x8x3xf32>, %f: tensor<f32>, %s: tensor<?x4x4x3xf32>, %m: tensor<10x24x24x64xf32>, %n: tensor<10x12x12x64xf32>) {
  // CHECK-NEXT: %0 = "mhlo.reduce_window"(%a, %f) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  %0 = "mhlo.reduce_window"(%a, %f) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %1 = mhlo.maximum %x, %y : tensor<f32>
    %1 = mhlo.maximum %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %1 : tensor<f32>
    mhlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x8x8x3xf32>, tensor<f32>) -> tensor<?x4x4x3xf32>
  }) : (tensor<?x8x8x3xf32>, tensor<f32>) -> tensor<?x4x4x3xf32>
  // CHECK-NEXT: %2, %3 = "mhlo.reduce_window"(%a, %a, %f, %f) <{base_dilations = dense<[1, 2, 1, 1]> : tensor<4xi64>, padding = dense<{{\[\[}}0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = dense<[1, 1, 3, 1]> : tensor<4xi64>, window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  %2, %3 = "mhlo.reduce_window"(%a, %a, %f, %f) <{base_dilations = dense<[1, 2, 1, 1]> : tensor<4xi64>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = dense<[1, 1, 3, 1]> : tensor<4xi64>, window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    // CHECK-NEXT: mhlo.return %x_1, %y_1 : tensor<f32>, tensor<f32>
    mhlo.return %x_1, %y_1 : tensor<f32>, tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x8x8x3xf32>, tensor<?x8x8x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x16x5x3xf32>, tensor<?x16x5x3xf32>)
  }) : (tensor<?x8x8x3xf32>, tensor<?x8x8x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x16x5x3xf32>, tensor<?x16x5x3xf32>)
  // CHECK-NEXT: %4 = "mhlo.select_and_scatter"(%m, %n, %f) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  %4 = "mhlo.select_and_scatter"(%m, %n, %f) <{window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
  ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
    // CHECK-NEXT: %5 = mhlo.compare GE, %x_2, %y_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = mhlo.compare GE, %x_2, %y_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %5 : tensor<i1>
    mhlo.return %5 : tensor<i1>
  // CHECK-NEXT: }, {
  }, {
  // CHECK-NEXT: ^bb0(%x_3: tensor<f32>, %y_3: tensor<f32>):
  ^bb0(%x_3: tensor<f32>, %y_3: tensor<f32>):
    // CHECK-NEXT: %6 = mhlo.add %x_3, %y_3 : tensor<f32>
    %6 = mhlo.add %x_3, %y_3 : tensor<f32>
    // CHECK-NEXT: mhlo.return %6 : tensor<f32>
    mhlo.return %6 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
  }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @functions(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>) {
func.func @functions(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>) {
  // CHECK-NEXT: %0 = "mhlo.map"(%a, %a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
  %0 = "mhlo.map"(%a, %a) <{dimensions = dense<[0, 1]> : tensor<2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %1 = mhlo.add %x, %y : tensor<f32>
    %1 = mhlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %1 : tensor<f32>
    mhlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  }) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %2, %3 = "mhlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  %2, %3 = "mhlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    // CHECK-NEXT: %4 = mhlo.compare LT, %x_1, %y_1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = mhlo.compare LT, %x_1, %y_1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %4 : tensor<i1>
    mhlo.return %4 : tensor<i1>
  // CHECK-NEXT: }) : (tensor<?x4xf32>, tensor<?x4xi32>) -> (tensor<?x4xf32>, tensor<?x4xi32>)
  }) : (tensor<?x4xf32>, tensor<?x4xi32>) -> (tensor<?x4xf32>, tensor<?x4xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @gather(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>, %j: tensor<2x2x3x2xi64>, %s: tensor<3xi32>, %d: tensor<?x?x2xi64>) {
func.func @gather(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %b: tensor<2x3x4x2xi32>, %j: tensor<2x2x3x2xi64>, %s: tensor<3xi32>, %d: tensor<?x?x2xi64>) {
  // CHECK-NEXT: %0 = "mhlo.gather"(%a, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  %0 = "mhlo.gather"(%a, %i) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // CHECK-NEXT: %1 = "mhlo.gather"(%b, %j) <{dimension_numbers = #mhlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = dense<[1, 1, 2, 2]> : tensor<4xi64>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  %1 = "mhlo.gather"(%b, %j) <{dimension_numbers = #mhlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = dense<[1, 1, 2, 2]> : tensor<4xi64>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  // CHECK-NEXT: %2 = "mhlo.dynamic_gather"(%a, %d, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<?x?x2xi64>, tensor<3xi32>) -> tensor<?x?x?x?xi32>
  %2 = "mhlo.dynamic_gather"(%a, %d, %s) <{dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<?x?x2xi64>, tensor<3xi32>) -> tensor<?x?x?x?xi32>
  // CHECK-NEXT: %3 = "mhlo.torch_index_select"(%a, %s) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  %3 = "mhlo.torch_index_select"(%a, %s) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x4x2xi32>, tensor<3xi32>) -> tensor<3x3x2xi32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @scatter(%a: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>, %f: tensor<200x100x300xf32>, %fi: tensor<10x2xi32>, %fu: tensor<10x300xf32>) {
func.func @scatter(%a: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>, %f: tensor<200x100x300xf32>, %fi: tensor<10x2xi32>, %fu: tensor<10x300xf32>) {
  // CHECK-NEXT: %0 = "mhlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  %0 = "mhlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = false}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<i64>, %y: tensor<i64>):
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    // CHECK-NEXT: %1 = mhlo.add %x, %y : tensor<i64>
    %1 = mhlo.add %x, %y : tensor<i64>
    // CHECK-NEXT: mhlo.return %1 : tensor<i64>
    mhlo.return %1 : tensor<i64>
  // CHECK-NEXT: }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
  // CHECK-NEXT: %2, %3 = "mhlo.scatter"(%f, %f, %fi, %fu, %fu) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  %2, %3 = "mhlo.scatter"(%f, %f, %fi, %fu, %fu) <{scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    // CHECK-NEXT: mhlo.return %x_1, %z : tensor<f32>, tensor<f32>
    mhlo.return %x_1, %z : tensor<f32>, tensor<f32>
  // CHECK-NEXT: }) : (tensor<200x100x300xf32>, tensor<200x100x300xf32>, tensor<10x2xi32>, tensor<10x300xf32>, tensor<10x300xf32>) -> (tensor<200x100x300xf32>, tensor<200x100x300xf32>)
  }) : (tensor<200x100x300xf32>, tensor<200x100x300xf32>, tensor<10x2xi32>, tensor<10x300xf32>, tensor<10x300xf32>) -> (tensor<200x100x300xf32>, tensor<200x100x300xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @control(%a: tensor<?x4xf32>, %n: tensor<i32>, %p: tensor<i1>) {
func.func @control(%a: tensor<?x4xf32>, %n: tensor<i32>, %p: tensor<i1>) {
  // CHECK-NEXT: %0, %1 = mhlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<?x4xf32>
  %0, %1 = mhlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: %2 = mhlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = mhlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %2 : tensor<i1>
    mhlo.return %2 : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: %3 = mhlo.add %v, %v : tensor<?x4xf32>
    %3 = mhlo.add %v, %v : tensor<?x4xf32>
    // CHECK-NEXT: mhlo.return %i, %3 : tensor<i32>, tensor<?x4xf32>
    mhlo.return %i, %3 : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: mhlo.while() attributes {note}
  mhlo.while() attributes {note}
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: mhlo.return %p : tensor<i1>
    mhlo.return %p : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: mhlo.return
    mhlo.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %4 = "mhlo.if"(%p) ({
  %4 = "mhlo.if"(%p) ({
    // CHECK-NEXT: mhlo.return %a : tensor<?x4xf32>
    mhlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: %5 = mhlo.negate %a : tensor<?x4xf32>
    %5 = mhlo.negate %a : tensor<?x4xf32>
    // CHECK-NEXT: mhlo.return %5 : tensor<?x4xf32>
    mhlo.return %5 : tensor<?x4xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  // CHECK-NEXT: %6 = "mhlo.case"(%n) ({
  %6 = "mhlo.case"(%n) ({
    // CHECK-NEXT: mhlo.return %a : tensor<?x4xf32>
    mhlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: mhlo.return %a : tensor<?x4xf32>
    mhlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: mhlo.return %a : tensor<?x4xf32>
    mhlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<?x4xf32>
  }) : (tensor<i32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %7, %8 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  %7, %8 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  // CHECK-NEXT: mhlo.optimization_barrier()
  mhlo.optimization_barrier()
  // CHECK-NEXT: %9, %10 = mhlo.while(%i_1 = %n, %v_1 = %a) : tensor<i32>, tensor<?x4xf32>
  %9, %10 = mhlo.while(%i_1 = %n, %v_1 = %a) : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: %11 = mhlo.compare LT, %i_1, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %11 = mhlo.compare LT, %i_1, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %11 : tensor<i1>
    mhlo.return %11 : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: mhlo.return %i_1, %v_1 : tensor<i32>, tensor<?x4xf32>
    mhlo.return %i_1, %v_1 : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %12, %13 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  %12, %13 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
