// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @constraints
func.func @constraints(%a: tensor<3xindex>, %b: tensor<1xindex>, %s: !shape.shape, %c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[W0:.*]] = shape.cstr_broadcastable %{{.*}}, %{{.*}} : tensor<3xindex>, tensor<1xindex>
  %w0 = shape.cstr_broadcastable %a, %b : tensor<3xindex>, tensor<1xindex>
  // CHECK: %[[W1:.*]] = shape.cstr_eq %{{.*}}, %{{.*}}, %{{.*}} : tensor<3xindex>, !shape.shape, tensor<3xindex>
  %w1 = shape.cstr_eq %a, %s, %a : tensor<3xindex>, !shape.shape, tensor<3xindex>
  // CHECK: %[[W2:.*]] = shape.cstr_require %{{.*}}, "must hold"
  %w2 = shape.cstr_require %c, "must hold"
  // CHECK: %[[W3:.*]] = shape.const_witness true
  %w3 = shape.const_witness true
  // CHECK: shape.const_witness false
  %w4 = shape.const_witness false
  // CHECK: %[[W:.*]] = shape.assuming_all %[[W0]], %[[W1]], %[[W2]], %[[W3]]
  %w = shape.assuming_all %w0, %w1, %w2, %w3
  // CHECK: shape.assuming %[[W]] -> (tensor<?xf32>, index) {
  %0, %1 = shape.assuming %w -> (tensor<?xf32>, index) {
    %c0 = arith.constant 0 : index
    // CHECK: shape.assuming_yield %{{.*}}, %{{.*}} : tensor<?xf32>, index
    shape.assuming_yield %x, %c0 : tensor<?xf32>, index
  }
  // One result needs no parentheses, but gets them.
  // CHECK: shape.assuming %[[W]] -> (tensor<?xf32>) {
  %2 = shape.assuming %w -> tensor<?xf32> {
    shape.assuming_yield %x : tensor<?xf32>
  }
  // CHECK: shape.assuming %[[W]] {
  shape.assuming %w {
    // CHECK-NEXT: "test.op"
    "test.op"() : () -> ()
    // CHECK-NEXT: } {note = "x"}
  } {note = "x"}
  func.return %2 : tensor<?xf32>
}
