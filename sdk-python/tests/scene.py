"""What the scenes of all operations share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bindery import BinderyProblem, Client, File
from bindery.generated.api import Api


@dataclass
class Outcomes:
    """Which operations were asked, by how they ended."""

    answered: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)


class NotingApi(Api):
    """The same API, keeping note of what was asked and whether it was answered."""

    def __init__(self, client: Client, outcomes: Outcomes) -> None:
        super().__init__(client._connection)
        self._outcomes = outcomes

    def _call(self, name: str, params: Mapping[str, object], *rest: Any, **options: Any) -> Any:
        try:
            answer = super()._call(name, params, *rest, **options)
        except BinderyProblem:
            self._outcomes.refused.add(name)
            raise
        self._outcomes.answered.add(name)
        return answer


@dataclass(frozen=True)
class Scene:
    """A user with a workbook, at a service."""

    # As whatever operation is named: the twins of tables and artifacts are called by their names.
    api: Any
    email: str
    workbook_id: str
    # The API for another user, or without a credential.
    api_for: Callable[[str], Any]


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    """Some operations can only be refused here: what they need is not there."""
    try:
        yield
    except BinderyProblem as problem:
        assert problem.code in codes, f"{problem.code}: {problem}"
        return
    raise AssertionError(f"answered, and not refused as {codes}")


def csv(filename: str, text: str = "code,amount\n0600000,1200\n1000001,80\n") -> File:
    return File(filename, text)
