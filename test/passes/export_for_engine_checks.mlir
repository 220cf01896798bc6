// RUN: disc-opt %s --split-input-file -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'shape-optimization,export-for-engine{engine=xla},test-verify-dominance' | filecheck %s --check-prefix=XLA

// A broadcast that may or may not expand is checked once.

// CHECK-LABEL: @stretch
// CHECK:       %[[ONE:.+]] = arith.cmpi eq, %[[SIZE:.+]], %{{.*}} : index
// CHECK:       %[[SAME:.+]] = arith.cmpi eq, %[[SIZE]], %{{.*}} : index
// CHECK:       %[[FITS:.+]] = arith.ori %[[ONE]], %[[SAME]] : i1
// CHECK-NEXT:  cf.assert %[[FITS]], "dimension 0 of 'stablehlo.dynamic_broadcast_in_dim' operand is 1 or that of the result: expected x[0] == 1 or x[0] == y[0]"
// CHECK-NOT:   cf.assert
// XLA-LABEL: @stretch
// XLA:       stablehlo.custom_call @shape_assertion({{.*}} expected x[0] == 1 or x[0] == y[0], found x[0] = {0} and y[0] = {1}"
// XLA-NOT:   shape_assertion
func.func @stretch(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.tanh %x : tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The program's own check implies it.

// XLA-LABEL: @guarded
// CHECK-LABEL: @guarded
// CHECK:       cf.assert %{{.*}}, "x does not fit"
// CHECK-NOT:   cf.assert
func.func @guarded(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %one = arith.cmpi eq, %a, %c1 : index
  %same = arith.cmpi eq, %a, %b : index
  %ok = arith.ori %one, %same : i1
  cf.assert %ok, "x does not fit"
  %s = tensor.from_elements %b : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// So does the witness of a broadcast by the rules of NumPy.

// CHECK-LABEL: @witness
// CHECK:       cf.assert
// CHECK-NOT:   cf.assert
func.func @witness(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %t = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<1xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %b = shape.broadcast %s, %t : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %y, %b, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %3 = stablehlo.add %1, %2 : tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Facts about arguments are checked by calls, not by the text.

// CHECK-LABEL: @arguments
// CHECK-NOT:   cf.assert
func.func @arguments(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// In a region that may not run they are no facts.

// CHECK-LABEL: @branch
// CHECK-NOT:   cf.assert
// CHECK:       "stablehlo.if"
// CHECK:       cf.assert %{{.*}}, "operands and results of 'stablehlo.add' have one shape: expected x[0] == y[0]"
// CHECK-NEXT:  stablehlo.add
func.func @branch(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes that are data: none is negative, and they have the product of those of the operand.

// CHECK-LABEL: @data
// CHECK:       cf.assert %{{.*}}, "{{.*}} no size is negative: expected element s[0] >= 0"
// CHECK:       cf.assert %{{.*}}, "{{.*}} no size is negative: expected element s[1] >= 0"
// CHECK:       cf.assert %{{.*}}, "'stablehlo.dynamic_reshape' keeps the number of elements: expected x[0] == element s[0]*element s[1]"
func.func @data(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A slice that is not larger than what it is taken from is no equation, so it is checked here.

// CHECK-LABEL: @update
// CHECK:       cf.assert %{{.*}}, "{{.*}} slice is not larger than the operand: expected u[0] <= x[0]"
func.func @update(%x: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
