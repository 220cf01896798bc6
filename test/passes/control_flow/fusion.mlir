// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// What the region says of its arguments holds of the operands, and what it gives is known outside.
// CHECK-LABEL: func.func @in_and_out(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>)
// CHECK-SAME: -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK: "mhlo.fusion"(%x, %y)
// CHECK-NEXT: ^{{.*}}(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S0]>):
// CHECK-NOT: tensor.cast
// CHECK: mhlo.tanh %{{.*}} : tensor<?xf32, [@S1]>
// CHECK: tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 * 2)>(%S0)
func.func @in_and_out(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = mhlo.add %a, %b : tensor<?xf32>
    %2 = "mhlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "mhlo.return"(%1, %2) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %3 = mhlo.tanh %0#1 : tensor<?xf32>
  return %0#0, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Results are those that the region passes on, in its order; nothing makes two of them equal.
// CHECK-LABEL: func.func @order(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
// CHECK-SAME: -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S0]>)
// CHECK-NOT: tie_predicate
func.func @order(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = mhlo.tanh %a : tensor<?xf32>
    "mhlo.return"(%b, %1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Shapes are followed in and out: both broadcasts are of the argument's size.
// CHECK-LABEL: func.func @shapes(%x: tensor<?xf32, [@S0]>, %y: tensor<1xf32>)
// CHECK-SAME: -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK: tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 + 1)>(%S0)
func.func @shapes(%x: tensor<?xf32>, %y: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0, %t = "mhlo.fusion"(%x, %y, %s) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<1xf32>, %k: tensor<1xindex>):
    %one = arith.constant dense<1> : tensor<1xindex>
    %1 = "mhlo.dynamic_broadcast_in_dim"(%b, %k) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<1xf32>, tensor<1xindex>) -> tensor<?xf32>
    %2 = mhlo.add %a, %1 : tensor<?xf32>
    %n = arith.addi %k, %one : tensor<1xindex>
    "mhlo.return"(%2, %n) : (tensor<?xf32>, tensor<1xindex>) -> ()
  }) : (tensor<?xf32>, tensor<1xf32>, tensor<1xindex>) -> (tensor<?xf32>, tensor<1xindex>)
  %3 = "mhlo.dynamic_broadcast_in_dim"(%y, %t) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<1xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A static size inside makes the operands and the results static.
// CHECK-LABEL: func.func @static(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
// CHECK: ^{{.*}}(%a: tensor<4xf32>):
// CHECK-NOT: ?
func.func @static(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    %1 = "mhlo.add"(%a, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
    "mhlo.return"(%1) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A fusion that may not run says nothing of sizes outside.
// CHECK-LABEL: func.func @in_a_branch(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>, %c: tensor<i1>) -> tensor<?xf32, [@S0]>
// CHECK-NOT: tie_predicate
func.func @in_a_branch(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = "mhlo.if"(%c) ({
    %1 = "mhlo.fusion"(%x, %y) ({
    ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
      %2 = mhlo.add %a, %b : tensor<?xf32>
      "mhlo.return"(%2) : (tensor<?xf32>) -> ()
    }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    "mhlo.return"(%1) : (tensor<?xf32>) -> ()
  }, {
    "mhlo.return"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// What a check says is known after it, in the region too, and not before it.
// CHECK-LABEL: func.func @after_a_check(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK: cf.assert
// CHECK: "mhlo.fusion"
// CHECK-NEXT: ^{{.*}}(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S0]>):
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @after_a_check(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %m, %n : index
  cf.assert %p, "sizes differ"
  %0 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = mhlo.tanh %b : tensor<?xf32>
    "mhlo.return"(%1) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A check inside keeps what it compares: before it nothing says that the sizes agree.
// CHECK-LABEL: func.func @check_inside(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]>
// CHECK: "mhlo.fusion"
// CHECK: %[[p:.*]] = arith.cmpi eq
// CHECK: cf.assert %[[p]]
// CHECK: tie_predicate_eq %S1, %S0 {guarded}
func.func @check_inside(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %m = tensor.dim %a, %c0 : tensor<?xf32>
    %n = tensor.dim %b, %c0 : tensor<?xf32>
    %p = arith.cmpi eq, %m, %n : index
    cf.assert %p, "sizes differ"
    %1 = mhlo.tanh %b : tensor<?xf32>
    "mhlo.return"(%1) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A size that data decides inside is one size outside.
// CHECK-LABEL: func.func @decided_inside(%x: tensor<?xf32, [@S0]>, %n: tensor<1xi32>)
// CHECK-SAME: -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S1]>)
func.func @decided_inside(%x: tensor<?xf32>, %n: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = mhlo.constant dense<0> : tensor<1xi32>
  %one = mhlo.constant dense<1> : tensor<1xi32>
  %0 = "mhlo.fusion"(%x, %n) ({
  ^bb0(%a: tensor<?xf32>, %k: tensor<1xi32>):
    %1 = "mhlo.real_dynamic_slice"(%a, %zero, %k, %one) : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
    "mhlo.return"(%1) : (tensor<?xf32>) -> ()
  }) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = mhlo.tanh %0 : tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
