// RUN: disc-run %s --dims 0.0=8 | filecheck %s
// RUN: not disc-run %s --dims 0.0=6 2>&1 | filecheck %s --check-prefix ODD
// RUN: not disc-run %s --dims 0.0=4 2>&1 | filecheck %s --check-prefix SMALL
// RUN: not disc-run %s --dims 0.0=20 2>&1 | filecheck %s --check-prefix LARGE
// RUN: not disc-run %s --dims 0.0=16 2>&1 | filecheck %s --check-prefix TIED

// A run at sizes for which a stated fact is false ends with an error.

// CHECK: result 0: 8 float32
// ODD: error: 'util.assume.int' assumes a multiple of 4, the size is 6
// SMALL: error: 'util.assume.int' assumes at least 5, the size is 4
// LARGE: error: 'util.assume.int' assumes at most 16, the size is 20
// TIED: error: 'flow.tensor.tie_shape' ties dimension 0 to 8, its size is 16
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = util.assume.int %n<umin = 5, umax = 16, udiv = 4> : index
  %1 = arith.minsi %0, %c8 : index
  %2 = flow.tensor.tie_shape %x : tensor<?xf32>{%1}
  %3 = util.optimization_barrier %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
