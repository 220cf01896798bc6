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

// CHECK: yielded values of 'scf.execute_region' are (), expected (i32)
func.func @execute_yields() {
  %r = "scf.execute_region"() ({
    scf.yield
  }) : () -> i32
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

// CHECK: yielded values of 'scf.for' are (index) with the counter, expected (index, f32)
func.func @for_yields(%a: index, %x: f32) {
  %r = "scf.for"(%a, %a, %a, %x) ({
  ^bb0(%i: index, %y: f32):
    scf.yield
  }) : (index, index, index, f32) -> f32
  func.return
}

// -----

// CHECK: region arguments of 'scf.for' are (f32) with the counter, expected (index)
func.func @for_counter(%a: index) {
  "scf.for"(%a, %a, %a) ({
  ^bb0(%i: f32):
    scf.yield
  }) : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: 'scf.forall' has [1, 2, 1] lower bounds, upper bounds and steps
func.func @forall_c1() {
  scf.forall (%i) = (0) to (2, 2) step (1) {
  }
  func.return
}

// -----

// CHECK: region of 'scf.forall' takes (index, index, tensor<4xf32>), expected (index, tensor<4xf32>)
func.func @forall_c2(%n: index, %o: tensor<4xf32>) {
  %r = scf.forall (%i, %j) in (%n) shared_outs(%x = %o) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  func.return
}

// -----

// CHECK: shared tensors and results of 'scf.forall' differ
func.func @forall_c3(%o: tensor<4xf32>) {
  %r = "scf.forall"(%o) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 2>, staticStep = array<i64: 1>}> ({
  ^bb0(%i: index, %x: tensor<4xf32>):
    scf.forall.in_parallel {
    }
  }) : (tensor<4xf32>) -> tensor<?xf32>
  func.return
}

// -----

// CHECK: 'scf.forall.in_parallel' holds 'arith.constant'
func.func @in_parallel_c1(%n: index) {
  scf.forall (%i) in (%n) {
    scf.forall.in_parallel {
      %x = arith.constant 1 : i32
    }
  }
  func.return
}

// -----

// CHECK: 'tensor.parallel_insert_slice' writes into no tensor that the loop of 'scf.forall.in_parallel' fills
func.func @in_parallel_destination(%n: index, %o: tensor<1xf32>, %d: tensor<4xf32>) {
  scf.forall (%i) in (%n) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %o into %d[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
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

// CHECK: results of 'scf.for' are (index, f64) with the counter, expected (index, f32)
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

// -----

// CHECK: region arguments of 'scf.execute_region' are (i32), expected ()
func.func @executed_region_takes() {
  scf.execute_region {
  ^bb0(%x: i32):
    scf.yield
  }
  func.return
}
