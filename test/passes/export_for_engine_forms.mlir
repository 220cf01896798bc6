// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' | filecheck %s

// Barriers and splats, which IREE rejects.

// CHECK-LABEL: @rejected
// CHECK-NOT:   optimization_barrier
// CHECK-NOT:   tensor.splat
// CHECK:       linalg.fill
func.func @rejected(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stablehlo.optimization_barrier %x : tensor<?xf32>
  %1 = tensor.splat %v[%n] : tensor<?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// Powers of integers, for which IREE has no function.

// CHECK-LABEL: @power
// CHECK-NOT:   stablehlo.power
// CHECK:       return
func.func @power(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.power %x, %y : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// IREE loses the strides of an insertion whose result is padded: it does not learn of it.

// CHECK-LABEL: func.func @spread
// CHECK:       %[[S:.*]] = tensor.insert_slice %x into %y[0] [%{{.*}}] [2]
// CHECK:       %[[N:.*]] = tensor.dim %y
// CHECK:       %[[B:.*]] = util.optimization_barrier %[[S]] : tensor<?xf32>
// CHECK:       %[[T:.*]] = flow.tensor.tie_shape %[[B]] : tensor<?xf32>{%[[N]]}
// CHECK:       tensor.pad %[[T]]
func.func @spread(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.insert_slice %x into %y[0] [%n] [2] : tensor<?xf32> into tensor<?xf32>
  %1 = tensor.pad %0 low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// An insertion of consecutive elements keeps them.

// CHECK-LABEL: func.func @consecutive
// CHECK-NOT:   util.optimization_barrier
// CHECK:       return
func.func @consecutive(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.insert_slice %x into %y[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// IREE gives a tensor that one branch yields as it was the sizes of the other one.

// CHECK-LABEL: func.func @branches
// CHECK:       scf.if
// CHECK:       %[[B:.*]] = util.optimization_barrier %x : tensor<?xf32>
// CHECK:       %[[X:.*]] = flow.tensor.tie_shape %[[B]] : tensor<?xf32>{%{{.*}}}
// CHECK:       scf.yield %[[X]]
// CHECK:       util.optimization_barrier %y
func.func @branches(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Known sizes are the same in both.

// CHECK-LABEL: func.func @known
// CHECK-NOT:   util.optimization_barrier
// CHECK:       return
func.func @known(%x: tensor<4xf32>, %y: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  %0 = scf.if %p -> (tensor<4xf32>) {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// The same of branches of StableHLO, also where they compute what they yield.

// CHECK-LABEL: func.func @of_stablehlo
// CHECK:       "stablehlo.if"(%p) ({
// CHECK:       %[[B:.*]] = util.optimization_barrier %x : tensor<?xf32>
// CHECK:       flow.tensor.tie_shape %[[B]]
// CHECK:       %[[N:.*]] = stablehlo.negate %y
// CHECK:       %[[C:.*]] = util.optimization_barrier %[[N]] : tensor<?xf32>
// CHECK:       flow.tensor.tie_shape %[[C]]
func.func @of_stablehlo(%x: tensor<?xf32>, %y: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.negate %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
