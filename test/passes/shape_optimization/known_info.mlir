// RUN: disc-opt %s -p 'shape-optimization' --split-input-file | filecheck %s

// A start of zero, a limit at the end and steps of one: the dimension stays as long as it is.
// CHECK:      func.func @slice(%x: tensor<?x?xf32, [@S0, @S1]>, %s: tensor<2xi32>, %l: tensor<2xi32>, %t: tensor<2xi32>) -> tensor<?x?xf32, [@S2, @S1]> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = tensor.extract %s[%c0] : tensor<2xi32>
// CHECK-NEXT:   %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %2 = tensor.from_elements %1, %c0 : tensor<2xindex>
// CHECK-NEXT:   %3 = tensor.extract %l[%c0] : tensor<2xi32>
// CHECK-NEXT:   %4 = arith.index_cast %3 : i32 to index
// CHECK-NEXT:   %5 = tensor.dim %x, %c1 : tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT:   %6 = tensor.from_elements %4, %5 : tensor<2xindex>
// CHECK-NEXT:   %7 = tensor.extract %t[%c0] : tensor<2xi32>
// CHECK-NEXT:   %8 = arith.index_cast %7 : i32 to index
// CHECK-NEXT:   %9 = tensor.from_elements %8, %c1 : tensor<2xindex>
// CHECK-NEXT:   %10 = mhlo.real_dynamic_slice %x, %2, %6, %9 {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<[-2, -1]> : tensor<2xi64>, start_indices = dense<[-2, 0]> : tensor<2xi64>, strides = dense<[-2, 1]> : tensor<2xi64>}} : (tensor<?x?xf32, [@S0, @S1]>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S2, @S1]>
// CHECK-NEXT:   func.return %10 : tensor<?x?xf32, [@S2, @S1]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
func.func @slice(%x: tensor<?x?xf32>, %s: tensor<2xi32>, %l: tensor<2xi32>, %t: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = mhlo.real_dynamic_slice %x, %s, %l, %t {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<[-2, -1]> : tensor<2xi64>, start_indices = dense<[-2, 0]> : tensor<2xi64>, strides = dense<[-2, 1]> : tensor<2xi64>}} : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// Paddings that are known; -2 is not.
// CHECK:      func.func @pad(%x: tensor<?x?xf32, [@S0, @S1]>, %v: tensor<f32>, %a: tensor<2xi32>, %b: tensor<2xi32>, %c: tensor<2xi32>) -> tensor<?x?xf32, [@S0, @S2]> {
// CHECK-NEXT:   %0 = arith.constant dense<[0, 1]> : tensor<2xindex>
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %1 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT:   %2 = tensor.extract %b[%c1] : tensor<2xi32>
// CHECK-NEXT:   %3 = arith.index_cast %2 : i32 to index
// CHECK-NEXT:   %4 = tensor.from_elements %c0, %3 : tensor<2xindex>
// CHECK-NEXT:   %5 = mhlo.dynamic_pad %x, %v, %0, %4, %1 {kDiscPadOpStaticKnownInfo = {edge_padding_low = dense<[0, 1]> : tensor<2xi64>, edge_padding_high = dense<[0, -2]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>}} : (tensor<?x?xf32, [@S0, @S1]>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT:   func.return %5 : tensor<?x?xf32, [@S0, @S2]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
func.func @pad(%x: tensor<?x?xf32>, %v: tensor<f32>, %a: tensor<2xi32>, %b: tensor<2xi32>, %c: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = mhlo.dynamic_pad %x, %v, %a, %b, %c {kDiscPadOpStaticKnownInfo = {edge_padding_low = dense<[0, 1]> : tensor<2xi64>, edge_padding_high = dense<[0, -2]> : tensor<2xi64>, interior_padding = dense<0> : tensor<2xi64>}} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// On buffers, where operands are not followed, they determine the size of the result.
// CHECK:      func.func @buffers(%x: memref<?x8xf32> {disc_shape.dims = [@S0, @C8]}, %s: memref<2xi32>, %l: memref<2xi32>, %t: memref<2xi32>, %o: memref<?x?xf32> {disc_shape.dims = [@S1, @S2]}) -> (index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT:   lmhlo.real_dynamic_slice ins(%x, %s, %l, %t : memref<?x8xf32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%o : memref<?x?xf32>) {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<[-1, 7]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}}
// CHECK-NEXT:   func.return %0, %c3 : index, index
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() attributes {disc_shape.relied_on} {
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %S1 = disc_shape.dim @S1
// CHECK-NEXT:   %S0 = disc_shape.dim @S0
// CHECK-NEXT:   %S2 = disc_shape.dim @S2
// CHECK-NEXT:   disc_shape.tie_predicate_eq %S1, %S0 {assumed}
// CHECK-NEXT:   disc_shape.tie_predicate_eq %S2, %c3 {assumed}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C8 {value = 8}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S2 {symbolic_shape_graph = @shape_constraint_graph}
func.func @buffers(%x: memref<?x8xf32>, %s: memref<2xi32>, %l: memref<2xi32>, %t: memref<2xi32>, %o: memref<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  lmhlo.real_dynamic_slice ins(%x, %s, %l, %t : memref<?x8xf32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%o : memref<?x?xf32>) {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<[-1, 7]> : tensor<2xi64>, start_indices = dense<[0, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}}
  %0 = memref.dim %o, %c0 : memref<?x?xf32>
  %1 = memref.dim %o, %c1 : memref<?x?xf32>
  func.return %0, %1 : index, index
}

// -----

// A check before it stays: what is assumed discharges nothing.
// CHECK:      func.func @check(%x: tensor<?xf32, [@S0]>, %s: tensor<1xi32>, %l: tensor<1xi32>, %t: tensor<1xi32>) -> tensor<?xf32, [@S0]> {
// CHECK:        %[[E:.*]] = tensor.extract %s[%c0] : tensor<1xi32>
// CHECK-NEXT:   %[[I:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK:        %[[B:.*]] = arith.cmpi eq, %[[I]], %c0 : index
// CHECK-NEXT:   cf.assert %[[B]], "start is not zero"
// CHECK-NEXT:   %[[R:.*]] = mhlo.real_dynamic_slice %x, {{.*}} {kDiscSliceOpStaticKnownInfo
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32, [@S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @check(%x: tensor<?xf32>, %s: tensor<1xi32>, %l: tensor<1xi32>, %t: tensor<1xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %e = tensor.extract %s[%c0] : tensor<1xi32>
  %b = arith.cmpi eq, %e, %c0_i32 : i32
  cf.assert %b, "start is not zero"
  %0 = mhlo.real_dynamic_slice %x, %s, %l, %t {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<-1> : tensor<1xi64>, start_indices = dense<0> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  cf.assert %b, "start is still not zero"
  func.return %0 : tensor<?xf32>
}

// -----

// What takes everything, or adds nothing, by such a promise stays: the promise would go with it.
// CHECK:      func.func @whole(
// CHECK:        %[[R:.*]] = mhlo.real_dynamic_slice %x, {{.*}} {kDiscSliceOpStaticKnownInfo = {{.*}} -> tensor<?xf32, [@S0]>
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32, [@S0]>
// CHECK:      func.func @unpadded(
// CHECK:        %[[R:.*]] = "mhlo.pad"(%x, %v) {{.*}}kDiscPadOpStaticKnownInfo = {{.*}} -> tensor<?xf32, [@S1]>
// CHECK-NEXT:   func.return %[[R]] : tensor<?xf32, [@S1]>
func.func @whole(%x: tensor<?xf32>, %s: tensor<1xi32>, %l: tensor<1xi32>, %t: tensor<1xi32>) -> tensor<?xf32> {
  %0 = mhlo.real_dynamic_slice %x, %s, %l, %t {kDiscSliceOpStaticKnownInfo = {limit_indices = dense<-1> : tensor<1xi64>, start_indices = dense<0> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>}} : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @unpadded(%x: tensor<?xf32>, %v: tensor<f32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %c: tensor<1xi32>) -> tensor<?xf32> {
  %0 = mhlo.dynamic_pad %x, %v, %a, %b, %c {kDiscPadOpStaticKnownInfo = {edge_padding_low = dense<0> : tensor<1xi64>, edge_padding_high = dense<0> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>}} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
