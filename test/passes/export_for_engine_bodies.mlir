// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree}' --split-input-file | filecheck %s

// IREE drops assertions in bodies: indices are checked before, and the body reads an element that exists.
// CHECK: func.func @main
// CHECK: %[[ALL:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%i, %y : tensor<?xi32>, tensor<?xf32>)
// CHECK: arith.cmpi sge
// CHECK-NEXT: arith.andi
// CHECK: tensor.extract %[[ALL]][] : tensor<i1>
// CHECK-NEXT: cf.assert %{{.*}}, "index 0 of 'tensor.extract' is not negative: expected element k[0] >= 0"
// CHECK: arith.cmpi sle
// CHECK: cf.assert %{{.*}}, "index 0 of 'tensor.extract' is less than its size: expected element k[0] + 1 <= x[0]"
// CHECK: linalg.generic
// CHECK-NOT: cf.assert
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %j
// CHECK-NEXT: %[[AT:.*]] = arith.select %[[INSIDE]], %j
// CHECK-NEXT: tensor.extract %x[%[[AT]]]
// CHECK: func.return
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<?xi32>) outs(%y : tensor<?xf32>) {
  ^bb0(%k: i32, %o: f32):
    %j = arith.index_cast %k : i32 to index
    %e = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// An index of a loop of the same size is inside: nothing is checked.
// CHECK: func.func @main
// CHECK-NOT: cf.assert
// CHECK: tensor.extract %x[%k]
// CHECK: func.return
func.func @main(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%i: f32, %o: f32):
    %k = linalg.index 0 : index
    %e = tensor.extract %x[%k] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Of another size.
// CHECK: func.func @main
// CHECK: cf.assert
// CHECK: func.return
func.func @main(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%z : tensor<?xf32>) {
  ^bb0(%o: f32):
    %k = linalg.index 0 : index
    %e = tensor.extract %x[%k] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// A divisor, which the body then replaces by one.
// CHECK: iterator_types = ["reduction", "reduction"]
// CHECK: cf.assert %{{.*}}, "division by zero"
// CHECK: linalg.generic
// CHECK-NOT: cf.assert
// CHECK: %[[BY:.*]] = arith.select %{{.*}}, %b, %{{.*}} : i32
// CHECK: arith.divsi %a, %[[BY]] : i32
// CHECK: func.return
func.func @main(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %z: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<?x?xi32>, tensor<?x?xi32>) outs(%z : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %e = arith.divsi %a, %b : i32
    linalg.yield %e : i32
  } -> tensor<?x?xi32>
  func.return %0 : tensor<?x?xi32>
}
