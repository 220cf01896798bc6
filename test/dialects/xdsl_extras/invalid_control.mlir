// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'scf.if' has results, but no second region
func.func @if_results(%a: i1, %x: f32) {
  %r = scf.if %a -> (f32) {
    scf.yield %x : f32
  }
  func.return
}

// -----

// CHECK: yielded values of 'scf.if' are (i32), expected (f32)
func.func @if_yields(%a: i1, %x: f32, %i: i32) {
  %r = scf.if %a -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %i : i32
  }
  func.return
}

// -----

// CHECK: region arguments of 'scf.if' are (index), expected ()
func.func @if_arguments(%a: i1) {
  "scf.if"(%a) ({
  ^bb0(%z: index):
    scf.yield
  }, {}) : (i1) -> ()
  func.return
}

// -----

// CHECK: values of the condition of 'scf.while' are (), expected (f32)
func.func @while_condition(%b: i1, %x: f32) {
  %r = scf.while (%y = %x) : (f32) -> f32 {
    scf.condition(%b)
  } do {
  ^bb0(%z: f32):
    scf.yield %z : f32
  }
  func.return
}

// -----

// CHECK: yielded values of 'scf.while' are (), expected (f32)
func.func @while_yields(%b: i1, %x: f32) {
  %r = scf.while (%y = %x) : (f32) -> f32 {
    scf.condition(%b) %y : f32
  } do {
  ^bb0(%z: f32):
    scf.yield
  }
  func.return
}

// -----

// CHECK: region of 'scf.while' ends in 'scf.yield', expected 'scf.condition'
func.func @while_ends(%b: i1, %x: f32) {
  %r = scf.while (%y = %x) : (f32) -> f32 {
    scf.yield %y : f32
  } do {
  ^bb0(%z: f32):
    scf.yield %z : f32
  }
  func.return
}

// -----

// CHECK: 'scf.parallel' has no counter
func.func @parallel_counter() {
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    scf.reduce
  }) : () -> ()
  func.return
}

// -----

// CHECK: scf.yield expected 1 args, but got 0. The scf.for must yield its loop-carried variables
func.func @for_yields(%a: index, %x: f32) {
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: f32):
    scf.yield
  }) : (index, index, index, f32) -> f32
  func.return
}

// -----

// CHECK: 'scf.for': expected induction var to be same type as bounds and step
func.func @for_counter(%a: index) {
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: f32):
    scf.yield
  }) : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: values for a block of 'cf.br' are (i32), expected (i64)
func.func @branch(%b: i32) {
  cf.br ^bb1(%b : i32)
^bb1(%x: i64):
  func.return
}

// -----

// CHECK: values for a block of 'cf.cond_br' are (), expected (i64)
func.func @conditional_branch(%c: i1) {
  cf.cond_br %c, ^bb2, ^bb1
^bb1(%x: i64):
  func.return
^bb2:
  func.return
}

// -----

// CHECK: results of 'scf.for' are (f64), expected (f32)
func.func @loop_results(%i: index, %x: f32) {
  %0 = "scf.for"(%i, %i, %i, %x) ({
  ^bb0(%j: index, %y: f32):
    scf.yield %y : f32
  }) : (index, index, index, f32) -> f64
  func.return
}

// -----

// CHECK: a step of 'scf.parallel' is 0, expected 1 or more
func.func @no_step(%i: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%j) = (%i) to (%i) step (%c0) {
  }
  func.return
}

