// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo' | filecheck %s

// A size that varies around a loop is `unit`, on every buffer that has it.
// CHECK-LABEL: func.func @growing
// CHECK: %[[INIT:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (memref<?xf32>) {
// CHECK: memref.alloc(%{{.*}}) {disc_shape.dims = [unit]} : memref<?xf32>
// CHECK: } {disc_shape.arg_dims = {{\[\[}}unit, [unit]]], disc_shape.dims = [@S1]}
func.func @growing(%x: tensor<?xf32>, %row: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %t = stablehlo.concatenate %a, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A number where others are sizes has the symbol of that number.
// CHECK-LABEL: func.func @from_a_number
// CHECK: %[[A:.*]] = "memref.cast"(%x) {disc_shape.dims = [@C3]} : (memref<3xf32>) -> memref<?xf32>
// CHECK: %[[B:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@C3]} : memref<?xf32>
// CHECK: "memref.copy"(%[[A]], %[[B]])
// CHECK: scf.for
func.func @from_a_number(%x: tensor<3xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (tensor<?xf32>) {
    %t = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
