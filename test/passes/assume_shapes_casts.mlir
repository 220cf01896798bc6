// RUN: disc-opt %s -p 'assume-shapes{facts="x[0] % 2 == 0"}' | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x[0] % 2 == 0"},shape-optimization' | filecheck %s --check-prefix=OPT

// Operations that may insist on equal types see the argument with the type that it had.

// CHECK:      func.func @main(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32> {
// CHECK-NEXT:   %[[X:.*]] = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32>
// CHECK:        iter_args(%{{.*}} = %[[X]]) -> (tensor<?xf32>)

// OPT:        func.func @main(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@S0]>
// OPT-NOT:      tensor.cast

func.func @main(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
