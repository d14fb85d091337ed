from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any

import pytest

from bindery import WebhookRefused, verify_webhook

NOW = 1_794_696_098
BODY = '{"id":"evt_1","type":"artifact.updated","data":{"artifact":{"name":"売上"}}}'


def secret_of(byte: int) -> str:
    return "whsec_" + base64.b64encode(bytes([byte]) * 32).decode()


CURRENT, FORMER, OTHER = secret_of(1), secret_of(2), secret_of(3)


def signed(secrets: list[str] | None = None, at: int = NOW, body: str = BODY) -> dict[str, str]:
    """As the service sends it; while a secret is changed, it signs with both."""
    message = f"evt_1.{at}.{body}".encode()
    signatures = [
        "v1," + base64.b64encode(hmac.new(base64.b64decode(s[6:]), message, hashlib.sha256).digest()).decode()
        for s in secrets or [CURRENT]
    ]
    return {"Webhook-Id": "evt_1", "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}


def verified(**request: Any) -> Any:
    given = {"secret": CURRENT, "headers": signed(), "body": BODY, "now": NOW, **request}
    return verify_webhook(given.pop("secret"), given.pop("headers"), given.pop("body"), **given)


def test_the_service_signs_as_the_standard_has_it() -> None:
    """From the examples of standard-webhooks."""
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    event: Any = verify_webhook(secret, headers, '{"test": 2432232314}', now=1614265330)

    assert event == {"test": 2432232314}


def test_a_request_that_was_signed_is_what_it_says() -> None:
    assert verified()["data"]["artifact"]["name"] == "売上"
    assert verified(body=BODY.encode())["type"] == "artifact.updated"


def test_while_a_secret_is_changed_the_sender_may_sign_with_both_and_the_receiver_may_know_both() -> None:
    both = signed([FORMER, CURRENT])

    assert verified(headers=both) == verified(headers=both, secret=FORMER) == verified(secret=[OTHER, CURRENT])


@pytest.mark.parametrize(
    "request_",
    [
        {"body": BODY.replace("売上", "賃金")},
        {"headers": signed() | {"Webhook-Id": "evt_2"}},
        {"headers": signed() | {"webhook-timestamp": str(NOW + 1)}},
        {"secret": [OTHER, FORMER]},
        *({"headers": signed() | {"webhook-signature": s}} for s in ["", "v1", "v1,", "v1,%%%", "v2,AAAA"]),
    ],
)
def test_another_body_id_time_secret_or_signature_is_refused(request_: dict[str, Any]) -> None:
    with pytest.raises(WebhookRefused):
        verified(**request_)


@pytest.mark.parametrize("headers", [signed(at=NOW - 301), signed(at=NOW + 301), {"webhook-id": "evt_1"}])
def test_what_was_sent_long_ago_or_bears_no_time_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(WebhookRefused):
        verified(headers=headers)


def test_the_tolerance_is_a_setting() -> None:
    assert verified(headers=signed(at=NOW - 301), tolerance_seconds=600)
    with pytest.raises(WebhookRefused):
        verified(headers=signed() | {"webhook-timestamp": "soon"})
