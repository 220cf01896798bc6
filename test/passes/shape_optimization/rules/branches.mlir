// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// No legal run adds three elements to eight: the other branch is taken.
// CHECK-LABEL: func.func @never_entered
// CHECK-NOT:   stablehlo.if
// CHECK:       stablehlo.tanh
func.func @never_entered(%x: tensor<3xf32>, %k: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %s = stablehlo.add %x, %k : (tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = "stablehlo.if"(%p) ({
    %t = stablehlo.tanh %s : tensor<?xf32>
    stablehlo.return %t : tensor<?xf32>
  }, {
    %e = stablehlo.constant dense<1.0> : tensor<8xf32>
    %b = "stablehlo.add"(%e, %k) : (tensor<8xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The check in the branch stops every run with another size than three: it stays, though what is
// after it asks for eight.
// CHECK-LABEL: func.func @checked
// CHECK:       scf.if %p
// CHECK:         arith.cmpi eq
// CHECK:         cf.assert
// CHECK:         scf.yield %{{.*}} : tensor<?xf32, [@S0]>
func.func @checked(%x: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.if %p -> (tensor<?xf32>) {
    %a = arith.cmpi eq, %n, %c3 : index
    cf.assert %a, "three"
    %k = stablehlo.constant dense<1.0> : tensor<8xf32>
    %t = "stablehlo.add"(%x, %k) : (tensor<?xf32>, tensor<8xf32>) -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A loop whose body never runs: what it starts from goes on. Its condition runs once.
// CHECK-LABEL: func.func @idle_while
// CHECK-NEXT:  func.return %x : tensor<?xf32, [@S0]>
func.func @idle_while(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<?xf32>
   cond {
    %p = stablehlo.compare LT, %i, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %c1 : tensor<i32>
    %z = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @once_through
// CHECK-NEXT:  %[[Y:.*]] = stablehlo.sine %x
// CHECK-NEXT:  func.return %[[Y]] : tensor<?xf32, [@S0]>
func.func @once_through(%x: tensor<?xf32>) -> tensor<?xf32> {
  %f = arith.constant false
  %r = scf.while (%a = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %y = stablehlo.sine %a : tensor<?xf32>
    scf.condition(%f) %y : tensor<?xf32>
  } do {
  ^bb0(%b: tensor<?xf32>):
    %z = stablehlo.tanh %b : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// From a size up to a size that is no larger.
// CHECK-LABEL: func.func @empty_range
// CHECK-NOT:   scf.for
// CHECK:       func.return %x
func.func @empty_range(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.addi %n, %c1 : index
  %r = scf.for %i = %m to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %z = stablehlo.tanh %a : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// It may run once.
// CHECK-LABEL: func.func @may_run
// CHECK:       scf.for
func.func @may_run(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %n, %c1 : index
  %r = scf.for %i = %m to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %z = stablehlo.tanh %a : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// The check before which the range is not known to be empty stays, and so does the loop.
// CHECK-LABEL: func.func @checked_before
// CHECK:       scf.for
// CHECK:         cf.assert
// CHECK:         scf.yield %{{.*}} : tensor<?xf32, [@S0]>
func.func @checked_before(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %d step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %p = arith.cmpi eq, %n, %c1 : index
    cf.assert %p, "one"
    %z = stablehlo.tanh %a : tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  %q = arith.cmpi eq, %d, %c0 : index
  cf.assert %q, "empty"
  return %r : tensor<?xf32>
}
