// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Attributes of a region that is executed are read back.

// CHECK:      %0 = scf.execute_region -> (memref<?xf32>) {
// CHECK:        scf.yield %m : memref<?xf32>
// CHECK-NEXT: }{disc_shape.dims = [@S0]}
// CHECK:      scf.execute_region {
// CHECK-NEXT:   "test.op"() : () -> ()
// CHECK-NEXT: }{note = 1 : i32}
func.func @kept(%m: memref<?xf32>) {
  %0 = scf.execute_region -> (memref<?xf32>) {
    scf.yield %m : memref<?xf32>
  } {disc_shape.dims = [@S0]}
  scf.execute_region {
    "test.op"() : () -> ()
    scf.yield
  } {note = 1 : i32}
  return
}
disc_shape.SymbolDim @S0
