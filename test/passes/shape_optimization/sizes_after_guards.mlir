// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A size that a guard makes known is written into the operations after it. What these imply then
// rests on the guard, so it is no fact about the arguments.

// CHECK-LABEL: @taken
// CHECK: cf.assert
// CHECK: tensor.extract_slice %y[0] [4] [1]
// CHECK: tie_predicate_eq %S0, %c4 {guarded}
// CHECK: disc_shape.SymbolDim @S1{{$}}
func.func @taken(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %k = arith.cmpi eq, %d, %c4 : index
  cf.assert %k, "four"
  %r = tensor.extract_slice %y[0] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: @inserted
// CHECK: cf.assert
// CHECK: tensor.insert_slice
// CHECK: tie_predicate_eq %S0, %c4 {guarded}
// CHECK: disc_shape.SymbolDim @S1{{$}}
func.func @inserted(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %k = arith.cmpi eq, %d, %c4 : index
  cf.assert %k, "four"
  %r = tensor.insert_slice %x into %y[0] [%d] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: @sliced
// CHECK: cf.assert
// CHECK: stablehlo.slice %y [0:4]
// CHECK: disc_shape.SymbolDim @S1{{$}}
func.func @sliced(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %k = arith.cmpi eq, %d, %c4 : index
  cf.assert %k, "four"
  %l = tensor.from_elements %d : tensor<1xindex>
  %z = tensor.from_elements %c0 : tensor<1xindex>
  %o = tensor.from_elements %c1 : tensor<1xindex>
  %r = stablehlo.real_dynamic_slice %y, %z, %l, %o : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
