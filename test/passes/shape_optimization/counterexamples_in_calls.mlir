// RUN: disc-opt %s --split-input-file -p 'shape-optimization{inline=false}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{inline=false}' | disc-opt --split-input-file -p 'shape-optimization{inline=false}' | filecheck %s

// Programs with calls that were once optimized wrongly.

// A check in a function is not decided by what its caller does after the call.
// CHECK-LABEL: func.func private @checks
// CHECK:         [[A:%[a-z0-9_]+]] = arith.cmpi eq
// CHECK:         cf.assert [[A]], "four"
func.func @after(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = func.call @checks(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "stablehlo.add"(%0, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @checks(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %a = arith.cmpi eq, %n, %c4 : index
  cf.assert %a, "four"
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Nor by what the caller checks after the call.
// CHECK-LABEL: func.func @second
// CHECK:         func.call @first
// CHECK:         cf.assert {{.*}}, "second"
// CHECK-LABEL: func.func private @first
// CHECK:         cf.assert {{.*}}, "first"
func.func @second(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  func.call @first(%x) : (tensor<?xf32>) -> ()
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %a = arith.cmpi sge, %n, %c8 : index
  cf.assert %a, "second"
  return
}
func.func private @first(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %a = arith.cmpi sge, %n, %c4 : index
  cf.assert %a, "first"
  return
}
