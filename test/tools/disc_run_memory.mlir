// RUN: disc-run %s --entry right --check | filecheck %s
// RUN: not disc-run %s --entry wrong_size --check 2>&1 | filecheck %s --check-prefix SIZE
// RUN: not disc-run %s --entry wrong_view --check 2>&1 | filecheck %s --check-prefix VIEW
// RUN: not disc-run %s --entry written_sizes 2>&1 | filecheck %s --check-prefix WRITTEN
// RUN: not disc-run %s --entry outside 2>&1 | filecheck %s --check-prefix OUTSIDE
// RUN: not disc-run %s --entry outside_view 2>&1 | filecheck %s --check-prefix PART
// RUN: not disc-run %s --entry after_free 2>&1 | filecheck %s --check-prefix AFTER
// RUN: not disc-run %s --entry view_after_free 2>&1 | filecheck %s --check-prefix AFTER
// RUN: not disc-run %s --entry returned_after_free --check 2>&1 | filecheck %s --check-prefix RETURNED
// RUN: not disc-run %s --entry freed_twice 2>&1 | filecheck %s --check-prefix TWICE
// RUN: not disc-run %s --entry freed_on_one_path --input 'c=true' 2>&1 | filecheck %s --check-prefix TWICE
// RUN: disc-run %s --entry freed_on_one_path --input 'c=false' --check | filecheck %s --check-prefix NOTHING
// RUN: not disc-run %s --entry leaks --check 2>&1 | filecheck %s --check-prefix LEAK
// RUN: not disc-run %s --entry not_written 2>&1 | filecheck %s --check-prefix NEVER
// RUN: not disc-run %s --entry half_written 2>&1 | filecheck %s --check-prefix NEVER
// RUN: not disc-run %s --entry constant 2>&1 | filecheck %s --check-prefix CONSTANT
// RUN: not disc-run %s --entry twice_returned --check 2>&1 | filecheck %s --check-prefix SAME
// RUN: not disc-run %s --entry argument --input 'x=ones(2)' --check 2>&1 | filecheck %s --check-prefix OWNED

// Memory that is used as it should be.
// CHECK: claims hold
// CHECK-NEXT: result 0: 2 float32 [1. 1.]
func.func @right() -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc(%c2) {disc_shape.dims = [@two]} : memref<?xf32>
  memref.store %f, %0[%c0] : memref<?xf32>
  memref.store %f, %0[%c1] : memref<?xf32>
  %1 = memref.alloc(%c2) {disc_shape.dims = [@two]} : memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return %1 : memref<?xf32>
}

// SIZE: disc_run_memory.mlir:{{[0-9]+}}:3: error: dimension 0 of the result of 'memref.alloc' is 3, but symbol @two has value 2
func.func @wrong_size() {
  %c3 = arith.constant 3 : index
  %0 = memref.alloc(%c3) {disc_shape.dims = [@two]} : memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// VIEW: error: dimension 0 of the result of 'memref.cast' is 3, but symbol @two has value 2
func.func @wrong_view() {
  %c3 = arith.constant 3 : index
  %0 = memref.alloc(%c3) : memref<?xf32>
  %1 = memref.cast %0 {disc_shape.dims = [@two]} : memref<?xf32> to memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// WRITTEN: error: 'lmhlo.abs': sizes [4] are written to the buffer of 'memref.alloc' (3 float32) of sizes [3]
func.func @written_sizes() {
  %c3 = arith.constant 3 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%c3) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%0 : memref<4xf32>)
  lmhlo.abs ins(%0 : memref<4xf32>) outs(%1 : memref<?xf32>)
  return
}

// OUTSIDE: error: 'memref.store': index 4 of dimension 0 is outside the buffer of 'memref.alloc' (4 float32)
func.func @outside() {
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%c4] : memref<4xf32>
  return
}

// PART: error: 'memref.subview': 3 from 2 in steps of 1 leave dimension 0 of the buffer of 'memref.alloc' (4 float32)
func.func @outside_view() {
  %c2 = arith.constant 2 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.subview %0[%c2] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: ?>>
  return
}

// AFTER: error: 'memref.load': the buffer of 'memref.alloc' ({{.*}} float32) is used after 'memref.dealloc' freed it
func.func @after_free() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  return %1 : f32
}

func.func @view_after_free() -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<4xf32>
  %v = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  memref.store %f, %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  %1 = memref.load %v[%c0, %c0] : memref<2x2xf32>
  return %1 : f32
}

// RETURNED: error: result 0 of @returned_after_free is the buffer of 'memref.alloc' (1 float32), which 'memref.dealloc' freed
func.func @returned_after_free() -> memref<1xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<1xf32>
  memref.store %f, %0[%c0] : memref<1xf32>
  memref.dealloc %0 : memref<1xf32>
  return %0 : memref<1xf32>
}

// TWICE: error: 'memref.dealloc': the buffer of 'memref.alloc' (4 float32) is freed twice, first by 'memref.dealloc'
func.func @freed_twice() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

// NOTHING: all 1 claims hold (1 buffer)
func.func @freed_on_one_path(%c: i1) {
  %0 = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %0 : memref<4xf32>
  }
  memref.dealloc %0 : memref<4xf32>
  return
}

// LEAK: error: the buffer of 'memref.alloc' of 16 bytes is never freed, and @leaks does not return it
func.func @leaks() {
  %0 = memref.alloc() : memref<4xf32>
  return
}

// NEVER: error: '{{.*}}': element [{{.*}}] of the buffer of 'memref.alloc' ({{.*}} float32) is read, but was never written
func.func @not_written() -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return %1 : f32
}

func.func @half_written() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%c0] : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  lmhlo.abs ins(%0 : memref<2xf32>) outs(%1 : memref<2xf32>)
  return
}

// CONSTANT: error: 'memref.store': global @numbers (2 float32) is written, but is only to be read
func.func @constant() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.get_global @numbers : memref<2xf32>
  memref.store %f, %0[%c0] : memref<2xf32>
  return
}

// SAME: error: result 1 of @twice_returned is in the same memory as result 0: the buffer of 'memref.alloc' (1 float32)
func.func @twice_returned() -> (memref<1xf32>, memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.alloc() : memref<1xf32>
  memref.store %f, %0[%c0] : memref<1xf32>
  return %0, %0 : memref<1xf32>, memref<1xf32>
}

// OWNED: error: result 0 of @argument is argument 0 ('x') of @argument (2 float32), which @argument does not own
func.func @argument(%x: memref<?xf32>) -> memref<?xf32> {
  return %x : memref<?xf32>
}

"memref.global"() <{sym_name = "numbers", type = memref<2xf32>, initial_value = dense<1.0> : tensor<2xf32>, sym_visibility = "private", constant}> : () -> ()
disc_shape.SymbolDim @two {value = 2}
