// RUN: disc-opt %s --split-input-file --verify-diagnostics -p 'relax-realize-vdevice{strict=true}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p relax-realize-vdevice 2>&1 | filecheck %s --check-prefix=WARN

// An operand is on no device after propagation (RLX-286).
// CHECK: relax.exp: operand 0 is on no device [RLX-286]
// WARN: warning: relax.exp: operand 0 is on no device [RLX-286]
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @operand(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32>) -> !relax.object {
    %0 = relax.exp %y : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %x : !relax.tensor<[@n], f32, "a:0:g">
  }
}

// -----

// CHECK: relax.call_tir: operand 1 is on no device [RLX-286]
// WARN: warning: relax.call_tir: operand 1 is on no device [RLX-286]
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.prim_func @pf(!relax.tensor<[@k], f32>, !relax.tensor<[@k], f32>, !relax.tensor<[@k], f32>)
  relax.func @primitive(%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32>) -> !relax.object {
    %0 = relax.call_tir @pf(%x, %y) : (!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %0 : !relax.tensor<[@n], f32>
  }
}

// -----

// Transfers take an operand from anywhere, and an operand gets the device of its result.
// CHECK-LABEL: @placed
// WARN-NOT: warning
module attributes {relax.vdevices = ["a:0:g"]} {
  relax.func @placed(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g"> {
    %0 = relax.to_vdevice %x {device = "a:0:g"} : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32, "a:0:g">
    %1 = relax.add %0, %y : (!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    relax.return %1 : !relax.tensor<[@n], f32>
  }
}
