// RUN: disc-run %s --input x=[-2,0] --input p=0 | filecheck %s
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[-2,0] --input p=0 | filecheck %s
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[-2,0] --input p=1 | filecheck %s --check-prefix ONE
// RUN: disc-run %s -p shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,reuse-buffers,deallocate-buffers --check --input x=[-2,0] --input p=7 | filecheck %s --check-prefix SEVEN

// A switch hands buffers to one block from several places; a scan reads what is outside of it,
// and gives as many slices as its result has; what waits for a token is what it was.
// CHECK:      result 0: 2 float32 [2. 0.]
// CHECK-NEXT: result 1: 2x4 float32 {{\[\[}}-2. 0. -2. 0.] [-2. 0. -2. 0.]]
// CHECK-NEXT: result 2: 2 float32 [-2. 0.]
// ONE:        result 0: 2 float32 [-0.9640276 0. ]
// ONE-NEXT:   result 1: 2x4 float32 {{\[\[}}-2. 0. -2. 0.] [-2. 0. -2. 0.]]
// SEVEN:      result 0: 2 float32 [-2. 0.]
// SEVEN-NEXT: result 1: 2x4 float32 {{\[\[}}-2. 0. -2. 0.] [-2. 0. -2. 0.]]
// SEVEN-NEXT: result 2: 2 float32 [-2. 0.]
func.func @main(%x: tensor<?xf32>, %p: i32) -> (tensor<?xf32>, tensor<2x?xf32>, tensor<?xf32>) {
  %scanned = mhlo.scan () inits () dimension=0 {
  ^bb0:
    %twice = mhlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    mhlo.return %twice : tensor<?xf32>
  } : () -> tensor<2x?xf32>
  %token = mhlo.create_token : !mhlo.token
  %waited = "mhlo.add_dependency"(%x, %token) : (tensor<?xf32>, !mhlo.token) -> tensor<?xf32>
  %t = stablehlo.abs %x : tensor<?xf32>
  cf.switch %p : i32, [
    default: ^other(%t : tensor<?xf32>),
    1: ^one,
    7: ^other(%x : tensor<?xf32>)
  ]
^one:
  %0 = stablehlo.tanh %x : tensor<?xf32>
  cf.br ^other(%0 : tensor<?xf32>)
^other(%r: tensor<?xf32>):
  return %r, %scanned, %waited : tensor<?xf32>, tensor<2x?xf32>, tensor<?xf32>
}
