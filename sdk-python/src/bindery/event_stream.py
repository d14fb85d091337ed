from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .generated.api import Api
from .problem import BinderyUnreachable

if TYPE_CHECKING:
    from .generated.models import BinderyEvent

# As long as the service asks its listeners to wait.
_RETURN_SECONDS = 2.0


def event_stream(api: Api, workbook_id: str, after: str | None = None) -> Iterator[BinderyEvent]:
    """The events of a workbook as they happen; comes back where it was whenever the connection ends."""
    last = after
    while True:
        try:
            with api.stream_workbook_events(workbook_id, after=last) as stream:
                for data in _data_in(stream.lines()):
                    event: BinderyEvent = json.loads(data)
                    last = event["id"]
                    yield event
        except BinderyUnreachable:
            pass
        time.sleep(_RETURN_SECONDS)


def _data_in(lines: Iterable[str]) -> Iterator[str]:
    """The data of each message of a stream of Server-Sent Events."""
    data: list[str] = []
    for line in lines:
        if line.startswith("data: "):
            data.append(line[len("data: ") :])
        elif line == "" and data:
            yield "\n".join(data)
            data = []
