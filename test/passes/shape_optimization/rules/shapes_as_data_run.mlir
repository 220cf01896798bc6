// RUN: disc-run %s --input 'x=zeros(0, 3)' --input 'y=zeros(0, 1)' --check | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p shape-optimization --input 'x=zeros(0, 3)' --input 'y=zeros(0, 1)' --check | filecheck %s --check-prefix EMPTY
// RUN: disc-run %s -p shape-optimization,shape-optimization --input 'x=zeros(1, 1)' --input 'y=zeros(1, 1)' --check | filecheck %s --check-prefix ONE
// RUN: disc-run %s -p shape-optimization --input 'x=zeros(2, 3)' --input 'y=zeros(2, 1)' --check | filecheck %s --check-prefix EXEC
// RUN: not disc-run %s --input 'x=zeros(2, 3)' --input 'y=zeros(5, 1)' 2>&1 | filecheck %s --check-prefix WRONG
// RUN: not disc-run %s -p shape-optimization --input 'x=zeros(2, 3)' --input 'y=zeros(5, 1)' 2>&1 | filecheck %s --check-prefix WRONG

// EMPTY: [0 3]
// ONE: [1 1]
// EXEC: [2 3]
// WRONG: 'shape.cstr_broadcastable' does not hold for [2, 3] and [5, 1]
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> (tensor<2xindex>, tensor<i32>, tensor<2xindex>) {
  %0 = stablehlo.tanh %x : tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  %3 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %4 = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %2, %4 : tensor<2xindex>, tensor<2xindex>
  %5 = shape.assuming %w -> (tensor<2xindex>) {
    %6 = shape.broadcast %2, %4 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    shape.assuming_yield %6 : tensor<2xindex>
  }
  return %2, %3, %5 : tensor<2xindex>, tensor<i32>, tensor<2xindex>
}
