// RUN: disc-opt %s -p 'assume-shapes{facts="x: [b, s]"},shape-optimization,specialize-shapes{sizes="b=8"},shape-optimization' | filecheck %s

// Once `b` is 8, the product that it stood in says no more than that.
// CHECK: func.func @shape_constraint_graph
// CHECK-NOT: group_mul_eq
// CHECK: disc_shape.SymbolDim @b {named, value = 8
func.func @main(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
