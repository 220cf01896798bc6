// RUN: disc-opt -p canonicalize --allow-unregistered-dialect --split-input-file %s | filecheck %s
// RUN: disc-opt -p canonicalize,canonicalize --allow-unregistered-dialect --split-input-file %s | filecheck %s

// A check of a broadcast checks all shapes that it is made of.
// CHECK-LABEL: @flat_check
// CHECK-NOT: shape.broadcast
// CHECK: shape.cstr_broadcastable %a, %b, %c
func.func @flat_check(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) -> !shape.witness {
  %0 = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %w = shape.cstr_broadcastable %0, %c : tensor<?xindex>, tensor<?xindex>
  return %w : !shape.witness
}

// -----

// A broadcast with a message of its own stays.
// CHECK-LABEL: @own_message
// CHECK: [[S:%.+]] = shape.broadcast %a, %b error = "no"
// CHECK: shape.cstr_broadcastable [[S]], %c
func.func @own_message(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) -> !shape.witness {
  %0 = shape.broadcast %a, %b error = "no" : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %w = shape.cstr_broadcastable %0, %c : tensor<?xindex>, tensor<?xindex>
  return %w : !shape.witness
}

// -----

// Checks of the same shapes of unknown rank are one; each region keeps its witness.
// CHECK-LABEL: @same_check
// CHECK: [[W:%.+]] = shape.cstr_broadcastable
// CHECK-NOT: shape.cstr_broadcastable
// CHECK: "my.use"([[W]], [[W]])
func.func @same_check(%a: tensor<?xindex>, %b: tensor<?xindex>) {
  %v = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %w = shape.cstr_broadcastable %b, %a : tensor<?xindex>, tensor<?xindex>
  "my.use"(%v, %w) : (!shape.witness, !shape.witness) -> ()
  return
}

// -----

// Checks of other shapes stay.
// CHECK-LABEL: @other_check
// CHECK-COUNT-2: shape.cstr_broadcastable
func.func @other_check(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>) {
  %v = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %w = shape.cstr_broadcastable %a, %c : tensor<?xindex>, tensor<?xindex>
  "my.use"(%v, %w) : (!shape.witness, !shape.witness) -> ()
  return
}

// -----

// A shape that is a part of another changes no broadcast.
// CHECK-LABEL: @parts
// CHECK: [[S:%.+]] = shape.shape_of %x
// CHECK-NOT: shape.broadcast
// CHECK: return [[S]]
func.func @parts(%x: tensor<?x0xf32>, %y: tensor<1x0xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %x : tensor<?x0xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<1x0xf32> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}

// -----

// An unknown size may be 1, and then 5 stretches it.
// CHECK-LABEL: @stretched
// CHECK: shape.broadcast
func.func @stretched(%x: tensor<?x4xf32>, %y: tensor<5x1xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<5x1xf32> -> tensor<2xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %2 : tensor<2xindex>
}
