// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,deallocate-buffers' --print-debuginfo | filecheck %s

// Buffers are allocated, written and freed where the operation is that they are for.

func.func @main(%x: tensor<?x4xf32> loc("x")) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %x : tensor<?x4xf32> loc("net.py":3:4)
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [1] : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x?xf32> loc("net.py":4:4)
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x4xf32> loc("net.py":5:4)
  func.return %2 : tensor<?x4xf32>
}
// CHECK-LABEL: func.func @main(%x: memref<?x4xf32> {disc_shape.dims = {{.*}}} loc("x"))
// CHECK: memref.alloc({{.*}} loc("net.py":3:4)
// CHECK: lmhlo.tanh {{.*}} loc("net.py":3:4)
// CHECK: lmhlo.dot_general {{.*}} loc("net.py":4:4)
// CHECK: lmhlo.dot_general {{.*}} loc("net.py":5:4)
// CHECK: memref.dealloc {{.*}} loc("net.py":{{[0-9]+}}:4)
