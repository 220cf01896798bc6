// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A size that grows around a loop of blocks is never less than where it started.
// CHECK-LABEL: func.func @grows
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %{{.*}}, %[[T]] : tensor<?xf32, [unit]>, i1
func.func @grows(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index) -> (tensor<?xf32>, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  cf.br ^head(%c0, %x : index, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^exit
^body:
  %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %q = arith.cmpi sge, %d, %s : index
  return %a, %q : tensor<?xf32>, i1
}

// -----

// Whether it grew is open: the loop may not run. That it is larger than it was is not known either.
// CHECK-LABEL: func.func @may_stay
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi eq
func.func @may_stay(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index) -> (tensor<?xf32>, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  cf.br ^head(%c0, %x : index, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^exit
^body:
  %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t : index, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %q = arith.cmpi sgt, %d, %s : index
  %r = arith.cmpi eq, %d, %s : index
  return %a, %q, %r : tensor<?xf32>, i1, i1
}

// -----

// Two caches that grow alike keep their distance: what starts equal stays equal.
// CHECK-LABEL: func.func @alike
// CHECK-NOT: arith.cmpi eq
// CHECK: return
func.func @alike(%x: tensor<3xf32>, %z: tensor<3xf32>, %y: tensor<2xf32>, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %v = tensor.cast %z : tensor<3xf32> to tensor<?xf32>
  cf.br ^head(%c0, %u, %v : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>, %b: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^body, ^exit
^body:
  %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %w = stablehlo.concatenate %y, %b, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %q = arith.cmpi eq, %d, %e : index
  return %q : i1
}

// -----

// Two ways around, of which each moves one of them: they do not move in step, but neither shrinks.
// CHECK-LABEL: func.func @not_in_step
// CHECK: %[[Q:.*]] = arith.cmpi eq
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: %[[U:.*]] = arith.constant true
// CHECK: return %[[Q]], %[[T]], %[[U]]
func.func @not_in_step(%x: tensor<3xf32>, %y: tensor<2xf32>, %n: index, %c: i1) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  cf.br ^head(%c0, %u, %u : index, tensor<?xf32>, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>, %b: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %t, %b : index, tensor<?xf32>, tensor<?xf32>)
^two:
  %w = stablehlo.concatenate %y, %b, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %a, %w : index, tensor<?xf32>, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %q = arith.cmpi eq, %d, %e : index
  %r = arith.cmpi sge, %d, %c3 : index
  %s = arith.cmpi sge, %e, %c3 : index
  return %q, %r, %s : i1, i1, i1
}

// -----

// What one way around makes smaller has no bound below but zero.
// CHECK-LABEL: func.func @both_ways
// CHECK: arith.cmpi sge
func.func @both_ways(%x: tensor<3xf32>, %y: tensor<2xf32>, %n: index, %c: i1) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %u = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  cf.br ^head(%c0, %u : index, tensor<?xf32>)
^head(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %p, ^body, ^exit
^body:
  cf.cond_br %c, ^one, ^two
^one:
  %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  cf.br ^head(%j, %t : index, tensor<?xf32>)
^two:
  %z = stablehlo.constant dense<1.0> : tensor<1xf32>
  %w = tensor.cast %z : tensor<1xf32> to tensor<?xf32>
  cf.br ^head(%j, %w : index, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %r = arith.cmpi sge, %d, %c3 : index
  return %r : i1
}

// -----

// A loop in a loop: each time the inner one starts from what the outer one has made, and the outer
// one from where the inner one has ended.
// CHECK-LABEL: func.func @nested
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @nested(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  cf.br ^outer(%c0, %x : index, tensor<?xf32>)
^outer(%i: index, %a: tensor<?xf32>):
  %p = arith.cmpi slt, %i, %n : index
  cf.cond_br %p, ^enter, ^exit
^enter:
  cf.br ^inner(%c0, %a : index, tensor<?xf32>)
^inner(%k: index, %b: tensor<?xf32>):
  %q = arith.cmpi slt, %k, %n : index
  cf.cond_br %q, ^body, ^leave
^body:
  %t = stablehlo.concatenate %b, %y, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %l = arith.addi %k, %c1 : index
  cf.br ^inner(%l, %t : index, tensor<?xf32>)
^leave:
  %j = arith.addi %i, %c1 : index
  cf.br ^outer(%j, %b : index, tensor<?xf32>)
^exit:
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %r = arith.cmpi sge, %d, %s : index
  return %r : i1
}
