// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true}' | filecheck %s

// Two public functions name a symbol in signatures that stay: it belongs to neither, and what one
// says of its size (it is eight) is not said of the other's.
// CHECK-LABEL: func.func @first(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]>
// CHECK:         tensor.cast %y : tensor<?xf32, [@a]> to tensor<?xf32, [@S0]>
// CHECK-LABEL: func.func @second(%x: tensor<?xf32, [@a]>, %y: tensor<8xf32>) -> tensor<?xf32, [@a]>
// CHECK:         tensor.cast %x : tensor<?xf32, [@a]> to tensor<8xf32>
// CHECK:         disc_shape.SymbolDim @a {named}{{$}}
func.func @first(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
  return %y : tensor<?xf32, [@a]>
}

func.func @second(%x: tensor<?xf32, [@a]>, %y: tensor<8xf32>) -> tensor<?xf32, [@a]> {
  %0 = tensor.cast %y : tensor<8xf32> to tensor<?xf32, [@a]>
  %1 = stablehlo.add %x, %0 : tensor<?xf32, [@a]>
  return %1 : tensor<?xf32, [@a]>
}

disc_shape.SymbolDim @a
