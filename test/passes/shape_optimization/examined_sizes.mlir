// RUN: disc-opt %s -p shape-optimization > %t.mlir && filecheck %s --input-file %t.mlir
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-run %t.mlir --check --input 'x=ones(8,8)' | filecheck %s --check-prefix LEGAL
// RUN: not disc-run %t.mlir --input 'x=ones(6,8)' 2>&1 | filecheck %s --check-prefix GUARD
// RUN: not disc-run %t.mlir --input 'x=ones(4,8)' 2>&1 | filecheck %s --check-prefix CAST

// The addition implies both sizes. The guard examines the first one, which stays open for it; the
// second one is the same number, but no guard examines it.
// CHECK-LABEL: func.func @main(%x: tensor<?x8xf32, [@S0, @C8]>
// CHECK:       cf.assert
// CHECK-NEXT:  tensor.cast %x
// LEGAL: claims hold
// GUARD: error: multiple of 4
// CAST:  error: dimension 0 of argument 0 ('x') of @main is 4, 'tensor.cast' has 8
func.func @main(%x: tensor<?x?xf32>, %k: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c0 : tensor<?x?xf32>
  %r = arith.remsi %s, %c4 : index
  %ok = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok, "multiple of 4"
  %z = stablehlo.add %x, %k : (tensor<?x?xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}
