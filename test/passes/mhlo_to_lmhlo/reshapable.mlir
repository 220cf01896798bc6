// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[1,2,3,4,5,6] --input n=2 --input m=3 | filecheck %s
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[1,2,3,4,5,6] --input n=-1 --input m=3 | filecheck %s
// RUN: not disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[1,2,3,4,5,6] --input n=4 --input m=2 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: not disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[1,2,3,4,5,6] --input n=-1 --input m=4 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: not disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[1,2,3,4,5,6] --input n=-2 --input m=-3 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: not disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input x=[] --input n=-1 --input m=0 2>&1 | filecheck %s --check-prefix REFUSED
// RUN: not disc-run %s --input x=[] --input n=-1 --input m=0 2>&1 | filecheck %s --check-prefix ORIGINAL

// What the check lets pass is a reshape; it asks the same on buffers as on tensors.
// CHECK: result 0: 2x3 float32 {{\[\[}}1. 2. 3.] [4. 5. 6.]]
// REFUSED: error: elements do not fit the shape
// ORIGINAL: error: 0 elements do not fit shape [-1, 0]
func.func @main(%x: tensor<?xf32>, %n: i32, %m: i32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %count = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n, %m : tensor<2xi32>
  %fits = mhlo.cstr_reshapable %count, %shape : (index, tensor<2xi32>) -> !shape.witness
  %0 = shape.assuming %fits -> (tensor<?x?xf32>) {
    %full = mhlo.compute_reshape_shape %count, %shape : (index, tensor<2xi32>) -> tensor<2xi32>
    %1 = mhlo.dynamic_reshape %x, %full : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    shape.assuming_yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
