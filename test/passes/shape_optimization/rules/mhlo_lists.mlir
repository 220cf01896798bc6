// RUN: disc-opt %s -p shape-optimization --print-op-generic --split-input-file | filecheck %s

// MHLO's lists of integers are dense elements: what becomes static has them in that form.
// CHECK: "mhlo.slice"(%{{.*}}) <{start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<5> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}>
func.func @slice(%x: tensor<8xf32>) -> tensor<2xf32> {
  %a = mhlo.constant dense<[1]> : tensor<1xi64>
  %b = mhlo.constant dense<[5]> : tensor<1xi64>
  %c = mhlo.constant dense<[2]> : tensor<1xi64>
  %0 = "mhlo.real_dynamic_slice"(%x, %a, %b, %c) : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK: "mhlo.pad"(%{{.*}}) <{edge_padding_low = dense<[1, 0]> : tensor<2xi64>, edge_padding_high = dense<[1, 0]> : tensor<2xi64>, interior_padding = dense<[1, 0]> : tensor<2xi64>}>
func.func @pad(%x: tensor<8x?xf32>, %p: tensor<f32>) -> tensor<?x?xf32> {
  %l = mhlo.constant dense<[1, 0]> : tensor<2xi64>
  %0 = "mhlo.dynamic_pad"(%x, %p, %l, %l, %l) : (tensor<8x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK: "mhlo.dynamic_broadcast_in_dim"{{.*}} <{broadcast_dimensions = dense<1> : tensor<1xi64>, known_nonexpanding_dimensions = dense<0> : tensor<1xi64>}>
func.func @broadcast(%x: tensor<?xf32>, %n: index) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %c0 = arith.constant 0 : index
  %d = tensor.extract %s[%c0] : tensor<1xindex>
  %sh = tensor.from_elements %n, %d : tensor<2xindex>
  %0 = "mhlo.dynamic_broadcast_in_dim"(%x, %sh) {broadcast_dimensions = dense<[1]> : tensor<1xi64>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
