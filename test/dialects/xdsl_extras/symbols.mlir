// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @math
func.func @math(%f: f32, %v: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]> {
  // CHECK: math.isfinite %{{.*}} : f32
  %0 = math.isfinite %f : f32
  // CHECK: math.isinf %{{.*}} fastmath<fast> : f32
  %1 = math.isinf %f fastmath<fast> : f32
  // CHECK: %[[NAN:.*]] = math.isnan %{{.*}} : tensor<?xf32, [@S0]>
  %2 = math.isnan %v : tensor<?xf32, [@S0]>
  func.return %2 : tensor<?xi1, [@S0]>
}
disc_shape.SymbolDim @S0
