// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// What an operation says of sizes is written into the graph when the operation goes.
// `rules/kept_facts.mlir` has programs for which all inputs are tried.

// The sizes between two reshapes go with the first one; what they connect is equal.

// CHECK-LABEL: func.func @reshaped_twice(%x: tensor<?xf32, [@S0]>
// CHECK-SAME:    -> tensor<?x?xf32, [@S1, @S2]>
// CHECK-NEXT:    stablehlo.dynamic_reshape %x, %t
// CHECK:         tie_predicate_mul_eq %S0, %S1, %S2
func.func @reshaped_twice(%x: tensor<?xf32>, %s: tensor<2xindex>, %t: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}

// -----

// Both reshapes of each argument go, and with them the sizes that connect the arguments.

// CHECK-LABEL: func.func @connected(%x: tensor<?x?xf32, [@S0, @S1]>, %y: tensor<?x?xf32, [@S2, @S3]>
// CHECK-NEXT:    func.return %x, %y
// CHECK:         tie_predicate_group_mul_eq [%S0, %S1], [%S2, %S3]
func.func @connected(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %s: tensor<3xindex>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %u = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_reshape %y, %s : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %3 = stablehlo.dynamic_reshape %2, %u : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}
