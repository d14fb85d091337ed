from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, Union
from urllib.parse import quote, urlencode

import httpx

from .download import Download
from .operation import Operation
from .problem import BinderyProblem, BinderyUnreachable, problem_of
from .progress import OnProgress, counted
from .repeat import delay_before_repeat
from .request_body import RequestBody, request_body_of

T = TypeVar("T")
Token = Union[str, Callable[[], str], None]


@dataclass(frozen=True)
class Retry:
    """Called before a request is sent again."""

    operation: Operation
    attempt: int
    delay_seconds: float
    error: Exception


@dataclass(frozen=True)
class _Prepared:
    operation: Operation
    url: str
    headers: dict[str, str]
    body: RequestBody | None
    on_progress: OnProgress | None


class Connection:
    """Sends operations to one service with one credential, and again where that is safe and may help."""

    def __init__(
        self,
        url: str,
        token: Token,
        http: httpx.Client,
        *,
        retries: int,
        timeout: float,
        headers: Mapping[str, str],
        on_retry: Callable[[Retry], None] | None,
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._http = http
        self._retries = retries
        self._timeout = timeout
        self._headers = dict(headers)
        self._on_retry = on_retry

    def call(
        self,
        operation: Operation,
        params: Mapping[str, object],
        body: Any = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
        read: Callable[[httpx.Response], Any] | None = None,
    ) -> Any:
        """Calls an operation and reads its answer: JSON, nothing, or a download."""
        sent = request_body_of(operation.sends, body)
        all_headers = {"accept": "*/*", **self._headers, **(headers or {})}
        if sent:
            all_headers |= {"content-type": sent.content_type, "content-length": str(sent.size_bytes)}
        if operation.repeat == "keyed":
            all_headers["idempotency-key"] = idempotency_key or secrets.token_hex(16)
        prepared = _Prepared(operation, self.url + _address_of(operation.path, params), all_headers, sent, on_progress)
        return self._repeated(prepared, read or _read_answer)

    def close(self) -> None:
        self._http.close()

    def _repeated(self, prepared: _Prepared, read: Callable[[httpx.Response], T]) -> T:
        attempt = 0
        while True:
            try:
                return self._attempt_once(prepared, read)
            except (BinderyProblem, BinderyUnreachable) as error:
                delay = delay_before_repeat(error, prepared.operation.repeat, attempt)
                if attempt >= self._retries or delay is None:
                    raise
                attempt += 1
                if self._on_retry:
                    self._on_retry(Retry(prepared.operation, attempt, delay, error))
            time.sleep(delay)

    def _attempt_once(self, prepared: _Prepared, read: Callable[[httpx.Response], T]) -> T:
        try:
            response = self._http.send(self._request_of(prepared), stream=True)
            try:
                if response.is_error or (response.status_code >= 300 and not prepared.operation.redirects):
                    raise problem_of(response, self.url)
                return read(response)
            except BaseException:
                response.close()
                raise
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            raise BinderyUnreachable(f"{self.url} cannot be reached: {reason}") from error

    def _request_of(self, prepared: _Prepared) -> httpx.Request:
        body, headers = prepared.body, dict(prepared.headers)
        token = self._token() if callable(self._token) else self._token
        if token:
            headers["authorization"] = f"Bearer {token}"
        pieces = body.pieces() if body else None
        if body and pieces and prepared.on_progress:
            pieces = counted(pieces, body.size_bytes, prepared.on_progress)
        # Files may take as long as they need.
        patience = None if body and body.is_file else self._timeout
        timeout = httpx.Timeout(patience, connect=self._timeout)
        return self._http.build_request(
            prepared.operation.method, prepared.url, headers=headers, content=pieces, timeout=timeout
        )


def _read_answer(response: httpx.Response) -> Any:
    if response.status_code == 204:
        response.close()
        return None
    if re.search(r"\bjson\b", response.headers.get("content-type", "")):
        return json.loads(response.read())
    return Download(response)


def _address_of(path: str, params: Mapping[str, object]) -> str:
    """Puts the parameters that the path names into it, and the others behind it."""
    given = {name: _text_of(value) for name, value in params.items() if value is not None}
    in_path = {name for name in given if f"{{{name}}}" in path}
    address = re.sub(r"\{(\w+)\}", lambda place: quote(given[place[1]], safe=""), path)
    query = urlencode({name: value for name, value in given.items() if name not in in_path})
    return f"{address}?{query}" if query else address


def _text_of(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
