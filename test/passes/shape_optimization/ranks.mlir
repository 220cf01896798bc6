// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// How many extents a shape has follows from the ranks of what it is the shape of.

// CHECK-LABEL: func.func @known
// CHECK:       shape.shape_of %x : tensor<?x4xf32, [@S0, @C4]> -> tensor<2xindex>
// CHECK:       shape.broadcast {{.*}} : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
// CHECK:       shape.concat {{.*}} : tensor<2xindex>, tensor<3xindex> -> tensor<5xindex>
// CHECK:       return {{.*}} : tensor<2xindex>, tensor<3xindex>, tensor<5xindex>, tensor<0xindex>
func.func @known(%x: tensor<?x4xf32>, %k: tensor<3xindex>, %s: tensor<f32>) -> (tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>) {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<?xindex>
  %1 = shape.broadcast %0, %k : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  %2 = shape.concat %0, %k : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  %3 = shape.shape_of %s : tensor<f32> -> tensor<?xindex>
  return %0, %1, %2, %3 : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
}

// -----

// CHECK-LABEL: func.func @open
// CHECK-DAG:   disc_shape.tie_predicate "d1 == max(d0, 2)"(%S1, %S2)
// CHECK-DAG:   disc_shape.tie_predicate_affine_eq %S3, affine_map<(d0) -> (d0 + 2)>(%S1)
func.func @open(%x: tensor<?x4xf32>, %k: tensor<?xindex>) -> (tensor<?xindex>, tensor<?xindex>) {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<?xindex>
  %1 = shape.broadcast %0, %k : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %2 = shape.concat %0, %k : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %1, %2 : tensor<?xindex>, tensor<?xindex>
}

// -----

// Nothing is known of shapes of unknown ranks, nor of those that may hold an error.
// CHECK-LABEL: func.func @unknown
// CHECK:       shape.shape_of %u : tensor<*xf32> -> tensor<?xindex, [@S0]>
// CHECK:       shape.broadcast {{.*}} -> !shape.shape
// CHECK-NOT:   tie_predicate
func.func @unknown(%u: tensor<*xf32>, %s: !shape.shape) -> (tensor<?xindex>, !shape.shape) {
  %0 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %1 = shape.broadcast %0, %s : tensor<?xindex>, !shape.shape -> !shape.shape
  return %0, %1 : tensor<?xindex>, !shape.shape
}
