// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefix FACTS
// RUN: disc-run %s --input 'a=iota(24)' --input 'v=[5]' --input n=4 --input m=6 --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s -p shape-optimization --input 'a=iota(24)' --input 'v=[5]' --input n=4 --input m=6 --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s -p shape-optimization --input 'a=zeros(0)' --input 'v=[5]' --input n=0 --input m=6 --check | filecheck %s --check-prefix EMPTY
// RUN: not disc-run %s --input 'a=iota(24)' --input 'v=[5]' --input n=4 --input m=5 2>&1 | filecheck %s --check-prefix WRONG
// RUN: not disc-run %s --input 'a=iota(24)' --input 'v=[5, 6]' --input n=4 --input m=6 2>&1 | filecheck %s --check-prefix STRETCH

// A buffer that is written has sizes, so the results of these operations need no static ones, as
// they do on tensors.

// CHECK-LABEL: func.func @main
// FACTS-LABEL: func.func @main(%a: memref<?xf32> {disc_shape.dims = [@S0]}, %v: memref<?xf32> {disc_shape.dims = [@S1]}, %n: index, %m: index)
// EXEC:  result 0: 4x6 float32, from 0 to 23
// EXEC:  result 1: 4x6 float32, from 5 to 5
// EXEC:  result 2: 4x6 int32, from 0 to 5
// EMPTY: result 0: 0x6 float32
// EMPTY: result 1: 0x6 float32
// EMPTY: result 2: 0x6 int32
// WRONG: sized_by_outs.mlir:27:3: error: 'lmhlo.reshape': operand of shape [24] has 24 elements, result of shape [4, 5] has 20
// STRETCH: sized_by_outs.mlir:30:3: error: 'lmhlo.broadcast_in_dim'
func.func @main(%a: memref<?xf32>, %v: memref<?xf32>, %n: index, %m: index)
    -> (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xi32>) {
  %b = memref.alloc(%n, %m) : memref<?x?xf32>
  // CHECK: lmhlo.reshape ins(%a : memref<?xf32>) outs(%b : memref<?x?xf32>)
  lmhlo.reshape ins(%a : memref<?xf32>) outs(%b : memref<?x?xf32>)
  %c = memref.alloc(%n, %m) : memref<?x?xf32>
  // CHECK: lmhlo.broadcast_in_dim{{.*}}memref<?x?xf32>
  lmhlo.broadcast_in_dim ins(%v : memref<?xf32>) outs(%c : memref<?x?xf32>) {broadcast_dimensions = dense<0> : tensor<1xi64>}
  %d = memref.alloc(%n, %m) : memref<?x?xi32>
  // CHECK: lmhlo.iota{{.*}}memref<?x?xi32>
  lmhlo.iota outs(%d : memref<?x?xi32>) {iota_dimension = 1 : i64}
  return %b, %c, %d : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xi32>
}

// The numbers of elements agree; of the size that is broadcast it is only known that it fits.
// FACTS-LABEL: func.func @shape_constraint_graph
// FACTS: disc_shape.tie_predicate_mul_eq %S0, %S2, %S3
// FACTS-NOT: tie_predicate_eq
