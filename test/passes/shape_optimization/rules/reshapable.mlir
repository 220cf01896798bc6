// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// A check that a number of elements fits a shape is one in every dialect that has it.

// CHECK-LABEL: func.func @stablehlo
// CHECK: stablehlo.cstr_reshapable
// CHECK: disc_shape.tie_predicate_eq %S1, %S0 {guarded}
func.func @stablehlo(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = tensor.dim %y, %c0 : tensor<?xf32>
  %2 = tensor.from_elements %1 : tensor<1xindex>
  %3 = stablehlo.cstr_reshapable %0, %2 : (index, tensor<1xindex>) -> !shape.witness
  %4 = shape.assuming %3 -> (tensor<?xf32>) {
    %5 = stablehlo.tanh %x : tensor<?xf32>
    shape.assuming_yield %5 : tensor<?xf32>
  }
  func.return %4 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @mhlo
// CHECK: mhlo.cstr_reshapable
// CHECK: disc_shape.tie_predicate_eq %S1, %S0 {guarded}
func.func @mhlo(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = tensor.dim %y, %c0 : tensor<?xf32>
  %2 = tensor.from_elements %1 : tensor<1xindex>
  %3 = mhlo.cstr_reshapable %0, %2 : (index, tensor<1xindex>) -> !shape.witness
  %4 = shape.assuming %3 -> (tensor<?xf32>) {
    %5 = stablehlo.tanh %x : tensor<?xf32>
    shape.assuming_yield %5 : tensor<?xf32>
  }
  func.return %4 : tensor<?xf32>
}

// -----

// A size that may be -1 stands for any number: nothing follows for the sizes of %x.

// CHECK-LABEL: func.func @any_number
// CHECK: stablehlo.cstr_reshapable
// CHECK-NOT: tie_predicate
func.func @any_number(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = stablehlo.cstr_reshapable %0, %s : (index, tensor<1xi32>) -> !shape.witness
  %2 = shape.assuming %1 -> (tensor<?xf32>) {
    %3 = stablehlo.tanh %x : tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  func.return %2 : tensor<?xf32>
}
