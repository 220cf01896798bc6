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
