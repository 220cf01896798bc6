// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{members=2}' | filecheck %s

// A kernel has no more members than the limit.
// CHECK:      func.func @members(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%2: tensor<?xf32, [@n]>):
// CHECK-NEXT: %3 = stablehlo.tanh %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.abs %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @members(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  %2 = stablehlo.abs %1 : tensor<?xf32, [@n]>
  func.return %2 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
