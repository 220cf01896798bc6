// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// The operations by which a program states facts about its sizes to IREE.

// CHECK-LABEL: func.func @facts
func.func @facts(%x: tensor<?x4x?xf32>, %m: index, %n: index, %k: index) -> tensor<?x4x?xf32> {
  // CHECK: util.assume.int %{{.*}}<umin = 16, umax = 512, udiv = 16> : index
  %0 = util.assume.int %m<umin = 16, umax = 512, udiv = 16> : index
  // CHECK: util.assume.int %{{.*}}<udiv = 4> : index
  %1 = util.assume.int %n<udiv = 4> : index
  // CHECK: util.assume.int %{{.*}}<> : index
  %2 = util.assume.int %k<> : index
  // CHECK: flow.tensor.tie_shape %{{.*}} : tensor<?x4x?xf32>{%{{.*}}, %{{.*}}}
  %3 = flow.tensor.tie_shape %x : tensor<?x4x?xf32>{%0, %1}
  return %3 : tensor<?x4x?xf32>
}

// CHECK-LABEL: func.func @hidden
func.func @hidden(%x: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, index, i32) {
  %c = arith.constant 1 : i32
  // CHECK: util.optimization_barrier %{{.*}}, %{{.*}} : tensor<?x4xf32>, index
  %0, %1 = util.optimization_barrier %x, %n : tensor<?x4xf32>, index
  // CHECK: util.optimization_barrier %{{.*}} : i32
  %2 = util.optimization_barrier %c : i32
  return %0, %1, %2 : tensor<?x4xf32>, index, i32
}
