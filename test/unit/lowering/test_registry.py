"""The table of lowerings loads the families of each dialect with its first operation."""

from fuzz.harness import parse

from disc_shape.lowering.module import lower_module
from disc_shape.lowering.registry import lowering_of

DIALECTS = """
func.func @main(%x: tensor<?xf32>, %m: memref<?xf32>, %s: tensor<2xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = math.erf %x : tensor<?xf32>
  %1 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %2 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %n = shape.num_elements %1 : tensor<1xindex> -> index
  %3 = mhlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  %4 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<?xf32>
  %5 = torch.symbolic_int "s0" {min_val = 0, max_val = 10} : !torch.int
  torch.bind_symbolic_shape %4, [%5], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  func.return %4 : tensor<?xf32>
}
sdy.mesh @mesh = <["a"=2]>
"""


def test_every_dialect_has_its_lowerings() -> None:
    """Whichever dialect comes first, the lowerings of its operations are found."""
    module = parse(DIALECTS)
    unknown = {
        op.name
        for op in module.walk()
        if op.dialect_name() not in ("builtin", "arith") and lowering_of(op) is None
    }
    assert unknown <= {"func.func", "sdy.mesh", "torch.symbolic_int"}


def test_lowered_program_has_no_tensors() -> None:
    """The families that load late lower what they are loaded for."""
    module = parse(DIALECTS)
    lower_module(module)
    assert "tensor<" not in str(module)
