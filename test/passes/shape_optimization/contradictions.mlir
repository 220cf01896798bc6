// RUN: disc-opt %s --split-input-file --verify-diagnostics -p shape-optimization 2>&1 | filecheck %s
// RUN: disc-opt %s --split-input-file --verify-diagnostics -p 'shape-optimization{inline=false}' 2>&1 | filecheck %s

// One error: what cannot be, the operations that say so, the relation and the types that it fails on.

// CHECK: error: {{.*}}changes no size, not 4 and 3
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @direct(%x: tensor<3xf32>, %y: tensor<?xf32>, %z: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %y, %y : tensor<?xf32>
  %a = tensor.cast %0 : tensor<?xf32> to tensor<3xf32>
  %b = stablehlo.add %a, %x : tensor<3xf32>
  %c = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %d = stablehlo.add %c, %z : tensor<4xf32>
  stablehlo.custom_call @use(%0) {has_side_effect = true} : (tensor<?xf32>) -> ()
  stablehlo.custom_call @use(%b) {has_side_effect = true} : (tensor<3xf32>) -> ()
  stablehlo.custom_call @use(%d) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: {{.*}}are one size, not 3 and 4
// CHECK: note: {{.*}}
// CHECK: note: relation 'DotGeneral' fails on (tensor
func.func @dot(%x: tensor<?x3xf32>, %y: tensor<?x?xf32>, %z: tensor<4xf32>) -> tensor<?x?xf32> {
  %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = stablehlo.dot_general %y, %z, contracting_dims = [0] x [0] : (tensor<?x?xf32>, tensor<4xf32>) -> tensor<?xf32>
  stablehlo.custom_call @use(%d) {has_side_effect = true} : (tensor<?x?xf32>) -> ()
  stablehlo.custom_call @use(%e) {has_side_effect = true} : (tensor<?xf32>) -> ()
  return %d : tensor<?x?xf32>
}

// -----

// CHECK: error: {{.*}}changes no size, not 4 and 3
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @loop(%x: tensor<?xf32>, %y: tensor<3xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = stablehlo.constant dense<1.0> : tensor<4xf32>
  %a = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  %b = stablehlo.add %a, %y : tensor<3xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<?xf32>) {
    scf.yield %s : tensor<?xf32>
  }
  %t = tensor.cast %r : tensor<?xf32> to tensor<4xf32>
  %u = stablehlo.add %t, %k : tensor<4xf32>
  stablehlo.custom_call @use(%b) {has_side_effect = true} : (tensor<3xf32>) -> ()
  stablehlo.custom_call @use(%u) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %r : tensor<?xf32>
}

// -----

// CHECK: error: {{.*}}changes no size, not 4 and 3
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @branch(%x: tensor<?xf32>, %y: tensor<3xf32>, %p: i1) -> tensor<?xf32> {
  %k = stablehlo.constant dense<1.0> : tensor<4xf32>
  %a = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  %b = stablehlo.add %a, %y : tensor<3xf32>
  %r = scf.if %p -> (tensor<?xf32>) {
    scf.yield %x : tensor<?xf32>
  } else {
    %s = stablehlo.sine %x : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  %t = tensor.cast %r : tensor<?xf32> to tensor<4xf32>
  %u = stablehlo.add %t, %k : tensor<4xf32>
  stablehlo.custom_call @use(%b) {has_side_effect = true} : (tensor<3xf32>) -> ()
  stablehlo.custom_call @use(%u) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %r : tensor<?xf32>
}

// -----

// CHECK: error: {{.*}}(dimension 0 of '%x') in [0, inf] cannot be -1
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @concat(%x: tensor<?xf32>, %y: tensor<5xf32>, %z: tensor<4xf32>) -> tensor<?xf32> {
  %c = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<5xf32>) -> tensor<?xf32>
  %t = tensor.cast %c : tensor<?xf32> to tensor<4xf32>
  %d = stablehlo.add %t, %z : tensor<4xf32>
  stablehlo.custom_call @use(%d) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %c : tensor<?xf32>
}

// -----

// CHECK: error: {{.*}}2*(dimension 0 of '%x') - 7 is never 0
// CHECK: note: {{.*}}
// CHECK: note: relation 'Reshape' fails on (tensor
func.func @reshape(%x: tensor<?x?xf32>, %s: tensor<1xindex>) -> tensor<7xf32> {
  %a = tensor.cast %x : tensor<?x?xf32> to tensor<?x2xf32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<7xf32>
  %b = stablehlo.sine %a : tensor<?x2xf32>
  stablehlo.custom_call @use(%b) {has_side_effect = true} : (tensor<?x2xf32>) -> ()
  return %r : tensor<7xf32>
}

// -----

// CHECK: error: {{.*}}(dimension 0 of '%x') in [5, inf] cannot be 4
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @slice(%x: tensor<?xf32>, %z: tensor<4xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [2:5] : (tensor<?xf32>) -> tensor<3xf32>
  %t = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  %d = stablehlo.add %t, %z : tensor<4xf32>
  stablehlo.custom_call @use(%d) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %0 : tensor<3xf32>
}

// -----

// CHECK: error: {{.*}}(dimension 0 of '%x') in [5, inf] cannot be 4
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @gather(%x: tensor<?xf32>, %i: tensor<2x1xi32>, %z: tensor<4xf32>) -> tensor<2x5xf32> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 5>}> : (tensor<?xf32>, tensor<2x1xi32>) -> tensor<2x5xf32>
  %t = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  %d = stablehlo.add %t, %z : tensor<4xf32>
  stablehlo.custom_call @use(%d) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %g : tensor<2x5xf32>
}

// -----

// CHECK: error: {{.*}}changes no size, not 4 and 3
// CHECK: note: {{.*}}
// CHECK: note: relation 'Cast' fails on (tensor
func.func @while(%x: tensor<?xf32>, %y: tensor<3xf32>, %n: tensor<i1>) -> tensor<?xf32> {
  %k = stablehlo.constant dense<1.0> : tensor<4xf32>
  %a = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  %b = stablehlo.add %a, %y : tensor<3xf32>
  %r:2 = stablehlo.while(%s = %x, %m = %n) : tensor<?xf32>, tensor<i1>
  cond { stablehlo.return %m : tensor<i1> } do {
    %w = stablehlo.sine %s : tensor<?xf32>
    stablehlo.return %w, %m : tensor<?xf32>, tensor<i1>
  }
  %t = tensor.cast %r#0 : tensor<?xf32> to tensor<4xf32>
  %u = stablehlo.add %t, %k : tensor<4xf32>
  stablehlo.custom_call @use(%b) {has_side_effect = true} : (tensor<3xf32>) -> ()
  stablehlo.custom_call @use(%u) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %r#0 : tensor<?xf32>
}

// -----

// what is gathered along is not empty, here or at run time
// CHECK: (dimension 0 of '%a') in [1, inf] cannot be 0 in [0, 0]
func.func @gather_of_nothing(%a: tensor<?xf32>, %e: tensor<0xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %e : (tensor<?xf32>, tensor<0xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The numbers of elements are those of the whole shapes, whatever is in both.
// CHECK: error: {{.*}}'stablehlo.dynamic_reshape' keeps the number of elements, not 5 and 25
// CHECK: note: relation 'Reshape' fails on (tensor<?xf32>, tensor<2xi32>)
func.func @reshape_of_too_few(%x: tensor<5xf32>) -> tensor<?x?xf32> {
  %c = stablehlo.constant dense<[5, 5]> : tensor<2xi32>
  %0 = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %0, %c : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
