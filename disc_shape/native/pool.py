"""
The threads that run parts of loops: started by the first program with parts, for all programs.

What they wait for and run is machine code (`pool_code`), so that they need no interpreter lock.
"""

from __future__ import annotations

import ctypes
import os
from threading import Lock, Thread

from disc_shape.native.call_state import HEADER as LINE
from disc_shape.native.call_state import WORKER
from disc_shape.native.code import Code, library

MUTEX, WAKE, IDLE = 0, 16, 32
"""Where the memory of a pool has a mutex, the condition that there is a loop, and that no thread
runs any more: 128 bytes each, more than any system takes."""
BUSY = 48
"""The word that is not zero while a loop runs."""
NEXT = 56
"""The number of the next part, which threads count up; alone on its line of the cache."""
RUNNING, GENERATION, RUN_PART, NUMBER, FRAME, TOTAL = range(64, 70)
"""The threads that run parts, the number of loops so far, and the loop: the function, the number of
its body, what it reads, and how many parts it has."""
WORDS = 72


class Pool:
    """The threads of a process."""

    def __init__(self) -> None:
        self._memory: list[object] = []
        self.renew()

    def renew(self) -> None:
        """Begin without threads, in new memory."""
        self._lock = Lock()
        self._ready = False
        self._started = 0
        memory = ctypes.create_string_buffer(WORDS * 8 + LINE)
        self._memory.append(memory)  # Programs may refer to what there was before.
        self.address = -(-ctypes.addressof(memory) // LINE) * LINE

    def require(self, threads: int, code: Code) -> int:
        """
        Let there be so many threads, with that of the caller, but no more than processors. Returns
        the address of the memory of the pool; 0 where the caller is alone.
        """
        with self._lock:
            wanted = min(threads, processors()) - 1
            if wanted < 1:
                return 0
            self._ready = self._ready or self._prepare()
            if not self._ready:
                return 0
            if self._started < wanted:
                self._start(wanted - self._started, code)
            return self.address

    def forget_threads(self) -> None:
        """
        After a fork, in the child: the threads are those of the parent. Programs that it has loaded
        run alone from here on.
        """
        ctypes.c_int64.from_address(self.address + BUSY * 8).value = 1
        self.renew()

    def _prepare(self) -> bool:
        """Make the mutex and the conditions; False where the system has none."""
        system = library(None)
        try:
            assert system is not None
            return not (
                system.pthread_mutex_init(ctypes.c_void_p(self.address + MUTEX * 8), None)
                or system.pthread_cond_init(ctypes.c_void_p(self.address + WAKE * 8), None)
                or system.pthread_cond_init(ctypes.c_void_p(self.address + IDLE * 8), None)
            )
        except AttributeError:
            return False

    def _start(self, count: int, code: Code) -> None:
        """Start threads. They run until the process ends, and so does what they run."""
        work = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address(WORKER))
        for kept in (self, code, work):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
        for _ in range(count):
            try:
                Thread(target=work, args=(self.address,), name="disc_shape", daemon=True).start()
            except RuntimeError:  # The system has no more: the others do the work.
                return
            self._started += 1


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


POOL = Pool()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.forget_threads)
