// RUN: disc-opt %s --split-input-file -p 'lmhlo-fusion' | filecheck %s

// A chain is one kernel; what only it reads has no memory.
// CHECK:      func.func @chain(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %o: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %m = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%0: tensor<?x?xf32>, %1: tensor<?x?xf32>):
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<?x?xf32>
// CHECK-NEXT: %3 = stablehlo.tanh %2 : tensor<?x?xf32>
// CHECK-NEXT: %4 = stablehlo.multiply %3, %3 : tensor<?x?xf32>
// CHECK-NEXT: mhlo.return %4 : tensor<?x?xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @chain(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %o: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %a = memref.alloc(%n, %m) : memref<?x?xf32>
  lmhlo.add ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%a : memref<?x?xf32>)
  %b = memref.alloc(%n, %m) : memref<?x?xf32>
  lmhlo.tanh ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  memref.dealloc %a : memref<?x?xf32>
  lmhlo.multiply ins(%b, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)
  memref.dealloc %b : memref<?x?xf32>
  return
}

// -----

// The deallocation of an operand moves after the kernel; sizes need no buffer, constants neither.
// CHECK:      func.func @moved(%x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %a = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?xf32>) outs(%a : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %t = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%a, %t) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: memref.dealloc %a : memref<?xf32>
// CHECK-NEXT: %c = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: lmhlo.fusion ins(%t : memref<?xf32>) outs(%c : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%0: tensor<?xf32>):
// CHECK-NEXT: %1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = tensor.from_elements %n : tensor<1xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %4 = stablehlo.add %0, %3 : tensor<?xf32>
// CHECK-NEXT: %5 = stablehlo.tanh %4 : tensor<?xf32>
// CHECK-NEXT: mhlo.return %5 : tensor<?xf32>
// CHECK-NEXT: })
// CHECK-NEXT: memref.dealloc %t : memref<?xf32>
// CHECK-NEXT: func.return %c : memref<?xf32>
// CHECK-NEXT: }
func.func @moved(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %one = memref.alloc() : memref<f32>
  lmhlo.constant outs(%one : memref<f32>) {value = dense<1.0> : tensor<f32>}
  %a = memref.alloc(%n) : memref<?xf32>
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%a : memref<?xf32>) {dimensions = array<i64: 0>}
  %t = memref.alloc(%n) : memref<?xf32>
  "memref.copy"(%a, %t) : (memref<?xf32>, memref<?xf32>) -> ()
  %s = memref.alloc() : memref<1xindex>
  memref.store %n, %s[%c0] : memref<1xindex>
  %w = memref.alloc(%n) : memref<?xf32>
  lmhlo.dynamic_broadcast_in_dim ins(%one, %s : memref<f32>, memref<1xindex>) outs(%w : memref<?xf32>) {broadcast_dimensions = array<i64>}
  %b = memref.alloc(%n) : memref<?xf32>
  lmhlo.add ins(%t, %w : memref<?xf32>, memref<?xf32>) outs(%b : memref<?xf32>)
  memref.dealloc %t : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %w : memref<?xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  lmhlo.tanh ins(%b : memref<?xf32>) outs(%c : memref<?xf32>)
  return %c : memref<?xf32>
}

// -----

// What a member reads is written before the last one.
// CHECK:      func.func @input_written(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
// CHECK-NEXT: "memref.copy"(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @input_written(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  "memref.copy"(%y, %x) : (memref<4xf32>, memref<4xf32>) -> ()
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// It is written by another operation on buffers, which is no member.
// CHECK:      func.func @input_overwritten(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
// CHECK-NEXT: lmhlo.sine ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @input_overwritten(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  lmhlo.sine ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A view of it is written.
// CHECK:      func.func @view_written(%x: memref<8xf32>, %y: memref<4xf32>, %o: memref<8xf32>) {
// CHECK-NEXT: %v = memref.subview %x[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
// CHECK-NEXT: %a = memref.alloc() : memref<8xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
// CHECK-NEXT: "memref.copy"(%y, %v) : (memref<4xf32>, memref<4xf32, strided<[1], offset: 2>>) -> ()
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<8xf32>) outs(%o : memref<8xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<8xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @view_written(%x: memref<8xf32>, %y: memref<4xf32>, %o: memref<8xf32>) {
  %v = memref.subview %x[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %a = memref.alloc() : memref<8xf32>
  lmhlo.negate ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  "memref.copy"(%y, %v) : (memref<4xf32>, memref<4xf32, strided<[1], offset: 2>>) -> ()
  lmhlo.tanh ins(%a : memref<8xf32>) outs(%o : memref<8xf32>)
  memref.dealloc %a : memref<8xf32>
  return
}

// -----

// A region writes it.
// CHECK:      func.func @region_writes(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>, %p: i1) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
// CHECK-NEXT: scf.if %p {
// CHECK-NEXT: lmhlo.sine ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
// CHECK-NEXT: }
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @region_writes(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>, %p: i1) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.if %p {
    lmhlo.sine ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
  }
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A call may write what it is passed.
// CHECK:      func.func private @f(memref<4xf32>) -> ()
// CHECK:      func.func @call(%x: memref<4xf32>, %o: memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
// CHECK-NEXT: func.call @f(%x) : (memref<4xf32>) -> ()
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func private @f(memref<4xf32>)
func.func @call(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  func.call @f(%x) : (memref<4xf32>) -> ()
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A call may read what is written: the buffer stays, and the operation that writes it.
// CHECK:      func.func private @f(memref<4xf32>) -> ()
// CHECK:      func.func @call_reads(%x: memref<4xf32>, %o: memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
// CHECK-NEXT: func.call @f(%a) : (memref<4xf32>) -> ()
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func private @f(memref<4xf32>)
func.func @call_reads(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  func.call @f(%a) : (memref<4xf32>) -> ()
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A buffer that is returned is an output.
// CHECK:      func.func @returned(%x: memref<4xf32>, %o: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<4xf32>) outs(%a, %o : memref<4xf32>, memref<4xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%0: tensor<4xf32>):
// CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<4xf32>
// CHECK-NEXT: mhlo.return %1, %2 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %a : memref<4xf32>
// CHECK-NEXT: }
func.func @returned(%x: memref<4xf32>, %o: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return %a : memref<4xf32>
}

// -----

// An argument outlives the function: it is an output, though nothing reads it here.
// CHECK:      func.func @outlives(%x: memref<4xf32>, %a: memref<4xf32>, %o: memref<4xf32>) {
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<4xf32>) outs(%a, %o : memref<4xf32>, memref<4xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%0: tensor<4xf32>):
// CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<4xf32>
// CHECK-NEXT: mhlo.return %1, %2 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @outlives(%x: memref<4xf32>, %a: memref<4xf32>, %o: memref<4xf32>) {
  lmhlo.negate ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  lmhlo.tanh ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

// -----

// What a kernel would write is read before the last member: the old value there, not the new one.
// CHECK:      func.func @output_read(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>, %r: memref<4xf32>) {
// CHECK-NEXT: lmhlo.negate ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
// CHECK-NEXT: "memref.copy"(%r, %y) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: lmhlo.tanh ins(%r : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @output_read(%x: memref<4xf32>, %y: memref<4xf32>, %o: memref<4xf32>, %r: memref<4xf32>) {
  lmhlo.negate ins(%x : memref<4xf32>) outs(%r : memref<4xf32>)
  "memref.copy"(%r, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  lmhlo.tanh ins(%r : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

// -----

// One memory, one value after the other: only the last one is written, over what it is read from.
// CHECK:      func.func @in_place(%x: memref<4xf32>) {
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%0: tensor<4xf32>):
// CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<4xf32>
// CHECK-NEXT: mhlo.return %2 : tensor<4xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<4xf32>) {
  lmhlo.negate ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  lmhlo.tanh ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// It is read at another place than the one that is written.
// CHECK:      func.func @other_place(%x: memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.add ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @other_place(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  lmhlo.reverse ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {dimensions = array<i64: 0>}
  lmhlo.add ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// What a loop carries may be the memory that the loop began with.
// CHECK:      func.func @carried(%x: memref<4xf32>, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (memref<4xf32>) {
// CHECK-NEXT: %a = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: lmhlo.tanh ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
// CHECK-NEXT: memref.dealloc %a : memref<4xf32>
// CHECK-NEXT: scf.yield %s : memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @carried(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    lmhlo.reverse ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {dimensions = array<i64: 0>}
    lmhlo.tanh ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
    memref.dealloc %a : memref<4xf32>
    scf.yield %s : memref<4xf32>
  }
  return
}

// -----

// A layer: the product and the bias are read along their own axes, rows are reduced.
// CHECK:      func.func @rows(%x: memref<?x8xf32>, %o: memref<?x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = memref.dim %x, %c0 : memref<?x8xf32>
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%o : memref<?x8xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
// CHECK-NEXT: ^bb0(%0: tensor<?x8xf32>):
// CHECK-NEXT: %1 = stablehlo.constant dense<0xff800000> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.maximum across dimensions = [1] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK-NEXT: %3 = tensor.from_elements %n, %c8 : tensor<2xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %2, %3, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x8xf32>
// CHECK-NEXT: %5 = stablehlo.subtract %0, %4 : tensor<?x8xf32>
// CHECK-NEXT: mhlo.return %5 : tensor<?x8xf32>
// CHECK-NEXT: })
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @rows(%x: memref<?x8xf32>, %o: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %low = memref.alloc() : memref<f32>
  lmhlo.constant outs(%low : memref<f32>) {value = dense<0xFF800000> : tensor<f32>}
  %a = memref.alloc(%n) : memref<?xf32>
  lmhlo.reduce ins(%x, %low : memref<?x8xf32>, memref<f32>) outs(%a : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %t = stablehlo.maximum %l, %r : tensor<f32>
    stablehlo.return %t : tensor<f32>
  })
  %b = memref.alloc(%n) : memref<?x8xf32>
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%c0] : memref<2xindex>
  memref.store %c8, %s[%c1] : memref<2xindex>
  lmhlo.dynamic_broadcast_in_dim ins(%a, %s : memref<?xf32>, memref<2xindex>) outs(%b : memref<?x8xf32>) {broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}
  lmhlo.subtract ins(%x, %b : memref<?x8xf32>, memref<?x8xf32>) outs(%o : memref<?x8xf32>)
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?x8xf32>
  return
}

// -----

// What the first member reads would live longer, and more would be alive at once than before.
// CHECK-LABEL: @raises
// CHECK:       lmhlo.sort
// CHECK:       lmhlo.reduce ins(%a
// CHECK:       memref.dealloc %a
// CHECK:       lmhlo.sort
// CHECK:       %o = memref.alloc
// CHECK-NEXT:  lmhlo.tanh ins(%r
// CHECK-NEXT:  memref.dealloc %r
func.func @raises(%x: memref<?x8xf32>, %zero: memref<f32>) -> (memref<?x8xf32>, memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%n) : memref<?x8xf32>
  lmhlo.sort ins(%x : memref<?x8xf32>) outs(%a : memref<?x8xf32>) {dimension = 0 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  %r = memref.alloc(%n) : memref<?xf32>
  lmhlo.reduce ins(%a, %zero : memref<?x8xf32>, memref<f32>) outs(%r : memref<?xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })
  memref.dealloc %a : memref<?x8xf32>
  %b = memref.alloc(%n) : memref<?x8xf32>
  lmhlo.sort ins(%x : memref<?x8xf32>) outs(%b : memref<?x8xf32>) {dimension = 1 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  %o = memref.alloc(%n) : memref<?xf32>
  lmhlo.tanh ins(%r : memref<?xf32>) outs(%o : memref<?xf32>)
  memref.dealloc %r : memref<?xf32>
  return %b, %o : memref<?x8xf32>, memref<?xf32>
}

// -----

// The same where as much is freed as lives longer: the result is allocated late.
// CHECK-LABEL: @keeps
// CHECK:       %b = memref.alloc
// CHECK-NEXT:  lmhlo.sort
// CHECK:       %o = memref.alloc
// CHECK-NEXT:  lmhlo.fusion ins(%a : memref<?x8xf32>) outs(%o
// CHECK:       memref.dealloc %a
func.func @keeps(%x: memref<?x8xf32>) -> (memref<?x8xf32>, memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  %a = memref.alloc(%n) : memref<?x8xf32>
  lmhlo.sort ins(%x : memref<?x8xf32>) outs(%a : memref<?x8xf32>) {dimension = 0 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  %o = memref.alloc(%n) : memref<?x8xf32>
  %r = memref.alloc(%n) : memref<?x8xf32>
  lmhlo.tanh ins(%a : memref<?x8xf32>) outs(%r : memref<?x8xf32>)
  memref.dealloc %a : memref<?x8xf32>
  %b = memref.alloc(%n) : memref<?x8xf32>
  lmhlo.sort ins(%x : memref<?x8xf32>) outs(%b : memref<?x8xf32>) {dimension = 1 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  lmhlo.tanh ins(%r : memref<?x8xf32>) outs(%o : memref<?x8xf32>)
  memref.dealloc %r : memref<?x8xf32>
  return %b, %o : memref<?x8xf32>, memref<?x8xf32>
}

// -----

// A kernel in a region writes a buffer that is allocated outside of it.
// CHECK-LABEL: @outside
// CHECK:       %b = memref.alloc
// CHECK-NEXT:  scf.for
// CHECK-NEXT:  lmhlo.fusion ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
func.func @outside(%x: memref<4xf32>, %k: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %k step %c1 {
    %a = memref.alloc() : memref<4xf32>
    lmhlo.add ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
    lmhlo.tanh ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    memref.dealloc %a : memref<4xf32>
  }
  return %b : memref<4xf32>
}

// -----

// What nobody reads is freed at once: a kernel of all would have it alive to its end.
// CHECK-LABEL: @unread
// CHECK:       lmhlo.subtract
// CHECK-NEXT:  memref.dealloc %b
// CHECK-NEXT:  %c = memref.alloc
// CHECK-NEXT:  lmhlo.abs
// CHECK-NEXT:  memref.dealloc %c
// CHECK-NEXT:  %d = memref.alloc
// CHECK-NEXT:  lmhlo.negate
func.func @unread(%x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {
  %b = memref.alloc() : memref<8xf32>
  lmhlo.subtract ins(%y, %x : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  memref.dealloc %b : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  lmhlo.abs ins(%y : memref<8xf32>) outs(%c : memref<8xf32>)
  memref.dealloc %c : memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  lmhlo.negate ins(%x : memref<8xf32>) outs(%d : memref<8xf32>)
  return %d : memref<8xf32>
}

// -----

// A kernel of the last members has the constants that they read.
// CHECK-LABEL: @constant
// CHECK:       lmhlo.reduce ins(%a
// CHECK:       memref.dealloc %a
// CHECK:       lmhlo.sort
// CHECK:       lmhlo.fusion ins(%r : memref<4xf32>) outs(%o : memref<4xf32>)
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:  stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
func.func @constant(%x: memref<4x8xf32>) -> (memref<4x8xf32>, memref<4xf32>) {
  %z = memref.alloc() : memref<f32>
  lmhlo.constant outs(%z : memref<f32>) {value = dense<0.0> : tensor<f32>}
  %k = memref.alloc() : memref<4xf32>
  lmhlo.constant outs(%k : memref<4xf32>) {value = dense<2.0> : tensor<4xf32>}
  %a = memref.alloc() : memref<4x8xf32>
  lmhlo.sort ins(%x : memref<4x8xf32>) outs(%a : memref<4x8xf32>) {dimension = 0 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  %r = memref.alloc() : memref<4xf32>
  lmhlo.reduce ins(%a, %z : memref<4x8xf32>, memref<f32>) outs(%r : memref<4xf32>) {dimensions = array<i64: 1>} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })
  memref.dealloc %a : memref<4x8xf32>
  %b = memref.alloc() : memref<4x8xf32>
  lmhlo.sort ins(%x : memref<4x8xf32>) outs(%b : memref<4x8xf32>) {dimension = 1 : i64, is_stable = true} ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %l = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  })
  %t = memref.alloc() : memref<4xf32>
  lmhlo.tanh ins(%r : memref<4xf32>) outs(%t : memref<4xf32>)
  memref.dealloc %r : memref<4xf32>
  %o = memref.alloc() : memref<4xf32>
  lmhlo.add ins(%t, %k : memref<4xf32>, memref<4xf32>) outs(%o : memref<4xf32>)
  memref.dealloc %t : memref<4xf32>
  return %b, %o : memref<4x8xf32>, memref<4xf32>
}
