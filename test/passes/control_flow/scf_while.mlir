// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// The regions have different types; the sizes are passed on unchanged.
// CHECK-LABEL: func.func @invariant(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S0]>
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @invariant(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    %t = stablehlo.tanh %a : tensor<?xf32>
    scf.condition(%p) %t, %i : tensor<?xf32>, index
  } do {
  ^bb0(%b: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %b : index, tensor<?xf32>
  }
  return %r#0 : tensor<?xf32>
}

// -----

// A cache that grows by one row in each iteration.
// CHECK-LABEL: func.func @cache(%x: tensor<?x8xf32, [@S0, @C8]>, %row: tensor<1x8xf32>, %n: index)
// CHECK-SAME: -> (tensor<?x8xf32, [@S1, @C8]>, tensor<?x8xf32, [@S0, @C8]>)
// CHECK: scf.while
// CHECK: ^{{.*}}(%b: tensor<?x8xf32, [unit, @C8]>, %j: index)
// CHECK: concatenate %b, %row, dim = 0 : (tensor<?x8xf32, [unit, @C8]>, tensor<1x8xf32>) -> tensor<?x8xf32, [unit, @C8]>
func.func @cache(%x: tensor<?x8xf32>, %row: tensor<1x8xf32>, %n: index) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<?x8xf32>) -> (tensor<?x8xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %a, %i : tensor<?x8xf32>, index
  } do {
  ^bb0(%b: tensor<?x8xf32>, %j: index):
    %t = stablehlo.concatenate %b, %row, dim = 0 : (tensor<?x8xf32>, tensor<1x8xf32>) -> tensor<?x8xf32>
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %t : index, tensor<?x8xf32>
  }
  return %r#0, %x : tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// The second region may not run: what it implies for %x does not hold after the loop.
// CHECK-LABEL: func.func @zero_trip(%x: tensor<?xf32, [@S0]>, %y: tensor<4xf32>, %n: index) -> tensor<?xf32, [@S0]>
func.func @zero_trip(%x: tensor<?xf32>, %y: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %a, %i : tensor<?xf32>, index
  } do {
  ^bb0(%b: tensor<?xf32>, %j: index):
    %t = "stablehlo.add"(%b, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %t : index, tensor<?xf32>
  }
  return %r#0 : tensor<?xf32>
}

// -----

// The first region always runs: the result has the size that it gives.
// CHECK-LABEL: func.func @forwarded(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S1]>
// CHECK: concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
func.func @forwarded(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<?xf32>) -> (tensor<?xf32>, index) {
    %p = arith.cmpi slt, %i, %n : index
    %t = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.condition(%p) %t, %i : tensor<?xf32>, index
  } do {
  ^bb0(%b: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %k, %x : index, tensor<?xf32>
  }
  return %r#0 : tensor<?xf32>
}
