// RUN: disc-opt %s --split-input-file -p find-top-k | filecheck %s

// The first elements of sorted rows, and their places.
// CHECK:      func.func @rows(%x: tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
// CHECK-NEXT:   %0, %1 = mhlo.topk(%x, k = 2) : tensor<4x9xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
// CHECK-NEXT:   func.return %0, %1 : tensor<4x2xf32>, tensor<4x2xi32>
// CHECK-NEXT: }
func.func @rows(%x: tensor<4x9xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %places = stablehlo.iota dim = 1 : tensor<4x9xi32>
  %0:2 = "stablehlo.sort"(%x, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<4x9xf32>, tensor<4x9xi32>) -> (tensor<4x9xf32>, tensor<4x9xi32>)
  %1 = stablehlo.slice %0#0 [0:4, 0:2] : (tensor<4x9xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.slice %0#1 [0:4, 0:2] : (tensor<4x9xi32>) -> tensor<4x2xi32>
  func.return %1, %2 : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

// Integers are ordered by any comparison; places alone are read.
// CHECK:      func.func @places(%x: tensor<?x9xi8, [@n, @C9]>, %limits: tensor<2xindex>, %k: index) -> tensor<?x2xi32, [@n, @C2]> {
// CHECK-NEXT:   %0, %1 = mhlo.topk(%x, k = 2) : tensor<?x9xi8, [@n, @C9]> -> (tensor<?x2xi8, [@n, @C2]>, tensor<?x2xi32, [@n, @C2]>)
// CHECK-NEXT:   func.return %1 : tensor<?x2xi32, [@n, @C2]>
// CHECK-NEXT: }
func.func @places(%x: tensor<?x9xi8, [@n, @C9]>, %limits: tensor<2xindex>, %k: index) -> tensor<?x2xi32, [@n, @C2]> {
  %zeros = arith.constant dense<0> : tensor<2xindex>
  %ones = arith.constant dense<1> : tensor<2xindex>
  %shape = arith.constant dense<9> : tensor<2xindex>
  %places = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xindex>) -> tensor<?x9xi32, [@n, @C9]>
  %0:2 = "stablehlo.sort"(%x, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<?x9xi8, [@n, @C9]>, tensor<?x9xi32, [@n, @C9]>) -> (tensor<?x9xi8, [@n, @C9]>, tensor<?x9xi32, [@n, @C9]>)
  %1 = stablehlo.real_dynamic_slice %0#1, %zeros, %limits, %ones : (tensor<?x9xi32, [@n, @C9]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xi32, [@n, @C2]>
  func.return %1 : tensor<?x2xi32, [@n, @C2]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C9 {value = 9}
disc_shape.SymbolDim @C2 {value = 2}

// -----

// Of CHLO; not what begins later.
// CHECK:      func.func @others(%x: tensor<9xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) {
// CHECK-NEXT:   %v, %w = mhlo.topk(%x, k = 2) : tensor<9xf32> -> (tensor<2xf32>, tensor<2xi32>)
// CHECK-NEXT:   %places = stablehlo.iota dim = 0 : tensor<9xi32>
// CHECK-NEXT:   %0, %1 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64, is_stable = true}> ({
// CHECK-NEXT:   ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
// CHECK-NEXT:     %r = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:     stablehlo.return %r : tensor<i1>
// CHECK-NEXT:   }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
// CHECK-NEXT:   %2 = stablehlo.slice %0 [1:3] : (tensor<9xf32>) -> tensor<2xf32>
// CHECK-NEXT:   func.return %v, %w, %2 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>
// CHECK-NEXT: }
func.func @others(%x: tensor<9xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>) {
  %v, %w = chlo.top_k(%x, k = 2) : tensor<9xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %places = stablehlo.iota dim = 0 : tensor<9xi32>
  %0:2 = "stablehlo.sort"(%x, %places) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
  %1 = stablehlo.slice %0#0 [1:3] : (tensor<9xf32>) -> tensor<2xf32>
  func.return %v, %w, %1 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>
}

// -----

// Sizes of which nothing is known: there may be fewer rows.
// CHECK:      func.func @unknown(%x: tensor<?x9xi8>, %limits: tensor<2xindex>) -> tensor<?x2xi32, [unit, unit]> {
// CHECK-NEXT:   %zeros = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT:   %ones = arith.constant dense<1> : tensor<2xindex>
// CHECK-NEXT:   %shape = arith.constant dense<9> : tensor<2xindex>
// CHECK-NEXT:   %places = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xindex>) -> tensor<?x9xi32, [unit, unit]>
// CHECK-NEXT:   %0, %1 = "stablehlo.sort"(%x, %places) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT:   ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
// CHECK-NEXT:     %r = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
// CHECK-NEXT:     stablehlo.return %r : tensor<i1>
// CHECK-NEXT:   }) : (tensor<?x9xi8>, tensor<?x9xi32, [unit, unit]>) -> (tensor<?x9xi8>, tensor<?x9xi32, [unit, unit]>)
// CHECK-NEXT:   %2 = stablehlo.real_dynamic_slice %1, %zeros, %limits, %ones : (tensor<?x9xi32, [unit, unit]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xi32, [unit, unit]>
// CHECK-NEXT:   func.return %2 : tensor<?x2xi32, [unit, unit]>
// CHECK-NEXT: }
func.func @unknown(%x: tensor<?x9xi8>, %limits: tensor<2xindex>) -> tensor<?x2xi32, [unit, unit]> {
  %zeros = arith.constant dense<0> : tensor<2xindex>
  %ones = arith.constant dense<1> : tensor<2xindex>
  %shape = arith.constant dense<9> : tensor<2xindex>
  %places = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xindex>) -> tensor<?x9xi32, [unit, unit]>
  %0:2 = "stablehlo.sort"(%x, %places) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %r = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<?x9xi8>, tensor<?x9xi32, [unit, unit]>) -> (tensor<?x9xi8>, tensor<?x9xi32, [unit, unit]>)
  %1 = stablehlo.real_dynamic_slice %0#1, %zeros, %limits, %ones : (tensor<?x9xi32, [unit, unit]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x2xi32, [unit, unit]>
  func.return %1 : tensor<?x2xi32, [unit, unit]>
}
