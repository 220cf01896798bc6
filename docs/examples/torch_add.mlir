module {
  func.func @main(%arg0: tensor<?x?x4xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x?x4xf32> {
    %0 = torch_c.from_builtin_tensor %arg1 : tensor<?x4xf32> -> !torch.vtensor<[?,4],f32>
    %1 = torch_c.from_builtin_tensor %arg0 : tensor<?x?x4xf32> -> !torch.vtensor<[?,?,4],f32>
    %2 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?,4],f32> -> tensor<?x4xf32>
    %3 = torch_c.to_builtin_tensor %1 : !torch.vtensor<[?,?,4],f32> -> tensor<?x?x4xf32>
    %4 = torch.symbolic_int "s77" {min_val = 2, max_val = 64} : !torch.int
    %5 = torch.symbolic_int "s80" {min_val = 2, max_val = 512} : !torch.int
    torch.bind_symbolic_shape %1, [%4, %5], affine_map<()[s0, s1] -> (s0, s1 * 4, 4)> : !torch.vtensor<[?,?,4],f32>
    torch.bind_symbolic_shape %0, [%5], affine_map<()[s0] -> (s0 * 4, 4)> : !torch.vtensor<[?,4],f32>
    %6 = chlo.broadcast_add %3, %2 : (tensor<?x?x4xf32>, tensor<?x4xf32>) -> tensor<?x?x4xf32>
    %7 = torch_c.from_builtin_tensor %6 : tensor<?x?x4xf32> -> !torch.vtensor<[?,?,4],f32>
    %8 = torch_c.to_builtin_tensor %7 : !torch.vtensor<[?,?,4],f32> -> tensor<?x?x4xf32>
    torch.bind_symbolic_shape %7, [%4, %5], affine_map<()[s0, s1] -> (s0, s1 * 4, 4)> : !torch.vtensor<[?,?,4],f32>
    return %8 : tensor<?x?x4xf32>
  }
}

