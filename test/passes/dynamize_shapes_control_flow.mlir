// RUN: disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0"}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0"},shape-optimization' | disc-opt --split-input-file -p test-verify-dominance

// What a branch spells out follows from what the other one passes on.
// CHECK-LABEL: func.func @choice(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32>
// CHECK: "stablehlo.if"
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK: stablehlo.sine %x : tensor<?xf32>
// CHECK: (tensor<i1>) -> tensor<?xf32>
func.func @choice(%x: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  %0 = "stablehlo.if"(%p) ({
    %z = stablehlo.constant dense<0.0> : tensor<8xf32>
    stablehlo.return %z : tensor<8xf32>
  }, {
    %y = stablehlo.sine %x : tensor<8xf32>
    stablehlo.return %y : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// The state of a loop, which starts as zeros, is as large as what is added to it.
// CHECK-LABEL: func.func @rounds(%x: tensor<?xf32>) -> tensor<?xf32>
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK: stablehlo.while
// CHECK: stablehlo.add %{{.*}} : tensor<?xf32>
func.func @rounds(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zeros = stablehlo.constant dense<0.0> : tensor<8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %zeros) : tensor<i32>, tensor<8xf32>
  cond {
    %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %x : tensor<8xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @counted(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
// CHECK: scf.for {{.*}} -> (tensor<?xf32>)
// CHECK: scf.yield %{{.*}} : tensor<?xf32>
func.func @counted(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %1 = stablehlo.add %a, %a : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// A slice over the whole of a dimension stays one; where it starts is kept within the operand.
// CHECK-LABEL: func.func @window(%x: tensor<?x8xf32>, %i: tensor<i32>) -> tensor<?x2xf32>
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: stablehlo.real_dynamic_slice %x
func.func @window(%x: tensor<4x8xf32>, %i: tensor<i32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [4, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// What a fusion computes is made dynamic like what is outside.
// CHECK-LABEL: func.func @fusion(%x: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>)
// CHECK: ^{{.*}}(%a: tensor<?xf32>, %b: tensor<4xf32>):
// CHECK: "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK: (tensor<?xf32>, tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>)
func.func @fusion(%x: tensor<8xf32>, %y: tensor<4xf32>) -> (tensor<16xf32>, tensor<4xf32>) {
  %0:2 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<8xf32>, %b: tensor<4xf32>):
    %1 = "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
    %2 = mhlo.tanh %b : tensor<4xf32>
    "mhlo.return"(%1, %2) : (tensor<16xf32>, tensor<4xf32>) -> ()
  }) : (tensor<8xf32>, tensor<4xf32>) -> (tensor<16xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<16xf32>, tensor<4xf32>
}
