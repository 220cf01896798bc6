// RUN: disc-opt %s -p deallocate-buffers --split-input-file | filecheck %s
// RUN: disc-opt %s -p deallocate-buffers,deallocate-buffers --split-input-file | filecheck %s

// CHECK-LABEL: func.func @line(
// CHECK:         memref.dealloc %unused : memref<2xf32>
// CHECK:         lmhlo.negate ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
// CHECK:         lmhlo.add ins(%e, %e : memref<?x4xf32>, memref<?x4xf32>) outs(%c : memref<?x4xf32>)
// CHECK-NEXT:    memref.dealloc %b : memref<?x4xf32>
// CHECK:         func.return %c : memref<?x4xf32>
// straight line: after the last use, through views too
func.func @line(%a: memref<?x4xf32>, %n: index) -> memref<?x4xf32> {
  %unused = memref.alloc() : memref<2xf32>
  %b = memref.alloc(%n) : memref<?x4xf32>
  lmhlo.negate ins(%a : memref<?x4xf32>) outs(%b : memref<?x4xf32>)
  %v = memref.collapse_shape %b [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %c = memref.alloc(%n) : memref<?x4xf32>
  %e = memref.expand_shape %v [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  lmhlo.add ins(%e, %e : memref<?x4xf32>, memref<?x4xf32>) outs(%c : memref<?x4xf32>)
  %z = arith.constant 0 : index
  return %c : memref<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @branches(
// CHECK:         scf.if %p {
// CHECK:         memref.dealloc %b : memref<1xf32>
// CHECK:         scf.if %p {
// CHECK-NEXT:    memref.dealloc %g : memref<1xf32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    memref.dealloc %g : memref<1xf32>
// CHECK:         %r = scf.if %p -> (memref<1xf32>) {
// CHECK-NEXT:    scf.yield %a : memref<1xf32>
// CHECK-NEXT:    } else {
// CHECK:         memref.dealloc %a : memref<1xf32>
// CHECK-NEXT:    scf.yield %c : memref<1xf32>
// CHECK:         func.return %r : memref<1xf32>
// a branch that passes the buffer on, one that does not, and one that is not there
func.func @branches(%p: i1, %f: f32) -> memref<1xf32> {
  %z = arith.constant 0 : index
  %a = memref.alloc() : memref<1xf32>
  memref.store %f, %a[%z] : memref<1xf32>
  %b = memref.alloc() : memref<1xf32>
  memref.store %f, %b[%z] : memref<1xf32>
  scf.if %p {
    memref.store %f, %b[%z] : memref<1xf32>
  }
  %g = memref.alloc() : memref<1xf32>
  scf.if %p {
    memref.dealloc %g : memref<1xf32>
  }
  %r = scf.if %p -> (memref<1xf32>) {
    scf.yield %a : memref<1xf32>
  } else {
    %c = memref.alloc() : memref<1xf32>
    "memref.copy"(%a, %c) : (memref<1xf32>, memref<1xf32>) -> ()
    scf.yield %c : memref<1xf32>
  }
  return %r : memref<1xf32>
}

// -----

// CHECK-LABEL: func.func @loops(
// CHECK:         %r = scf.for %j = %z to %n step %o iter_args(%x = %i) -> (memref<1xf32>) {
// CHECK:         lmhlo.add ins(%x, %k : memref<1xf32>, memref<1xf32>) outs(%y : memref<1xf32>)
// CHECK-NEXT:    memref.dealloc %x : memref<1xf32>
// CHECK-NEXT:    scf.yield %y : memref<1xf32>
// CHECK:         memref.dealloc %k : memref<1xf32>
// CHECK-NEXT:    %m, %u = scf.while (%x{{[_0-9]*}} = %r, %y{{[_0-9]*}} = %i2) : (memref<1xf32>, memref<1xf32>) -> (memref<1xf32>, index) {
// CHECK-NEXT:    memref.dealloc %x{{[_0-9]*}} : memref<1xf32>
// CHECK:         scf.condition(%c) %y{{[_0-9]*}}, %z : memref<1xf32>, index
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%x{{[_0-9]*}}: memref<1xf32>, %q: index):
// CHECK:         lmhlo.add ins(%x{{[_0-9]*}}, %x{{[_0-9]*}} : memref<1xf32>, memref<1xf32>) outs(%y{{[_0-9]*}} : memref<1xf32>)
// CHECK-NEXT:    scf.yield %x{{[_0-9]*}}, %y{{[_0-9]*}} : memref<1xf32>, memref<1xf32>
// CHECK:         func.return %m : memref<1xf32>
// loops: what they carry is the body's, what is around them stays
func.func @loops(%n: index, %w: memref<1xf32>) -> memref<1xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %k = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %k) : (memref<1xf32>, memref<1xf32>) -> ()
  %i = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %i) : (memref<1xf32>, memref<1xf32>) -> ()
  %r = scf.for %j = %z to %n step %o iter_args(%x = %i) -> (memref<1xf32>) {
    %y = memref.alloc() : memref<1xf32>
    lmhlo.add ins(%x, %k : memref<1xf32>, memref<1xf32>) outs(%y : memref<1xf32>)
    scf.yield %y : memref<1xf32>
  }
  %i2 = memref.alloc() : memref<1xf32>
  "memref.copy"(%k, %i2) : (memref<1xf32>, memref<1xf32>) -> ()
  %m, %u = scf.while (%x = %r, %y = %i2) : (memref<1xf32>, memref<1xf32>) -> (memref<1xf32>, index) {
    %f = memref.load %y[%z] : memref<1xf32>
    %c0 = arith.constant 30.0 : f32
    %c = arith.cmpf olt, %f, %c0 : f32
    scf.condition(%c) %y, %z : memref<1xf32>, index
  } do {
  ^bb0(%x: memref<1xf32>, %q: index):
    %y = memref.alloc() : memref<1xf32>
    lmhlo.add ins(%x, %x : memref<1xf32>, memref<1xf32>) outs(%y : memref<1xf32>)
    scf.yield %x, %y : memref<1xf32>, memref<1xf32>
  }
  return %m : memref<1xf32>
}

// -----

// CHECK-LABEL: func.func @blocks(
// CHECK:         cf.cond_br %p, ^left, ^[[FREE:bb[0-9]+]](%b : memref<1xf32>)
// CHECK-NEXT:    ^[[FREE]](%0: memref<1xf32>):
// CHECK-NEXT:    memref.dealloc %a : memref<1xf32>
// CHECK-NEXT:    cf.br ^join(%0 : memref<1xf32>)
// CHECK-NEXT:    ^left:
// CHECK:         lmhlo.add ins(%a, %b : memref<1xf32>, memref<1xf32>) outs(%c : memref<1xf32>)
// CHECK-NEXT:    memref.dealloc %a : memref<1xf32>
// CHECK-NEXT:    memref.dealloc %b : memref<1xf32>
// CHECK-NEXT:    cf.br ^join(%c : memref<1xf32>)
// CHECK-NEXT:    ^join(%x: memref<1xf32>):
// CHECK-NEXT:    func.return %x : memref<1xf32>
// cf
func.func @blocks(%p: i1, %n: index, %w: memref<1xf32>) -> memref<1xf32> {
  %z = arith.constant 0 : index
  %a = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %a) : (memref<1xf32>, memref<1xf32>) -> ()
  %b = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %b) : (memref<1xf32>, memref<1xf32>) -> ()
  cf.cond_br %p, ^left, ^join(%b : memref<1xf32>)
^left:
  %c = memref.alloc() : memref<1xf32>
  lmhlo.add ins(%a, %b : memref<1xf32>, memref<1xf32>) outs(%c : memref<1xf32>)
  cf.br ^join(%c : memref<1xf32>)
^join(%x: memref<1xf32>):
  return %x : memref<1xf32>
}

// -----

// CHECK-LABEL: func.func @block_loop(
// CHECK:         cf.br ^head(%z, %i : index, memref<1xf32>)
// CHECK-NEXT:    ^head(%j: index, %x: memref<1xf32>):
// CHECK:         cf.cond_br %c, ^body, ^done(%x : memref<1xf32>)
// CHECK-NEXT:    ^body:
// CHECK:         lmhlo.add ins(%x, %k : memref<1xf32>, memref<1xf32>) outs(%y : memref<1xf32>)
// CHECK-NEXT:    memref.dealloc %x : memref<1xf32>
// CHECK:         cf.br ^head(%j1, %y : index, memref<1xf32>)
// CHECK-NEXT:    ^done(%r: memref<1xf32>):
// CHECK-NEXT:    memref.dealloc %k : memref<1xf32>
// CHECK-NEXT:    func.return %r : memref<1xf32>
// a loop of blocks; the way out frees
func.func @block_loop(%n: index, %w: memref<1xf32>) -> memref<1xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %k = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %k) : (memref<1xf32>, memref<1xf32>) -> ()
  %i = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %i) : (memref<1xf32>, memref<1xf32>) -> ()
  cf.br ^head(%z, %i : index, memref<1xf32>)
^head(%j: index, %x: memref<1xf32>):
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^body, ^done(%x : memref<1xf32>)
^body:
  %y = memref.alloc() : memref<1xf32>
  lmhlo.add ins(%x, %k : memref<1xf32>, memref<1xf32>) outs(%y : memref<1xf32>)
  %j1 = arith.addi %j, %o : index
  cf.br ^head(%j1, %y : index, memref<1xf32>)
^done(%r: memref<1xf32>):
  return %r : memref<1xf32>
}

// -----

// CHECK-LABEL: func.func @split(
// CHECK:         cf.cond_br %p, ^made, ^join(%z : index)
// CHECK-NEXT:    ^made:
// CHECK:         cf.cond_br %q, ^use, ^[[FREE:bb[0-9]+]](%z : index)
// CHECK-NEXT:    ^[[FREE]](%0: index):
// CHECK-NEXT:    memref.dealloc %a : memref<1xf32>
// CHECK-NEXT:    cf.br ^join(%0 : index)
// CHECK-NEXT:    ^use:
// CHECK:         memref.dealloc %a : memref<1xf32>
// CHECK-NEXT:    cf.br ^join(%z : index)
// CHECK-NEXT:    ^join(%i: index):
// CHECK-NEXT:    func.return %e : memref<1xf32>
// edge split: ^join is also reached from where %a lives no longer
func.func @split(%p: i1, %q: i1, %w: memref<1xf32>) -> memref<1xf32> {
  %z = arith.constant 0 : index
  %e = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %e) : (memref<1xf32>, memref<1xf32>) -> ()
  cf.cond_br %p, ^made, ^join(%z : index)
^made:
  %a = memref.alloc() : memref<1xf32>
  "memref.copy"(%w, %a) : (memref<1xf32>, memref<1xf32>) -> ()
  cf.cond_br %q, ^use, ^join(%z : index)
^use:
  "memref.copy"(%a, %e) : (memref<1xf32>, memref<1xf32>) -> ()
  cf.br ^join(%z : index)
^join(%i: index):
  return %e : memref<1xf32>
}
