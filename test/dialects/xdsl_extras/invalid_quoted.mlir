// RUN: disc-opt %s --parsing-diagnostics | filecheck %s

// CHECK: invalid_quoted.mlir:5:60: error: expected one of EQ, NE, GE, GT, LE, LT, got 'XX'
func.func @f(%a: tensor<2xf32>) {
  %0 = "mhlo.compare"(%a, %a) {comparison_direction = #mhlo<"comparison_direction XX">} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}
