// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// (c1) the block arguments have the sizes and elements of the ins
// CHECK: argument 0 of 'lmhlo.fusion' is tensor<3xf32>, in 0 has tensor<4xf32>
func.func @f(%x: memref<4xf32>, %y: memref<3xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<3xf32>) ({
  ^bb0(%a: tensor<3xf32>):
    %0 = mhlo.abs %a : tensor<3xf32>
    mhlo.return %0 : tensor<3xf32>
  })
  func.return
}

// -----

// CHECK: region of 'lmhlo.fusion' has 2 arguments and 1 ins
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  })
  func.return
}

// -----

// (c2) the region returns values of those of the outs and results
// CHECK: returned value 0 of 'lmhlo.fusion' is tensor<4xf32>, out 0 has tensor<4xi32>
func.func @f(%x: memref<4xf32>, %y: memref<4xi32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xi32>) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  })
  func.return
}

// -----

// (c3) members compute elements without effects, or give sizes
// CHECK: 'mhlo.custom_call' is no member of 'lmhlo.fusion'
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    %0 = mhlo.custom_call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
    mhlo.return %0 : tensor<4xf32>
  })
  func.return
}

// -----

// (c4) a fusion holds no fusion
// CHECK: 'mhlo.fusion' is inside of 'lmhlo.fusion'
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    %0 = "mhlo.fusion"(%a) ({
    ^bb1(%b: tensor<4xf32>):
      mhlo.return %b : tensor<4xf32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    mhlo.return %0 : tensor<4xf32>
  })
  func.return
}

// -----

// (c5) outs are distinct buffers
// CHECK: outs 0 and 1 of 'lmhlo.fusion' are one buffer
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y, %y : memref<4xf32>, memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a, %a : tensor<4xf32>, tensor<4xf32>
  })
  func.return
}

// -----

// CHECK: outs 0 and 1 of 'lmhlo.fusion' are one buffer
func.func @f(%x: memref<4xf32>, %v: memref<?xf32>, %y: memref<?xf32>) {
  %z = memref.cast %y : memref<?xf32> to memref<4xf32>
  lmhlo.fusion ins(%x, %v : memref<4xf32>, memref<?xf32>) outs(%z, %y : memref<4xf32>, memref<?xf32>) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<?xf32>):
    mhlo.return %a, %b : tensor<4xf32>, tensor<?xf32>
  })
  func.return
}

// -----

// (c6) buffers of scratch are distinct and no ins or outs
// CHECK: scratch 0 of 'lmhlo.fusion' is an in, an out or another one
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%x : memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  })
  func.return
}

// -----

// CHECK: scratch 0 of 'lmhlo.fusion' is an in, an out or another one
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  %z = memref.cast %y : memref<4xf32> to memref<?xf32>
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%z : memref<?xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  })
  func.return
}

// -----

// CHECK: scratch 1 of 'lmhlo.fusion' is an in, an out or another one
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>, %t: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%t, %t : memref<4xf32>, memref<4xf32>) ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  })
  func.return
}

// -----

// CHECK: 'lmhlo.fusion' has 2 buffers of scratch, expected 1 to 1, the number of buffers after its ins
func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
  "lmhlo.fusion"(%x, %y) <{operandSegmentSizes = array<i32: 1, 1>, scratch = 2 : i64}> ({
  ^bb0(%a: tensor<4xf32>):
    mhlo.return %a : tensor<4xf32>
  }) : (memref<4xf32>, memref<4xf32>) -> ()
  func.return
}
