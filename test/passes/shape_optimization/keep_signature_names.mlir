// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true}' | filecheck %s

// Names that come with the program name casts, where the signature has to stay.
// CHECK: func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK: tensor.cast %x : tensor<?x4xf32> to tensor<?x4xf32, [@s0, {{.*}}]>
// CHECK: return %{{.*}} : tensor<?x4xf32>
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = torch.symbolic_int "s0" {min_val = 2, max_val = 8} : !torch.int
  torch.bind_symbolic_shape %x, [%s], affine_map<()[s0] -> (s0, 4)> : tensor<?x4xf32>
  %0 = stablehlo.sine %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
