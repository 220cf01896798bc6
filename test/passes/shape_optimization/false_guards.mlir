// RUN: disc-opt %s --split-input-file -p shape-optimization 2>&1 | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization 2>/dev/null | filecheck %s --check-prefix KEPT

// A guard that no run passes is reported at its position, once, and stays.

// CHECK: false_guards.mlir:11:3: warning: 'cf.assert' fails in every run that reaches it: x must be even
// KEPT-LABEL: func.func @constant
// KEPT: cf.assert %{{.*}}, "x must be even"
func.func @constant(%x: tensor<?xf32>) {
  %f = arith.constant false
  cf.assert %f, "x must be even"
  return
}

// -----

// CHECK: false_guards.mlir:24:3: warning: 'cf.assert' fails in every run that reaches it: a negative size
// KEPT-LABEL: func.func @size
// KEPT: cf.assert %{{.*}}, "a negative size"
func.func @size(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %n = arith.cmpi slt, %d, %c0 : index
  cf.assert %n, "a negative size"
  return
}

// -----

// Decided by the guard before it; in two lines, as JAX writes them.
// CHECK: false_guards.mlir:43:3: warning: 'stablehlo.custom_call' fails in every run that reaches it: at most 4; got more
// KEPT-LABEL: func.func @earlier
// KEPT: at least 5
// KEPT: at most 4
func.func @earlier(%x: tensor<?xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.compare GT, %n, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%0) {has_side_effect = true, error_message = "at least 5"}
    : (tensor<i1>) -> ()
  %1 = stablehlo.compare LE, %n, %c4 : (tensor<i32>, tensor<i32>) -> tensor<i1>

  stablehlo.custom_call @shape_assertion(%1) {has_side_effect = true, error_message = "at most 4\0Agot more"}
    : (tensor<i1>) -> ()
  return
}

// -----

// CHECK: false_guards.mlir:56:3: warning: 'shape.cstr_broadcastable' fails in every run that reaches it{{$}}
// KEPT-LABEL: func.func @witness
// KEPT: shape.cstr_broadcastable
func.func @witness(%x: tensor<2xf32>, %y: tensor<3xf32>) -> !shape.witness {
  %0 = shape.shape_of %x : tensor<2xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<3xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  return %w : !shape.witness
}

// -----

// In a called function, found by the operands of a call as well.
// CHECK: false_guards.mlir:74:3: warning: 'cf.assert' fails in every run that reaches it: at least four
// KEPT-LABEL: func.func @caller
// KEPT: cf.assert
func.func @caller() {
  %c = arith.constant 3 : index
  func.call @check(%c) : (index) -> ()
  return
}
func.func private @check(%n: index) {
  %c = arith.constant 4 : index
  %0 = arith.cmpi sge, %n, %c : index
  cf.assert %0, "at least four"
  return
}

// -----

// Nothing is reported of a guard that some runs pass, or that no run reaches.
// CHECK-NOT: warning
// KEPT-LABEL: func.func @open
// KEPT: cf.assert
func.func @open(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = arith.cmpi slt, %d, %c4 : index
  cf.assert %0, "fewer than 4"
  %f = arith.constant false
  scf.if %f {
    cf.assert %f, "dead"
  }
  return
}
