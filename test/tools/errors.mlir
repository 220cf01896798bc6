// RUN: disc-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s
// RUN: not disc-opt %s --split-input-file 2>&1 | filecheck %s --check-prefix FIRST

// One line each: place, what is wrong. The first error ends a run without the diagnostics options.

// FIRST: errors.mlir:9:8: error: unknown operation 'arith.add' in dialect 'arith'
// FIRST-NOT: error:
// CHECK: errors.mlir:9:8: error: unknown operation 'arith.add' in dialect 'arith'
  %0 = arith.add %a, %b : i32

// -----

// CHECK: errors.mlir:14:1: error: unknown dialect 'nobody' of operation 'nobody.knows'; --allow-unregistered-dialect reads its operations in generic syntax
nobody.knows

// -----

// CHECK: errors.mlir:19:1: error: unknown operation 'nothing'
nothing

// -----

// A value that is never defined is reported where it is used, not at the end.
// CHECK: errors.mlir:27:44: error: value %missing is used but not defined
func.func @undefined(%m: index) {
  %missing2 = arith.addi %m, %m : index
  "test.op"(%m) : (index) -> ()  "test.op"(%missing) : (index) -> ()
  func.return
}

// -----

// The verifier names the operation at fault, where it stands.
// CHECK: errors.mlir:36:3: error: 'func.return':
func.func @verifier() -> index {
  func.return
}

// -----

// CHECK: errors.mlir:43:1: error: expected an operation
func.func @rest() { func.return }
}

// -----

// CHECK: errors.mlir:48:18: error:
"test.op"() {a = "unterminated} : () -> ()
