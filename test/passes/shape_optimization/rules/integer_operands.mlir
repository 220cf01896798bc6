// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A dynamic convolution takes integers, not indices: they are built from shared sizes.
// CHECK-LABEL: func.func @padding
// CHECK:       %[[D:.*]] = tensor.dim %x
// CHECK:       %[[I:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK:       %[[P:.*]] = tensor.from_elements %{{.*}}, %{{.*}}, %[[I]], %{{.*}} : tensor<2x2xi32>
// CHECK-NOT:   concatenate
// CHECK:       "stablehlo.dynamic_conv"(%x, %k, %[[P]])
func.func @padding(%x: tensor<1x?x6x2xf32>, %k: tensor<3x3x2x4xf32>) -> tensor<1x?x?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<1x?x6x2xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %a = stablehlo.multiply %n, %two : tensor<i32>
  %b = stablehlo.subtract %a, %n : tensor<i32>
  %v = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %r0 = stablehlo.concatenate %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r1 = stablehlo.concatenate %v, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %s0 = stablehlo.reshape %r0 : (tensor<2xi32>) -> tensor<1x2xi32>
  %s1 = stablehlo.reshape %r1 : (tensor<2xi32>) -> tensor<1x2xi32>
  %p = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x?x6x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi32>) -> tensor<1x?x?x4xf32>
  return %0 : tensor<1x?x?x4xf32>
}

// -----

// What a front end computes in few operations stays as it is.
// CHECK-LABEL: func.func @lean
// CHECK:       %[[V:.*]] = stablehlo.reshape
// CHECK:       %[[S:.*]] = stablehlo.concatenate %{{.*}}, %[[V]]
// CHECK:       "stablehlo.dynamic_gather"(%x, %i, %[[S]])
func.func @lean(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %v = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %s = stablehlo.concatenate %one, %v, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Numbers that i8 might not hold stay where they were computed.
// CHECK-LABEL: func.func @narrow
// CHECK:       stablehlo.concatenate
// CHECK:       "stablehlo.dynamic_gather"
func.func @narrow(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x1xi32>) -> tensor<i32>
  %low = stablehlo.minimum %n, %m : tensor<i32>
  %c = stablehlo.convert %low : (tensor<i32>) -> tensor<i8>
  %v = stablehlo.reshape %c : (tensor<i8>) -> tensor<1xi8>
  %one = stablehlo.constant dense<1> : tensor<1xi8>
  %s = stablehlo.concatenate %one, %v, dim = 0 : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<?x4xf32>, tensor<?x1xi32>, tensor<2xi8>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A vector of sizes that is an argument stays as it is, where its elements are unknown.
// CHECK-LABEL: func.func @from_argument
// CHECK-NEXT:  stablehlo.dynamic_broadcast_in_dim %x, %s, dims = []
// CHECK-NEXT:  stablehlo.dynamic_broadcast_in_dim %x, %t, dims = []
func.func @from_argument(%x: tensor<f32>, %s: tensor<2xindex>, %t: tensor<1xi32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// Here the order is another one.
// CHECK-LABEL: func.func @argument_transposed
// CHECK:       %[[A:.*]] = tensor.from_elements
// CHECK:       stablehlo.dynamic_broadcast_in_dim %x, %[[A]], dims = []
func.func @argument_transposed(%x: tensor<f32>, %t: tensor<2xindex>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %t[%c0] : tensor<2xindex>
  %b = tensor.extract %t[%c1] : tensor<2xindex>
  %u = tensor.from_elements %b, %a : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %u, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
