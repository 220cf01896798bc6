// RUN: disc-opt %s -p canonicalize,cse --time-passes --statistics 2>%t.err | filecheck %s
// RUN: filecheck %s --check-prefix TIMES < %t.err
// RUN: disc-opt %s -p canonicalize,cse --print-between-passes 2>%t.between | filecheck %s
// RUN: filecheck %s --check-prefix BETWEEN < %t.between
// RUN: disc-opt %s -o %t.mlir && filecheck %s --check-prefix WRITTEN < %t.mlir

// Times, counters and intermediate programs go to stderr: the program on stdout stays a program.
// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f
// CHECK-NEXT:     func.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NOT:  canonicalize

// TIMES:      {{[0-9.]+}} s  parse
// TIMES-NEXT: 4    parse: operations
// TIMES-NEXT: {{[0-9.]+}} s  verify
// TIMES-NEXT: {{[0-9.]+}} s  canonicalize
// TIMES-NEXT: 3    canonicalize: operations
// TIMES:      {{[0-9.]+}} s  cse
// TIMES:      {{[0-9.]+}} s  print

// BETWEEN:     // IR after canonicalize:
// BETWEEN:     func.func @f

// WRITTEN: arith.constant
func.func @f() {
  %c = arith.constant 1 : index
  func.return
}
