// RUN: disc-opt %s --split-input-file -p plan-memory | filecheck %s
// RUN: disc-opt %s --split-input-file -p test-print-memory-plan | filecheck %s --check-prefix PLAN

// What two loops over a row need is kept in a row of scratch, which is a part of the plan.
// PLAN:       function @one: peak == 64*ceildiv(4*n, 64)
// PLAN-NEXT:  arena: 64*ceildiv(4*n, 64)
// PLAN-NEXT:  64*ceildiv(4*n, 64) bytes at 0 from lmhlo.fusion to lmhlo.fusion
// CHECK:      func.func @one(
// CHECK:      %[[A:.*]] = memref.alloc({{.*}}) {alignment = 64 : i64} : memref<?xi8>
// CHECK-NEXT: %[[T:.*]] = memref.view %[[A]][%c0][{{.*}}] {disc_shape.lifetime, disc_shape.dims = [@n]} : memref<?xi8> to memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) scratch(%[[T]] : memref<?xf32>)
// CHECK:      memref.dealloc %[[A]] : memref<?xi8>
func.func @one(%x: memref<?x?xf32> {disc_shape.dims = [@m, @n]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@m, @n]>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %3, %4 : tensor<?xf32, [@m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @n

// -----

// Two kernels, one after the other: one row.
// PLAN:       function @two: peak == 64*ceildiv(4*n, 64)
// PLAN-NEXT:  arena: 64*ceildiv(4*n, 64)
// CHECK:      func.func @two(
// CHECK:      memref.view %[[A:.*]][%c0][
// CHECK-NEXT: lmhlo.fusion {{.*}} scratch(
// CHECK:      memref.view %[[A]][%c0][
// CHECK-NEXT: lmhlo.fusion {{.*}} scratch(
func.func @two(%x: memref<?x?xf32> {disc_shape.dims = [@m, @n]}, %a: memref<?xf32> {disc_shape.dims = [@m]}, %b: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@m, @n]>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %3, %4 : tensor<?xf32, [@m]>, tensor<?xf32, [@m]>
  })
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%a, %b : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.tanh %0 : tensor<?x?xf32, [@m, @n]>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %4 = stablehlo.reduce(%1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %3, %4 : tensor<?xf32, [@m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @n

// -----

// Nothing is needed twice: no scratch.
// PLAN:       function @once: peak == 0
// CHECK:      func.func @once(
// CHECK-NOT:  memref.alloc
// CHECK:      lmhlo.fusion
// CHECK-NOT:  scratch
// CHECK:      return
func.func @once(%x: memref<?x?xf32> {disc_shape.dims = [@m, @n]}, %a: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%a : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@m, @n]>
    %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %3 : tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @n
