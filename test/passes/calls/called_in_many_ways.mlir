// RUN: disc-opt %s -p 'shape-optimization{inline=false}' --split-input-file | filecheck %s

// Two functions that call each other: neither has a scheme, and no size comes back.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@S0]>, %n: tensor<i32>) -> tensor<?xf32, [@S1]>
// CHECK-NOT:   tie_predicate{{.*}}%S1
func.func @main(%a: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = func.call @even(%a, %n) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @even(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare LE, %n, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %m = stablehlo.subtract %n, %o : tensor<i32>
    %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %q = func.call @odd(%y, %m) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    stablehlo.return %q : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @odd(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.constant dense<1.0> : tensor<1xf32>
  %p = stablehlo.compare LE, %n, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %y = stablehlo.concatenate %x, %c, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    stablehlo.return %y : tensor<?xf32>
  }, {
    %m = stablehlo.subtract %n, %o : tensor<i32>
    %q = func.call @even(%x, %m) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    stablehlo.return %q : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// One function at three sizes, one of them twice its own result, and at a size that is in no
// other call.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>, %c: tensor<?x?xf32, [@S2, @S3]>) -> (tensor<?xf32, [@S4]>, tensor<?xf32, [@S5]>)
// CHECK:       tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 * 2)>(%S0)
// CHECK-NEXT:  tie_predicate_affine_eq %S4, affine_map<(d0) -> (d0 * 4)>(%S0)
// CHECK-NEXT:  tie_predicate_affine_eq %S5, affine_map<(d0) -> (d0 * 2)>(%S3)
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = func.call @twice(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @twice(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = func.call @twice(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.add %1, %2 : tensor<?xf32>
  %4:2 = func.call @rows(%c) : (tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %5 = func.call @twice(%4#1) : (tensor<?xf32>) -> tensor<?xf32>
  return %3, %5 : tensor<?xf32>, tensor<?xf32>
}
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @rows(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}

// -----

// Names inside a recursive function are of one activation of it.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@m]>, %k: tensor<i32>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK-NOT:   tie_predicate{{.*}}%n
// CHECK-NOT:   tie_predicate{{.*}}%m
func.func @main(%a: tensor<?xf32, [@n]>, %b: tensor<?xf32, [@m]>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a1 = tensor.cast %a : tensor<?xf32, [@n]> to tensor<?xf32>
  %b1 = tensor.cast %b : tensor<?xf32, [@m]> to tensor<?xf32>
  %0 = func.call @down(%a1, %k) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  %1 = func.call @down(%b1, %k) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @down(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %w = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@w]>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare LE, %n, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %e = stablehlo.negate %w : tensor<?xf32, [@w]>
    %f = tensor.cast %e : tensor<?xf32, [@w]> to tensor<?xf32>
    stablehlo.return %f : tensor<?xf32>
  }, {
    %m = stablehlo.subtract %n, %o : tensor<i32>
    %v = tensor.cast %w : tensor<?xf32, [@w]> to tensor<?xf32>
    %y = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %q = func.call @down(%y, %m) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    stablehlo.return %q : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
disc_shape.SymbolDim @n {named}
disc_shape.SymbolDim @m {named}
disc_shape.SymbolDim @w {named}

// -----

// Callers that pass their operands in either order, unused results, and a call in a
// branch: that both are equal there does not leave it.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>, %p: tensor<i1>)
// CHECK-DAG:   tie_predicate_affine_eq %S2, affine_map<(d0, d1) -> (d0 + d1)>(%S0, %S1)
// CHECK-NOT:   tie_predicate_eq
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = func.call @pair(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %1:2 = func.call @pair(%b, %a) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %2 = "stablehlo.if"(%p) ({
    %3:2 = func.call @pair(%b, %b) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
    stablehlo.return %3#0 : tensor<?xf32>
  }, {
    %4:2 = func.call @equal(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
    stablehlo.return %4#1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0#0, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func private @pair(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.negate %y : tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @equal(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %x, %0 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The guard of a function that was called is known after the call, not before it.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>)
// CHECK:       cf.assert {{.*}}"inside"
// CHECK:       tie_predicate_eq %S1, %S0 {guarded}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @inner(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @checked(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = func.call @inner(%1) : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func private @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  cf.assert %ok, "inside"
  %u = func.call @inner(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %u : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %s = stablehlo.add %x, %r : tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// A function that makes larger what it is given, called in each iteration with another number.

// CHECK-LABEL: func.func @main(%a: tensor<?xf32, [@S0]>, %n: index) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S2]>)
// CHECK-DAG:   tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 + 4)>(%S0)
// CHECK-DAG:   tie_predicate "d0 <= d1"(%S0, %S1)
func.func @main(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = arith.minsi %n, %c4 : index
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%y = %a) -> (tensor<?xf32>) {
    %z = func.call @grow(%y, %i) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  %2 = func.call @grow(%a, %c4) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func private @grow(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  %e = tensor.empty(%k) : tensor<?xf32>
  %c = arith.constant 1.0 : f32
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %y = stablehlo.concatenate %x, %f, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
