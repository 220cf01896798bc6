// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1), arguments of while
// CHECK: types 0 of 'stablehlo.while' cond arguments differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<3xf32>) {
  %r0 = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    %s = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<3xf32>):
    stablehlo.return %b0 : tensor<3xf32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1), result of while
// CHECK: condition of 'stablehlo.while' is tensor<2xf32>, expected tensor<i1>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return %b0 : tensor<2xf32>
  }, {
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return %b0 : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2), arguments of while
// CHECK: types 0 of 'stablehlo.while' body arguments differ: tensor<3xf32> and tensor<2xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    %s = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<3xf32>):
    stablehlo.return %b0 : tensor<3xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2), results of while
// CHECK: numbers of 'stablehlo.while' body results differ: 0 and 1
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    %s = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of while
// CHECK: types 0 of 'stablehlo.while' operands and results differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.while"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    %s = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return %b0 : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1) of if
// CHECK: numbers of 'stablehlo.if' true_branch arguments differ: 1 and 0
func.func @f(%a0: tensor<i1>) {
  %r0 = "stablehlo.if"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return %b0 : tensor<2xf32>
  }, {
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of if
// CHECK: numbers of 'stablehlo.if' false_branch results differ: 0 and 1
func.func @f(%a0: tensor<i1>) {
  %r0 = "stablehlo.if"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of if
// CHECK: types 0 of 'stablehlo.if' true_branch results differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<i1>) {
  %r0 = "stablehlo.if"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  func.return
}

// -----

// scalar predicate of if
// CHECK: predicate of 'stablehlo.if' has rank 1, expected 0
func.func @f(%a0: tensor<1xi1>) {
  %r0 = "stablehlo.if"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<1xi1>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of case
// CHECK: 'stablehlo.case' has no branches, expected at least 1
func.func @f(%a0: tensor<i32>) {
  "stablehlo.case"(%a0) : (tensor<i32>) -> ()
  func.return
}

// -----

// (c2) of case
// CHECK: numbers of 'stablehlo.case' branch 0 arguments differ: 1 and 0
func.func @f(%a0: tensor<i32>) {
  %r0 = "stablehlo.case"(%a0) ({
  ^bb0(%b0: tensor<2xf32>):
    stablehlo.return %b0 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of case
// CHECK: numbers of 'stablehlo.case' branch 1 results differ: 0 and 1
func.func @f(%a0: tensor<i32>) {
  %r0 = "stablehlo.case"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    stablehlo.return
  }) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

// (c4) of case
// CHECK: types 0 of 'stablehlo.case' branch 0 results differ: tensor<2xf32> and tensor<2xf64>
func.func @f(%a0: tensor<i32>) {
  %r0 = "stablehlo.case"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf64>
  func.return
}

// -----

// scalar index of case
// CHECK: index of 'stablehlo.case' has rank 1, expected 0
func.func @f(%a0: tensor<1xi32>) {
  %r0 = "stablehlo.case"(%a0) ({
    %s = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of optimization_barrier
// CHECK: types 0 of 'stablehlo.optimization_barrier' operands and results differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1), count of optimization_barrier
// CHECK: numbers of 'stablehlo.optimization_barrier' operands and results differ: 1 and 0
func.func @f(%a0: tensor<2xf32>) {
  "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> ()
  func.return
}
