// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Each row of running sums is the row before it and a row of the operand, where rows have neighbours.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.if
// CHECK:           scf.for %{{.*}} = %c0 to %c1 step %c1 {
// CHECK-NEXT:        scf.for %{{.*}} = %c0 to %c1 step %c1 {
// CHECK-NEXT:          scf.for %[[J:.*]] = %c0 to %c16 step %c1 {
// CHECK-NEXT:          %[[FIRST:.*]] = memref.load %x[%{{.*}}, %[[J]]] : memref<8x16xf32>
// CHECK-NEXT:          %[[START:.*]] = arith.addf %{{.*}}, %[[FIRST]] : f32
// CHECK-NEXT:          memref.store %[[START]], %y[%{{.*}}, %[[J]]] : memref<8x16xf32>
// CHECK:           scf.for %[[K:.*]] = %c1 to %{{.*}} step %c1 {
// CHECK-NEXT:        %[[LAST:.*]] = arith.subi %[[K]], %c1 : index
// CHECK-NEXT:        scf.for %[[L:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT:          %[[STATE:.*]] = memref.load %y[%[[LAST]], %[[L]]] : memref<8x16xf32>
// CHECK-NEXT:          %[[NEXT:.*]] = memref.load %x[%[[K]], %[[L]]] : memref<8x16xf32>
// CHECK-NEXT:          %[[SUM:.*]] = arith.addf %[[STATE]], %[[NEXT]] : f32
// CHECK-NEXT:          memref.store %[[SUM]], %y[%[[K]], %[[L]]] : memref<8x16xf32>
func.func @rows(%x: memref<8x16xf32>, %zero: memref<f32>, %y: memref<8x16xf32>) {
  lmhlo.reduce_window ins(%x, %zero : memref<8x16xf32>, memref<f32>) outs(%y : memref<8x16xf32>) {window_dimensions = array<i64: 8, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  })
  func.return
}
