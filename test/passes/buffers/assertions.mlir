// RUN: disc-opt %s -p 'shape-optimization' --split-input-file | filecheck %s

// On buffers as on tensors, a check goes that what stands before it proves, and only that.
// CHECK:      func.func @checks(%x: memref<?xf32> {disc_shape.dims = [@S0]}, %y: memref<?xf32> {disc_shape.dims = [@S1]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %k = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %0 = memref.alloc() : memref<i1>
// CHECK-NEXT:   %1 = arith.constant true
// CHECK-NEXT:   memref.store %1, %0[] : memref<i1>
// CHECK-NEXT:   %open = arith.cmpi eq, %n, %k : index
// CHECK-NEXT:   %2 = memref.alloc() : memref<i1>
// CHECK-NEXT:   memref.store %open, %2[] : memref<i1>
// CHECK-NEXT:   lmhlo.custom_call ins(%2 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
// CHECK-NEXT:   %3 = memref.alloc() : memref<i1>
// CHECK-NEXT:   memref.store %1, %3[] : memref<i1>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT:   %S1 = disc_shape.dim @S1
// CHECK-NEXT:   %S0 = disc_shape.dim @S0
// CHECK-NEXT:   disc_shape.tie_predicate_eq %S1, %S0 {guarded}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
func.func @checks(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %k = memref.dim %y, %c0 : memref<?xf32>
  %proved = arith.cmpi sge, %n, %c0 : index
  %0 = memref.alloc() : memref<i1>
  memref.store %proved, %0[] : memref<i1>
  lmhlo.custom_call ins(%0 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
  %open = arith.cmpi eq, %n, %k : index
  %1 = memref.alloc() : memref<i1>
  memref.store %open, %1[] : memref<i1>
  lmhlo.custom_call ins(%1 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
  %2 = memref.alloc() : memref<i1>
  memref.store %open, %2[] : memref<i1>
  lmhlo.custom_call ins(%2 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
  func.return
}

// -----

// What may be written again is not known.
// CHECK:      func.func @rewritten(%x: memref<?xf32> {disc_shape.dims = [@S0]}, %b: i1) {
// CHECK-NEXT:   %0 = memref.alloc() : memref<i1>
// CHECK-NEXT:   %1 = arith.constant true
// CHECK-NEXT:   memref.store %1, %0[] : memref<i1>
// CHECK-NEXT:   memref.store %b, %0[] : memref<i1>
// CHECK-NEXT:   lmhlo.custom_call ins(%0 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @rewritten(%x: memref<?xf32>, %b: i1) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %proved = arith.cmpi sge, %n, %c0 : index
  %0 = memref.alloc() : memref<i1>
  memref.store %proved, %0[] : memref<i1>
  memref.store %b, %0[] : memref<i1>
  lmhlo.custom_call ins(%0 : memref<i1>) {call_target_name = "shape_assertion", has_side_effect = true}
  func.return
}
