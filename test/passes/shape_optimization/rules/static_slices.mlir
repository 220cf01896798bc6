// RUN: disc-opt %s --split-input-file -p shape-optimization,strip-shape-constraints | filecheck %s

// Sizes that a type states are static in the operation too, as upstream's verifier wants it.

// CHECK-LABEL: @extract
// CHECK:       tensor.extract_slice %x[0, %{{.*}}] [%{{.*}}, 2] [1, 1] : tensor<?x?xf32> to tensor<?x2xf32>
func.func @extract(%x: tensor<?x?xf32>, %at: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = tensor.extract_slice %x[0, %at] [%n, %c2] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @insert
// CHECK:       tensor.insert_slice %x into %y[%{{.*}}] [3] [1] : tensor<3xf32> into tensor<?xf32>
func.func @insert(%x: tensor<3xf32>, %y: tensor<?xf32>, %at: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %n = tensor.dim %d, %c0 : tensor<?xf32>
  %0 = tensor.insert_slice %d into %y[%at] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: @expand
// CHECK:       tensor.expand_shape %x {{.*}} output_shape [2, %{{.*}}] : tensor<?xf32> into tensor<2x?xf32>
func.func @expand(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %n, %c2 : index
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%c2, %h] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A size that only the program knows stays.

// CHECK-LABEL: @open
// CHECK:       tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
func.func @open(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
