// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// What no iteration changes is no loop-carried value; integers are scalars.
// CHECK: func.func @loop(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 0 : i32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %3 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %4, %r = scf.while (%5 = %1, %v = %x) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>) {
// CHECK-NEXT: %6 = tensor.extract %n[] : tensor<i32>
// CHECK-NEXT: %7 = arith.cmpi slt, %5, %6 : i32
// CHECK-NEXT: scf.condition(%7) %5, %v : i32, tensor<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%8: i32, %v_1: tensor<?xf32>):
// CHECK-NEXT: %9 = arith.addi %8, %2 : i32
// CHECK-NEXT: %10 = tensor.empty(%3) : tensor<?xf32>
// CHECK-NEXT: %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v_1, %x : tensor<?xf32>, tensor<?xf32>) outs(%10 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%11: f32, %12: f32, %13: f32):
// CHECK-NEXT: %14 = arith.addf %11, %12 : f32
// CHECK-NEXT: linalg.yield %14 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: scf.yield %9, %w : i32, tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @loop(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %v = %x, %m = %n) : tensor<i32>, tensor<?xf32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %x : tensor<?xf32>
    stablehlo.return %j, %w, %m : tensor<i32>, tensor<?xf32>, tensor<i32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

// The size of the carried value changes.
// CHECK: func.func @growing(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %2, %r = scf.while (%3 = %0, %v = %x) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>) {
// CHECK-NEXT: %4 = tensor.extract %n[] : tensor<i32>
// CHECK-NEXT: %5 = arith.cmpi slt, %3, %4 : i32
// CHECK-NEXT: scf.condition(%5) %3, %v : i32, tensor<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%6: i32, %v_1: tensor<?xf32>):
// CHECK-NEXT: %7 = arith.addi %6, %1 : i32
// CHECK-NEXT: %w = tensor.concat dim(0) %v_1, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: scf.yield %7, %w : i32, tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @growing(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.concatenate %v, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

// Values from outside are copied where branches may differ in size.
// CHECK: func.func @branches(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = tensor.dim %a, %0 : tensor<?xf32>
// CHECK-NEXT: %2 = tensor.dim %b, %0 : tensor<?xf32>
// CHECK-NEXT: %3 = tensor.extract %p[] : tensor<i1>
// CHECK-NEXT: %r = scf.if %3 -> (tensor<?xf32>) {
// CHECK-NEXT: %4 = tensor.empty(%1) : tensor<?xf32>
// CHECK-NEXT: %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%4 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%6: f32):
// CHECK-NEXT: %7 = linalg.index 0 : index
// CHECK-NEXT: %8 = tensor.extract %a[%7] : tensor<?xf32>
// CHECK-NEXT: linalg.yield %8 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: scf.yield %5 : tensor<?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %9 = tensor.empty(%2) : tensor<?xf32>
// CHECK-NEXT: %10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b : tensor<?xf32>) outs(%9 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%11: f32, %12: f32):
// CHECK-NEXT: %13 = arith.negf %11 : f32
// CHECK-NEXT: linalg.yield %13 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: scf.yield %10 : tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @branches(%p: tensor<i1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<?xf32>
  }, {
    %0 = stablehlo.negate %b : tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK: func.func @cases(%i: tensor<i32>, %a: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = tensor.extract %i[] : tensor<i32>
// CHECK-NEXT: %2 = arith.cmpi eq, %1, %0 : i32
// CHECK-NEXT: %r = scf.if %2 -> (tensor<4xf32>) {
// CHECK-NEXT: scf.yield %a : tensor<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: %3 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
// CHECK-NEXT: ^bb0(%5: f32, %6: f32):
// CHECK-NEXT: %7 = arith.negf %5 : f32
// CHECK-NEXT: linalg.yield %7 : f32
// CHECK-NEXT: } -> tensor<4xf32>
// CHECK-NEXT: scf.yield %4 : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %r : tensor<4xf32>
// CHECK-NEXT: }
func.func @cases(%i: tensor<i32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    %0 = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An `scf.if` without an `else` has a region without blocks.

// CHECK:      func.func @no_else
// CHECK-NEXT:   scf.if %c {
// CHECK-NEXT:     cf.assert %d, "d"
// CHECK-NEXT:   }
func.func @no_else(%x: tensor<?xf32>, %c: i1, %d: i1) -> tensor<?xf32> {
  scf.if %c {
    cf.assert %d, "d"
  }
  return %x : tensor<?xf32>
}
