// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// A buffer of another module has no contents.

// CHECK: "memref.global"() <{sym_name = "elsewhere", sym_visibility = "private", type = memref<2xf32>}>
memref.global "private" @elsewhere : memref<2xf32>

// CHECK: "memref.global"() <{sym_name = "seen", type = memref<2xi32>, initial_value = dense<[3, 4]> : tensor<2xi32>}>
memref.global @seen : memref<2xi32> = dense<[3, 4]>

// CHECK-LABEL: func.func @grow
// CHECK-NEXT: %0 = memref.realloc %a : memref<4xf32> to memref<9xf32>
// CHECK-NEXT: %1 = memref.realloc %0(%n) {alignment = 16 : i64} : memref<9xf32> to memref<?xf32>
func.func @grow(%a: memref<4xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %a : memref<4xf32> to memref<9xf32>
  %1 = memref.realloc %0(%n) {alignment = 16 : i64} : memref<9xf32> to memref<?xf32>
  func.return %1 : memref<?xf32>
}

// CHECK-LABEL: func.func @hints
// CHECK-NEXT: memref.prefetch %a[%i, %j], write, locality<3>, data : memref<?x?xf32>
// CHECK-NEXT: memref.prefetch %a[%j, %i], read, locality<0>, instr {note} : memref<?x?xf32>
func.func @hints(%a: memref<?x?xf32>, %i: index, %j: index) {
  memref.prefetch %a[%i, %j], write, locality<3>, data : memref<?x?xf32>
  memref.prefetch %a[%j, %i], read, locality<0>, instr {note} : memref<?x?xf32>
  func.return
}

// CHECK-LABEL: func.func @other_order
// CHECK-NEXT: %0 = memref.transpose %a (d0, d1, d2) -> (d2, d0, d1) : memref<2x?x4xf32, strided<[?, ?, 1]>> to memref<4x2x?xf32, strided<[1, ?, ?]>>
func.func @other_order(%a: memref<2x?x4xf32, strided<[?, ?, 1]>>) {
  %0 = memref.transpose %a (i, j, k) -> (k, i, j) : memref<2x?x4xf32, strided<[?, ?, 1]>> to memref<4x2x?xf32, strided<[1, ?, ?]>>
  func.return
}

// CHECK-LABEL: func.func @distinct
// CHECK-NEXT: %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<?xi8>
func.func @distinct(%a: memref<4xf32>, %b: memref<?xi8>) -> memref<?xi8> {
  %0, %1 = memref.distinct_objects %a, %b : memref<4xf32>, memref<?xi8>
  func.return %1 : memref<?xi8>
}

// CHECK-LABEL: func.func @at_once
// CHECK-NEXT: %0 = "memref.atomic_rmw"(%x, %a, %i) <{kind = 10 : i64}> : (i32, memref<?xi32>, index) -> i32
// CHECK-NEXT: %1 = "memref.atomic_rmw"(%x, %a, %i) <{kind = 2 : i64}> : (i32, memref<?xi32>, index) -> i32
// CHECK-NEXT: %2 = memref.generic_atomic_rmw %a[%i] : memref<?xi32> {
// CHECK-NEXT: ^bb0(%old: i32):
// CHECK-NEXT:   %new = arith.xori %old, %x : i32
// CHECK-NEXT:   memref.atomic_yield %new : i32
// CHECK-NEXT: }
func.func @at_once(%a: memref<?xi32>, %x: i32, %i: index) -> i32 {
  %0 = memref.atomic_rmw mins %x, %a[%i] : (i32, memref<?xi32>) -> i32
  %1 = memref.atomic_rmw andi %x, %a[%i] : (i32, memref<?xi32>) -> i32
  %2 = memref.generic_atomic_rmw %a[%i] : memref<?xi32> {
  ^bb0(%old: i32):
    %new = arith.xori %old, %x : i32
    memref.atomic_yield %new : i32
  }
  func.return %2 : i32
}

// CHECK-LABEL: func.func @scoped
// CHECK-NEXT: "memref.alloca_scope"() ({
// CHECK:        "memref.alloca_scope.return"() : () -> ()
// CHECK:      %1 = "memref.alloca_scope"() ({
// CHECK:        "memref.alloca_scope.return"(%n) : (index) -> ()
func.func @scoped(%n: index) -> index {
  memref.alloca_scope {
    %0 = memref.alloca(%n) : memref<?xf32>
  }
  %1 = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %n : index
  }
  func.return %1 : index
}

// CHECK-LABEL: func.func @without_rank
// CHECK-NEXT: "memref.copy"(%a, %b) : (memref<*xf32>, memref<*xf32>) -> ()
// CHECK-NEXT: %0 = "memref.rank"(%a) : (memref<*xf32>) -> index
func.func @without_rank(%a: memref<*xf32>, %b: memref<*xf32>) -> index {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  %0 = memref.rank %a : memref<*xf32>
  func.return %0 : index
}
