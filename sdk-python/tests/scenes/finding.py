"""Tables are found, looked over, and kept in step with files that live elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scene import Scene, csv, refused

_PROVIDER = "google_drive"
_UNCONNECTED = ("provider_disabled", "not_found", "session_required", "unexpected_response")


def play_finding(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    api.create_table(workbook_id, {"name": "findable", "columns": [{"name": "region"}]})
    api.search_data(q="findable")
    assert api.list_my_data()["artifacts"]
    api.review_workbook(workbook_id)

    link_id = api.track_local_file(workbook_id, {"file": csv("prices.csv")})["link_id"]
    changed = csv("prices.csv", "code,amount\n0600000,1300\n")
    assert api.push_file_version(workbook_id, link_id, {"file": changed})["changed"]
    assert api.list_file_links(workbook_id)["file_links"][0]["current_version"] == 2
    assert "1200" in api.download_file_version(workbook_id, link_id, "1").text()
    api.read_file_version_cells(workbook_id, link_id, "1")
    api.diff_file_versions(workbook_id, link_id, "2")
    api.revert_file_version(workbook_id, link_id, "1")


def play_drives(scene: Scene) -> None:
    """No drive is connected here: every such operation says so."""
    api, workbook_id = scene.api, scene.workbook_id
    asked: list[Callable[[], Any]] = [
        lambda: api.read_drive_authorization(_PROVIDER),
        lambda: api.revoke_drive_authorization(_PROVIDER),
        lambda: api.list_cloud_files(_PROVIDER),
        lambda: api.start_drive_authorization(state="x"),
        lambda: api.finish_drive_authorization(_PROVIDER, code="x", state="x"),
        lambda: api.upload_from_drive(workbook_id, {"provider": _PROVIDER, "file_id": "x", "filename": "x.xlsx"}),
        lambda: api.track_cloud_file(workbook_id, {"provider": _PROVIDER, "file_id": "x"}),
        lambda: api.sync_file_link(workbook_id, "link_01JCQ8Z5X6Y7V8W9A0B1C2D3E4"),
    ]
    for ask in asked:
        with refused(*_UNCONNECTED):
            ask()
