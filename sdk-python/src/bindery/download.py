from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from urllib.parse import unquote

import httpx

from .problem import BinderyUnreachable


class Download:
    """What is no JSON: a file that the service made or kept, a page, a stream. Reading it to its end closes it."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status = response.status_code
        self.headers = response.headers
        self.filename = _filename_in(response.headers.get("content-disposition")) or "download"
        self.content_type = response.headers.get("content-type", "application/octet-stream")
        # Of an export with `record_branch`: what a later merge is against.
        self.branch_id: str | None = response.headers.get("x-svc-branch-id")

    def read(self) -> bytes:
        with _told_when_it_breaks():
            return self._response.read()

    def text(self) -> str:
        return self.read().decode()

    def pieces(self) -> Iterator[bytes]:
        """Its bytes as they come."""
        with _told_when_it_breaks():
            yield from self._response.iter_bytes()

    def lines(self) -> Iterator[str]:
        with _told_when_it_breaks():
            yield from self._response.iter_lines()

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Writes it to a file, or under its own name into a folder; here when none is named."""
        target = Path(path or ".")
        if target.is_dir():
            # A name from elsewhere is a name, never a path.
            target = target / Path(self.filename).name
        # Beside its place first: a file that is there is complete.
        partial = target.with_name(f"{target.name}.partial")
        with open(partial, "wb") as file:
            for piece in self.pieces():
                file.write(piece)
        partial.replace(target)
        return target

    def close(self) -> None:
        self._response.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@contextmanager
def _told_when_it_breaks() -> Iterator[None]:
    try:
        yield
    except httpx.TransportError as error:
        raise BinderyUnreachable(f"The answer broke off: {error}") from error


def _filename_in(disposition: str | None) -> str | None:
    encoded = re.search(r"filename\*=UTF-8''([^;]+)", disposition or "", re.IGNORECASE)
    if encoded:
        return unquote(encoded[1])
    plain = re.search(r'filename="([^"]+)"', disposition or "")
    return plain[1] if plain else None
