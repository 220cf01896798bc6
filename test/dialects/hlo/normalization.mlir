// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Batch normalization under both names.

// CHECK: func.func @stablehlo(%a: tensor<2x?x4xf32>, %v: tensor<?xf32>, %w: tensor<4xf32>) {
func.func @stablehlo(%a: tensor<2x?x4xf32>, %v: tensor<?xf32>, %w: tensor<4xf32>) {
  // CHECK-NEXT: %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  %0, %1, %2 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK-NEXT: %3, %4, %5 = "stablehlo.batch_norm_training"(%a, %w, %w) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>)
  %3, %4, %5 = "stablehlo.batch_norm_training"(%a, %w, %w) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>)
  // CHECK-NEXT: %6 = "stablehlo.batch_norm_inference"(%a, %w, %w, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?x4xf32>
  %6 = "stablehlo.batch_norm_inference"(%a, %w, %w, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<2x?x4xf32>, %v: tensor<?xf32>) {
func.func @mhlo(%a: tensor<2x?x4xf32>, %v: tensor<?xf32>) {
  // CHECK-NEXT: %0, %1, %2 = "mhlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  %0, %1, %2 = "mhlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK-NEXT: %3, %4, %5 = "mhlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  %3, %4, %5 = "mhlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK-NEXT: %6 = "mhlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?x4xf32>
  %6 = "mhlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x?x4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?x4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
