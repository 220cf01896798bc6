// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Rows are sorted in scratch, one after the other: passes merge runs of 1, 2, 4, ... elements.
// CHECK:      func.func @rows(%x: memref<?x6xf32>, %y: memref<?x6xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c5 = arith.constant 5 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = memref.alloc() : memref<2x6xf32>
// CHECK-NEXT: %1 = memref.dim %y, %c0 : memref<?x6xf32>
// CHECK-NEXT: scf.for %2 = %c0 to %1 step %c1 {
// CHECK-NEXT: scf.for %3 = %c0 to %c6 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%2, %3] : memref<?x6xf32>
// CHECK-NEXT: memref.store %4, %0[%c0, %3] : memref<2x6xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %5 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %6 = arith.shli %c1, %5 : index
// CHECK-NEXT: %7 = arith.muli %6, %c2 : index
// CHECK-NEXT: %8 = arith.subi %7, %c1 : index
// CHECK-NEXT: %9 = arith.andi %5, %c1 : index
// CHECK-NEXT: %10 = arith.subi %c1, %9 : index
// CHECK-NEXT: %11, %12 = scf.for %13 = %c0 to %c6 step %c1 iter_args(%14 = %c0, %15 = %c0) -> (index, index) {
// CHECK-NEXT: %16 = arith.andi %13, %8 : index
// CHECK-NEXT: %17 = arith.cmpi eq, %16, %c0 : index
// CHECK-NEXT: %18 = arith.select %17, %13, %14 : index
// CHECK-NEXT: %19 = arith.addi %13, %6 : index
// CHECK-NEXT: %20 = arith.select %17, %19, %15 : index
// CHECK-NEXT: %21 = arith.subi %13, %16 : index
// CHECK-NEXT: %22 = arith.addi %21, %6 : index
// CHECK-NEXT: %23 = arith.minsi %22, %c6 : index
// CHECK-NEXT: %24 = arith.addi %23, %6 : index
// CHECK-NEXT: %25 = arith.minsi %24, %c6 : index
// CHECK-NEXT: %26 = arith.minsi %18, %c5 : index
// CHECK-NEXT: %27 = arith.minsi %20, %c5 : index
// CHECK-NEXT: %28 = memref.load %0[%9, %26] : memref<2x6xf32>
// CHECK-NEXT: %29 = memref.load %0[%9, %27] : memref<2x6xf32>
// CHECK-NEXT: %30 = arith.cmpf ogt, %29, %28 : f32
// CHECK-NEXT: %31 = arith.cmpi sge, %18, %23 : index
// CHECK-NEXT: %32 = arith.cmpi slt, %20, %25 : index
// CHECK-NEXT: %33 = arith.ori %31, %30 : i1
// CHECK-NEXT: %34 = arith.andi %32, %33 : i1
// CHECK-NEXT: %35 = arith.select %34, %29, %28 : f32
// CHECK-NEXT: memref.store %35, %0[%10, %13] : memref<2x6xf32>
// CHECK-NEXT: %36 = arith.select %34, %c1, %c0 : index
// CHECK-NEXT: %37 = arith.subi %c1, %36 : index
// CHECK-NEXT: %38 = arith.addi %18, %37 : index
// CHECK-NEXT: %39 = arith.addi %20, %36 : index
// CHECK-NEXT: scf.yield %38, %39 : index, index
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %40 = %c0 to %c6 step %c1 {
// CHECK-NEXT: %41 = memref.load %0[%c1, %40] : memref<2x6xf32>
// CHECK-NEXT: memref.store %41, %y[%2, %40] : memref<?x6xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %0 : memref<2x6xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @rows(%x: memref<?x6xf32>, %y: memref<?x6xf32>) {
  lmhlo.sort ins(%x : memref<?x6xf32>) outs(%y : memref<?x6xf32>) {dimension = 1 : i64, is_stable = true} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  func.return
}

// -----

// Keys and values of an open number; the dimension is the first one.
// CHECK:      func.func @columns(%x: memref<?x2xi32>, %v: memref<?x2xui8>, %y: memref<?x2xi32>, %w: memref<?x2xui8>) {
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %y, %c0 : memref<?x2xi32>
// CHECK-NEXT: %1 = memref.alloc(%0) : memref<2x?xi32>
// CHECK-NEXT: %2 = memref.alloc(%0) : memref<2x?xui8>
// CHECK-NEXT: %3 = arith.maxsi %0, %c1 : index
// CHECK-NEXT: %4 = arith.subi %3, %c1 : index
// CHECK-NEXT: %5 = arith.index_cast %4 : index to i64
// CHECK-NEXT: %6 = math.ctlz %5 : i64
// CHECK-NEXT: %7 = arith.index_cast %6 : i64 to index
// CHECK-NEXT: %8 = arith.subi %c64, %7 : index
// CHECK-NEXT: %9 = arith.andi %8, %c1 : index
// CHECK-NEXT: scf.for %10 = %c0 to %c2 step %c1 {
// CHECK-NEXT: scf.for %11 = %c0 to %0 step %c1 {
// CHECK-NEXT: %12 = memref.load %x[%11, %10] : memref<?x2xi32>
// CHECK-NEXT: memref.store %12, %1[%c0, %11] : memref<2x?xi32>
// CHECK-NEXT: %13 = memref.load %v[%11, %10] : memref<?x2xui8>
// CHECK-NEXT: memref.store %13, %2[%c0, %11] : memref<2x?xui8>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %14 = %c0 to %8 step %c1 {
// CHECK-NEXT: %15 = arith.shli %c1, %14 : index
// CHECK-NEXT: %16 = arith.muli %15, %c2 : index
// CHECK-NEXT: %17 = arith.subi %16, %c1 : index
// CHECK-NEXT: %18 = arith.andi %14, %c1 : index
// CHECK-NEXT: %19 = arith.subi %c1, %18 : index
// CHECK-NEXT: %20 = arith.subi %0, %c1 : index
// CHECK-NEXT: %21, %22 = scf.for %23 = %c0 to %0 step %c1 iter_args(%24 = %c0, %25 = %c0) -> (index, index) {
// CHECK-NEXT: %26 = arith.andi %23, %17 : index
// CHECK-NEXT: %27 = arith.cmpi eq, %26, %c0 : index
// CHECK-NEXT: %28 = arith.select %27, %23, %24 : index
// CHECK-NEXT: %29 = arith.addi %23, %15 : index
// CHECK-NEXT: %30 = arith.select %27, %29, %25 : index
// CHECK-NEXT: %31 = arith.subi %23, %26 : index
// CHECK-NEXT: %32 = arith.addi %31, %15 : index
// CHECK-NEXT: %33 = arith.minsi %32, %0 : index
// CHECK-NEXT: %34 = arith.addi %33, %15 : index
// CHECK-NEXT: %35 = arith.minsi %34, %0 : index
// CHECK-NEXT: %36 = arith.minsi %28, %20 : index
// CHECK-NEXT: %37 = arith.minsi %30, %20 : index
// CHECK-NEXT: %38 = memref.load %1[%18, %36] : memref<2x?xi32>
// CHECK-NEXT: %39 = memref.load %1[%18, %37] : memref<2x?xi32>
// CHECK-NEXT: %40 = memref.load %2[%18, %36] : memref<2x?xui8>
// CHECK-NEXT: %41 = builtin.unrealized_conversion_cast %40 : ui8 to i8
// CHECK-NEXT: %42 = memref.load %2[%18, %37] : memref<2x?xui8>
// CHECK-NEXT: %43 = builtin.unrealized_conversion_cast %42 : ui8 to i8
// CHECK-NEXT: %44 = arith.cmpi slt, %39, %38 : i32
// CHECK-NEXT: %45 = arith.cmpi sge, %28, %33 : index
// CHECK-NEXT: %46 = arith.cmpi slt, %30, %35 : index
// CHECK-NEXT: %47 = arith.ori %45, %44 : i1
// CHECK-NEXT: %48 = arith.andi %46, %47 : i1
// CHECK-NEXT: %49 = arith.select %48, %39, %38 : i32
// CHECK-NEXT: memref.store %49, %1[%19, %23] : memref<2x?xi32>
// CHECK-NEXT: %50 = arith.select %48, %43, %41 : i8
// CHECK-NEXT: %51 = builtin.unrealized_conversion_cast %50 : i8 to ui8
// CHECK-NEXT: memref.store %51, %2[%19, %23] : memref<2x?xui8>
// CHECK-NEXT: %52 = arith.select %48, %c1, %c0 : index
// CHECK-NEXT: %53 = arith.subi %c1, %52 : index
// CHECK-NEXT: %54 = arith.addi %28, %53 : index
// CHECK-NEXT: %55 = arith.addi %30, %52 : index
// CHECK-NEXT: scf.yield %54, %55 : index, index
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %56 = %c0 to %0 step %c1 {
// CHECK-NEXT: %57 = memref.load %1[%9, %56] : memref<2x?xi32>
// CHECK-NEXT: memref.store %57, %y[%56, %10] : memref<?x2xi32>
// CHECK-NEXT: %58 = memref.load %2[%9, %56] : memref<2x?xui8>
// CHECK-NEXT: memref.store %58, %w[%56, %10] : memref<?x2xui8>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %1 : memref<2x?xi32>
// CHECK-NEXT: memref.dealloc %2 : memref<2x?xui8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @columns(%x: memref<?x2xi32>, %v: memref<?x2xui8>, %y: memref<?x2xi32>, %w: memref<?x2xui8>) {
  lmhlo.sort ins(%x, %v : memref<?x2xi32>, memref<?x2xui8>) outs(%y, %w : memref<?x2xi32>, memref<?x2xui8>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<ui8>, %d: tensor<ui8>):
    %0 = mhlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  func.return
}

// -----

// Neither a comparison of what is no scalar of processors, nor one with a buffer from outside.
// CHECK:      func.func @kept(%x: memref<?xcomplex<f32>>, %v: memref<?xf32>, %d: memref<f32>, %y: memref<?xcomplex<f32>>, %w: memref<?xf32>) {
// CHECK-NEXT: lmhlo.sort ins(%x : memref<?xcomplex<f32>>) outs(%y : memref<?xcomplex<f32>>) {dimension = 0 : i64} ({
// CHECK-NEXT: ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
// CHECK-NEXT: %0 = mhlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT: %1 = mhlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
// CHECK-NEXT: %2 = mhlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %2 : tensor<i1>
// CHECK-NEXT: })
// CHECK-NEXT: lmhlo.sort ins(%v : memref<?xf32>) outs(%w : memref<?xf32>) {dimension = 0 : i64} ({
// CHECK-NEXT: ^bb0(%a_1: tensor<f32>, %b_1: tensor<f32>):
// CHECK-NEXT: %3 = memref.load %d[] : memref<f32>
// CHECK-NEXT: %4 = tensor.from_elements %3 : tensor<f32>
// CHECK-NEXT: %5 = mhlo.subtract %a_1, %4 : tensor<f32>
// CHECK-NEXT: %6 = mhlo.compare LT, %5, %b_1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %6 : tensor<i1>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @kept(%x: memref<?xcomplex<f32>>, %v: memref<?xf32>, %d: memref<f32>, %y: memref<?xcomplex<f32>>, %w: memref<?xf32>) {
  lmhlo.sort ins(%x : memref<?xcomplex<f32>>) outs(%y : memref<?xcomplex<f32>>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %0 = mhlo.real %a : (tensor<complex<f32>>) -> tensor<f32>
    %1 = mhlo.real %b : (tensor<complex<f32>>) -> tensor<f32>
    %2 = mhlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %2 : tensor<i1>
  })
  lmhlo.sort ins(%v : memref<?xf32>) outs(%w : memref<?xf32>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = memref.load %d[] : memref<f32>
    %1 = tensor.from_elements %0 : tensor<f32>
    %2 = mhlo.subtract %a, %1 : tensor<f32>
    %3 = mhlo.compare LT, %2, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %3 : tensor<i1>
  })
  func.return
}

// -----

// What is sorted in a part of its own memory has other elements at other places.
// CHECK:      func.func @moved(%m: memref<8xf32>) {
// CHECK-NEXT: %x = memref.subview %m[0] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1]>>
// CHECK-NEXT: %y = memref.subview %m[2] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1], offset: 2>>
// CHECK-NEXT: lmhlo.sort ins(%x : memref<6xf32, strided<[1]>>) outs(%y : memref<6xf32, strided<[1], offset: 2>>) {dimension = 0 : i64} ({
// CHECK-NEXT: ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT: %0 = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %0 : tensor<i1>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @moved(%m: memref<8xf32>) {
  %x = memref.subview %m[0] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1]>>
  %y = memref.subview %m[2] [6] [1] : memref<8xf32> to memref<6xf32, strided<[1], offset: 2>>
  lmhlo.sort ins(%x : memref<6xf32, strided<[1]>>) outs(%y : memref<6xf32, strided<[1], offset: 2>>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  func.return
}
