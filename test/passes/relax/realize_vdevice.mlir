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
