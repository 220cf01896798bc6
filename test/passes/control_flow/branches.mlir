// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A condition on sizes holds in the region that it chooses, its negation in the other one.
// CHECK-LABEL: func.func @if_size(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: tanh %x : (tensor<?xf32, [@S0]>) -> tensor<4xf32>
// CHECK: negate %x : tensor<?xf32, [@S0]>
func.func @if_size(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %d, %c4 : index
  %r = scf.if %p -> (tensor<?xf32>) {
    %u = stablehlo.tanh %x : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } else {
    %u = stablehlo.negate %x : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A condition on sizes in an integer type of the program.
// CHECK-LABEL: func.func @if_tensor(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: tanh %x : tensor<?xf32, [@S0]>
// CHECK: negate %x : (tensor<?xf32, [@S0]>) -> tensor<4xf32>
func.func @if_tensor(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare NE, %d, %c4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %u = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }, {
    %u = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Arithmetic on data may wrap: it is not read, whatever it is compared with.
// CHECK-NOT: no_wrap
// CHECK-LABEL: func.func @if_data(%x: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> tensor<?xf32, [@S0]>
// CHECK: tanh
// CHECK: negate
func.func @if_data(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %m = stablehlo.add %n, %c1 : tensor<i32>
  %p = stablehlo.compare GT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %u = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }, {
    %u = stablehlo.negate %x : tensor<?xf32>
    stablehlo.return %u : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The index of a switch is known in each of its regions.
// CHECK-LABEL: func.func @switch(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: case 2
// CHECK: tanh %x : (tensor<?xf32, [@S0]>) -> tensor<2xf32>
// CHECK: default
// CHECK: negate %x : tensor<?xf32, [@S0]>
func.func @switch(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = scf.index_switch %d -> tensor<?xf32>
  case 2 {
    %t = stablehlo.tanh %x : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  default {
    %t = stablehlo.negate %x : tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Two regions that give different sizes.
// CHECK-LABEL: func.func @switch_differs(%i: index, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
func.func @switch_differs(%i: index, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.index_switch %i -> tensor<?xf32>
  case 2 {
    scf.yield %y : tensor<?xf32>
  }
  default {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A region chosen for a size that contradicts it never runs.
// CHECK-LABEL: func.func @never(%x: tensor<4xf32>, %c: tensor<4xf32>, %e: tensor<3xf32>) -> tensor<4xf32>
func.func @never(%x: tensor<?xf32>, %c: tensor<4xf32>, %e: tensor<3xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %d, %c3 : index
  %0 = scf.if %p -> (tensor<?xf32>) {
    %u = tensor.cast %e : tensor<3xf32> to tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// The last region of a case also runs for indices out of range: nothing but that is known there.
// CHECK-LABEL: func.func @case(%i: tensor<i32>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
// CHECK-SAME: -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S2]>)
func.func @case(%i: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.case"(%i) ({
    %t = stablehlo.tanh %x : tensor<?xf32>
    stablehlo.return %t, %x : tensor<?xf32>, tensor<?xf32>
  }, {
    stablehlo.return %x, %y : tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A branch in a loop that is only impossible in the first iteration is not given up for good.
// CHECK-LABEL: func.func @later_round(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S2]>
func.func @later_round(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %e = tensor.dim %x, %c0 : tensor<?xf32>
    %p = arith.cmpi eq, %d, %e : index
    %s = scf.if %p -> (tensor<?xf32>) {
      %t = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield %t : tensor<?xf32>
    } else {
      %t = stablehlo.tanh %a : tensor<?xf32>
      scf.yield %t : tensor<?xf32>
    }
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
