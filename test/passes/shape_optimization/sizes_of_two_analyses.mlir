// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-run %s -p shape-optimization,shape-optimization --input 'x=random(3,5,3)' --input 'data=[3,5]' --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s -p shape-optimization --input 'x=random(3,5,3)' --input 'data=[3,5]' --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s -p shape-optimization --input 'x=random(1,5,1)' --input 'data=[1,5]' --check | filecheck %s --check-prefix ONE

// With its guards the function divides exactly; by operations alone each quotient is a size of its
// own. Sizes that only a guard makes equal must not share a symbol because of that.

// EXEC: result 2: 5 float32
// ONE: result 2: 5 float32
// CHECK-LABEL: func.func @main
// CHECK: %v2 = stablehlo.dynamic_iota %{{.*}} -> tensor<?xf32, [@S2]>
// CHECK: %v3 = stablehlo.dynamic_iota %{{.*}} -> tensor<?xf32, [@S4]>
// CHECK-DAG: tie_predicate_eq %S2, %S0 {guarded}
// CHECK-DAG: tie_predicate_eq %S4, %S1 {guarded}
func.func @main(%x: tensor<?x?x?xf32>, %data: tensor<?xindex>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %t = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %bs = arith.muli %b, %s : index
  %p = arith.muli %bs, %t : index
  %nonzero = arith.cmpi ne, %b, %c0 : index
  cf.assert %nonzero, "b is 0"
  %nonzero1 = arith.cmpi ne, %s, %c0 : index
  cf.assert %nonzero1, "s is 0"
  %q1 = arith.divui %p, %b : index
  %q = arith.divui %q1, %s : index
  %sq = tensor.from_elements %q : tensor<1xindex>
  %v1 = stablehlo.dynamic_iota %sq, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %n1 = tensor.extract %data[%c0] : tensor<?xindex>
  %n2 = tensor.extract %data[%c1] : tensor<?xindex>
  %s1 = tensor.from_elements %n1 : tensor<1xindex>
  %s2 = tensor.from_elements %n2 : tensor<1xindex>
  %v2 = stablehlo.dynamic_iota %s1, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %v3 = stablehlo.dynamic_iota %s2, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %a = stablehlo.add %v1, %v2 : tensor<?xf32>
  %e = arith.cmpi eq, %n1, %b : index
  cf.assert %e, "n1 is not b"
  %e2 = arith.cmpi eq, %n2, %s : index
  cf.assert %e2, "n2 is not s"
  return %a, %v2, %v3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
