// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{entry=main}' | filecheck %s --check-prefixes CHECK,ENTRY
// RUN: disc-opt %s -p 'shape-optimization{entry=main},shape-optimization{entry=main}' | filecheck %s --check-prefixes CHECK,ENTRY

// The decomposition of a composite that stays belongs to the function that has the composite: its
// sizes have symbols. What no composite of that function refers to is left alone.

// CHECK:       func.func public @main(%x: tensor<?x8xf32, [@S0, @C8]>)
// CHECK:         stablehlo.composite "chlo.top_k"
// CHECK:       func.func private @chlo.top_k.impl(%x: tensor<?x8xf32>)
// CHECK-NEXT:    tensor.cast %x : tensor<?x8xf32> to tensor<?x8xf32, [@S1, @C8]>
// CHECK:         stablehlo.composite "a.nested" {{.*}}decomposition = @nested
// CHECK:       func.func private @nested(%x: tensor<?x8xf32>)
// CHECK-NEXT:    tensor.cast %x : tensor<?x8xf32> to tensor<?x8xf32, [@S2, @C8]>
// CHECK-NEXT:    chlo.top_k
// ENTRY:       func.func private @other(%x: tensor<?xf32>)
// ENTRY-NEXT:    func.return %x : tensor<?xf32>
func.func public @main(%x: tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>) {
  %0:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 3 : i64}, decomposition = @chlo.top_k.impl, version = 1 : i32} : (tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  func.return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi32>
}
func.func private @chlo.top_k.impl(%x: tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>) {
  %values, %indices = stablehlo.composite "a.nested" %x {composite_attributes = {k = 3 : i64}, decomposition = @nested, version = 1 : i32} : (tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>)
  func.return %values, %indices : tensor<?x3xf32>, tensor<?x3xi32>
}
func.func private @nested(%x: tensor<?x8xf32>) -> (tensor<?x3xf32>, tensor<?x3xi32>) {
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<?x8xf32> -> (tensor<?x3xf32>, tensor<?x3xi32>)
  func.return %values, %indices : tensor<?x3xf32>, tensor<?x3xi32>
}
func.func private @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  func.return %x : tensor<?xf32>
}
func.func public @of_others(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.composite "a.other" %x {composite_attributes = {}, decomposition = @other, version = 1 : i32} : (tensor<?xf32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
