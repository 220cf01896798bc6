// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization --split-input-file | filecheck %s

// Programs found at random of whose facts and guards a second run once wrote others.

// A guarded fact stays guarded, though an operation of the simplified program implies it.

// CHECK:      func.func @guarded_size(
// CHECK:        cf.assert
// CHECK:      disc_shape.tie_predicate_eq %S1, %c0 {guarded}
func.func @guarded_size(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d2 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %n = arith.floordivsi %d2, %d2 : index
  %p = arith.cmpi sle, %d1, %c0 : index
  cf.assert %p, "no columns"
  %s = tensor.from_elements %d1, %n : tensor<2xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// -----

// A size by a divisor that is 0 wherever the guard passes has no definition.

// CHECK:      func.func @divided_by_nothing(
// CHECK:      disc_shape.tie_predicate_eq %S1, %c0 {guarded}
// CHECK-NEXT: func.return
func.func @divided_by_nothing(%x: tensor<?x?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.floordivsi %d0, %d1 : index
  %p = arith.cmpi sle, %d1, %c0 : index
  cf.assert %p, "no columns"
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// What bounds decide, which are known only after a fact, does not stand in that fact.

// CHECK:      func.func @decided(
// CHECK:      disc_shape.tie_predicate_divisible %S0, %c2
// CHECK:      disc_shape.SymbolDim @S0 {ranges = {{\[\[}}0, 8]]
func.func @decided(%x: tensor<?xf32>) -> (tensor<?x2xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = arith.minsi %d, %c9 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %h = arith.floordivsi %n, %c2 : index
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%h, 2] : tensor<?xi32> into tensor<?x2xi32>
  return %1, %0 : tensor<?x2xi32>, tensor<?xi32>
}

// -----

// What decides a minimum may follow from the fact alone: it is stated where it is no range.

// CHECK:      func.func @decided_sum(
// CHECK:      disc_shape.tie_predicate "d0 + d1 <= 9"(%S0, %S1)
// CHECK-NEXT: disc_shape.tie_predicate "2*((d0 + d1)//2) == d0 + d1"(%S0, %S1)
func.func @decided_sum(%x: tensor<?x?xf32>) -> (tensor<?x2xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d = arith.addi %d0, %d1 : index
  %n = arith.minsi %d, %c9 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %h = arith.floordivsi %n, %c2 : index
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%h, 2] : tensor<?xi32> into tensor<?x2xi32>
  return %1, %0 : tensor<?x2xi32>, tensor<?xi32>
}

// -----

// Beside a guard no range is written: the bound is a fact, and not one of the guard.

// CHECK:      func.func @decided_beside_guard(
// CHECK:        cf.assert
// CHECK:      disc_shape.tie_predicate_eq %S0, %c1 {guarded}
// CHECK:      disc_shape.tie_predicate "d0 <= 9"(%S1){{$}}
// CHECK-NEXT: disc_shape.tie_predicate_divisible %S1, %c2{{$}}
func.func @decided_beside_guard(%x: tensor<?x?xf32>) -> (tensor<?x2xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.minsi %d, %c9 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %h = arith.floordivsi %n, %c2 : index
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%h, 2] : tensor<?xi32> into tensor<?x2xi32>
  %p = arith.cmpi eq, %d0, %c1 : index
  cf.assert %p, "one row"
  return %1, %0 : tensor<?x2xi32>, tensor<?xi32>
}

// -----

// A minimum that nothing decides stays in the fact.

// CHECK:      func.func @undecided(
// CHECK:      disc_shape.tie_predicate "{{.*}}min(d0, d1){{.*}}"(%S0, %S1)
func.func @undecided(%x: tensor<?x?xf32>) -> (tensor<?x2xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.minsi %d, %e : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %h = arith.floordivsi %n, %c2 : index
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%h, 2] : tensor<?xi32> into tensor<?x2xi32>
  return %1, %0 : tensor<?x2xi32>, tensor<?xi32>
}

// -----

// A divisor that is at least 1, so that the division may be before the check: the quotient is at
// most the dividend also where the divisor was 0, and only the divisor is checked.

// CHECK:      func.func @bounded_divisor(
// CHECK:        %[[D:.*]] = tensor.dim %x
// CHECK:        arith.maxsi %[[D]], %c1
// CHECK:        %[[P:.*]] = arith.cmpi eq, %[[D]], %c1
// CHECK-NEXT:   cf.assert %[[P]], "one"
func.func @bounded_divisor(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?xf32>
  %d1 = tensor.dim %y, %c0 : tensor<?xf32>
  %n = arith.floordivsi %d1, %d0 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %p = arith.cmpi eq, %d0, %c1 : index
  %q = arith.cmpi sle, %n, %d1 : index
  %r = arith.andi %p, %q : i1
  cf.assert %r, "one"
  return %0 : tensor<?xi32>
}

// -----

// That the quotient is at least the dividend is checked still.

// CHECK:      func.func @bounded_divisor_checked(
// CHECK:        %[[D:.*]] = tensor.dim %x
// CHECK:        %[[P:.*]] = arith.cmpi eq, %[[D]], %c1
// CHECK-NEXT:   %[[Q:.*]] = arith.cmpi sge
// CHECK-NEXT:   %[[R:.*]] = arith.andi %[[P]], %[[Q]]
// CHECK-NEXT:   cf.assert %[[R]], "one"
func.func @bounded_divisor_checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?xf32>
  %d1 = tensor.dim %y, %c0 : tensor<?xf32>
  %n = arith.floordivsi %d1, %d0 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %p = arith.cmpi eq, %d0, %c1 : index
  %q = arith.cmpi sge, %n, %d1 : index
  %r = arith.andi %p, %q : i1
  cf.assert %r, "one"
  return %0 : tensor<?xi32>
}
