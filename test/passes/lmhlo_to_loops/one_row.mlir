// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The row is all of the array: one nest, a loop over the only row.
// CHECK:      func.func @clip(
// CHECK:      scf.for %[[R:.*]] = %c0 to %c1 step %c1 {
// CHECK-NEXT: %[[S:.*]] = scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[Q:.*]] = math.sqrt %[[S]] : f32
// CHECK-NEXT: "scf.parallel"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.mulf %{{.*}}, %[[Q]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: })
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @clip(%x: memref<?xf32> {disc_shape.dims = [@n]}, %out: memref<?xf32> {disc_shape.dims = [@n]}, %n: index) {
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%out : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?xf32, [@n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.sqrt %1 : tensor<f32>
    %s = tensor.from_elements %n : tensor<1xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
    %4 = stablehlo.multiply %0, %3 : tensor<?xf32, [@n]>
    mhlo.return %4 : tensor<?xf32, [@n]>
  })
  func.return
}
disc_shape.SymbolDim @n

// -----

// Two reductions of all elements, the second of which needs the first.
// CHECK:      func.func @deviation(
// CHECK:      scf.for %[[R:.*]] = %c0 to %c1 step %c1 {
// CHECK-NEXT: scf.for
// CHECK:      scf.for
// CHECK:      memref.store %{{.*}}, %out[] : memref<f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @deviation(%x: memref<8xf32>, %out: memref<f32>) {
  lmhlo.fusion ins(%x : memref<8xf32>) outs(%out : memref<f32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<8xf32>
    %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    mhlo.return %4 : tensor<f32>
  })
  func.return
}

// -----

// One reduction is one loop.
// CHECK:      func.func @total(
// CHECK-NOT:  scf.for {{.*}} = %c0 to %c1
// CHECK:      scf.for %{{.*}} = %c0 to %c8
// CHECK:      memref.store
// CHECK-NEXT: func.return
func.func @total(%x: memref<8xf32>, %out: memref<f32>) {
  lmhlo.fusion ins(%x : memref<8xf32>) outs(%out : memref<f32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.negate %1 : tensor<f32>
    mhlo.return %2 : tensor<f32>
  })
  func.return
}

// -----

// Rows have a loop around them.
// CHECK:      func.func @rows(
// CHECK-NOT:  scf.for {{.*}} = %c0 to %c1
// CHECK:      "scf.parallel"(%c0, %c4, %c1)
// CHECK:      func.return
func.func @rows(%x: memref<4x8xf32>, %out: memref<4x8xf32>) {
  lmhlo.fusion ins(%x : memref<4x8xf32>) outs(%out : memref<4x8xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<4x8xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<4x8xf32>
    mhlo.return %3 : tensor<4x8xf32>
  })
  func.return
}
