from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_BAR_WIDTH = 30


@dataclass(frozen=True)
class Progress:
    """Called while a file is on its way."""

    sent_bytes: int
    total_bytes: int


OnProgress = Callable[[Progress], None]


def counted(pieces: Iterator[bytes], total_bytes: int, on_progress: OnProgress) -> Iterator[bytes]:
    """The same pieces; tells how much of them has been handed over."""
    sent_bytes = 0
    for piece in pieces:
        yield piece
        sent_bytes += len(piece)
        on_progress(Progress(sent_bytes, total_bytes))


def draw_progress(progress: Progress) -> None:
    """A bar on standard error, on one line."""
    share = progress.sent_bytes / progress.total_bytes if progress.total_bytes else 1.0
    bar = ("█" * round(share * _BAR_WIDTH)).ljust(_BAR_WIDTH, "·")
    end = "\n" if progress.sent_bytes >= progress.total_bytes else ""
    megabytes = f"{progress.sent_bytes / 1e6:,.1f} of {progress.total_bytes / 1e6:,.1f} MB"
    print(f"\r{bar} {share:4.0%}  {megabytes}", end=end, file=sys.stderr, flush=True)
