// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A loop that hands a size on unchanged keeps its symbol.
// CHECK-LABEL: func.func @while_invariant(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> tensor<?xf32, [@S0]>
// CHECK-NOT: tensor.cast
// CHECK: return %{{.*}} : tensor<?xf32, [@S0]>
func.func @while_invariant(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.tanh %a : tensor<?xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

// A size that grows varies within the activation: no symbol inside, a symbol of its own after it.
// CHECK-LABEL: func.func @while_growing(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> tensor<?xf32, [@S1]>
// CHECK: [[X:%[0-9]+]] = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32, [unit]>
// CHECK: while({{.*}} = [[X]]) : tensor<i32>, tensor<?xf32, [unit]>
// CHECK: concatenate{{.*}} : (tensor<?xf32, [unit]>, tensor<?xf32, [@S0]>) -> tensor<?xf32, [unit]>
// CHECK: tensor.cast %{{.*}} : tensor<?xf32, [unit]> to tensor<?xf32, [@S1]>
func.func @while_growing(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

// Two values that swap places have no size of their own unless the sizes are equal.
// CHECK-LABEL: func.func @while_swapping(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %n: tensor<i32>)
// CHECK-SAME: -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S3]>)
func.func @while_swapping(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %a = %x, %b = %y) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %b, %a : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %r#1, %r#2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// What holds on both paths holds after them; what holds on one does not.
// CHECK-LABEL: func.func @if_join(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S2]>)
func.func @if_join(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %t = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %t : tensor<?xf32>
  }, {
    %t = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %t : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = "stablehlo.if"(%p) ({
    %t = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %t : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Facts of a branch stay in the branch: the arguments are not refined. Both results have the size of
// %x, whatever that is.
// CHECK-LABEL: func.func @if_local(%p: tensor<i1>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %c: tensor<4xf32>) -> tensor<?xf32, [@S0]>
// CHECK: add %x, %y : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<4xf32>
func.func @if_local(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %t = stablehlo.add %x, %y : tensor<?xf32>
    %u = "stablehlo.add"(%t, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @case(%i: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
func.func @case(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%i) ({
    %t = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %t : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @scf_for(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S0]>
func.func @scf_for(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %t = stablehlo.tanh %a : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A loop that may run zero times proves nothing outside.
// CHECK-LABEL: func.func @scf_for_local(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %n: index) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
func.func @scf_for_local(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %t = stablehlo.add %a, %y : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r, %y : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @scf_if(%p: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %c: tensor<3xf32>) -> tensor<?xf32, [@S0]>
func.func @scf_if(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>, %c: tensor<3xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %u = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } else {
    %u = stablehlo.add %x, %y : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A branch that contradicts what runs before it never runs; that is no error.
// CHECK-LABEL: func.func @dead_branch(%p: tensor<i1>, %x: tensor<4xf32>, %c: tensor<4xf32>, %d: tensor<3xf32>) -> tensor<4xf32>
func.func @dead_branch(%p: tensor<i1>, %x: tensor<?xf32>, %c: tensor<4xf32>, %d: tensor<3xf32>) -> tensor<?xf32> {
  %z = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    %u = "stablehlo.add"(%x, %d) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }, {
    stablehlo.return %z : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
