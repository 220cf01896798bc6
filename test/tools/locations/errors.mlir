// RUN: not disc-opt %s --split-input-file 2>&1 | filecheck %s

// An error names the line of the user's program, and what calls it.

func.func @main(%y: tensor<3x5xf32>) -> tensor<3x4xf32> {
  %0 = stablehlo.reshape %y : (tensor<3x5xf32>) -> tensor<3x4xf32> loc("jit(f)/reshape"(callsite("pool"("net.py":5:6) at "<module>"("main.py":9:2))))
  func.return %0 : tensor<3x4xf32>
}
// CHECK: errors.mlir:6:3: error: numbers of elements of 'stablehlo.reshape' operand and result differ: 15 and 12
// CHECK-NEXT: net.py:5:6: note: 'stablehlo.reshape' comes from this line, in 'pool'
// CHECK-NEXT: main.py:9:2: note: called from this line
