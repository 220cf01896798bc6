// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// A condition is read from its buffer; branches pass buffers of their own: a captured one is copied.
// CHECK:      func.func @if(%p: memref<i1>, %x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.load %p[] : memref<i1>
// CHECK-NEXT:   %2 = scf.if %1 -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     lmhlo.abs ins(%x : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:     scf.yield %3 : memref<?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %4 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%x, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %4 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
func.func @if(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.abs %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// The last branch takes all numbers that are left.
// CHECK:      func.func @case(%i: memref<i32>, %x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.load %i[] : memref<i32>
// CHECK-NEXT:   %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:   %2 = scf.index_switch %1 -> memref<4xf32>
// CHECK-NEXT:   case 0 {
// CHECK-NEXT:     %3 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     lmhlo.abs ins(%x : memref<4xf32>) outs(%3 : memref<4xf32>)
// CHECK-NEXT:     scf.yield %3 : memref<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   case 1 {
// CHECK-NEXT:     %4 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     lmhlo.negate ins(%x : memref<4xf32>) outs(%4 : memref<4xf32>)
// CHECK-NEXT:     scf.yield %4 : memref<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     %5 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:     lmhlo.tanh ins(%x : memref<4xf32>) outs(%5 : memref<4xf32>)
// CHECK-NEXT:     scf.yield %5 : memref<4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %2 : memref<4xf32>
// CHECK-NEXT: }
func.func @case(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.case"(%i) ({
    %1 = mhlo.abs %x : tensor<4xf32>
    mhlo.return %1 : tensor<4xf32>
  }, {
    %1 = mhlo.negate %x : tensor<4xf32>
    mhlo.return %1 : tensor<4xf32>
  }, {
    %1 = mhlo.tanh %x : tensor<4xf32>
    mhlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

// What a loop carries it may write over, in the body, not in the condition; symbols stand beside.
// CHECK:      func.func @while(%n: memref<i32>, %x: memref<?xf32> {disc_shape.dims = [@S0]}) -> (memref<?xf32> {disc_shape.dims = [@S0]}) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = memref.alloc(%2) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%x, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %4, %5 = scf.while (%i = %0, %y = %3) : (i32, memref<?xf32>) -> (i32, memref<?xf32>) {
// CHECK-NEXT: %6 = arith.subi %0, %i : i32
// CHECK-NEXT: %7 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %8 = arith.cmpi sgt, %6, %7 : i32
// CHECK-NEXT: scf.condition(%8) %i, %y : i32, memref<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %y_1: memref<?xf32>):
// CHECK-NEXT: %9 = arith.addi %i_1, %1 : i32
// CHECK-NEXT: lmhlo.abs ins(%y_1 : memref<?xf32>) outs(%y_1 : memref<?xf32>)
// CHECK-NEXT: scf.yield %9, %y_1 : i32, memref<?xf32>
// CHECK-NEXT: } attributes {disc_shape.arg_dims = {{\[\[}}unit, [@S0]], [unit, [@S0]]], disc_shape.dims = [unit, [@S0]]}
// CHECK-NEXT: func.return %5 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @while(%n: tensor<i32>, %x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i32>, tensor<?xf32, [@S0]>
  cond {
    %t = stablehlo.negate %i : tensor<i32>
    %1 = stablehlo.compare GT, %t, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %c1 : tensor<i32>
    %2 = stablehlo.abs %y : tensor<?xf32, [@S0]>
    stablehlo.return %1, %2 : tensor<i32>, tensor<?xf32, [@S0]>
  }
  func.return %0#1 : tensor<?xf32, [@S0]>
}
disc_shape.SymbolDim @S0

// -----

// An unchanged loop-carried value is read from outside; buffers that swap change names only.
// CHECK:      func.func @swap(%n: memref<i32>, %a: memref<4xf32>, %b: memref<4xf32>, %w: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %2 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%a, %2) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: %3 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%b, %3) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: %4, %5, %6 = scf.while (%i = %0, %x = %2, %y = %3) : (i32, memref<4xf32>, memref<4xf32>) -> (i32, memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: %7 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %8 = arith.cmpi slt, %i, %7 : i32
// CHECK-NEXT: scf.condition(%8) %i, %x, %y : i32, memref<4xf32>, memref<4xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: i32, %x_1: memref<4xf32>, %y_1: memref<4xf32>):
// CHECK-NEXT: %9 = arith.addi %i_1, %1 : i32
// CHECK-NEXT: lmhlo.add ins(%x_1, %w : memref<4xf32>, memref<4xf32>) outs(%x_1 : memref<4xf32>)
// CHECK-NEXT: scf.yield %9, %y_1, %x_1 : i32, memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %10 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%w, %10) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: func.return %5, %6, %10 : memref<4xf32>, memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
func.func @swap(%n: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c0, %x = %a, %y = %b, %z = %w) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %c1 : tensor<i32>
    %2 = stablehlo.add %x, %z : tensor<4xf32>
    stablehlo.return %1, %y, %2, %z : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.return %0#1, %0#2, %0#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// One value carried twice, and yielded twice, is two buffers.
// CHECK:      func.func @doubled(%n: memref<i1>, %a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: %0 = arith.constant true
// CHECK-NEXT: %s = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.abs ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
// CHECK-NEXT: %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%s, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: %2 = memref.load %n[] : memref<i1>
// CHECK-NEXT: %3, %4, %5 = scf.while (%p = %2, %x = %s, %y = %1) : (i1, memref<4xf32>, memref<4xf32>) -> (i1, memref<4xf32>, memref<4xf32>) {
// CHECK-NEXT: scf.condition(%p) %p, %x, %y : i1, memref<4xf32>, memref<4xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%p_1: i1, %x_1: memref<4xf32>, %y_1: memref<4xf32>):
// CHECK-NEXT: %6 = arith.xori %p_1, %0 : i1
// CHECK-NEXT: lmhlo.add ins(%x_1, %y_1 : memref<4xf32>, memref<4xf32>) outs(%x_1 : memref<4xf32>)
// CHECK-NEXT: %7 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%x_1, %7) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: scf.yield %6, %x_1, %7 : i1, memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %4, %5 : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: }
func.func @doubled(%n: tensor<i1>, %a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = stablehlo.abs %a : tensor<4xf32>
  %0:3 = stablehlo.while(%p = %n, %x = %s, %y = %s) : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.not %p : tensor<i1>
    %2 = stablehlo.add %x, %y : tensor<4xf32>
    stablehlo.return %1, %2, %2 : tensor<i1>, tensor<4xf32>, tensor<4xf32>
  }
  func.return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A buffer that the body also reads from outside is not given away.
// CHECK:      func.func @read_inside(%n: memref<i1>, %a: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT: %0 = arith.constant true
// CHECK-NEXT: %s = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.abs ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
// CHECK-NEXT: %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: "memref.copy"(%s, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: %2 = memref.load %n[] : memref<i1>
// CHECK-NEXT: %3, %4 = scf.while (%p = %2, %x = %1) : (i1, memref<4xf32>) -> (i1, memref<4xf32>) {
// CHECK-NEXT: scf.condition(%p) %p, %x : i1, memref<4xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%p_1: i1, %x_1: memref<4xf32>):
// CHECK-NEXT: %5 = arith.xori %p_1, %0 : i1
// CHECK-NEXT: lmhlo.add ins(%x_1, %s : memref<4xf32>, memref<4xf32>) outs(%x_1 : memref<4xf32>)
// CHECK-NEXT: scf.yield %5, %x_1 : i1, memref<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %4 : memref<4xf32>
// CHECK-NEXT: }
func.func @read_inside(%n: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %s = stablehlo.abs %a : tensor<4xf32>
  %0:2 = stablehlo.while(%p = %n, %x = %s) : tensor<i1>, tensor<4xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.not %p : tensor<i1>
    %2 = stablehlo.add %x, %s : tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i1>, tensor<4xf32>
  }
  func.return %0#1 : tensor<4xf32>
}

// -----

// A buffer from around a loop is not written over in the loop, though the loop is its last use.
// CHECK:      func.func @outer(%n: memref<i1>, %a: memref<4xf32>) -> memref<i1> {
// CHECK-NEXT: %s = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.abs ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
// CHECK-NEXT: %0 = memref.load %n[] : memref<i1>
// CHECK-NEXT: %1 = scf.while (%p = %0) : (i1) -> i1 {
// CHECK-NEXT: scf.condition(%p) %p : i1
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%p_1: i1):
// CHECK-NEXT: %2 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: lmhlo.negate ins(%s : memref<4xf32>) outs(%2 : memref<4xf32>)
// CHECK-NEXT: %3 = memref.alloc() : memref<i1>
// CHECK-NEXT: lmhlo.custom_call ins(%2 : memref<4xf32>) outs(%3 : memref<i1>) {call_target_name = "f"}
// CHECK-NEXT: %4 = memref.load %3[] : memref<i1>
// CHECK-NEXT: scf.yield %4 : i1
// CHECK-NEXT: }
// CHECK-NEXT: %5 = memref.alloc() : memref<i1>
// CHECK-NEXT: memref.store %1, %5[] : memref<i1>
// CHECK-NEXT: func.return %5 : memref<i1>
// CHECK-NEXT: }
func.func @outer(%n: tensor<i1>, %a: tensor<4xf32>) -> tensor<i1> {
  %s = stablehlo.abs %a : tensor<4xf32>
  %0 = stablehlo.while(%p = %n) : tensor<i1>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.negate %s : tensor<4xf32>
    %2 = stablehlo.custom_call @f(%1) : (tensor<4xf32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }
  func.return %0 : tensor<i1>
}

// -----

// The loops of scf keep their form.
// CHECK:      func.func @scf(%n: index, %c: i1, %x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %1) -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = scf.if %c -> (memref<?xf32>) {
// CHECK-NEXT:       %4 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:       lmhlo.abs ins(%y : memref<?xf32>) outs(%4 : memref<?xf32>)
// CHECK-NEXT:       scf.yield %4 : memref<?xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %5 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:       "memref.copy"(%y, %5) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:       scf.yield %5 : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %3 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %6 = scf.while (%a = %2) : (memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:     lmhlo.negate ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
// CHECK-NEXT:     scf.condition(%c) %a : memref<?xf32>
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%a_1: memref<?xf32>):
// CHECK-NEXT:     scf.yield %a_1 : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %6 : memref<?xf32>
// CHECK-NEXT: }
func.func @scf(%n: index, %c: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<?xf32>) {
    %1 = scf.if %c -> (tensor<?xf32>) {
      %2 = stablehlo.abs %y : tensor<?xf32>
      scf.yield %2 : tensor<?xf32>
    } else {
      scf.yield %y : tensor<?xf32>
    }
    scf.yield %1 : tensor<?xf32>
  }
  %3 = scf.while (%a = %0) : (tensor<?xf32>) -> tensor<?xf32> {
    %4 = stablehlo.negate %a : tensor<?xf32>
    scf.condition(%c) %4 : tensor<?xf32>
  } do {
  ^bb0(%a: tensor<?xf32>):
    scf.yield %a : tensor<?xf32>
  }
  func.return %3 : tensor<?xf32>
}

// -----

// Branches pass buffers; what two edges pass, or what is read elsewhere, is copied.
// CHECK:      func.func @cf(%c: i1, %x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   cf.cond_br %c, ^bb1(%0 : memref<4xf32>), ^bb2(%1 : memref<4xf32>)
// CHECK-NEXT: ^bb1(%2: memref<4xf32>):
// CHECK-NEXT:   lmhlo.negate ins(%2 : memref<4xf32>) outs(%2 : memref<4xf32>)
// CHECK-NEXT:   cf.br ^bb2(%2 : memref<4xf32>)
// CHECK-NEXT: ^bb2(%3: memref<4xf32>):
// CHECK-NEXT:   func.return %3 : memref<4xf32>
// CHECK-NEXT: }
func.func @cf(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  cf.cond_br %c, ^bb1(%0 : tensor<4xf32>), ^bb2(%0 : tensor<4xf32>)
^bb1(%1: tensor<4xf32>):
  %2 = stablehlo.negate %1 : tensor<4xf32>
  cf.br ^bb2(%2 : tensor<4xf32>)
^bb2(%3: tensor<4xf32>):
  func.return %3 : tensor<4xf32>
}

// -----

// A loop of blocks: what was allocated before it is not written over in it.
// CHECK:      func.func @cf_loop(%n: index, %x: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %s = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<4xf32>) outs(%s : memref<4xf32>)
// CHECK-NEXT:   %0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%x, %0) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   cf.br ^bb1(%c0, %0 : index, memref<4xf32>)
// CHECK-NEXT: ^bb1(%i: index, %y: memref<4xf32>):
// CHECK-NEXT:   %go = arith.cmpi slt, %i, %n : index
// CHECK-NEXT:   cf.cond_br %go, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   %z = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.add ins(%y, %s : memref<4xf32>, memref<4xf32>) outs(%z : memref<4xf32>)
// CHECK-NEXT:   %j = arith.addi %i, %c1 : index
// CHECK-NEXT:   cf.br ^bb1(%j, %z : index, memref<4xf32>)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   "memref.copy"(%y, %1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT:   func.return %1 : memref<4xf32>
// CHECK-NEXT: }
func.func @cf_loop(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = stablehlo.abs %x : tensor<4xf32>
  cf.br ^bb1(%c0, %x : index, tensor<4xf32>)
^bb1(%i: index, %y: tensor<4xf32>):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^bb2, ^bb3
^bb2:
  %z = stablehlo.add %y, %s : tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %z : index, tensor<4xf32>)
^bb3:
  func.return %y : tensor<4xf32>
}

// -----

// Constraints of shapes are assertions, and the guarded operations come after them.
// CHECK:      func.func @assuming(%x: memref<?xf32>, %y: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = arith.cmpi eq, %0, %c1 : index
// CHECK-NEXT:   %3 = arith.select %2, %1, %0 : index
// CHECK-NEXT:   %4 = arith.cmpi eq, %0, %c1 : index
// CHECK-NEXT:   %5 = arith.select %4, %1, %0 : index
// CHECK-NEXT:   %6 = memref.alloc() : memref<1xindex>
// CHECK-NEXT:   memref.store %5, %6[%c0] : memref<1xindex>
// CHECK-NEXT:   %7 = arith.cmpi eq, %0, %c1 : index
// CHECK-NEXT:   %8 = arith.cmpi eq, %1, %c1 : index
// CHECK-NEXT:   %9 = arith.ori %7, %8 : i1
// CHECK-NEXT:   %10 = arith.cmpi eq, %0, %1 : index
// CHECK-NEXT:   %11 = arith.ori %9, %10 : i1
// CHECK-NEXT:   cf.assert %11, "shapes do not broadcast"
// CHECK-NEXT:   %12 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT:   lmhlo.dynamic_broadcast_in_dim ins(%x, %6 : memref<?xf32>, memref<1xindex>) outs(%12 : memref<?xf32>) {broadcast_dimensions = array<i64: 0>}
// CHECK-NEXT:   %13 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT:   lmhlo.dynamic_broadcast_in_dim ins(%y, %6 : memref<?xf32>, memref<1xindex>) outs(%13 : memref<?xf32>) {broadcast_dimensions = array<i64: 0>}
// CHECK-NEXT:   lmhlo.add ins(%12, %13 : memref<?xf32>, memref<?xf32>) outs(%12 : memref<?xf32>)
// CHECK-NEXT:   func.return %12 : memref<?xf32>
// CHECK-NEXT: }
func.func @assuming(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?xf32>) {
    %4 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %x, %4, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %6 = stablehlo.dynamic_broadcast_in_dim %y, %4, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %7 = stablehlo.add %5, %6 : tensor<?xf32>
    shape.assuming_yield %7 : tensor<?xf32>
  }
  func.return %3 : tensor<?xf32>
}

// -----

// A switch hands buffers to one of several blocks.
// CHECK:      func.func @switch(%x: memref<?xf32>, %n: i32) -> memref<?xf32> {
// CHECK:        %[[T:.*]] = memref.alloc
// CHECK:        lmhlo.tanh ins(%x : memref<?xf32>) outs(%[[T]] : memref<?xf32>)
// CHECK:        cf.switch %n : i32, [
// CHECK-NEXT:     default: ^{{.*}}(%[[T]] : memref<?xf32>),
// CHECK-NEXT:     1: ^{{.*}}(%{{.*}} : memref<?xf32>)
func.func @switch(%x: tensor<?xf32>, %n: i32) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  cf.switch %n : i32, [
    default: ^a(%0 : tensor<?xf32>),
    1: ^b(%x : tensor<?xf32>)
  ]
^a(%1: tensor<?xf32>):
  func.return %1 : tensor<?xf32>
^b(%2: tensor<?xf32>):
  %3 = stablehlo.negate %2 : tensor<?xf32>
  func.return %3 : tensor<?xf32>
}
