// RUN: disc-opt %s -p test-verify-dominance --split-input-file --verify-diagnostics | filecheck %s
// RUN: not disc-opt %s -p test-verify-dominance --split-input-file 2>&1 | filecheck %s --check-prefix FIRST

// A program in order, with a nested region that uses a value from outside.
// CHECK: func.func @in_order
func.func @in_order(%a: index, %c: i1) -> index {
  %0 = arith.addi %a, %a : index
  %1 = scf.if %c -> (index) {
    %2 = arith.addi %0, %a : index
    scf.yield %2 : index
  } else {
    scf.yield %0 : index
  }
  func.return %1 : index
}

// -----

// FIRST: test_verify_dominance.mlir:22:3: error: operand 1 of 'arith.addi' (%late) is used where result 0 of 'arith.constant' is not defined yet
// CHECK: error: operand 1 of 'arith.addi' (%late) is used where result 0 of 'arith.constant' is not defined yet
func.func @same_block(%a: index) -> index {
  %0 = arith.addi %a, %late : index
  %late = arith.constant 1 : index
  func.return %0 : index
}

// -----

// An operation's own result is not visible in its regions.
// CHECK: error: operand 0 of 'scf.yield' (%own) is used where result 0 of 'scf.if' is not defined yet
func.func @own_region(%c: i1, %a: index) -> index {
  %own = scf.if %c -> (index) {
    scf.yield %own : index
  } else {
    scf.yield %a : index
  }
  func.return %own : index
}

// -----

// A loop: the header dominates the body, and the exit sees the header's argument.
// CHECK: func.func @loop
func.func @loop(%n: i1, %start: index) -> index {
  cf.br ^header(%start : index)
^header(%i: index):
  cf.cond_br %n, ^body, ^exit
^body:
  %next = arith.addi %i, %i : index
  cf.br ^header(%next : index)
^exit:
  func.return %i : index
}

// -----

// Blocks may stand in any order as long as control flow passes the definition.
// CHECK: func.func @text_order
func.func @text_order(%a: index) -> index {
  cf.br ^define
^use:
  func.return %0 : index
^define:
  %0 = arith.addi %a, %a : index
  cf.br ^use
}

// -----

// One arm of a branch does not dominate the join.
// CHECK: error: operand 0 of 'func.return' (%arm) is used where result 0 of 'arith.addi' is not defined yet
func.func @arm(%c: i1, %a: index) -> index {
  cf.cond_br %c, ^left, ^right
^left:
  %arm = arith.addi %a, %a : index
  cf.br ^join
^right:
  cf.br ^join
^join:
  func.return %arm : index
}

// -----

// Unreachable blocks are left alone.
// CHECK: func.func @unreachable
func.func @unreachable(%a: index) -> index {
  func.return %a : index
^nowhere:
  %1 = arith.addi %2, %a : index
  %2 = arith.addi %1, %a : index
  func.return %2 : index
}

// -----

// The body of a module is no sequence.
// CHECK: "test.op"(%{{.*}}) : (i32) -> ()
"test.op"(%later) : (i32) -> ()
%later = "test.op"() : () -> i32
