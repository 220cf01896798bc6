// RUN: disc-opt %s --split-input-file --parsing-diagnostics --verify-diagnostics | filecheck %s
// RUN: not disc-opt %s --split-input-file 2>&1 | filecheck %s --check-prefix FIRST

// One line each: place, what is wrong. The first error ends a run without the diagnostics options.

// FIRST: errors.mlir:9:8: error: unknown operation 'arith.add' in dialect 'arith'
// FIRST-NOT: error:
// CHECK: errors.mlir:9:8: error: unknown operation 'arith.add' in dialect 'arith'
  %0 = arith.add %a, %b : i32

// -----

// CHECK: errors.mlir:14:1: error: unknown dialect 'unknown' of operation 'unknown.op'; --allow-unregistered-dialect reads its operations in generic syntax
unknown.op

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

// The verifier names the operation at fault, at its position.
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

// -----

// Calls are verified against the table of functions.
// CHECK: errors.mlir:55:3: error: 'func.call': '@nowhere' could not be found in symbol table
func.func @caller(%a: index) {
  %0 = func.call @nowhere(%a) : (index) -> index
  func.return
}

// -----

// CHECK: errors.mlir:63:3: error: 'func.call': operand type mismatch: expected operand type index, but provided i32 for operand number 0
func.func @caller2(%a: i32) {
  func.call @callee(%a) : (i32) -> ()
  func.return
}
func.func private @callee(index)

// -----

// CHECK: errors.mlir:72:3: error: operation func.call terminates block in single-block region but is not a terminator
func.func @caller3() {
  func.call @callee() : () -> ()
}
func.func private @callee()

// -----

// CHECK: errors.mlir:79:33: error: size 9223372036854775808 is more than 9223372036854775807
func.func private @large(tensor<9223372036854775808xf32>)

// -----

// CHECK: errors.mlir:84:1: error: property 'sym_name' expected in operation 'func.func'
"func.func"() ({}) : () -> ()

// -----

// CHECK: errors.mlir:89:1: error: property 'function_type' expected in operation 'func.func'
"func.func"() <{sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// A block whose name is a number.
// CHECK: errors.mlir:98:9: error: the name of block '^0' must begin with a letter
func.func @numbered() {
  cf.br ^0
^0:
  func.return
}

// -----

// A block that was used before it was defined, and is defined again.
// CHECK: errors.mlir:113:1: error: block '^a' is defined twice
func.func @twice() {
  cf.br ^a
^a:
  cf.br ^b
^b:
  cf.br ^a
^a:
  func.return
}
