// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// Sizes are indices, shapes extent tensors, witnesses nothing.
// CHECK:      func.func @sizes(%s: index, %x: memref<?xf32>, %c: i1) -> (index, index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = arith.maxsi %s, %0 : index
// CHECK-NEXT:   %2 = arith.minsi %s, %0 : index
// CHECK-NEXT:   %w = scf.if %c -> (i1) {
// CHECK-NEXT:     %3 = arith.constant true
// CHECK-NEXT:     cf.assert %3, "shapes differ"
// CHECK-NEXT:     %4 = arith.constant true
// CHECK-NEXT:     scf.yield %4 : i1
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %5 = arith.constant true
// CHECK-NEXT:     scf.yield %5 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %1, %2, %0 : index, index, index
// CHECK-NEXT: }
func.func @sizes(%s: !shape.size, %x: tensor<?xf32>, %c: i1) -> (!shape.size, !shape.size, !shape.size) {
  %0 = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %1 = shape.num_elements %0 : !shape.shape -> !shape.size
  %2 = shape.max %s, %1 : !shape.size, !shape.size -> !shape.size
  %3 = shape.min %s, %1 : !shape.size, !shape.size -> !shape.size
  %w = scf.if %c -> (!shape.witness) {
    %4 = shape.cstr_eq %0, %0 : !shape.shape, !shape.shape
    scf.yield %4 : !shape.witness
  } else {
    %4 = shape.const_witness true
    scf.yield %4 : !shape.witness
  }
  %5 = shape.assuming %w -> (!shape.size) {
    shape.assuming_yield %1 : !shape.size
  }
  func.return %2, %3, %5 : !shape.size, !shape.size, !shape.size
}

// -----

// Where the rank is known shapes are split, joined and compared size by size.
// CHECK:      func.func @known_rank(%x: memref<?x?xf32>, %y: memref<?x?xf32>) -> (index, index, memref<2xindex>, memref<3xindex>, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = memref.dim %y, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %3 = memref.dim %y, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %4 = memref.alloc() : memref<3xindex>
// CHECK-NEXT:   memref.store %2, %4[%c0] : memref<3xindex>
// CHECK-NEXT:   memref.store %3, %4[%c1] : memref<3xindex>
// CHECK-NEXT:   memref.store %1, %4[%c2] : memref<3xindex>
// CHECK-NEXT:   %5 = memref.alloc() : memref<2xindex>
// CHECK-NEXT:   memref.store %0, %5[%c0] : memref<2xindex>
// CHECK-NEXT:   memref.store %1, %5[%c1] : memref<2xindex>
// CHECK-NEXT:   %6 = arith.muli %0, %1 : index
// CHECK-NEXT:   func.return %0, %1, %5, %4, %6 : index, index, memref<2xindex>, memref<3xindex>, index
// CHECK-NEXT: }
func.func @known_rank(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (index, index, tensor<2xindex>, tensor<3xindex>, index) {
  %c1 = arith.constant 1 : index
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %2, %3 = "shape.split_at"(%0, %c1) : (tensor<2xindex>, index) -> (tensor<1xindex>, tensor<1xindex>)
  %4 = shape.concat %1, %3 : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  %c0 = arith.constant 0 : index
  %5 = shape.get_extent %2, %c0 : tensor<1xindex>, index -> index
  %6 = shape.get_extent %3, %c0 : tensor<1xindex>, index -> index
  %7 = shape.any %0, %0 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %9 = shape.from_extents %c1 : index
  %10 = shape.broadcast %0, %0, %9 : tensor<2xindex>, tensor<2xindex>, !shape.shape -> !shape.shape
  %11 = shape.num_elements %10 : !shape.shape -> !shape.size
  %12 = shape.size_to_index %11 : !shape.size
  func.return %5, %6, %7, %4, %12 : index, index, tensor<2xindex>, tensor<3xindex>, index
}

// -----

// The largest and the smallest size at each place.
// CHECK:      func.func @extremes(%x: memref<?xf32>, %y: memref<?xf32>) -> (index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.maxsi %0, %1 : index
// CHECK-NEXT:   %3 = arith.minsi %0, %1 : index
// CHECK-NEXT:   func.return %2, %3 : index, index
// CHECK-NEXT: }
func.func @extremes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %1 = shape.shape_of %y : tensor<?xf32> -> !shape.shape
  %2 = shape.max %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.min %0, %1 : !shape.shape, !shape.shape -> !shape.shape
  %4 = shape.get_extent %2, %c0 : !shape.shape, index -> !shape.size
  %5 = shape.get_extent %3, %c0 : !shape.shape, index -> !shape.size
  %6 = shape.size_to_index %4 : !shape.size
  %7 = shape.size_to_index %5 : !shape.size
  func.return %6, %7 : index, index
}

// -----

// Where the rank is not known they are loops over buffers.
// CHECK:      func.func @unknown_rank(%s: memref<?xindex>, %t: memref<?xindex>, %at: index) -> (index, index, i1) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %s, %c0 : memref<?xindex>
// CHECK-NEXT:   %1 = memref.dim %t, %c0 : memref<?xindex>
// CHECK-NEXT:   %2 = scf.for %3 = %c0 to %0 step %c1 iter_args(%4 = %c1) -> (index) {
// CHECK-NEXT:     %5 = memref.load %s[%3] : memref<?xindex>
// CHECK-NEXT:     %6 = arith.muli %4, %5 : index
// CHECK-NEXT:     scf.yield %6 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   %7 = arith.cmpi eq, %0, %1 : index
// CHECK-NEXT:   %8 = arith.select %7, %0, %c0 : index
// CHECK-NEXT:   %9 = scf.for %10 = %c0 to %8 step %c1 iter_args(%11 = %7) -> (i1) {
// CHECK-NEXT:     %12 = memref.load %s[%10] : memref<?xindex>
// CHECK-NEXT:     %13 = memref.load %t[%10] : memref<?xindex>
// CHECK-NEXT:     %14 = arith.cmpi eq, %12, %13 : index
// CHECK-NEXT:     %15 = arith.andi %11, %14 : i1
// CHECK-NEXT:     scf.yield %15 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %2, %0, %9 : index, index, i1
// CHECK-NEXT: }
func.func @unknown_rank(%s: tensor<?xindex>, %t: tensor<?xindex>, %at: index) -> (index, index, i1) {
  %0 = shape.num_elements %s : tensor<?xindex> -> index
  %1 = shape.rank %s : tensor<?xindex> -> index
  %2 = shape.shape_eq %s, %t : tensor<?xindex>, tensor<?xindex>
  func.return %0, %1, %2 : index, index, i1
}

// -----

// Ones before the sizes of a shorter shape.
// CHECK:      func.func @broadcast(%s: memref<?xindex>, %t: memref<?xindex>) -> memref<?xindex> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %s, %c0 : memref<?xindex>
// CHECK-NEXT:   %1 = memref.dim %t, %c0 : memref<?xindex>
// CHECK-NEXT:   %2 = arith.maxsi %0, %1 : index
// CHECK-NEXT:   %3 = memref.alloc(%2) : memref<?xindex>
// CHECK-NEXT:   %4 = arith.constant true
// CHECK-NEXT:   %5 = scf.for %6 = %c0 to %2 step %c1 iter_args(%7 = %4) -> (i1) {
// CHECK-NEXT:     %8 = arith.subi %2, %0 : index
// CHECK-NEXT:     %9 = arith.cmpi sge, %6, %8 : index
// CHECK-NEXT:     %10 = scf.if %9 -> (index) {
// CHECK-NEXT:       %11 = arith.subi %6, %8 : index
// CHECK-NEXT:       %12 = memref.load %s[%11] : memref<?xindex>
// CHECK-NEXT:       scf.yield %12 : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %13 = arith.subi %2, %1 : index
// CHECK-NEXT:     %14 = arith.cmpi sge, %6, %13 : index
// CHECK-NEXT:     %15 = scf.if %14 -> (index) {
// CHECK-NEXT:       %16 = arith.subi %6, %13 : index
// CHECK-NEXT:       %17 = memref.load %t[%16] : memref<?xindex>
// CHECK-NEXT:       scf.yield %17 : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %18 = arith.cmpi eq, %10, %c1 : index
// CHECK-NEXT:     %19 = arith.cmpi eq, %15, %c1 : index
// CHECK-NEXT:     %20 = arith.cmpi eq, %10, %15 : index
// CHECK-NEXT:     %21 = arith.ori %18, %19 : i1
// CHECK-NEXT:     %22 = arith.ori %21, %20 : i1
// CHECK-NEXT:     %23 = arith.select %18, %15, %10 : index
// CHECK-NEXT:     memref.store %23, %3[%6] : memref<?xindex>
// CHECK-NEXT:     %24 = arith.andi %7, %22 : i1
// CHECK-NEXT:     scf.yield %24 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   cf.assert %5, "shapes do not broadcast"
// CHECK-NEXT:   %25 = arith.maxsi %0, %1 : index
// CHECK-NEXT:   %26 = memref.alloc(%25) : memref<?xindex>
// CHECK-NEXT:   %27 = arith.constant true
// CHECK-NEXT:   %28 = scf.for %29 = %c0 to %25 step %c1 iter_args(%30 = %27) -> (i1) {
// CHECK-NEXT:     %31 = arith.subi %25, %0 : index
// CHECK-NEXT:     %32 = arith.cmpi sge, %29, %31 : index
// CHECK-NEXT:     %33 = scf.if %32 -> (index) {
// CHECK-NEXT:       %34 = arith.subi %29, %31 : index
// CHECK-NEXT:       %35 = memref.load %s[%34] : memref<?xindex>
// CHECK-NEXT:       scf.yield %35 : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %36 = arith.subi %25, %1 : index
// CHECK-NEXT:     %37 = arith.cmpi sge, %29, %36 : index
// CHECK-NEXT:     %38 = scf.if %37 -> (index) {
// CHECK-NEXT:       %39 = arith.subi %29, %36 : index
// CHECK-NEXT:       %40 = memref.load %t[%39] : memref<?xindex>
// CHECK-NEXT:       scf.yield %40 : index
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c1 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     %41 = arith.cmpi eq, %33, %c1 : index
// CHECK-NEXT:     %42 = arith.cmpi eq, %38, %c1 : index
// CHECK-NEXT:     %43 = arith.cmpi eq, %33, %38 : index
// CHECK-NEXT:     %44 = arith.ori %41, %42 : i1
// CHECK-NEXT:     %45 = arith.ori %44, %43 : i1
// CHECK-NEXT:     %46 = arith.select %41, %38, %33 : index
// CHECK-NEXT:     memref.store %46, %26[%29] : memref<?xindex>
// CHECK-NEXT:     %47 = arith.andi %30, %45 : i1
// CHECK-NEXT:     scf.yield %47 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %26 : memref<?xindex>
// CHECK-NEXT: }
func.func @broadcast(%s: tensor<?xindex>, %t: tensor<?xindex>) -> tensor<?xindex> {
  %w = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
  %0 = shape.assuming %w -> (tensor<?xindex>) {
    %1 = shape.broadcast %s, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
    shape.assuming_yield %1 : tensor<?xindex>
  }
  func.return %0 : tensor<?xindex>
}

// -----

// A position that is not known, from the end where it is negative.
// CHECK:      func.func @split(%s: memref<?xindex>, %at: index) -> (memref<?xindex>, memref<?xindex>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %s, %c0 : memref<?xindex>
// CHECK-NEXT:   %1 = arith.cmpi slt, %at, %c0 : index
// CHECK-NEXT:   %2 = arith.addi %0, %at : index
// CHECK-NEXT:   %3 = arith.select %1, %2, %at : index
// CHECK-NEXT:   %4 = arith.subi %0, %3 : index
// CHECK-NEXT:   %5 = memref.alloc(%3) : memref<?xindex>
// CHECK-NEXT:   %6 = memref.alloc(%4) : memref<?xindex>
// CHECK-NEXT:   scf.for %7 = %c0 to %3 step %c1 {
// CHECK-NEXT:     %8 = arith.addi %c0, %7 : index
// CHECK-NEXT:     %9 = arith.addi %c0, %7 : index
// CHECK-NEXT:     %10 = memref.load %s[%9] : memref<?xindex>
// CHECK-NEXT:     memref.store %10, %5[%8] : memref<?xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %11 = %c0 to %4 step %c1 {
// CHECK-NEXT:     %12 = arith.addi %c0, %11 : index
// CHECK-NEXT:     %13 = arith.addi %3, %11 : index
// CHECK-NEXT:     %14 = memref.load %s[%13] : memref<?xindex>
// CHECK-NEXT:     memref.store %14, %6[%12] : memref<?xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %5, %6 : memref<?xindex>, memref<?xindex>
// CHECK-NEXT: }
func.func @split(%s: tensor<?xindex>, %at: index) -> (tensor<?xindex>, tensor<?xindex>) {
  %0, %1 = "shape.split_at"(%s, %at) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  func.return %0, %1 : tensor<?xindex>, tensor<?xindex>
}

// -----

// The sizes of both.
// CHECK:      func.func @concat(%s: memref<?xindex>, %t: memref<?xindex>) -> memref<?xindex> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %s, %c0 : memref<?xindex>
// CHECK-NEXT:   %1 = memref.dim %t, %c0 : memref<?xindex>
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = memref.alloc(%2) : memref<?xindex>
// CHECK-NEXT:   scf.for %4 = %c0 to %0 step %c1 {
// CHECK-NEXT:     %5 = arith.addi %c0, %4 : index
// CHECK-NEXT:     %6 = arith.addi %c0, %4 : index
// CHECK-NEXT:     %7 = memref.load %s[%6] : memref<?xindex>
// CHECK-NEXT:     memref.store %7, %3[%5] : memref<?xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   %8 = arith.addi %c0, %0 : index
// CHECK-NEXT:   scf.for %9 = %c0 to %1 step %c1 {
// CHECK-NEXT:     %10 = arith.addi %8, %9 : index
// CHECK-NEXT:     %11 = arith.addi %c0, %9 : index
// CHECK-NEXT:     %12 = memref.load %t[%11] : memref<?xindex>
// CHECK-NEXT:     memref.store %12, %3[%10] : memref<?xindex>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %3 : memref<?xindex>
// CHECK-NEXT: }
func.func @concat(%s: tensor<?xindex>, %t: tensor<?xindex>) -> tensor<?xindex> {
  %0 = shape.concat %s, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  func.return %0 : tensor<?xindex>
}

