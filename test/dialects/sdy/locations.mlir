// RUN: disc-opt %s | filecheck %s

// Arguments of a computation on parts may have locations, as JAX prints them.

#place = loc("shard_map")
sdy.mesh @mesh = <["a"=2]>

// CHECK: %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32>) {
func.func @f(%a: tensor<8xf32> loc("a")) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%b: tensor<4xf32> loc("part"(#place))) {
    sdy.return %b : tensor<4xf32> loc(#place)
  } : (tensor<8xf32>) -> tensor<8xf32> loc(#place)
  return %0 : tensor<8xf32>
}
