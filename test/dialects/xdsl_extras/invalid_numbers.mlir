// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s
// Numbers and types that MLIR's operations restrict.

// CHECK: error: alignment of 'memref.alloc' is 4 : i32, expected a power of two of type i64
func.func @alloc(%n: index) {
  %0 = memref.alloc(%n) {alignment = 4 : i32} : memref<?xf32>
  func.return
}

// -----

// CHECK: error: alignment of 'memref.load' is 0 : i64, expected a power of two of type i64
func.func @load(%a: memref<?xf32>, %i: index) {
  %0 = memref.load %a[%i] {alignment = 0 : i64} : memref<?xf32>
  func.return
}

// -----

// CHECK: error: predicate of 'arith.cmpi' is 10 : i64, expected 0 to 9 of type i64
func.func @integers(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  func.return
}

// -----

// CHECK: error: predicate of 'arith.cmpf' is 4 : i32, expected 0 to 15 of type i64
func.func @floats(%a: f32) {
  %0 = "arith.cmpf"(%a, %a) <{predicate = 4 : i32, fastmath = #arith.fastmath<none>}> : (f32, f32) -> i1
  func.return
}

// -----

// CHECK: error: element types of 'tensor.expand_shape' differ: i32 and f32
func.func @expand(%a: tensor<i32>) {
  %0 = tensor.expand_shape %a [] output_shape [1, 1] : tensor<i32> into tensor<1x1xf32>
  func.return
}

// -----

// CHECK: error: property 'static_output_shape' expected in operation 'tensor.expand_shape'
func.func @no_shape(%a: tensor<6xf32>) {
  %0 = "tensor.expand_shape"(%a) <{reassociation = [[0, 1]]}> : (tensor<6xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// CHECK: invalid_numbers.mlir:54:40: error: 'tensor.expand_shape' to tensor<?x3xf32> needs an output_shape for its dynamic sizes
func.func @no_sizes(%a: tensor<?xf32>) {
  %0 = tensor.expand_shape %a [[0, 1]] : tensor<?xf32> into tensor<?x3xf32>
  func.return
}

// -----

// Older programs leave out the sizes of a static result.
// CHECK: tensor.expand_shape %a {{.*}} output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
func.func @older(%a: tensor<6xf32>) {
  %0 = tensor.expand_shape %a [[0, 1]] : tensor<6xf32> into tensor<2x3xf32>
  func.return
}
