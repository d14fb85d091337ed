"""Something in the network that answers in the moods it is given, the last of them for ever."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Mood = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None) -> Mood:
    def mood(handler: BaseHTTPRequestHandler) -> None:
        content = json.dumps(body or {}).encode()
        handler.send_response(status)
        kind = "application/json" if status < 400 else "application/problem+json"
        for name, value in {"content-type": kind, "content-length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return mood


def problem(status: int, code: str, headers: Mapping[str, str] | None = None) -> Mood:
    return answer(status, {"code": code, "title": code, "status": status, "request_id": "req_1"}, headers)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    """The connection breaks before an answer."""
    handler.close_connection = True


def break_off(handler: BaseHTTPRequestHandler) -> None:
    """The answer breaks off."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"half":')
    handler.close_connection = True


@dataclass
class MoodyServer:
    url: str = ""
    moods: list[Mood] = field(default_factory=list)
    seen: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)

    def will(self, *moods: Mood) -> None:
        self.moods, self.seen = list(moods), []

    def idempotency_keys(self) -> set[str | None]:
        """The Idempotency-Keys that were seen."""
        return {headers.get("idempotency-key") for _, _, headers, _ in self.seen}


@contextmanager
def running_moody_server() -> Iterator[MoodyServer]:
    moody = MoodyServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            moody.seen.append((self.command, self.path, headers, body))
            mood = moody.moods.pop(0) if len(moody.moods) > 1 else moody.moods[0]
            mood(self)

        do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_one

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    moody.url = f"http://127.0.0.1:{server.server_address[1]}"
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield moody
    finally:
        server.shutdown()
        server.server_close()
