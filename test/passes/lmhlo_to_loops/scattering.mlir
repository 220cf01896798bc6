// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Rows are added, one after the other. Those that lie outside are skipped; as many are read as there are
// indices.
// CHECK:      func.func @rows(%x: memref<?x8xf32>, %at: memref<?x1xi32>, %u: memref<?x8xf32>, %y: memref<?x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: "memref.copy"(%x, %y) : (memref<?x8xf32>, memref<?x8xf32>) -> ()
// CHECK-NEXT: %0 = memref.dim %y, %c0 : memref<?x8xf32>
// CHECK-NEXT: %1 = memref.dim %u, %c0 : memref<?x8xf32>
// CHECK-NEXT: %2 = memref.dim %at, %c0 : memref<?x1xi32>
// CHECK-NEXT: %3 = arith.minsi %1, %2 : index
// CHECK-NEXT: scf.for %4 = %c0 to %3 step %c1 {
// CHECK-NEXT: %5 = memref.load %at[%4, %c0] : memref<?x1xi32>
// CHECK-NEXT: %6 = arith.index_cast %5 : i32 to index
// CHECK-NEXT: %7 = arith.cmpi ult, %6, %0 : index
// CHECK-NEXT: scf.if %7 {
// CHECK-NEXT: scf.for %8 = %c0 to %c8 step %c1 {
// CHECK-NEXT: %9 = memref.load %y[%6, %8] : memref<?x8xf32>
// CHECK-NEXT: %10 = memref.load %u[%4, %8] : memref<?x8xf32>
// CHECK-NEXT: %11 = arith.addf %9, %10 : f32
// CHECK-NEXT: memref.store %11, %y[%6, %8] : memref<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @rows(%x: memref<?x8xf32>, %at: memref<?x1xi32>, %u: memref<?x8xf32>, %y: memref<?x8xf32>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?x8xf32>, memref<?x1xi32>, memref<?x8xf32>) outs(%y : memref<?x8xf32>) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// Sizes that are known to be equal are not compared. What takes the place of an element does not read it.
// CHECK:      func.func @points(%x: memref<?x?xf32>, %at: memref<?x2xui64> {disc_shape.dims = [@n, @two]}, %u: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 9223372036854775807 : i64
// CHECK-NEXT: %1 = memref.dim %at, %c0 : memref<?x2xui64>
// CHECK-NEXT: "memref.copy"(%x, %y) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
// CHECK-NEXT: %2 = memref.dim %y, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %y, %c1 : memref<?x?xf32>
// CHECK-NEXT: scf.for %4 = %c0 to %1 step %c1 {
// CHECK-NEXT: %5 = memref.load %at[%4, %c0] : memref<?x2xui64>
// CHECK-NEXT: %6 = builtin.unrealized_conversion_cast %5 : ui64 to i64
// CHECK-NEXT: %7 = arith.minui %6, %0 : i64
// CHECK-NEXT: %8 = arith.index_cast %7 : i64 to index
// CHECK-NEXT: %9 = memref.load %at[%4, %c1] : memref<?x2xui64>
// CHECK-NEXT: %10 = builtin.unrealized_conversion_cast %9 : ui64 to i64
// CHECK-NEXT: %11 = arith.minui %10, %0 : i64
// CHECK-NEXT: %12 = arith.index_cast %11 : i64 to index
// CHECK-NEXT: %13 = arith.cmpi ult, %12, %2 : index
// CHECK-NEXT: %14 = arith.cmpi ult, %8, %3 : index
// CHECK-NEXT: %15 = arith.andi %13, %14 : i1
// CHECK-NEXT: scf.if %15 {
// CHECK-NEXT: %16 = memref.load %u[%4] : memref<?xf32>
// CHECK-NEXT: memref.store %16, %y[%12, %8] : memref<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @points(%x: memref<?x?xf32>, %at: memref<?x2xui64> {disc_shape.dims = [@n, @two]}, %u: memref<?xf32> {disc_shape.dims = [@n]}, %y: memref<?x?xf32>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?x?xf32>, memref<?x2xui64>, memref<?xf32>) outs(%y : memref<?x?xf32>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  })
  return
}
func.func @shape_constraint_graph() {
  return
}
disc_shape.SymbolDim @n {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @two {value = 2, symbolic_shape_graph = @shape_constraint_graph}

// -----

// The part of a window that lies inside, written in place.
// CHECK:      func.func @windows(%x: memref<?x4xi32>, %at: memref<5x1xi64>, %u: memref<5x3x4xi32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = arith.constant -4611686018427387904 : index
// CHECK-NEXT:   %c4611686018427387904 = arith.constant 4611686018427387904 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %1 = memref.dim %x, %c0 : memref<?x4xi32>
// CHECK-NEXT:   scf.for %2 = %c0 to %c5 step %c1 {
// CHECK-NEXT:     %3 = memref.load %at[%2, %c0] : memref<5x1xi64>
// CHECK-NEXT:     %4 = arith.index_cast %3 : i64 to index
// CHECK-NEXT:     %5 = arith.maxsi %4, %0 : index
// CHECK-NEXT:     %6 = arith.minsi %5, %c4611686018427387904 : index
// CHECK-NEXT:     %7 = arith.subi %1, %6 : index
// CHECK-NEXT:     %8 = arith.subi %c0, %6 : index
// CHECK-NEXT:     %9 = arith.maxsi %8, %c0 : index
// CHECK-NEXT:     %10 = arith.minsi %c3, %7 : index
// CHECK-NEXT:     scf.for %11 = %9 to %10 step %c1 {
// CHECK-NEXT:       scf.for %12 = %c0 to %c4 step %c1 {
// CHECK-NEXT:         %13 = arith.addi %6, %11 : index
// CHECK-NEXT:         %14 = memref.load %x[%13, %12] : memref<?x4xi32>
// CHECK-NEXT:         %15 = memref.load %u[%2, %11, %12] : memref<5x3x4xi32>
// CHECK-NEXT:         %16 = arith.maxsi %14, %15 : i32
// CHECK-NEXT:         memref.store %16, %x[%13, %12] : memref<?x4xi32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @windows(%x: memref<?x4xi32>, %at: memref<5x1xi64>, %u: memref<5x3x4xi32>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?x4xi32>, memref<5x1xi64>, memref<5x3x4xi32>) outs(%x : memref<?x4xi32>) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  })
  return
}

// -----

// The updates are in this order: the first element of each window, then the second ones. Each is tested.
// CHECK:      func.func @first_elements_first(%x: memref<?xf32>, %at: memref<5xi64>, %u: memref<3x5xf32>, %y: memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = arith.constant -4611686018427387904 : index
// CHECK-NEXT:   %c4611686018427387904 = arith.constant 4611686018427387904 : index
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   "memref.copy"(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   scf.for %2 = %c0 to %c3 step %c1 {
// CHECK-NEXT:     scf.for %3 = %c0 to %c5 step %c1 {
// CHECK-NEXT:       %4 = memref.load %at[%3] : memref<5xi64>
// CHECK-NEXT:       %5 = arith.index_cast %4 : i64 to index
// CHECK-NEXT:       %6 = arith.maxsi %5, %0 : index
// CHECK-NEXT:       %7 = arith.minsi %6, %c4611686018427387904 : index
// CHECK-NEXT:       %8 = arith.addi %7, %2 : index
// CHECK-NEXT:       %9 = arith.cmpi ult, %8, %1 : index
// CHECK-NEXT:       scf.if %9 {
// CHECK-NEXT:         %10 = memref.load %y[%8] : memref<?xf32>
// CHECK-NEXT:         %11 = memref.load %u[%2, %3] : memref<3x5xf32>
// CHECK-NEXT:         %12 = arith.subf %11, %10 : f32
// CHECK-NEXT:         memref.store %12, %y[%8] : memref<?xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
func.func @first_elements_first(%x: memref<?xf32>, %at: memref<5xi64>, %u: memref<3x5xf32>, %y: memref<?xf32>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?xf32>, memref<5xi64>, memref<3x5xf32>) outs(%y : memref<?xf32>) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// No element is inside.
// CHECK:      func.func @empty(%x: memref<?x0xf32>, %at: memref<?xi32>, %u: memref<?x0xf32>, %y: memref<?x0xf32>) {
// CHECK-NEXT: "memref.copy"(%x, %y) : (memref<?x0xf32>, memref<?x0xf32>) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @empty(%x: memref<?x0xf32>, %at: memref<?xi32>, %u: memref<?x0xf32>, %y: memref<?x0xf32>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?x0xf32>, memref<?xi32>, memref<?x0xf32>) outs(%y : memref<?x0xf32>) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// Updates that lie in the result would change while they are read.
// CHECK:      func.func @updates_in_the_result(%x: memref<8xf32>, %at: memref<8x1xi32>, %y: memref<8xf32>) {
// CHECK-NEXT: lmhlo.scatter ins(%x, %at, %y : memref<8xf32>, memref<8x1xi32>, memref<8xf32>) outs(%y : memref<8xf32>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %0 = stablehlo.add %a, %b : tensor<f32>
// CHECK-NEXT: stablehlo.return %0 : tensor<f32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @updates_in_the_result(%x: memref<8xf32>, %at: memref<8x1xi32>, %y: memref<8xf32>) {
  lmhlo.scatter ins(%x, %at, %y : memref<8xf32>, memref<8x1xi32>, memref<8xf32>) outs(%y : memref<8xf32>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// So would updates that are the operand of a scatter in place.
// CHECK:      func.func @updates_in_the_operand(%x: memref<8xf32>, %at: memref<8x1xi32>) {
// CHECK-NEXT: lmhlo.scatter ins(%x, %at, %x : memref<8xf32>, memref<8x1xi32>, memref<8xf32>) outs(%x : memref<8xf32>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %0 = stablehlo.add %a, %b : tensor<f32>
// CHECK-NEXT: stablehlo.return %0 : tensor<f32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @updates_in_the_operand(%x: memref<8xf32>, %at: memref<8x1xi32>) {
  lmhlo.scatter ins(%x, %at, %x : memref<8xf32>, memref<8x1xi32>, memref<8xf32>) outs(%x : memref<8xf32>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// An operand that begins elsewhere in the same buffer would change while it is copied.
// CHECK:      func.func @shifted(%z: memref<9xf32>, %at: memref<8x1xi32>, %u: memref<8xf32>) {
// CHECK-NEXT: %x = memref.subview %z[0] [8] [1] : memref<9xf32> to memref<8xf32, strided<[1]>>
// CHECK-NEXT: %y = memref.subview %z[1] [8] [1] : memref<9xf32> to memref<8xf32, strided<[1], offset: 1>>
// CHECK-NEXT: lmhlo.scatter ins(%x, %at, %u : memref<8xf32, strided<[1]>>, memref<8x1xi32>, memref<8xf32>) outs(%y : memref<8xf32, strided<[1], offset: 1>>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %0 = stablehlo.add %a, %b : tensor<f32>
// CHECK-NEXT: stablehlo.return %0 : tensor<f32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @shifted(%z: memref<9xf32>, %at: memref<8x1xi32>, %u: memref<8xf32>) {
  %x = memref.subview %z[0] [8] [1] : memref<9xf32> to memref<8xf32, strided<[1]>>
  %y = memref.subview %z[1] [8] [1] : memref<9xf32> to memref<8xf32, strided<[1], offset: 1>>
  lmhlo.scatter ins(%x, %at, %u : memref<8xf32, strided<[1]>>, memref<8x1xi32>, memref<8xf32>) outs(%y : memref<8xf32, strided<[1], offset: 1>>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  return
}

// -----

// Complex numbers are no scalars.
// CHECK:      func.func @complex(%x: memref<?xcomplex<f32>>, %at: memref<?x1xi32>, %u: memref<?xcomplex<f32>>, %y: memref<?xcomplex<f32>>) {
// CHECK-NEXT: lmhlo.scatter ins(%x, %at, %u : memref<?xcomplex<f32>>, memref<?x1xi32>, memref<?xcomplex<f32>>) outs(%y : memref<?xcomplex<f32>>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
// CHECK-NEXT: ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
// CHECK-NEXT: %0 = stablehlo.add %a, %b : tensor<complex<f32>>
// CHECK-NEXT: stablehlo.return %0 : tensor<complex<f32>>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @complex(%x: memref<?xcomplex<f32>>, %at: memref<?x1xi32>, %u: memref<?xcomplex<f32>>, %y: memref<?xcomplex<f32>>) {
  lmhlo.scatter ins(%x, %at, %u : memref<?xcomplex<f32>>, memref<?x1xi32>, memref<?xcomplex<f32>>) outs(%y : memref<?xcomplex<f32>>) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %0 = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %0 : tensor<complex<f32>>
  })
  return
}
