// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Code that never runs may say more or less of a size than where it goes does; MLIR refuses it.
// CHECK-LABEL: func.func @branch_says_more
// CHECK:         scf.yield %x : tensor<3xf32>
func.func @branch_says_more(%p: i1, %x: tensor<3xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    scf.yield %x : tensor<3xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @block_says_less
// CHECK:         cf.br ^bb1(%x : tensor<3xf32>)
func.func @block_says_less(%x: tensor<3xf32>) -> tensor<?xf32> {
  cf.br ^bb1(%x : tensor<3xf32>)
^bb1(%a: tensor<?xf32>):
  return %a : tensor<?xf32>
}

// -----

func.func @branch_says_otherwise(%p: i1, %x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.if %p -> (tensor<4xf32>) {
    // CHECK: error: yielded values of 'scf.if' are (tensor<3xf32>), expected (tensor<4xf32>)
    scf.yield %x : tensor<3xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @branch_of_another_type(%p: i1, %x: tensor<?xf64>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    // CHECK: error: yielded values of 'scf.if' are (tensor<?xf64>), expected (tensor<?xf32>)
    scf.yield %x : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
