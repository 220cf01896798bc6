// RUN: disc-opt %s --split-input-file --verify-diagnostics -p shape-optimization 2>&1 | filecheck %s

// CHECK: error: index 0 of 'tensor.extract' is less than its size, but 4 > 3
func.func @main(%x: tensor<3xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %0 = tensor.extract %x[%c3] : tensor<3xf32>
  func.return %0 : f32
}

// -----

// CHECK: error: index 1 of 'tensor.insert' is not negative, but 0 > -1
func.func @main(%x: tensor<3x?xf32>, %v: f32) -> tensor<3x?xf32> {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %0 = tensor.insert %v into %x[%c0, %c-1] : tensor<3x?xf32>
  func.return %0 : tensor<3x?xf32>
}

// -----

// CHECK: error: index 0 of 'tensor.extract' is less than its size, but 1 > 0
func.func @main(%x: tensor<0xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract %x[%c0] : tensor<0xf32>
  func.return %0 : f32
}

// -----

// CHECK: error: index 0 of 'tensor.dim' is less than its size, but 3 > 2
func.func @main(%x: tensor<?x?xf32>) -> index {
  %c2 = arith.constant 2 : index
  %0 = tensor.dim %x, %c2 : tensor<?x?xf32>
  func.return %0 : index
}

// -----

// CHECK: error: index 0 of 'disc_shape.linearize' is less than its size, but 3 > 2
func.func @main() -> index {
  %c2 = arith.constant 2 : index
  %0 = disc_shape.linearize [%c2, %c2] in [%c2, %c2]
  func.return %0 : index
}

// -----

// CHECK: error: size 0 of 'disc_shape.delinearize' is at least 1, but 1 > 0
func.func @main(%p: index, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0, %1 = disc_shape.delinearize %p in [%c0, %n] : index, index
  func.return %0, %1 : index, index
}

// -----

// A branch that is not taken may read an element that does not exist.
// CHECK-NOT: error
// CHECK: func.func @main
func.func @main(%x: tensor<0xf32>, %p: i1, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %p -> (f32) {
    %1 = tensor.extract %x[%c0] : tensor<0xf32>
    scf.yield %1 : f32
  } else {
    scf.yield %v : f32
  }
  func.return %0 : f32
}
