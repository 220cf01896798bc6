// RUN: disc-opt %s -p 'assume-shapes{facts="0: [n]; 1: [m]; n == m; n <= 64"},shape-optimization' | filecheck %s --check-prefix ASSUMED
// RUN: disc-opt %s -p 'assume-shapes{facts="0: [n]; 1: [m]; n == m; n <= 64"},shape-optimization,shape-optimization' | filecheck %s --check-prefix ASSUMED
// RUN: disc-opt %s -p 'assume-shapes{facts="0: [n]; 1: [m]; n == m; n <= 64"},insert-shape-guards{form=assert},shape-optimization' | filecheck %s --check-prefix GUARDED
// RUN: disc-opt %s -p 'assume-shapes{facts="0: [n]; 1: [m]; n == m; n <= 64"},insert-shape-guards{form=assert},shape-optimization,shape-optimization' | filecheck %s --check-prefix GUARDED
// RUN: disc-opt %s -p 'assume-shapes{facts="0: [n]; 1: [m]; n == m; n <= 64"},shape-optimization,insert-shape-guards{form=assert},shape-optimization' | filecheck %s --check-prefix GUARDED
// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefix NOTHING

// A promise drops the broadcast. The signature keeps two names, and the promise stays a promise until
// it is checked.
// ASSUMED: func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@n]>
// ASSUMED-NOT: cf.assert
// ASSUMED: [[Y:%[0-9]+]] = tensor.cast %y : tensor<?xf32, [@m]> to tensor<?xf32, [@n]>
// ASSUMED-NOT: broadcast
// ASSUMED: add %x, [[Y]] : tensor<?xf32, [@n]>
// ASSUMED-DAG: tie_predicate_eq %m, %n {assumed}
// ASSUMED-DAG: tie_predicate "d0 <= 64"(%n) {assumed}

// GUARDED: func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@n]>
// GUARDED-COUNT-2: cf.assert
// GUARDED: [[Y:%[0-9]+]] = tensor.cast %y : tensor<?xf32, [@m]> to tensor<?xf32, [@n]>
// GUARDED-NOT: broadcast
// GUARDED: add %x, [[Y]] : tensor<?xf32, [@n]>
// GUARDED-DAG: tie_predicate_eq %m, %n {guarded}
// GUARDED-DAG: tie_predicate "d0 <= 64"(%n) {guarded}

// NOTHING: dynamic_broadcast_in_dim
// NOTHING-NOT: {assumed}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %0 = stablehlo.add %x, %b : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
