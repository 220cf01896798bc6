// RUN: disc-opt %s -p 'shape-optimization,specialize-shapes{b=3 s=8},shape-optimization' > %t.mlir && filecheck %s --input-file %t.mlir
// RUN: disc-opt %s -p 'specialize-shapes{b=3 s=8},shape-optimization' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization,specialize-shapes{b=3 s=8},shape-optimization,shape-optimization' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization,specialize-shapes{b=3 s=8 t=8},shape-optimization' | filecheck %s --check-prefix ALL
// RUN: disc-opt %s -p 'specialize-shapes{b=8},shape-optimization' | filecheck %s --check-prefix OTHER
// RUN: disc-run %t.mlir --check --input 'y=ones(8)' | filecheck %s --check-prefix LEGAL
// RUN: not disc-run %t.mlir --input 'y=ones(4)' 2>&1 | filecheck %s --check-prefix ILLEGAL
// RUN: not disc-opt %s -p 'shape-optimization,specialize-shapes{s=6}' 2>&1 | filecheck %s --check-prefixes REFUSED,SPECIFIED
// RUN: not disc-opt %s -p 'specialize-shapes{s=6},shape-optimization' 2>&1 | filecheck %s --check-prefixes REFUSED,FOUND
// RUN: not disc-opt %s -p 'shape-optimization,specialize-shapes{s=8 t=4}' 2>&1 | filecheck %s --check-prefix UNEQUAL

// The types admit 8 and nothing else, so the first guard is decided; the second one examines %y.
// CHECK-LABEL: func.func @main(%x: tensor<3x8xf32>, %y: tensor<?xf32, [@t]>) -> tensor<3x8xf32>
// CHECK-NOT:   multiple of 4
// CHECK:       cf.assert %{{.*}}, "y has as many elements as x has columns"
// CHECK-NOT:   tensor.cast
// CHECK:       tie_predicate_eq %t, %{{.*}} {guarded}

// ALL-LABEL: func.func @main(%x: tensor<3x8xf32>, %y: tensor<8xf32>) -> tensor<3x8xf32>
// ALL-NOT:   cf.assert

// A size that no guard examines is static, and the guards stay.
// OTHER-LABEL: func.func @main(%x: tensor<8x?xf32, [@C8, @s]>, %y: tensor<?xf32, [@t]>)
// OTHER-COUNT-2: cf.assert

// LEGAL:   claims hold
// ILLEGAL: error: y has as many elements as x has columns

// REFUSED:   error: {{.*}}'@s' is 6
// REFUSED:   guards.mlir:[[#]]:3: note: checked by 'cf.assert': multiple of 4 (guarded)
// SPECIFIED: note: '@s' is 6, as specified
// FOUND:     note: '@s' is 6
// UNEQUAL:   error: '@t' is 4, as specified, which contradicts what was stated before
// UNEQUAL:   note: checked by 'cf.assert': y has as many elements as x has columns (guarded)
func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?xf32, [@t]>) -> tensor<?x?xf32, [@b, @s]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c1 : tensor<?x?xf32, [@b, @s]>
  %t = tensor.dim %y, %c0 : tensor<?xf32, [@t]>
  %r = arith.remsi %s, %c4 : index
  %ok = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok, "multiple of 4"
  %eq = arith.cmpi eq, %s, %t : index
  cf.assert %eq, "y has as many elements as x has columns"
  %z = stablehlo.tanh %x : tensor<?x?xf32, [@b, @s]>
  return %z : tensor<?x?xf32, [@b, @s]>
}
disc_shape.SymbolDim @b {named}
disc_shape.SymbolDim @s {named}
disc_shape.SymbolDim @t {named}
