// RUN: disc-opt -p shape-optimization %s | filecheck %s

// JAX wraps arguments whose sizes it refines; the call goes once the type says the same.


func.func @wrapper(%a: tensor<?x2xf32>, %n: tensor<2xi64>) -> tensor<?x2xf32> {
  %0 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %1 = stablehlo.slice %a [0:3, 0:2] : (tensor<?x2xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%1, %0) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  func.return %2 : tensor<?x2xf32>
}
// CHECK-LABEL: @wrapper
// CHECK: [[CUT:%.*]] = stablehlo.slice
// CHECK-NEXT: func.return [[CUT]]


// A list of sizes for each result, and for each member of those that are tuples.
func.func @tuples(%a: tensor<4xf32>, %n: tensor<2xi64>) -> (tensor<?x?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>) {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %1 = stablehlo.constant dense<3> : tensor<1xi64>
  %2:2 = stablehlo.custom_call @foo(%a, %0, %1, %1) {indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>} : (tensor<4xf32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>)
  func.return %2#0, %2#1 : tensor<?x?xf32>, tuple<tensor<?xf32>, tensor<?xf32>>
}
// CHECK-LABEL: @tuples
// CHECK: stablehlo.custom_call @foo{{.*}} -> (tensor<1x2xf32>, tuple<tensor<?xf32>, tensor<?xf32>>)
