// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// drop_identity_broadcast: the sizes are those of the operand itself.
// CHECK-LABEL: func.func @identity
// CHECK-NEXT:  return %x
func.func @identity(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The same sizes in another order are a transpose.
// CHECK-LABEL: func.func @swapped
// CHECK:       stablehlo.transpose %x, dims = [1, 0]
func.func @swapped(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Another tensor's sizes may be larger where this one has size one.
// CHECK-LABEL: func.func @other
// CHECK:       dynamic_broadcast_in_dim %x
func.func @other(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// fold_splat_broadcast
// CHECK-LABEL: func.func @splat
// CHECK-NEXT:  stablehlo.constant dense<7> : tensor<2x3xi32>
// CHECK-NEXT:  return
func.func @splat() -> tensor<2x3xi32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// A constant of several values is no splat.
// CHECK-LABEL: func.func @no_splat
// CHECK:       broadcast_in_dim
func.func @no_splat() -> tensor<30x3xi32> {
  %c = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi32>) -> tensor<30x3xi32>
  return %0 : tensor<30x3xi32>
}

// -----

// merge_nested_broadcasts, then make_broadcast_static
// CHECK-LABEL: func.func @nested
// CHECK-NEXT:  stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT:  return
func.func @nested(%x: tensor<3xf32>) -> tensor<?x?x?xf32> {
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s1 = tensor.from_elements %c2, %c3 : tensor<2xindex>
  %s2 = tensor.from_elements %c4, %c2, %c3 : tensor<3xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s1, dims = [1] : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s2, dims = [1, 2] : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// broadcast_before_expanding_reshape
// CHECK-LABEL: func.func @expanded
// CHECK-NEXT:  stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<5x8xf32>
// CHECK-NEXT:  return
func.func @expanded(%x: tensor<8xf32>) -> tensor<5x8xf32> {
  %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<5x8xf32>
  return %1 : tensor<5x8xf32>
}

// -----

// A reshape that splits a dimension is not undone by a broadcast.
// CHECK-LABEL: func.func @split
// CHECK:       stablehlo.reshape
// CHECK:       stablehlo.broadcast_in_dim
func.func @split(%x: tensor<8xf32>) -> tensor<5x2x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<5x2x4xf32>
  return %1 : tensor<5x2x4xf32>
}

// -----

// note_expanding_dimensions: the first has the result's size, the second is a one that becomes 4.
// CHECK-LABEL: func.func @expanding
// CHECK:       known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>
func.func @expanding(%x: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x1xf32>
  %s = tensor.from_elements %d, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A single element has nothing to repeat: both ways to write it are one.
// CHECK-LABEL: func.func @single
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
// CHECK-NEXT:  func.return %[[R]], %[[R]]
func.func @single(%x: tensor<f32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
  %1 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// A broadcast that permutes what a reshape has put a one into reads the operand of the reshape.
// CHECK-LABEL: func.func @permuted
// CHECK-NOT:     stablehlo.dynamic_reshape
// CHECK:         stablehlo.dynamic_broadcast_in_dim %x, {{.*}}, dims = [2, 0]
func.func @permuted(%x: tensor<?x?xf32>, %s: tensor<3xindex>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %t = tensor.from_elements %n, %c1, %m : tensor<3xindex>
  %0 = stablehlo.dynamic_reshape %x, %t : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x1x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [2, 1, 0]
    : (tensor<?x1x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}
