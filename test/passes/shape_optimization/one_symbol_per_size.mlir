// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// Sizes that are equal have one symbol, however they are computed.

// A convolution with stride 2 and SAME padding rounds up in one way, the broadcast after it in another.

// CHECK-LABEL: func.func @halves
// CHECK-SAME:  (%x: tensor<?xf32, [@S0]>, %z: tensor<f32>) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
// CHECK:       tie_predicate "d1 == (d0 + 1)//2"(%S0, %S1)
// CHECK-NOT:   tie_predicate
// CHECK:       SymbolDim @S1
// CHECK-NOT:   SymbolDim
func.func @halves(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c0 : tensor<?xf32>
  %down = arith.floordivsi %h, %c2 : index
  %rest = arith.subi %h, %down : index
  %more = arith.addi %h, %c1 : index
  %up = arith.floordivsi %more, %c2 : index
  %s0 = tensor.from_elements %rest : tensor<1xindex>
  %s1 = tensor.from_elements %up : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Rounded down is another size than rounded up.

// CHECK-LABEL: func.func @other_halves
// CHECK-SAME:  -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S2]>)
// CHECK-DAG:   tie_predicate "d1 == d0//2"(%S0, %S1)
// CHECK-DAG:   tie_predicate "d1 == (d0 + 1)//2"(%S0, %S2)
func.func @other_halves(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c0 : tensor<?xf32>
  %down = arith.floordivsi %h, %c2 : index
  %more = arith.addi %h, %c1 : index
  %up = arith.floordivsi %more, %c2 : index
  %s0 = tensor.from_elements %down : tensor<1xindex>
  %s1 = tensor.from_elements %up : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// No canonical form shows that these are equal, but the prover can: the second size is dropped.

// CHECK-LABEL: func.func @proved
// CHECK-SAME:  -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S2]>)
// CHECK:       tie_predicate "d2 == max(d0, d1)//2"(%S0, %S1, %S2)
// CHECK-NOT:   tie_predicate
func.func @proved(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %half_m = arith.floordivsi %m, %c2 : index
  %half_n = arith.floordivsi %n, %c2 : index
  %a = arith.maxsi %half_m, %half_n : index
  %larger = arith.maxsi %m, %n : index
  %b = arith.floordivsi %larger, %c2 : index
  %s0 = tensor.from_elements %a : tensor<1xindex>
  %s1 = tensor.from_elements %b : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Half of the larger and half of the smaller are two sizes.

// CHECK-LABEL: func.func @not_equal
// CHECK-SAME:  -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S3]>)
func.func @not_equal(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %half_m = arith.floordivsi %m, %c2 : index
  %half_n = arith.floordivsi %n, %c2 : index
  %a = arith.maxsi %half_m, %half_n : index
  %smaller = arith.minsi %m, %n : index
  %b = arith.floordivsi %smaller, %c2 : index
  %s0 = tensor.from_elements %a : tensor<1xindex>
  %s1 = tensor.from_elements %b : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// What a guard makes equal is one symbol after the guard, and says so: `max(m*a, m*b)` is `m*b`
// where `a <= b` has been checked.

// CHECK-LABEL: func.func @guarded
// CHECK-SAME:  -> (tensor<?xf32, [@S3]>, tensor<?xf32, [@S3]>)
// CHECK:       tie_predicate_mul_eq %S3, %S0, %S2 {guarded}
func.func @guarded(%x: tensor<?x?x?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %a = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %b = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %ordered = arith.cmpi ule, %a, %b : index
  cf.assert %ordered, "a <= b"
  %ma = arith.muli %m, %a : index
  %mb = arith.muli %m, %b : index
  %most = arith.maxsi %ma, %mb : index
  %s0 = tensor.from_elements %most : tensor<1xindex>
  %s1 = tensor.from_elements %mb : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Before the check the larger product is computed: it may be the other one.

// CHECK-LABEL: func.func @before_the_check
// CHECK:       arith.maxsi
// CHECK:       stablehlo.dynamic_broadcast_in_dim
// CHECK:       cf.assert
func.func @before_the_check(%x: tensor<?x?x?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %a = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %b = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %ma = arith.muli %m, %a : index
  %mb = arith.muli %m, %b : index
  %most = arith.maxsi %ma, %mb : index
  %s0 = tensor.from_elements %most : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %z, %s0, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %ordered = arith.cmpi ule, %a, %b : index
  cf.assert %ordered, "a <= b"
  %s1 = tensor.from_elements %mb : tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %z, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
