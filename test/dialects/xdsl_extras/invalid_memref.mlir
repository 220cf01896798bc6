// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: shape of 'memref.reshape' is memref<2xf32>, expected a vector of sizes
func.func @c1(%a: memref<?xf32>, %s: memref<2xf32>) {
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<2xf32>) -> memref<?x?xf32>
  return
}

// -----
// CHECK: element types of 'memref.reshape' differ: f32 and f16
func.func @c2(%a: memref<?xf32>, %s: memref<2xindex>) {
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf16>
  return
}

// -----
// CHECK: 'memref.reshape' has 2 sizes for a result of rank 3
func.func @c3(%a: memref<?xf32>, %s: memref<2xindex>) {
  %0 = memref.reshape %a(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?x?xf32>
  return
}

// -----
// CHECK: shapes of 'memref.copy' differ: memref<4xf32> and memref<5xf32>
func.func @shapes(%a: memref<4xf32>, %b: memref<5xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----
// CHECK: element types of 'memref.copy' differ: memref<4xf32> and memref<?xf16>
func.func @elements(%a: memref<4xf32>, %b: memref<?xf16>) {
  memref.copy %a, %b : memref<4xf32> to memref<?xf16>
  return
}
