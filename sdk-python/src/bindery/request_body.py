from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from .files import FileInput, filename_of, pieces_of, size_of
from .operation import BodyKind


@dataclass(frozen=True)
class RequestBody:
    """A body that can be sent again."""

    content_type: str
    size_bytes: int
    pieces: Callable[[], Iterator[bytes]]
    is_file: bool = False


def request_body_of(kind: BodyKind, body: Any) -> RequestBody | None:
    if body is None:
        return None
    if kind == "bytes":
        return RequestBody("application/octet-stream", size_of(body), lambda: pieces_of(body), is_file=True)
    if kind == "form":
        return _form_of(body)
    if kind == "fields":
        pairs = [(name, _text_of(value)) for name, value in body.items() if value is not None]
        return _whole("application/x-www-form-urlencoded", urlencode(pairs))
    return _whole("application/json", json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _whole(content_type: str, text: str) -> RequestBody:
    content = text.encode()
    return RequestBody(content_type, len(content), lambda: iter([content]))


def _form_of(fields: Mapping[str, Any]) -> RequestBody:
    """A multipart form that is read while it is sent, and whose length is known before."""
    boundary = f"bindery-{secrets.token_hex(16)}"
    given: list[tuple[str, Any]] = []
    for name, value in fields.items():
        # Several files are as many parts of one name.
        several = name == "files" and isinstance(value, list)
        given += [(name, each) for each in (value if several else [value]) if each is not None]
    # Fields first: the reader of the form then knows the options before the file comes.
    given.sort(key=lambda field: _is_file(field[0]))
    parts: list[bytes | FileInput] = []
    for name, value in given:
        parts += [_head(boundary, name, value), value if _is_file(name) else _text_of(value).encode(), b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())

    def pieces() -> Iterator[bytes]:
        for part in parts:
            if isinstance(part, bytes):
                yield part
            else:
                yield from pieces_of(part)

    size_bytes = sum(len(part) if isinstance(part, bytes) else size_of(part) for part in parts)
    return RequestBody(f"multipart/form-data; boundary={boundary}", size_bytes, pieces, is_file=True)


def _head(boundary: str, name: str, value: Any) -> bytes:
    filename = f'; filename="{_escaped(filename_of(value))}"' if _is_file(name) else ""
    content_type = "\r\ncontent-type: application/octet-stream" if _is_file(name) else ""
    disposition = f'content-disposition: form-data; name="{_escaped(name)}"{filename}{content_type}'
    return f"--{boundary}\r\n{disposition}\r\n\r\n".encode()


def _is_file(field: str) -> bool:
    """A path is a text as other fields are; every form of the API calls its file so."""
    return field in ("file", "files")


def _text_of(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _escaped(name: str) -> str:
    """As browsers do it."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
