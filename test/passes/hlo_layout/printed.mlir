// RUN: disc-opt %s --split-input-file -p 'test-print-layout-groups' | filecheck %s

// CHECK:      // function @fewer
// CHECK-NEXT: //   group 0: [0, 1], transposes now 2, bytes 32*n
// CHECK-NEXT: //     [0, 1]: transposes 1, bytes 16*n
// CHECK-NEXT: //     [1, 0]: transposes 2, bytes 32*n
// CHECK-NEXT: //     argument : tensor<?x4xf32, [@n, @C4]> as [0, 1]
// CHECK-NEXT: //     stablehlo.transpose : tensor<4x?xf32, [@C4, @n]> as [1, 0]
// CHECK-NEXT: //     argument : tensor<?x4xf32, [@n, @C4]> as [0, 1]
// CHECK-NEXT: //     stablehlo.transpose : tensor<4x?xf32, [@C4, @n]> as [1, 0]
// CHECK-NEXT: //     stablehlo.add : tensor<4x?xf32, [@C4, @n]> as [1, 0]
func.func @fewer(%x: tensor<?x4xf32, [@n, @C4]>, %y: tensor<?x4xf32, [@n, @C4]>) -> tensor<4x?xf32, [@C4, @n]> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32, [@n, @C4]>) -> tensor<4x?xf32, [@C4, @n]>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x4xf32, [@n, @C4]>) -> tensor<4x?xf32, [@C4, @n]>
  %2 = stablehlo.add %0, %1 : tensor<4x?xf32, [@C4, @n]>
  return %2 : tensor<4x?xf32, [@C4, @n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}

// -----

// A group without transposes is not printed, and one that stays says so.
// CHECK:      // function @both
// CHECK-NEXT: //   group 0: as it is, transposes now 1
// CHECK-NEXT: //     [0, 1]: transposes 1
// CHECK-NEXT: //     [1, 0]: transposes 1
// CHECK-NEXT: //     argument : tensor<?x?xf32> as [0, 1]
// CHECK-NEXT: //     stablehlo.transpose : tensor<?x?xf32> as [1, 0]
// CHECK-NEXT: //     stablehlo.tanh : tensor<?x?xf32> as [1, 0]

func.func @both(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %y : tensor<?xf32>
  %2 = stablehlo.tanh %0 : tensor<?x?xf32>
  return %2, %1 : tensor<?x?xf32>, tensor<?xf32>
}
