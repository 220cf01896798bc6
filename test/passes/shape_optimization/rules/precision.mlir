// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// drop_wide_format: a format with all numbers of the type, and more.
// CHECK-LABEL: func.func @all
// CHECK-NOT:   stablehlo.reduce_precision
// CHECK:       func.return %x, %y, %z
func.func @all(%x: tensor<?xf32>, %y: tensor<?xbf16>, %z: tensor<1xf16>) -> (tensor<?xf32>, tensor<?xbf16>, tensor<1xf16>) {
  %0 = stablehlo.reduce_precision %x, format = e8m23 : tensor<?xf32>
  %1 = stablehlo.reduce_precision %y, format = e11m7 : tensor<?xbf16>
  %2 = stablehlo.reduce_precision %z, format = e5m12 : tensor<1xf16>
  func.return %0, %1, %2 : tensor<?xf32>, tensor<?xbf16>, tensor<1xf16>
}

// -----

// Formats with a narrower exponent or mantissa stay.
// CHECK-LABEL: func.func @some
// CHECK:       stablehlo.reduce_precision %x, format = e7m23
// CHECK:       stablehlo.reduce_precision %x, format = e8m22
// CHECK:       stablehlo.reduce_precision %y, format = e8m52
// CHECK:       stablehlo.reduce_precision %z, format = e8m9
func.func @some(%x: tensor<?xf32>, %y: tensor<?xf64>, %z: tensor<?xf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf64>, tensor<?xf16>) {
  %0 = stablehlo.reduce_precision %x, format = e7m23 : tensor<?xf32>
  %1 = stablehlo.reduce_precision %x, format = e8m22 : tensor<?xf32>
  %2 = stablehlo.reduce_precision %y, format = e8m52 : tensor<?xf64>
  %3 = stablehlo.reduce_precision %z, format = e8m9 : tensor<?xf16>
  func.return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf64>, tensor<?xf16>
}
