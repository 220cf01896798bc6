// RUN: disc-opt %s -p mhlo-to-lmhlo,deallocate-buffers | filecheck %s
// RUN: disc-run %s --entry filled --input 'a=[[1,2],[3,4]]' --input 'v=[[7,8]]' | filecheck %s --check-prefix FILLED
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry filled --input 'a=[[1,2],[3,4]]' --input 'v=[[7,8]]' | filecheck %s --check-prefix FILLED
// RUN: disc-run %s --entry shifted --input 'a=[1,2,3,4]' | filecheck %s --check-prefix SHIFTED
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry shifted --input 'a=[1,2,3,4]' | filecheck %s --check-prefix SHIFTED
// RUN: disc-run %s -p shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,reuse-buffers,deallocate-buffers --check --entry shifted --input 'a=[1,2,3,4]' | filecheck %s --check-prefix SHIFTED
// RUN: disc-run %s --entry swapped --input 'a=[1,2]' --input 'b=[3,4]' | filecheck %s --check-prefix SWAPPED
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry swapped --input 'a=[1,2]' --input 'b=[3,4]' | filecheck %s --check-prefix SWAPPED
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --entry sizes --input 'v=[5]' | filecheck %s --check-prefix SIZES
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers,shape-optimization --check --entry sizes --input 'v=[5]' | filecheck %s --check-prefix SIZES

// FILLED: result 0: 2x2 float32 {{\[\[}}-7. -8.] [-7. -8.]]
// SHIFTED: result 0: 4 float32 [1. 1. 2. 3.]
// SWAPPED: result 0: 2 float32 [3. 4.]
// SWAPPED: result 1: 2 float32 [1. 2.]
// SIZES: result 0: 5x5 float32

// Turns write parts of memory of our own, which is what was handed over when nobody else reads it.
// CHECK-LABEL: func.func @filled
// CHECK: %[[S:.*]] = memref.alloc(%{{.*}}) : memref<?x2xf32>
// CHECK: lmhlo.abs ins(%a : memref<?x2xf32>) outs(%[[S]] : memref<?x2xf32>)
// CHECK-NEXT: "scf.parallel"(%c0, %{{.*}}, %c1)
// CHECK: %[[PART:.*]] = memref.subview %[[S]][%i, 0] [1, 2] [1, 1]
// CHECK-NEXT: "memref.copy"(%v, %[[PART]])
// CHECK-NEXT: scf.reduce
// CHECK: lmhlo.negate ins(%[[S]] : memref<?x2xf32>) outs(%[[S]] : memref<?x2xf32>)
// CHECK-NEXT: return %[[S]]
func.func @filled(%a: tensor<?x2xf32>, %v: tensor<1x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x2xf32>
  %s = stablehlo.abs %a : tensor<?x2xf32>
  %1 = scf.forall (%i) in (%n) shared_outs(%x = %s) -> (tensor<?x2xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %x[%i, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<?x2xf32>
    }
  }
  %2 = stablehlo.negate %1 : tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

// What is read in the turns, or is an argument, is copied before it is filled.
// CHECK-LABEL: func.func @shifted
// CHECK: %[[X:.*]] = memref.alloc(
// CHECK-NEXT: "memref.copy"(%a, %[[X]])
// CHECK: "scf.parallel"(%c1, %{{.*}}, %c1)
// CHECK: %[[PART:.*]] = memref.subview %[[X]][%i] [1] [1]
// CHECK-NEXT: "memref.copy"(%{{.*}}, %[[PART]])
// CHECK: return %[[X]]
func.func @shifted(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = scf.forall (%i) = (1) to (%n) step (1) shared_outs(%x = %a) -> (tensor<?xf32>) {
    %j = arith.subi %i, %c1 : index
    %e = tensor.extract_slice %a[%j] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %x[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %1 : tensor<?xf32>
}

// Parts of what is filled are taken before the turn writes the first of its slices.
// CHECK-LABEL: func.func @swapped
// CHECK: "scf.parallel"
// CHECK: memref.subview
// CHECK: memref.subview
// CHECK: memref.alloc() : memref<2xf32>
// CHECK: memref.alloc() : memref<2xf32>
// CHECK: memref.dealloc
// CHECK: memref.dealloc
// CHECK: scf.reduce
func.func @swapped(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %1, %2 = scf.forall (%i) in (1) shared_outs(%x = %a, %y = %b) -> (tensor<2xf32>, tensor<2xf32>) {
    %p = tensor.extract_slice %x[0] [2] [1] : tensor<2xf32> to tensor<2xf32>
    %q = tensor.extract_slice %y[0] [2] [1] : tensor<2xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %x[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
      tensor.parallel_insert_slice %p into %y[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
    }
  }
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// Sizes that are filled in are read when they are there.
// CHECK-LABEL: func.func @sizes
// CHECK: scf.reduce
// CHECK: memref.load
// CHECK: memref.load
// CHECK: memref.alloc(
func.func @sizes(%v: tensor<1xindex>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = tensor.from_elements %c2, %c3 : tensor<2xindex>
  %1 = scf.forall (%i) in (2) shared_outs(%x = %s) -> (tensor<2xindex>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %x[%i] [1] [1] : tensor<1xindex> into tensor<2xindex>
    }
  }
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
