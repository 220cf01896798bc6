// RUN: disc-opt %s -p 'specialize-shapes{sizes="b=8" likely="s=128|256"}' | filecheck %s
// RUN: disc-opt %s -p 'specialize-shapes{sizes="b=8"},shape-optimization' | filecheck %s --check-prefix=OPT
// RUN: not disc-opt %s -p 'specialize-shapes{sizes="q=8"}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not disc-opt %s -p 'specialize-shapes{sizes="s=2"}' 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not disc-opt %s -p 'specialize-shapes{sizes="s"}' 2>&1 | filecheck %s --check-prefix=FORM

// CHECK:      disc_shape.SymbolDim @b {named, value = 8}
// CHECK-NEXT: disc_shape.SymbolDim @s {named, ranges = {{\[\[}}4, ?]], likely_values = [128, 256]}

// OPT:        func.func @main(%x: tensor<8x?xf32, [@C8, @s]>) -> tensor<8x?xf32, [@C8, @s]>

// UNKNOWN:    error: unknown symbol '@q'
// RANGE:      error: symbol '@s' cannot be 2
// FORM:       error: expected name=size, got 's'

func.func @main(%x: tensor<?x?xf32, [@b, @s]>) -> tensor<?x?xf32, [@b, @s]> {
  %0 = stablehlo.tanh %x : tensor<?x?xf32, [@b, @s]>
  return %0 : tensor<?x?xf32, [@b, @s]>
}
disc_shape.SymbolDim @b {named}
disc_shape.SymbolDim @s {named, ranges = [[4, ?]]}
