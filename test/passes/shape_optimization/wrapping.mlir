// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// The absolute value of the smallest number does not fit its type: the operation stays as it is.

// CHECK:     %[[A:.*]] = stablehlo.abs %{{.*}} : tensor<i32>
// CHECK-NOT: 2147483648
// CHECK:     return %{{.*}}, %[[A]]
func.func @main(%x: f32) -> (tensor<?xf32>, tensor<i32>) {
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %a = stablehlo.abs %c : tensor<i32>
  %v = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
  %p = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %p, %a : tensor<?xf32>, tensor<i32>
}

// -----

// A size that 64 bits cannot hold comes from arithmetic that wraps: nothing is concluded from it.
// CHECK-LABEL: func.func @shifted_out
// CHECK:       minsi
// CHECK:       dynamic_iota
func.func @shifted_out(%x: f32) -> tensor<?xi32> {
  %one = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %big = arith.shli %one, %c63 : index
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %low = arith.minsi %big, %c9 : index
  %n = arith.maxsi %low, %c0 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %p = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %p : tensor<?xi32>
}

// -----

// Index arithmetic that is only data wraps around and is computed as it is written: twice 2^62 is
// -2^63, half of which is not 2^62.

// CHECK-LABEL: builtin.module {
// CHECK: func.func @index_data
// CHECK: [[T:%.*]] = arith.muli %a, %c2
// CHECK: [[H:%.*]] = arith.floordivsi [[T]], %c2
// CHECK: func.return [[H]]
func.func @index_data(%a: index) -> index {
  %c2 = arith.constant 2 : index
  %t = arith.muli %a, %c2 : index
  %h = arith.floordivsi %t, %c2 : index
  return %h : index
}

// -----

// The same after a call.

// CHECK-LABEL: func.func @calls_index_data
// CHECK: [[H:%.*]] = func.call @half_of_twice(%a)
// CHECK: func.return [[H]]
func.func private @half_of_twice(%a: index) -> index {
  %c2 = arith.constant 2 : index
  %t = arith.muli %a, %c2 : index
  %h = arith.floordivsi %t, %c2 : index
  func.call @half_of_twice(%h) : (index) -> index
  return %h : index
}
func.func @calls_index_data(%a: index) -> index {
  %h = func.call @half_of_twice(%a) : (index) -> index
  return %h : index
}

// -----

// A size that data shares with a shape is one number.

// CHECK-LABEL: func.func @index_of_a_shape(%a: index
// CHECK-NOT: floordivsi
// CHECK: tensor.empty(%a)
// CHECK: func.return {{.*}}, %a
func.func @index_of_a_shape(%a: index) -> (tensor<?xf32>, index) {
  %c2 = arith.constant 2 : index
  %t = arith.muli %a, %c2 : index
  %h = arith.floordivsi %t, %c2 : index
  %e = tensor.empty(%h) : tensor<?xf32>
  return %e, %h : tensor<?xf32>, index
}
