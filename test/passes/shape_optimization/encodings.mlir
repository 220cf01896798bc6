// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// One fact said twice: by types, and by operations that tie sizes to values. Both give one result.
// CHECK-LABEL: func.func @by_types(%0: tensor<?x?xf32, [@S0, @S1]>, %1: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
// CHECK: "test.op"(%0, %1) : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
func.func @by_types(%0: tensor<?x?xf32, [@S0, @S1]>, %1: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]> {
  %2 = "test.op"(%0, %1) : (tensor<?x?xf32, [@S0, @S1]>, tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
  return %2 : tensor<?x?xf32, [@S1, @S0]>
}
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1

// -----

// CHECK-LABEL: func.func @by_operations(%{{.*}}: tensor<?x?xf32, [@S0, @S1]>, %{{.*}}: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S1, @S0]>
// CHECK-NOT: tie_shape
func.func @by_operations(%0: tensor<?x?xf32>, %1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %n0 = disc_shape.tie_shape %0, %d0, %d1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %n1 = disc_shape.tie_shape %1, %d0, %d1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %2 = "test.op"(%n0, %n1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %n2 = disc_shape.tie_shape %2, %d1, %d0 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  return %n2 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @by_nothing(%0: tensor<?x?xf32, [@S0, @S1]>, %1: tensor<?x?xf32, [@S2, @S3]>) -> tensor<?x?xf32, [@S4, @S5]>
func.func @by_nothing(%0: tensor<?x?xf32>, %1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %2 = "test.op"(%0, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// Symbols without a name of their own are numbered anew in order of first use; those that nothing
// uses go, names from outside stay.
// CHECK-LABEL: func.func @renumbered(%a: tensor<?x?x?xf32, [@S0, @batch, @S1]>)
// CHECK: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @batch {named}
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NOT: SymbolDim
func.func @renumbered(%a: tensor<?x?x?xf32, [@S7, @batch, @S2]>) -> tensor<?x?x?xf32, [@S7, @batch, @S2]> {
  return %a : tensor<?x?x?xf32, [@S7, @batch, @S2]>
}
disc_shape.SymbolDim @S2
disc_shape.SymbolDim @S5
disc_shape.SymbolDim @S7
disc_shape.SymbolDim @batch {named}

// -----

// Names of functions are taken.
// CHECK-LABEL: func.func @S0(%a: tensor<?x3xf32, [@S1, @C3_]>)
func.func @S0(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  return %a : tensor<?x3xf32>
}
func.func @C3() {
  return
}

// -----

// `unit` claims nothing.
// CHECK-LABEL: func.func @unit(%a: tensor<?x?xf32, [@S0, @n]>, %b: tensor<?x?xf32, [@S1, @n]>)
func.func @unit(%a: tensor<?x?xf32, [unit, @n]>, %b: tensor<?x?xf32, [unit, @n]>) {
  return
}
disc_shape.SymbolDim @n {named}

// -----

// A composite must keep the types that its decomposition has, but not symbols that are given anew.

// CHECK-LABEL: func.func @composed(
// CHECK-SAME:    %x: tensor<?x?xf32, [@S0, @S1]>)
// CHECK:         %[[X:.*]] = tensor.cast %x : tensor<?x?xf32, [@S0, @S1]> to tensor<?x?xf32>
// CHECK:         %[[R:.*]] = stablehlo.composite "my.twice" %[[X]] {{.*}} : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK:         tensor.cast %[[R]] : tensor<?x?xf32> to tensor<?x?xf32, [@S1, @S2]>
func.func @composed(%x: tensor<?x?xf32, [unit, @S0]>) -> tensor<?x?xf32, [@S0, unit]> {
  %0 = stablehlo.composite "my.twice" %x {decomposition = @twice}
    : (tensor<?x?xf32, [unit, @S0]>) -> tensor<?x?xf32, [@S0, unit]>
  return %0 : tensor<?x?xf32, [@S0, unit]>
}
func.func private @twice(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
disc_shape.SymbolDim @S0
