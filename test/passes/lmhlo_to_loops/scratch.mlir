// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The output has another element type: what both loops need is kept in a row of scratch, and rows
// come one after the other.
// CHECK:      func.func @narrow(
// CHECK:      %[[N:.*]] = memref.dim %x, %c1
// CHECK:      %[[T:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@n]} : memref<?xf32>
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to
// CHECK-NEXT: %[[S:.*]] = scf.for %[[J:.*]] = %c0 to
// CHECK-NEXT: %[[X:.*]] = memref.load %x[%[[I]], %[[J]]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT: memref.store %[[E]], %[[T]][%[[J]]] : memref<?xf32>
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to
// CHECK-NEXT: %[[R:.*]] = memref.load %[[T]][%[[K]]] : memref<?xf32>
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[R]], %[[S]] : f32
// CHECK-NEXT: arith.truncf %[[Q]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[T]] : memref<?xf32>
func.func @narrow(%x: memref<?x?xf32> {disc_shape.dims = [@m, @n]}, %out: memref<?x?xf16> {disc_shape.dims = [@m, @n]}, %n: index, %m: index) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%out : memref<?x?xf16>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@m, @n]>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %s = tensor.from_elements %m, %n : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@m, @n]>
    %4 = stablehlo.divide %1, %3 : tensor<?x?xf32, [@m, @n]>
    %5 = stablehlo.convert %4 : (tensor<?x?xf32, [@m, @n]>) -> tensor<?x?xf16, [@m, @n]>
    mhlo.return %5 : tensor<?x?xf16, [@m, @n]>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @n

// -----

// Two reductions that do not need each other: the second one reads what the first one wrote.
// CHECK:      func.func @moments(
// CHECK-NOT:  scf.parallel
// CHECK:      %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c8
// CHECK:      %[[E:.*]] = math.exp
// CHECK-NEXT: memref.store %[[E]], %[[T]][%[[J]]] : memref<8xf32>
// CHECK:      }
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %c8
// CHECK-NEXT: %[[R:.*]] = memref.load %[[T]][%[[K]]] : memref<8xf32>
// CHECK-NEXT: arith.mulf %[[R]], %[[R]]
// CHECK-NOT:  math.exp
// CHECK:      memref.dealloc %[[T]]
func.func @moments(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// The quotient takes the place of the exponential where it is read for the last time: one row.
// CHECK:      func.func @top(
// CHECK:      %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NOT:  memref.alloc
// CHECK:      math.exp
// CHECK-NEXT: memref.store %{{.*}}, %[[T]]
// CHECK:      memref.load %[[T]]
// CHECK-NEXT: %[[Q:.*]] = arith.divf
// CHECK-NEXT: memref.store %[[Q]], %[[T]]
// CHECK:      memref.load %[[T]]
// CHECK-NOT:  {{math.exp|arith.divf}}
// CHECK:      memref.dealloc %[[T]]
func.func @top(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}, %n: index) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c8 = arith.constant 8 : index
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %s = tensor.from_elements %n, %c8 : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x8xf32>
    %4 = stablehlo.divide %1, %3 : tensor<?x8xf32>
    %5 = stablehlo.reduce(%4 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %6 = stablehlo.reduce(%4 init: %z) applies stablehlo.minimum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %5, %6 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// Rows of two axes: the scratch has both.
// CHECK:      func.func @planes(
// CHECK:      %[[T:.*]] = memref.alloc({{.*}}) {disc_shape.dims = [@h, @w]} : memref<?x?xf32>
// CHECK:      math.exp
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf32>
// CHECK-NOT:  math.exp
// CHECK:      memref.dealloc %[[T]]
func.func @planes(%x: memref<?x?x?xf32> {disc_shape.dims = [@m, @h, @w]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?x?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?x?xf32, [@m, @h, @w]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?x?xf32, [@m, @h, @w]>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<?x?x?xf32, [@m, @h, @w]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<?x?x?xf32, [@m, @h, @w]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %3, %4 : tensor<?xf32, [@m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @h
disc_shape.SymbolDim @w

// -----

// An output that a reduction writes holds the value already: no scratch.
// CHECK:      func.func @stored(
// CHECK-NOT:  memref.alloc
// CHECK:      %[[E:.*]] = math.exp
// CHECK-NEXT: memref.store %[[E]], %y
// CHECK-NOT:  math.exp
// CHECK:      return
func.func @stored(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %y: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%y, %a, %b : memref<?x8xf32>, memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %1, %3, %4 : tensor<?x8xf32>, tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// No scratch: the value is one number for each row.
// CHECK:      func.func @per_row(
// CHECK-NOT:  memref.alloc
// CHECK:      scf.parallel
// CHECK:      return
func.func @per_row(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %r: memref<?xf32> {disc_shape.dims = [@m]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x, %r : memref<?x8xf32>, memref<?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>, %1: tensor<?xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %e = stablehlo.exponential %1 : tensor<?xf32>
    %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %3 = stablehlo.multiply %2, %e : tensor<?xf32>
    %4 = stablehlo.add %2, %e : tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// No scratch: what is cheap is computed again.
// CHECK:      func.func @cheap(
// CHECK-NOT:  memref.alloc
// CHECK:      return
func.func @cheap(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.add %0, %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// No scratch: the first reduction evaluates the function only where the first piece is.
// CHECK:      func.func @joined(
// CHECK-NOT:  memref.alloc
// CHECK:      return
func.func @joined(%x: memref<?x6xf32> {disc_shape.dims = [@m, @C6]}, %y: memref<?x2xf32>, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x, %y : memref<?x6xf32>, memref<?x2xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x6xf32>, %y0: tensor<?x2xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %e = stablehlo.exponential %0 : tensor<?x6xf32>
    %1 = stablehlo.concatenate %e, %y0, dim = 1 : (tensor<?x6xf32>, tensor<?x2xf32>) -> tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C6 {value = 6}

// -----

// Both values are needed until the last loop: two rows.
// CHECK:      func.func @both(
// CHECK:      %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[U:.*]] = memref.alloc() : memref<8xf32>
// CHECK:      memref.store %{{.*}}, %[[U]]
// CHECK:      memref.store %{{.*}}, %[[T]]
// CHECK:      memref.load %[[U]]
// CHECK:      memref.load %[[T]]
// CHECK-NOT:  math
// CHECK:      return
func.func @both(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}, %r: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b, %r : memref<?xf32>, memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %2 = stablehlo.tanh %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%2 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %5 = stablehlo.multiply %1, %2 : tensor<?x8xf32>
    %6 = stablehlo.reduce(%5 init: %z) applies stablehlo.minimum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4, %6 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// Part of the row is read in a branch: the loops that fill and read it are outside.
// CHECK:      func.func @branch(
// CHECK:      %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK:      scf.for %[[I:.*]] =
// CHECK-NOT:  scf.if
// CHECK:      memref.store %{{.*}}, %[[T]]
// CHECK:      memref.load %[[T]]
// CHECK:      arith.maximumf
// CHECK:      scf.if
// CHECK:      return
func.func @branch(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %o: memref<?x3xf32> {disc_shape.dims = [@m, @C3]}, %n: index) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%o : memref<?x3xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %s2 = tensor.from_elements %n, %c2 : tensor<2xindex>
    %s3 = tensor.from_elements %n, %c3 : tensor<2xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %4, %s2, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
    %6 = stablehlo.pad %5, %z, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x3xf32>
    %7 = stablehlo.dynamic_broadcast_in_dim %3, %s3, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %8 = stablehlo.dynamic_broadcast_in_dim %4, %s3, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %9 = stablehlo.add %6, %7 : tensor<?x3xf32>
    %10 = stablehlo.add %9, %8 : tensor<?x3xf32>
    mhlo.return %10 : tensor<?x3xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @C3 {value = 3}

// -----

// No scratch: the reductions read the values in another order.
// CHECK:      func.func @reversed(
// CHECK-NOT:  memref.alloc
// CHECK:      return
func.func @reversed(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %w: memref<8xf32>, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}, %n: index) {
  lmhlo.fusion ins(%x, %w : memref<?x8xf32>, memref<8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>, %w0: tensor<8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c8 = arith.constant 8 : index
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %r = stablehlo.reverse %1, dims = [1] : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%r init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// A kernel that has scratch works in it; one of other sizes stays unused.
// CHECK:      func.func @given(
// CHECK-NOT:  memref.alloc
// CHECK:      memref.store %{{.*}}, %t[
// CHECK:      memref.load %t[
// CHECK-NOT:  %u[
// CHECK:      return
func.func @given(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}, %t: memref<8xf32>, %u: memref<4xf32>) {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) scratch(%u, %t : memref<4xf32>, memref<8xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}

// -----

// The plan of this function has no scratch, so there is none.
// CHECK:      func.func @planned(
// CHECK-NOT:  memref.alloc
// CHECK:      return
func.func @planned(%x: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) attributes {disc_shape.peak = "== 0"} {
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x8xf32>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %3, %4 : tensor<?xf32>, tensor<?xf32>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C8 {value = 8}
