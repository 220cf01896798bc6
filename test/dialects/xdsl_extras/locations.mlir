// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s --print-debuginfo | filecheck %s --check-prefix=LOCATIONS

// Locations as exporters print them: named, the names defined at the end of the file.

// CHECK-LABEL: func.func @f
func.func @f(%a: tensor<?xf32> loc("a"), %z: tensor<f32> loc(#loc1)) -> tensor<f32> {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<?xf32>
  // LOCATIONS: stablehlo.add %a, %a : tensor<?xf32> loc("model.py":3:7)
  %0 = stablehlo.add %a, %a : tensor<?xf32> loc(#loc1)
  // LOCATIONS: stablehlo.tanh %0 : tensor<?xf32> loc("jit(f)"("model.py":3:7))
  %1 = stablehlo.tanh %0 : tensor<?xf32> loc(#loc4)
  // CHECK: reducer(%x: tensor<f32>, %y: tensor<f32>)
  %2 = stablehlo.reduce(%1 init: %z) across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32> loc("x"), %y: tensor<f32> loc(#loc1))  {
    // LOCATIONS: stablehlo.subtract %x, %y : tensor<f32> loc(callsite("model.py":3:7 at "model.py":9:1))
    %3 = stablehlo.subtract %x, %y : tensor<f32> loc(#loc3)
    stablehlo.return %3 : tensor<f32> loc(unknown)
  } loc(#loc5)
  // LOCATIONS: stablehlo.negate %2 : tensor<f32> loc(fused["a", "b"])
  %4 = stablehlo.negate %2 : tensor<f32> loc(fused["a", "b"])
  // CHECK: func.return
  return %4 : tensor<f32> loc(#loc)
} loc(#loc)

#loc = loc(unknown)
#loc1 = loc("model.py":3:7 to :19)
#loc2 = loc("model.py":9:1 to 10:4)
#loc3 = loc(callsite(#loc1 at #loc2))
#loc4 = loc("jit(f)"(#loc1))
#loc5 = loc(fused<"metadata">[#loc1, #loc4])
