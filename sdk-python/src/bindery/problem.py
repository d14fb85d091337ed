from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from .generated.models import ProblemCode

_TOLD_CHARACTERS = 300


class BinderyProblem(Exception):
    """The service said no, and why."""

    def __init__(self, told: Mapping[str, Any], *, status: int, url: str, retry_after: float | None) -> None:
        title = told.get("title") or told.get("code") or f"{url} answered {status}"
        detail = told.get("detail") or ""
        super().__init__(f"{title}: {detail}" if detail else title)
        # One of ProblemCode, one of a newer service, or `unexpected_response`.
        self.code: str = told.get("code") or "unexpected_response"
        self.status = status
        self.title: str = title
        self.detail: str = detail
        self.suggested_fix: str | None = told.get("suggested_fix")
        self.request_id: str | None = told.get("request_id")
        # What is wrong with which part of the request.
        self.errors: list[dict[str, Any]] = told.get("errors") or []
        # The whole problem document.
        self.fields: Mapping[str, Any] = told
        # How many seconds the service asks to wait.
        self.retry_after = retry_after
        # Where the code is explained.
        self.docs: str | None = f"{url}/problems/{told['code']}" if told.get("code") else None


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
    """What a refusal says; whoever stands between us and the service may not speak in problem documents."""
    text = response.read().decode(errors="replace")
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if not (isinstance(told, dict) and isinstance(told.get("code"), str)):
        told = {"detail": text.strip()[:_TOLD_CHARACTERS]}
    return BinderyProblem(told, status=response.status_code, url=url, retry_after=_retry_after_of(response))


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
