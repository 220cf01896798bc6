// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Slices, updates and padding, static and dynamic, and the sizes of dimensions.

// CHECK: func.func @stablehlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: tensor<2xi32>, %u: tensor<1x4xf32>) {
func.func @stablehlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: tensor<2xi32>, %u: tensor<1x4xf32>) {
  // CHECK-NEXT: %0 = stablehlo.slice %u [0:1, 1:4:2] : (tensor<1x4xf32>) -> tensor<1x2xf32>
  %0 = stablehlo.slice %u [0:1, 1:4:2] : (tensor<1x4xf32>) -> tensor<1x2xf32>
  // CHECK-NEXT: %1 = stablehlo.slice %a [0:2, 0:4] : (tensor<?x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.slice %a [0:2, 0:4] : (tensor<?x4xf32>) -> tensor<2x4xf32>
  // CHECK-NEXT: %2 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.slice %s [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %3 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %3 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // CHECK-NEXT: %4 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %5 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  %5 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %6 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %6 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %7 = stablehlo.pad %a, %s, low = [0, 1], high = [0, -1], interior = [2, 0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %7 = stablehlo.pad %a, %s, low = [0, 1], high = [0, -1], interior = [2, 0] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %8 = stablehlo.dynamic_pad %a, %s, %n, %n, %n : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %8 = stablehlo.dynamic_pad %a, %s, %n, %n, %n : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %9 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %9 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  // CHECK-NEXT: %10 = stablehlo.set_dimension_size %u, %i, dim = 1 : (tensor<1x4xf32>, tensor<i32>) -> tensor<1x?xf32, #stablehlo.bounds<?, 4>>
  %10 = stablehlo.set_dimension_size %u, %i, dim = 1 : (tensor<1x4xf32>, tensor<i32>) -> tensor<1x?xf32, #stablehlo.bounds<?, 4>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: tensor<2xi32>, %u: tensor<1x4xf32>) {
func.func @mhlo(%a: tensor<?x4xf32>, %s: tensor<f32>, %i: tensor<i32>, %n: tensor<2xi32>, %u: tensor<1x4xf32>) {
  // CHECK-NEXT: %0 = "mhlo.slice"(%u) <{limit_indices = dense<[1, 4]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}> : (tensor<1x4xf32>) -> tensor<1x2xf32>
  %0 = "mhlo.slice"(%u) <{limit_indices = dense<[1, 4]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}> : (tensor<1x4xf32>) -> tensor<1x2xf32>
  // CHECK-NEXT: %1 = "mhlo.dynamic_slice"(%a, %i, %i) <{slice_sizes = dense<[1, 4]> : tensor<2xi64>}> : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %1 = "mhlo.dynamic_slice"(%a, %i, %i) <{slice_sizes = dense<[1, 4]> : tensor<2xi64>}> : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  // CHECK-NEXT: %2 = mhlo.dynamic_update_slice %a, %u, %i, %i : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  %2 = mhlo.dynamic_update_slice %a, %u, %i, %i : (tensor<?x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %3 = mhlo.real_dynamic_slice %a, %n, %n, %n : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = mhlo.real_dynamic_slice %a, %n, %n, %n : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %4 = "mhlo.pad"(%a, %s) <{edge_padding_high = dense<[0, -1]> : tensor<2xi64>, edge_padding_low = dense<[0, 1]> : tensor<2xi64>, interior_padding = dense<[2, 0]> : tensor<2xi64>}> : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %4 = "mhlo.pad"(%a, %s) <{edge_padding_high = dense<[0, -1]> : tensor<2xi64>, edge_padding_low = dense<[0, 1]> : tensor<2xi64>, interior_padding = dense<[2, 0]> : tensor<2xi64>}> : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %5 = mhlo.dynamic_pad %a, %s, %n, %n, %n : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = mhlo.dynamic_pad %a, %s, %n, %n, %n : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %6 = "mhlo.get_dimension_size"(%a) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
  %6 = "mhlo.get_dimension_size"(%a) <{dimension = 0 : i64}> : (tensor<?x4xf32>) -> tensor<i32>
  // CHECK-NEXT: %7 = "mhlo.set_dimension_size"(%u, %i) <{dimension = 1 : i64}> : (tensor<1x4xf32>, tensor<i32>) -> tensor<1x?xf32, #mhlo.type_extensions<bounds = [?, 4]>>
  %7 = "mhlo.set_dimension_size"(%u, %i) <{dimension = 1 : i64}> : (tensor<1x4xf32>, tensor<i32>) -> tensor<1x?xf32, #mhlo.type_extensions<bounds = [?, 4]>>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
