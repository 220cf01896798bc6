// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree}' --split-input-file | filecheck %s

// A reshape that may have no elements: IREE must not see that the first size stays.
// CHECK: func.func @main
// CHECK: tensor.collapse_shape
// CHECK: %[[N:.*]] = util.optimization_barrier
// CHECK: %[[K:.*]] = util.optimization_barrier
// CHECK: tensor.expand_shape {{.*}} output_shape [%[[N]], %[[K]]]
func.func @main(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// One of the sizes of a group follows from the other one and from a number.
// CHECK: func.func @main
// CHECK-NOT: optimization_barrier
// CHECK: tensor.expand_shape
// CHECK: func.return
func.func @main(%x: tensor<?xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %d, %c2 : index
  %s = tensor.from_elements %h, %c2 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// No size is zero, as the program checks first.
// CHECK: func.func @main
// CHECK-NOT: optimization_barrier
// CHECK: tensor.expand_shape
// CHECK: func.return
func.func @main(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %y, %c0 : tensor<?x?xf32>
  %b = tensor.dim %y, %c1 : tensor<?x?xf32>
  %p = arith.cmpi sge, %a, %c1 : index
  cf.assert %p, "a is 0"
  %q = arith.cmpi sge, %b, %c1 : index
  cf.assert %q, "b is 0"
  %s = tensor.from_elements %a, %b : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
