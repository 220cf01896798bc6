module {
  func.func @main(%arg0: tensor<?x?x4xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x?x4xf32> attributes {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 17 : si64, torch.onnx_meta.producer_name = "", torch.onnx_meta.producer_version = ""} {
    %0 = torch_c.from_builtin_tensor %arg1 : tensor<?x4xf32> -> !torch.vtensor<[?,4],f32>
    %1 = torch_c.from_builtin_tensor %arg0 : tensor<?x?x4xf32> -> !torch.vtensor<[?,?,4],f32>
    %2 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?,4],f32> -> tensor<?x4xf32>
    %3 = torch_c.to_builtin_tensor %1 : !torch.vtensor<[?,?,4],f32> -> tensor<?x?x4xf32>
    %4 = chlo.broadcast_add %3, %2 : (tensor<?x?x4xf32>, tensor<?x4xf32>) -> tensor<?x?x4xf32>
    %5 = "chlo.constant_like"(%4) <{value = 0.000000e+00 : f32}> : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
    %6 = stablehlo.maximum %4, %5 : tensor<?x?x4xf32>
    %7 = torch_c.from_builtin_tensor %6 : tensor<?x?x4xf32> -> !torch.vtensor<[?,?,4],f32>
    %8 = torch_c.to_builtin_tensor %7 : !torch.vtensor<[?,?,4],f32> -> tensor<?x?x4xf32>
    return %8 : tensor<?x?x4xf32>
  }
}

