// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefixes CHECK,DEFAULT
// RUN: disc-opt %s -p 'shape-optimization{entry=main}' | filecheck %s --check-prefixes CHECK,ENTRY
// RUN: disc-opt %s -p 'shape-optimization{inline=false}' | filecheck %s --check-prefix CALLS
// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true}' | filecheck %s --check-prefix SIGNATURE
// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true}' | filecheck %s --check-prefix TIE
// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},shape-optimization' | filecheck %s --check-prefixes CHECK,DEFAULT
// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true},shape-optimization' | filecheck %s --check-prefixes CHECK,DEFAULT

// CHECK: func.func @main(%{{.*}}: tensor<?x4xf32, [@S0, @C4]>, %{{.*}}: tensor<?x4xf32, [@S0, @C4]>) -> tensor<?x4xf32, [@S0, @C4]>
// CHECK-NOT: call
// CHECK-NOT: @helper
// CHECK-NOT: tie_shape
// DEFAULT: func.func @other(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>) -> tensor<8xf32>
// ENTRY: func.func @other(%a: tensor<?xf32>, %b: tensor<8xf32>) -> tensor<?xf32>

// The operand of a call is cast to the callee's type, its result to the sizes that the callee's body gives it.
// CALLS: func.func @main(%x: tensor<?x4xf32, [@S0, @C4]>, %y: tensor<?x4xf32, [@S0, @C4]>) -> tensor<?x4xf32, [@S0, @C4]>
// CALLS: [[X:%[0-9]+]] = tensor.cast %x : tensor<?x4xf32, [@S0, @C4]> to tensor<?x4xf32>
// CALLS: [[R:%[0-9]+]] = func.call @helper([[X]]) : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CALLS: tensor.cast [[R]] : tensor<?x4xf32> to tensor<?x4xf32, [@S0, @C4]>
// CALLS: func.func private @helper(%x: tensor<?x4xf32>) -> tensor<?x4xf32>
// CALLS: tensor.cast %x : tensor<?x4xf32> to tensor<?x4xf32, [@S1, @C4]>

// SIGNATURE: func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32>
// SIGNATURE: [[X:%.*]] = tensor.cast %x : tensor<?x4xf32> to tensor<?x4xf32, [@S0, @C4]>
// SIGNATURE: [[Y:%.*]] = tensor.cast %y : tensor<?x?xf32> to tensor<?x4xf32, [@S0, @C4]>
// SIGNATURE: [[R:%[0-9]+]] = {{.*}}add
// SIGNATURE: [[C:%[0-9]+]] = tensor.cast [[R]] : tensor<?x4xf32, [@S0, @C4]> to tensor<?x?xf32>
// SIGNATURE: return [[C]] : tensor<?x?xf32>
// SIGNATURE: func.func @other(%a: tensor<?xf32> {disc_shape.dims = [@C8]}, %b: tensor<8xf32>) -> tensor<?xf32>

// TIE: func.func @main(%x: tensor<?x4xf32, [@S0, @C4]>
// TIE: [[D:%[0-9]+]] = tensor.dim %x, %c0
// TIE: [[X:%.*]] = disc_shape.tie_shape %x, [[D]], %c4
// TIE: [[Y:%.*]] = disc_shape.tie_shape %y, [[D]], %c4
// TIE: [[T:%[0-9]+]] = stablehlo.tanh [[X]]
// TIE: [[T2:%[0-9]+]] = disc_shape.tie_shape [[T]], [[D]], %c4
// TIE: stablehlo.add [[T2]], [[Y]]
// TIE: func.func @other(%{{.*}}: tensor<8xf32>
// TIE-NOT: tie_shape
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = func.call @helper(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "stablehlo.add"(%0, %y) : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @helper(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @other(%a: tensor<?xf32>, %b: tensor<8xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?xf32>, tensor<8xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
