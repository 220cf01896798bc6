// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// Layouts and encodings that do not fit their types.

// CHECK: layout has 1 strides, expected 2
func.func @f(%a: memref<2x3xf32, strided<[1]>>) { func.return }

// -----

// CHECK: layout has 1 dimensions, expected 2
func.func @f(%a: memref<2x3xf32, affine_map<(d0) -> (d0)>>) { func.return }

// -----

// CHECK: 2 bounds, expected 1
func.func @f(%a: tensor<?xf32, #stablehlo.bounds<5, 6>>) { func.return }

// -----

// CHECK: static dimension 0 has a bound, 5, expected ?
func.func @f(%a: tensor<4xf32, #mhlo.type_extensions<bounds = [5]>>) { func.return }

// -----

// CHECK: index [4] is not in tensor<3xi32>
func.func @f() { %0 = arith.constant sparse<[[0], [4]], 5> : tensor<3xi32> func.return }

// -----

// CHECK: indices have shape [2, 2], expected 1 columns
func.func @f() { %0 = arith.constant sparse<[[0, 1], [1, 1]], 5> : tensor<3xi32> func.return }

// -----

// CHECK: 2 indices, but 3 elements
func.func @f() { %0 = arith.constant sparse<[[0], [1]], [5, 6, 7]> : tensor<3xi32> func.return }

// -----

// CHECK: roundingmode of 'arith.truncf' is 7 : i32, expected 0 to 4
func.func @f(%a: f32) { %0 = "arith.truncf"(%a) <{roundingmode = 7 : i32}> : (f32) -> f16 func.return }

// -----

// CHECK: 'arith.scaling_extf' is not between f32 and f4E2M1FN
func.func @f(%a: f32, %b: f8E8M0FNU) { %0 = arith.scaling_extf %a, %b : f32, f8E8M0FNU to f4E2M1FN func.return }

// -----

// CHECK: shapes of 'arith.scaling_truncf' differ: tensor<5xf32> and tensor<4xf4E2M1FN>
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) { %0 = arith.scaling_truncf %a, %b : tensor<4xf32>, tensor<5xf32> to tensor<4xf4E2M1FN> func.return }

// -----

// CHECK: tiles of 8 do not fill a dimension of 15 of 'linalg.pack', which has no padding value
func.func @f(%a: tensor<15xf32>, %b: tensor<2x8xf32>) { %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<15xf32> -> tensor<2x8xf32> func.return }

// -----

// CHECK: element types of 'linalg.pack' differ: f32, f32, f64
func.func @f(%a: tensor<15xf32>, %b: tensor<2x8xf32>, %p: f64) { %0 = linalg.pack %a padding_value(%p: f64) inner_dims_pos = [0] inner_tiles = [8] into %b : tensor<15xf32> -> tensor<2x8xf32> func.return }

// -----

// CHECK: inner_dims_pos of 'linalg.pack' is [1, 1], expected numbers below 2, each once
func.func @f(%a: tensor<16x16xf32>, %b: tensor<2x2x8x8xf32>) { %0 = linalg.pack %a inner_dims_pos = [1, 1] inner_tiles = [8, 8] into %b : tensor<16x16xf32> -> tensor<2x2x8x8xf32> func.return }

// -----

// CHECK: tiles of 'linalg.pack' are [0], expected 1 or more
func.func @f(%a: tensor<16xf32>, %b: tensor<2x8xf32>) { %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [0] into %b : tensor<16xf32> -> tensor<2x8xf32> func.return }

// -----

// CHECK: 'linalg.pack' has 2 tiles for [0]
func.func @f(%a: tensor<16xf32>, %b: tensor<2x8xf32>) { %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8, 2] into %b : tensor<16xf32> -> tensor<2x8xf32> func.return }

// -----

// CHECK: sizes with tiles of 'linalg.unpack' are 2x8, expected 3x8
func.func @f(%b: tensor<2x8xf32>, %a: tensor<17xf32>) { %0 = linalg.unpack %b inner_dims_pos = [0] inner_tiles = [8] into %a : tensor<2x8xf32> -> tensor<17xf32> func.return }
