// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// What an operation says of sizes is written into the graph when the operation goes.

// Back to what it was: the sizes of the other argument stay connected.

// CHECK-LABEL: func.func @there_and_back(%x: tensor<?xf32, [@S0]>, %y: tensor<?x?xf32, [@S1, @S2]>)
// CHECK-NEXT:    func.return %x
// CHECK:         tie_predicate_mul_eq %S0, %S1, %S2
func.func @there_and_back(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// An update without elements goes; that it has no more rows than the whole stays.

// CHECK-LABEL: func.func @empty_update(%x: tensor<?x2xf32, [@S0, @C2]>, %y: tensor<?x0xf32, [@S1, @C0]>
// CHECK-NEXT:    func.return %x
// CHECK:         tie_predicate "d1 <= d0"(%S0, %S1)
func.func @empty_update(%x: tensor<?x2xf32>, %y: tensor<?x0xf32>, %i: tensor<i32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<?x2xf32>, tensor<?x0xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// -----

// An operation that stays implies what it says: nothing is written.

// CHECK-LABEL: func.func @update
// CHECK:         stablehlo.dynamic_update_slice
// CHECK-NOT:     tie_predicate
func.func @update(%x: tensor<?x2xf32>, %y: tensor<?x1xf32>, %i: tensor<i32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (tensor<?x2xf32>, tensor<?x1xf32>, tensor<i32>, tensor<i32>) -> tensor<?x2xf32>
  func.return %0 : tensor<?x2xf32>
}

// -----

// What holds in a branch that may not run is no fact of the function.

// CHECK-LABEL: func.func @in_a_branch
// CHECK-NOT:     tie_predicate
func.func @in_a_branch(%p: i1, %x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %r = scf.if %p -> (tensor<?xf32>) {
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %2 = stablehlo.tanh %1 : tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
