from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from .generated.models import BinderyEvent

_TOLERANCE_SECONDS = 300.0


class WebhookRefused(Exception):
    """The sender does not hold the secret, or sent this long ago."""


def verify_webhook(
    secret: str | Sequence[str],
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now: float | None = None,
) -> BinderyEvent:
    """The event that a request brings, once its signature has been found right.

    `secret` is what creating or rotating it answered, or both while a receiver changes from one to the other. `body`
    is as it came: text that was parsed and written again is not what was signed.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = _header_of(given, "webhook-id"), _header_of(given, "webhook-timestamp")
    raw = body.encode() if isinstance(body, str) else body
    _refuse_if_old(timestamp, time.time() if now is None else now, tolerance_seconds)
    signed = f"{message_id}.{timestamp}.".encode() + raw
    signatures = [
        bytes_ for text in _header_of(given, "webhook-signature").split(" ") for bytes_ in _signature_in(text)
    ]
    for each in [secret] if isinstance(secret, str) else secret:
        wanted = hmac.new(_key_of(each), signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(wanted, signature) for signature in signatures):
            return cast("BinderyEvent", json.loads(raw))
    raise WebhookRefused("No signature of the request is right")


def _refuse_if_old(timestamp: str, now: float, tolerance_seconds: float) -> None:
    # Digits alone: what is no number is refused too.
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > tolerance_seconds:
        raise WebhookRefused("The request is too old, or from the future")


def _header_of(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value is None:
        raise WebhookRefused(f"The request has no header {name}")
    return value


def _signature_in(text: str) -> list[bytes]:
    """`v1,<base64>`; other versions are for receivers that know them."""
    version, _, signature = text.partition(",")
    return _from_base64(signature) if version == "v1" else []


def _key_of(secret: str) -> bytes:
    keys = _from_base64(secret.removeprefix("whsec_"))
    if not keys or not keys[0]:
        raise ValueError("The secret of a webhook is whsec_ and base64")
    return keys[0]


def _from_base64(text: str) -> list[bytes]:
    """Nothing when it is no base64."""
    try:
        return [base64.b64decode(text, validate=True)]
    except (binascii.Error, ValueError):
        return []
