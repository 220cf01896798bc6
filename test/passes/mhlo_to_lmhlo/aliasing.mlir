// RUN: disc-opt %s -p 'mhlo-to-lmhlo,deallocate-buffers' --split-input-file | filecheck %s

// An argument and a constant returned twice are copied each time.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<1.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @arg_returned_twice(%x: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>, memref<f32>, memref<f32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %c = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %3 = memref.alloc() : memref<f32>
// CHECK-NEXT:   "memref.copy"(%c, %3) : (memref<f32>, memref<f32>) -> ()
// CHECK-NEXT:   %4 = memref.alloc() : memref<f32>
// CHECK-NEXT:   "memref.copy"(%c, %4) : (memref<f32>, memref<f32>) -> ()
// CHECK-NEXT:   func.return %1, %2, %3, %4 : memref<?xf32>, memref<?xf32>, memref<f32>, memref<f32>
// CHECK-NEXT: }
func.func @arg_returned_twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  func.return %x, %x, %c, %c : tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>
}

// -----

// A view is read after another value could have taken its memory.
// CHECK:      func.func @view_outlives(%x: memref<?xf32>, %c: i1) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = memref.subview %1[%c0] [%0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
// CHECK-NEXT:   %3 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.negate ins(%1 : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   %4 = scf.if %c -> (memref<?xf32>) {
// CHECK-NEXT:     %5 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%2, %5) : (memref<?xf32, strided<[1], offset: ?>>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %5 : memref<?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %6 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%3, %6) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %6 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.dealloc %3 : memref<?xf32>
// CHECK-NEXT:   %7 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.add ins(%4, %2 : memref<?xf32>, memref<?xf32, strided<[1], offset: ?>>) outs(%7 : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT:   func.return %4, %7 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @view_outlives(%x: tensor<?xf32>, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = tensor.extract_slice %0[%c0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %2 = stablehlo.negate %0 : tensor<?xf32>
  %3 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %2 : tensor<?xf32>
  }
  %4 = stablehlo.add %3, %1 : tensor<?xf32>
  func.return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Blocks that return early, and one that two branches reach with different buffers.
// CHECK:      func.func @early(%c: i1, %d: i1, %x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   cf.cond_br %c, ^a, ^b
// CHECK-NEXT: ^a:
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.negate ins(%1 : memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   %3 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%1, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   cf.cond_br %d, ^bb2(%2 : memref<?xf32>), ^bb3(%3 : memref<?xf32>)
// CHECK-NEXT: ^bb2(%4: memref<?xf32>):
// CHECK-NEXT:   memref.dealloc %3 : memref<?xf32>
// CHECK-NEXT:   cf.br ^c(%4 : memref<?xf32>)
// CHECK-NEXT: ^bb3(%5: memref<?xf32>):
// CHECK-NEXT:   memref.dealloc %2 : memref<?xf32>
// CHECK-NEXT:   cf.br ^c(%5 : memref<?xf32>)
// CHECK-NEXT: ^b:
// CHECK-NEXT:   memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT:   %6 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %6) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %6 : memref<?xf32>
// CHECK-NEXT: ^c(%y: memref<?xf32>):
// CHECK-NEXT:   lmhlo.add ins(%y, %1 : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT:   func.return %y : memref<?xf32>
// CHECK-NEXT: }
func.func @early(%c: i1, %d: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  cf.cond_br %c, ^a, ^b
^a:
  %1 = stablehlo.negate %0 : tensor<?xf32>
  cf.cond_br %d, ^c(%1 : tensor<?xf32>), ^c(%0 : tensor<?xf32>)
^b:
  func.return %x : tensor<?xf32>
^c(%y: tensor<?xf32>):
  %2 = stablehlo.add %y, %0 : tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// A loop that swaps what it carries.
// CHECK:      func.func @swap(%n: memref<i32>, %x: memref<?xf32>, %y: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%x, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %5 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%y, %5) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %6 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %7, %r, %r_1 = scf.while (%i = %6, %a = %4, %b = %5) : (i32, memref<?xf32>, memref<?xf32>) -> (i32, memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT: %8 = arith.cmpi sgt, %i, %0 : i32
// CHECK-NEXT: scf.condition(%8) %i, %a, %b : i32, memref<?xf32>, memref<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %a_1: memref<?xf32>, %b_1: memref<?xf32>):
// CHECK-NEXT: %9 = arith.subi %i_1, %1 : i32
// CHECK-NEXT: lmhlo.negate ins(%a_1 : memref<?xf32>) outs(%a_1 : memref<?xf32>)
// CHECK-NEXT: scf.yield %9, %b_1, %a_1 : i32, memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %10 = memref.dim %r, %c0 : memref<?xf32>
// CHECK-NEXT: %11 = memref.alloc(%10) : memref<?xf32>
// CHECK-NEXT: lmhlo.add ins(%r, %r : memref<?xf32>, memref<?xf32>) outs(%11 : memref<?xf32>)
// CHECK-NEXT: memref.dealloc %r : memref<?xf32>
// CHECK-NEXT: func.return %r_1, %11 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @swap(%n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %r:3 = "stablehlo.while"(%n, %x, %y) ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>, %b: tensor<?xf32>):
    %z = stablehlo.constant dense<0> : tensor<i32>
    %go = stablehlo.compare GT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>, %b: tensor<?xf32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.subtract %i, %one : tensor<i32>
    %d = stablehlo.negate %a : tensor<?xf32>
    stablehlo.return %j, %b, %d : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }) : (tensor<i32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>, tensor<?xf32>)
  %0 = stablehlo.add %r#1, %r#1 : tensor<?xf32>
  func.return %r#2, %0 : tensor<?xf32>, tensor<?xf32>
}

// -----

// One value carried twice becomes two buffers.
// CHECK:      func.func @same_twice(%n: index, %x: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %x0 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%x0 : memref<?xf32>)
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x0, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x0, %2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %3, %4 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %1, %b = %2) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:     lmhlo.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
// CHECK-NEXT:     memref.dealloc %b : memref<?xf32>
// CHECK-NEXT:     %5 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%a, %5) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %a, %5 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   lmhlo.add ins(%3, %x0 : memref<?xf32>, memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %x0 : memref<?xf32>
// CHECK-NEXT:   func.return %3, %4 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @same_twice(%n: index, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = stablehlo.abs %x : tensor<?xf32>
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x0, %b = %x0) -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = stablehlo.add %a, %b : tensor<?xf32>
    scf.yield %1, %1 : tensor<?xf32>, tensor<?xf32>
  }
  %2 = stablehlo.add %0#0, %x0 : tensor<?xf32>
  func.return %2, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A call writes nothing of what it is lent.
// CHECK:      func.func @writes_argument(%x: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = func.call @f(%1) : (memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:   %3 = func.call @f(%1) : (memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:   lmhlo.add ins(%2, %1 : memref<?xf32>, memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %1 : memref<?xf32>
// CHECK-NEXT:   func.return %2, %3 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.negate ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.add ins(%1, %x : memref<?xf32>, memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   func.return %1 : memref<?xf32>
// CHECK-NEXT: }
func.func @writes_argument(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = stablehlo.add %1, %0 : tensor<?xf32>
  func.return %3, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.add %0, %x : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// A value of the outer loop is read in the inner one, which starts with another.
// CHECK:      func.func @nested(%n: index, %c: i1, %x: memref<?x?xf32>) -> memref<?x?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %2) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
// CHECK-NEXT:   %3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %2) -> (memref<?x?xf32>) {
// CHECK-NEXT:     %t = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:     lmhlo.reverse ins(%a : memref<?x?xf32>) outs(%t : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:     %4 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (memref<?x?xf32>) {
// CHECK-NEXT:       %5 = scf.if %c -> (memref<?x?xf32>) {
// CHECK-NEXT:         %6 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:         lmhlo.add ins(%b, %t : memref<?x?xf32>, memref<?x?xf32>) outs(%6 : memref<?x?xf32>)
// CHECK-NEXT:         scf.yield %6 : memref<?x?xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         %7 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:         "memref.copy"(%t, %7) : (memref<?x?xf32>, memref<?x?xf32>) -> ()
// CHECK-NEXT:         scf.yield %7 : memref<?x?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       memref.dealloc %b : memref<?x?xf32>
// CHECK-NEXT:       scf.yield %5 : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     %8 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:     lmhlo.reverse ins(%t : memref<?x?xf32>) outs(%8 : memref<?x?xf32>) {dimensions = array<i64: 1>}
// CHECK-NEXT:     memref.dealloc %t : memref<?x?xf32>
// CHECK-NEXT:     lmhlo.add ins(%4, %8 : memref<?x?xf32>, memref<?x?xf32>) outs(%4 : memref<?x?xf32>)
// CHECK-NEXT:     memref.dealloc %8 : memref<?x?xf32>
// CHECK-NEXT:     scf.yield %4 : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %3 : memref<?x?xf32>
// CHECK-NEXT: }
func.func @nested(%n: index, %c: i1, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?x?xf32>) {
    %t = stablehlo.reverse %a, dims = [0] : tensor<?x?xf32>
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<?x?xf32>) {
      %2 = scf.if %c -> (tensor<?x?xf32>) {
        %3 = stablehlo.add %b, %t : tensor<?x?xf32>
        scf.yield %3 : tensor<?x?xf32>
      } else {
        scf.yield %t : tensor<?x?xf32>
      }
      scf.yield %2 : tensor<?x?xf32>
    }
    %4 = stablehlo.reverse %t, dims = [1] : tensor<?x?xf32>
    %5 = stablehlo.add %1, %4 : tensor<?x?xf32>
    scf.yield %5 : tensor<?x?xf32>
  }
  func.return %0 : tensor<?x?xf32>
}

// -----

// The first update is returned, so that the second may not write over it.
// CHECK:      func.func @update(%x: memref<?xf32>, %u: memref<1xf32>, %i: memref<i32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.dynamic_update_slice ins(%1, %u, %i : memref<?xf32>, memref<1xf32>, memref<i32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.dynamic_update_slice ins(%1, %u, %i : memref<?xf32>, memref<1xf32>, memref<i32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   func.return %1, %2 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @update(%x: tensor<?xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.abs %x : tensor<?xf32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_update_slice %1, %u, %i : (tensor<?xf32>, tensor<1xf32>, tensor<i32>) -> tensor<?xf32>
  func.return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A buffer that grows in each iteration.
// CHECK:      func.func @grow(%n: index, %x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = memref.dim %a, %c0 : memref<?xf32>
// CHECK-NEXT:     %4 = arith.addi %0, %3 : index
// CHECK-NEXT:     %5 = memref.alloc(%4) : memref<?xf32>
// CHECK-NEXT:     lmhlo.concatenate ins(%a, %x : memref<?xf32>, memref<?xf32>) outs(%5 : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT:     memref.dealloc %a : memref<?xf32>
// CHECK-NEXT:     %6 = memref.alloc(%4) : memref<?xf32>
// CHECK-NEXT:     lmhlo.reverse ins(%5 : memref<?xf32>) outs(%6 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:     memref.dealloc %5 : memref<?xf32>
// CHECK-NEXT:     scf.yield %6 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @grow(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %1 = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}

// -----

// Views of views, one of which is written over when the others are gone.
// CHECK:      func.func @reshape_chain(%x: memref<?x?xf32>) -> (memref<?xf32>, memref<?x?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = arith.muli %0, %1 : index
// CHECK-NEXT:   %3 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?x?xf32>) outs(%3 : memref<?x?xf32>)
// CHECK-NEXT:   %4 = memref.collapse_shape %3 {{\[\[}}0 : i64, 1 : i64{{\]\]}} : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT:   %5 = memref.expand_shape %4 {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [%1, %0] : memref<?xf32> into memref<?x?xf32>
// CHECK-NEXT:   %6 = memref.alloc(%1, %0) : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.negate ins(%5 : memref<?x?xf32>) outs(%6 : memref<?x?xf32>)
// CHECK-NEXT:   %7 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:   lmhlo.add ins(%4, %4 : memref<?xf32>, memref<?xf32>) outs(%7 : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %3 : memref<?x?xf32>
// CHECK-NEXT:   func.return %7, %6 : memref<?xf32>, memref<?x?xf32>
// CHECK-NEXT: }
func.func @reshape_chain(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.muli %n, %m : index
  %s = tensor.from_elements %p : tensor<1xindex>
  %s2 = tensor.from_elements %m, %n : tensor<2xindex>
  %0 = stablehlo.abs %x : tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_reshape %1, %s2 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %3 = stablehlo.negate %2 : tensor<?x?xf32>
  %4 = stablehlo.add %1, %1 : tensor<?xf32>
  func.return %4, %3 : tensor<?xf32>, tensor<?x?xf32>
}

// -----

// Branches that give the argument, a value of its size, and a longer one.
// CHECK:      func.func @empty_index(%k: memref<i32>, %x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = arith.muli %0, %c2 : index
// CHECK-NEXT:   %2 = memref.load %k[] : memref<i32>
// CHECK-NEXT:   %3 = arith.index_cast %2 : i32 to index
// CHECK-NEXT:   %4 = scf.index_switch %3 -> memref<?xf32>
// CHECK-NEXT:   case 0 {
// CHECK-NEXT:     %5 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%x, %5) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %5 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   case 1 {
// CHECK-NEXT:     %6 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     lmhlo.abs ins(%x : memref<?xf32>) outs(%6 : memref<?xf32>)
// CHECK-NEXT:     scf.yield %6 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     %7 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:     lmhlo.concatenate ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%7 : memref<?xf32>) {dimension = 0 : i64}
// CHECK-NEXT:     scf.yield %7 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %4 : memref<?xf32>
// CHECK-NEXT: }
func.func @empty_index(%k: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%k) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
