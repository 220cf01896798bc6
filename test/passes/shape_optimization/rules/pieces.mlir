// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @inside(%a: tensor<4x?xf32>, %b: tensor<3x?xf32>) -> (tensor<2x?xf32>, tensor<4x?xf32>, tensor<1x?xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x?xf32>, tensor<3x?xf32>) -> tensor<7x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %d = tensor.dim %a, %c1 : tensor<4x?xf32>
  %s = tensor.from_elements %c4, %c0 : tensor<2xindex>
  %l = tensor.from_elements %c6, %d : tensor<2xindex>
  %t = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %1 = stablehlo.real_dynamic_slice %0, %s, %l, %t : (tensor<7x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<2x?xf32>
  %z = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %m = tensor.from_elements %c4, %d : tensor<2xindex>
  %2 = stablehlo.real_dynamic_slice %0, %z, %m, %t : (tensor<7x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<4x?xf32>
  %u = tensor.from_elements %c6, %c1 : tensor<2xindex>
  %3 = stablehlo.real_dynamic_slice %0, %z, %m, %u : (tensor<7x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<1x?xf32>
  func.return %1, %2, %3 : tensor<2x?xf32>, tensor<4x?xf32>, tensor<1x?xf32>
}
// CHECK-LABEL: @inside
// CHECK-NOT: concatenate
// CHECK: [[SECOND:%.*]] = stablehlo.real_dynamic_slice %b
// CHECK-NOT: concatenate
// CHECK: [[EVERY_SIXTH:%.*]] = stablehlo.real_dynamic_slice %a
// CHECK: func.return [[SECOND]], %a, [[EVERY_SIXTH]]

// -----

func.func @static(%a: tensor<4xf32>, %b: tensor<3xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<0xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %0 [5:7] : (tensor<7xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [0:4:3] : (tensor<7xf32>) -> tensor<2xf32>
  %3 = stablehlo.slice %0 [4:7] : (tensor<7xf32>) -> tensor<3xf32>
  %4 = stablehlo.slice %0 [4:4] : (tensor<7xf32>) -> tensor<0xf32>
  func.return %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<0xf32>
}
// CHECK-LABEL: @static
// CHECK-NOT: concatenate
// CHECK: [[ONE:%.*]] = stablehlo.slice %b [1:3]
// CHECK: [[TWO:%.*]] = stablehlo.slice %a [0:4:3]
// CHECK: [[NONE:%.*]] = stablehlo.constant dense<>
// CHECK: func.return [[ONE]], [[TWO]], %b, [[NONE]]

// -----

// Where a piece begins need not be a number.
func.func @whole(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %b, %c0 : tensor<?xf32>
  %z = tensor.from_elements %c0 : tensor<1xindex>
  %first = tensor.from_elements %d : tensor<1xindex>
  %sum = arith.addi %d, %e : index
  %second = tensor.from_elements %sum : tensor<1xindex>
  %t = tensor.from_elements %c1 : tensor<1xindex>
  %1 = stablehlo.real_dynamic_slice %0, %z, %first, %t : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.real_dynamic_slice %0, %first, %second, %t : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  func.return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @whole
// CHECK-NEXT: func.return %a, %b
// CHECK-NOT: tie_predicate

// -----

// The slice reaches from the first piece into the second one, or may do so.
func.func @across(%a: tensor<?xf32>, %b: tensor<?xf32>, %i: tensor<1xi32>) -> (tensor<2xf32>, tensor<?xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.slice %0 [1:3] : (tensor<?xf32>) -> tensor<2xf32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %t = stablehlo.constant dense<1> : tensor<1xi32>
  %2 = stablehlo.real_dynamic_slice %0, %z, %i, %t : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %1, %2 : tensor<2xf32>, tensor<?xf32>
}
// CHECK-LABEL: @across
// CHECK: [[BOTH:%.*]] = stablehlo.concatenate %a, %b
// CHECK: stablehlo.slice [[BOTH]] [1:3]
// CHECK: stablehlo.real_dynamic_slice [[BOTH]]

// -----

// The last piece is as long as the slice needs: the slice would be wrong otherwise.
func.func @last(%a: tensor<4xf32>, %b: tensor<?xf32>) -> tensor<2xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.slice %0 [5:7] : (tensor<?xf32>) -> tensor<2xf32>
  func.return %1 : tensor<2xf32>
}
// CHECK-LABEL: @last
// CHECK-NEXT: stablehlo.slice %b [1:3]

// -----

func.func @fewer(%a: tensor<4xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) -> (tensor<5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<4xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [4:9] : (tensor<9xf32>) -> tensor<5xf32>
  %2 = stablehlo.concatenate %a, %c, %b, dim = 0 : (tensor<4xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<9xf32>
  %3 = stablehlo.slice %2 [4:8] : (tensor<9xf32>) -> tensor<4xf32>
  %4 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
  %5 = stablehlo.slice %4 [2:7] : (tensor<7xf32>) -> tensor<5xf32>
  %6 = stablehlo.concatenate %b, %b, dim = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  %7 = stablehlo.slice %6 [1:6] : (tensor<6xf32>) -> tensor<5xf32>
  %8 = stablehlo.concatenate %c, %c, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<8xf32>
  %9 = stablehlo.slice %8 [1:6] : (tensor<8xf32>) -> tensor<5xf32>
  func.return %1, %3, %5, %7, %9 : tensor<5xf32>, tensor<4xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
// CHECK-LABEL: @fewer
// CHECK: stablehlo.concatenate %b, %c
// CHECK: [[TWO:%.*]] = stablehlo.slice %b [0:2]
// CHECK: stablehlo.concatenate %c, [[TWO]]
// CHECK: [[ONE:%.*]] = stablehlo.slice %b [2:3]
// CHECK: stablehlo.concatenate [[ONE]], %a
// CHECK: [[REST:%.*]] = stablehlo.slice %b [1:3]
// CHECK: stablehlo.concatenate [[REST]], %b
// CHECK: [[ALL:%.*]] = stablehlo.concatenate %c, %c, %a
// CHECK: stablehlo.slice [[ALL]] [1:6]

// -----

// A concatenation that is read elsewhere is computed anyway, and steps of two need the whole.
func.func @kept(%a: tensor<4xf32>, %b: tensor<3xf32>) -> (tensor<7xf32>, tensor<5xf32>, tensor<3xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %0 [0:5] : (tensor<7xf32>) -> tensor<5xf32>
  %2 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
  %3 = stablehlo.slice %2 [0:5:2] : (tensor<7xf32>) -> tensor<3xf32>
  func.return %0, %1, %3 : tensor<7xf32>, tensor<5xf32>, tensor<3xf32>
}
// CHECK-LABEL: @kept
// CHECK: [[AB:%.*]] = stablehlo.concatenate %a, %b
// CHECK: stablehlo.slice [[AB]] [0:5]
// CHECK: [[BA:%.*]] = stablehlo.concatenate %b, %a
// CHECK: stablehlo.slice [[BA]] [0:5:2]

// -----

// Along another axis than that of the concatenation, the slice takes parts of all pieces.
func.func @other_axis(%a: tensor<4x2xf32>, %b: tensor<3x2xf32>) -> (tensor<7x1xf32>, tensor<2x1xf32>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x2xf32>, tensor<3x2xf32>) -> tensor<7x2xf32>
  %1 = stablehlo.slice %0 [0:7, 1:2] : (tensor<7x2xf32>) -> tensor<7x1xf32>
  %2 = stablehlo.slice %0 [4:6, 1:2] : (tensor<7x2xf32>) -> tensor<2x1xf32>
  func.return %1, %2 : tensor<7x1xf32>, tensor<2x1xf32>
}
// CHECK-LABEL: @other_axis
// CHECK: [[BOTH:%.*]] = stablehlo.concatenate %a, %b
// CHECK: stablehlo.slice [[BOTH]] [0:7, 1:2]
// CHECK: stablehlo.slice %b [0:2, 1:2]
