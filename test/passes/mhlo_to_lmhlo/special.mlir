// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// A bound has no place in a buffer's type: sizes are given instead.
// CHECK:      func.func @bounded(%x: memref<?x9xf32>) -> memref<?x2x2xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x9xf32>
// CHECK-NEXT:   %1 = memref.subview %x[0, 1] [%0, 4] [1, 1] : memref<?x9xf32> to memref<?x4xf32, strided<[9, 1], offset: 1>>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?x2x2xf32>
// CHECK-NEXT:   %3 = memref.alloc() : memref<3xindex>
// CHECK-NEXT:   memref.store %0, %3[%c0] : memref<3xindex>
// CHECK-NEXT:   memref.store %c2, %3[%c1] : memref<3xindex>
// CHECK-NEXT:   memref.store %c2, %3[%c2] : memref<3xindex>
// CHECK-NEXT:   lmhlo.dynamic_reshape ins(%1, %3 : memref<?x4xf32, strided<[9, 1], offset: 1>>, memref<3xindex>) outs(%2 : memref<?x2x2xf32>)
// CHECK-NEXT:   func.return %2 : memref<?x2x2xf32>
// CHECK-NEXT: }
func.func @bounded(%x: tensor<?x9xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x2x2xf32, #stablehlo.bounds<8, ?, ?>> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x9xf32, #stablehlo.bounds<8, ?>>
  %0 = tensor.extract_slice %x[0, 1] [%n, 4] [1, 1] : tensor<?x9xf32, #stablehlo.bounds<8, ?>> to tensor<?x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<?x4xf32>) -> tensor<?x2x2xf32, #stablehlo.bounds<8, ?, ?>>
  func.return %1 : tensor<?x2x2xf32, #stablehlo.bounds<8, ?, ?>>
}

// -----

// Elements that stand at the end of the file are a global as well.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<4xf32>, initial_value = dense_resource<big> : tensor<4xf32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @resource(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.get_global @constant_0 : memref<4xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.add ins(%x, %0 : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
// CHECK-NEXT:   func.return %1 : memref<4xf32>
// CHECK-NEXT: }
func.func @resource(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense_resource<big> : tensor<4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// -----

// A size that data gives is read from the data first.
// CHECK:      func.func @set_dimension_size(%x: memref<4xf32>, %n: memref<i32>) -> memref<?xf32> {
// CHECK-NEXT:   %0 = memref.load %n[] : memref<i32>
// CHECK-NEXT:   %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %2 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:   lmhlo.set_dimension_size ins(%x, %n : memref<4xf32>, memref<i32>) outs(%2 : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @set_dimension_size(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  func.return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}

// -----

// A fusion is one kernel.
// CHECK:      func.func @fusion(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.fusion ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>) ({
// CHECK-NEXT:   ^bb0(%a: tensor<4xf32>):
// CHECK-NEXT:     %1 = mhlo.abs %a : tensor<4xf32>
// CHECK-NEXT:     %2 = mhlo.negate %1 : tensor<4xf32>
// CHECK-NEXT:     mhlo.return %2 : tensor<4xf32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
func.func @fusion(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = mhlo.abs %a : tensor<4xf32>
    %2 = mhlo.negate %1 : tensor<4xf32>
    "mhlo.return"(%2) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// One that holds more than a kernel may is its computation.
// CHECK:      func.func @fusion(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.sort ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
func.func @fusion(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = mhlo.abs %a : tensor<4xf32>
    %2 = "mhlo.sort"(%1) ({
    ^bb1(%b: tensor<f32>, %c: tensor<f32>):
      %3 = mhlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      mhlo.return %3 : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
    "mhlo.return"(%2) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// So is one whose computation takes another type than it is given.
// CHECK:      func.func @cast(%x: memref<?xf32>) -> memref<4xf32> {
// CHECK:        lmhlo.abs
func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = mhlo.abs %a : tensor<4xf32>
    "mhlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<?xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// Programs without tensors, functions without results.
// CHECK:      func.func @nothing() {
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @effect(%x: memref<f32>) {
// CHECK-NEXT:   lmhlo.custom_call ins(%x : memref<f32>) {call_target_name = "log", has_side_effect = true}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @nothing() {
  func.return
}
func.func @effect(%x: tensor<f32>) {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
  func.return
}

// -----

// What only a custom call names computes on scalars, and stays.
// CHECK:      func.func @computation(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.custom_call ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>) {call_target_name = "reduce_with", called_computations = [@sum]}
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:   %0 = stablehlo.add %a, %b : tensor<f32>
// CHECK-NEXT:   func.return %0 : tensor<f32>
// CHECK-NEXT: }
func.func @computation(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @reduce_with(%x) {called_computations = [@sum]} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// Modules in modules are lowered too.
// CHECK:      builtin.module @inner {
// CHECK-NEXT:   func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:     %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:     func.return %0 : memref<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.func @g(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
module @inner {
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %x : tensor<4xf32>
    func.return %0 : tensor<4xf32>
  }
}
func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// A size tied inside a region is not used outside of it.
// CHECK:      func.func @tied_inside(%c: i1, %x: memref<4xf32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = lmhlo.custom_call ins(%x : memref<4xf32>) {call_target_name = "f", result_positions = array<i64: 0>} -> memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %0, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = scf.if %c -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     lmhlo.abs ins(%0 : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:     scf.yield %3 : memref<?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %4 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%0, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %4 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %0, %2 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @tied_inside(%c: i1, %x: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<?xf32>
  %1 = scf.if %c -> (tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %0, %c0 : tensor<?xf32>
    %2 = disc_shape.tie_shape %0, %n : (tensor<?xf32>, index) -> tensor<?xf32>
    %3 = stablehlo.abs %2 : tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    scf.yield %0 : tensor<?xf32>
  }
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK:      func.func @parallel(%n: index, %x: memref<4xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT:   ^bb0(%i: index):
// CHECK-NEXT:     %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:     lmhlo.custom_call ins(%0 : memref<4xf32>) {call_target_name = "log", has_side_effect = true}
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }) : (index, index, index) -> ()
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @parallel(%n: index, %x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    %0 = stablehlo.abs %x : tensor<4xf32>
    stablehlo.custom_call @log(%0) {has_side_effect = true} : (tensor<4xf32>) -> ()
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
