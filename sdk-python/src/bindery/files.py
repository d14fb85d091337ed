from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Union

_PIECE_BYTES = 256 * 1024


@dataclass(frozen=True)
class File:
    """Content with a name, where there is no file of that name."""

    filename: str
    content: bytes | str


# A file to send: where it lies, or its content with a name.
FileInput = Union[str, "os.PathLike[str]", File]


def filename_of(file: FileInput) -> str:
    return file.filename if isinstance(file, File) else Path(file).name


def size_of(file: FileInput) -> int:
    return len(_bytes_of(file)) if isinstance(file, File) else os.stat(file).st_size


def pieces_of(file: FileInput) -> Iterator[bytes]:
    """Its bytes, never more than a piece at a time."""
    if isinstance(file, File):
        content = memoryview(_bytes_of(file))
        for start in range(0, len(content), _PIECE_BYTES):
            yield bytes(content[start : start + _PIECE_BYTES])
        return
    with open(file, "rb") as opened:
        while piece := opened.read(_PIECE_BYTES):
            yield piece


def _bytes_of(file: File) -> bytes:
    return file.content.encode() if isinstance(file.content, str) else file.content
