// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// CHECK-LABEL: func.func @tiles
func.func @tiles(%a: tensor<?x16xf32>, %b: tensor<8x?x8x2xf32>, %c: tensor<?x16x?xf32>, %p: f32, %t: index) {
  // CHECK: linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %b {test.x} : tensor<?x16xf32> -> tensor<8x?x8x2xf32>
  %0 = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %b {test.x} : tensor<?x16xf32> -> tensor<8x?x8x2xf32>
  // CHECK: linalg.pack %a inner_dims_pos = [0] inner_tiles = [%t] into %c : tensor<?x16xf32> -> tensor<?x16x?xf32>
  %1 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%t] into %c : tensor<?x16xf32> -> tensor<?x16x?xf32>
  func.return
}
