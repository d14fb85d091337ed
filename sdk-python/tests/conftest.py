from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest

from bindery import Client, Workbook

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Person:
    """A logged-in user."""

    url: str
    email: str
    session: str


@pytest.fixture(scope="session")
def url() -> str:
    """The service that was started for these tests."""
    return os.environ["BINDERY_TEST_URL"]


@pytest.fixture
def person(url: str) -> Person:
    """Registers a new user."""
    email = f"{uuid4()}@example.org"
    with Client(url, "none") as client:
        answer = client.api.register({"email": email, "password": PASSWORD, "name": "Aiko"})
    return Person(url, email, answer["access_token"])


@pytest.fixture
def client(person: Person) -> Iterator[Client]:
    with Client(person.url, person.session) as client:
        yield client


@pytest.fixture
def workbook(client: Client) -> Workbook:
    return client.create_workbook(title="Ledger")
