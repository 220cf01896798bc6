// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'memref.realloc' is of vectors, not of memref<2x2xf32> and memref<4xf32>
func.func @realloc_c1(%a: memref<2x2xf32>) {
  %0 = memref.realloc %a : memref<2x2xf32> to memref<4xf32>
  func.return
}

// -----

// CHECK: element types of 'memref.realloc' differ: f32 and i32
func.func @realloc_elements(%a: memref<2xf32>) {
  %0 = memref.realloc %a : memref<2xf32> to memref<4xi32>
  func.return
}

// -----

// CHECK: 'memref.realloc' has no size for the result memref<?xf32>
func.func @realloc_c2(%a: memref<2xf32>) {
  %0 = memref.realloc %a : memref<2xf32> to memref<?xf32>
  func.return
}

// -----

// CHECK: locality of 'memref.prefetch' is 5, expected 0 to 3
func.func @prefetch_c1(%a: memref<2xf32>, %i: index) {
  memref.prefetch %a[%i], read, locality<5>, data : memref<2xf32>
  func.return
}

// -----

// CHECK: 'memref.prefetch' has 2 indices, expected 1
func.func @prefetch_c2(%a: memref<2xf32>, %i: index) {
  memref.prefetch %a[%i, %i], read, locality<1>, data : memref<2xf32>
  func.return
}

// -----

// CHECK: map of 'memref.transpose' is (d0, d1) -> (d0, d0), expected a permutation of 2 dimensions
func.func @transpose_c1(%a: memref<2x3xf32>) {
  %0 = memref.transpose %a (i, j) -> (i, i) : memref<2x3xf32> to memref<2x2xf32>
  func.return
}

// -----

// CHECK: 'memref.transpose' of memref<2x3xf32> by (d0, d1) -> (d1, d0) is no memref<2x3xf32>
func.func @transpose_c2(%a: memref<2x3xf32>) {
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<2x3xf32> to memref<2x3xf32>
  func.return
}

// -----

// CHECK: operands and results of 'memref.distinct_objects' differ
func.func @distinct_c1(%a: memref<2xf32>) {
  %0 = "memref.distinct_objects"(%a) : (memref<2xf32>) -> memref<?xf32>
  func.return
}

// -----

// CHECK: kind addi of 'memref.atomic_rmw' is not for f32
func.func @atomic_c1(%a: memref<2xf32>, %x: f32, %i: index) {
  %0 = memref.atomic_rmw addi %x, %a[%i] : (f32, memref<2xf32>) -> f32
  func.return
}

// -----

// CHECK: region of 'memref.generic_atomic_rmw' takes (f32) and yields (i32), but an element is f32
func.func @generic_atomic_c1(%a: memref<2xf32>, %x: i32, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<2xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %x : i32
  }
  func.return
}

// -----

// CHECK: contents of 'memref.global' are tensor<2xf32>, expected memref<3xf32>
"memref.global"() <{sym_name = "g", type = memref<3xf32>, initial_value = dense<1.0> : tensor<2xf32>}> : () -> ()

// -----

// CHECK: alignment of 'memref.global' is 48, expected a power of two
memref.global @g : memref<3xf32> = uninitialized alignment = 48

// -----

// CHECK: shapes of 'memref.copy' differ: memref<3xf32> and memref<4xf32>
func.func @copy_c1(%a: memref<3xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<3xf32> to memref<4xf32>
  func.return
}
