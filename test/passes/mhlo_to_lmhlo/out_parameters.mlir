// RUN: disc-opt %s -p 'mhlo-to-lmhlo{results=out-params}' --split-input-file | filecheck %s

// The callee writes the caller's memory; its sizes are checked, then named.
// CHECK:      func.func @main(%x: memref<?xf32> {my.name = "x", disc_shape.dims = [@n]}, %out: memref<?xf32> {my.name = "y", disc_shape.out = 0 : i64, disc_shape.dims = [@S0]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.cmpi eq, %1, %0 : index
// CHECK-NEXT:   cf.assert %2, "dimension 0 of out-parameter 0 of @main has another size than the result"
// CHECK-NEXT:   %3 = "memref.cast"(%out) {disc_shape.dims = [@n]} : (memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.negate ins(%3 : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT:   %0 = disc_shape.dim @S0
// CHECK-NEXT:   %1 = disc_shape.dim @n
// CHECK-NEXT:   disc_shape.tie_predicate_eq %0, %1 {guarded}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
func.func @main(%x: tensor<?xf32, [@n]> {my.name = "x"}) -> (tensor<?xf32, [@n]> {my.name = "y"}) {
  %0 = stablehlo.abs %x : tensor<?xf32, [@n]>
  %1 = stablehlo.negate %0 : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n {named}

// -----

// A view, an argument, a constant and a second result are copied.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<1.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @copies(%x: memref<4xf32>, %out: memref<2x2xf32> {disc_shape.out = 0 : i64}, %out_1: memref<4xf32> {disc_shape.out = 1 : i64}, %out_2: memref<f32> {disc_shape.out = 2 : i64}, %out_3: memref<4xf32> {disc_shape.out = 3 : i64}, %out_4: memref<4xf32> {disc_shape.out = 4 : i64}) {
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%out_3 : memref<4xf32>)
// CHECK-NEXT:   %0 = memref.expand_shape %out_3 {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
// CHECK-NEXT:   %1 = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   "memref.copy"(%0, %out) : (memref<2x2xf32>, memref<2x2xf32>) -> ()
// CHECK-NEXT:   "memref.copy"(%x, %out_1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   "memref.copy"(%1, %out_2) : (memref<f32>, memref<f32>) -> ()
// CHECK-NEXT:   "memref.copy"(%out_3, %out_4) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @copies(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<f32>
  func.return %1, %x, %2, %0, %0 : tensor<2x2xf32>, tensor<4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The caller computes the sizes that the callee computes; what is no tensor is returned.
// CHECK:      func.func @call(%x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32> {disc_shape.out = 0 : i64}) -> index {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT:   %4 = arith.cmpi eq, %3, %2 : index
// CHECK-NEXT:   cf.assert %4, "dimension 0 of out-parameter 0 of @call has another size than the result"
// CHECK-NEXT:   %5 = func.call @f(%x, %y, %out) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> index
// CHECK-NEXT:   func.return %5 : index
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32> {disc_shape.out = 0 : i64}) -> index {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT:   %4 = arith.cmpi eq, %3, %2 : index
// CHECK-NEXT:   cf.assert %4, "dimension 0 of out-parameter 0 of @f has another size than the result"
// CHECK-NEXT:   lmhlo.concatenate ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%out : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT:   func.return %0 : index
// CHECK-NEXT: }
func.func @call(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %0, %1 = func.call @f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, index)
  func.return %0, %1 : tensor<?xf32>, index
}
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0, %d : tensor<?xf32>, index
}

// -----

// A size that only the callee knows: the result is returned by both.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<1.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @unknown(%x: memref<4xf32>, %n: memref<1xindex>, %out: memref<4xf32> {disc_shape.out = 1 : i64}) -> memref<?xf32> {
// CHECK-NEXT:   %0 = func.call @g(%x, %n, %out) : (memref<4xf32>, memref<1xindex>, memref<4xf32>) -> memref<?xf32>
// CHECK-NEXT:   func.return %0 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @g(%x: memref<4xf32>, %n: memref<1xindex>, %out: memref<4xf32> {disc_shape.out = 1 : i64}) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.load %n[%c0] : memref<1xindex>
// CHECK-NEXT:   %1 = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.dynamic_broadcast_in_dim ins(%1, %n : memref<f32>, memref<1xindex>) outs(%2 : memref<?xf32>) {broadcast_dimensions = array<i64>}
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @unknown(%x: tensor<4xf32>, %n: tensor<1xindex>) -> (tensor<?xf32>, tensor<4xf32>) {
  %0, %1 = func.call @g(%x, %n) : (tensor<4xf32>, tensor<1xindex>) -> (tensor<?xf32>, tensor<4xf32>)
  func.return %0, %1 : tensor<?xf32>, tensor<4xf32>
}
func.func private @g(%x: tensor<4xf32>, %n: tensor<1xindex>) -> (tensor<?xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %n, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.abs %x : tensor<4xf32>
  func.return %1, %2 : tensor<?xf32>, tensor<4xf32>
}

// -----

// With branches between blocks, dynamic results are returned and static ones written.
// CHECK:      func.func @blocks(%c: i1, %x: memref<?xf32>, %y: memref<4xf32>, %out: memref<4xf32> {disc_shape.out = 1 : i64}) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.abs ins(%y : memref<4xf32>) outs(%out : memref<4xf32>)
// CHECK-NEXT:   func.return %1 : memref<?xf32>
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   "memref.copy"(%y, %out) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @blocks(%c: i1, %x: tensor<?xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = stablehlo.abs %y : tensor<4xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<4xf32>
^bb2:
  func.return %x, %y : tensor<?xf32>, tensor<4xf32>
}

// -----

// CHECK:      func.func @declared(%x: memref<4xf32>, %out: memref<4xf32> {disc_shape.out = 0 : i64}) {
// CHECK-NEXT:   %0 = func.call @extern(%x, %out) : (memref<4xf32>, memref<4xf32>) -> memref<?xf32>
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @extern(memref<4xf32>, memref<4xf32>) -> memref<?xf32>
func.func @declared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = func.call @extern(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>)
  func.return %0#0 : tensor<4xf32>
}
func.func private @extern(tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>)
