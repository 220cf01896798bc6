// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: i7 is no element type of Relax
relax.prim_func @f(!relax.tensor<[@n], i7>)

// -----

// CHECK: vector<4xf32> is no element type of Relax
relax.prim_func @f(!relax.tensor<[@n], vector<4xf32>>)

// -----

// CHECK: a dimension is -1, expected 0 or more
relax.prim_func @f(!relax.tensor<[-1], f32>)

// -----

// CHECK: expected a dimension: unexpected 'n'
relax.prim_func @f(!relax.tensor<[n], f32>)

// -----

// CHECK: expected a dimension: unexpected end
relax.prim_func @f(!relax.tensor<[@n +], f32>)

// -----

// CHECK: i32 is no type of Relax
relax.prim_func @f(!relax.func<(i32) -> !relax.object>)

// -----

// CHECK: the rule of a function is "other", expected "default", "empty" or "declared" [RLX-127]
relax.prim_func @f(!relax.packed<"other">)

// -----

// CHECK: a scalar of type f32 has the integer value @n [RLX-132]
relax.prim_func @f(!relax.prim<f32, @n>)

// -----

// (c1) of relax.func
// CHECK: !relax.tensor<[2 * @n], f32> names @n, which is bound by no dimension that is @n alone [RLX-115]
relax.func @f(%x: !relax.tensor<[2 * @n], f32>) -> !relax.object {
  relax.return %x : !relax.tensor<[2 * @n], f32>
}

// -----

// (c1) a binding position may come later
// CHECK: relax.func @f
relax.func @f(%x: !relax.tensor<[2 * @n], f32>, %y: !relax.tensor<[@n], f32>) -> !relax.object {
  relax.return %x : !relax.tensor<[2 * @n], f32>
}

// -----

// (c2), the result
// CHECK: !relax.tensor<[@m], f32> names @m, which is bound by no dimension that is @m alone [RLX-113]
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@m], f32> {
  relax.return %x : !relax.tensor<[@n], f32>
}

// -----

// (c2), a type in the body
// CHECK: !relax.tensor<[@m], f32> names @m, which is bound by no dimension that is @m alone [RLX-124]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call_dps_packed "f"(%x) : (!relax.object) -> !relax.tensor<[@m], f32>
  relax.return %x : !relax.object
}

// -----

// (c2), a symbol of a branch after it
// CHECK: symbol @p is not bound [RLX-161]
relax.func @f(%x: !relax.object, %c: !relax.tensor<[], i1>) -> !relax.object {
  %0 = relax.if %c : !relax.tensor<[], i1> -> !relax.object {
    %1 = relax.match_cast %x : !relax.object to !relax.shape<[@p]>
    relax.yield %x : !relax.object
  } else {
    relax.yield %x : !relax.object
  }
  %2 = relax.shape [@p]
  relax.return %x : !relax.object
}

// -----

// (c2), a dataflow block has the scope of what is around it
// CHECK: relax.shape [@p + 1]
relax.func @f(%x: !relax.object) -> !relax.object {
  relax.dataflow {
    %1 = relax.match_cast %x : !relax.object to !relax.shape<[@p]>
    relax.output
  }
  %2 = relax.shape [@p + 1]
  relax.return %x : !relax.object
}

// -----

// CHECK: symbol @p is used in 2 * @p before a dimension that is @p alone binds it [RLX-114]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.match_cast %x : !relax.object to !relax.shape<[2 * @p, @p]>
  relax.return %x : !relax.object
}

// -----

// CHECK: relax.match_cast %x : !relax.object to !relax.shape<[@p, 2 * @p]>
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.match_cast %x : !relax.object to !relax.shape<[@p, 2 * @p]>
  relax.return %x : !relax.object
}

// -----

// CHECK: a tensor of rank 3 has the shape of @s, which is of rank 2 [RLX-146]
relax.func @f(%s: !relax.shape<@s : 2>, %x: !relax.tensor<@s : 3, f32>) -> !relax.object {
  relax.return %x : !relax.tensor<@s : 3, f32>
}

// -----

// (c3)
// CHECK: 'relax.func' forces an impure function to be pure [RLX-131]
relax.func impure @f(%x: !relax.object) -> !relax.object attributes {relax.force_pure = true} {
  relax.return %x : !relax.object
}

// -----

// (c4)
// CHECK: device "cuda:0:global" is not listed by the module [RLX-134]
relax.func @f(%x: !relax.tensor<*, f32, "cuda:0:global">) -> !relax.object {
  relax.return %x : !relax.tensor<*, f32, "cuda:0:global">
}

// -----

// CHECK: 'relax.func' has a value of type i32, no type of Relax
relax.func @f(%x: i32) -> !relax.object {
  relax.return %x : i32
}

// -----

// CHECK: a region of 'relax.func' does not end with 'relax.return'
relax.func @f(%x: !relax.object) -> !relax.object {
  relax.yield %x : !relax.object
}

// -----

// CHECK: %y is used before it is bound
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call %y() : () -> !relax.object
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.dataflow' has results of types (!relax.shape<*>), but its outputs are of types (!relax.object)
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.dataflow {
    relax.output %x : !relax.object
  } -> !relax.shape<*>
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.get' takes member 2 of a tuple of 1 [RLX-262]
relax.func @f(%x: tuple<!relax.object>) -> !relax.object {
  %0 = relax.get %x[2] : tuple<!relax.object>
  relax.return %x : tuple<!relax.object>
}

// -----

// CHECK: 'relax.get' takes member 0 of !relax.shape<*>, no tuple [RLX-262]
relax.func @f(%x: !relax.shape<*>) -> !relax.object {
  %0 = relax.get %x[0] : !relax.shape<*>
  relax.return %x : !relax.shape<*>
}

// -----

// CHECK: 'relax.get' takes member 0 of !relax.object, no tuple; match_cast it first [RLX-150]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.get %x[0] : !relax.object
  relax.return %x : !relax.object
}

// -----

// CHECK: a scalar literal is an integer or a float [RLX-128]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.prim "text"
  relax.return %x : !relax.object
}

// -----

// CHECK: expected one integer over symbols
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.symbolic_prim [@n, 1]
  relax.return %x : !relax.tensor<[@n], f32>
}

// -----

// CHECK: symbol @m is not bound [RLX-161]
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.symbolic_prim [@m]
  relax.return %x : !relax.tensor<[@n], f32>
}

// -----

// CHECK: 'relax.check' checks for i32, no type of Relax
relax.func @f(%x: !relax.object) -> !relax.object {
  relax.check %x : !relax.object is i32 {what = "the value"}
  relax.return %x : !relax.object
}

// -----

// CHECK: !relax.tensor<[@m], f32> names @m, which is bound by no dimension that is @m alone [RLX-161]
relax.func @f(%x: !relax.object) -> !relax.object {
  relax.check %x : !relax.object is !relax.tensor<[@m], f32> {what = "the value"}
  relax.return %x : !relax.object
}

// -----

// CHECK: a shape literal gives all dimensions
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.shape [?]
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.match_cast' casts to i32, no type of Relax
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.match_cast %x : !relax.object to i32
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.call_dps_packed' allocates its result by its type, which needs all dimensions and an element type [RLX-338]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call_dps_packed "f"(%x) : (!relax.object) -> !relax.tensor<[?], f32>
  relax.return %x : !relax.object
}

// -----

// (c1) of relax.call_tir
// CHECK: 'relax.call_tir' allocates its result by its type, which needs all dimensions and an element type [RLX-331]
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.call_tir @pf(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], ?>
  relax.return %x : !relax.tensor<[@n], f32>
}

// -----

// (c2)
// CHECK: 'relax.call_tir' has 1 arguments, but writes 1 [RLX-337]
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.call_tir @pf(%x) {inplace_indices = array<i64: 1>} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  relax.return %x : !relax.tensor<[@n], f32>
}

// -----

// CHECK: 'relax.call_inplace_packed' has 1 arguments, but writes 1 [RLX-341]
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call_inplace_packed "f"(%x) {inplace_indices = array<i64: 1>} : (!relax.object) -> !relax.object
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.call_packed' has 1 arguments, but writes 2 [RLX-341]
relax.func impure @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call_packed "f"(%x) {inplace_indices = array<i64: 2>} : (!relax.object) -> !relax.object
  relax.return %x : !relax.object
}

// -----

// CHECK: 'relax.matmul' has 1 operands, expected 2 (x1, x2)
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.matmul %x : (!relax.tensor<[@n], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: 'relax.matmul' has no attribute 'axis', only out_dtype
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.matmul %x, %x {axis = 1 : i64} : (!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: 'relax.expand_dims' lacks its attribute 'axis'
relax.func @f(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.expand_dims %x : (!relax.tensor<[@n], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: operand is used with type !relax.shape<*>
relax.func @f(%x: !relax.object) -> !relax.object {
  %0 = relax.call @f(%x) : (!relax.shape<*>) -> !relax.object
  relax.return %0 : !relax.object
}
