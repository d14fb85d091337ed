"""What the code prints, as far as it is kept: the beginning goes out at once, the end when the run is over."""

import collections
import io
import os
import sys

HEAD_BYTES = 5_000
TAIL_BYTES = 5_000
STDOUT = 1


def begin():
    log = Log()
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(log, encoding="utf-8", errors="replace", write_through=True)
        setattr(sys, name, stream)
    return log


class Log(io.RawIOBase):
    def __init__(self):
        self._room = HEAD_BYTES
        self._tail = collections.deque()
        self._tail_bytes = 0
        self._left_out = 0

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        head, rest = data[: self._room], data[self._room :]
        self._room -= len(head)
        self._put(head)
        if rest:
            self._keep(rest)
        return len(data)

    def end(self):
        if self._left_out:
            self._put(f"\n[{self._left_out:,} bytes left out]\n".encode())
        self._put(b"".join(self._tail))
        self._room = 0
        self._tail.clear()

    def _keep(self, data):
        """The last bytes, and how many there were before them."""
        self._left_out += max(0, len(data) - TAIL_BYTES)
        self._tail.append(data[-TAIL_BYTES:])
        self._tail_bytes += len(self._tail[-1])
        while self._tail_bytes > TAIL_BYTES:
            first = self._tail.popleft()
            gone = min(len(first), self._tail_bytes - TAIL_BYTES)
            self._tail_bytes -= gone
            self._left_out += gone
            if gone < len(first):
                self._tail.appendleft(first[gone:])

    def _put(self, data):
        try:
            while data:
                data = data[os.write(STDOUT, data) :]
        except OSError:
            # A write past us finds the pipe closed; that is no failure of what is printed.
            pass
