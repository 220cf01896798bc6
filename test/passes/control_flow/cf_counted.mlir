// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// One size grows by 2 in each iteration, the other by 1 or 2: it is at most as large. Whether it is
// smaller is unknown: the loop may not run.
// CHECK-LABEL: func.func @at_most_twice
// CHECK-NOT: arith.cmpi sle
// CHECK: arith.cmpi slt, %d
// CHECK: arith.cmpi eq
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @at_most_twice(%x: tensor<?xf32>, %n: index, %c: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  cf.br ^head(%c0, %x, %x : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %b: tensor<?xf32>, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  %g = stablehlo.concatenate %b, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %t : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %a, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %r0 = arith.cmpi sle, %d, %e : index
  %r1 = arith.cmpi slt, %d, %e : index
  %r2 = arith.cmpi eq, %d, %e : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// A branch back that leaves the other size as it is keeps the bound.
// CHECK-LABEL: func.func @may_rest
// CHECK-NOT: arith.cmpi sle
// CHECK: arith.cmpi slt, %d
// CHECK: arith.cmpi eq
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @may_rest(%x: tensor<?xf32>, %n: index, %c: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  cf.br ^head(%c0, %x, %x : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %b: tensor<?xf32>, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  %g = stablehlo.concatenate %b, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %a : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %a, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %r0 = arith.cmpi sle, %d, %e : index
  %r1 = arith.cmpi slt, %d, %e : index
  %r2 = arith.cmpi eq, %d, %e : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// The size that is compared with does not grow on every branch back: it counts no iterations.
// CHECK-LABEL: func.func @lead_may_rest
// CHECK: arith.cmpi sle, %d
// CHECK: arith.cmpi slt, %d
// CHECK: arith.cmpi eq
func.func @lead_may_rest(%x: tensor<?xf32>, %n: index, %c: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  cf.br ^head(%c0, %x, %x : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %b: tensor<?xf32>, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  %g = stablehlo.concatenate %b, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %b, %t : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %a, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %r0 = arith.cmpi sle, %d, %e : index
  %r1 = arith.cmpi slt, %d, %e : index
  %r2 = arith.cmpi eq, %d, %e : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// The size that is compared with starts from two sizes.
// CHECK-LABEL: func.func @two_starts
// CHECK: arith.cmpi sle, %d
// CHECK: arith.cmpi slt, %d
// CHECK: arith.cmpi eq
func.func @two_starts(%x: tensor<?xf32>, %n: index, %c: i1, %e: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %x1 = stablehlo.concatenate %x, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %e, ^head(%c0, %x, %x : index, tensor<?xf32>, tensor<?xf32>), ^head(%c0, %x1, %x : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %b: tensor<?xf32>, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  %g = stablehlo.concatenate %b, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %t : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %a, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %ee = tensor.dim %b, %c0 : tensor<?xf32>
  %r0 = arith.cmpi sle, %d, %ee : index
  %r1 = arith.cmpi slt, %d, %ee : index
  %r2 = arith.cmpi eq, %d, %ee : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// A loop that is entered at two blocks has no header: neither block knows the start.
// CHECK-LABEL: func.func @two_entries
// CHECK: arith.cmpi sle, %d
// CHECK: arith.cmpi slt, %d
// CHECK: arith.cmpi eq
func.func @two_entries(%x: tensor<?xf32>, %n: index, %c: i1, %e: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %x1 = stablehlo.concatenate %x, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %e, ^head(%c0, %x, %x : index, tensor<?xf32>, tensor<?xf32>), ^mid(%c0, %x, %x1 : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %b: tensor<?xf32>, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^mid(%i, %b, %a : index, tensor<?xf32>, tensor<?xf32>), ^exit
^mid(%ii: index, %bb: tensor<?xf32>, %aa: tensor<?xf32>):
  %j = arith.addi %ii, %c1 : index
  %g = stablehlo.concatenate %bb, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %q = arith.cmpi slt, %j, %n : index
  %t = stablehlo.concatenate %aa, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.cond_br %q, ^one, ^two
^one:
  cf.br ^mid(%j, %g, %t : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %aa, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %g, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %ee = tensor.dim %b, %c0 : tensor<?xf32>
  %r0 = arith.cmpi sle, %d, %ee : index
  %r1 = arith.cmpi slt, %d, %ee : index
  %r2 = arith.cmpi eq, %d, %ee : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// A counter of 8 bits may wrap around: it can be less than its start when the loop ends.
// CHECK-LABEL: func.func @wrapping_counter
// CHECK: arith.cmpi sge, %i
// CHECK: arith.cmpi sge
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %{{.*}}, %{{.*}}, %[[T]]
func.func @wrapping_counter(%x: tensor<?xf32>, %n: index, %c: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 100 : i8
  %o = arith.constant 1 : i8
  %y1 = stablehlo.constant dense<1.0> : tensor<1xf32>
  %y2 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  cf.br ^head(%z, %x : i8, tensor<?xf32>)
^head(%i: i8, %a: tensor<?xf32>):
  %d0 = tensor.dim %a, %c0 : tensor<?xf32>
  %p = arith.cmpi slt, %d0, %n : index
  %j = arith.addi %i, %o : i8
  cf.cond_br %p, ^body, ^exit
^body:
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y1, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %t : i8, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %a, %y2, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %w : i8, tensor<?xf32>)
^exit:
  %ii = arith.index_cast %i : i8 to index
  %hundred = arith.constant 100 : index
  %r0 = arith.cmpi sge, %i, %z : i8
  %r1 = arith.cmpi sge, %ii, %hundred : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %r2 = arith.cmpi sge, %d, %s : index
  return %r0, %r1, %r2 : i1, i1, i1
}

// -----

// A block of a loop with two entries that branches to itself: its arguments have no known start.
// CHECK-LABEL: func.func @branch_to_itself
// CHECK: ^[[A:.*]](%{{.*}}: index, %{{.*}}: tensor<?xf32, [unit]>):
// CHECK: tensor.dim
func.func @branch_to_itself(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^a(%c0, %x : index, tensor<?xf32>), ^b(%c0, %x : index, tensor<?xf32>)
^a(%i: index, %u: tensor<?xf32>):
  %j = arith.addi %i, %c1 : index
  %p = arith.cmpi slt, %j, %n : index
  %v = stablehlo.concatenate %u, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.cond_br %p, ^a(%j, %v : index, tensor<?xf32>), ^b(%j, %v : index, tensor<?xf32>)
^b(%k: index, %w: tensor<?xf32>):
  %l = arith.addi %k, %c1 : index
  %q = arith.cmpi slt, %l, %n : index
  cf.cond_br %q, ^a(%l, %w : index, tensor<?xf32>), ^exit
^exit:
  %d = tensor.dim %w, %c0 : tensor<?xf32>
  return %d : index
}
