// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Each part of a type may be left out, and prints as it was read (RLX-140, RLX-141, RLX-142, RLX-143, RLX-144, RLX-145).

// CHECK: relax.prim_func @tensors(!relax.tensor<[], f32>, !relax.tensor<[?, 4], ?>, !relax.tensor<*, f32>, !relax.tensor<*, ?>, !relax.tensor<[@n], bf16, "cuda:0:global">)
relax.prim_func @tensors(!relax.tensor<[], f32>, !relax.tensor<[?, 4], ?>, !relax.tensor<*, f32>, !relax.tensor<*, ?>, !relax.tensor<[@n], bf16, "cuda:0:global">)
// CHECK: relax.func @shapes(%a: !relax.shape<[]>, %b: !relax.shape<[?, ?]>, %c: !relax.shape<*>, %d: !relax.shape<@s : 2>, %e: !relax.shape<@t>, %f: !relax.tensor<@t, f32>)
relax.func @shapes(%a: !relax.shape<[]>, %b: !relax.shape<[?, ?]>, %c: !relax.shape<*>, %d: !relax.shape<@s : 2>, %e: !relax.shape<@t>, %f: !relax.tensor<@t, f32>) -> !relax.shape<[]> {
  relax.return %a : !relax.shape<[]>
}
// CHECK: relax.func @others(%a: !relax.prim<i64>, %b: !relax.prim<i64, @n>, %c: tuple<>, %d: tuple<!relax.object, tuple<!relax.prim<i1>>>, %e: !relax.packed<"default">, %f: !relax.packed<"empty">, %g: !relax.packed<pure "default" -> !relax.object>)
relax.func @others(%a: !relax.prim<i64>, %b: !relax.prim<i64, @n>, %c: tuple<>, %d: tuple<!relax.object, tuple<!relax.prim<i1>>>, %e: !relax.packed<"default">, %f: !relax.packed<"empty">, %g: !relax.packed<pure "default" -> !relax.object>) -> tuple<> {
  relax.return %c : tuple<>
}
// CHECK: relax.func @functions(%a: !relax.func<() -> !relax.object>, %b: !relax.func<impure (!relax.tensor<[@a], f32>) -> !relax.tensor<[@a + 1], f32>>, %c: !relax.func<(!relax.func<(!relax.object) -> tuple<>>) -> tuple<>>)
relax.func @functions(%a: !relax.func<() -> !relax.object>, %b: !relax.func<impure (!relax.tensor<[@a], f32>) -> !relax.tensor<[@a + 1], f32>>, %c: !relax.func<(!relax.func<(!relax.object) -> tuple<>>) -> tuple<>>) -> !relax.infer {
  relax.return %a : !relax.func<() -> !relax.object>
}
// Equal dimensions print in one form.
// CHECK: relax.func @dims(%x: !relax.tensor<[@n, @m, 2 * @n, @m * @n + 1, min(@m, 32), @n floordiv 2, max(@m - 1, 0), (@n + 1) mod 3], f32>)
relax.func @dims(%x: !relax.tensor<[@n, @m, @n + @n, 1 + @n * @m, min(32, @m), @n floordiv 2, max(0, @m - 1), (1 + @n) mod 3], f32>) -> !relax.object {
  relax.return %x : !relax.tensor<[@n, @m, 2 * @n, @m * @n + 1, min(@m, 32), @n floordiv 2, max(@m - 1, 0), (@n + 1) mod 3], f32>
}
