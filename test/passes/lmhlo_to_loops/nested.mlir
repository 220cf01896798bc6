// RUN: disc-run %s -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo,deallocate-buffers,plan-memory,lmhlo-to-loops' --input 'x=[[[0.5, 0.25], [0.125, 1.0]]]' --check | filecheck %s
// RUN: disc-run %s --input 'x=[[[0.5, 0.25], [0.125, 1.0]]]' --check | filecheck %s
// RUN: disc-run %s -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo,deallocate-buffers,plan-memory,lmhlo-to-loops' --input 'x=zeros(2,0,1)' --check | filecheck %s --check-prefix EMPTY

// Numbers that a reduction of reductions needs are kept in a row and read again. What is written in
// the iterations of the inner reduction must be written all the same.

// CHECK: result 0: 1x2x2 float32 {{\[\[\[}}0.4621{{.*}} 0.2449
// CHECK: result 1: 1x2 float32 {{\[\[}}0.396
// EMPTY: result 0: 2x0x1 float32
// EMPTY: result 1: 2x1 float32 {{\[\[}}1.] [1.
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %sizes = tensor.from_elements %a, %c : tensor<2xindex>
  %y = stablehlo.tanh %x : tensor<?x?x?xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %p = stablehlo.exponential %s : tensor<?x?xf32>
  %m = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %w = stablehlo.dynamic_broadcast_in_dim %m, %sizes, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %q = stablehlo.divide %p, %w : tensor<?x?xf32>
  return %y, %q : tensor<?x?x?xf32>, tensor<?x?xf32>
}
