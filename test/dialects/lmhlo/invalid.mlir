// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c5)
// CHECK: dimension 0 of 'lmhlo.add' operands and result differ: 4 and 5
func.func @f(%b: memref<4xf32>, %c: memref<5xf32>) {
  lmhlo.add ins(%b, %b : memref<4xf32>, memref<4xf32>) outs(%c : memref<5xf32>)
  return
}

// -----

// (c5)
// CHECK: element types of 'lmhlo.add' operands and result differ: f32 and i32
func.func @f(%b: memref<4xf32>, %c: memref<4xi32>) {
  lmhlo.add ins(%b, %b : memref<4xf32>, memref<4xf32>) outs(%c : memref<4xi32>)
  return
}

// -----

// as many operands as the HLO operation has
// CHECK: 'lmhlo.add' has 1 operands before its outs, expected 2
func.func @f(%b: memref<4xf32>) {
  lmhlo.add ins(%b : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

// (c1)
// CHECK: 'lmhlo.add' has 0 outs, expected 1
func.func @f(%b: memref<4xf32>) {
  lmhlo.add ins(%b, %b : memref<4xf32>, memref<4xf32>)
  return
}

// -----

// (c1)
// CHECK: 'lmhlo.add' has 2 outs, expected 1
func.func @f(%b: memref<4xf32>, %c: memref<4xf32>) {
  lmhlo.add ins(%b, %b : memref<4xf32>, memref<4xf32>) outs(%c, %b : memref<4xf32>, memref<4xf32>)
  return
}

// -----

// kinds of values
// CHECK: 'lmhlo.add': operand 'rhs' at position 1 does not verify: expected a ranked memref, got tensor<4xf32>
func.func @f(%b: memref<4xf32>, %c: tensor<4xf32>) {
  lmhlo.add ins(%b, %c : memref<4xf32>, tensor<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

// kinds of values
// CHECK: 'lmhlo.add': operand 'lhs' at position 0 does not verify: expected a ranked memref, got memref<*xf32>
func.func @f(%b: memref<*xf32>) {
  lmhlo.add ins(%b, %b : memref<*xf32>, memref<*xf32>) outs(%b : memref<*xf32>)
  return
}

// -----

// kinds of values
// CHECK: 'lmhlo.add': operand 'outs' at position 2 does not verify: expected a ranked memref, got tensor<4xf32>
func.func @f(%b: memref<4xf32>, %c: tensor<4xf32>) {
  lmhlo.add ins(%b, %b : memref<4xf32>, memref<4xf32>) outs(%c : tensor<4xf32>)
  return
}

// -----

// (c3)
// CHECK: outs 0 and 1 of 'lmhlo.sort' are one buffer
func.func @f(%b: memref<4xf32>, %c: memref<4xi32>) {
  lmhlo.sort ins(%b, %b : memref<4xf32>, memref<4xf32>) outs(%b, %b : memref<4xf32>, memref<4xf32>) {dimension = 0 : i64} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %0 = mhlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  return
}

// -----

// (c4)
// CHECK: result 0 of 'lmhlo.custom_call' has static sizes: memref<4xf32>, expected an out
func.func @f(%b: memref<4xf32>) {
  %0 = lmhlo.custom_call ins(%b : memref<4xf32>) {call_target_name = "x", result_positions = array<i64: 0>} -> memref<4xf32>
  return
}

// -----

// (c2)
// CHECK: 'lmhlo.custom_call' has 0 result positions and 1 results
func.func @f(%b: memref<4xf32>) {
  %0 = lmhlo.custom_call ins(%b : memref<4xf32>) {call_target_name = "x"} -> memref<?xf32>
  return
}

// -----

// (c2)
// CHECK: result positions of 'lmhlo.custom_call' are [1], expected ascending numbers below 1
func.func @f(%b: memref<4xf32>) {
  %0 = lmhlo.custom_call ins(%b : memref<4xf32>) {call_target_name = "x", result_positions = array<i64: 1>} -> memref<?xf32>
  return
}

// -----

// (c4)
// CHECK: 'lmhlo.custom_call': result 'results_' at position 0 does not verify: expected a ranked memref, got tensor<?xf32>
func.func @f(%b: memref<4xf32>) {
  %0 = lmhlo.custom_call ins(%b : memref<4xf32>) {call_target_name = "x", result_positions = array<i64: 0>} -> tensor<?xf32>
  return
}

// -----

// (c5): the region
// CHECK: element types of 'lmhlo.reduce' body and result 0 differ: i32 and f32
func.func @f(%a: memref<?x?xf32>, %s: memref<f32>, %c: memref<?xf32>) {
  lmhlo.reduce ins(%a, %s : memref<?x?xf32>, memref<f32>) outs(%c : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    mhlo.return %p : tensor<i32>
  })
  return
}

// -----

// variadic operands
// CHECK: 'lmhlo.reduce' has 3 operands before its outs, expected 0 and 2 for each further value
func.func @f(%a: memref<?x?xf32>, %s: memref<f32>, %c: memref<?xf32>) {
  lmhlo.reduce ins(%a, %s, %s : memref<?x?xf32>, memref<f32>, memref<f32>) outs(%c : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    mhlo.return %p : tensor<f32>
  })
  return
}

// -----

// segments
// CHECK: 'lmhlo.add': expected 3 values in operandSegmentSizes, but got 2
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  "lmhlo.add"(%a, %a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : (memref<4xf32>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

// operands without segments are split, and verified as the HLO operation
// CHECK: dimension 0 of 'lmhlo.add' operands and result differ: 4 and 8
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  "lmhlo.add"(%a, %a, %b) : (memref<4xf32>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

// the HLO operation's attributes
// CHECK: property 'permutation' expected in operation 'lmhlo.transpose'
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  lmhlo.transpose ins(%a : memref<4xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

// the printed form
// CHECK: expected region
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  lmhlo.add(%a, %a, %b) : (memref<4xf32>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

// an operation without a twin
// CHECK: unknown operation 'lmhlo.while' in dialect 'lmhlo'
func.func @f(%a: memref<4xf32>, %b: memref<8xf32>) {
  lmhlo.while ins(%a : memref<4xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

// operands without segments: an out for each result, and the HLO operation has two operands
// CHECK: expected operandSegmentSizes property in lmhlo.add operation
func.func @f(%b: memref<4xf32>) {
  "lmhlo.add"(%b, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// the number of outs of a call is unknown
// CHECK: expected operandSegmentSizes property in lmhlo.custom_call operation
func.func @f(%b: memref<4xf32>) {
  "lmhlo.custom_call"(%b, %b) {call_target_name = "x"} : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// Scratch of a sort is memory of its own.
// CHECK: scratch 0 of 'lmhlo.sort' is an in, an out or another one
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.sort ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%x : memref<4xf32>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = mhlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  func.return
}
