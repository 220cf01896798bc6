// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// CHECK-LABEL: func.func @merged
// CHECK-NEXT:  stablehlo.transpose %x, dims = [0, 2, 3, 1]
// CHECK-NEXT:  return
func.func @merged(%x: tensor<?x?x2x3xf32>) -> tensor<?x2x3x?xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<?x?x2x3xf32>) -> tensor<?x2x?x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 3, 2] : (tensor<?x2x?x3xf32>) -> tensor<?x2x3x?xf32>
  return %1 : tensor<?x2x3x?xf32>
}

// -----

// There and back again.
// CHECK-LABEL: func.func @back
// CHECK-NEXT:  return %x
func.func @back(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// Twice around is not back.
// CHECK-LABEL: func.func @around
// CHECK-NEXT:  stablehlo.transpose %x, dims = [2, 0, 1]
func.func @around(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}
