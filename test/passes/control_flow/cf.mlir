// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Both branches pass on the size of %x.
// CHECK-LABEL: func.func @diamond(%p: i1, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK-NOT: tensor.cast
// CHECK: return %{{.*}} : tensor<?xf32, [@S0]>
func.func @diamond(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %p, ^a(%x : tensor<?xf32>), ^b(%x : tensor<?xf32>)
^a(%u: tensor<?xf32>):
  %t = stablehlo.tanh %u : tensor<?xf32>
  cf.br ^c(%t : tensor<?xf32>)
^b(%v: tensor<?xf32>):
  %w = stablehlo.negate %v : tensor<?xf32>
  cf.br ^c(%w : tensor<?xf32>)
^c(%z: tensor<?xf32>):
  return %z : tensor<?xf32>
}

// -----

// Branches that disagree: a symbol of its own.
// CHECK-LABEL: func.func @disagree(%p: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
// CHECK: ^{{.*}}(%z: tensor<?xf32, [unit]>):
// CHECK-NEXT: tensor.cast %z : tensor<?xf32, [unit]> to tensor<?xf32, [@S2]>
func.func @disagree(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %p, ^c(%x : tensor<?xf32>), ^c(%y : tensor<?xf32>)
^c(%z: tensor<?xf32>):
  %t = stablehlo.tanh %z : tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// A loop that leaves the size as it is.
// CHECK-LABEL: func.func @loop_invariant(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S0]>
// CHECK-NOT: tensor.cast
// CHECK: ^{{.*}}(%i: index, %a: tensor<?xf32, [@S0]>):
func.func @loop_invariant(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^exit
^body:
  %t = stablehlo.tanh %a : tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, tensor<?xf32>)
^exit:
  return %a : tensor<?xf32>
}

// -----

// A size that grows has no symbol in the loop, and one of its own after it. The cast is after
// the loop, not before the branch that may go on.
// CHECK-LABEL: func.func @loop_growing(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S1]>
// CHECK: ^{{.*}}(%i: index, %a: tensor<?xf32, [unit]>):
// CHECK-NOT: tensor.cast
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^{{.*}}(%a : tensor<?xf32, [unit]>)
// CHECK: concatenate %a, %x, dim = 0 : (tensor<?xf32, [unit]>, tensor<?xf32, [@S0]>) -> tensor<?xf32, [unit]>
// CHECK: ^{{.*}}(%b: tensor<?xf32, [unit]>):
// CHECK-NEXT: tensor.cast %b : tensor<?xf32, [unit]> to tensor<?xf32, [@S1]>
func.func @loop_growing(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^exit(%a : tensor<?xf32>)
^body:
  %t = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, tensor<?xf32>)
^exit(%b: tensor<?xf32>):
  %u = stablehlo.tanh %b : tensor<?xf32>
  return %u : tensor<?xf32>
}

// -----

// What a block says holds in the blocks that it dominates, and nowhere else.
// CHECK-LABEL: func.func @facts_stay(%p: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<4xf32>)
// CHECK-SAME: -> tensor<?xf32, [@S0]>
// CHECK: tanh %x : (tensor<?xf32, [@S0]>) -> tensor<4xf32>
// CHECK: negate %x : tensor<?xf32, [@S0]>
func.func @facts_stay(%p: i1, %x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  cf.cond_br %p, ^a, ^c
^a:
  %s = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  cf.br ^b
^b:
  %t = stablehlo.tanh %x : tensor<?xf32>
  %m = stablehlo.add %s, %t : tensor<?xf32>
  cf.br ^d(%m : tensor<?xf32>)
^c:
  %u = stablehlo.negate %x : tensor<?xf32>
  cf.br ^d(%u : tensor<?xf32>)
^d(%z: tensor<?xf32>):
  return %z : tensor<?xf32>
}

// -----

// The condition of a branch holds in the block that only it leads to.
// CHECK-LABEL: func.func @condition(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: tanh %x : (tensor<?xf32, [@S0]>) -> tensor<3xf32>
// CHECK: negate %x : tensor<?xf32, [@S0]>
func.func @condition(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %d, %c3 : index
  cf.cond_br %p, ^a, ^b
^a:
  %t = stablehlo.tanh %x : tensor<?xf32>
  cf.br ^c(%t : tensor<?xf32>)
^b:
  %u = stablehlo.negate %x : tensor<?xf32>
  cf.br ^c(%u : tensor<?xf32>)
^c(%z: tensor<?xf32>):
  return %z : tensor<?xf32>
}

// -----

// A block that contradicts what runs before it never runs, and has no say in what follows.
// CHECK-LABEL: func.func @dead_block(%p: i1, %x: tensor<4xf32>, %c: tensor<4xf32>, %e: tensor<3xf32>) -> tensor<4xf32>
func.func @dead_block(%p: i1, %x: tensor<?xf32>, %c: tensor<4xf32>, %e: tensor<3xf32>) -> tensor<?xf32> {
  %z = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  cf.cond_br %p, ^a, ^b(%z : tensor<?xf32>)
^a:
  %u = "stablehlo.add"(%x, %e) : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %v = "stablehlo.concatenate"(%u, %u) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^b(%v : tensor<?xf32>)
^b(%r: tensor<?xf32>):
  return %r : tensor<?xf32>
}

// -----

// Two returns: the type of the function stays as it is.
// CHECK-LABEL: func.func @two_returns(%p: i1, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32>
// CHECK-COUNT-2: return %{{.*}} : tensor<?xf32>
func.func @two_returns(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %p, ^a, ^b
^a:
  %t = stablehlo.tanh %x : tensor<?xf32>
  return %t : tensor<?xf32>
^b:
  return %x : tensor<?xf32>
}

// -----

// A loop with two entries: nothing is supposed.
// CHECK-LABEL: func.func @two_entries(%p: i1, %x: tensor<?xf32, [@S0]>, %n: index)
// CHECK: ^{{.*}}(%i: index, %a: tensor<?xf32, [unit]>):
// CHECK: ^{{.*}}(%k: index, %b: tensor<?xf32, [unit]>):
func.func @two_entries(%p: i1, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %p, ^a(%c0, %x : index, tensor<?xf32>), ^b(%c0, %x : index, tensor<?xf32>)
^a(%i: index, %a: tensor<?xf32>):
  %t = stablehlo.tanh %a : tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^b(%j, %t : index, tensor<?xf32>)
^b(%k: index, %b: tensor<?xf32>):
  %q = arith.cmpi slt, %k, %n : index
  cf.cond_br %q, ^a(%k, %b : index, tensor<?xf32>), ^c
^c:
  return %b : tensor<?xf32>
}
