from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from .generated.models import ProblemCode

_SHOWN_CHARACTERS = 300


class BinderyProblem(Exception):
    """The service said no, and why."""

    def __init__(self, answer: Mapping[str, Any], *, status: int, url: str, retry_after: float | None) -> None:
        title = answer.get("title") or answer.get("code") or f"{url} answered {status}"
        detail = answer.get("detail") or ""
        super().__init__(f"{title}: {detail}" if detail else title)
        # One of ProblemCode, one of a newer service, or `unexpected_response`.
        self.code: str = answer.get("code") or "unexpected_response"
        self.status = status
        self.title: str = title
        self.detail: str = detail
        self.suggested_fix: str | None = answer.get("suggested_fix")
        self.request_id: str | None = answer.get("request_id")
        # What is wrong with which part of the request.
        self.errors: list[dict[str, Any]] = answer.get("errors") or []
        # The whole problem document.
        self.fields: Mapping[str, Any] = answer
        # How many seconds the service asks to wait.
        self.retry_after = retry_after
        # Where the code is explained.
        self.docs: str | None = f"{url}/problems/{answer['code']}" if answer.get("code") else None


class BinderyUnreachable(Exception):
    """No answer came: no connection, a connection that broke, or nothing within the time that was given."""


class BinderyJobFailed(Exception):
    """A job ended without what it was to do."""

    def __init__(self, job_id: str, error: str | None) -> None:
        super().__init__(error or "The job failed")
        self.job_id = job_id


def is_problem(error: BaseException, *codes: ProblemCode) -> bool:
    """`is_problem(error, "version_conflict")`; any problem when no code is named."""
    return isinstance(error, BinderyProblem) and (not codes or error.code in codes)


def problem_of(response: httpx.Response, url: str) -> BinderyProblem:
    """What a refusal says; a proxy between us and the service may not send problem documents."""
    text = response.read().decode(errors="replace")
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not (isinstance(answer, dict) and isinstance(answer.get("code"), str)):
        answer = {"detail": text.strip()[:_SHOWN_CHARACTERS]}
    return BinderyProblem(answer, status=response.status_code, url=url, retry_after=_retry_after_of(response))


def _retry_after_of(response: httpx.Response) -> float | None:
    """Seconds, or a date."""
    value = response.headers.get("retry-after")
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
