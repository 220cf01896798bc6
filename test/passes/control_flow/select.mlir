// RUN: disc-opt %s -p 'shape-optimization' --split-input-file | filecheck %s

// A scalar chooses between values whose sizes may differ.
// CHECK:      func.func @select(%c: i1, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]> {
// CHECK-NEXT:   %0 = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32, [unit]>
// CHECK-NEXT:   %1 = tensor.cast %y : tensor<?xf32, [@S1]> to tensor<?xf32, [unit]>
// CHECK-NEXT:   %2 = arith.select %c, %0, %1 : tensor<?xf32, [unit]>
// CHECK-NEXT:   %3 = tensor.cast %2 : tensor<?xf32, [unit]> to tensor<?xf32, [@S2]>
// CHECK-NEXT:   func.return %3 : tensor<?xf32, [@S2]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
func.func @select(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %x, %y : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Of one size they have it.
// CHECK:      func.func @same_size(%c: i1, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
// CHECK-NEXT:   %y = stablehlo.abs %x : tensor<?xf32, [@S0]>
// CHECK-NEXT:   %0 = arith.select %c, %x, %y : tensor<?xf32, [@S0]>
// CHECK-NEXT:   func.return %0 : tensor<?xf32, [@S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @same_size(%c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %y = stablehlo.abs %x : tensor<?xf32>
  %0 = arith.select %c, %x, %y : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
