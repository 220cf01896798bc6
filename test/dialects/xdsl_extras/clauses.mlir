// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Attributes in clauses, as MLIR writes them today, and among the others, as it did before.

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
