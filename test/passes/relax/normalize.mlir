// RUN: disc-opt %s --split-input-file -p relax-normalize | filecheck %s
// RUN: disc-opt %s --split-input-file -p relax-normalize,relax-normalize | filecheck %s

// A sequence in the place of a value joins the operations around it (RLX-098).
// CHECK-LABEL: relax.func @sequence
// CHECK-NEXT: %0 = relax.exp %x
// CHECK-NEXT: %1 = relax.bind %0 : !relax.infer -> !relax.infer
// CHECK-NEXT: relax.return %1
relax.func @sequence(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.seq {
    %1 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.infer
    relax.yield %1 : !relax.infer
  } -> !relax.infer
  relax.return %0 : !relax.infer
}

// -----

// Adjacent dataflow blocks become one (RLX-093); what the second takes from the first is inside.
// CHECK-LABEL: relax.func @merged
// CHECK-NEXT: %0, %1 = relax.dataflow {
// CHECK-NEXT:   %2 = relax.exp %x
// CHECK-NEXT:   %3 = relax.exp %2
// CHECK-NEXT:   relax.output %2, %3
// CHECK-NEXT: }
// CHECK-NEXT: relax.return %1
relax.func @merged(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.dataflow {
    %1 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.output %1 : !relax.tensor<[@n], f32>
  } -> !relax.tensor<[@n], f32>
  %2 = relax.dataflow {
    %3 = relax.exp %0 : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.output %3 : !relax.tensor<[@n], f32>
  } -> !relax.tensor<[@n], f32>
  relax.return %2 : !relax.tensor<[@n], f32>
}

// -----

// With an operation between them they stay two; kinds are never mixed.
// CHECK-LABEL: relax.func @apart
// CHECK: relax.dataflow
// CHECK: relax.exp
// CHECK: relax.dataflow
relax.func @apart(%x: !relax.tensor<[@n], f32>) -> !relax.object {
  %0 = relax.dataflow {
    %1 = relax.abs %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.output %1 : !relax.tensor<[@n], f32>
  } -> !relax.tensor<[@n], f32>
  %e = relax.exp %0 : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
  %2 = relax.dataflow {
    %3 = relax.abs %e : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.output %3 : !relax.tensor<[@n], f32>
  } -> !relax.tensor<[@n], f32>
  relax.return %2 : !relax.tensor<[@n], f32>
}

// -----

// An empty block goes, also where others stand on both sides of it.
// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return %x
relax.func @empty(%x: !relax.object) -> !relax.object {
  relax.dataflow {
    relax.output
  }
  %0 = relax.dataflow {
    relax.output %x : !relax.object
  } -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// The arguments of a primitive function are listed (RLX-095).
// CHECK-LABEL: relax.func @tuple
// CHECK-NEXT: %0 = relax.get %t[0]
// CHECK-NEXT: %1 = relax.call_tir @pf(%0)
relax.func @tuple(%t: tuple<!relax.tensor<[@n], f32>>) -> !relax.object {
  %0 = relax.call_tir @pf(%t) : (tuple<!relax.tensor<[@n], f32>>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}
relax.prim_func @pf(!relax.tensor<[@a], f32>, !relax.tensor<[@a], f32>)
