// RUN: disc-opt %s --split-input-file --verify-diagnostics -p convert-relax-to-hlo | filecheck %s

// CHECK: relax.func: @object: an object has no form in HLO; match_cast it first [RLX-145]
relax.func @object(%x: !relax.object) -> !relax.tensor<[?], f32> {
  %0 = relax.null_value
  %1 = relax.match_cast %0 : !relax.object to !relax.tensor<[?], f32>
  relax.return %1 : !relax.tensor<[?], f32>
}

// -----

// CHECK: @rank: !relax.tensor<*, f32> is of unknown rank [RLX-140]
relax.func @rank(%x: !relax.tensor<*, f32>) -> !relax.tensor<[], f32> {
  %0 = relax.sum %x : (!relax.tensor<*, f32>) -> !relax.tensor<[], f32>
  relax.return %0 : !relax.tensor<[], f32>
}

// -----

// CHECK: relax.nonzero: the operator cannot be lowered: its sizes depend on data [RLX-264]
relax.func @data(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[1, ?], i64> {
  %0 = relax.nonzero %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[1, ?], i64>
  relax.return %0 : !relax.tensor<[1, ?], i64>
}

// -----

// CHECK: relax.call_inplace_packed: a call that writes its arguments has no form in HLO [RLX-341]
relax.func @packed(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.call_inplace_packed "f"(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}

// -----

// A local function that calls itself.
// CHECK: relax.call: a local function that calls itself has no form in HLO [RLX-144]
relax.func @recursive(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %f = relax.closure %self (%t: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    %u = relax.call %self(%t) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %u : !relax.tensor<[@n], f32>
  }
  %0 = relax.call %f(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}

// -----

// A function value as a result.
// CHECK: @escapes: a function value that escapes has no form in HLO [RLX-144]
relax.func @escapes(%x: !relax.tensor<[@n], f32>) -> !relax.func<(!relax.tensor<[@m], f32>) -> !relax.tensor<[@m], f32>> {
  %f = relax.closure %self (%t: !relax.tensor<[@m], f32>) -> !relax.tensor<[@m], f32> {
    relax.return %t : !relax.tensor<[@m], f32>
  }
  relax.return %f : !relax.func<(!relax.tensor<[@m], f32>) -> !relax.tensor<[@m], f32>>
}

// -----

// A cast that fails in every run.
// CHECK: relax.match_cast: dimension 0 of the value is 3, expected 4 [RLX-182]
relax.func @never(%x: !relax.tensor<[3], f32>) -> !relax.tensor<[4], f32> {
  %0 = relax.match_cast %x : !relax.tensor<[3], f32> to !relax.tensor<[4], f32>
  relax.return %0 : !relax.tensor<[4], f32>
}

// -----

// Types that are not inferred.
// CHECK: run relax-infer first
relax.func @open(%x: !relax.tensor<[3], f32>) {
  %0 = relax.exp %x : (!relax.tensor<[3], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// A string that is no part of a message.
// CHECK: relax.func: @string: an object has no form in HLO; match_cast it first [RLX-145]
relax.func @string(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.string "a"
  relax.return %0 : !relax.object
}

// -----

// CHECK: relax.add: operand 1 is no tensor [RLX-264]
relax.func @added(%x: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  %0 = relax.string "a"
  %1 = relax.add %x, %0 : (!relax.tensor<[], f32>, !relax.object) -> !relax.tensor<[], f32>
  relax.return %1 : !relax.tensor<[], f32>
}
