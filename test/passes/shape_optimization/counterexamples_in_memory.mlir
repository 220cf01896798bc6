// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s

// Programs on buffers that were once optimized wrongly.

// An unknown operation may write: a load is not shared across it.
// CHECK-LABEL: func.func @written_by_another
// CHECK:         memref.load %m[%c0]
// CHECK:         "test.write"
// CHECK:         memref.load %m[%c0]
func.func @written_by_another(%m: memref<4xf32>) -> (f32, f32) {
  %c = arith.constant 0 : index
  %0 = memref.load %m[%c] : memref<4xf32>
  "test.write"(%m) : (memref<4xf32>) -> ()
  %1 = memref.load %m[%c] : memref<4xf32>
  return %0, %1 : f32, f32
}

// -----

// Without it, it is.
// CHECK-LABEL: func.func @not_written
// CHECK:         [[V:%[a-z0-9_]+]] = memref.load %m[%c0]
// CHECK-NEXT:    func.return [[V]], [[V]]
func.func @not_written(%m: memref<4xf32>) -> (f32, f32) {
  %c = arith.constant 0 : index
  %0 = memref.load %m[%c] : memref<4xf32>
  %1 = memref.load %m[%c] : memref<4xf32>
  return %0, %1 : f32, f32
}
