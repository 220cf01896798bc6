// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// CHECK-LABEL: func.func @casts
func.func @casts(%a: f16, %b: tensor<4xf32>, %c: f32) {
  // CHECK: arith.extf %a fastmath<nnan> : f16 to f32
  %0 = arith.extf %a fastmath<nnan> : f16 to f32
  // CHECK: arith.extf %a : f16 to f32
  %1 = arith.extf %a : f16 to f32
  // CHECK: arith.truncf %b upward : tensor<4xf32> to tensor<4xf16>
  %2 = arith.truncf %b upward : tensor<4xf32> to tensor<4xf16>
  // CHECK: arith.truncf %c to_nearest_even fastmath<fast> {test.x} : f32 to bf16
  %3 = arith.truncf %c to_nearest_even fastmath<fast> {test.x} : f32 to bf16
  // CHECK: arith.truncf %c : f32 to bf16
  %4 = arith.truncf %c : f32 to bf16
  func.return
}

// CHECK-LABEL: func.func @scaled
func.func @scaled(%a: tensor<4xf4E2M1FN>, %b: tensor<4xf8E8M0FNU>, %c: f32, %d: f32) {
  // CHECK: arith.scaling_extf %a, %b fastmath<ninf> : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
  %0 = arith.scaling_extf %a, %b fastmath<ninf> : tensor<4xf4E2M1FN>, tensor<4xf8E8M0FNU> to tensor<4xf32>
  // CHECK: arith.scaling_truncf %{{.*}}, %b toward_zero : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
  %1 = arith.scaling_truncf %0, %b toward_zero : tensor<4xf32>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
  // CHECK: arith.scaling_truncf %c, %d : f32, f32 to f4E2M1FN
  %2 = arith.scaling_truncf %c, %d : f32, f32 to f4E2M1FN
  func.return
}
