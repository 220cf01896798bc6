// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @reductions
func.func @reductions(%e: tensor<?xindex>, %s: !shape.shape, %i: index, %z: !shape.size) {
  // CHECK: shape.reduce(%{{.*}}, %{{.*}}) : tensor<?xindex> -> index {
  // CHECK-NEXT: ^{{.*}}(%{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
  %0 = shape.reduce(%e, %i) : tensor<?xindex> -> index {
  ^bb0(%at: index, %size: index, %product: index):
    %1 = shape.mul %product, %size : index, index -> index
    // CHECK: shape.yield %{{.*}} : index
    shape.yield %1 : index
  }
  // CHECK: shape.reduce(%{{.*}}, %{{.*}}, %{{.*}}) : !shape.shape -> (!shape.size, index) {
  %2, %3 = shape.reduce(%s, %z, %i) : !shape.shape -> (!shape.size, index) {
  ^bb0(%at: index, %size: !shape.size, %x: !shape.size, %y: index):
    shape.yield %size, %at : !shape.size, index
    // CHECK: } {note = "x"}
  } {note = "x"}
  // CHECK: shape.reduce(%{{.*}}) : !shape.shape {
  shape.reduce(%s) : !shape.shape {
  ^bb0(%at: index, %size: !shape.size):
    shape.yield
  }
  func.return
}

// CHECK-LABEL: shape.func private @twice(%{{.*}}: !shape.value_shape) -> (!shape.shape, !shape.shape)
// CHECK-SAME: attributes {note = "x"}
shape.func private @twice(%v: !shape.value_shape) -> (!shape.shape, !shape.shape) attributes {note = "x"} {
  // The prefix may be left out.
  %0 = shape_of %v : !shape.value_shape -> !shape.shape
  // CHECK: shape.return %{{.*}}, %{{.*}} : !shape.shape, !shape.shape
  return %0, %0 : !shape.shape, !shape.shape
}

// CHECK: shape.function_library @library attributes {note = "x", sym_visibility = "private"} {
shape.function_library @library attributes {note = "x", sym_visibility = "private"} {
  // CHECK-NEXT: shape.func @same(%{{.*}}: !shape.value_shape) -> !shape.shape {
  shape.func @same(%v: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %v : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
  // The prefix may be left out here too.
  // CHECK: shape.func @short
  func @short(%v: !shape.value_shape) -> !shape.shape {
    %0 = shape_of %v : !shape.value_shape -> !shape.shape
    return %0 : !shape.shape
  }
  // CHECK: func.func @other
  func.func @other(%v: !shape.value_shape) -> !shape.value_shape {
    func.return %v : !shape.value_shape
  }
  // CHECK: } mapping {
  // CHECK-SAME: stablehlo.exponential = @same
  // CHECK-SAME: stablehlo.log = @other
} mapping {
  stablehlo.exponential = @same,
  stablehlo.log = @other
}

// CHECK: shape.function_library @empty {
// CHECK: } mapping {}
shape.function_library @empty {
} mapping {}
