// RUN: disc-opt %s -p convert-hlo-to-linalg --split-input-file | filecheck %s

// The mantissa is rounded to even; what is out of the range of the exponent is infinite, or zero.
// CHECK-LABEL: func.func @both
// CHECK:       %[[B:.*]] = arith.bitcast %[[X:.*]] : f32 to i32
// CHECK-NEXT:  %[[L:.*]] = arith.shrui %[[B]], %{{.*}} : i32
// CHECK-NEXT:  %[[O:.*]] = arith.andi %[[L]], %{{.*}} : i32
// CHECK-NEXT:  %[[H:.*]] = arith.addi %[[O]], %{{.*}} : i32
// CHECK-NEXT:  %[[T:.*]] = arith.addi %[[B]], %[[H]] : i32
// CHECK-NEXT:  %[[R:.*]] = arith.andi %[[T]], %{{.*}} : i32
// CHECK:       arith.cmpi ugt
// CHECK:       arith.cmpi ule
// CHECK:       %[[N:.*]] = arith.cmpf une, %[[X]], %[[X]] : f32
// CHECK:       arith.select %[[N]], %[[X]], %{{.*}} : f32
func.func @both(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m7 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Only the mantissa has fewer bits.
// CHECK-LABEL: func.func @mantissa
// CHECK:       arith.bitcast %{{.*}} : f16 to i16
// CHECK-NOT:   arith.cmpi
// CHECK:       linalg.yield
func.func @mantissa(%x: tensor<f16>, %y: tensor<?xf16>) -> tensor<?xf16> {
  %0 = stablehlo.reduce_precision %y, format = e5m7 : tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

// The format is no narrower.
// CHECK-LABEL: func.func @same
// CHECK-NOT:   arith.andi
// CHECK:       linalg.yield
func.func @same(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = stablehlo.reduce_precision %x, format = e8m23 : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
