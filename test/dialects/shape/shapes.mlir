// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @shapes
func.func @shapes(%v: tensor<?x4xf32>, %m: memref<?x4xf32>, %u: tensor<*xf32>,
                  %s: !shape.shape, %e: tensor<2xindex>, %d: tensor<?xindex>, %z: !shape.size, %i: index) {
  // CHECK: shape.shape_of %{{.*}} : tensor<?x4xf32> -> tensor<2xindex>
  %0 = shape.shape_of %v : tensor<?x4xf32> -> tensor<2xindex>
  // CHECK: shape.shape_of %{{.*}} : tensor<?x4xf32> -> tensor<?xindex>
  %1 = shape.shape_of %v : tensor<?x4xf32> -> tensor<?xindex>
  // CHECK: shape.shape_of %{{.*}} : memref<?x4xf32> -> !shape.shape
  %2 = shape.shape_of %m : memref<?x4xf32> -> !shape.shape
  // CHECK: shape.shape_of %{{.*}} : tensor<*xf32> -> tensor<?xindex>
  %3 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  // CHECK: shape.const_shape [] : tensor<0xindex>
  %5 = shape.const_shape [] : tensor<0xindex>
  // CHECK: shape.const_shape [4, 4] : tensor<2xindex>
  %6 = shape.const_shape [4, 4] : tensor<2xindex>
  // CHECK: shape.const_shape {note = "x"} [-1, 2, 0] : !shape.shape
  %7 = shape.const_shape {note = "x"} [-1, 2, 0] : !shape.shape
  // CHECK: shape.broadcast %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<?xindex>, tensor<0xindex> -> tensor<?xindex>
  %8 = shape.broadcast %e, %d, %5 : tensor<2xindex>, tensor<?xindex>, tensor<0xindex> -> tensor<?xindex>
  // CHECK: shape.broadcast %{{.*}}, %{{.*}} error = "no" : !shape.shape, tensor<2xindex> -> !shape.shape
  %9 = shape.broadcast %s, %e {error = "no"} : !shape.shape, tensor<2xindex> -> !shape.shape
  // CHECK: shape.broadcast %{{.*}} : tensor<2xindex> -> tensor<2xindex>
  %10 = shape.broadcast %e : tensor<2xindex> -> tensor<2xindex>
  // CHECK: shape.is_broadcastable %{{.*}}, %{{.*}} : tensor<2xindex>, !shape.shape
  %11 = shape.is_broadcastable %e, %s : tensor<2xindex>, !shape.shape
  // CHECK: shape.shape_eq %{{.*}}, %{{.*}} : tensor<2xindex>, !shape.shape
  %12 = shape.shape_eq %e, %s : tensor<2xindex>, !shape.shape
  // CHECK: shape.any %{{.*}}, %{{.*}} : tensor<2xindex>, !shape.shape -> !shape.shape
  %13 = shape.any %e, %s : tensor<2xindex>, !shape.shape -> !shape.shape
  // CHECK: shape.concat %{{.*}}, %{{.*}} : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  %14 = shape.concat %e, %e : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  // CHECK: "shape.split_at"(%{{.*}}, %{{.*}}) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %15, %16 = "shape.split_at"(%e, %i) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  // CHECK: shape.num_elements %{{.*}} : tensor<2xindex> -> index
  %17 = shape.num_elements %e : tensor<2xindex> -> index
  // CHECK: shape.num_elements %{{.*}} : tensor<2xindex> -> !shape.size
  %18 = shape.num_elements %e : tensor<2xindex> -> !shape.size
  // CHECK: shape.rank %{{.*}} : !shape.shape -> !shape.size
  %19 = shape.rank %s : !shape.shape -> !shape.size
  // CHECK: shape.dim %{{.*}}, %{{.*}} : tensor<?x4xf32>, index -> index
  %20 = shape.dim %v, %i : tensor<?x4xf32>, index -> index
  // CHECK: shape.dim %{{.*}}, %{{.*}} : memref<?x4xf32>, !shape.size -> !shape.size
  %21 = shape.dim %m, %z : memref<?x4xf32>, !shape.size -> !shape.size
  // CHECK: shape.get_extent %{{.*}}, %{{.*}} : !shape.shape, index -> !shape.size
  %22 = shape.get_extent %s, %i : !shape.shape, index -> !shape.size
  // CHECK: shape.from_extents %{{.*}}, %{{.*}} : index, !shape.size
  %23 = shape.from_extents %i, %z : index, !shape.size
  // CHECK: shape.from_extents
  %24 = shape.from_extents :
  // CHECK: shape.from_extent_tensor %{{.*}} : tensor<?xindex>
  %25 = shape.from_extent_tensor %d : tensor<?xindex>
  // CHECK: shape.to_extent_tensor %{{.*}} : !shape.shape -> tensor<3xindex>
  %26 = shape.to_extent_tensor %s : !shape.shape -> tensor<3xindex>
  func.return
}

// A shape whose length is a symbol.
// CHECK-LABEL: func.func @encoded
// CHECK-SAME: tensor<?xindex, [@r]>
func.func @encoded(%e: tensor<?xindex, [@r]>) -> index {
  // CHECK: shape.rank %{{.*}} : tensor<?xindex, [@r]> -> index
  %0 = shape.rank %e : tensor<?xindex, [@r]> -> index
  func.return %0 : index
}
disc_shape.SymbolDim @r
