// RUN: disc-opt %s -p convert-loops-to-llvm | filecheck %s

// Four bits lie in the lowest ones of a byte.

func.func @main(%x: memref<1xi4>, %y: memref<1xi4>, %z: memref<1xf8E5M2>, %r: memref<1xi8>) {
  func.call @four_bits(%x, %y) : (memref<1xi4>, memref<1xi4>) -> ()
  func.call @float(%z, %r) : (memref<1xf8E5M2>, memref<1xi8>) -> ()
  func.return
}

// CHECK-LABEL: @program_four_bits
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK-NEXT: %[[BITS:.*]] = llvm.trunc %[[BYTE]] : i8 to i4
// CHECK-NEXT: %[[SUM:.*]] = llvm.add %[[BITS]], %[[BITS]] : i4
// CHECK-NEXT: %[[STORED:.*]] = llvm.zext %[[SUM]] : i4 to i8
// CHECK-NEXT: llvm.store %[[STORED]]
func.func private @four_bits(%x: memref<1xi4>, %y: memref<1xi4>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<1xi4>
  %1 = arith.addi %0, %0 : i4
  memref.store %1, %y[%c0] : memref<1xi4>
  func.return
}

// A float of a byte is its bits, and a float becomes an integer by an instruction that vectors have.

// CHECK-LABEL: @program_float
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK-NEXT: llvm.zext %[[BYTE]] : i8 to i32
// CHECK: %[[WIDE:.*]] = llvm.bitcast %{{.*}} : i32 to f32
// CHECK-NEXT: llvm.fcmp "olt" %[[WIDE]]
// CHECK: llvm.call_intrinsic "llvm.trunc.f32"
// CHECK: llvm.call_intrinsic "llvm.lrint.i32.f32"
func.func private @float(%z: memref<1xf8E5M2>, %r: memref<1xi8>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %z[%c0] : memref<1xf8E5M2>
  %1 = arith.fptosi %0 : f8E5M2 to i8
  memref.store %1, %r[%c0] : memref<1xi8>
  func.return
}
