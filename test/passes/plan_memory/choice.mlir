// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p 'plan-memory' | filecheck %s

// Two packings: the arena has the smaller size, and offsets are chosen with it.
// CHECK:      func.func @choice(%n: index, %m: index) attributes {disc_shape.peak = "== min(max(320*m + 384*n, 384*m + 192*n), max(512*m, 192*m + 384*n, 384*m + 192*n))"} {
// CHECK-NEXT: %c384 = arith.constant 384 : index
// CHECK-NEXT: %0 = arith.muli %m, %c384 : index
// CHECK-NEXT: %c192 = arith.constant 192 : index
// CHECK-NEXT: %1 = arith.muli %n, %c192 : index
// CHECK-NEXT: %2 = arith.addi %1, %0 : index
// CHECK-NEXT: %c320 = arith.constant 320 : index
// CHECK-NEXT: %3 = arith.muli %m, %c320 : index
// CHECK-NEXT: %4 = arith.muli %n, %c384 : index
// CHECK-NEXT: %5 = arith.addi %4, %3 : index
// CHECK-NEXT: %6 = arith.maxsi %5, %2 : index
// CHECK-NEXT: %7 = arith.addi %1, %0 : index
// CHECK-NEXT: %8 = arith.muli %m, %c192 : index
// CHECK-NEXT: %9 = arith.addi %4, %8 : index
// CHECK-NEXT: %c512 = arith.constant 512 : index
// CHECK-NEXT: %10 = arith.muli %m, %c512 : index
// CHECK-NEXT: %11 = arith.maxsi %10, %9 : index
// CHECK-NEXT: %12 = arith.maxsi %11, %7 : index
// CHECK-NEXT: %13 = arith.cmpi slt, %12, %6 : index
// CHECK-NEXT: %14 = arith.minsi %12, %6 : index
// CHECK-NEXT: %arena = memref.alloc(%14) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %15 = arith.select %13, %c0, %3 : index
// CHECK-NEXT: %16 = memref.view %arena[%15][%n] {disc_shape.lifetime, disc_shape.dims = [@n, @C48]} : memref<?xi8> to memref<?x48xf32>
// CHECK-NEXT: %17 = arith.addi %1, %8 : index
// CHECK-NEXT: %18 = arith.maxsi %17, %0 : index
// CHECK-NEXT: %19 = arith.select %13, %18, %8 : index
// CHECK-NEXT: %20 = arith.maxsi %1, %8 : index
// CHECK-NEXT: %21 = arith.select %13, %20, %c0 : index
// CHECK-NEXT: %22 = arith.addi %1, %3 : index
// CHECK-NEXT: %23 = arith.maxsi %22, %0 : index
// CHECK-NEXT: %24 = arith.select %13, %18, %23 : index
// CHECK-NEXT: %25 = arith.select %13, %c0, %8 : index
// CHECK-NEXT: "test.write"(%16) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: %26 = memref.view %arena[%19][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C32]} : memref<?xi8> to memref<?x32xf32>
// CHECK-NEXT: "test.write"(%26) : (memref<?x32xf32>) -> ()
// CHECK-NEXT: %27 = memref.view %arena[%21][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C48]} : memref<?xi8> to memref<?x48xf32>
// CHECK-NEXT: "test.write"(%27) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: "test.read"(%26) : (memref<?x32xf32>) -> ()
// CHECK-NEXT: %28 = memref.view %arena[%24][%n] {disc_shape.lifetime, disc_shape.dims = [@n, @C48]} : memref<?xi8> to memref<?x48xf32>
// CHECK-NEXT: "test.write"(%28) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: "test.read"(%16) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: %29 = memref.view %arena[%25][%m] {disc_shape.lifetime, disc_shape.dims = [@m, @C48]} : memref<?xi8> to memref<?x48xf32>
// CHECK-NEXT: "test.write"(%29) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: "test.read"(%27) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: "test.read"(%28) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: "test.read"(%29) : (memref<?x48xf32>) -> ()
// CHECK-NEXT: memref.dealloc %arena : memref<?xi8>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @choice(%n: index, %m: index) {
  %1 = memref.alloc(%n) {disc_shape.dims = [@n, @C48]} : memref<?x48xf32>
  "test.write"(%1) : (memref<?x48xf32>) -> ()
  %2 = memref.alloc(%m) {disc_shape.dims = [@m, @C32]} : memref<?x32xf32>
  "test.write"(%2) : (memref<?x32xf32>) -> ()
  %3 = memref.alloc(%m) {disc_shape.dims = [@m, @C48]} : memref<?x48xf32>
  "test.write"(%3) : (memref<?x48xf32>) -> ()
  "test.read"(%2) : (memref<?x32xf32>) -> ()
  memref.dealloc %2 : memref<?x32xf32>
  %0 = memref.alloc(%n) {disc_shape.dims = [@n, @C48]} : memref<?x48xf32>
  "test.write"(%0) : (memref<?x48xf32>) -> ()
  "test.read"(%1) : (memref<?x48xf32>) -> ()
  memref.dealloc %1 : memref<?x48xf32>
  %4 = memref.alloc(%m) {disc_shape.dims = [@m, @C48]} : memref<?x48xf32>
  "test.write"(%4) : (memref<?x48xf32>) -> ()
  "test.read"(%3) : (memref<?x48xf32>) -> ()
  memref.dealloc %3 : memref<?x48xf32>
  "test.read"(%0) : (memref<?x48xf32>) -> ()
  memref.dealloc %0 : memref<?x48xf32>
  "test.read"(%4) : (memref<?x48xf32>) -> ()
  memref.dealloc %4 : memref<?x48xf32>
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C32 {value = 32}
disc_shape.SymbolDim @C48 {value = 48}
