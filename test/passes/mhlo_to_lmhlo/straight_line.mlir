// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// A result gets memory of its sizes; a value after its last use is overwritten.
// CHECK:      func.func @in_place(%x: memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) -> (memref<?x8xf32> {disc_shape.dims = [@n, @C8]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) {disc_shape.dims = [@n, @C8]} : memref<?x8xf32>
// CHECK-NEXT:   lmhlo.tanh ins(%x : memref<?x8xf32>) outs(%1 : memref<?x8xf32>)
// CHECK-NEXT:   lmhlo.negate ins(%1 : memref<?x8xf32>) outs(%1 : memref<?x8xf32>)
// CHECK-NEXT:   func.return %1 : memref<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n {named}
// CHECK-NEXT: disc_shape.SymbolDim @C8 {value = 8}
func.func @in_place(%x: tensor<?x8xf32, [@n, @C8]>) -> tensor<?x8xf32, [@n, @C8]> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32, [@n, @C8]>
  %0 = stablehlo.tanh %x : tensor<?x8xf32, [@n, @C8]>
  %1 = disc_shape.tie_shape %0, %n, %c8 : (tensor<?x8xf32, [@n, @C8]>, index, index) -> tensor<?x8xf32, [@n, @C8]>
  %2 = stablehlo.negate %1 : tensor<?x8xf32, [@n, @C8]>
  func.return %2 : tensor<?x8xf32, [@n, @C8]>
}
disc_shape.SymbolDim @n {named}
disc_shape.SymbolDim @C8 {value = 8}

// -----

// The same buffer twice as operand is not written over.
// CHECK:      func.func @twice(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.multiply ins(%0, %0 : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT:   func.return %1 : memref<4xf32>
// CHECK-NEXT: }
func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = mhlo.abs %x : tensor<4xf32>
  %1 = mhlo.multiply %0, %0 : tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// -----

// An operand that is read later is not written over, one that is returned neither.
// CHECK:      func.func @read_later(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.negate ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT:   lmhlo.add ins(%1, %0 : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT:   %2 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.tanh ins(%1 : memref<4xf32>) outs(%2 : memref<4xf32>)
// CHECK-NEXT:   func.return %1, %2 : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
func.func @read_later(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.add %1, %0 : tensor<4xf32>
  %3 = stablehlo.tanh %2 : tensor<4xf32>
  func.return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Arguments are not written; elements of another type are not written over.
// CHECK:      func.func @types(%x: memref<4xf32>, %y: memref<4xi32>) -> (memref<4xi1>, memref<4xf32>) {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.negate ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.convert ins(%y : memref<4xi32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT:   %2 = memref.alloc() : memref<4xi1>
// CHECK-NEXT:   lmhlo.compare ins(%0, %1 : memref<4xf32>, memref<4xf32>) outs(%2 : memref<4xi1>) {comparison_direction = #stablehlo<comparison_direction LT>}
// CHECK-NEXT:   lmhlo.select ins(%2, %0, %1 : memref<4xi1>, memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   func.return %2, %0 : memref<4xi1>, memref<4xf32>
// CHECK-NEXT: }
func.func @types(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xf32>) {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.convert %y : (tensor<4xi32>) -> tensor<4xf32>
  %2 = stablehlo.compare LT, %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.select %2, %0, %1 : tensor<4xi1>, tensor<4xf32>
  func.return %2, %3 : tensor<4xi1>, tensor<4xf32>
}

// -----

// Equal constants are one global; a returned constant is copied.
// CHECK:      "memref.global"() <{sym_name = "constant_1", type = memref<2xf32>, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @constants(%x: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
// CHECK-NEXT:   %0 = memref.get_global @constant_1 : memref<2xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   lmhlo.add ins(%x, %0 : memref<2xf32>, memref<2xf32>) outs(%1 : memref<2xf32>)
// CHECK-NEXT:   %2 = memref.get_global @constant_1 : memref<2xf32>
// CHECK-NEXT:   %3 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:   "memref.copy"(%2, %3) : (memref<2xf32>, memref<2xf32>) -> ()
// CHECK-NEXT:   func.return %1, %3 : memref<2xf32>, memref<2xf32>
// CHECK-NEXT: }
// CHECK-NEXT: "memref.global"() <{sym_name = "constant_0", type = memref<2xf32>, initial_value = dense<0.000000e+00> : tensor<2xf32>, sym_visibility = "private", constant}> : () -> ()
func.func @constants(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.add %x, %0 : tensor<2xf32>
  %2 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  func.return %1, %2 : tensor<2xf32>, tensor<2xf32>
}
"memref.global"() <{sym_name = "constant_0", type = memref<2xf32>, initial_value = dense<0.0> : tensor<2xf32>, sym_visibility = "private", constant}> : () -> ()

// -----

// A result is never an argument or another result.
// CHECK:      func.func @aliases(%x: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %3 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%1, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %2, %1, %3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @aliases(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.abs %x : tensor<?xf32>
  func.return %x, %0, %0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Rank 0, booleans, complex numbers, small integers, and no elements at all.
// CHECK:      func.func @elements(%a: memref<i1>, %b: memref<3xcomplex<f32>>, %c: memref<0xi8>, %d: memref<2xi4>) -> (memref<i1>, memref<3xf32>, memref<0xi8>, memref<2xi4>) {
// CHECK-NEXT: %0 = arith.constant true
// CHECK-NEXT: %1 = memref.load %a[] : memref<i1>
// CHECK-NEXT: %2 = arith.xori %1, %0 : i1
// CHECK-NEXT: %3 = memref.alloc() : memref<i1>
// CHECK-NEXT: memref.store %2, %3[] : memref<i1>
// CHECK-NEXT: %4 = memref.alloc() : memref<3xf32>
// CHECK-NEXT: lmhlo.real ins(%b : memref<3xcomplex<f32>>) outs(%4 : memref<3xf32>)
// CHECK-NEXT: %5 = memref.alloc() : memref<0xi8>
// CHECK-NEXT: lmhlo.add ins(%c, %c : memref<0xi8>, memref<0xi8>) outs(%5 : memref<0xi8>)
// CHECK-NEXT: %6 = memref.alloc() : memref<2xi4>
// CHECK-NEXT: lmhlo.negate ins(%d : memref<2xi4>) outs(%6 : memref<2xi4>)
// CHECK-NEXT: func.return %3, %4, %5, %6 : memref<i1>, memref<3xf32>, memref<0xi8>, memref<2xi4>
// CHECK-NEXT: }
func.func @elements(%a: tensor<i1>, %b: tensor<3xcomplex<f32>>, %c: tensor<0xi8>, %d: tensor<2xi4>) -> (tensor<i1>, tensor<3xf32>, tensor<0xi8>, tensor<2xi4>) {
  %0 = stablehlo.not %a : tensor<i1>
  %1 = stablehlo.real %b : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %2 = stablehlo.add %c, %c : tensor<0xi8>
  %3 = stablehlo.negate %d : tensor<2xi4>
  func.return %0, %1, %2, %3 : tensor<i1>, tensor<3xf32>, tensor<0xi8>, tensor<2xi4>
}

// -----

// Sizes come from what the operation says, here the sum of two.
// CHECK:      func.func @concatenate(%x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:   lmhlo.concatenate ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%3 : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT:   func.return %3 : memref<?xf32>
// CHECK-NEXT: }
func.func @concatenate(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// An unused result needs memory too.
// CHECK:      func.func @unused(%x: memref<?x4xf32>, %i: memref<?x4xi32>, %z: memref<f32>, %zi: memref<i32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xi32>
// CHECK-NEXT:   lmhlo.reduce ins(%x, %i, %z, %zi : memref<?x4xf32>, memref<?x4xi32>, memref<f32>, memref<i32>) outs(%1, %2 : memref<?xf32>, memref<?xi32>) {dimensions = array<i64: 1>} ({
// CHECK-NEXT:   ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
// CHECK-NEXT:     %s = stablehlo.add %a, %c : tensor<f32>
// CHECK-NEXT:     %t = stablehlo.add %b, %d : tensor<i32>
// CHECK-NEXT:     stablehlo.return %s, %t : tensor<f32>, tensor<i32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @unused(%x: tensor<?x4xf32>, %i: tensor<?x4xi32>, %z: tensor<f32>, %zi: tensor<i32>) -> tensor<?xf32> {
  %0:2 = "stablehlo.reduce"(%x, %i, %z, %zi) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    %t = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  func.return %0#0 : tensor<?xf32>
}

// -----

// What a region of scalars reads from outside is loaded.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<0.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @captured(%x: memref<4xf32>, %scale: memref<f32>) -> memref<f32> {
// CHECK-NEXT:   %zero = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   %0 = memref.alloc() : memref<f32>
// CHECK-NEXT:   lmhlo.reduce ins(%x, %zero : memref<4xf32>, memref<f32>) outs(%0 : memref<f32>) {dimensions = array<i64: 0>} ({
// CHECK-NEXT:   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT:     %1 = memref.load %scale[] : memref<f32>
// CHECK-NEXT:     %2 = tensor.from_elements %1 : tensor<f32>
// CHECK-NEXT:     %s = stablehlo.multiply %b, %2 : tensor<f32>
// CHECK-NEXT:     %t = stablehlo.add %a, %s : tensor<f32>
// CHECK-NEXT:     stablehlo.return %t : tensor<f32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %0 : memref<f32>
// CHECK-NEXT: }
func.func @captured(%x: tensor<4xf32>, %scale: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %b, %scale : tensor<f32>
    %t = stablehlo.add %a, %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// Small tensors of sizes are scalars, which an operation captures that is given them.
// CHECK:      func.func @shape_tensor(%x: memref<f32>, %n: index, %m: index) -> (memref<?x?xf32>, index) {
// CHECK-NEXT:   %0 = memref.alloc(%n, %m) : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.fusion ins(%x : memref<f32>) outs(%0 : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT:   ^bb0(%x_1: tensor<f32>):
// CHECK-NEXT:     %1 = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT:     %2 = stablehlo.dynamic_broadcast_in_dim %x_1, %1, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT:     %3 = disc_shape.tie_shape %2, %n, %m : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
// CHECK-NEXT:     mhlo.return %3 : tensor<?x?xf32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %0, %m : memref<?x?xf32>, index
// CHECK-NEXT: }
func.func @shape_tensor(%x: tensor<f32>, %n: index, %m: index) -> (tensor<?x?xf32>, index) {
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %c1 = arith.constant 1 : index
  %e = tensor.extract %s[%c1] : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0, %e : tensor<?x?xf32>, index
}

// -----

// Sizes on tensors: get_dimension_size, tensor.dim, tensor.rank, and names for them.
// CHECK:      func.func @sizes(%x: memref<?x?xf32> {disc_shape.dims = [@a, @b]}) -> (memref<i32>, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   %3 = memref.alloc() : memref<i32>
// CHECK-NEXT:   memref.store %2, %3[] : memref<i32>
// CHECK-NEXT:   disc_shape.bind_dim %1 to @b
// CHECK-NEXT:   func.return %3, %1, %c2 : memref<i32>, index, index
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @a {named}
// CHECK-NEXT: disc_shape.SymbolDim @b {named}
func.func @sizes(%x: tensor<?x?xf32, [@a, @b]>) -> (tensor<i32>, index, index) {
  %c1 = arith.constant 1 : index
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32, [@a, @b]>) -> tensor<i32>
  %1 = tensor.dim %x, %c1 : tensor<?x?xf32, [@a, @b]>
  %2 = tensor.rank %x : tensor<?x?xf32, [@a, @b]>
  disc_shape.bind_dim %1 to @b
  func.return %0, %1, %2 : tensor<i32>, index, index
}
disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @b {named}

// -----

// A result of unknown size is the operation's own; we own it and may write over it.
// CHECK:      func.func @fresh(%x: memref<4xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %0 = lmhlo.custom_call ins(%x : memref<4xf32>) {call_target_name = "nonzero", result_positions = array<i64: 0>} -> memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%0 : memref<?xf32>) outs(%0 : memref<?xf32>)
// CHECK-NEXT:   func.return %0 : memref<?xf32>
// CHECK-NEXT: }
func.func @fresh(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @nonzero(%x) : (tensor<4xf32>) -> tensor<?xf32>
  %1 = stablehlo.abs %0 : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// Side effects stay in order, tokens with them.
// CHECK:      func.func @tokens(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %t0 = stablehlo.create_token : !stablehlo.token
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %t1 = lmhlo.infeed ins(%t0 : !stablehlo.token) outs(%0 : memref<4xf32>) {infeed_config = "", result_positions = array<i64: 1>} -> !stablehlo.token
// CHECK-NEXT:   lmhlo.add ins(%x, %0 : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %t2 = lmhlo.outfeed ins(%0, %t1 : memref<4xf32>, !stablehlo.token) {outfeed_config = "", result_positions = array<i64: 0>} -> !stablehlo.token
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
func.func @tokens(%x: tensor<4xf32>) -> tensor<4xf32> {
  %t0 = stablehlo.create_token : !stablehlo.token
  %0, %t1 = "stablehlo.infeed"(%t0) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %1 = stablehlo.add %x, %0 : tensor<4xf32>
  %t2 = "stablehlo.outfeed"(%1, %t1) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %t3 = stablehlo.after_all %t1, %t2 : !stablehlo.token
  func.return %1 : tensor<4xf32>
}

// -----

// The box is written into the operand where nothing else reads it.
// CHECK:      func.func @update(%x: memref<8xf32>, %u: memref<2xf32>, %i: memref<i32>) -> (memref<8xf32>, memref<8xf32>) {
// CHECK-NEXT:   %0 = memref.alloc() : memref<8xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<8xf32>) outs(%0 : memref<8xf32>)
// CHECK-NEXT:   lmhlo.dynamic_update_slice ins(%0, %u, %i : memref<8xf32>, memref<2xf32>, memref<i32>) outs(%0 : memref<8xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<8xf32>
// CHECK-NEXT:   lmhlo.dynamic_update_slice ins(%x, %u, %i : memref<8xf32>, memref<2xf32>, memref<i32>) outs(%1 : memref<8xf32>)
// CHECK-NEXT:   func.return %0, %1 : memref<8xf32>, memref<8xf32>
// CHECK-NEXT: }
func.func @update(%x: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  func.return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Arithmetic on tensors is what HLO does.
// CHECK:      func.func @arith(%x: memref<4xi32>, %y: memref<4xi32>) -> (memref<4xi32>, memref<?xf32>) {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %f = arith.constant 1.500000e+00 : f32
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xi32>
// CHECK-NEXT:   lmhlo.add ins(%x, %y : memref<4xi32>, memref<4xi32>) outs(%0 : memref<4xi32>)
// CHECK-NEXT:   %1 = memref.alloc(%c3) : memref<?xf32>
// CHECK-NEXT:   lmhlo.fusion outs(%1 : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT:     %2 = tensor.from_elements %f : tensor<f32>
// CHECK-NEXT:     %3 = arith.constant dense<3> : tensor<1xindex>
// CHECK-NEXT:     %4 = stablehlo.dynamic_broadcast_in_dim %2, %3, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT:     %5 = disc_shape.tie_shape %4, %c3 : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT:     mhlo.return %5 : tensor<?xf32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %0, %1 : memref<4xi32>, memref<?xf32>
// CHECK-NEXT: }
func.func @arith(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<?xf32>) {
  %n = arith.constant 3 : index
  %f = arith.constant 1.5 : f32
  %0 = arith.addi %x, %y : tensor<4xi32>
  %2 = tensor.splat %f[%n] : tensor<?xf32>
  func.return %0, %2 : tensor<4xi32>, tensor<?xf32>
}

// -----

// Tuples are their members.
// CHECK:      func.func @tuples(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
func.func @tuples(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = stablehlo.tuple %x, %0 : tuple<tensor<4xf32>, tensor<4xf32>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  func.return %2 : tensor<4xf32>
}
