// RUN: disc-run %s --input 'x=[[1, 2, 3], [4, 5, 6]]' | filecheck %s
// RUN: disc-run %s --dims 0.0=5,0.1=7 --check | filecheck %s --check-prefix RANDOM
// RUN: disc-run %s -p shape-optimization --dims 0.0=5,0.1=7 --check | filecheck %s --check-prefix OPTIMIZED
// RUN: disc-run %s --input 'x=ones(2, 3)' --outputs %t.npz && disc-run %s --inputs %t.npz --entry second | filecheck %s --check-prefix SECOND
// RUN: not disc-run %s --input 'x=ones(4)' 2>&1 | filecheck %s --check-prefix RANK
// RUN: not disc-run %s --input 'y=ones(4)' 2>&1 | filecheck %s --check-prefix NAME
// RUN: not disc-run %s --dims q=4 2>&1 | filecheck %s --check-prefix SYMBOL
// RUN: not disc-run %s --entry third 2>&1 | filecheck %s --check-prefix ENTRY
// RUN: not disc-run %s --entry second --input 'y=ones(3, 2)' --input n=3 2>&1 | filecheck %s --check-prefix GUARD

// CHECK:      result 0: 3x2 float32 [[1. 4.] [2. 5.] [3. 6.]]
// CHECK-NEXT: result 1: scalar int32 2

// RANDOM:      nothing is claimed
// RANDOM-NEXT: result 0: 7x5 float32, from {{.*}} to {{.*}}, mean {{.*}}
// RANDOM-NEXT: result 1: scalar int32 5

// OPTIMIZED:      all {{[1-9][0-9]*}} claims hold ({{.*}}symbol)
// OPTIMIZED-NEXT: result 0: 7x5 float32
// OPTIMIZED-NEXT: result 1: scalar int32 5

// RANK: error: rank of argument 0 ('x') of @main is 1, expected 2
// NAME: disc-run: error: @main has no argument 'y'; it has x
// SYMBOL: error: no dimension of an argument is called 'q'
// ENTRY: error: there is no function @third
func.func @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<i32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  return %0, %1 : tensor<?x?xf32>, tensor<i32>
}

// SECOND: result 0: 3x2 float32 [[2. 2.] [2. 2.] [2. 2.]]
// GUARD: disc_run.mlir:{{[0-9]+}}:3: error: expected 2 rows, found 3 {of 2}
func.func @second(%y: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.compare EQ, %0, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %n, %0) {error_message = "expected {1} rows, found {0} {of 2}"} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %2 = stablehlo.add %y, %y : tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
