// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true}' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{keep-signature=true}' | disc-opt -p 'shape-optimization{keep-signature=true}' | filecheck %s

// Facts of a front end do not change a signature that has to stay.

// CHECK-LABEL: func.func @main(%x: tensor<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %y: tensor<?xf32>) -> tensor<?xf32> {
// CHECK:         %[[Y:.*]] = tensor.cast %y : tensor<?xf32> to tensor<?xf32, [@s]>
// CHECK:         tensor.cast %{{.*}} : tensor<?xf32, [@s]> to tensor<?xf32>
// CHECK:         disc_shape.tie_predicate "d0 >= 2"(%s) {assumed}
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = torch.symbolic_int "s" {min_val = 2, max_val = 5} : !torch.int
  torch.bind_symbolic_shape %x, [%s], affine_map<()[s0] -> (s0 * 2, s0)> : tensor<?x?xf32>
  torch.bind_symbolic_shape %y, [%s], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  return %y : tensor<?xf32>
}
