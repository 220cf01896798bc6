// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Operations that undo each other.

// CHECK-LABEL: func.func @negated
// CHECK-NEXT:    func.return %x, %i
func.func @negated(%x: tensor<?xf32>, %i: tensor<?x1xi8>) -> (tensor<?xf32>, tensor<?x1xi8>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.negate %0 : tensor<?xf32>
  %2 = mhlo.negate %i : tensor<?x1xi8>
  %3 = mhlo.negate %2 : tensor<?x1xi8>
  return %1, %3 : tensor<?xf32>, tensor<?x1xi8>
}

// -----

// CHECK-LABEL: func.func @complements
// CHECK-NEXT:    func.return %x, %b
func.func @complements(%x: tensor<4xui8>, %b: tensor<?xi1>) -> (tensor<4xui8>, tensor<?xi1>) {
  %0 = stablehlo.not %x : tensor<4xui8>
  %1 = stablehlo.not %0 : tensor<4xui8>
  %2 = stablehlo.not %b : tensor<?xi1>
  %3 = stablehlo.not %2 : tensor<?xi1>
  return %1, %3 : tensor<4xui8>, tensor<?xi1>
}

// -----

// What else uses the first negation keeps it; another operation undoes nothing.
// CHECK-LABEL: func.func @used
// CHECK:         [[A:%.+]] = stablehlo.negate %x
// CHECK:         [[B:%.+]] = stablehlo.abs [[A]]
// CHECK:         func.return [[B]], [[A]], %x
func.func @used(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = stablehlo.negate %x : tensor<?x4xf32>
  %1 = stablehlo.abs %0 : tensor<?x4xf32>
  %2 = stablehlo.negate %0 : tensor<?x4xf32>
  return %1, %0, %2 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// Quantized numbers saturate: -(-128) is 127.
// CHECK-LABEL: func.func @saturating
// CHECK-COUNT-2: stablehlo.negate
func.func @saturating(%x: tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.negate %x : tensor<4x!quant.uniform<i8:f32, 1.0>>
  %1 = stablehlo.negate %0 : tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %1 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// -----

// CHECK-LABEL: func.func @chosen
// CHECK-NEXT:    [[S:%.+]] = stablehlo.select %p, %y, %x
// CHECK-NEXT:    [[T:%.+]] = mhlo.select %q, %y, %x
// CHECK-NEXT:    func.return [[S]], [[T]]
func.func @chosen(%p: tensor<?xi1>, %q: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.not %p : tensor<?xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<?xi1>, tensor<?xf32>
  %2 = mhlo.not %q : tensor<i1>
  %3 = mhlo.select %2, %x, %y : tensor<i1>, tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}
