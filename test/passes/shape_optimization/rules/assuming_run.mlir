// RUN: disc-run %s --input 'x=zeros(0)' --input 'y=zeros(1)' --check | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p shape-optimization --input 'x=zeros(0)' --input 'y=zeros(1)' --check | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p shape-optimization,shape-optimization --input 'x=zeros(1)' --input 'y=zeros(1)' --check | filecheck %s --check-prefix ONE
// RUN: disc-run %s -p shape-optimization --input 'x=zeros(3)' --input 'y=zeros(3)' --check | filecheck %s --check-prefix EXEC
// RUN: not disc-run %s --input 'x=zeros(2)' --input 'y=zeros(5)' 2>&1 | filecheck %s --check-prefix WRONG
// RUN: not disc-run %s -p shape-optimization --input 'x=zeros(2)' --input 'y=zeros(5)' 2>&1 | filecheck %s --check-prefix WRONG

// Regions that rely on checks, one in another and one after another; sizes and checks move out.

// EMPTY: [0]
// EMPTY: [2]
// ONE: [1]
// ONE: [2]
// EXEC: [3]
// EXEC: [6]
// WRONG: 'shape.cstr_broadcastable' does not hold for [2] and [5]
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<1xindex>, tensor<1xindex>, tensor<?xf32>) {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  %2, %3 = shape.assuming %w -> (tensor<?xf32>, tensor<1xindex>) {
    %b = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %t = stablehlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %s = shape.shape_of %t : tensor<?xf32> -> tensor<1xindex>
    %w1 = shape.cstr_eq %1, %1 : tensor<1xindex>, tensor<1xindex>
    %4 = shape.assuming %w1 -> (tensor<?xf32>) {
      %5 = stablehlo.tanh %x : tensor<?xf32>
      shape.assuming_yield %5 : tensor<?xf32>
    }
    shape.assuming_yield %4, %s : tensor<?xf32>, tensor<1xindex>
  }
  %6 = shape.shape_of %2 : tensor<?xf32> -> tensor<1xindex>
  return %6, %3, %2 : tensor<1xindex>, tensor<1xindex>, tensor<?xf32>
}
