// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @elementwise(%a: tensor<0x3xf32>, %b: tensor<0x?xf32>) -> (tensor<0x3xf32>, tensor<0x?xf32>) {
  %0 = stablehlo.tanh %a : tensor<0x3xf32>
  %1 = stablehlo.tanh %b : tensor<0x?xf32>
  func.return %0, %1 : tensor<0x3xf32>, tensor<0x?xf32>
}
// CHECK-LABEL: @elementwise
// CHECK: [[NONE:%.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK: [[SOME:%.*]] = stablehlo.tanh %b
// CHECK: func.return [[NONE]], [[SOME]]

// -----

// The type need not say it: no rows are left of those that there are.
func.func @inferred(%a: tensor<?xf32>) -> tensor<?xf32> {
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %ones = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %a, %none, %none, %ones : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
// CHECK-LABEL: @inferred
// CHECK-SAME: -> tensor<0xf32>
// CHECK-NEXT: [[NONE:%.*]] = stablehlo.constant dense<> : tensor<0xf32>
// CHECK-NEXT: func.return [[NONE]]

// -----

func.func @concatenate(%a: tensor<0xi8>, %b: tensor<0xi8>) -> tensor<0xi8> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<0xi8>, tensor<0xi8>) -> tensor<0xi8>
  func.return %0 : tensor<0xi8>
}
// CHECK-LABEL: @concatenate
// CHECK-NEXT: stablehlo.constant dense<> : tensor<0xi8>

// -----

func.func @reduce(%a: tensor<0x4xf32>, %c: tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<0xf32>) {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<0x4xf32>, tensor<f32>) -> tensor<0xf32>
  func.return %0, %1, %2 : tensor<4xf32>, tensor<f32>, tensor<0xf32>
}
// CHECK-LABEL: @reduce
// CHECK-DAG: [[ROW:%.*]] = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-DAG: [[NONE:%.*]] = stablehlo.constant dense<> : tensor<0xf32>
// CHECK: func.return [[ROW]], %c, [[NONE]]

// -----

// How many rows the result has is not known before the run; one row is a sum of something.
func.func @reduce_of_some(%a: tensor<0x?xf32>, %b: tensor<1x4xf32>, %c: tensor<f32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<0x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<4xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<4xf32>
}
// CHECK-LABEL: @reduce_of_some
// CHECK-COUNT-2: stablehlo.reduce

// -----

func.func @pad(%a: tensor<0x2xf32>, %b: tensor<1xf32>, %v: tensor<f32>) -> (tensor<3x2xf32>, tensor<2xf32>) {
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %1 = stablehlo.pad %b, %v, low = [1], high = [0], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  func.return %0, %1 : tensor<3x2xf32>, tensor<2xf32>
}
// CHECK-LABEL: @pad
// CHECK: stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
// CHECK: stablehlo.pad %b

// -----

func.func @product(%a: tensor<3x0xf32>, %b: tensor<0x4xf32>, %c: tensor<3x1xf32>, %d: tensor<1x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot %a, %b : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
  %2 = stablehlo.dot %c, %d : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  func.return %0, %1, %2 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
}
// CHECK-LABEL: @product
// CHECK: [[ZEROS:%.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
// CHECK: [[PRODUCT:%.*]] = stablehlo.dot %c, %d
// CHECK: func.return [[ZEROS]], [[ZEROS]], [[PRODUCT]]

// -----

func.func @scatter(%a: tensor<?x4xf32>, %i: tensor<0x1xi64>, %u: tensor<0x4xf32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<0x1xi64>, tensor<0x4xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
// CHECK-LABEL: @scatter
// CHECK-NEXT: func.return %a

// -----

// Constants of no elements exist of every element type, of zeros not of every one: quantized
// elements, which no constant here has, stay.
func.func @elements(%a: tensor<0x4xcomplex<f32>>, %b: tensor<?xf8E4M3FN>, %c: tensor<0x!quant.uniform<i8:f32, 2.0>>) -> (tensor<0x4xcomplex<f32>>, tensor<0xf8E4M3FN>, tensor<0x!quant.uniform<i8:f32, 2.0>>, tensor<3x2xcomplex<f32>>) {
  %0 = stablehlo.negate %a : tensor<0x4xcomplex<f32>>
  %1 = stablehlo.slice %b [0:0] : (tensor<?xf8E4M3FN>) -> tensor<0xf8E4M3FN>
  %2 = stablehlo.negate %c : tensor<0x!quant.uniform<i8:f32, 2.0>>
  %x = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  %y = stablehlo.constant dense<> : tensor<0x2xcomplex<f32>>
  %3 = stablehlo.dot %x, %y : (tensor<3x0xcomplex<f32>>, tensor<0x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  func.return %0, %1, %2, %3 : tensor<0x4xcomplex<f32>>, tensor<0xf8E4M3FN>, tensor<0x!quant.uniform<i8:f32, 2.0>>, tensor<3x2xcomplex<f32>>
}
// CHECK-LABEL: @elements
// CHECK-DAG: stablehlo.constant dense<> : tensor<0x4xcomplex<f32>>
// CHECK-DAG: stablehlo.constant dense<> : tensor<0xf8E4M3FN>
// CHECK-DAG: stablehlo.negate %c
// CHECK-DAG: stablehlo.dot
// CHECK-NOT: stablehlo.slice
