// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// A member that is returned is an output.
// CHECK:      func.func @member(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.tanh %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @member(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// No cycle: the effect between needs the first value, and the last one needs its result.
// CHECK:      func.func @cycle(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.custom_call @f(%0) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @cycle(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.custom_call @f(%0) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.add %0, %1 : tensor<?xf32, [@n]>
  func.return %2 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Kernels over one shape that read a common value become one.
// CHECK:      func.func @siblings(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.add %x_1, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.multiply %x_1, %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @siblings(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  %1 = stablehlo.multiply %x, %x : tensor<?xf32, [@n]>
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Nothing is known of the other shape.
// CHECK:      func.func @strangers(%x: tensor<?xf32, [@n]>, %y: tensor<f32>, %k: index) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) {
// CHECK-NEXT: %0 = "mhlo.fusion"(%y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<f32>):
// CHECK-NEXT: %s = tensor.from_elements %k : tensor<1xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_broadcast_in_dim %y_1, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: %2 = stablehlo.add %1, %1 : tensor<?xf32, [@m]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@m]>
// CHECK-NEXT: }) : (tensor<f32>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: %3 = stablehlo.clamp %y, %x, %y : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %3, %0 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @strangers(%x: tensor<?xf32, [@n]>, %y: tensor<f32>, %k: index) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) {
  %s = tensor.from_elements %k : tensor<1xindex>
  %0 = stablehlo.negate %y : tensor<f32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  %2 = stablehlo.add %1, %1 : tensor<?xf32, [@m]>
  %3 = stablehlo.clamp %y, %x, %y : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %3, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// A reader between the two keeps them apart.
// CHECK:      func.func @between(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
// CHECK-NEXT: stablehlo.custom_call @effect(%0) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> ()
// CHECK-NEXT: %1 = stablehlo.multiply %x, %x : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @between(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  stablehlo.custom_call @effect(%0) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> ()
  %1 = stablehlo.multiply %x, %x : tensor<?xf32, [@n]>
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// The symbols say that the shapes are equal, wherever that comes from.
// CHECK:      func.func @by_symbol(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %k: tensor<f32>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%k, %x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%k_1: tensor<f32>, %x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.clamp %k_1, %x_1, %k_1 : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.clamp %k_1, %y_1, %k_1 : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<f32>, tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @by_symbol(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %k: tensor<f32>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.clamp %k, %x, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %1 = stablehlo.clamp %k, %y, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Before a guard, which may be what makes them equal, the symbols are not enough.
// CHECK:      func.func @before_guard(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %k: tensor<f32>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0 = stablehlo.clamp %k, %x, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.clamp %k, %y, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: cf.assert %p, "sizes differ"
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @before_guard(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %k: tensor<f32>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.clamp %k, %x, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %1 = stablehlo.clamp %k, %y, %k : (tensor<f32>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  cf.assert %p, "sizes differ"
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A value that both read in whole is.
// CHECK:      func.func @by_value(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.add %x_1, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: cf.assert %p, "sizes differ"
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @by_value(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %p: i1) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  cf.assert %p, "sizes differ"
  func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
