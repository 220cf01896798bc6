// RUN: disc-opt %s --split-input-file -p shape-computation-canonicalize | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-computation-canonicalize,shape-computation-canonicalize | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-computation-canonicalize,test-verify-dominance | filecheck %s

// shape_of becomes dims and from_elements; types stay and no symbol is written.
// CHECK-LABEL: func.func @shape_of(%a: tensor<?x4xf32>, %x: tensor<f32>) -> tensor<?x4xf32>
// CHECK: [[D:%[0-9]+]] = tensor.dim %a, %c0 : tensor<?x4xf32>
// CHECK: [[S:%[0-9]+]] = tensor.from_elements [[D]], %c4 : tensor<2xindex>
// CHECK: dynamic_broadcast_in_dim %x, [[S]]
// CHECK-NOT: shape.shape_of
// CHECK-NOT: SymbolDim
func.func @shape_of(%a: tensor<?x4xf32>, %x: tensor<f32>) -> tensor<?x4xf32> {
  %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Integer tensors that are joined, cut and reshaped are followed element by element.
// CHECK-LABEL: func.func @pieces
// CHECK: [[D:%[0-9]+]] = tensor.dim %a, %c1 : tensor<?x?xf32>
// CHECK: [[S:%[0-9]+]] = tensor.from_elements %c2, [[D]] : tensor<2xindex>
// CHECK: dynamic_broadcast_in_dim %x, [[S]]
// CHECK-NOT: concatenate
// CHECK-NOT: slice
func.func @pieces(%a: tensor<?x?xf32>, %x: tensor<f32>) -> tensor<?x?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %m, %two, %m, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %c = stablehlo.slice %s [1:3] : (tensor<3xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Two ways to compute one size: one value.
// CHECK-LABEL: func.func @shared
// CHECK: [[D:%[0-9]+]] = tensor.dim %a, %c0
// CHECK-NOT: tensor.dim
// CHECK: return [[D]], [[D]]
func.func @shared(%a: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = stablehlo.tanh %a : tensor<?xf32>
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.dim %a, %c0 : tensor<?xf32>
  %f = arith.muli %e, %c1 : index
  return %d, %f : index, index
}

// -----

// Integers from data stay what they are.
// CHECK-LABEL: func.func @data
// CHECK-NEXT: stablehlo.dynamic_iota %n
func.func @data(%n: tensor<1xindex>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
