"""The collector of cycles is asked less often while a program is compiled, and no longer."""

from __future__ import annotations

import gc
from collections.abc import Generator
from threading import Barrier, Thread

import pytest

import disc_shape
from disc_shape.collector import RARELY, collected_rarely
from disc_shape.engines.reference import ReferenceEngine
from disc_shape.engines.registry import Job

TEXT = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }"


@pytest.fixture(autouse=True)
def usual_thresholds() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_a_block_ends() -> None:
    with collected_rarely():
        assert gc.get_threshold() == RARELY
        with collected_rarely():
            assert gc.get_threshold() == RARELY
        assert gc.get_threshold() == RARELY
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_ends_a_block() -> None:
    with pytest.raises(KeyError), collected_rarely():
        raise KeyError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("own", [(0, 10, 10), (1_000_000, 200, 20)])
def test_what_the_process_has_chosen_stays(own: tuple[int, int, int]) -> None:
    gc.set_threshold(*own)
    with collected_rarely():
        assert gc.get_threshold() == own
    assert gc.get_threshold() == own


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with collected_rarely():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_blocks_of_threads_that_overlap() -> None:
    inside, outside = Barrier(2), Barrier(2)
    seen: list[tuple[int, int, int]] = []

    def longer() -> None:
        with collected_rarely():
            inside.wait()
            outside.wait()  # The block of the other thread has ended.
            seen.append(gc.get_threshold())

    thread = Thread(target=longer)
    thread.start()
    with collected_rarely():
        inside.wait()
    outside.wait()
    thread.join()
    assert seen == [RARELY]
    assert gc.get_threshold() == (700, 10, 10)


def test_compiling_is_such_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int, int]] = []
    compile_it = ReferenceEngine.compile

    def compile_and_look(engine: ReferenceEngine, job: Job) -> object:
        seen.append(gc.get_threshold())
        return compile_it(engine, job)

    monkeypatch.setattr(ReferenceEngine, "compile", compile_and_look)
    disc_shape.compile(TEXT, engine="reference")
    assert seen == [RARELY]
    assert gc.get_threshold() == (700, 10, 10)
