// RUN: disc-opt %s -p deallocate-buffers --split-input-file --verify-diagnostics --allow-unregistered-dialect | filecheck %s

// CHECK: 'func.return' passes on %a, which is argument 0 of @argument: only its owner may do that
func.func @argument(%a: memref<1xf32>) -> memref<1xf32> {
  return %a : memref<1xf32>
}

// -----
// CHECK: 'memref.dealloc' frees %a, which is argument 0 of @freed_argument: only its owner may do that
func.func @freed_argument(%a: memref<1xf32>) {
  memref.dealloc %a : memref<1xf32>
  return
}

// -----
// CHECK: 'func.return' passes on %g, which is the global @w: only its owner may do that
"memref.global"() <{sym_name = "w", sym_visibility = "private", type = memref<1xf32>, initial_value = dense<1.0> : tensor<1xf32>}> : () -> ()
func.func @global() -> memref<1xf32> {
  %g = "memref.get_global"() <{name = @w}> : () -> memref<1xf32>
  return %g : memref<1xf32>
}

// -----
// CHECK: 'func.return' passes on %v, which 'memref.collapse_shape' borrows from %a: only its owner may do that
func.func @view() -> memref<4xf32> {
  %a = memref.alloc() : memref<2x2xf32>
  %v = memref.collapse_shape %a [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  return %v : memref<4xf32>
}

// -----
// CHECK: 'func.return' passes on %s, which is on the stack: only its owner may do that
func.func @stack() -> memref<4xf32> {
  %s = memref.alloca() : memref<4xf32>
  return %s : memref<4xf32>
}

// -----
// CHECK: 'func.return' passes on %a twice
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}

// -----
// CHECK: 'func.return' passes on %a twice
func.func @twice_through_a_cast() -> (memref<4xf32>, memref<?xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %c = "memref.cast"(%a) : (memref<4xf32>) -> memref<?xf32>
  return %a, %c : memref<4xf32>, memref<?xf32>
}

// -----
// CHECK: 'memref.dealloc' frees %a before 'memref.load' uses it
func.func @used_later(%i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %f = memref.load %a[%i] : memref<4xf32>
  return %f : f32
}

// -----
// CHECK: 'memref.dealloc' frees %a before 'memref.dealloc' uses it
func.func @freed_twice(%i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// -----
// CHECK: 'scf.if' passes on %a before 'memref.load' uses it
func.func @used_after_a_branch(%p: i1, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  scf.if %p {
    memref.dealloc %a : memref<4xf32>
  }
  %f = memref.load %a[%i] : memref<4xf32>
  return %f : f32
}

// -----
// CHECK: 'memref.dealloc' frees %a inside 'scf.for', which may run it again
func.func @freed_in_a_loop(%i: index) {
  %a = memref.alloc() : memref<4xf32>
  scf.for %j = %i to %i step %i {
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----
// CHECK: 'scf.for' passes on %a and uses it inside
func.func @carried_and_used(%i: index, %f: f32) {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %j = %i to %i step %i iter_args(%x = %a) -> (memref<4xf32>) {
    memref.store %f, %a[%i] : memref<4xf32>
    scf.yield %x : memref<4xf32>
  }
  return
}

// -----
// CHECK: 'cf.br' passes on %a and its target uses it
func.func @passed_and_used(%i: index, %f: f32) {
  %a = memref.alloc() : memref<4xf32>
  cf.br ^next(%a : memref<4xf32>)
^next(%x: memref<4xf32>):
  memref.store %f, %a[%i] : memref<4xf32>
  return
}

// -----
// CHECK: 'cf.cond_br' passes on %a and its target uses it
func.func @passed_round_a_loop(%i: index, %p: i1) {
  %a = memref.alloc() : memref<4xf32>
  cf.br ^head
^head:
  cf.cond_br %p, ^next(%a : memref<4xf32>), ^head
^next(%x: memref<4xf32>):
  cf.cond_br %p, ^head, ^done
^done:
  return
}

// -----
// CHECK: 'memref.extract_aligned_pointer_as_index' hides %a: its last use cannot be determined
func.func @address() -> index {
  %a = memref.alloc() : memref<4xf32>
  %p = "memref.extract_aligned_pointer_as_index"(%a) : (memref<4xf32>) -> index
  return %p : index
}

// -----
// CHECK: ownership of %a after 'test.termop' is unknown
func.func @unknown_terminator(%p: i1) {
  "test.op"() ({
    %a = memref.alloc() : memref<4xf32>
    "test.termop"(%a) : (memref<4xf32>) -> ()
  }) : () -> ()
  return
}

// -----
// CHECK: 'func.return' passes on %s, which 'arith.select' borrows from %a: only its owner may do that
func.func @selected(%p: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = arith.select %p, %a, %b : memref<4xf32>
  return %s : memref<4xf32>
}

// -----
// CHECK: 'memref.store' hides %a: its last use cannot be determined
func.func @stored(%t: memref<2xmemref<4xf32>>, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %t[%i] : memref<2xmemref<4xf32>>
  return
}

// -----
// CHECK: 'bufferization.to_tensor' hides %a: its last use cannot be determined
func.func @tensor() -> tensor<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %t = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  return %t : tensor<4xf32>
}

// -----
// CHECK: 'cf.cond_br' passes on %a twice
func.func @twice_on_one_way(%p: i1) {
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %p, ^next(%a, %a : memref<4xf32>, memref<4xf32>), ^done
^next(%x: memref<4xf32>, %y: memref<4xf32>):
  return
^done:
  return
}
