// RUN: disc-opt %s -p convert-loops-to-llvm --split-input-file | filecheck %s

// CHECK:       llvm.func internal @program_kernel_0(%{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.nonnull, llvm.noalias}, %{{.*}}: i64
// CHECK:         llvm.br ^bb{{.*}}
// CHECK:         llvm.icmp "slt"
// CHECK:         llvm.getelementptr inbounds
// CHECK:         llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK:         llvm.fadd {{.*}} : f32
// CHECK:         llvm.store
// CHECK:         llvm.add {{.*}} overflow<nsw> : i64
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
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Only the sum over all iterations may be reordered.

// CHECK-LABEL: llvm.func internal @program_kernel_0(%{{[0-9]+}}: !llvm.ptr {llvm.nonnull}
// CHECK:         llvm.fmul {{.*}} : f32
// CHECK-NEXT:    llvm.fadd {{.*}} {fastmathFlags = #llvm.fastmath<reassoc>} : f32
func.func @main(%x: memref<8xf32>, %y: memref<f32>) {
  func.call @kernel_0(%x, %y) : (memref<8xf32>, memref<f32>) -> ()
  func.return
}
func.func private @kernel_0(%x: memref<8xf32>, %y: memref<f32>) attributes {disc_shape.kernel = "loops"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
    %a = memref.load %x[%i] : memref<8xf32>
    %b = arith.mulf %a, %a : f32
    %t = arith.addf %s, %b : f32
    scf.yield %t : f32
  }
  memref.store %sum, %y[] : memref<f32>
  func.return
}

// -----

// A check leaves its number and the status, and a division by zero does not trap.

// CHECK-LABEL: llvm.func internal @program_main({{.*}}: i1) -> !llvm.struct<(i64, i64)>
// CHECK:         llvm.cond_br
// CHECK:         llvm.select
// CHECK:         llvm.sdiv
func.func @main(%n: index, %ok: i1) -> index {
  cf.assert %ok, "not ok"
  %c8 = arith.constant 8 : index
  %0 = arith.divsi %c8, %n : index
  func.return %0 : index
}
