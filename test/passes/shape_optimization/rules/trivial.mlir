// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @equal_operands(%a: tensor<2xi32>, %b: tensor<?xi32>, %f: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi1>, tensor<?xi32>, tensor<2xi1>) {
  %0 = stablehlo.subtract %a, %a : tensor<2xi32>
  %1 = stablehlo.compare GE, %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %2 = stablehlo.or %b, %b : tensor<?xi32>
  %3 = stablehlo.compare EQ, %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return %0, %1, %2, %3 : tensor<2xi32>, tensor<2xi1>, tensor<?xi32>, tensor<2xi1>
}
// CHECK-LABEL: @equal_operands
// CHECK-DAG: [[ZERO:%.*]] = stablehlo.constant dense<0> : tensor<2xi32>
// CHECK-DAG: [[TRUE:%.*]] = stablehlo.constant dense<true> : tensor<2xi1>
// CHECK-DAG: [[NAN:%.*]] = stablehlo.compare EQ, %f, %f
// CHECK: func.return [[ZERO]], [[TRUE]], %b, [[NAN]]

// -----

func.func @truth(%p: tensor<3xi1>, %x: tensor<3xi32>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi32>, tensor<3xi1>) {
  %false = stablehlo.constant dense<false> : tensor<3xi1>
  %zero = stablehlo.constant dense<0> : tensor<3xi32>
  %0 = stablehlo.compare NE, %p, %false : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %1 = stablehlo.and %p, %false : tensor<3xi1>
  %2 = stablehlo.multiply %x, %zero : tensor<3xi32>
  %3 = stablehlo.compare EQ, %p, %false : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  func.return %0, %1, %2, %3 : tensor<3xi1>, tensor<3xi1>, tensor<3xi32>, tensor<3xi1>
}
// CHECK-LABEL: @truth
// CHECK-DAG: [[FALSE:%.*]] = stablehlo.constant dense<false> : tensor<3xi1>
// CHECK-DAG: [[ZERO:%.*]] = stablehlo.constant dense<0> : tensor<3xi32>
// CHECK-DAG: [[NOT:%.*]] = stablehlo.compare EQ, %p, [[FALSE]]
// CHECK: func.return %p, [[FALSE]], [[ZERO]], [[NOT]]

// -----

func.func @select(%p: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %p, %a, %a : tensor<?xi1>, tensor<?xf32>
  %1 = stablehlo.select %true, %a, %b : tensor<i1>, tensor<?xf32>
  %2 = stablehlo.select %false, %a, %b : tensor<i1>, tensor<?xf32>
  func.return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @select
// CHECK: func.return %a, %a, %b

// -----

func.func @parts(%z: tensor<?xcomplex<f32>>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xcomplex<f32>>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.real %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %1 = stablehlo.imag %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %2 = stablehlo.complex %0, %1 : tensor<?xcomplex<f32>>
  %3 = stablehlo.complex %a, %b : tensor<?xcomplex<f32>>
  %4 = stablehlo.real %3 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %5 = stablehlo.imag %3 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  func.return %2, %4, %5 : tensor<?xcomplex<f32>>, tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @parts
// CHECK: func.return %z, %a, %b

// -----

// The parts of another number do not make this one.

func.func @conjugate(%z: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.real %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %1 = stablehlo.imag %z : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %2 = stablehlo.complex %1, %0 : tensor<?xcomplex<f32>>
  func.return %2 : tensor<?xcomplex<f32>>
}
// CHECK-LABEL: @conjugate
// CHECK: stablehlo.complex

// -----

func.func @tuple(%a: tensor<f32>, %b: tensor<?xi32>) -> (tensor<?xi32>, tensor<f32>) {
  %t = stablehlo.tuple %a, %b : tuple<tensor<f32>, tensor<?xi32>>
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<?xi32>>) -> tensor<?xi32>
  %1 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<?xi32>>) -> tensor<f32>
  func.return %0, %1 : tensor<?xi32>, tensor<f32>
}
// CHECK-LABEL: @tuple
// CHECK: func.return %{{.*}}, %a
// CHECK-NOT: stablehlo.tuple

// -----

func.func @concatenates(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>, %e: tensor<0x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = stablehlo.concatenate %a, %e, dim = 0 : (tensor<?x2xf32>, tensor<0x2xf32>) -> tensor<?x2xf32>
  %1 = stablehlo.concatenate %0, %b, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %3 = stablehlo.concatenate %b, %a, %b, dim = 0 : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  func.return %1, %3 : tensor<?x2xf32>, tensor<?x2xf32>
}
// CHECK-LABEL: @concatenates
// CHECK: stablehlo.concatenate %a, %b, dim = 0
// CHECK-NEXT: stablehlo.concatenate %b, %a, %b, dim = 0
// CHECK-NEXT: func.return

// -----

// Dimensions of size one that change places move no element; a broadcast that only permutes is a
// transposition.

func.func @moves(%a: tensor<4x3xf32>, %b: tensor<1x4x2x1xf32>) -> (tensor<3x4xf32>, tensor<1x4x1x2xf32>, tensor<2x4x1x1xf32>, tensor<4x3x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.transpose %b, dims = [3, 1, 0, 2] : (tensor<1x4x2x1xf32>) -> tensor<1x4x1x2xf32>
  %2 = stablehlo.transpose %b, dims = [2, 1, 0, 3] : (tensor<1x4x2x1xf32>) -> tensor<2x4x1x1xf32>
  %3 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x3xf32>) -> tensor<4x3x3xf32>
  func.return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<1x4x1x2xf32>, tensor<2x4x1x1xf32>, tensor<4x3x3xf32>
}
// CHECK-LABEL: @moves
// CHECK-NEXT: stablehlo.transpose %a, dims = [1, 0]
// CHECK-NEXT: stablehlo.reshape %b
// CHECK-NEXT: stablehlo.transpose %b, dims = [2, 1, 0, 3]
// CHECK-NEXT: stablehlo.broadcast_in_dim %a, dims = [0, 1]
