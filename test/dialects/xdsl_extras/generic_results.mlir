// RUN: disc-opt %s | disc-opt | filecheck %s

// The types of several results stand in parentheses, as in MLIR.

// CHECK: } -> (tensor<?xf32>, tensor<?xi32>)
func.func @main(%x: tensor<?xf32>, %y: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0, %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x, %y : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%a: f32, %b: i32):
    linalg.yield %a, %b : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  func.return %0, %1 : tensor<?xf32>, tensor<?xi32>
}
