// RUN: disc-run %s --engine reference --dims 0.0=4 | filecheck %s
// RUN: disc-run %s --engine native --dims 0.0=4 | filecheck %s
// RUN: not disc-run %s --engine native --dims 0.0=5 2>&1 | filecheck %s --check-prefix GUARD
// RUN: not disc-run %s --engine reference --dims 0.0=5 2>&1 | filecheck %s --check-prefix GUARD
// RUN: not disc-run %s --engine none 2>&1 | filecheck %s --check-prefix NAME
// RUN: not disc-run %s --engine reference --check 2>&1 | filecheck %s --check-prefix CHECK-TOO

// CHECK: result 0: 4 float32
// GUARD: error: n % 4 is not 0
// NAME: disc-run: error: no engine is called 'none' (there are iree, native, reference, xla)
// CHECK-TOO: disc-run: error: --engine and --check exclude each other
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.remsi %n, %c4 : index
  %ok = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok, "n % 4 is not 0"
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
