// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// A cache grows by a row in each iteration. How often the loop runs has no symbol: it is at least as
// large in the end as it was.

// CHECK-LABEL: func.func @cache(%a: tensor<?x4xf32, [@S0, @C4]>, %n: index) -> tensor<?x4xf32, [@S1, @C4]>
// CHECK:       disc_shape.tie_predicate "d0 <= d1"(%S0, %S1)
func.func @cache(%a: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1x4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?x4xf32>) {
    %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    scf.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}

// -----

// Sizes determine the trip count: the end is an affine function of them. The guard after the loop
// is proved by it.

// CHECK-LABEL: func.func @counted(
// CHECK-NOT:     cf.assert
// CHECK:       disc_shape.tie_predicate_affine_eq %S2, affine_map<(d0, d1) -> (d0 + d1 * 2)>(%S0, %S1)
func.func @counted(%a: tensor<?x4xf32>, %b: tensor<?xf32>) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %row = stablehlo.constant dense<1.0> : tensor<2x4xf32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<?x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<?x4xf32>
  }
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %was = tensor.dim %a, %c0 : tensor<?x4xf32>
  %rounds = tensor.dim %b, %c0 : tensor<?xf32>
  %is = tensor.dim %0#1, %c0 : tensor<?x4xf32>
  %more = arith.muli %rounds, %c2 : index
  %sum = arith.addi %was, %more : index
  %ok = arith.cmpi eq, %is, %sum : index
  cf.assert %ok, "as large as it should be"
  return %0#1 : tensor<?x4xf32>
}

// -----

// A loop that runs three times, also one that counts down by two.

// CHECK-LABEL: func.func @three(%a: tensor<5xf32>) -> (tensor<8xf32>, tensor<2xf32>)
func.func @three(%a: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %x0 = tensor.cast %a : tensor<5xf32> to tensor<?xf32>
  %0 = scf.for %i = %c1 to %c7 step %c2 iter_args(%x = %x0) -> (tensor<?xf32>) {
    %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %five = stablehlo.constant dense<5> : tensor<i32>
  %2:2 = stablehlo.while(%i = %five, %x = %x0) : tensor<i32>, tensor<?xf32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GE, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %next = stablehlo.subtract %i, %two : tensor<i32>
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %s = tensor.dim %x, %c0 : tensor<?xf32>
    %less = arith.subi %s, %one : index
    %3 = tensor.extract_slice %x[0] [%less] [1] : tensor<?xf32> to tensor<?xf32>
    stablehlo.return %next, %3 : tensor<i32>, tensor<?xf32>
  }
  return %0, %2#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Where it stands in each iteration is known inside: the cache has as many rows as it had, and one for
// each iteration before. A guard that asks for less stays.

// CHECK-LABEL: func.func @inside(
// CHECK:         scf.for
// CHECK-NOT:       cf.assert {{.*}}"in step"
// CHECK:           cf.assert {{.*}}"one too many"
func.func @inside(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %was = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?xf32>) {
    %is = tensor.dim %x, %c0 : tensor<?xf32>
    %sum = arith.addi %was, %i : index
    %ok = arith.cmpi eq, %is, %sum : index
    cf.assert %ok, "in step"
    %less = arith.cmpi slt, %is, %n : index
    cf.assert %less, "one too many"
    %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// The counter of a loop lies between its bounds and keeps its distance from the start.

// CHECK-LABEL: func.func @counter(
// CHECK-NOT:     "below"
// CHECK-NOT:     "above"
// CHECK-NOT:     "even"
// CHECK:         cf.assert {{.*}}"far below"
func.func @counter(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %n step %c2 {
    %below = arith.cmpi slt, %i, %n : index
    cf.assert %below, "below"
    %above = arith.cmpi sge, %i, %c2 : index
    cf.assert %above, "above"
    %r = arith.remsi %i, %c2 : index
    %even = arith.cmpi eq, %r, %c0 : index
    cf.assert %even, "even"
    %next = arith.addi %i, %c2 : index
    %far = arith.cmpi slt, %next, %n : index
    cf.assert %far, "far below"
    scf.yield
  }
  return
}

// -----

// A size that doubles, and one that sometimes grows: no step, but neither ends below its start.

// CHECK-LABEL: func.func @doubles(%a: tensor<?xf32, [@S0]>, %n: index, %p: i1) -> (tensor<?xf32, [@S1]>, tensor<?xf32, [@S2]>)
// CHECK:       disc_shape.tie_predicate "d0 <= d1"(%S0, %S1)
// CHECK:       disc_shape.tie_predicate "d0 <= d1"(%S0, %S2)
// CHECK-NOT:   tie_predicate
func.func @doubles(%a: tensor<?xf32>, %n: index, %p: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %2 = scf.if %p -> (tensor<?xf32>) {
      %3 = stablehlo.concatenate %y, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    } else {
      scf.yield %y : tensor<?xf32>
    }
    scf.yield %1, %2 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A loop in a loop: the inner one grows by what does not vary inside it.

// CHECK-LABEL: func.func @nested(%a: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK:       disc_shape.tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 + 6)>(%S0)
func.func @nested(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a) -> (tensor<?xf32>) {
    %1 = scf.for %j = %c0 to %c3 step %c1 iter_args(%y = %x) -> (tensor<?xf32>) {
      %2 = stablehlo.concatenate %y, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      scf.yield %2 : tensor<?xf32>
    }
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A while loop passes on what its first region sees: the trip count is known there too.

// CHECK-LABEL: func.func @yielded(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
// CHECK:       disc_shape.tie_predicate_affine_eq %S2, affine_map<(d0, d1) -> (d0 + d1)>(%S0, %S1)
func.func @yielded(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %0:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<?xf32>) -> (index, tensor<?xf32>) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i, %x : index, tensor<?xf32>
  } do {
  ^bb0(%i : index, %x : tensor<?xf32>):
    %next = arith.addi %i, %c1 : index
    %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next, %1 : index, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// -----

// An integer computed in a region may be negative, also after the region.

// CHECK-LABEL: func.func @negative(
// CHECK:         %[[OK:.*]] = arith.cmpi sge, %i, %{{.*}} : index
// CHECK:         arith.select %[[OK]]
func.func @negative(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %from = arith.constant -3 : index
  %to = arith.constant 2 : index
  %0 = scf.for %i = %from to %to step %c1 iter_args(%z = %x) -> (tensor<f32>) {
    %ok = arith.cmpi sge, %i, %c0 : index
    %1 = arith.select %ok, %z, %y : tensor<f32>
    scf.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// Two paths around the loop, which add two rows or four: the end lies between what all iterations of
// the one and all iterations of the other would have given, and is even when the start is. What is
// known inside discharges a guard; one that asks for more stays.

// CHECK-LABEL: func.func @two_paths(
// CHECK-NOT:     "not less"
// CHECK:         cf.assert {{.*}}"more"
// CHECK-DAG:   disc_shape.tie_predicate "d0 + 2*d1 <= d2"(%S0, %S1, %S3)
// CHECK-DAG:   disc_shape.tie_predicate "d2 <= d0 + 4*d1"(%S0, %S1, %S3)
// CHECK-DAG:   disc_shape.tie_predicate "(d0 + d1) % 2 == 0"(%S0, %S3)
func.func @two_paths(%a: tensor<?xf32>, %b: tensor<?xf32>, %q: tensor<?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %was = tensor.dim %a, %c0 : tensor<?xf32>
  %row = stablehlo.constant dense<1.0> : tensor<2xf32>
  %rows = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %a) -> (tensor<?xf32>) {
    %p = tensor.extract %q[%i] : tensor<?xi1>
    %m = tensor.dim %y, %c0 : tensor<?xf32>
    %ok = arith.cmpi sge, %m, %was : index
    cf.assert %ok, "not less"
    %above = arith.cmpi sgt, %m, %was : index
    cf.assert %above, "more"
    %2 = scf.if %p -> (tensor<?xf32>) {
      %3 = stablehlo.concatenate %y, %row, dim = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    } else {
      %3 = stablehlo.concatenate %y, %rows, dim = 0 : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    }
    scf.yield %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Five iterations that each add a row or none: a range.

// CHECK-LABEL: func.func @at_most(
// CHECK:       disc_shape.SymbolDim @S0 {ranges = {{\[\[}}8, 13]]}
func.func @at_most(%a: tensor<8xf32>, %q: tensor<5xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %x = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<?xf32>) {
    %p = tensor.extract %q[%i] : tensor<5xi1>
    %2 = scf.if %p -> (tensor<?xf32>) {
      %3 = stablehlo.concatenate %y, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    } else {
      scf.yield %y : tensor<?xf32>
    }
    scf.yield %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A prefix of a prefix is no longer than the first one, however long each is.

// CHECK-LABEL: func.func @shrinks(
// CHECK:       disc_shape.tie_predicate "d1 <= d0"(%S0, %S2)
// CHECK-NOT:   tie_predicate
func.func @shrinks(%a: tensor<?xf32>, %n: index, %k: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %a) -> (tensor<?xf32>) {
    %3 = tensor.extract_slice %y[0] [%k] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// What a while loop passes on is in range as well.

// CHECK-LABEL: func.func @passed_on(
// CHECK-DAG:   disc_shape.tie_predicate "d0 <= d1"(%S0, %S2)
// CHECK-DAG:   disc_shape.tie_predicate "d2 <= d0 + d1"(%S0, %S1, %S2)
func.func @passed_on(%a: tensor<?xf32>, %b: tensor<?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %n = tensor.dim %b, %c0 : tensor<?xi1>
  %0:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<?xf32>) -> (index, tensor<?xf32>) {
    %p = arith.cmpi slt, %i, %n : index
    scf.condition(%p) %i, %x : index, tensor<?xf32>
  } do {
  ^bb0(%i : index, %x : tensor<?xf32>):
    %next = arith.addi %i, %c1 : index
    %p = tensor.extract %b[%i] : tensor<?xi1>
    %2 = scf.if %p -> (tensor<?xf32>) {
      %1 = stablehlo.concatenate %x, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      scf.yield %1 : tensor<?xf32>
    } else {
      scf.yield %x : tensor<?xf32>
    }
    scf.yield %next, %2 : index, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// -----

// Up in one path and down in the other: nothing is known of the end.

// CHECK-LABEL: func.func @up_and_down(
// CHECK-NOT:   tie_predicate
func.func @up_and_down(%a: tensor<?xf32>, %n: index, %p: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %row = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %a) -> (tensor<?xf32>) {
    %2 = scf.if %p -> (tensor<?xf32>) {
      %3 = stablehlo.concatenate %y, %row, dim = 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    } else {
      %m = tensor.dim %y, %c0 : tensor<?xf32>
      %less = arith.subi %m, %c1 : index
      %3 = tensor.extract_slice %y[0] [%less] [1] : tensor<?xf32> to tensor<?xf32>
      scf.yield %3 : tensor<?xf32>
    }
    scf.yield %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
