// RUN: disc-run %s --entry added --seed 3 | filecheck %s --check-prefix ADDED
// RUN: disc-run %s --entry added --seed 3 --dims 0.0=0 | filecheck %s --check-prefix NONE
// RUN: disc-run %s --entry product --seed 5 | filecheck %s --check-prefix PRODUCT
// RUN: disc-run %s --entry divided --seed 3 | filecheck %s --check-prefix DIVIDED
// RUN: disc-run %s --entry cut --seed 3 | filecheck %s --check-prefix CUT
// RUN: disc-run %s --entry called --seed 3 | filecheck %s --check-prefix CALLED
// RUN: not disc-run %s --entry added --dims 0.0=2,1.0=3 2>&1 | filecheck %s --check-prefix WRONG

// A program without checks and symbols runs at random sizes that its operations allow.

// ADDED: result 0: {{[1-9]}} float32
// NONE: result 0: 0 float32
// WRONG: 'stablehlo.add': dimension 0 of operands differ: 2 and 3
func.func @added(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// PRODUCT: result 0: {{[1-9]}}x{{[1-9]}} float32
func.func @product(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// DIVIDED: result 0: {{[1-9]+}}x4 float32
func.func @divided(%x: tensor<?x?xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %m = arith.divsi %n, %c4 : index
  %s = tensor.from_elements %m, %c4 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CUT: result 0: 1x3 float32
func.func @cut(%x: tensor<?x3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.slice %x [20:21, 0:3] : (tensor<?x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// CALLED: result 0: {{[1-9]}} float32
func.func @called(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @added(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
