// RUN: disc-opt %s -p 'convert-loops-to-llvm{checked=true}' --split-input-file | filecheck %s
// RUN: disc-opt %s -p convert-loops-to-llvm --split-input-file | filecheck %s --check-prefix PLAIN

// An index that is no constant is tested; the kernel returns a status and takes the state.

// CHECK-LABEL: llvm.func internal @program_kernel_0(%{{.*}}: !llvm.ptr, %{{.*}}: i64
// CHECK-SAME:    -> i64
// CHECK:         llvm.icmp "slt"
// CHECK:         %[[IN:.*]] = llvm.icmp "ult"
// CHECK-NEXT:    llvm.cond_br %[[IN]]
// CHECK:         llvm.load
// CHECK:         llvm.icmp "ult"
// CHECK:         llvm.store
// PLAIN-LABEL: llvm.func internal @program_kernel_0(%{{.*}}: i64, %{{.*}}: !llvm.ptr
// PLAIN-NOT:     llvm.icmp "ult"
// PLAIN:         llvm.return
func.func @main(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  func.call @kernel_0(%n, %x) : (index, memref<?xf32>) -> ()
  func.return
}
func.func private @kernel_0(%n: index, %x: memref<?xf32> {llvm.noalias}) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %x[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Constants within bounds need no test.

// CHECK-LABEL: llvm.func internal @program_kernel_0(
// CHECK-NOT:     llvm.icmp
// CHECK:         llvm.return
func.func @main(%x: memref<8xf32>, %y: memref<f32>) {
  func.call @kernel_0(%x, %y) : (memref<8xf32>, memref<f32>) -> ()
  func.return
}
func.func private @kernel_0(%x: memref<8xf32>, %y: memref<f32>) attributes {disc_shape.kernel = "loops"} {
  %c7 = arith.constant 7 : index
  %a = memref.load %x[%c7] : memref<8xf32>
  memref.store %a, %y[] : memref<f32>
  func.return
}

// -----

// A view of a part is tested, unless it is empty.

// CHECK-LABEL: llvm.func internal @program_parts(
// CHECK:         %[[EMPTY:.*]] = llvm.icmp "eq"
// CHECK:         llvm.icmp "ult"
// CHECK-NEXT:    llvm.or %[[EMPTY]]
// CHECK-NEXT:    llvm.cond_br
// PLAIN-LABEL: llvm.func internal @program_parts(
// PLAIN-NOT:     llvm.cond_br
// PLAIN:         llvm.return
func.func @parts(%x: memref<8xf32>, %n: index) {
  %y = memref.subview %x[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  func.return
}
