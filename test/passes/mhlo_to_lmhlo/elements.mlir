// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// Operations that HLO lacks are loops, in place where they may be.
// CHECK:      func.func @math(%x: memref<?x3xf32>, %y: memref<?x3xf32>) -> memref<?x3xi1> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x3xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?x3xf32>
// CHECK-NEXT:   scf.for %2 = %c0 to %0 step %c1 {
// CHECK-NEXT:     scf.for %3 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %4 = memref.load %x[%2, %3] : memref<?x3xf32>
// CHECK-NEXT:       %5 = math.erf %4 : f32
// CHECK-NEXT:       memref.store %5, %1[%2, %3] : memref<?x3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %6 = %c0 to %0 step %c1 {
// CHECK-NEXT:     scf.for %7 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %8 = memref.load %1[%6, %7] : memref<?x3xf32>
// CHECK-NEXT:       %9 = memref.load %y[%6, %7] : memref<?x3xf32>
// CHECK-NEXT:       %10 = arith.maxnumf %8, %9 : f32
// CHECK-NEXT:       memref.store %10, %1[%6, %7] : memref<?x3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   scf.for %11 = %c0 to %0 step %c1 {
// CHECK-NEXT:     scf.for %12 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %13 = memref.load %1[%11, %12] : memref<?x3xf32>
// CHECK-NEXT:       %14 = memref.load %x[%11, %12] : memref<?x3xf32>
// CHECK-NEXT:       %15 = memref.load %y[%11, %12] : memref<?x3xf32>
// CHECK-NEXT:       %16 = math.fma %13, %14, %15 : f32
// CHECK-NEXT:       memref.store %16, %1[%11, %12] : memref<?x3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   %17 = memref.alloc(%0) : memref<?x3xf32>
// CHECK-NEXT:   lmhlo.power ins(%1, %1 : memref<?x3xf32>, memref<?x3xf32>) outs(%17 : memref<?x3xf32>)
// CHECK-NEXT:   %18 = memref.alloc(%0) : memref<?x3xi1>
// CHECK-NEXT:   scf.for %19 = %c0 to %0 step %c1 {
// CHECK-NEXT:     scf.for %20 = %c0 to %c3 step %c1 {
// CHECK-NEXT:       %21 = memref.load %17[%19, %20] : memref<?x3xf32>
// CHECK-NEXT:       %22 = math.isnan %21 : f32
// CHECK-NEXT:       memref.store %22, %18[%19, %20] : memref<?x3xi1>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %18 : memref<?x3xi1>
// CHECK-NEXT: }
func.func @math(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xi1> {
  %0 = math.erf %x : tensor<?x3xf32>
  %1 = arith.maxnumf %0, %y : tensor<?x3xf32>
  %2 = math.fma %1, %x, %y : tensor<?x3xf32>
  %3 = math.powf %2, %2 : tensor<?x3xf32>
  %4 = math.isnan %3 : tensor<?x3xf32>
  func.return %4 : tensor<?x3xi1>
}

// -----

// A scalar condition chooses a value of any size.
// CHECK:      func.func @select(%c: i1, %x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = scf.if %c -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%x, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %3 : memref<?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %4 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%y, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %4 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @select(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %x, %y : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Rank 0 needs no loop.
// CHECK:      func.func @rank_0(%x: memref<i32>) -> memref<i32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<i32>
// CHECK-NEXT:   %1 = memref.load %x[] : memref<i32>
// CHECK-NEXT:   %2 = memref.load %x[] : memref<i32>
// CHECK-NEXT:   %3 = arith.maxui %1, %2 : i32
// CHECK-NEXT:   memref.store %3, %0[] : memref<i32>
// CHECK-NEXT:   func.return %0 : memref<i32>
// CHECK-NEXT: }
func.func @rank_0(%x: tensor<i32>) -> tensor<i32> {
  %0 = arith.maxui %x, %x : tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

// The outs are written, if no other operation reads them.
// CHECK:      func.func @linalg(%x: memref<?x3xf32>, %y: memref<3x?xf32>) -> (memref<?x?xf32>, memref<?x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x3xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c1 : memref<3x?xf32>
// CHECK-NEXT:   %z = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:   %e = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:   linalg.fill ins(%z : f32) outs(%e : memref<?x?xf32>)
// CHECK-NEXT:   linalg.matmul ins(%x, %y : memref<?x3xf32>, memref<3x?xf32>) outs(%e : memref<?x?xf32>)
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?x3xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<?x3xf32>, memref<?x3xf32>) -> ()
// CHECK-NEXT:   linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<?x3xf32>) outs(%2 : memref<?x3xf32>) {
// CHECK-NEXT:   ^bb0(%a: f32, %b: f32):
// CHECK-NEXT:     %s = arith.addf %a, %b : f32
// CHECK-NEXT:     linalg.yield %s : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %e, %2 : memref<?x?xf32>, memref<?x3xf32>
// CHECK-NEXT: }
func.func @linalg(%x: tensor<?x3xf32>, %y: tensor<3x?xf32>) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %m = tensor.dim %y, %c1 : tensor<3x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<?x3xf32>, tensor<3x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x3xf32>) outs(%x : tensor<?x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x3xf32>
  func.return %0, %1 : tensor<?x?xf32>, tensor<?x3xf32>
}

// -----

// Between tensors and buffers lie copies.
// CHECK:      func.func @bufferization(%m: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %m, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%m, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   lmhlo.negate ins(%1 : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %b = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%1, %b) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%b, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @bufferization(%m: memref<?xf32>) -> tensor<?xf32> {
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %2 = stablehlo.negate %0 : tensor<?xf32>
  %b = bufferization.to_buffer %2 : tensor<?xf32> to memref<?xf32>
  %4 = bufferization.to_tensor %b : memref<?xf32> to tensor<?xf32>
  func.return %4 : tensor<?xf32>
}

// -----

// The same bits.
// CHECK:      func.func @bitcast(%x: memref<?xi32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xi32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.bitcast_convert ins(%x : memref<?xi32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @bitcast(%x: tensor<?xi32>) -> tensor<?xf32> {
  %0 = tensor.bitcast %x : tensor<?xi32> to tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// What nothing decomposes has a twin of its own, what MHLO has is MHLO's.
// CHECK:      func.func @client(%x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.lgamma ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.next_after ins(%1, %y : memref<?xf32>, memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.multiply ins(%1, %1 : memref<?xf32>, memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @client(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.lgamma %x : tensor<?xf32> -> tensor<?xf32>
  %1 = chlo.next_after %0, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %2 = chlo.square %1 : tensor<?xf32> -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// One size may be left open.
// CHECK:      func.func @reshape(%x: memref<?x1xf32>, %s: memref<1xi32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x1xf32>
// CHECK-NEXT:   %1 = memref.collapse_shape %x {{\[\[}}0 : i64, 1 : i64{{\]\]}} : memref<?x1xf32> into memref<?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%1, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @reshape(%x: tensor<?x1xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = chlo.dynamic_reshape %x, %s : (tensor<?x1xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Quantized elements are stored as they are.
// CHECK:      func.func @quantized(%x: memref<?xf32>) -> memref<?xf32> {
// CHECK:        lmhlo.uniform_quantize ins(%x : memref<?xf32>) outs(%[[Q:.*]] : memref<?x!quant.uniform<i8:f32, 5.000000e-01:3>>)
// CHECK:        lmhlo.add ins(%[[Q]], %[[Q]]
// CHECK:        lmhlo.uniform_dequantize
func.func @quantized(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<?xf32>) -> tensor<?x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.add %0, %0 : tensor<?x!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// The product of booleans is the same in arith and in HLO, their sum is not.
// CHECK:      func.func @booleans(%x: memref<?xi1>, %y: memref<?xi1>) -> (memref<?xi1>, memref<?xi1>) {
// CHECK:        lmhlo.multiply ins(%x, %y : memref<?xi1>, memref<?xi1>)
// CHECK-NOT:    lmhlo.add
// CHECK:        arith.addi %{{.*}}, %{{.*}} : i1
func.func @booleans(%x: tensor<?xi1>, %y: tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi1>) {
  %0 = arith.muli %x, %y : tensor<?xi1>
  %1 = arith.addi %x, %y : tensor<?xi1>
  func.return %0, %1 : tensor<?xi1>, tensor<?xi1>
}

// -----

// Numbers without a sign are not divided as HLO divides signless ones.
// CHECK:      func.func @unsigned(%x: memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
// CHECK:        lmhlo.divide ins(%x, %x : memref<?xi32>, memref<?xi32>)
// CHECK-NOT:    lmhlo.divide
// CHECK:        arith.divui
func.func @unsigned(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %0 = arith.divsi %x, %x : tensor<?xi32>
  %1 = arith.divui %x, %x : tensor<?xi32>
  func.return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
