// RUN: disc-opt %s -p canonicalize,cse,dce | filecheck %s

// Unused shape computation goes, and what is computed twice is computed once; checks stay.
// CHECK-LABEL: func.func @effects
func.func @effects(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1) -> (tensor<1xindex>, tensor<1xindex>) {
  // CHECK-NEXT: %[[A:.*]] = shape.shape_of
  // CHECK-NEXT: %[[B:.*]] = shape.shape_of
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  // CHECK-NEXT: shape.cstr_broadcastable %[[A]], %[[B]]
  %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  // CHECK-NEXT: shape.cstr_eq %[[A]], %[[B]]
  %v = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  // CHECK-NEXT: shape.cstr_require
  %u = shape.cstr_require %c, "x"
  %dead = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %unused = shape.const_witness true
  %all = shape.assuming_all %w, %v, %u
  // CHECK-NEXT: %[[C:.*]] = shape.broadcast %[[A]], %[[B]]
  %2 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %3 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  // CHECK-NEXT: func.return %[[C]], %[[C]]
  func.return %2, %3 : tensor<1xindex>, tensor<1xindex>
}
