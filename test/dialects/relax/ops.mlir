// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-opt %s | disc-opt | filecheck %s

// The programs of the dialect, in the form in which they are printed.

// CHECK: relax.func @main(%x: !relax.tensor<[@n, 4], f32>, %w: !relax.tensor<[4, @m], f32>) -> !relax.tensor<[@n, @m], f32> {
// CHECK: %y = relax.match_cast %x : !relax.object to !relax.tensor<[@n, @p], f32>
// CHECK: relax.shape [4 * @n * @q, @n floordiv 2 + @r mod 3, select(@n < 3 and @r >= 2, @n, min(@r, 3))]
// CHECK: relax.zeros %s {dtype = f32} : (!relax.shape<@s : 2>) -> !relax.tensor<@s : 2, f32>
// CHECK: %f = relax.closure %self (%t: !relax.tensor<[@n, @q], f32>) -> !relax.tensor<[@n, @q], f32> {
// CHECK: relax.call_inplace_packed "my.scale"(%o) {inplace_indices = array<i64: 0>} : (!relax.object) -> !relax.tensor<[@n], f32>
// CHECK: relax.bind %w : !relax.tensor<[@n], f32> -> !relax.tensor<[?], f32>
// CHECK: %pn = relax.symbolic_prim [2 * @n]
// CHECK: relax.check %x : !relax.tensor<[@n, 4], f32> is !relax.tensor<[?, 2 * @n], f32> {what = "the value"}
// CHECK: relax.func private impure @log
module attributes {relax.vdevices = ["llvm:0:global", "cuda:0:global"]} {
  relax.func @main(%x: !relax.tensor<[@n, 4], f32>, %w: !relax.tensor<[4, @m], f32>) -> !relax.tensor<[@n, @m], f32> {
    %0 = relax.dataflow {
      %1 = relax.matmul %x, %w : (!relax.tensor<[@n, 4], f32>, !relax.tensor<[4, @m], f32>) -> !relax.tensor<[@n, @m], f32>
      %2 = relax.nn.relu %1 : (!relax.tensor<[@n, @m], f32>) -> !relax.tensor<[@n, @m], f32>
      relax.output %2 : !relax.tensor<[@n, @m], f32>
    } -> !relax.tensor<[@n, @m], f32>
    relax.return %0 : !relax.tensor<[@n, @m], f32>
  }
  relax.func @cast(%x: !relax.object, %n: !relax.shape<*>, %z: !relax.tensor<[@n], f32>, %c: !relax.tensor<[], i1>) -> !relax.tensor<[@n, ?], f32> {
    %y = relax.match_cast %x : !relax.object to !relax.tensor<[@n, @p], f32>
    %0 = relax.match_cast %n : !relax.shape<*> to !relax.shape<[@q, @r]>
    %s = relax.shape [4 * @n * @q, @n floordiv 2 + @r mod 3, select(@n < 3 and @r >= 2, @n, min(@r, 3))]
    %r = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[@n, ?], f32> {
      relax.yield %y : !relax.tensor<[@n, @p], f32>
    } else {
      relax.yield %y : !relax.tensor<[@n, @p], f32>
    }
    relax.return %r : !relax.tensor<[@n, ?], f32>
  }
  relax.func @flat(%x: !relax.tensor<[@n, @m, 4], f32>) -> !relax.tensor<[4 * @m * @n], f32> {
    %s = relax.shape [4 * @m * @n]
    %0 = relax.reshape %x, %s : (!relax.tensor<[@n, @m, 4], f32>, !relax.shape<[4 * @m * @n]>) -> !relax.tensor<[4 * @m * @n], f32>
    relax.return %0 : !relax.tensor<[4 * @m * @n], f32>
  }
  relax.func @fill(%s: !relax.shape<@s : 2>) -> !relax.tensor<@s : 2, f32> {
    %0 = relax.zeros %s {dtype = f32} : (!relax.shape<@s : 2>) -> !relax.tensor<@s : 2, f32>
    relax.return %0 : !relax.tensor<@s : 2, f32>
  }
  relax.func @calls(%x: !relax.tensor<[@n, 4], f32>, %k: !relax.tensor<[4, 4], f32>, %o: !relax.object) -> !relax.object {
    %0 = relax.call @scale(%x, %k) : (!relax.tensor<[@n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[@n, 4], f32>
    %g = relax.function_ref @scale : !relax.func<(!relax.tensor<[@p, @k], f32>, !relax.tensor<[@k, @k], f32>) -> !relax.tensor<[@p, @k], f32>>
    %1 = relax.call %g(%x, %k) : (!relax.tensor<[@n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[@n, 4], f32>
    %f = relax.closure %self (%t: !relax.tensor<[@n, @q], f32>) -> !relax.tensor<[@n, @q], f32> {
      %u = relax.call %self(%t) : (!relax.tensor<[@n, @q], f32>) -> !relax.tensor<[@n, @q], f32>
      relax.return %u : !relax.tensor<[@n, @q], f32>
    }
    %2 = relax.call_packed "case.identity"(%o) : (!relax.object) -> !relax.tensor<[?, ?], f32>
    %3 = relax.call_pure_packed "my.norm"(%o) : (!relax.object) -> !relax.tensor<[@n], f32>
    %w = relax.call_inplace_packed "my.scale"(%o) {inplace_indices = array<i64: 0>} : (!relax.object) -> !relax.tensor<[@n], f32>
    %y = relax.bind %w : !relax.tensor<[@n], f32> -> !relax.tensor<[?], f32>
    %4 = relax.call_dps_packed "case.fill7"(%3) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n + 1], i32>
    %e = relax.extern "case.identity" : !relax.packed<"default">
    %s = relax.shape [7]
    %5 = relax.call_tir @pf(%x) ints(%s) : (!relax.tensor<[@n, 4], f32>, !relax.shape<[7]>) -> !relax.tensor<[4, @n], f32>
    %c = relax.constant dense<[[1.000000e+00, 2.000000e+00]]> : !relax.tensor<[1, 2], f32>
    %t_1 = relax.tuple(%x, %s) : tuple<!relax.tensor<[@n, 4], f32>, !relax.shape<[7]>>
    %h = relax.get %t_1[1] : tuple<!relax.tensor<[@n, 4], f32>, !relax.shape<[7]>>
    %p = relax.prim 3 : i64
    %pn = relax.symbolic_prim [2 * @n]
    relax.check %x : !relax.tensor<[@n, 4], f32> is !relax.tensor<[?, 2 * @n], f32> {what = "the value"}
    %m = relax.string "mode"
    %d = relax.dtype f16
    %z = relax.null_value
    relax.return %z : !relax.object
  }
  relax.func private impure @log(%x: !relax.tensor<[@n], f32, "cuda:0:global">) -> tuple<> attributes {relax.force_pure = false} {
    %0 = relax.seq {
      relax.yield %x : !relax.tensor<[@n], f32, "cuda:0:global">
    } -> !relax.tensor<[@n], f32, "cuda:0:global">
    %1 = relax.to_vdevice %0 {device = "llvm:0:global"} : (!relax.tensor<[@n], f32, "cuda:0:global">) -> !relax.tensor<[@n], f32, "llvm:0:global">
    %u = relax.tuple() : tuple<>
    relax.return %u : tuple<>
  }
  relax.prim_func @pf(!relax.tensor<[@a, @b], f32>, !relax.tensor<[@b, @a], f32>, !relax.prim<i64>) {implementation = @pf_impl}
}
