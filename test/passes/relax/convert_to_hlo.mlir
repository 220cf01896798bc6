// RUN: disc-opt %s --split-input-file -p relax-infer,convert-relax-to-hlo | filecheck %s

// Dataflow blocks vanish, sizes that are numbers are written, nothing that is known is checked.
// CHECK-LABEL: func.func @mlp
// CHECK-SAME: (%x: tensor<?x4xf32, [@n, unit]>, %w: tensor<4x?xf32, [unit, @m]>) -> tensor<?x?xf32>
// CHECK-NEXT: %[[p:.*]] = stablehlo.dot_general %x, %w
// CHECK-NEXT: %[[z:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[r:.*]] = chlo.broadcast_maximum %[[p]], %[[z]]
// CHECK-NEXT: func.return %[[r]] : tensor<?x?xf32>
relax.func @mlp(%x: !relax.tensor<[@n, 4], f32>, %w: !relax.tensor<[4, @m], f32>) -> !relax.tensor<[@n, @m], f32> {
  %0 = relax.dataflow {
    %1 = relax.matmul %x, %w : (!relax.tensor<[@n, 4], f32>, !relax.tensor<[4, @m], f32>) -> !relax.tensor<[@n, @m], f32>
    %2 = relax.nn.relu %1 : (!relax.tensor<[@n, @m], f32>) -> !relax.tensor<[@n, @m], f32>
    relax.output %2 : !relax.tensor<[@n, @m], f32>
  } -> !relax.tensor<[@n, @m], f32>
  relax.return %0 : !relax.tensor<[@n, @m], f32>
}

// -----

// A dimension that stands before the one that binds its symbol is checked (RLX-116).
// CHECK-LABEL: func.func @compound
// CHECK: stablehlo.custom_call @shape_assertion
// CHECK-SAME: "relax.func: dimension 0 of argument 0 of @compound is {0}, expected 2 * @n = {1}"
// CHECK-NOT: shape_assertion
relax.func @compound(%a: !relax.tensor<[2 * @n], f32>, %b: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  relax.return %b : !relax.tensor<[@n], f32>
}

// -----

// A symbol that a cast binds is a name for a size: no check; one in scope is compared (RLX-182).
// CHECK-LABEL: func.func @casts
// CHECK-SAME: (%x: tensor<?x?xf32, [@p, @q]>, %y: tensor<?xf32>)
// CHECK: @shape_assertion{{.*}}"relax.match_cast: dimension 0 of the value is {0}, expected @p = {1}"
// CHECK-NOT: shape_assertion
relax.func @casts(%x: !relax.object, %y: !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32> {
  %0 = relax.match_cast %x : !relax.object to !relax.tensor<[@p, @q], f32>
  %1 = relax.match_cast %y : !relax.tensor<[?], f32> to !relax.tensor<[@p], f32>
  relax.return %1 : !relax.tensor<[@p], f32>
}

// -----

// A declared result that the body does not prove is checked on return (RLX-039).
// CHECK-LABEL: func.func @declared
// CHECK: "relax.func: dimension 0 of the result of @declared is {0}, expected @n = {1}"
relax.func @declared(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@m], f32>) -> !relax.tensor<[@n], f32> {
  relax.return %y : !relax.tensor<[@m], f32>
}

// -----

// Tuples are several values, shapes vectors of indices, scalars tensors of rank 0.
// CHECK-LABEL: func.func @flat
// CHECK-SAME: (%x: tensor<?xf32, [@n]>, %{{.*}}: tensor<2xindex>, %{{.*}}: tensor<i64>) -> (tensor<?xf32>, tensor<1xindex>, tensor<i64>)
// CHECK: func.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf32>, tensor<1xindex>, tensor<i64>
relax.func @flat(%t: tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n, @m]>>, %p: !relax.prim<i64>) {
  %x = relax.get %t[0] : tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n, @m]>>
  %s = relax.shape [@m + 1]
  %r = relax.tuple(%x, %s, %p) : tuple<!relax.tensor<[@n], f32>, !relax.shape<[@m + 1]>, !relax.prim<i64>>
  relax.return %r : tuple<!relax.tensor<[@n], f32>, !relax.shape<[@m + 1]>, !relax.prim<i64>>
}

// -----

// Calls of private functions stay calls; the callee checks its arguments.
// CHECK-LABEL: func.func private @turn
// CHECK-LABEL: func.func @main
// CHECK: func.call @turn(%{{.*}}) : (tensor<?x4xf32>) -> tensor<4x?xf32>
relax.func private @turn(%x: !relax.tensor<[@a, 4], f32>) -> !relax.tensor<[4, @a], f32> {
  %0 = relax.permute_dims %x : (!relax.tensor<[@a, 4], f32>) -> !relax.tensor<[4, @a], f32>
  relax.return %0 : !relax.tensor<[4, @a], f32>
}
relax.func @main(%x: !relax.tensor<[@n, 4], f32>) -> !relax.tensor<[4, @n], f32> {
  %0 = relax.call @turn(%x) : (!relax.tensor<[@n, 4], f32>) -> !relax.tensor<[4, @n], f32>
  relax.return %0 : !relax.tensor<[4, @n], f32>
}

// -----

// A check of a branch runs only there.
// CHECK-LABEL: func.func @branch
// CHECK: "stablehlo.if"(%c)
// CHECK: cf.assert {{.*}}"relax.match_cast: dimension 0 of the value is not 4"
relax.func @branch(%x: !relax.tensor<[@n], f32>, %c: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> {
  %0 = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[?], f32> {
    %1 = relax.match_cast %x : !relax.tensor<[@n], f32> to !relax.tensor<[4], f32>
    relax.yield %1 : !relax.tensor<[4], f32>
  } else {
    relax.yield %x : !relax.tensor<[@n], f32>
  }
  relax.return %0 : !relax.tensor<[?], f32>
}

// -----

// A check has the message that its strings make; what is known in a run only stays `{}`.
// CHECK-LABEL: @asserted
// CHECK-NEXT: [[HELD:%.+]] = tensor.extract %c[] : tensor<i1>
// CHECK-NEXT: cf.assert [[HELD]], "mask: no row is left"
// CHECK:      cf.assert {{%.+}}, "found {} where no row is left, not {}"
// CHECK:      cf.assert {{%.+}}, "the condition is false"
// CHECK:      func.return
relax.func impure @asserted(%c: !relax.tensor<[], i1>, %x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.string "no row is left"
  %1 = relax.assert_op %c, %0 {format = "mask: {}"} : (!relax.tensor<[], i1>, !relax.object) -> !relax.infer
  %2 = relax.assert_op %c, %x, %0 {format = "found {} where {}, not {}"} : (!relax.tensor<[], i1>, !relax.tensor<[@n], f32>, !relax.object) -> !relax.infer
  %3 = relax.assert_op %c : (!relax.tensor<[], i1>) -> !relax.infer
  relax.return %x : !relax.tensor<[@n], f32>
}
