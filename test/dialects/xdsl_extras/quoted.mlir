// RUN: disc-opt %s | filecheck %s

// Dialect attributes and types in quotes, as MLIR printed them until 2022.

// CHECK-LABEL: func.func @f(%a: tensor<2xf32>, %t: !mhlo.token)
func.func @f(%a: tensor<2xf32>, %t: !mhlo<"token">) {
  // CHECK-NEXT: mhlo.compare LT, %a, %a, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = "mhlo.compare"(%a, %a) {comparison_direction = #mhlo<"comparison_direction LT">, compare_type = #mhlo<"comparison_type FLOAT">} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}
