// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo' | filecheck %s

// A check of sizes is arithmetic on scalars and an assertion.
// CHECK:      func.func @guard(%x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT: %0 = arith.constant 2 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = arith.index_cast %1 : index to i32
// CHECK-NEXT: %4 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %5 = arith.muli %4, %0 : i32
// CHECK-NEXT: %6 = arith.cmpi eq, %3, %5 : i32
// CHECK-NEXT: cf.assert %6, "{0} is not twice {1}"
// CHECK-NEXT: %7 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%x, %7) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: func.return %7 : memref<?xf32>
// CHECK-NEXT: }
func.func @guard(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %d = stablehlo.multiply %m, %two : tensor<i32>
  %ok = stablehlo.compare EQ, %n, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n, %m) {error_message = "{0} is not twice {1}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  func.return %x : tensor<?xf32>
}

// -----

// What is read as data is stored.
// CHECK:      func.func @stored(%x: memref<?xf32>) -> memref<2xi32> {
// CHECK-NEXT: %0 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %2 = arith.index_cast %1 : index to i32
// CHECK-NEXT: %3 = arith.addi %2, %0 : i32
// CHECK-NEXT: %4 = memref.alloc() : memref<2xi32>
// CHECK-NEXT: memref.store %2, %4[%c0] : memref<2xi32>
// CHECK-NEXT: memref.store %3, %4[%c1] : memref<2xi32>
// CHECK-NEXT: func.return %4 : memref<2xi32>
// CHECK-NEXT: }
func.func @stored(%x: tensor<?xf32>) -> tensor<2xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %m = stablehlo.add %n, %one : tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  func.return %2 : tensor<2xi32>
}

// -----

// A small tensor of data stays one, and so do floats and integers without sign.
// CHECK:      func.func @data(%x: memref<4xi32>, %f: memref<f32>, %u: memref<ui32>) -> (memref<4xi32>, memref<f32>, memref<ui32>) {
// CHECK-NEXT: %0 = memref.alloc() : memref<4xi32>
// CHECK-NEXT: lmhlo.add ins(%x, %x : memref<4xi32>, memref<4xi32>) outs(%0 : memref<4xi32>)
// CHECK-NEXT: %1 = memref.alloc() : memref<f32>
// CHECK-NEXT: lmhlo.add ins(%f, %f : memref<f32>, memref<f32>) outs(%1 : memref<f32>)
// CHECK-NEXT: %2 = memref.alloc() : memref<ui32>
// CHECK-NEXT: lmhlo.divide ins(%u, %u : memref<ui32>, memref<ui32>) outs(%2 : memref<ui32>)
// CHECK-NEXT: func.return %0, %1, %2 : memref<4xi32>, memref<f32>, memref<ui32>
// CHECK-NEXT: }
func.func @data(%x: tensor<4xi32>, %f: tensor<f32>, %u: tensor<ui32>) -> (tensor<4xi32>, tensor<f32>, tensor<ui32>) {
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  %1 = stablehlo.add %f, %f : tensor<f32>
  %2 = stablehlo.divide %u, %u : tensor<ui32>
  func.return %0, %1, %2 : tensor<4xi32>, tensor<f32>, tensor<ui32>
}

// -----

// A condition that data decide is loaded.
// CHECK:      func.func @loaded(%ok: memref<i1>) {
// CHECK-NEXT: %0 = memref.load %ok[] : memref<i1>
// CHECK-NEXT: cf.assert %0, "not ok"
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @loaded(%ok: tensor<i1>) {
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "not ok", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>) -> ()
  func.return
}

// -----

// A division by zero has all bits set, as on tensors.
// CHECK:      func.func @divided(%x: memref<i32>, %y: memref<i32>) -> memref<i32> {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %2 = arith.constant -2147483648 : i32
// CHECK-NEXT: %3 = arith.constant -1 : i32
// CHECK-NEXT: %4 = memref.load %x[] : memref<i32>
// CHECK-NEXT: %5 = memref.load %y[] : memref<i32>
// CHECK-NEXT: %6 = arith.cmpi eq, %5, %0 : i32
// CHECK-NEXT: %7 = arith.cmpi eq, %4, %2 : i32
// CHECK-NEXT: %8 = arith.cmpi eq, %5, %3 : i32
// CHECK-NEXT: %9 = arith.andi %7, %8 : i1
// CHECK-NEXT: %10 = arith.ori %6, %9 : i1
// CHECK-NEXT: %11 = arith.select %10, %1, %5 : i32
// CHECK-NEXT: %12 = arith.divsi %4, %11 : i32
// CHECK-NEXT: %13 = arith.select %6, %3, %12 : i32
// CHECK-NEXT: %14 = memref.alloc() : memref<i32>
// CHECK-NEXT: memref.store %13, %14[] : memref<i32>
// CHECK-NEXT: func.return %14 : memref<i32>
// CHECK-NEXT: }
func.func @divided(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.divide %x, %y : tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

// A loop carries a counter as a number and stores it for what reads it in the body.
// CHECK:      func.func @counter(%x: memref<?xf32>, %u: memref<1xf32>) -> (memref<?xf32>, memref<i32>) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 9 : i32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %3 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%x, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %5, %6 = scf.while (%i = %0, %s = %4) : (i32, memref<?xf32>) -> (i32, memref<?xf32>) {
// CHECK-NEXT: %7 = arith.cmpi slt, %i, %1 : i32
// CHECK-NEXT: scf.condition(%7) %i, %s : i32, memref<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %s_1: memref<?xf32>):
// CHECK-NEXT: %c0_1 = arith.constant 0 : index
// CHECK-NEXT: %8 = memref.dim %s_1, %c0_1 : memref<?xf32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %9 = arith.subi %8, %c1 : index
// CHECK-NEXT: %10 = arith.index_cast %i_1 : i32 to index
// CHECK-NEXT: %11 = arith.maxsi %10, %c0_1 : index
// CHECK-NEXT: %12 = arith.minsi %11, %9 : index
// CHECK-NEXT: %13 = memref.subview %s_1[%12] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
// CHECK-NEXT: "memref.copy"(%u, %13) : (memref<1xf32>, memref<1xf32, strided<[1], offset: ?>>) -> ()
// CHECK-NEXT: %14 = arith.addi %i_1, %2 : i32
// CHECK-NEXT: scf.yield %14, %s_1 : i32, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %15 = memref.alloc() : memref<i32>
// CHECK-NEXT: memref.store %5, %15[] : memref<i32>
// CHECK-NEXT: func.return %6, %15 : memref<?xf32>, memref<i32>
// CHECK-NEXT: }
func.func @counter(%x: tensor<?xf32>, %u: tensor<1xf32>) -> (tensor<?xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<?xf32>
    cond {
      %c = stablehlo.compare LT, %i, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %t = stablehlo.dynamic_update_slice %s, %u, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %t : tensor<i32>, tensor<?xf32>
    }
  func.return %0#1, %0#0 : tensor<?xf32>, tensor<i32>
}
