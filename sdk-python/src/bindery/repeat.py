from __future__ import annotations

import random

from .operation import Repetition
from .problem import BinderyProblem, BinderyUnreachable

_FIRST_DELAY_SECONDS = 0.25
_LONGEST_DELAY_SECONDS = 8.0
# A longer wait is for the caller to decide.
_LONGEST_WAIT_SECONDS = 60.0

# What passes by itself. A 409 never does: the caller has to look.
_PASSING = {429, 500, 502, 503, 504}
_TOO_LONG = {"query_timeout", "reading_timeout"}


def delay_before_repeat(error: Exception, repeat: Repetition, attempt: int) -> float | None:
    """How many seconds to wait before the next attempt, or None when there should be none."""
    if repeat == "never":
        return None
    spread = random.random() / 2 + 0.5
    delay: float = min(_LONGEST_DELAY_SECONDS, _FIRST_DELAY_SECONDS * 2**attempt) * spread
    if isinstance(error, BinderyUnreachable):
        return delay
    # What took too long will take as long again.
    if not isinstance(error, BinderyProblem) or error.status not in _PASSING or error.code in _TOO_LONG:
        return None
    asked = error.retry_after or 0.0
    return None if asked > _LONGEST_WAIT_SECONDS else max(delay, asked)
