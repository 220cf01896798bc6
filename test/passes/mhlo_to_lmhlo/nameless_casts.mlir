// RUN: disc-opt %s -p mhlo-to-lmhlo | filecheck %s

// A cast to a type that names nothing keeps the names that its operand's buffer has.
// CHECK-LABEL: func.func @nameless
// CHECK:         %[[A:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@S0, @C4]} : memref<?x4xf32>
// CHECK:         "memref.cast"(%[[A]]) {disc_shape.dims = [@S0, @C4]} : (memref<?x4xf32>) -> memref<?x?xf32>
// CHECK:         "memref.cast"(%{{.*}}) {disc_shape.dims = [unit, @C4]} : (memref<?x?xf32>) -> memref<?x4xf32>
func.func @nameless(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.abs %x : tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<?x4xf32, [@S0, @C4]>
  %2 = tensor.cast %1 : tensor<?x4xf32, [@S0, @C4]> to tensor<?x?xf32>
  %3 = stablehlo.negate %2 : tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<?x4xf32>
  return %4 : tensor<?x4xf32>
}

disc_shape.SymbolDim @S0
disc_shape.SymbolDim @C4 {value = 4}
