// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Reductions over dimensions, over windows, over lines and over positions.

// CHECK: func.func @reduce(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>, %f: tensor<f32>, %i: tensor<i32>) {
func.func @reduce(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>, %f: tensor<f32>, %i: tensor<i32>) {
  // CHECK-NEXT: %0 = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: %1 = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [0, 1] {note} : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%a init: %f) applies stablehlo.maximum across dimensions = [0, 1] {note} : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %2, %3 = stablehlo.reduce(%a init: %f), (%b init: %i) across dimensions = [1] : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  %2, %3 = stablehlo.reduce(%a init: %f), (%b init: %i) across dimensions = [1] : (tensor<?x4xf32>, tensor<?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
   // CHECK-NEXT: reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
    // CHECK-NEXT: %4 = stablehlo.add %x, %y : tensor<f32>
    %4 = stablehlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: %5 = stablehlo.maximum %z, %w : tensor<i32>
    %5 = stablehlo.maximum %z, %w : tensor<i32>
    // CHECK-NEXT: stablehlo.return %4, %5 : tensor<f32>, tensor<i32>
    stablehlo.return %4, %5 : tensor<f32>, tensor<i32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %6 = stablehlo.reduce(%a init: %f) across dimensions = [] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %6 = stablehlo.reduce(%a init: %f) across dimensions = [] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
   // CHECK-NEXT: reducer(%x_1: tensor<f32>, %y_1: tensor<f32>)  {
   reducer(%x_1: tensor<f32>, %y_1: tensor<f32>)  {
    // CHECK-NEXT: %7 = stablehlo.subtract %x_1, %y_1 : tensor<f32>
    %7 = stablehlo.subtract %x_1, %y_1 : tensor<f32>
    // CHECK-NEXT: stablehlo.return %7 : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %8 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %8 = mhlo.reduce(%a init: %f) applies mhlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @windows(%a: tensor<?x8x8x3xf32>, %f: tensor<f32>, %s: tensor<?x4x4x3xf32>, %m: tensor<10x24x24x64xf32>, %n: tensor<10x12x12x64xf32>) {
func.func @windows(%a: tensor<?x8x8x3xf32>, %f: tensor<f32>, %s: tensor<?x4x4x3xf32>, %m: tensor<10x24x24x64xf32>, %n: tensor<10x12x12x64xf32>) {
  // CHECK-NEXT: %0 = "stablehlo.reduce_window"(%a, %f) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  %0 = "stablehlo.reduce_window"(%a, %f) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %1 = stablehlo.maximum %x, %y : tensor<f32>
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    // CHECK-NEXT: stablehlo.return %1 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x8x8x3xf32>, tensor<f32>) -> tensor<?x4x4x3xf32>
  }) : (tensor<?x8x8x3xf32>, tensor<f32>) -> tensor<?x4x4x3xf32>
  // CHECK-NEXT: %2, %3 = "stablehlo.reduce_window"(%a, %a, %f, %f) <{base_dilations = array<i64: 1, 2, 1, 1>, padding = dense<{{\[\[}}0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 3, 1>, window_dimensions = array<i64: 1, 2, 2, 1>}> ({
  %2, %3 = "stablehlo.reduce_window"(%a, %a, %f, %f) <{base_dilations = array<i64: 1, 2, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 3, 1>, window_dimensions = array<i64: 1, 2, 2, 1>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    // CHECK-NEXT: stablehlo.return %x_1, %y_1 : tensor<f32>, tensor<f32>
    stablehlo.return %x_1, %y_1 : tensor<f32>, tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x8x8x3xf32>, tensor<?x8x8x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x16x5x3xf32>, tensor<?x16x5x3xf32>)
  }) : (tensor<?x8x8x3xf32>, tensor<?x8x8x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x16x5x3xf32>, tensor<?x16x5x3xf32>)
  // CHECK-NEXT: %4 = "stablehlo.select_and_scatter"(%m, %n, %f) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  %4 = "stablehlo.select_and_scatter"(%m, %n, %f) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  // CHECK-NEXT: ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
  ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
    // CHECK-NEXT: %5 = stablehlo.compare GE, %x_2, %y_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.compare GE, %x_2, %y_2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: stablehlo.return %5 : tensor<i1>
    stablehlo.return %5 : tensor<i1>
  // CHECK-NEXT: }, {
  }, {
  // CHECK-NEXT: ^bb0(%x_3: tensor<f32>, %y_3: tensor<f32>):
  ^bb0(%x_3: tensor<f32>, %y_3: tensor<f32>):
    // CHECK-NEXT: %6 = stablehlo.add %x_3, %y_3 : tensor<f32>
    %6 = stablehlo.add %x_3, %y_3 : tensor<f32>
    // CHECK-NEXT: stablehlo.return %6 : tensor<f32>
    stablehlo.return %6 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
  }) : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @functions(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>) {
func.func @functions(%a: tensor<?x4xf32>, %b: tensor<?x4xi32>) {
  // CHECK-NEXT: %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %1 = stablehlo.add %x, %y : tensor<f32>
    %1 = stablehlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: stablehlo.return %1 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  }) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %2, %3 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  %2, %3 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    // CHECK-NEXT: %4 = stablehlo.compare LT, %x_1, %y_1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %x_1, %y_1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: stablehlo.return %4 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  // CHECK-NEXT: }) : (tensor<?x4xf32>, tensor<?x4xi32>) -> (tensor<?x4xf32>, tensor<?x4xi32>)
  }) : (tensor<?x4xf32>, tensor<?x4xi32>) -> (tensor<?x4xf32>, tensor<?x4xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
