// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Products of narrow floats are added as f32, and the sum is rounded once.
// CHECK-LABEL: func.func @product(
// CHECK:         %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[CARRIED:.*]] = %{{.*}}) -> (f32) {
// CHECK:           %[[LEFT:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT:      %[[RIGHT:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[LEFT]], %[[RIGHT]] : f32
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addf %[[CARRIED]], %[[PRODUCT]] : f32
// CHECK-NEXT:      scf.yield %[[NEXT]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK-NEXT:    memref.store %[[ROUNDED]], %out
func.func @product(%x: memref<?x?xf16>, %y: memref<?x?xf16>, %out: memref<?x?xf16>) {
  lmhlo.dot_general ins(%x, %y : memref<?x?xf16>, memref<?x?xf16>) outs(%out : memref<?x?xf16>) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
  }
  func.return
}

// -----

// So are sums and products of elements, from the initial value on.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[START:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:         %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[CARRIED:.*]] = %[[START]]) -> (f32) {
// CHECK-NEXT:      %[[ELEMENT:.*]] = memref.load %x
// CHECK-NEXT:      %[[WIDE:.*]] = arith.extf %[[ELEMENT]] : bf16 to f32
// CHECK-NEXT:      %[[NEXT:.*]] = arith.mulf %[[CARRIED]], %[[WIDE]] : f32
// CHECK-NEXT:      scf.yield %[[NEXT]] : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : f32 to bf16
func.func @sum(%x: memref<?x?xbf16>, %start: memref<bf16>, %out: memref<?xbf16>) {
  lmhlo.reduce ins(%x, %start : memref<?x?xbf16>, memref<bf16>) outs(%out : memref<?xbf16>) {dimensions = array<i64: 1>} ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %0 = stablehlo.multiply %b, %a : tensor<bf16>
    stablehlo.return %0 : tensor<bf16>
  })
  func.return
}

// -----

// Another body, wider floats and integers stay in their type.
// CHECK-LABEL: func.func @other(
// CHECK-NOT:     arith.extf
// CHECK:         func.return
func.func @other(%x: memref<?xf16>, %start: memref<f16>, %y: memref<?xf64>, %from: memref<f64>, %z: memref<?xi8>, %first: memref<i8>, %b: memref<f16>, %c: memref<f64>, %d: memref<i8>) {
  lmhlo.reduce ins(%x, %start : memref<?xf16>, memref<f16>) outs(%b : memref<f16>) {dimensions = array<i64: 0>} ({
  ^bb0(%s: tensor<f16>, %e: tensor<f16>):
    %0 = stablehlo.multiply %e, %e : tensor<f16>
    %1 = stablehlo.add %s, %0 : tensor<f16>
    stablehlo.return %1 : tensor<f16>
  })
  lmhlo.reduce ins(%y, %from : memref<?xf64>, memref<f64>) outs(%c : memref<f64>) {dimensions = array<i64: 0>} ({
  ^bb0(%s: tensor<f64>, %e: tensor<f64>):
    %0 = stablehlo.add %s, %e : tensor<f64>
    stablehlo.return %0 : tensor<f64>
  })
  lmhlo.reduce ins(%z, %first : memref<?xi8>, memref<i8>) outs(%d : memref<i8>) {dimensions = array<i64: 0>} ({
  ^bb0(%s: tensor<i8>, %e: tensor<i8>):
    %0 = stablehlo.add %s, %e : tensor<i8>
    stablehlo.return %0 : tensor<i8>
  })
  func.return
}

// -----

// The greatest element is the same in f32.
// CHECK-LABEL: func.func @greatest(
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// CHECK:         arith.maximumf %{{.*}} : f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @greatest(%x: memref<?x?xbf16>, %low: memref<bf16>, %y: memref<?xbf16>) {
  lmhlo.reduce ins(%x, %low : memref<?x?xbf16>, memref<bf16>) outs(%y : memref<?xbf16>) {dimensions = array<i64: 1>} ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %0 = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %0 : tensor<bf16>
  })
  func.return
}
