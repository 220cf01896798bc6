// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// drop_identity_reshape
// CHECK-LABEL: func.func @identity
// CHECK-NEXT:  return %x
func.func @identity(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// merge_nested_reshapes: flat and back.
// CHECK-LABEL: func.func @back
// CHECK-NEXT:  return %x
func.func @back(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %f = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %f : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Flat, then with the sizes swapped, is another arrangement.
// CHECK-LABEL: func.func @swapped
// CHECK:       stablehlo.dynamic_reshape %x
// CHECK-NEXT:  return
func.func @swapped(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %f = tensor.from_elements %n : tensor<1xindex>
  %s = tensor.from_elements %b, %a : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %f : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// make_reshape_static
// CHECK-LABEL: func.func @known
// CHECK-NEXT:  stablehlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:  return
func.func @known(%x: tensor<8xf32>) -> tensor<?x?xf32> {
  %s = arith.constant dense<[2, 4]> : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// reshape_before_expanding_broadcast: a dimension of size one added and taken away again.
// CHECK-LABEL: func.func @added_and_removed
// CHECK-NEXT:  return %x
func.func @added_and_removed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %a, %c1, %b : tensor<3xindex>
  %t = tensor.from_elements %a, %b : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// The same before a reshape that does something.
// CHECK-LABEL: func.func @added_and_merged
// CHECK-NOT:   broadcast_in_dim
// CHECK:       stablehlo.dynamic_reshape %x
// CHECK-NEXT:  return
func.func @added_and_merged(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x4xf32>
  %n = arith.muli %a, %c4 : index
  %s = tensor.from_elements %a, %c1, %c4 : tensor<3xindex>
  %t = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x1x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x1x4xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Not where the added dimension repeats, ...
// CHECK-LABEL: func.func @repeated
// CHECK:       stablehlo.dynamic_broadcast_in_dim %x
// CHECK-NEXT:  stablehlo.dynamic_reshape
func.func @repeated(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x4xf32>
  %n = arith.muli %a, %c2 : index
  %s = tensor.from_elements %a, %c2, %c4 : tensor<3xindex>
  %t = tensor.from_elements %n, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<?x4xf32>, tensor<3xindex>) -> tensor<?x2x4xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x2x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// ... and not where an old one may: `%b` is 1 or the size of `%x`.
// CHECK-LABEL: func.func @may_repeat
// CHECK:       stablehlo.dynamic_broadcast_in_dim %x
// CHECK-NEXT:  stablehlo.dynamic_reshape
func.func @may_repeat(%x: tensor<?xf32>, %b: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.from_elements %c1, %b : tensor<2xindex>
  %t = tensor.from_elements %b : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<1x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<1x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
