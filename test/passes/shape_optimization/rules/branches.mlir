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
// behind it asks for eight.
// CHECK-LABEL: func.func @checked
// CHECK:       scf.if %p
// CHECK:         arith.cmpi eq
// CHECK:         cf.assert
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
