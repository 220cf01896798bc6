// RUN: disc-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics | filecheck %s
// Values are defined before they are used, whatever pass follows.

// CHECK: order.mlir:6:3: error: operand 0 of 'arith.addi' is used where result 0 of 'arith.addi' is not defined yet
func.func @itself(%a: i32) -> i32 {
  %0 = arith.addi %0, %a : i32
  func.return %0 : i32
}

// -----

// CHECK: error: operand 1 of 'stablehlo.add' (%late) is used where result 0 of 'stablehlo.negate' is not defined yet
func.func @later(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %late : tensor<?xf32>
  %late = stablehlo.negate %a : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// CHECK: error: operand 0 of 'func.return' is used where result 0 of 'arith.addi' is not defined yet
func.func @one_way_only(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^left, ^join
^left:
  %0 = arith.addi %a, %a : i32
  cf.br ^join
^join:
  func.return %0 : i32
}

// -----

// Blocks may stand in any order, and operations of unknown dialects may hold graphs.
// CHECK: func.func @any_order
func.func @any_order(%a: i32) -> i32 {
  cf.br ^first
^second:
  func.return %0 : i32
^first:
  %0 = arith.addi %a, %a : i32
  cf.br ^second
}
// CHECK: func.func @graph
func.func @graph() {
  "other.graph"() ({
    %0 = "other.left"(%1) : (i32) -> i32
    %1 = "other.right"(%0) : (i32) -> i32
  }) : () -> ()
  func.return
}
