// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Sizes agree across all operands and results: two that agree with a third that says nothing may
// still differ from each other.

func.func @complex(%a: tensor<?x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: error: dimension 0 of 'stablehlo.complex' operands and result differ: 2 and 4
  %0 = stablehlo.complex %a, %b : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<4x3xcomplex<f32>>
  return
}

// -----

func.func @reduce(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>, %i: tensor<f32>) {
  // CHECK: error: dimension 0 of 'stablehlo.reduce' kept dimensions and result differ: 2 and 4
  %0:2 = "stablehlo.reduce"(%a, %b, %i, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    "stablehlo.return"(%p, %q) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<?x3xf32>, tensor<2x?xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<?xf32>)
  return
}

// -----

func.func @reduced_results(%a: tensor<?x3xf32>, %i: tensor<f32>) {
  // CHECK: error: dimension 0 of 'stablehlo.reduce' kept dimensions and result differ: 4 and 5
  %0:2 = "stablehlo.reduce"(%a, %a, %i, %i) <{dimensions = array<i64: 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    "stablehlo.return"(%p, %q) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @sort(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  // CHECK: error: dimension 0 of 'stablehlo.sort' operands and results differ: 3 and 4
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %t = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%t) : (tensor<i1>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<3xf32>, tensor<4xf32>)
  return
}

// -----

func.func @scatter(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>, %i: tensor<1x1xi64>, %u: tensor<1x?xf32>, %v: tensor<1x4xf32>) {
  // CHECK: error: dimension 1 of 'stablehlo.scatter' updates has size 4, beyond the input's size 3
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    "stablehlo.return"(%p, %q) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<?x3xf32>, tensor<2x?xf32>, tensor<1x1xi64>, tensor<1x?xf32>, tensor<1x4xf32>) -> (tensor<?x3xf32>, tensor<2x?xf32>)
  return
}

// -----

func.func @windows(%a: tensor<?xf32>, %b: tensor<4xf32>, %i: tensor<f32>) {
  // CHECK: error: dimension 0 of 'stablehlo.reduce_window' windows and result differ: 3 and 2
  %0:2 = "stablehlo.reduce_window"(%a, %b, %i, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    "stablehlo.return"(%p, %q) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<?xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<?xf32>)
  return
}
