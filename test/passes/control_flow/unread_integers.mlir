// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// The body does not read the loop-carried integer, but yields another one: the result is either.
// CHECK-LABEL: func.func @yields_another
// CHECK: %[[R:.*]] = scf.for
// CHECK: return %[[R]] : index
func.func @yields_another(%x: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    scf.yield %s : index
  }
  return %r : index
}

// -----

// So is a size that only the body defines.
// CHECK-LABEL: func.func @yields_size
// CHECK: %[[R:.*]] = scf.for
// CHECK: return %[[R]] : index
func.func @yields_size(%x: tensor<?xf32>, %z: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %e = tensor.extract_slice %z[0] [%s] [1] : tensor<?xf32> to tensor<?xf32>
    %d = tensor.dim %e, %c0 : tensor<?xf32>
    scf.yield %d : index
  }
  return %r : index
}

// -----

// It yields the integer that it started from: the result is known, whether or not the loop runs.
// CHECK-LABEL: func.func @yields_start
// CHECK: %[[S:.*]] = tensor.dim %x
// CHECK-NOT: scf.for
// CHECK: return %[[S]] : index
func.func @yields_start(%x: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> (index) {
    %t = tensor.dim %x, %c0 : tensor<?xf32>
    scf.yield %t : index
  }
  return %r : index
}
