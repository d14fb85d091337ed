"""Retries have one effect, and nothing is repeated that the caller has to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bindery import BinderyProblem, BinderyUnreachable, Client, Retry, is_problem
from bindery.repeat import delay_before_repeat
from moody_server import MoodyServer, answer, break_off, hang_up, problem, running_moody_server


@pytest.fixture
def moody() -> Iterator[MoodyServer]:
    with running_moody_server() as server:
        yield server


@pytest.fixture
def retries() -> list[Retry]:
    return []


@pytest.fixture
def client(moody: MoodyServer, retries: list[Retry], monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    # The waits are looked at, not waited for.
    monkeypatch.setattr("bindery.send.time.sleep", lambda _: None)
    with Client(moody.url, "secret", on_retry=retries.append) as client:
        yield client


def create(client: Client) -> Any:
    return client.api.create_workbook({"title": "Ledger"})


@pytest.mark.parametrize("mood", [hang_up, break_off, problem(503, "unavailable"), problem(429, "rate_limited")])
def test_a_write_whose_answer_is_lost_is_sent_again_under_the_same_key(
    mood: Any, moody: MoodyServer, client: Client
) -> None:
    moody.will(mood, mood, answer(201, {"workbook_id": "wb_1"}))

    made = create(client)

    assert made == {"workbook_id": "wb_1"}
    assert len(moody.seen) == 3
    assert len(moody.idempotency_keys()) == 1 and None not in moody.idempotency_keys()


@pytest.mark.parametrize("code", ["version_conflict", "idempotency_in_progress", "name_taken", "code_of_tomorrow"])
def test_a_409_is_never_sent_again_whatever_its_code(code: str, moody: MoodyServer, client: Client) -> None:
    moody.will(problem(409, code))

    with pytest.raises(BinderyProblem) as refusal:
        create(client)

    assert (refusal.value.status, refusal.value.code, len(moody.seen)) == (409, code, 1)


def test_what_takes_no_key_is_sent_once(moody: MoodyServer, client: Client) -> None:
    moody.will(problem(503, "unavailable"))

    with pytest.raises(BinderyProblem):
        client.api.login({"email": "a@example.org", "password": "x"})

    assert len(moody.seen) == 1


def test_a_query_that_took_too_long_is_not_sent_again(moody: MoodyServer, client: Client) -> None:
    moody.will(problem(504, "query_timeout"))

    with pytest.raises(BinderyProblem):
        client.query("SELECT 1", workbook="wb_1")

    assert len(moody.seen) == 1


def test_it_gives_up_after_three_repetitions_and_says_what_was_wrong(moody: MoodyServer, client: Client) -> None:
    moody.will(hang_up)

    with pytest.raises(BinderyUnreachable, match=moody.url):
        client.me()

    assert len(moody.seen) == 4


def test_it_waits_no_less_than_the_service_asks_and_no_longer_than_a_minute(
    moody: MoodyServer, client: Client, retries: list[Retry]
) -> None:
    moody.will(problem(429, "rate_limited", {"retry-after": "7"}), problem(429, "rate_limited", {"retry-after": "900"}))

    with pytest.raises(BinderyProblem) as refusal:
        client.me()

    assert [retry.delay_seconds for retry in retries] == [7.0]
    assert refusal.value.retry_after == 900


def test_waits_grow_and_are_spread() -> None:
    error = BinderyUnreachable()
    waits = [[delay_before_repeat(error, "safe", attempt) or 0 for _ in range(50)] for attempt in range(7)]

    assert all(0.125 <= wait <= 0.25 for wait in waits[0])
    assert all(4 <= wait <= 8 for wait in waits[6])
    assert len(set(waits[3])) > 10


def test_a_problem_tells_its_code_its_fix_and_where_it_is_explained(moody: MoodyServer, client: Client) -> None:
    problem = {"code": "version_conflict", "title": "Table changed", "detail": "at 5", "suggested_fix": "read again"}
    moody.will(answer(409, {**problem, "current_version": 5}))

    with pytest.raises(BinderyProblem) as refusal:
        create(client)

    problem_ = refusal.value
    assert is_problem(problem_, "version_conflict") and not is_problem(problem_, "name_taken")
    assert (str(problem_), problem_.suggested_fix) == ("Table changed: at 5", "read again")
    assert problem_.fields["current_version"] == 5
    assert problem_.docs == f"{moody.url}/problems/version_conflict"


def test_whoever_speaks_no_problem_documents_is_told_of_as_he_spoke(moody: MoodyServer, client: Client) -> None:
    moody.will(answer(404, {"message": "no such place"}))

    with pytest.raises(BinderyProblem) as refusal:
        client.me()

    assert refusal.value.code == "unexpected_response"
    assert "no such place" in refusal.value.detail


def test_the_credential_goes_to_the_service_and_into_no_text(moody: MoodyServer, client: Client) -> None:
    moody.will(problem(403, "out_of_reach"))

    with pytest.raises(BinderyProblem) as refusal:
        client.me()

    assert moody.seen[0][2]["authorization"] == "Bearer secret"
    assert "secret" not in f"{client!r} {client.workbook('wb_1')!r} {refusal.value!r} {refusal.value.fields}"


def test_a_redirect_is_not_followed(moody: MoodyServer, client: Client) -> None:
    moody.will(answer(302, {}, {"location": "http://127.0.0.1:9/elsewhere"}))

    with pytest.raises(BinderyProblem):
        client.me()

    assert len(moody.seen) == 1
