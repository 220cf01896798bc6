// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

#map = affine_map<()[s0] -> (s0 + 1)>

// CHECK: func.func @f(%x: tensor<?x?x3xf32>, %y: tensor<?xf32>) {
func.func @f(%x: tensor<?x?x3xf32>, %y: tensor<?xf32>) {
  // CHECK-NEXT: %0 = torch.symbolic_int "s0" {min_val = 5, max_val = 10} : !torch.int
  %0 = torch.symbolic_int "s0" {min_val = 5, max_val = 10} : !torch.int
  // CHECK-NEXT: %1 = torch.symbolic_int "s1" {min_val = 0, max_val = 9223372036854775807} : !torch.int
  %1 = torch.symbolic_int "s1" {min_val = 0, max_val = 9223372036854775807} : !torch.int
  // CHECK-NEXT: torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, (s0 * s1), 3)> : tensor<?x?x3xf32>
  torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, s0 * s1, 3)> : tensor<?x?x3xf32>
  // CHECK-NEXT: torch.bind_symbolic_shape %y, [%1], affine_map<()[s0] -> ((s0 + 1))> : tensor<?xf32>
  torch.bind_symbolic_shape %y, [%1], #map : tensor<?xf32>
  // CHECK-NEXT: %2 = torch_c.from_builtin_tensor %x : tensor<?x?x3xf32> -> !torch.vtensor<[?,?,3],f32>
  %2 = torch_c.from_builtin_tensor %x : tensor<?x?x3xf32> -> !torch.vtensor<[?,?,3],f32>
  // CHECK-NEXT: torch.bind_symbolic_shape %2, [%0, %1], affine_map<()[s0, s1] -> ((s0 floordiv s1), ((s1 * 2) + -1), 3)> : !torch.vtensor<[?,?,3],f32>
  torch.bind_symbolic_shape %2, [%0, %1], affine_map<()[s0, s1] -> (s0 floordiv s1, s1 * 2 - 1, 3)> : !torch.vtensor<[?,?,3],f32>
  // CHECK-NEXT: %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[?,?,3],f32> -> tensor<?x?x3xf32>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[?,?,3],f32> -> tensor<?x?x3xf32>
  func.return
}

// CHECK: func.func private @types(!torch.vtensor, !torch.vtensor<*,f32>, !torch.tensor<[2,?],unk>, !torch.vtensor<[],si64>) -> ()
func.func private @types(!torch.vtensor, !torch.vtensor<*,f32>, !torch.tensor<[2,?],unk>, !torch.vtensor<[],si64>)
