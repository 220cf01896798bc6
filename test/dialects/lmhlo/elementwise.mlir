// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK: func.func @abs(%0: memref<?xf32>, %1: memref<?xf32>) {
func.func @abs(%0: memref<?xf32>, %1: memref<?xf32>) {
  // CHECK-NEXT: lmhlo.abs ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
  lmhlo.abs ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @acos(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @acos(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.acos ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.acos ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @acosh(%0: memref<complex<f64>>, %1: memref<complex<f64>>) {
func.func @acosh(%0: memref<complex<f64>>, %1: memref<complex<f64>>) {
  // CHECK-NEXT: lmhlo.acosh ins(%0 : memref<complex<f64>>) outs(%1 : memref<complex<f64>>)
  lmhlo.acosh ins(%0 : memref<complex<f64>>) outs(%1 : memref<complex<f64>>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @add(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @add(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.add ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.add ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @and(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @and(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.and ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.and ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @asin(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @asin(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.asin ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.asin ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @asinh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @asinh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.asinh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.asinh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @atan2(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @atan2(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.atan2 ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.atan2 ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @atanh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @atanh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.atanh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.atanh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @bitcast(%0: memref<4x?xf32>, %1: memref<?xi32>) {
func.func @bitcast(%0: memref<4x?xf32>, %1: memref<?xi32>) {
  // CHECK-NEXT: lmhlo.bitcast ins(%0 : memref<4x?xf32>) outs(%1 : memref<?xi32>)
  lmhlo.bitcast ins(%0 : memref<4x?xf32>) outs(%1 : memref<?xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @bitcast_convert(%0: memref<?x4xf32>, %1: memref<?x4xi32>) {
func.func @bitcast_convert(%0: memref<?x4xf32>, %1: memref<?x4xi32>) {
  // CHECK-NEXT: lmhlo.bitcast_convert ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xi32>)
  lmhlo.bitcast_convert ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @cbrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @cbrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.cbrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.cbrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @ceil(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @ceil(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.ceil ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.ceil ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @clamp(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>, %3: memref<?x4xf32>) {
func.func @clamp(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>, %3: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.clamp ins(%0, %1, %2 : memref<?x4xf32>, memref<?x4xf32>, memref<?x4xf32>) outs(%3 : memref<?x4xf32>)
  lmhlo.clamp ins(%0, %1, %2 : memref<?x4xf32>, memref<?x4xf32>, memref<?x4xf32>) outs(%3 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @compare(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xi1>) {
func.func @compare(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xi1>) {
  // CHECK-NEXT: lmhlo.compare ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xi1>) {comparison_direction = #mhlo<comparison_direction EQ>}
  lmhlo.compare ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xi1>) {comparison_direction = #mhlo<comparison_direction EQ>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @complex(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xcomplex<f32>>) {
func.func @complex(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xcomplex<f32>>) {
  // CHECK-NEXT: lmhlo.complex ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xcomplex<f32>>)
  lmhlo.complex ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xcomplex<f32>>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @convert(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @convert(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.convert ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.convert ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @copy(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @copy(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.copy ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.copy ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @cosh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @cosh(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.cosh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.cosh ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @cosine(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @cosine(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.cosine ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.cosine ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @count_leading_zeros(%0: memref<3xi32>, %1: memref<3xi32>) {
func.func @count_leading_zeros(%0: memref<3xi32>, %1: memref<3xi32>) {
  // CHECK-NEXT: lmhlo.count_leading_zeros ins(%0 : memref<3xi32>) outs(%1 : memref<3xi32>)
  lmhlo.count_leading_zeros ins(%0 : memref<3xi32>) outs(%1 : memref<3xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @divide(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @divide(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.divide ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.divide ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @domain(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @domain(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.domain ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>) {kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}
  lmhlo.domain ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>) {kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @erf(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @erf(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.erf ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  lmhlo.erf ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @exponential(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @exponential(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.exponential ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.exponential ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @exponential_minus_one(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @exponential_minus_one(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.exponential_minus_one ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.exponential_minus_one ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @floor(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @floor(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.floor ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.floor ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @imag(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @imag(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.imag ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.imag ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @is_finite(%0: memref<?x4xf32>, %1: memref<?x4xi1>) {
func.func @is_finite(%0: memref<?x4xf32>, %1: memref<?x4xi1>) {
  // CHECK-NEXT: lmhlo.is_finite ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xi1>)
  lmhlo.is_finite ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @log(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @log(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.log ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.log ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @log_plus_one(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @log_plus_one(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.log_plus_one ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.log_plus_one ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @logistic(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @logistic(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.logistic ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.logistic ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @maximum(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @maximum(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.maximum ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.maximum ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @minimum(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @minimum(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.minimum ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.minimum ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @minimum_broadcast_shapes(%0: memref<?xindex>, %1: memref<?xindex>, %2: memref<?xindex>, %3: memref<?xindex>) {
func.func @minimum_broadcast_shapes(%0: memref<?xindex>, %1: memref<?xindex>, %2: memref<?xindex>, %3: memref<?xindex>) {
  // CHECK-NEXT: lmhlo.minimum_broadcast_shapes ins(%0, %1 : memref<?xindex>, memref<?xindex>) outs(%2, %3 : memref<?xindex>, memref<?xindex>)
  lmhlo.minimum_broadcast_shapes ins(%0, %1 : memref<?xindex>, memref<?xindex>) outs(%2, %3 : memref<?xindex>, memref<?xindex>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @mulhi(%0: memref<?xi64>, %1: memref<?xi64>, %2: memref<?xi64>) {
func.func @mulhi(%0: memref<?xi64>, %1: memref<?xi64>, %2: memref<?xi64>) {
  // CHECK-NEXT: lmhlo.mulhi ins(%0, %1 : memref<?xi64>, memref<?xi64>) outs(%2 : memref<?xi64>)
  lmhlo.mulhi ins(%0, %1 : memref<?xi64>, memref<?xi64>) outs(%2 : memref<?xi64>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @multiply(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @multiply(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.multiply ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.multiply ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @negate(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @negate(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.negate ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.negate ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @not(%0: memref<?xi1>, %1: memref<?xi1>) {
func.func @not(%0: memref<?xi1>, %1: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.not ins(%0 : memref<?xi1>) outs(%1 : memref<?xi1>)
  lmhlo.not ins(%0 : memref<?xi1>) outs(%1 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @or(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @or(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.or ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.or ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @popcnt(%0: memref<3xi32>, %1: memref<3xi32>) {
func.func @popcnt(%0: memref<3xi32>, %1: memref<3xi32>) {
  // CHECK-NEXT: lmhlo.popcnt ins(%0 : memref<3xi32>) outs(%1 : memref<3xi32>)
  lmhlo.popcnt ins(%0 : memref<3xi32>) outs(%1 : memref<3xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @power(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @power(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.power ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.power ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @real(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @real(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.real ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.real ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reduce_precision(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @reduce_precision(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.reduce_precision ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
  lmhlo.reduce_precision ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @remainder(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @remainder(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.remainder ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.remainder ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @round_nearest_afz(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @round_nearest_afz(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.round_nearest_afz ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.round_nearest_afz ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @round_nearest_even(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @round_nearest_even(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.round_nearest_even ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.round_nearest_even ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @rsqrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @rsqrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.rsqrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.rsqrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @select(%0: memref<i1>, %1: memref<?x4xf32>, %2: memref<?x4xf32>, %3: memref<?x4xf32>) {
func.func @select(%0: memref<i1>, %1: memref<?x4xf32>, %2: memref<?x4xf32>, %3: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.select ins(%0, %1, %2 : memref<i1>, memref<?x4xf32>, memref<?x4xf32>) outs(%3 : memref<?x4xf32>)
  lmhlo.select ins(%0, %1, %2 : memref<i1>, memref<?x4xf32>, memref<?x4xf32>) outs(%3 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @shift_left(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
func.func @shift_left(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
  // CHECK-NEXT: lmhlo.shift_left ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  lmhlo.shift_left ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @shift_right_arithmetic(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
func.func @shift_right_arithmetic(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
  // CHECK-NEXT: lmhlo.shift_right_arithmetic ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  lmhlo.shift_right_arithmetic ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @shift_right_logical(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
func.func @shift_right_logical(%0: memref<3xui8>, %1: memref<3xui8>, %2: memref<3xui8>) {
  // CHECK-NEXT: lmhlo.shift_right_logical ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  lmhlo.shift_right_logical ins(%0, %1 : memref<3xui8>, memref<3xui8>) outs(%2 : memref<3xui8>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sign(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @sign(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.sign ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.sign ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sine(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @sine(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.sine ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.sine ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sinh(%0: memref<complex<f64>>, %1: memref<complex<f64>>) {
func.func @sinh(%0: memref<complex<f64>>, %1: memref<complex<f64>>) {
  // CHECK-NEXT: lmhlo.sinh ins(%0 : memref<complex<f64>>) outs(%1 : memref<complex<f64>>)
  lmhlo.sinh ins(%0 : memref<complex<f64>>) outs(%1 : memref<complex<f64>>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sqrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @sqrt(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.sqrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.sqrt ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @stochastic_convert(%0: memref<4x?xf32>, %1: memref<4x?xui32>, %2: memref<4x?xi8>) {
func.func @stochastic_convert(%0: memref<4x?xf32>, %1: memref<4x?xui32>, %2: memref<4x?xi8>) {
  // CHECK-NEXT: lmhlo.stochastic_convert ins(%0, %1 : memref<4x?xf32>, memref<4x?xui32>) outs(%2 : memref<4x?xi8>)
  lmhlo.stochastic_convert ins(%0, %1 : memref<4x?xf32>, memref<4x?xui32>) outs(%2 : memref<4x?xi8>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @subtract(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @subtract(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.subtract ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  lmhlo.subtract ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @tan(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @tan(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.tan ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.tan ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @tanh(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @tanh(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.tanh ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  lmhlo.tanh ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @topk(%0: memref<4x?xf32>, %1: memref<4x2xf32>, %2: memref<4x2xi32>) {
func.func @topk(%0: memref<4x?xf32>, %1: memref<4x2xf32>, %2: memref<4x2xi32>) {
  // CHECK-NEXT: lmhlo.topk ins(%0 : memref<4x?xf32>) outs(%1, %2 : memref<4x2xf32>, memref<4x2xi32>) {k = 2 : i64}
  lmhlo.topk ins(%0 : memref<4x?xf32>) outs(%1, %2 : memref<4x2xf32>, memref<4x2xi32>) {k = 2 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @trace(%0: memref<4x?xf32>) {
func.func @trace(%0: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.trace ins(%0 : memref<4x?xf32>) {tag = "x"}
  lmhlo.trace ins(%0 : memref<4x?xf32>) {tag = "x"}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @uniform_dequantize(%0: memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>, %1: memref<4x?xf32>) {
func.func @uniform_dequantize(%0: memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.uniform_dequantize ins(%0 : memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) outs(%1 : memref<4x?xf32>)
  lmhlo.uniform_dequantize ins(%0 : memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) outs(%1 : memref<4x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @uniform_quantize(%0: memref<4x?xf32>, %1: memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) {
func.func @uniform_quantize(%0: memref<4x?xf32>, %1: memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>) {
  // CHECK-NEXT: lmhlo.uniform_quantize ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>)
  lmhlo.uniform_quantize ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?x!quant.uniform<u4:f32, 2.500000e-01>>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @xor(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
func.func @xor(%0: memref<?xi1>, %1: memref<?xi1>, %2: memref<?xi1>) {
  // CHECK-NEXT: lmhlo.xor ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  lmhlo.xor ins(%0, %1 : memref<?xi1>, memref<?xi1>) outs(%2 : memref<?xi1>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
