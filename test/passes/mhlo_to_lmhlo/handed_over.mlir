// RUN: disc-opt %s -p mhlo-to-lmhlo,deallocate-buffers | filecheck %s
// RUN: disc-opt %s -p mhlo-to-lmhlo{results=out-params} | filecheck %s --check-prefix OUT
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry merged --input 'x=[[1,2],[3,4]]' | filecheck %s --check-prefix MERGED
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry merged --input 'x=ones(0,3)' | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry chosen --input 'p=true' --input 'x=[[1,2],[3,4]]' | filecheck %s --check-prefix MERGED
// RUN: not disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --entry checked --input 'x=ones(2,3)' --input 'y=ones(2,2)' 2>&1 | filecheck %s --check-prefix CHECKED

// MERGED: result 0: 4 float32 [-1. -2. -3. -4.]
// EMPTY: result 0: 0 float32
// CHECKED: sizes differ

// What is returned in merged sizes is allocated in these, and computed in those that it had.
// CHECK-LABEL: func.func @merged
// CHECK: %[[N:.*]] = arith.muli
// CHECK: %[[M:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK-NEXT: %[[V:.*]] = memref.expand_shape %[[M]]
// CHECK-NEXT: lmhlo.negate ins(%x : memref<?x?xf32>) outs(%[[V]] : memref<?x?xf32>)
// CHECK-NEXT: return %[[M]] : memref<?xf32>
// So too in the caller's memory.
// OUT-LABEL: func.func @merged
// OUT: cf.assert
// OUT-NOT: memref.copy
// OUT: %[[V:.*]] = memref.expand_shape %out
// OUT-NEXT: lmhlo.negate ins(%x : memref<?x?xf32>) outs(%[[V]] : memref<?x?xf32>)
// OUT-NEXT: return
func.func @merged(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Split sizes are merged to compute in.
// CHECK-LABEL: func.func @split
// CHECK: %[[M:.*]] = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT: %[[V:.*]] = memref.collapse_shape %[[M]]
// CHECK-NEXT: lmhlo.negate ins(%x : memref<6xf32>) outs(%[[V]] : memref<6xf32>)
// CHECK-NEXT: return %[[M]] : memref<2x3xf32>
func.func @split(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.negate %x : tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// There and back again is the memory itself.
// CHECK-LABEL: func.func @same
// CHECK: %[[M:.*]] = memref.alloc() : memref<6xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<6xf32>) outs(%[[M]] : memref<6xf32>)
// CHECK-NEXT: return %[[M]] : memref<6xf32>
func.func @same(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.negate %x : tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// What a branch passes as well.
// CHECK-LABEL: func.func @chosen
// CHECK: scf.if
// CHECK: %[[M:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT: %[[V:.*]] = memref.expand_shape %[[M]]
// CHECK-NEXT: lmhlo.negate ins(%x : memref<?x?xf32>) outs(%[[V]] : memref<?x?xf32>)
// CHECK-NEXT: scf.yield %[[M]]
func.func @chosen(%p: tensor<i1>, %x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.negate %x : tensor<?x?xf32>
    %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %2 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A copy it is where both are returned, and where sizes do not show that they take as much memory.
// CHECK-LABEL: func.func @both
// CHECK: memref.copy
// CHECK: return
func.func @both(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.negate %x : tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<6xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @regrouped
// CHECK: memref.copy
// CHECK: return
func.func @regrouped(%x: tensor<6x2xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.negate %x : tensor<6x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<6x2xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// A part of memory is not the memory.
// CHECK-LABEL: func.func @part
// CHECK: memref.copy
// CHECK: return
func.func @part(%x: tensor<6xf32>) -> tensor<3xf32> {
  %0 = stablehlo.negate %x : tensor<6xf32>
  %1 = stablehlo.slice %0 [0:3] : (tensor<6xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Sizes that only a check makes equal are those of the memory: a run that the check stops has
// written all of it by then.
// CHECK-LABEL: func.func @checked
// CHECK: %[[C:.*]] = memref.dim %x, %c0
// CHECK: %[[D:.*]] = memref.dim %x, %c1
// CHECK: %[[N:.*]] = arith.muli %[[C]], %[[D]]
// CHECK: memref.alloc(%[[N]])
// CHECK: lmhlo.negate ins(%x : memref<?x?xf32>) outs(%{{.*}} : memref<?x?xf32>)
// CHECK: cf.assert
// CHECK-NEXT: return
func.func @checked(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %y, %c0 : tensor<?x?xf32>
  %b = tensor.dim %y, %c1 : tensor<?x?xf32>
  %c = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.negate %x : tensor<?x?xf32>
  %p = arith.cmpi eq, %a, %c : index
  %q = arith.cmpi eq, %b, %d : index
  %ok = arith.andi %p, %q : i1
  cf.assert %ok, "sizes differ"
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
