from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Whether a lost answer may be asked for again: always, under the same Idempotency-Key, or never.
Repetition = Literal["safe", "keyed", "never"]
BodyKind = Literal["json", "form", "fields", "bytes"]


@dataclass(frozen=True)
class Operation:
    """Where an operation is, whether it may be repeated, and what it sends other than JSON."""

    method: str
    path: str
    repeat: Repetition = "safe"
    sends: BodyKind = "json"
    # It answers with another address.
    redirects: bool = False
