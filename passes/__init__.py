"""The passes, by name. Importing this module imports none of them."""

PASSES: dict[str, str] = {
    "assume-shapes": "disc_shape.passes.assume_shapes:AssumeShapesPass",
    "chlo-legalize-to-stablehlo": (
        "disc_shape.passes.chlo_legalize_to_stablehlo:ChloLegalizeToStablehloPass"
    ),
    "convert-contractions": ("disc_shape.passes.convert_contractions:ConvertContractionsPass"),
    "convert-hlo-to-linalg": "disc_shape.passes.convert_hlo_to_linalg:ConvertHloToLinalgPass",
    "convert-loops-to-llvm": "disc_shape.passes.convert_loops_to_llvm:ConvertLoopsToLlvmPass",
    "convert-relax-to-hlo": "disc_shape.passes.convert_relax_to_hlo:ConvertRelaxToHloPass",
    "convert-relay-to-hlo": "disc_shape.passes.convert_relay_to_hlo:ConvertRelayToHloPass",
    "deallocate-buffers": "disc_shape.passes.deallocate_buffers:DeallocateBuffersPass",
    "decompose-complex": "disc_shape.passes.decompose_complex:DecomposeComplexPass",
    "dynamize-shapes": "disc_shape.passes.dynamize_shapes:DynamizeShapesPass",
    "expand-math": "disc_shape.passes.expand_math:ExpandMathPass",
    "export-for-engine": "disc_shape.passes.export_for_engine:ExportForEnginePass",
    "export-stablehlo": "disc_shape.passes.export_stablehlo:ExportStablehloPass",
    "find-cumulative-reductions": (
        "disc_shape.passes.find_cumulative_reductions:FindCumulativeReductionsPass"
    ),
    "find-top-k": "disc_shape.passes.find_top_k:FindTopKPass",
    "fold-constant-operands": "disc_shape.passes.fold_constant_operands:FoldConstantOperandsPass",
    "hlo-fusion": "disc_shape.passes.hlo_fusion:HloFusionPass",
    "hlo-layout": "disc_shape.passes.hlo_layout:HloLayoutPass",
    "import-shape-facts": "disc_shape.passes.import_shape_facts:ImportShapeFactsPass",
    "insert-shape-guards": "disc_shape.passes.insert_shape_guards:InsertShapeGuardsPass",
    "specialize-shapes": "disc_shape.passes.specialize_shapes:SpecializeShapesPass",
    "convert-legacy-shape-constraints": (
        "disc_shape.passes.convert_legacy_shape_constraints:ConvertLegacyShapeConstraintsPass"
    ),
    "disc-inline": "disc_shape.passes.disc_inline:DiscInlinePass",
    "materialize-shape-computation": (
        "disc_shape.passes.materialize_shape_computation:MaterializeShapeComputationPass"
    ),
    "distribute-kernels": "disc_shape.passes.distribute_kernels:DistributeKernelsPass",
    "interchange-reductions": "disc_shape.passes.interchange_reductions:InterchangeReductionsPass",
    "lmhlo-fusion": "disc_shape.passes.lmhlo_fusion:LmhloFusionPass",
    "lmhlo-to-loops": "disc_shape.passes.lmhlo_to_loops:LmhloToLoopsPass",
    "mhlo-to-lmhlo": "disc_shape.passes.mhlo_to_lmhlo:MhloToLmhloPass",
    "outline-kernels": "disc_shape.passes.outline_kernels:OutlineKernelsPass",
    "plan-memory": "disc_shape.passes.plan_memory:PlanMemoryPass",
    "relax-check": "disc_shape.passes.relax_check:RelaxCheckPass",
    "relax-eliminate-checks": ("disc_shape.passes.relax_eliminate_checks:RelaxEliminateChecksPass"),
    "relax-infer": "disc_shape.passes.relax_infer:RelaxInferPass",
    "relax-insert-checks": "disc_shape.passes.relax_insert_checks:RelaxInsertChecksPass",
    "relax-normalize": "disc_shape.passes.relax_normalize:RelaxNormalizePass",
    "relax-realize-vdevice": "disc_shape.passes.relax_realize_vdevice:RelaxRealizeVdevicePass",
    "relay-infer-types": "disc_shape.passes.relay_infer_types:RelayInferTypesPass",
    "relay-monomorphize": "disc_shape.passes.relay_monomorphize:RelayMonomorphizePass",
    "reuse-buffers": "disc_shape.passes.reuse_buffers:ReuseBuffersPass",
    "save-shape-constraints": "disc_shape.passes.save_shape_constraints:SaveShapeConstraintsPass",
    "shape-computation-canonicalize": (
        "disc_shape.passes.shape_computation_canonicalize:ShapeComputationCanonicalizePass"
    ),
    "shape-optimization": "disc_shape.passes.shape_optimization:ShapeOptimizationPass",
    "strip-shape-constraints": (
        "disc_shape.passes.strip_shape_constraints:StripShapeConstraintsPass"
    ),
    "test-print-layout-groups": "disc_shape.passes.test_print_layout_groups:PrintLayoutGroupsPass",
    "test-print-memory-plan": "disc_shape.passes.test_print_memory_plan:PrintMemoryPlanPass",
    "test-print-shape-facts": "disc_shape.passes.test_print_shape_facts:PrintShapeFactsPass",
    "test-verify-dominance": "disc_shape.passes.test_verify_dominance:VerifyDominancePass",
    "tile-transposes": "disc_shape.passes.tile_transposes:TileTransposesPass",
    "widen-contractions": "disc_shape.passes.widen_contractions:WidenContractionsPass",
}
"""Pass name -> "module:Class"."""
