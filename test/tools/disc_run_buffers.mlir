// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --input 'x=[1, -2, 3]' --check | filecheck %s
// RUN: disc-run %s -p 'mhlo-to-lmhlo{results=out-params},deallocate-buffers' --input 'x=[1, -2, 3]' --input 'out=zeros(3)' --input 'out_1=zeros(3)' --check | filecheck %s --check-prefix OUT
// RUN: not disc-run %s -p mhlo-to-lmhlo --input 'x=[1, -2, 3]' --entry leaks --check 2>&1 | filecheck %s --check-prefix LEAK
// RUN: not disc-run %s -p 'mhlo-to-lmhlo{results=out-params},deallocate-buffers' --input 'x=[1, -2, 3]' --input 'out=zeros(2)' --input 'out_1=zeros(3)' 2>&1 | filecheck %s --check-prefix SIZE

// CHECK:      all {{[0-9]+}} claims hold
// CHECK-NEXT: result 0: 3 float32 [ 1. -2. 3.]
// CHECK-NEXT: result 1: 3 float32 [-1. 2. -3.]

// What is claimed is that other functions free their buffers: this one has none.
// OUT:      no claim was compared in this run
// OUT-NEXT: result 0: 3 float32 [ 1. -2. 3.]
// OUT-NEXT: result 1: 3 float32 [-1. 2. -3.]

// LEAK: disc_run_buffers.mlir:{{[0-9]+}}:{{[0-9]+}}: error: the buffer of 'memref.alloc' of 12 bytes is never freed, and @leaks does not return it

// SIZE: error: dimension 0 of out-parameter 0 of @main has another size than the result
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %x, %0 : tensor<?xf32>, tensor<?xf32>
}

func.func @leaks(%x: tensor<?xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
