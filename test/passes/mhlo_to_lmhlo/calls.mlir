// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// A call borrows its operands and owns its results; a view is copied into a buffer of the callee's type.
// CHECK:      func.func @main(%x: memref<?x4xf32>) -> memref<?x4xf32> {
// CHECK-NEXT:   %0 = func.call @double(%x) : (memref<?x4xf32>) -> memref<?x4xf32>
// CHECK-NEXT:   lmhlo.negate ins(%0 : memref<?x4xf32>) outs(%0 : memref<?x4xf32>)
// CHECK-NEXT:   func.return %0 : memref<?x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @double(%x: memref<?x4xf32>) -> memref<?x4xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?x4xf32>
// CHECK-NEXT:   lmhlo.add ins(%x, %x : memref<?x4xf32>, memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
// CHECK-NEXT:   func.return %1 : memref<?x4xf32>
// CHECK-NEXT: }
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = func.call @double(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = stablehlo.negate %0 : tensor<?x4xf32>
  func.return %1 : tensor<?x4xf32>
}
func.func private @double(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// -----

// CHECK:      func.func @strided(%x: memref<8xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.subview %x[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%0, %1) : (memref<4xf32, strided<[2]>>, memref<4xf32>) -> ()
// CHECK-NEXT:   %2 = func.call @extern(%1) : (memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:   func.return %2 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @extern(memref<4xf32>) -> memref<4xf32>
func.func @strided(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [0:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = func.call @extern(%0) : (tensor<4xf32>) -> tensor<4xf32>
  func.return %1 : tensor<4xf32>
}
func.func private @extern(tensor<4xf32>) -> tensor<4xf32>

// -----

// The decomposition of a composite is called.
// CHECK:      func.func @composite(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = func.call @f(%x) : (memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%x, %0) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   func.return %0 : memref<4xf32>
// CHECK-NEXT: }
func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.op" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  func.return %x : tensor<4xf32>
}

// -----

// Functions without tensors are left alone; arguments keep their attributes.
// CHECK:      func.func @scalars(%n: index) -> index {
// CHECK-NEXT:   func.return %n : index
// CHECK-NEXT: }
// CHECK-NEXT: func.func @attributes(%x: memref<?xf32> {my.name = "x", disc_shape.dims = [@n]}, %i: i32) -> (i32, memref<?xf32> {my.name = "y", disc_shape.dims = [@n]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %i, %1 : i32, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n {named}
func.func @scalars(%n: index) -> index {
  func.return %n : index
}
func.func @attributes(%x: tensor<?xf32, [@n]> {my.name = "x"}, %i: i32) -> (i32, tensor<?xf32, [@n]> {my.name = "y"}) {
  func.return %i, %x : i32, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n {named}
