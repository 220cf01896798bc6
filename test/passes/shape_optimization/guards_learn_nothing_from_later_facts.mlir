// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// The guard in the loop compares the size of `%a`, which an operation after it fixes. Before
// the guard the size stays open: a cast there would replace the guard.
// CHECK-LABEL: func.func @in_a_loop
// CHECK: scf.for
// CHECK-NOT: tensor<4xf32>
// CHECK: cf.assert %{{.*}}, "in the loop"
// CHECK: tensor.cast {{.*}} to tensor<4xf32>
func.func @in_a_loop(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %e = arith.cmpi eq, %d, %c4 : index
    cf.assert %e, "in the loop"
    %k = stablehlo.constant dense<1.0> : tensor<4xf32>
    %t = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
    %s = stablehlo.add %t, %k : tensor<4xf32>
    %u = tensor.cast %s : tensor<4xf32> to tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// What the guard says of a quotient changes no symbol by itself, and yet it would make the length
// that the guard compares equal to that of `%x`. Of the iota only this length is read.
// CHECK-LABEL: func.func @of_quotients
// CHECK: arith.floordivsi
// CHECK: arith.floordivsi
// CHECK: arith.index_cast
// CHECK: stablehlo.compare EQ
// CHECK: shape_assertion
func.func @of_quotients(%x: tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi64>) -> tensor<i32>
  %d = tensor.dim %x, %c0 : tensor<?xi64>
  %third = arith.ceildivsi %d, %c3 : index
  %half = arith.floordivsi %d, %c2 : index
  %sum = arith.addi %third, %half : index
  %s = tensor.from_elements %sum : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %m = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %e = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%e, %m) {error_message = "found {0}", api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// The condition of the guard is a product, which an operation after the guard fixes.
// CHECK-LABEL: func.func @of_products
// CHECK: arith.muli
// CHECK: cf.assert
// CHECK: stablehlo.reshape %x : (tensor<?x?xf32, [@S0, @S1]>) -> tensor<12xf32>
func.func @of_products(%x: tensor<?x?xf32>, %y: tensor<12xf32>) -> tensor<12xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %m = arith.muli %a, %b : index
  %e = arith.cmpi eq, %m, %c12 : index
  cf.assert %e, "twelve"
  %s = tensor.from_elements %m : tensor<1xindex>
  %f = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %t = tensor.cast %f : tensor<?xf32> to tensor<12xf32>
  %z = stablehlo.add %t, %y : tensor<12xf32>
  return %z : tensor<12xf32>
}

// -----

// The result of a composite keeps its type and is cast to one with names; after the guard that
// is cast further, like any value that the guard refines. The reshape alone would imply for the
// next run that %x has no rows, and the guard would not refuse illegal sizes.

// CHECK-LABEL: func.func @composite_before
// CHECK-SAME: (%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<0x?xf32, [@C0, @S1]>
// CHECK: [[R:%.+]] = stablehlo.composite
// CHECK-NEXT: [[N:%.+]] = tensor.cast [[R]] : tensor<?x?xf32> to tensor<?x1xf32, [@S0, @C1]>
// CHECK: cf.assert
// CHECK: [[Z:%.+]] = tensor.cast [[N]] : tensor<?x1xf32, [@S0, @C1]> to tensor<0x1xf32>
// CHECK: stablehlo.dynamic_reshape [[Z]]
func.func @composite_before(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %first, %at = chlo.top_k(%x, k = 1) : tensor<?x?xf32> -> (tensor<?x1xf32>, tensor<?x1xi32>)
  %wide = tensor.cast %first : tensor<?x1xf32> to tensor<?x?xf32>
  %same = stablehlo.composite "my.same" %wide {decomposition = @same} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rest = arith.remsi %d, %c4 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  cf.assert %whole, "rows must hold whole groups"
  %sizes = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %r = stablehlo.dynamic_reshape %same, %sizes : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func private @same(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}
