// RUN: disc-opt %s -p strip-shape-constraints --split-input-file | filecheck %s

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @types(%x: tensor<?x?xf32>) -> tensor<?x10xf32> {
// CHECK-NEXT:     %0 = mhlo.abs %x : tensor<?x?xf32>
// CHECK-NEXT:     %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x10xf32>
// CHECK-NEXT:     func.return %1 : tensor<?x10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @types(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x10xf32, [@S0, @C10]> {
  %0 = mhlo.abs %x : tensor<?x?xf32, [@S0, @S1]>
  %1 = tensor.cast %0 : tensor<?x?xf32, [@S0, @S1]> to tensor<?x10xf32, [@S0, @C10]>
  func.return %1 : tensor<?x10xf32, [@S0, @C10]>
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1
disc_shape.SymbolDim @C10 {value = 10}

// -----

// Casts that only changed what is claimed are gone; so are ties and binds.
// CHECK:      func.func @forward(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
// CHECK-NEXT:   %0 = mhlo.abs %x : tensor<?xf32>
// CHECK-NEXT:   func.return %0 : tensor<?xf32>
// CHECK-NEXT: }
func.func @forward(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@S0]>
  %1 = disc_shape.tie_shape %0, %n : (tensor<?xf32, [@S0]>, index) -> tensor<?xf32, [@S0]>
  disc_shape.bind_dim %n to @S0
  %2 = mhlo.abs %1 : tensor<?xf32, [@S0]>
  %3 = tensor.cast %2 : tensor<?xf32, [@S0]> to tensor<?xf32>
  func.return %3 : tensor<?xf32>
}
disc_shape.SymbolDim @S0

// -----

// The predicates go with their function; the user's function of that name would stay.
// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @data() {
// CHECK-NEXT:     func.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @data() {
  func.return
}
func.func @shape_constraint_graph() {
  func.return
}

// -----

// CHECK:      func.func @shape_constraint_graph
// CHECK-NEXT:   "test.op"
func.func @shape_constraint_graph() {
  "test.op"() : () -> ()
  func.return
}
