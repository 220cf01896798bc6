// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A guard is decided by operations and guards before it only; what was decided stays decided in a
// second run, with the same status in the graph.

// The first of two equivalent guards proves the second, in both orders; none goes away for free.
// CHECK-LABEL: func.func @quotient_then_remainder
// CHECK: [[R:%[0-9]+]] = arith.remsi %{{.*}}, %c4
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq, [[R]], %c0
// CHECK: cf.assert [[OK]], "4*(s//4) == s"
// CHECK-NOT: cf.assert
// CHECK: tie_predicate_divisible %S0, %c4 {guarded}
func.func @quotient_then_remainder(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %q = arith.floordivsi %s, %c4 : index
  %m = arith.muli %q, %c4 : index
  %ok = arith.cmpi eq, %m, %s : index
  cf.assert %ok, "4*(s//4) == s"
  %r = arith.remsi %s, %c4 : index
  %ok2 = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok2, "s % 4 == 0"
  %t = stablehlo.tanh %x : tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @remainder_then_quotient
// CHECK: [[R:%[0-9]+]] = arith.remsi %{{.*}}, %c4
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq, [[R]], %c0
// CHECK: cf.assert [[OK]], "s % 4 == 0"
// CHECK-NOT: cf.assert
// CHECK: tie_predicate_divisible %S0, %c4 {guarded}
func.func @remainder_then_quotient(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.remsi %s, %c4 : index
  %ok2 = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok2, "s % 4 == 0"
  %q = arith.floordivsi %s, %c4 : index
  %m = arith.muli %q, %c4 : index
  %ok = arith.cmpi eq, %m, %s : index
  cf.assert %ok, "4*(s//4) == s"
  return %x : tensor<?xf32>
}

// -----

// Before the operation that proves it, a guard stays: in a run that it stops, the operation would
// never have been reached.
// CHECK-LABEL: func.func @before_the_proof
// CHECK-SAME: (%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: [[A:%[0-9]+]] = tensor.dim %x, %c0
// CHECK: [[B:%[0-9]+]] = tensor.dim %y, %c0
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq, [[A]], [[B]]
// CHECK: cf.assert [[OK]], "a == b"
func.func @before_the_proof(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "a == b"
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @after_the_proof
// CHECK-NOT: cf.assert
// CHECK: return
func.func @after_the_proof(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "a == b"
  return %0 : tensor<?xf32>
}

// -----

// A later operation makes the size static. The guard still reads the argument; after it, the
// argument is cast.
// CHECK-LABEL: func.func @static_later(%x: tensor<?xf32, [@S0]>, %y: tensor<4xf32>) -> tensor<4xf32>
// CHECK: [[A:%[0-9]+]] = tensor.dim %x, %c0
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq, [[A]], %c4
// CHECK: cf.assert [[OK]], "a == 4"
// CHECK: tensor.cast %x : tensor<?xf32, [@S0]> to tensor<4xf32>
// CHECK: tie_predicate_eq %S0, %c4
func.func @static_later(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %c4 : index
  cf.assert %ok, "a == 4"
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Without a guard the same operation refines the argument.
// CHECK-LABEL: func.func @static_unguarded(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
func.func @static_unguarded(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A guard alone never refines a public argument, in no run; values before it keep their symbol,
// values after it are static.
// CHECK-LABEL: func.func @static_by_guard(%x: tensor<?xf32, [@S0]>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: %t = {{.*}}tanh %x : tensor<?xf32, [@S0]>
// CHECK: cf.assert
// CHECK: [[T:%[0-9]+]] = tensor.cast %t : tensor<?xf32, [@S0]> to tensor<4xf32>
// CHECK: %u = {{.*}}tanh [[T]] : tensor<4xf32>
// CHECK: tie_predicate_eq %S0, %c4 {guarded}
func.func @static_by_guard(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %t = stablehlo.tanh %x : tensor<?xf32>
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %c4 : index
  cf.assert %ok, "a == 4"
  %u = stablehlo.tanh %t : tensor<?xf32>
  return %u, %t : tensor<?xf32>, tensor<?xf32>
}

// -----

// Equal by a guard: two symbols in the signature, one after the guard.
// CHECK-LABEL: func.func @equal_by_guard(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq
// CHECK: cf.assert [[OK]], "a == b"
// CHECK: [[Y:%[0-9]+]] = tensor.cast %y : tensor<?xf32, [@S1]> to tensor<?xf32, [@S0]>
// CHECK: tanh [[Y]]
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @equal_by_guard(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "a == b"
  %t = stablehlo.tanh %y : tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// The reshape after the guard implies it; the guard computes a * b all the same, not n.
// CHECK-LABEL: func.func @product
// CHECK: [[M:%[0-9]+]] = arith.muli
// CHECK: [[N:%[0-9]+]] = tensor.dim %y, %c0
// CHECK: [[OK:%[0-9]+]] = arith.cmpi eq, [[M]], [[N]]
// CHECK: cf.assert [[OK]], "a*b == n"
func.func @product(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %m = arith.muli %a, %b : index
  %ok = arith.cmpi eq, %m, %n : index
  cf.assert %ok, "a*b == n"
  %sh = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %sh : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// a == b and b == c prove a == c; the chain keeps the two.
// CHECK-LABEL: func.func @chain
// CHECK: cf.assert %{{.*}}, "a == b"
// CHECK: cf.assert %{{.*}}, "b == c"
// CHECK-NOT: cf.assert
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
// CHECK: tie_predicate_eq %S2, %S0 {guarded}
func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %c = tensor.dim %z, %c0 : tensor<?xf32>
  %ab = arith.cmpi eq, %a, %b : index
  cf.assert %ab, "a == b"
  %bc = arith.cmpi eq, %b, %c : index
  cf.assert %bc, "b == c"
  %ac = arith.cmpi eq, %a, %c : index
  cf.assert %ac, "a == c"
  %t = stablehlo.tanh %z : tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @both_inequalities
// CHECK: cf.assert %{{.*}}, "a <= b"
// CHECK: cf.assert %{{.*}}, "b <= a"
// CHECK-NOT: cf.assert
// CHECK: return
func.func @both_inequalities(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ab = arith.cmpi sle, %a, %b : index
  cf.assert %ab, "a <= b"
  %ba = arith.cmpi sle, %b, %a : index
  cf.assert %ba, "b <= a"
  %ac = arith.cmpi eq, %a, %b : index
  cf.assert %ac, "a == b"
  %t = stablehlo.add %x, %y : tensor<?xf32>
  return %t : tensor<?xf32>
}

// -----

// A guard that always fails stays and fails.
// CHECK-LABEL: func.func @never
// CHECK: [[NO:%[0-9]+]] = arith.constant false
// CHECK: cf.assert [[NO]], "never"
func.func @never(%x: tensor<?xf32>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = "stablehlo.add"(%x, %c) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %c3 : index
  cf.assert %ok, "never"
  return %0 : tensor<?xf32>
}

// -----

// n < a says nothing of the sign of n, which an unsigned comparison does.
// CHECK-LABEL: func.func @unsigned
// CHECK: cf.assert %{{.*}}, "n < a"
// CHECK: arith.cmpi ult
// CHECK: cf.assert %{{.*}}, "0 <= n < a"
func.func @unsigned(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.cmpi slt, %n, %a : index
  cf.assert %r, "n < a"
  %p = arith.cmpi ult, %n, %a : index
  cf.assert %p, "0 <= n < a"
  return %x : tensor<?xf32>
}

// -----

// A guard in a branch holds only there: the one after the branch stays.
// CHECK-LABEL: func.func @in_a_branch
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "equal"
// CHECK: add %x, %y : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK: cf.assert %{{.*}}, "equal again"
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @in_a_branch(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  %r = scf.if %p -> (tensor<?xf32>) {
    cf.assert %ok, "equal"
    %s = stablehlo.add %x, %y : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  cf.assert %ok, "equal again"
  %q = stablehlo.tanh %y : tensor<?xf32>
  return %r, %q : tensor<?xf32>, tensor<?xf32>
}

// -----

// What a loop body implies holds only in iterations that ran; a guard after the loop stays.
// CHECK-LABEL: func.func @after_a_loop
// CHECK: cf.assert %{{.*}}, "equal after"
func.func @after_a_loop(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %i0 = arith.constant 0 : index
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %a = tensor.dim %x, %i0 : tensor<?xf32>
  %b = tensor.dim %y, %i0 : tensor<?xf32>
  %r:2 = stablehlo.while(%i = %c0, %v = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.add %v, %y : tensor<?xf32>
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<?xf32>
  }
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "equal after"
  return %r#1 : tensor<?xf32>
}

// -----

// A witness is a guard: its region always runs, and the second witness is proved.
// CHECK-LABEL: func.func @witness(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
// CHECK: [[W:%[0-9a-z]+]] = shape.cstr_eq
// CHECK: shape.assuming [[W]]
// CHECK-NOT: shape.cstr_eq
// CHECK-NOT: shape.assuming %
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @witness(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %s1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_eq %s0, %s1 : tensor<1xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.tanh %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  %w2 = shape.cstr_eq %s1, %s0 : tensor<1xindex>, tensor<1xindex>
  %2 = shape.assuming %w2 -> (tensor<?xf32>) {
    %1 = stablehlo.tanh %y : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A value before the guard has the symbol of the argument that it comes from, and is cast after it.
// CHECK-LABEL: func.func @value_before(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK: %t = {{.*}}tanh %y : tensor<?xf32, [@S1]>
// CHECK: cf.assert
// CHECK: [[T:%[0-9]+]] = tensor.cast %t : tensor<?xf32, [@S1]> to tensor<?xf32, [@S0]>
// CHECK: %u = {{.*}}tanh [[T]] : tensor<?xf32, [@S0]>
func.func @value_before(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %t = stablehlo.tanh %y : tensor<?xf32>
  %b = tensor.dim %t, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "a == b"
  %u = stablehlo.tanh %t : tensor<?xf32>
  return %u : tensor<?xf32>
}

// -----

// Between two guards a result says what the first one says, and operands of one type with it too.
// CHECK-LABEL: func.func public @between
// CHECK: cf.assert
// CHECK: [[X:%[0-9]+]] = tensor.cast %x : tensor<?x?xf32, [@S0, @S1]> to tensor<1x?xf32, [@C1, @S1]>
// CHECK: arith.addf [[X]], [[X]] : tensor<1x?xf32, [@C1, @S1]>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}} into tensor<1x?xf32, [@C1, @S1]>
// CHECK: cf.assert
// CHECK: disc_shape.tie_predicate_eq %S0, %c1 {guarded}
func.func public @between(%x: tensor<?x?xf32>, %step: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %one = arith.cmpi eq, %d0, %c1 : index
  cf.assert %one, "one"
  %0 = arith.addf %x, %x : tensor<?x?xf32>
  %1 = tensor.insert_slice %x into %x[0, 0] [%d0, %d1] [%step, 1]
    : tensor<?x?xf32> into tensor<?x?xf32>
  %few = arith.cmpi sle, %d1, %c64 : index
  cf.assert %few, "few"
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
