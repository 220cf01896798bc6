// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @sizes
func.func @sizes(%s: !shape.shape, %e: tensor<2xindex>, %z: !shape.size, %i: index) {
  // CHECK: shape.const_size 10
  %0 = shape.const_size 10
  // CHECK: shape.const_size 0 {note = "x"}
  %1 = shape.const_size 0 {note = "x"}
  // CHECK: shape.add %{{.*}}, %{{.*}} : !shape.size, index -> !shape.size
  %2 = shape.add %z, %i : !shape.size, index -> !shape.size
  // CHECK: shape.add %{{.*}}, %{{.*}} : index, index -> index
  %3 = shape.add %i, %i : index, index -> index
  // CHECK: shape.mul %{{.*}}, %{{.*}} : index, index -> !shape.size
  %4 = shape.mul %i, %i : index, index -> !shape.size
  // CHECK: shape.div %{{.*}}, %{{.*}} : index, index -> index
  %5 = shape.div %i, %i : index, index -> index
  // CHECK: shape.max %{{.*}}, %{{.*}} : !shape.size, !shape.size -> !shape.size
  %6 = shape.max %z, %z : !shape.size, !shape.size -> !shape.size
  // CHECK: shape.min %{{.*}}, %{{.*}} : !shape.shape, !shape.shape -> !shape.shape
  %7 = shape.min %s, %s : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: shape.index_to_size %{{.*}}
  %10 = shape.index_to_size %i
  // CHECK: shape.size_to_index %{{.*}} : !shape.size
  %11 = shape.size_to_index %z : !shape.size
  // CHECK: shape.size_to_index %{{.*}} : index
  %12 = shape.size_to_index %i : index
  func.return
}
