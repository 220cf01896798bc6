// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of reduce
// CHECK: dimension 0 of 'stablehlo.reduce' inputs differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r0, %r1 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>, %b2: tensor<f32>, %b3: tensor<f32>):
    stablehlo.return %b0, %b1 : tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  func.return
}

// -----

// (c2) of reduce
// CHECK: element types of 'stablehlo.reduce' init value and body result 0 differ: i32 and f32
func.func @f(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  func.return
}

// -----

// (c2), rank of reduce
// CHECK: init value 0 of 'stablehlo.reduce' has rank 1, expected 0
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xf32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<1xf32>) -> tensor<f32>
  func.return
}

// -----

// (c3) of reduce
// CHECK: 'stablehlo.reduce' has no inputs, expected at least 1
func.func @f() {
  "stablehlo.reduce"() <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> ()
  func.return
}

// -----

// (c4) of reduce
// CHECK: dimension 1 of 'stablehlo.reduce' is out of range: expected 0 to 0
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c5) of reduce
// CHECK: dimensions of 'stablehlo.reduce' repeat a dimension: [0, 0]
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0, 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c6), arguments of reduce
// CHECK: 'stablehlo.reduce' has 1 body arguments, expected 2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>):
    stablehlo.return %b0 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c6), results of reduce
// CHECK: numbers of 'stablehlo.reduce' body arguments and results differ: 2 and 4
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    stablehlo.return %b0, %b0 : tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c6), scalars of reduce
// CHECK: body result 0 of 'stablehlo.reduce' is tensor<1xf32>, expected a scalar tensor
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<1xf32>, %b1: tensor<1xf32>):
    stablehlo.return %b0 : tensor<1xf32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c6), end of the body of reduce
// CHECK: operation stablehlo.add terminates block in single-block region but is not a terminator
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// (c7) of reduce
// CHECK: dimension 0 of 'stablehlo.reduce' kept dimensions and result differ: 3 and 2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  func.return
}

// -----

// (c8) of reduce
// CHECK: element types of 'stablehlo.reduce' body and result 0 differ: f32 and f64
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf64>
  func.return
}

// -----

// (c1) of reduce_window
// CHECK: 'stablehlo.reduce_window' has no inputs, expected at least 1
func.func @f() {
  "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> ()
  func.return
}

// -----

// (c1), results of reduce_window
// CHECK: 'stablehlo.reduce_window' has 2 results, expected 1
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0, %r1 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  func.return
}

// -----

// (c2) of reduce_window
// CHECK: dimension 1 of 'stablehlo.reduce_window' inputs differ: 4 and 5
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  %r0, %r1 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  func.return
}

// -----

// (c3) of reduce_window
// CHECK: element types of 'stablehlo.reduce_window' init value and body result 0 differ: f64 and f32
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f64>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f64>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c4) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 window_dimensions, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c5) of reduce_window
// CHECK: window dimension 1 of 'stablehlo.reduce_window' is 0, expected at least 1
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c6) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 window_strides, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c8) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 base_dilations, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c10) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 window_dilations, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c7) of reduce_window
// CHECK: window_strides 1 of 'stablehlo.reduce_window' is 0, expected at least 1
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c9) of reduce_window
// CHECK: base_dilations 1 of 'stablehlo.reduce_window' is 0, expected at least 1
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1, 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c11) of reduce_window
// CHECK: window_dilations 1 of 'stablehlo.reduce_window' is 0, expected at least 1
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1, 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c12) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 padding rows, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c13) of reduce_window
// CHECK: 'stablehlo.reduce_window' has 1 body arguments, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>):
    stablehlo.return %b0 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  func.return
}

// -----

// (c14), (c15) of reduce_window
// CHECK: dimension 0 of 'stablehlo.reduce_window' windows and result differ: 3 and 4
func.func @f(%a0: tensor<4x?xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<4x?xf32>
  func.return
}

// -----

// (c16) of reduce_window
// CHECK: element types of 'stablehlo.reduce_window' body and result 0 differ: f32 and f64
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf64>
  func.return
}

// -----

// (c1) of select_and_scatter
// CHECK: element types of 'stablehlo.select_and_scatter' operand and source differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of select_and_scatter
// CHECK: dimension 0 of 'stablehlo.select_and_scatter' windows and source differ: 2 and 3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of select_and_scatter
// CHECK: element types of 'stablehlo.select_and_scatter' init value and scatter result 0 differ: i32 and f32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4) of select_and_scatter
// CHECK: 'stablehlo.select_and_scatter' has 1 window_dimensions, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c5) of select_and_scatter
// CHECK: window dimension 0 of 'stablehlo.select_and_scatter' is 0, expected at least 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 0>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c6) of select_and_scatter
// CHECK: 'stablehlo.select_and_scatter' has 2 window_strides, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c7) of select_and_scatter
// CHECK: window_strides 0 of 'stablehlo.select_and_scatter' is 0, expected at least 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c8) of select_and_scatter
// CHECK: 'stablehlo.select_and_scatter' has 2 padding rows, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c9) of select_and_scatter
// CHECK: condition of 'stablehlo.select_and_scatter' is tensor<f32>, expected tensor<i1>
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c10) of select_and_scatter
// CHECK: types 0 of 'stablehlo.select_and_scatter' scatter arguments and results differ: tensor<f32> and tensor<i1>
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  func.return
}

// -----

// (c11) of select_and_scatter
// CHECK: dimension 0 of 'stablehlo.select_and_scatter' operand and result differ: 4 and 5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  func.return
}

// -----

// (c12) of select_and_scatter
// CHECK: element types of 'stablehlo.select_and_scatter' scatter and result 0 differ: f32 and f64
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf64>
  func.return
}

// -----

// (c1) of map
// CHECK: dimension 0 of 'stablehlo.map' operands and result differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of map
// CHECK: 'stablehlo.map' has no inputs, expected at least 1
func.func @f() {
  %r0 = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> tensor<2xf32>
  func.return
}

// -----

// (c3) of map
// CHECK: dimensions of 'stablehlo.map' are [0], expected [0, 1]
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// (c4) of map
// CHECK: numbers of 'stablehlo.map' computation arguments differ: 2 and 1
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of sort
// CHECK: 'stablehlo.sort' has no inputs, expected at least 1
func.func @f() {
  "stablehlo.sort"() ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : () -> ()
  func.return
}

// -----

// (c2) of sort
// CHECK: types 0 of 'stablehlo.sort' operands and results differ: tensor<2xf32> and tensor<3xf32>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.sort"(%a0) ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c3) of sort
// CHECK: dimension 0 of 'stablehlo.sort' operands differ: 2 and 3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  %r0, %r1 = "stablehlo.sort"(%a0, %a1) ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

// (c4) of sort
// CHECK: dimension -2 of 'stablehlo.sort' is out of range: expected -1 to 0
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.sort"(%a0) <{dimension = -2 : i64}> ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c5), arguments of sort
// CHECK: types 0 of 'stablehlo.sort' comparator arguments differ: tensor<f32> and tensor<i32>
func.func @f(%a0: tensor<2xi32>) {
  %r0 = "stablehlo.sort"(%a0) ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.compare GE, %b0, %b1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// (c5), result of sort
// CHECK: condition of 'stablehlo.sort' is tensor<f32>, expected tensor<i1>
func.func @f(%a0: tensor<2xf32>) {
  %r0 = "stablehlo.sort"(%a0) ({
  ^bb0(%b0: tensor<f32>, %b1: tensor<f32>):
    %s = stablehlo.add %b0, %b1 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
