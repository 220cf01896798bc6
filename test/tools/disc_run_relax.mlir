// RUN: disc-run %s --externals %S/externals/functions.py --input 'x=[1, 2]' --check | filecheck %s
// RUN: disc-run %s --entry alias --externals %S/externals/functions.py --input 'x=[1, 2]' | filecheck %s --check-prefix ALIAS
// RUN: disc-run %s --entry random --dims n=3,m=2 --check | filecheck %s --check-prefix RANDOM
// RUN: disc-run %s --entry random --dims n=3,m=2 --outputs %t.npz && disc-run %s --entry second --inputs %t.npz | filecheck %s --check-prefix SECOND
// RUN: disc-run %s --entry values | filecheck %s --check-prefix VALUES
// RUN: disc-run %s --entry missing --input c=false | filecheck %s --check-prefix UNTAKEN
// RUN: not disc-run %s --entry missing --input c=true 2>&1 | filecheck %s --check-prefix MISSING
// RUN: not disc-run %s --entry wrong --externals %S/externals/functions.py 2>&1 | filecheck %s --check-prefix WRONG
// RUN: not disc-run %s --entry fail --externals %S/externals/functions.py 2>&1 | filecheck %s --check-prefix FAIL
// RUN: not disc-run %s --entry second --input 'a=ones(2, 3)' --input 'b=ones(2, 4)' --input 's=[2, 3]' 2>&1 | filecheck %s --check-prefix SIZE
// RUN: not disc-run %s --entry second --input 'a=ones(3)' 2>&1 | filecheck %s --check-prefix RANK
// RUN: not disc-run %s --entry second --dims k=3 2>&1 | filecheck %s --check-prefix SYMBOL
// RUN: not disc-run %s --entry second --input 'd=ones(3)' 2>&1 | filecheck %s --check-prefix NAME
// RUN: not disc-run %s --entry third 2>&1 | filecheck %s --check-prefix ENTRY
// RUN: not disc-run %s --entry promised --dims n=9 2>&1 | filecheck %s --check-prefix PROMISED
// RUN: not disc-run %s --entry object 2>&1 | filecheck %s --check-prefix OBJECT
// RUN: not disc-run %s --externals %S/externals/none.py 2>&1 | filecheck %s --check-prefix FILE
// RUN: not disc-run %s --engine iree 2>&1 | filecheck %s --check-prefix ENGINE

// A destination-passing call allocates by the type, a shape that depends on data sizes a tensor.
// CHECK:      all {{[1-9][0-9]*}} claims hold ({{[0-9]+}} type)
// CHECK-NEXT: result 0: 2 float32 [2. 4.]
// CHECK-NEXT: result 1: 3x2 int32 {{\[\[}}0 0] [0 0] [0 0]]
// CHECK-NEXT: result 2: 2 int64 [3 2]
relax.func @main(%x: !relax.tensor<[@n], f32>) -> tuple<!relax.tensor<[@n], f32>, tuple<!relax.tensor<[?, ?], i32>, !relax.shape<[?, ?]>>> {
  %0 = relax.call_dps_packed "my.double"(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %s = relax.call_pure_packed "my.shape"(%x) : (!relax.tensor<[@n], f32>) -> !relax.shape<[?, ?]>
  relax.match_cast %s : !relax.shape<[?, ?]> to !relax.shape<[@a, @b]>
  %t = relax.shape [@b, @a]
  %z = relax.zeros %t {dtype = i32} : (!relax.shape<[@b, @a]>) -> !relax.tensor<[@b, @a], i32>
  %p = relax.tuple(%z, %t) : tuple<!relax.tensor<[@b, @a], i32>, !relax.shape<[@b, @a]>>
  %r = relax.tuple(%0, %p) : tuple<!relax.tensor<[@n], f32>, tuple<!relax.tensor<[@b, @a], i32>, !relax.shape<[@b, @a]>>>
  relax.return %r : tuple<!relax.tensor<[@n], f32>, tuple<!relax.tensor<[@b, @a], i32>, !relax.shape<[@b, @a]>>>
}

// What an external function writes is seen through aliases (RLX-180, 301).
// ALIAS: result 0: 2 float32 [0. 0.]
relax.func impure @alias(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %y = relax.match_cast %x : !relax.tensor<[@n], f32> to !relax.tensor<[@p], f32>
  %z = relax.bind %y : !relax.tensor<[@p], f32> -> !relax.tensor<[?], f32>
  %0 = relax.call_packed "my.clear"(%z) : (!relax.tensor<[?], f32>) -> !relax.object
  relax.return %x : !relax.tensor<[@n], f32>
}

// RANDOM:      all 5 claims hold (5 type)
// RANDOM-NEXT: result 0: 3x2 float32
// RANDOM-NEXT: result 1: 6x2 float32
// RANDOM-NEXT: result 2: 2 int64 [3 2]
relax.func @random(%a: !relax.tensor<[@n, @m], f32>, %b: !relax.tensor<[2 * @n, @m], f32>, %s: !relax.shape<[@n, @m]>) -> tuple<!relax.tensor<[@n, @m], f32>, !relax.tensor<[2 * @n, @m], f32>, !relax.shape<[@n, @m]>> {
  %0 = relax.tuple(%a, %b, %s) : tuple<!relax.tensor<[@n, @m], f32>, !relax.tensor<[2 * @n, @m], f32>, !relax.shape<[@n, @m]>>
  relax.return %0 : tuple<!relax.tensor<[@n, @m], f32>, !relax.tensor<[2 * @n, @m], f32>, !relax.shape<[@n, @m]>>
}

// SECOND: result 0: 2 int64 [3 2]
// SIZE:   error: relax.func: dimension 0 of argument 1 of @second is 2, expected 2 * @n = 4
// RANK:   error: relax.func: argument 0 of @second has rank 1, expected 2
// SYMBOL: error: no symbol is called 'k', expected one of: m, n
// NAME:   error: @second has no argument 'd'; it has a, b, s
// ENTRY:  error: there is no function @third
relax.func @second(%a: !relax.tensor<[@n, @m], f32>, %b: !relax.tensor<[2 * @n, @m], f32>, %s: !relax.shape<[@n, @m]>) -> !relax.shape<[@n, @m]> {
  relax.return %s : !relax.shape<[@n, @m]>
}

// VALUES:      result 0: scalar int64 3
// VALUES-NEXT: result 1: a string
// VALUES-NEXT: result 2: the null object
// VALUES-NEXT: result 3: a function
relax.func @values() -> tuple<!relax.prim<i64>, !relax.object, !relax.object, !relax.object> {
  %p = relax.prim 3 : i64
  %m = relax.string "mode"
  %z = relax.null_value
  %f = relax.closure %self (%t: !relax.object) -> !relax.object {
    relax.return %t : !relax.object
  }
  %0 = relax.tuple(%p, %m, %z, %f) : tuple<!relax.prim<i64, 3>, !relax.object, !relax.object, !relax.func<(!relax.object) -> !relax.object>>
  relax.return %0 : tuple<!relax.prim<i64, 3>, !relax.object, !relax.object, !relax.func<(!relax.object) -> !relax.object>>
}

// A function that is missing is an error only where it is reached (RLX-308).
// UNTAKEN: result 0: scalar bool False
// MISSING: disc_run_relax.mlir:{{[0-9]+}}:5: error: relax.call_packed: no external function is called 'my.missing'; --externals registers some [RLX-308]
relax.func impure @missing(%c: !relax.tensor<[], i1>) -> !relax.object {
  %r = relax.if %c : !relax.tensor<[], i1> -> !relax.object {
    %0 = relax.call_packed "my.missing"(%c) : (!relax.tensor<[], i1>) -> !relax.object
    relax.yield %0 : !relax.object
  } else {
    relax.yield %c : !relax.tensor<[], i1>
  }
  relax.return %r : !relax.object
}

// WRONG: error: relax.call_pure_packed: the value has rank 2, expected 1
relax.func @wrong(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.call_pure_packed "my.wrong"(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}

// FAIL: error: relax.call_pure_packed: 'my.fail' failed: ValueError: the machine is off
// FAIL-NOT: cold
relax.func @fail(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.call_pure_packed "my.fail"(%x) : (!relax.tensor<[@n], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// PROMISED: error: relax.func: @promised: @n is 9, expected [1, 8]
relax.func @promised(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> attributes {tir_var_lower_bound = {n = 1 : i64}, tir_var_upper_bound = {n = 8 : i64}} {
  relax.return %x : !relax.tensor<[@n], f32>
}

// OBJECT: error: 'x' is any object: give it as --input 'x=...'
relax.func @object(%x: !relax.object) -> !relax.object {
  relax.return %x : !relax.object
}

// FILE:   error: {{.*}}none.py: No such file or directory
// ENGINE: error: relax.func: @values: an object has no form in HLO; match_cast it first [RLX-145]
