// RUN: not disc-run %s 2>&1 | filecheck %s
// RUN: disc-run %s --entry @one | filecheck %s --check-prefix=ONE
// RUN: not disc-run %s --entry three 2>&1 | filecheck %s --check-prefix=PRIVATE

// The entry function is found as in programs on tensors, but it is no private one.
// CHECK: error: there is no function @main, name one of @one, @two
// ONE: result 0: scalar int64 1
// PRIVATE: error: @three is private [RLX-005]
relax.func @one() -> !relax.prim<i64, 1> {
  %0 = relax.prim 1 : i64
  relax.return %0 : !relax.prim<i64, 1>
}
relax.func @two() -> !relax.prim<i64, 2> {
  %0 = relax.prim 2 : i64
  relax.return %0 : !relax.prim<i64, 2>
}
relax.func private @three() -> !relax.prim<i64, 3> {
  %0 = relax.prim 3 : i64
  relax.return %0 : !relax.prim<i64, 3>
}
