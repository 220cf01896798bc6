// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// CHECK-LABEL: func.func @tiles
func.func @tiles(%a: tensor<?x16xf32>, %0: tensor<8x?x8x2xf32>, %1: tensor<?x16x?xf32>, %t: index) {
  // CHECK: linalg.unpack %{{.*}} outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %a : tensor<8x?x8x2xf32> -> tensor<?x16xf32>
  %2 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %a : tensor<8x?x8x2xf32> -> tensor<?x16xf32>
  // CHECK: linalg.unpack %{{.*}} inner_dims_pos = [0] inner_tiles = [%t] into %a : tensor<?x16x?xf32> -> tensor<?x16xf32>
  %3 = linalg.unpack %1 inner_dims_pos = [0] inner_tiles = [%t] into %a : tensor<?x16x?xf32> -> tensor<?x16xf32>
  func.return
}
