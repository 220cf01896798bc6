// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// CHECK-LABEL: func.func @minus
// CHECK:       %[[R:.*]] = stablehlo.subtract %y, %x
// CHECK-NEXT:  return %[[R]], %[[R]]
func.func @minus(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %s = shape.shape_of %x : tensor<?xi32> -> tensor<1xindex>
  %m = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %0 = stablehlo.multiply %x, %m : tensor<?xi32>
  %1 = stablehlo.add %0, %y : tensor<?xi32>
  %2 = stablehlo.negate %x : tensor<?xi32>
  %3 = stablehlo.add %y, %2 : tensor<?xi32>
  return %1, %3 : tensor<?xi32>, tensor<?xi32>
}

// -----

// Floats stay as they are.
// CHECK-LABEL: func.func @floats
// CHECK:       negate
// CHECK:       add
func.func @floats(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The sum of truth values is their disjunction, which no difference is.
// CHECK-LABEL: func.func @truth
// CHECK-NOT:   subtract
// CHECK:       stablehlo.add
func.func @truth(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  %true = stablehlo.constant dense<true> : tensor<3xi1>
  %0 = stablehlo.multiply %x, %true : tensor<3xi1>
  %1 = stablehlo.add %0, %y : tensor<3xi1>
  return %1 : tensor<3xi1>
}
