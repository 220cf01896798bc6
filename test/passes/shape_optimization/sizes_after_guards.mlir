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

// -----

// A result whose sizes follow from a guard before it is cast where it is computed.

// CHECK-LABEL: @computed_after_the_guard
// CHECK: cf.assert %{{.*}}, "columns"
// CHECK: %b = chlo.broadcast_multiply {{.*}} -> tensor<?x?xf32, [@S4, @S1]>
// CHECK-NEXT: [[CAST:%.*]] = tensor.cast %b : tensor<?x?xf32, [@S4, @S1]> to tensor<?x?xf32, [@S0, @S1]>
// CHECK: cf.assert %{{.*}}, "result"
// CHECK-NEXT: return [[CAST]]
// CHECK: tie_predicate_eq %S4, %S0 {guarded}
func.func @computed_after_the_guard(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %m = tensor.dim %y, %c0 : tensor<?x?xf32>
  %mn = arith.muli %m, %n : index
  %s = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = arith.cmpi eq, %mn, %s : index
  cf.assert %0, "rows"
  %k = tensor.dim %y, %c1 : tensor<?x?xf32>
  %1 = arith.cmpi eq, %n, %k : index
  cf.assert %1, "columns"
  %b = chlo.broadcast_multiply %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %is = arith.cmpi eq, %m, %c1 : index
  %w = arith.select %is, %n, %m : index
  %2 = arith.cmpi eq, %w, %mn : index
  cf.assert %2, "result"
  func.return %b : tensor<?x?xf32>
}
