"""What a number of random systems must show of the prover."""

from conformance.enumerate_small import Run


def check_systems(seed: int) -> None:
    """
    Sixty random systems: answers, ranges, residues, canonical forms, solutions, contradictions and
    explanations of all are true, and there are enough of each.
    """
    run = Run(seed)
    for _ in range(60):
        run.system()
    assert not run.wrong, run.wrong[0]
    assert run.asked > 2000
    assert run.counts["explained"] > 20
    assert run.counts["explained unknown"] > 10
