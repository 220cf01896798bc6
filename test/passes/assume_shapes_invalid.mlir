// RUN: not disc-opt %s -p 'assume-shapes{facts="x: [b, s]; q % 4 == 0"}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not disc-opt %s -p 'assume-shapes{facts="x: [b]"}' 2>&1 | filecheck %s --check-prefix=RANK
// RUN: not disc-opt %s -p 'assume-shapes{facts="z: [b]"}' 2>&1 | filecheck %s --check-prefix=ARGUMENT
// RUN: not disc-opt %s -p 'assume-shapes{facts="x: [b, s]; 8 <= s <= 4"}' 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not disc-opt %s -p 'assume-shapes{facts="x: [b, s]; s % 4"}' 2>&1 | filecheck %s --check-prefix=SYNTAX
// RUN: not disc-opt %s -p 'assume-shapes{facts="k: [16, 3]"}' 2>&1 | filecheck %s --check-prefix=STATIC
// RUN: not disc-opt %s -p 'assume-shapes{facts="x[2] == 4"}' 2>&1 | filecheck %s --check-prefix=AXIS

// NAME:     error: facts:1:12: unknown dimension 'q'
// RANK:     error: facts:1:1: argument 'x' has rank 2, got 1 sizes
// ARGUMENT: error: facts:1:1: unknown argument 'z'
// RANGE:    error: facts:1:12: '8 <= s <= 4' never holds
// SYNTAX:   error: facts:1:17: cannot read 's % 4'
// STATIC:   error: facts:1:1: dimension 1 of argument 'k' is 4, got 3
// AXIS:     error: facts:1:1: dimension 2 does not exist, the rank is 2

func.func @main(%x: tensor<?x?xf32>, %k: tensor<16x4xf32>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
