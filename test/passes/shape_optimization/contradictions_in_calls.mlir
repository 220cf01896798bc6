// RUN: disc-opt %s --split-input-file --verify-diagnostics -p 'shape-optimization{inline=false}' 2>&1 | filecheck %s

// Two sizes that cannot be equal are passed to a function that makes them equal: the chain goes on
// into the functions, down to the operation that says so.

// CHECK:      :{{[0-9]+}}:3: error: '@outer', which 'func.call' calls, makes sizes equal, not 4 and 3
// CHECK-NEXT: :{{[0-9]+}}:3: note: '@outer', which 'func.call' calls, makes sizes equal
// CHECK-NEXT: :{{[0-9]+}}:3: note: '@both', which 'func.call' calls, makes sizes equal
// CHECK-NEXT: :{{[0-9]+}}:3: note: operands and results of 'stablehlo.add' have one shape
func.func @main(%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %a = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  %0 = func.call @outer(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @outer(%u: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @both(%u, %v) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @both(%u: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %u : tensor<?xf32>
  %1 = stablehlo.add %0, %v : tensor<?xf32>
  return %1 : tensor<?xf32>
}
