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
