"""Every operation of openapi.json is called through the SDK against the real service."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bindery import Client
from bindery.generated.operations import API_VERSION, OPERATIONS
from conftest import Person
from scene import NotingApi, Outcomes, Scene
from scenes.files import play_files, play_returns, play_workbook
from scenes.finding import play_drives, play_finding
from scenes.history import play_history, play_work
from scenes.people import play_closing, play_money, play_people, play_sessions
from scenes.tables import play_tables

DOCUMENT = json.loads((Path(__file__).parents[2] / "openapi.json").read_text())
DESCRIBED = {
    re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", operation["operationId"]): (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}

# What needs something that no test has: payments, drives, an identity provider, a link from an email, a name server.
ONLY_REFUSED = {
    "decide_held_content",
    "enable_payg",
    "finish_drive_authorization",
    "finish_oidc_login",
    "list_cloud_files",
    "open_portal",
    "read_drive_authorization",
    "receive_payment_event",
    "reset_password",
    "reuse_card",
    "review_password_link",
    "revoke_drive_authorization",
    "start_checkout",
    "start_drive_authorization",
    "start_oidc_login",
    "submit_held_content",
    "submit_invitation",
    "submit_new_password",
    "sync_file_link",
    "top_up",
    "track_cloud_file",
    "upload_from_drive",
    "upload_from_url",
    "verify_domain",
}

outcomes = Outcomes()


@pytest.fixture
def scene(person: Person) -> Iterator[Scene]:
    with ExitStack() as clients:

        def api_for(token: str) -> NotingApi:
            return NotingApi(clients.enter_context(Client(person.url, lambda: token)), outcomes)

        api = api_for(person.session)
        workbook_id = api.create_workbook({"title": "Ledger"})["workbook_id"]
        yield Scene(api, person.email, workbook_id, api_for)


def test_the_sdk_has_a_method_for_every_operation_at_the_place_where_it_is() -> None:
    known = {name: (operation.method, operation.path) for name, operation in OPERATIONS.items()}

    assert known == DESCRIBED
    assert all(callable(getattr(NotingApi, name)) for name in DESCRIBED)
    assert DOCUMENT["info"]["version"] == API_VERSION


@pytest.mark.parametrize(
    "play",
    [
        play_people,
        play_money,
        play_sessions,
        play_tables,
        play_work,
        play_history,
        play_files,
        play_returns,
        play_finding,
        play_drives,
        play_workbook,
        play_closing,
    ],
    ids=lambda play: play.__name__,
)
def test_everything_that_people_do_goes_through_it(play: Callable[[Scene], None], scene: Scene) -> None:
    play(scene)


def test_no_operation_is_without_a_scene() -> None:
    unplayed = DESCRIBED.keys() - outcomes.answered - outcomes.refused

    assert unplayed == set(), "write a scene for it in tests/scenes"
    assert outcomes.refused - outcomes.answered <= ONLY_REFUSED
