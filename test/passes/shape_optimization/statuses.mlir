// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},shape-optimization' --split-input-file | filecheck %s

// That the result is twice the first argument rests on the guard.

// CHECK-LABEL: @twice
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 * 2)>(%S0) {guarded}
func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  cf.assert %ok, "same"
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// -----

// The same of a number; that a size is twice another whatever the guard says stays derived.

// CHECK-LABEL: @number
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 * 2)>(%S1)
// CHECK-NEXT: tie_predicate_affine_eq %S3, affine_map<(d0) -> (d0 + 4)>(%S1) {guarded}
func.func @number(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %c4 : index
  cf.assert %ok, "four"
  %a = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
