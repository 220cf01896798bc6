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

