// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s

// Tuples in signatures, calls and loops, nested ones too.
// CHECK:      func.func @tuples(%a: memref<?xf32>, %n: memref<i32>, %0: memref<?xf32>) -> (memref<?xf32>, memref<i32>, memref<?xf32>) {
// CHECK-NEXT: %1 = arith.constant 0 : i32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %3 = memref.dim %a, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT: "memref.copy"(%a, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT: %5 = memref.load %n[] : memref<i32>
// CHECK-NEXT: %6, %7 = scf.while (%8 = %4, %m = %5) : (memref<?xf32>, i32) -> (memref<?xf32>, i32) {
// CHECK-NEXT: %9 = arith.cmpi sgt, %m, %1 : i32
// CHECK-NEXT: scf.condition(%9) %8, %m : memref<?xf32>, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%x: memref<?xf32>, %m_1: i32):
// CHECK-NEXT: %y = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT: lmhlo.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
// CHECK-NEXT: %10 = arith.subi %m_1, %2 : i32
// CHECK-NEXT: scf.yield %y, %10 : memref<?xf32>, i32
// CHECK-NEXT: }
// CHECK-NEXT: %11 = memref.alloc() : memref<i32>
// CHECK-NEXT: memref.store %7, %11[] : memref<i32>
// CHECK-NEXT: %s = func.call @f(%n, %0) : (memref<i32>, memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT: func.return %6, %11, %s : memref<?xf32>, memref<i32>, memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%0: memref<i32>, %b: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %1 = memref.dim %b, %c0 : memref<?xf32>
// CHECK-NEXT: %c = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT: lmhlo.abs ins(%b : memref<?xf32>) outs(%c : memref<?xf32>)
// CHECK-NEXT: func.return %c : memref<?xf32>
// CHECK-NEXT: }
func.func @tuples(%t: tuple<tensor<?xf32>, tuple<tensor<i32>, tensor<?xf32>>>) -> (tuple<tensor<?xf32>, tensor<i32>>, tensor<?xf32>) {
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tuple<tensor<i32>, tensor<?xf32>>>) -> tensor<?xf32>
  %i = stablehlo.get_tuple_element %t[1] : (tuple<tensor<?xf32>, tuple<tensor<i32>, tensor<?xf32>>>) -> tuple<tensor<i32>, tensor<?xf32>>
  %n = stablehlo.get_tuple_element %i[0] : (tuple<tensor<i32>, tensor<?xf32>>) -> tensor<i32>
  %p = stablehlo.tuple %a, %n : tuple<tensor<?xf32>, tensor<i32>>
  %r = "stablehlo.while"(%p) ({
  ^bb0(%c: tuple<tensor<?xf32>, tensor<i32>>):
    %m = stablehlo.get_tuple_element %c[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %go = stablehlo.compare GT, %m, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  }, {
  ^bb0(%c: tuple<tensor<?xf32>, tensor<i32>>):
    %m = stablehlo.get_tuple_element %c[1] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<i32>
    %x = stablehlo.get_tuple_element %c[0] : (tuple<tensor<?xf32>, tensor<i32>>) -> tensor<?xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<?xf32>
    %k = stablehlo.subtract %m, %one : tensor<i32>
    %q = stablehlo.tuple %y, %k : tuple<tensor<?xf32>, tensor<i32>>
    stablehlo.return %q : tuple<tensor<?xf32>, tensor<i32>>
  }) : (tuple<tensor<?xf32>, tensor<i32>>) -> tuple<tensor<?xf32>, tensor<i32>>
  %s = func.call @f(%i) : (tuple<tensor<i32>, tensor<?xf32>>) -> tensor<?xf32>
  func.return %r, %s : tuple<tensor<?xf32>, tensor<i32>>, tensor<?xf32>
}
func.func private @f(%t: tuple<tensor<i32>, tensor<?xf32>>) -> tensor<?xf32> {
  %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<?xf32>>) -> tensor<?xf32>
  %c = stablehlo.abs %b : tensor<?xf32>
  func.return %c : tensor<?xf32>
}

// -----

// Both branches give a tuple, one of them the argument.
// CHECK:      func.func @branches(%p: memref<i1>, %0: memref<?xf32>, %1: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %2 = memref.dim %0, %c0 : memref<?xf32>
// CHECK-NEXT:   %3 = memref.dim %1, %c0 : memref<?xf32>
// CHECK-NEXT:   %4 = memref.load %p[] : memref<i1>
// CHECK-NEXT:   %5, %6 = scf.if %4 -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:     %7 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%0, %7) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     %8 = memref.alloc(%3) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%1, %8) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %7, %8 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %9 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%0, %9) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     %10 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:     "memref.copy"(%0, %10) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:     scf.yield %9, %10 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %6 : memref<?xf32>
// CHECK-NEXT: }
func.func @branches(%p: tensor<i1>, %t: tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %t : tuple<tensor<?xf32>, tensor<?xf32>>
  }, {
    %1 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
    %2 = stablehlo.tuple %1, %1 : tuple<tensor<?xf32>, tensor<?xf32>>
    stablehlo.return %2 : tuple<tensor<?xf32>, tensor<?xf32>>
  }) : (tensor<i1>) -> tuple<tensor<?xf32>, tensor<?xf32>>
  %3 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<?xf32>, tensor<?xf32>>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// What is started runs where it starts.
// CHECK:      func.func @async(%x: memref<?xf32>, %s: memref<f32>) -> (memref<?xf32>, memref<f32>) {
// CHECK-NEXT:   %0, %1 = func.call @f(%x, %s) : (memref<?xf32>, memref<f32>) -> (memref<?xf32>, memref<f32>)
// CHECK-NEXT:   func.return %0, %1 : memref<?xf32>, memref<f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%x: memref<?xf32>, %s: memref<f32>) -> (memref<?xf32>, memref<f32>) attributes {execution_thread = "main"} {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.abs ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   %2 = memref.alloc() : memref<f32>
// CHECK-NEXT:   "memref.copy"(%s, %2) : (memref<f32>, memref<f32>) -> ()
// CHECK-NEXT:   func.return %1, %2 : memref<?xf32>, memref<f32>
// CHECK-NEXT: }
func.func @async(%x: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %0 = "mhlo.async_start"(%x, %s) {called_computation = @f, execution_thread = "main"} : (tensor<?xf32>, tensor<f32>) -> !mhlo.async_bundle<tuple<tensor<?xf32>, tensor<f32>>, tuple<tensor<?xf32>, tensor<f32>>, tensor<i32>>
  %1 = "mhlo.async_update"(%0) {called_computation = @f, execution_thread = "main"} : (!mhlo.async_bundle<tuple<tensor<?xf32>, tensor<f32>>, tuple<tensor<?xf32>, tensor<f32>>, tensor<i32>>) -> !mhlo.async_bundle<tuple<tensor<?xf32>, tensor<f32>>, tuple<tensor<?xf32>, tensor<f32>>, tensor<i32>>
  %2:2 = "mhlo.async_done"(%1) {called_computation = @f, execution_thread = "main"} : (!mhlo.async_bundle<tuple<tensor<?xf32>, tensor<f32>>, tuple<tensor<?xf32>, tensor<f32>>, tensor<i32>>) -> (tensor<?xf32>, tensor<f32>)
  func.return %2#0, %2#1 : tensor<?xf32>, tensor<f32>
}
func.func private @f(%x: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) attributes {execution_thread = "main"} {
  %0 = mhlo.abs %x : tensor<?xf32>
  func.return %0, %s : tensor<?xf32>, tensor<f32>
}

// -----

// A slice of each input, a slice of each output.
// CHECK:      func.func @scan(%x: memref<?x?xf32>, %i: memref<?xf32>) -> (memref<?x?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = memref.dim %i, %c0 : memref<?xf32>
// CHECK-NEXT:   %3 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT:   %4 = memref.alloc(%2) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%i, %4) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %5 = scf.for %6 = %c0 to %1 step %c1 iter_args(%c = %4) -> (memref<?xf32>) {
// CHECK-NEXT:     %7 = arith.subi %1, %c1 : index
// CHECK-NEXT:     %8 = arith.subi %7, %6 : index
// CHECK-NEXT:     %a = memref.subview %x[0, %8] [%0, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     lmhlo.add ins(%a, %c : memref<?xf32, strided<[?], offset: ?>>, memref<?xf32>) outs(%c : memref<?xf32>)
// CHECK-NEXT:     %9 = memref.subview %3[0, %8] [%0, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK-NEXT:     "memref.copy"(%a, %9) : (memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) -> ()
// CHECK-NEXT:     scf.yield %c : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %3, %5 : memref<?x?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @scan(%x: tensor<?x?xf32>, %i: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0, %1 = mhlo.scan (%x) inits (%i) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<?xf32>, %c: tensor<?xf32>):
    %s = mhlo.add %a, %c : tensor<?xf32>
    "mhlo.return"(%a, %s) : (tensor<?xf32>, tensor<?xf32>) -> ()
  } : (tensor<?x?xf32>, tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>)
  func.return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// What the loop reads is not what it carries, though it starts with the same values.
// CHECK:      func.func @scan_of_itself(%y: memref<3x3xf32>) -> (memref<3x3xf32>, memref<3x3xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %x = memref.alloc() : memref<3x3xf32>
// CHECK-NEXT:   lmhlo.abs ins(%y : memref<3x3xf32>) outs(%x : memref<3x3xf32>)
// CHECK-NEXT:   %0 = memref.alloc() : memref<3x3xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<3x3xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<3x3xf32>, memref<3x3xf32>) -> ()
// CHECK-NEXT:   %2 = scf.for %3 = %c0 to %c3 step %c1 iter_args(%c = %1) -> (memref<3x3xf32>) {
// CHECK-NEXT:     %a = memref.subview %x[%3, 0] [1, 3] [1, 1] : memref<3x3xf32> to memref<3xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     %w = memref.alloc() : memref<3x3xf32>
// CHECK-NEXT:     lmhlo.broadcast_in_dim ins(%a : memref<3xf32, strided<[1], offset: ?>>) outs(%w : memref<3x3xf32>) {broadcast_dimensions = array<i64: 1>}
// CHECK-NEXT:     lmhlo.add ins(%c, %w : memref<3x3xf32>, memref<3x3xf32>) outs(%c : memref<3x3xf32>)
// CHECK-NEXT:     %4 = memref.subview %0[%3, 0] [1, 3] [1, 1] : memref<3x3xf32> to memref<3xf32, strided<[1], offset: ?>>
// CHECK-NEXT:     "memref.copy"(%a, %4) : (memref<3xf32, strided<[1], offset: ?>>, memref<3xf32, strided<[1], offset: ?>>) -> ()
// CHECK-NEXT:     scf.yield %c : memref<3x3xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %0, %2 : memref<3x3xf32>, memref<3x3xf32>
// CHECK-NEXT: }
func.func @scan_of_itself(%y: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %x = stablehlo.abs %y : tensor<3x3xf32>
  %0, %1 = mhlo.scan (%x) inits (%x) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %c: tensor<3x3xf32>):
    %w = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
    %s = mhlo.add %c, %w : tensor<3x3xf32>
    "mhlo.return"(%a, %s) : (tensor<3xf32>, tensor<3x3xf32>) -> ()
  } : (tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  func.return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

// A scan whose body computes the sizes of its slices: the same arithmetic runs before it.
// CHECK:      func.func @scan_grows(%x: memref<?x?xf32>) -> memref<?x?xf32> {
// CHECK-DAG:    %[[N:.*]] = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-DAG:    %[[M:.*]] = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK:        %[[TWICE:.*]] = arith.muli %[[M]], %c2
// CHECK:        memref.alloc(%[[N]], %[[TWICE]]) : memref<?x?xf32>
// CHECK:        scf.for
func.func @scan_grows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = mhlo.scan (%x) inits () dimension=0 {
  ^bb0(%row: tensor<?xf32>):
    %1 = mhlo.concatenate %row, %row, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    mhlo.return %1 : tensor<?xf32>
  } : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
