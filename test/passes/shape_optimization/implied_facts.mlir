// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// A fact is written in its simplest form, and only if simpler facts do not imply it.

// CHECK-LABEL: func.func @bound_of_a_quotient
// CHECK:       func.func @shape_constraint_graph
// CHECK:       tie_predicate "d0 >= 8"(%S0) {guarded}
// CHECK-NEXT:  tie_predicate_divisible %S0, %c4 {guarded}
// CHECK-NEXT:  return
func.func @bound_of_a_quotient(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %q = arith.divsi %n, %c4 : index
  %0 = arith.cmpi sge, %q, %c2 : index
  cf.assert %0, "n//4 >= 2"
  %r = arith.remsi %n, %c4 : index
  %1 = arith.cmpi eq, %r, %c0 : index
  cf.assert %1, "n % 4 == 0"
  %2 = arith.cmpi sge, %n, %c8 : index
  cf.assert %2, "n >= 8"
  func.return %x : tensor<?xf32>
}

// -----

// What is checked of the larger one follows from what is checked of one of them, whichever is first.

// CHECK-LABEL: func.func @implied
// CHECK:       func.func @shape_constraint_graph
// CHECK-NOT:   max
// CHECK:       tie_predicate "d0 >= 4"(%S1) {guarded}
// CHECK-NOT:   max
// CHECK:       return
func.func @implied(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %most = arith.maxsi %m, %n : index
  %0 = arith.cmpi sge, %most, %c4 : index
  cf.assert %0, "max(m, n) >= 4"
  %1 = arith.cmpi sge, %n, %c4 : index
  cf.assert %1, "n >= 4"
  func.return %x : tensor<?x?xf32>
}

// -----

// A smaller bound of one of them does not imply it.

// CHECK-LABEL: func.func @weaker
// CHECK:       tie_predicate "max(d0, d1) >= 4"({{.*}}) {guarded}
// CHECK:       tie_predicate "d0 >= 3"(%S1) {guarded}
func.func @weaker(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %most = arith.maxsi %m, %n : index
  %0 = arith.cmpi sge, %most, %c4 : index
  cf.assert %0, "max(m, n) >= 4"
  %1 = arith.cmpi sge, %n, %c3 : index
  cf.assert %1, "n >= 3"
  func.return %x : tensor<?x?xf32>
}

// -----

// Nothing simpler implies this one.

// CHECK-LABEL: func.func @not_implied
// CHECK:       tie_predicate "d1//d0 >= 2"({{.*}}) {guarded}
func.func @not_implied(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %0 = arith.cmpi sgt, %m, %c0 : index
  cf.assert %0, "m > 0"
  %q = arith.divsi %n, %m : index
  %1 = arith.cmpi sge, %q, %c2 : index
  cf.assert %1, "n//m >= 2"
  func.return %x : tensor<?x?xf32>
}
