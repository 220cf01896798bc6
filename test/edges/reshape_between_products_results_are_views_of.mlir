// Reshape between, products; results are views of results.
// DIMS: a,b,c | a*b,c
// SIZES: 0 1 2 3 5 17
func.func @main(%x: tensor<?x?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %ab = arith.muli %a, %b : index
  %abc = arith.muli %ab, %c : index
  %s2 = tensor.from_elements %ab, %c : tensor<2xindex>
  %s3 = tensor.from_elements %a, %b, %c : tensor<3xindex>
  %s1 = tensor.from_elements %abc : tensor<1xindex>
  %t = stablehlo.tanh %x : tensor<?x?x?xf32>
  %r = stablehlo.dynamic_reshape %t, %s2 : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %s = stablehlo.add %r, %y : tensor<?x?xf32>
  %q = stablehlo.dynamic_reshape %s, %s3 : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  %u = stablehlo.multiply %q, %t : tensor<?x?x?xf32>
  %v = stablehlo.dynamic_reshape %u, %s1 : (tensor<?x?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %w = stablehlo.transpose %q, dims = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %s, %w, %v : tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xf32>
}
