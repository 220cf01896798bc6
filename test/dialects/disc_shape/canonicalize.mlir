// RUN: disc-opt %s -p canonicalize --split-input-file | filecheck %s

// CHECK-LABEL: func.func @trivial_tie_shape
// CHECK-SAME: (%[[A:.*]]: tensor<?x10xf32>)
// CHECK-NEXT: func.return %[[A]]
func.func @trivial_tie_shape(%a: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x10xf32>
  %t = disc_shape.tie_shape %a, %d0, %c10 : (tensor<?x10xf32>, index, index) -> tensor<?x10xf32>
  func.return %t : tensor<?x10xf32>
}

// -----

// Rank 0 has no sizes to tie.
// CHECK-LABEL: func.func @rank_zero
// CHECK-NEXT: func.return
func.func @rank_zero(%a: tensor<f32>) -> tensor<f32> {
  %t = disc_shape.tie_shape %a : (tensor<f32>) -> tensor<f32>
  func.return %t : tensor<f32>
}

// -----

// The sizes are of another axis, of another value, or of neither.
// CHECK-LABEL: func.func @telling_tie_shape
// CHECK-COUNT-3: disc_shape.tie_shape
func.func @telling_tie_shape(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %a1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %b1 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %t0 = disc_shape.tie_shape %a, %a1, %a0 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %t1 = disc_shape.tie_shape %a, %a0, %b1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %t2 = disc_shape.tie_shape %a, %a0, %n : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  func.return %t0, %t1, %t2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// One that carries something is kept.
// CHECK-LABEL: func.func @attributed_tie_shape
// CHECK: disc_shape.tie_shape
func.func @attributed_tie_shape(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %a, %c0 : tensor<?xf32>
  %t = disc_shape.tie_shape %a, %d0 {disc_shape.dims = [@S0]} : (tensor<?xf32>, index) -> tensor<?xf32>
  func.return %t : tensor<?xf32>
}
disc_shape.SymbolDim @S0

// -----

// CHECK-LABEL: func.func @tied_sizes
// CHECK-SAME: (%{{.*}}: tensor<?x?xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[I:.*]]: index)
func.func @tied_sizes(%a: tensor<?x?xf32>, %n: index, %m: index, %i: index) -> (index, index, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  // CHECK-NEXT: %[[T:.*]] = disc_shape.tie_shape
  %t = disc_shape.tie_shape %a, %n, %m : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %d = tensor.dim %t, %c1 : tensor<?x?xf32>
  // Which dimension this asks for is not known.
  // CHECK-NEXT: %[[D:.*]] = tensor.dim %[[T]], %[[I]]
  %e = tensor.dim %t, %i : tensor<?x?xf32>
  // CHECK-NEXT: func.return %[[M]], %[[D]], %[[T]]
  func.return %d, %e, %t : index, index, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @cancel
// CHECK-SAME: (%[[P:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index, %{{.*}}: index)
// CHECK-NEXT: func.return %[[P]], %[[I]], %[[J]]
func.func @cancel(%p: index, %i: index, %j: index, %n: index) -> (index, index, index) {
  %c8 = arith.constant 8 : index
  %eight = arith.constant 8 : index
  %0, %1 = disc_shape.delinearize %p in [%n, %c8] : index, index
  %2 = disc_shape.linearize [%0, %1] in [%n, %eight]
  %3 = disc_shape.linearize [%i, %j] in [%n, %c8]
  %4, %5 = disc_shape.delinearize %3 in [%n, %eight] : index, index
  func.return %2, %4, %5 : index, index, index
}

// -----

// Other sizes, another order, and not all indices.
// CHECK-LABEL: func.func @do_not_cancel
// CHECK-COUNT-4: disc_shape.linearize
func.func @do_not_cancel(%p: index, %n: index, %m: index) -> (index, index, index, index, index) {
  %0, %1 = disc_shape.delinearize %p in [%n, %m] : index, index
  %2 = disc_shape.linearize [%0, %1] in [%m, %n]
  %3 = disc_shape.linearize [%1, %0] in [%n, %m]
  %4 = disc_shape.linearize [%0, %1, %1] in [%n, %m, %m]
  %5 = disc_shape.linearize [%0, %p] in [%n, %m]
  // CHECK: disc_shape.delinearize
  %6, %7 = disc_shape.delinearize %5 in [%m, %n] : index, index
  func.return %2, %3, %4, %6, %7 : index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @unit_axes
// CHECK-SAME: (%[[P:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index, %[[N:.*]]: index, %[[M:.*]]: index)
func.func @unit_axes(%p: index, %i: index, %j: index, %n: index, %m: index) -> (index, index, index, index) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[L:.*]] = disc_shape.linearize [%[[I]], %[[J]]] in [%[[N]], %[[M]]]
  %0 = disc_shape.linearize [%i, %p, %j] in [%n, %c1, %m]
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[D:.*]], %[[E:.*]] = disc_shape.delinearize %[[P]] in [%[[N]], %[[M]]]
  %1, %2, %3 = disc_shape.delinearize %p in [%n, %c1, %m] : index, index, index
  // CHECK: func.return %[[L]], %[[D]], %[[ZERO]], %[[E]]
  func.return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @one_axis
// CHECK-SAME: (%[[P:.*]]: index, %{{.*}}: index)
func.func @one_axis(%p: index, %n: index) -> (index, index, index, index) {
  %c1 = arith.constant 1 : index
  %0 = disc_shape.linearize [%p] in [%n]
  %1 = disc_shape.delinearize %p in [%n] : index
  // CHECK-DAG: %[[A:.*]] = arith.constant 0 : index
  %2 = disc_shape.linearize [] in []
  // CHECK-DAG: %[[B:.*]] = arith.constant 0 : index
  %3 = disc_shape.delinearize %p in [%c1] : index
  // CHECK: func.return %[[P]], %[[P]], %{{.*}}, %{{.*}}
  func.return %0, %1, %2, %3 : index, index, index, index
}
