from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Listing(Generic[Item, Page]):
    """Many things, read page by page as they are asked for: `for each in listing`."""

    def __init__(
        self,
        read_page: Callable[[Any], Page],
        items_of: Callable[[Page], list[Item]],
        next_of: Callable[[Page], Any],
    ) -> None:
        """`read_page` is first asked with None; `next_of` tells where to go on, or None on the last page."""
        self._read_page = read_page
        self._items_of = items_of
        self._next_of = next_of

    def pages(self) -> Iterator[Page]:
        place = None
        while True:
            page = self._read_page(place)
            yield page
            place = self._next_of(page)
            if place is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from self._items_of(page)

    def to_list(self) -> list[Item]:
        return list(self)


def next_cursor(page: Mapping[str, Any]) -> str | None:
    """Of a list that goes on at its `next_cursor`."""
    cursor: str | None = page["next_cursor"]
    return cursor
