from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from .row import Row

# What one write takes at most, with room for what stands around its rows.
_PORTION_ROWS = 5_000
_PORTION_BYTES = 8_000_000


def in_portions(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Rows in portions that a write takes: not too many, and not too long as JSON."""
    portion: list[Row] = []
    size_bytes = 0
    for row in rows:
        length = len(json.dumps(row, ensure_ascii=False).encode())
        if len(portion) == _PORTION_ROWS or (portion and size_bytes + length > _PORTION_BYTES):
            yield portion
            portion, size_bytes = [], 0
        portion.append(row)
        size_bytes += length
    if portion:
        yield portion
