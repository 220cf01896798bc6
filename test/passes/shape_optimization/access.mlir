// RUN: disc-opt %s -p 'shape-optimization' --split-input-file | filecheck %s

// An element that is read exists: there is at least one, and an index is less than the size.
// CHECK: tensor.extract %x[%c2]
// CHECK: disc_shape.SymbolDim @S0 {ranges = {{\[\[}}3, ?]]}
func.func @main(%x: tensor<?xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract %x[%c2] : tensor<?xf32>
  func.return %0 : f32
}

// -----

// The same of an element that is written.
// CHECK: disc_shape.SymbolDim @S0 {ranges = {{\[\[}}1, ?]]}
func.func @main(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %x[%c0] : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// No element of rank 0 is missing.
// CHECK: stablehlo.tanh
// CHECK-NOT: ranges
// CHECK: disc_shape.SymbolDim @S0
func.func @main(%x: tensor<f32>, %y: tensor<?xf32>) -> (f32, tensor<?xf32>) {
  %0 = tensor.extract %x[] : tensor<f32>
  %1 = stablehlo.tanh %y : tensor<?xf32>
  func.return %0, %1 : f32, tensor<?xf32>
}

// -----

// In a branch that may not run: nothing outside of it.
// CHECK: scf.if
// CHECK-NOT: ranges
// CHECK: disc_shape.SymbolDim @S0
func.func @main(%x: tensor<?xf32>, %p: i1, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %p -> (f32) {
    %1 = tensor.extract %x[%c0] : tensor<?xf32>
    scf.yield %1 : f32
  } else {
    scf.yield %v : f32
  }
  func.return %0 : f32
}

// -----

// In the body of an operation that may have no elements.
// CHECK: linalg.generic
// CHECK-NOT: ranges
// CHECK: disc_shape.SymbolDim @S1
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%y : tensor<?xf32>) {
  ^bb0(%o: f32):
    %e = tensor.extract %x[%c0] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// A check after the read is proved by it; one before it stays.
// CHECK: cf.assert %{{.*}}, "before"
// CHECK: tensor.extract
// CHECK-NOT: cf.assert
// CHECK: func.return
func.func @main(%x: tensor<?xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %before = arith.cmpi slt, %i, %n : index
  cf.assert %before, "before"
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  %after = arith.cmpi sge, %n, %i : index
  cf.assert %after, "after"
  func.return %0 : f32
}

// -----

// Indices and sizes of `linearize`, positions of `delinearize`: checks after them are proved.
// CHECK: disc_shape.linearize
// CHECK: disc_shape.delinearize
// CHECK-NOT: cf.assert
// CHECK: func.return
func.func @main(%i: index, %j: index, %p: index, %n: index, %m: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = disc_shape.linearize [%i, %j] in [%n, %m]
  %1, %2 = disc_shape.delinearize %p in [%m, %n] : index, index
  %low = arith.cmpi sge, %i, %c0 : index
  cf.assert %low, "low"
  %high = arith.cmpi slt, %j, %m : index
  cf.assert %high, "high"
  %some = arith.cmpi sge, %n, %c1 : index
  cf.assert %some, "some"
  %nm = arith.muli %n, %m : index
  %position = arith.cmpi slt, %p, %nm : index
  cf.assert %position, "position"
  func.return %0, %1, %2 : index, index, index
}

// -----

// An index is not less than another size, and a check before the operation stays.
// CHECK: cf.assert %{{.*}}, "before"
// CHECK: disc_shape.linearize
// CHECK: cf.assert %{{.*}}, "other"
func.func @main(%i: index, %j: index, %n: index, %m: index) -> index {
  %before = arith.cmpi slt, %i, %n : index
  cf.assert %before, "before"
  %0 = disc_shape.linearize [%i, %j] in [%n, %m]
  %other = arith.cmpi slt, %i, %m : index
  cf.assert %other, "other"
  func.return %0 : index
}
