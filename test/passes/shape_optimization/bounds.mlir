// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s

// Bounds stay in the type, the symbols stand beside it; bounds are facts about sizes.

// CHECK:      func.func @main(%x: tensor<?x4xf32, #stablehlo.bounds<16, ?>> {disc_shape.dims = [@S0, @C4]})
// CHECK:        stablehlo.tanh %x {disc_shape.dims = [@S0, @C4]} : tensor<?x4xf32, #stablehlo.bounds<16, ?>>
// CHECK-NOT:    arith.cmpi
// CHECK:        arith.constant true
// CHECK:      disc_shape.SymbolDim @S0 {ranges = {{\[\[}}0, 16]]}
func.func @main(%x: tensor<?x4xf32, #stablehlo.bounds<16, ?>>) -> (tensor<?x4xf32, #stablehlo.bounds<16, ?>>, i1) {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %0 = stablehlo.tanh %x : tensor<?x4xf32, #stablehlo.bounds<16, ?>>
  %n = tensor.dim %0, %c0 : tensor<?x4xf32, #stablehlo.bounds<16, ?>>
  %1 = arith.cmpi sle, %n, %c20 : index
  return %0, %1 : tensor<?x4xf32, #stablehlo.bounds<16, ?>>, i1
}
