// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Attributes in clauses, as MLIR writes them today, and among the others, as it did before.

// CHECK: "memref.global"() <{sym_name = "g", type = memref<4xi8>, initial_value, alignment = 64 : i64}> {test.x}
memref.global @g : memref<4xi8> = uninitialized alignment = 64 {test.x}

// CHECK-LABEL: func.func @buffers
func.func @buffers(%n: index, %m: memref<?xf32>) {
  // CHECK: memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  %0 = memref.alloc(%n) alignment = 64 : memref<?xf32>
  // CHECK: memref.alloc(%n) {{.*}}alignment = 32 : i64{{.*}} : memref<?xf32>
  %1 = memref.alloc(%n) {alignment = 32 : i64, test.x} : memref<?xf32>
  // CHECK: memref.alloca(%n) {{.*}}alignment = 16 : i64{{.*}} : memref<?xf32>
  %2 = memref.alloca(%n) alignment = 16 {test.x} : memref<?xf32>
  // CHECK: memref.alloca() : memref<4xf32>
  %3 = memref.alloca() : memref<4xf32>
  // CHECK: memref.load %m[%n] {nontemporal = true} : memref<?xf32>
  %4 = memref.load %m[%n] nontemporal(true) : memref<?xf32>
  // CHECK: memref.load %m[%n] {{.*}}alignment = 8 : i64{{.*}} : memref<?xf32>
  %5 = memref.load %m[%n] alignment(8) {test.x} : memref<?xf32>
  // CHECK: memref.store %{{.*}}, %m[%n] {nontemporal = true} : memref<?xf32>
  memref.store %4, %m[%n] nontemporal(true) : memref<?xf32>
  // CHECK: memref.store %{{.*}}, %m[%n] {nontemporal = true} : memref<?xf32>
  memref.store %4, %m[%n] {nontemporal = true} : memref<?xf32>
  func.return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%a: !shape.shape, %b: !shape.shape) {
  // CHECK: shape.broadcast %a, %b error = "no" {test.x} : !shape.shape, !shape.shape -> !shape.shape
  %0 = shape.broadcast %a, %b error = "no" {test.x} : !shape.shape, !shape.shape -> !shape.shape
  // CHECK: shape.broadcast %a, %b error = "no" : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.broadcast %a, %b {error = "no"} : !shape.shape, !shape.shape -> !shape.shape
  func.return
}

// CHECK-LABEL: func.func @comparisons
func.func @comparisons(%a: index, %x: f32) {
  // CHECK: arith.cmpi slt, %a, %a {test.x} : index
  %0 = arith.cmpi slt, %a, %a {test.x} : index
  // CHECK: arith.cmpf olt, %x, %x fastmath<nnan> {test.x} : f32
  %1 = arith.cmpf olt, %x, %x fastmath<nnan> {test.x} : f32
  // CHECK: arith.cmpf olt, %x, %x : f32
  %2 = arith.cmpf olt, %x, %x : f32
  func.return
}
