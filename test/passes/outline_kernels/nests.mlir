// RUN: disc-opt %s -p outline-kernels --split-input-file | filecheck %s

// CHECK-LABEL: func.func @copies
// CHECK:         func.call @kernel_0(%{{.*}}, %x, %y) : (index, memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:    func.call @kernel_0(%{{.*}}, %y, %x) : (index, memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:    func.return
// CHECK:       func.func private @kernel_0(%{{.*}}: index, %{{.*}}: memref<?xf32> {llvm.noalias}, %{{.*}}: memref<?xf32> {llvm.noalias}) attributes {disc_shape.kernel = "loops"}
// CHECK-NOT:   func.func
func.func @copies(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    memref.store %a, %y[%i] : memref<?xf32>
  }
  scf.for %j = %c0 to %n step %c1 {
    %b = memref.load %y[%j] : memref<?xf32>
    memref.store %b, %x[%j] : memref<?xf32>
  }
  func.return
}

// -----

// Kernels whose constants differ stay apart.

// CHECK-LABEL: func.func @constants
// CHECK:         func.call @kernel_0
// CHECK-NEXT:    func.call @kernel_1
func.func @constants(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zero, %x[%i] : memref<8xf32>
  }
  scf.for %j = %c0 to %c8 step %c1 {
    memref.store %one, %x[%j] : memref<8xf32>
  }
  func.return
}

// -----

// A view is taken inside of the kernel: one argument for the memory.

// CHECK-LABEL: func.func @views
// CHECK:         func.call @kernel_0(%x) : (memref<4x8xf32>) -> ()
// CHECK:       func.func private @kernel_0(%{{.*}}: memref<4x8xf32> {llvm.noalias})
// CHECK:         memref.collapse_shape
func.func @views(%x: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %flat = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<4x8xf32> into memref<32xf32>
  scf.for %i = %c0 to %c32 step %c1 {
    %a = memref.load %flat[%i] : memref<32xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %flat[%i] : memref<32xf32>
  }
  func.return
}

// -----

// What a loop carries is other memory than this iteration allocates. Its buffers are different ones
// if it starts with different ones and each iteration passes on different ones.

// CHECK-LABEL: func.func @carried
// CHECK:         scf.while
// CHECK:         func.call @kernel_0
// CHECK:         func.call @kernel_1
// CHECK:       func.func private @kernel_0(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK:       func.func private @kernel_1(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
func.func @carried(%n: i32) -> (memref<8xf32>, memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %x = memref.alloc() : memref<8xf32>
  %y = memref.alloc() : memref<8xf32>
  %a, %b, %c = scf.while (%k = %zero, %p = %x, %q = %y) : (i32, memref<8xf32>, memref<8xf32>) -> (i32, memref<8xf32>, memref<8xf32>) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k, %p, %q : i32, memref<8xf32>, memref<8xf32>
  } do {
  ^bb0(%k: i32, %p: memref<8xf32>, %q: memref<8xf32>):
    %new = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %p[%i] : memref<8xf32>
      memref.store %v, %new[%i] : memref<8xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %p[%j] : memref<8xf32>
      %w = arith.negf %v : f32
      memref.store %w, %q[%j] : memref<8xf32>
    }
    %next = arith.addi %k, %one : i32
    scf.yield %next, %q, %new : i32, memref<8xf32>, memref<8xf32>
  }
  func.return %b, %c : memref<8xf32>, memref<8xf32>
}

// -----

// A buffer that is passed on twice is both of those that the next iteration reads.

// CHECK-LABEL: func.func @carried_twice
// CHECK:         scf.while
// CHECK:         func.call @kernel_0
// CHECK:         func.call @kernel_1
// CHECK:       func.func private @kernel_0(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK:       func.func private @kernel_1(%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>)
func.func @carried_twice(%n: i32) -> (memref<8xf32>, memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %x = memref.alloc() : memref<8xf32>
  %y = memref.alloc() : memref<8xf32>
  %a, %b, %c = scf.while (%k = %zero, %p = %x, %q = %y) : (i32, memref<8xf32>, memref<8xf32>) -> (i32, memref<8xf32>, memref<8xf32>) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k, %p, %q : i32, memref<8xf32>, memref<8xf32>
  } do {
  ^bb0(%k: i32, %p: memref<8xf32>, %q: memref<8xf32>):
    %new = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %p[%i] : memref<8xf32>
      memref.store %v, %new[%i] : memref<8xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %p[%j] : memref<8xf32>
      %w = arith.negf %v : f32
      memref.store %w, %q[%j] : memref<8xf32>
    }
    %next = arith.addi %k, %one : i32
    scf.yield %next, %q, %q : i32, memref<8xf32>, memref<8xf32>
  }
  func.return %b, %c : memref<8xf32>, memref<8xf32>
}

// -----

// So is one that a loop starts with twice.

// CHECK-LABEL: func.func @started_twice
// CHECK:         scf.while
// CHECK:         func.call @kernel_0
// CHECK:         func.call @kernel_1
// CHECK:       func.func private @kernel_0(%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK:       func.func private @kernel_1(%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>)
func.func @started_twice(%n: i32) -> (memref<8xf32>, memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %x = memref.alloc() : memref<8xf32>
  %y = memref.alloc() : memref<8xf32>
  %a, %b, %c = scf.while (%k = %zero, %p = %x, %q = %x) : (i32, memref<8xf32>, memref<8xf32>) -> (i32, memref<8xf32>, memref<8xf32>) {
    %more = arith.cmpi slt, %k, %n : i32
    scf.condition(%more) %k, %p, %q : i32, memref<8xf32>, memref<8xf32>
  } do {
  ^bb0(%k: i32, %p: memref<8xf32>, %q: memref<8xf32>):
    %new = memref.alloc() : memref<8xf32>
    scf.for %i = %c0 to %c8 step %c1 {
      %v = memref.load %p[%i] : memref<8xf32>
      memref.store %v, %new[%i] : memref<8xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %p[%j] : memref<8xf32>
      %w = arith.negf %v : f32
      memref.store %w, %q[%j] : memref<8xf32>
    }
    %next = arith.addi %k, %one : i32
    scf.yield %next, %q, %new : i32, memref<8xf32>, memref<8xf32>
  }
  func.return %b, %c : memref<8xf32>, memref<8xf32>
}

// -----

// An operation that is no loops is a kernel of its own; guards and allocations stay.

// CHECK-LABEL: func.func @others
// CHECK:         cf.assert
// CHECK:         memref.alloc
// CHECK-NEXT:    func.call @kernel_0
// CHECK:       disc_shape.kernel = "lmhlo.reverse"
func.func @others(%x: memref<?xf32>, %ok: i1) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  cf.assert %ok, "no"
  %n = memref.dim %x, %c0 : memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  lmhlo.reverse ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {dimensions = array<i64: 0>}
  func.return %y : memref<?xf32>
}
