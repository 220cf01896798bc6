func.func @main(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %s1 = tensor.from_elements %n : tensor<1xindex>
  %mi = arith.index_cast %m : index to i64
  %mt = tensor.from_elements %mi : tensor<1xi64>
  %mr = stablehlo.reshape %mt : (tensor<1xi64>) -> tensor<i64>
  %mf = stablehlo.convert %mr : (tensor<i64>) -> tensor<f32>
  %mb = stablehlo.dynamic_broadcast_in_dim %mf, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %mean = stablehlo.divide %sum, %mb : tensor<?xf32>
  %meanb = stablehlo.dynamic_broadcast_in_dim %mean, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %x, %meanb : tensor<?x?xf32>
  %dd = stablehlo.multiply %d, %d : tensor<?x?xf32>
  %ss = stablehlo.reduce(%dd init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %var = stablehlo.divide %ss, %mb : tensor<?xf32>
  %epsb = stablehlo.dynamic_broadcast_in_dim %eps, %s1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %ve = stablehlo.add %var, %epsb : tensor<?xf32>
  %r = stablehlo.rsqrt %ve : tensor<?xf32>
  %rb = stablehlo.dynamic_broadcast_in_dim %r, %s, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %y = stablehlo.multiply %d, %rb : tensor<?x?xf32>
  %gb = stablehlo.dynamic_broadcast_in_dim %g, %s, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %bb = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %yg = stablehlo.multiply %y, %gb : tensor<?x?xf32>
  %yb = stablehlo.add %yg, %bb : tensor<?x?xf32>
  return %yb : tensor<?x?xf32>
}
