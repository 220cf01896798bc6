// RUN: disc-opt %s --split-input-file --verify-diagnostics -p relax-realize-vdevice | filecheck %s

// Forward from a parameter.
// CHECK-LABEL: @forward
// CHECK-SAME: -> !relax.tensor<[@n], f32, "a:0:g">
// CHECK: relax.exp %x : ({{.*}}) -> !relax.tensor<[@n], f32, "a:0:g">
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @forward(%x: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32> {
    %0 = relax.exp %x : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// Backward from a declared result.
// CHECK-LABEL: @backward
// CHECK-SAME: (%x: !relax.tensor<[@n], f32, "a:0:g">)
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @backward(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %0 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// A hint becomes a transfer from elsewhere and from nowhere, and vanishes on the device.
// CHECK-LABEL: @hints
// CHECK-NEXT: relax.to_vdevice %x {device = "b:0:g"}
// CHECK-NEXT: relax.to_vdevice %y {device = "a:0:g"}
// CHECK-NEXT: relax.exp %x
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @hints(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32>) -> !relax.object {
    %0 = relax.hint_on_device %x {device = "b:0:g"} : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "b:0:g">
    %1 = relax.hint_on_device %y {device = "a:0:g"} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g">
    %2 = relax.hint_on_device %x {device = "a:0:g"} : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
    %3 = relax.exp %2 : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
    relax.return %3 : !relax.tensor<[@n], f32, "a:0:g">
  }
}

// -----

// A module that lists no devices stays as it is (RLX-280).
// CHECK-LABEL: @none
// CHECK: relax.hint_on_device
relax.func @none(%x: !relax.object) -> !relax.object {
  %0 = relax.hint_on_device %x {device = "b:0:g"} : (!relax.object) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// CHECK: relax.add: operands are on two devices: %x on "a:0:g" and %y on "b:0:g" [RLX-285]
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @two(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.object {
    %0 = relax.add %x, %y : (!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// CHECK: relax.exp: a tensor is placed on "a:0:g" and on "b:0:g" [RLX-282]
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @result(%x: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "b:0:g"> {
    %0 = relax.exp %x : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// Devices are listed, but nothing is placed: nothing changes, nothing is reported (RLX-281).
// CHECK-LABEL: @unplaced
// CHECK-NEXT: relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @unplaced(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    %0 = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// The result of a call places the body of its callee, whose parameter places the argument
// (RLX-284).
// CHECK-LABEL: @call_backward
// CHECK-SAME: (%x: !relax.tensor<[@n], f32, "a:0:g">)
// CHECK: relax.func private @callee(%y: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
// CHECK-NEXT: relax.exp %y : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @call_backward(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %0 = relax.call @callee(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
  relax.func private @callee(%y: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    %0 = relax.exp %y : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// A callee that moves its parameter is called with tensors of the other device, and its result
// places what is computed from it.
// CHECK-LABEL: @call_forward
// CHECK-SAME: (%x: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
// CHECK: relax.exp %0 : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @call_forward(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    %0 = relax.call @move(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    %1 = relax.exp %0 : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %1 : !relax.tensor<[@n], f32>
  }
  relax.func private @move(%y: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32> {
    %0 = relax.to_vdevice %y {device = "a:0:g"} : (!relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
    relax.return %0 : !relax.tensor<[@n], f32, "a:0:g">
  }
}

// -----

// An argument that the callee leaves anywhere is where the result is (RLX-284).
// CHECK-LABEL: @free
// CHECK-SAME: (%x: !relax.tensor<[@n], f32, "a:0:g">)
// CHECK: @constant(%y: !relax.object)
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @free(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[1], f32, "a:0:g"> {
    %0 = relax.call @constant(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[1], f32>
    relax.return %0 : !relax.tensor<[1], f32>
  }
  relax.func private @constant(%y: !relax.object) -> !relax.tensor<[1], f32> {
    %0 = relax.constant dense<1.0> : !relax.tensor<[1], f32>
    relax.return %0 : !relax.tensor<[1], f32>
  }
}

// -----

// A recursive callee, and a call through a value.
// CHECK-LABEL: @by_value
// CHECK-NEXT: relax.function_ref @again : !relax.func<(!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">>
// CHECK: @again(%y: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
// CHECK: relax.call @again(%y) : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @by_value(%x: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %f = relax.function_ref @again : !relax.func<(!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>>
    %0 = relax.call %f(%x) : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
  relax.func private @again(%y: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    %0 = relax.call @again(%y) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    %1 = relax.add %0, %y : (!relax.tensor<[@n], f32>, !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %1 : !relax.tensor<[@n], f32>
  }
}

// -----

// A local function, by the name that it is called by.
// CHECK-LABEL: @local
// CHECK: relax.closure %self (%t: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
// CHECK-NEXT: relax.exp %t : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32, "a:0:g">
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @local(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %f = relax.closure %self (%t: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
      %1 = relax.exp %t : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
      relax.return %1 : !relax.tensor<[@n], f32>
    }
    %0 = relax.call %f(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// Two calls whose results are on two devices (RLX-282).
// CHECK: error: relax.call: the result of @same is placed on "b:0:g" and on "a:0:g" [RLX-282]
// CHECK-NEXT: note: relax.call has placed it on "b:0:g"
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @two_calls(%x: !relax.object) -> tuple<!relax.tensor<[1], f32, "a:0:g">, !relax.tensor<[1], f32, "b:0:g">> {
    %0 = relax.call @same(%x) : (!relax.object) -> !relax.tensor<[1], f32>
    %1 = relax.call @same(%x) : (!relax.object) -> !relax.tensor<[1], f32>
    %2 = relax.tuple(%0, %1) : tuple<!relax.tensor<[1], f32>, !relax.tensor<[1], f32>>
    relax.return %2 : tuple<!relax.tensor<[1], f32>, !relax.tensor<[1], f32>>
  }
  relax.func private @same(%y: !relax.object) -> !relax.tensor<[1], f32> {
    %0 = relax.constant dense<1.0> : !relax.tensor<[1], f32>
    relax.return %0 : !relax.tensor<[1], f32>
  }
}

// -----

// A function that is placed may be called with one device only, and one that is not with two.
// CHECK: error: relax.call: a tensor is placed on "b:0:g" and on "a:0:g" [RLX-282]
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @argument(%x: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.object {
    %0 = relax.call @on_a(%x) : (!relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
  relax.func private @on_a(%y: !relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32> {
    relax.return %y : !relax.tensor<[@n], f32, "a:0:g">
  }
}

// -----

// CHECK-LABEL: @two_arguments
// CHECK: @anywhere(%z: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @two_arguments(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32, "b:0:g">) -> !relax.object {
    %0 = relax.call @anywhere(%x) : (!relax.tensor<[@n], f32, "a:0:g">) -> !relax.tensor<[@n], f32>
    %1 = relax.call @anywhere(%y) : (!relax.tensor<[@n], f32, "b:0:g">) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
  relax.func private @anywhere(%z: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
    relax.return %z : !relax.tensor<[@n], f32>
  }
}

// -----

// A function that declares where its result is.
// CHECK: error: relax.call: the result of @declared is placed on "b:0:g" and on "a:0:g" [RLX-282]
// CHECK-NEXT: note: relax.func has placed it on "b:0:g"
module attributes {relax.vdevices = ["a:0:g", "b:0:g"]} {
  relax.func @caller(%x: !relax.object) -> !relax.tensor<[1], f32, "a:0:g"> {
    %0 = relax.call @declared(%x) : (!relax.object) -> !relax.tensor<[1], f32>
    relax.return %0 : !relax.tensor<[1], f32>
  }
  relax.func private @declared(%y: !relax.object) -> !relax.tensor<[1], f32, "b:0:g"> {
    %0 = relax.constant dense<1.0> : !relax.tensor<[1], f32>
    relax.return %0 : !relax.tensor<[1], f32>
  }
}

// -----

// The module is marked, and a marked module keeps its types; hints in it are transfers.
// CHECK: relax.placed
// CHECK-LABEL: @placed
// CHECK-SAME: %y: !relax.tensor<[@n], f32>)
// CHECK: relax.to_vdevice %y {device = "a:0:g"}
module attributes {relax.vdevices = ["a:0:g"], relax.placed} {
  relax.func @placed(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %0 = relax.add %x, %y : (!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g">
    %1 = relax.hint_on_device %y {device = "a:0:g"} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g">
    relax.return %0 : !relax.tensor<[@n], f32, "a:0:g">
  }
}
