// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// One fact stated twice: by types, and by operations that tie sizes to values. Both give one result.
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
// CHECK:         %[[R:.*]] = stablehlo.composite "my.turned" %[[X]] {{.*}} : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK:         tensor.cast %[[R]] : tensor<?x?xf32> to tensor<?x?xf32, [@S1, @S0]>
func.func @composed(%x: tensor<?x?xf32, [unit, @S0]>) -> tensor<?x?xf32, [@S0, unit]> {
  %0 = stablehlo.composite "my.turned" %x {decomposition = @turned}
    : (tensor<?x?xf32, [unit, @S0]>) -> tensor<?x?xf32, [@S0, unit]>
  return %0 : tensor<?x?xf32, [@S0, unit]>
}
func.func private @turned(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
disc_shape.SymbolDim @S0

// -----

// A composite has the sizes that its decomposition gives it; both keep types without symbols.

// CHECK-LABEL: func.func @sizes_of_composites
// CHECK-SAME:    %x: tensor<?x?xf32, [@S0, @S1]>) -> (tensor<?x4xf32, [@S0, @C4]>, tensor<?xf32, [@S0]>)
// CHECK:       func.func private @first_four(%x: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>)
func.func @sizes_of_composites(%x: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %0:2 = stablehlo.composite "my.first" %x {decomposition = @first_four}
    : (tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<?xf32>
}
func.func private @first_four(%x: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %c4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %a = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %b = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %b, %a : tensor<?x4xf32>, tensor<?xf32>
}

// -----

// The checks of a decomposition are no guards: another implementation may run.

// CHECK-LABEL: func.func @composites_check_nothing
// CHECK-SAME:    %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
// CHECK:         stablehlo.composite
// CHECK:         stablehlo.custom_call @shape_assertion
func.func @composites_check_nothing(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = stablehlo.composite "my.check" %x, %y {decomposition = @checks} : (tensor<?xf32>, tensor<?xf32>) -> tensor<i1>
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p) {error_message = "equal", has_side_effect = true} : (tensor<i1>) -> ()
  return
}
func.func private @checks(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<i1> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p) {error_message = "equal", has_side_effect = true} : (tensor<i1>) -> ()
  return %p : tensor<i1>
}
