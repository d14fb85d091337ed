"""Tables: made, changed, annotated, looked at; and what artifacts have of their own."""

from __future__ import annotations

from typing import Any

from scene import Scene

_COLUMNS = [{"name": "region"}, {"name": "amount", "type": "INTEGER"}]
_BINDING = {"actor": "Aiko", "external_kind": "google_sheets"}
_COLUMN = {"kind": "column", "column": "region"}


class _Twin:
    """The operations of a kind: `twin("archive_{}")` archives a table, or an artifact."""

    def __init__(self, api: Any, kind: str, workbook_id: str, name: str) -> None:
        self._api, self._kind, self._at = api, kind, (workbook_id, name)

    def __call__(self, operation: str, *args: object, **options: object) -> Any:
        return getattr(self._api, operation.format(self._kind))(*self._at, *args, **options)


def play_tables(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    for kind in ("table", "artifact"):
        name = f"sales of {kind}"
        api.create_table(workbook_id, {"name": name, "columns": _COLUMNS})
        twin = _Twin(api, kind, workbook_id, name)
        table = _Twin(api, "table", workbook_id, name)
        _play_columns(table)
        _play_rows(table)
        _play_notes(table)
        api.bind_artifact(workbook_id, name, {**_BINDING, "external_ref": name})
        twin("describe_{}", {"description": "per region"})
        twin("archive_{}")
        twin("unarchive_{}")
    api.rename_table(workbook_id, "sales of table", {"new_name": "sales", "expected_version": None})
    assert api.read_table(workbook_id, "sales")["row_count"] == 1
    assert len(api.list_tables(workbook_id)["tables"]) == 2
    _play_comments(api, workbook_id)
    _play_rules(api, workbook_id)
    assert len(api.list_artifacts(workbook_id)["artifacts"]) == 2
    api.read_artifact(workbook_id, "sales")
    api.read_table_access(workbook_id, "sales")

    api.delete_table(workbook_id, "sales of artifact", expected_version="null")
    trashed = api.list_trash()["trash"][0]["id"]
    api.restore_from_trash(trashed)
    api.delete_table(workbook_id, "sales of artifact", expected_version="null")
    api.purge_from_trash(trashed)
    assert api.empty_trash()["purged"] == 0


def _play_rules(api: Any, workbook_id: str) -> None:
    version = api.read_table_rules(workbook_id, "sales")["version"]
    body = {"expected_version": version, "rules": [], "dry_run": True}
    assert api.set_table_rules(workbook_id, "sales", body)["broken_count"] == 0
    assert api.read_table_quarantine(workbook_id, "sales")["quarantine_table"] is None


def _play_comments(api: Any, workbook_id: str) -> None:
    mentions = [person["user_id"] for person in api.list_workbook_people(workbook_id)["people"]]
    body = {"target": {"kind": "table"}, "text": "Is it right?", "mentions": mentions}
    comment_id = api.write_table_comment(workbook_id, "sales", body)["thread_id"]
    api.edit_table_comment(workbook_id, "sales", comment_id, {"text": "Is it whole?"})
    api.resolve_table_comment(workbook_id, "sales", comment_id, {"resolved": True})
    assert len(api.list_table_comments(workbook_id, "sales", state="resolved")["threads"]) == 1
    api.delete_table_comment(workbook_id, "sales", comment_id)


def _play_columns(twin: _Twin) -> None:
    def version() -> int:
        edit_version: int = twin("read_{}_columns")["edit_version"]
        return edit_version

    twin("add_{}_column", {"column": "note", "expected_version": version()})
    twin("alter_{}_column", "note", {"new_name": "remark", "expected_version": version()})
    twin("describe_{}_column", "remark", {"description": "free text"})
    twin("drop_{}_column", "remark", expected_version=str(version()))
    assert len(twin("read_{}_columns")["columns"]) == 2
    twin("read_{}_schema")


def _play_rows(twin: _Twin) -> None:
    rows = [{"region": region, "amount": n} for n, region in enumerate(["east", "west", "north", "south"])]
    first, second, third, _ = twin("write_{}_rows", {"rows": rows, "expected_version": None})["row_ids"]
    assert twin("read_{}_rows", limit=2)["next_cursor"] is not None
    assert twin("read_{}_row", str(first))["row"]["region"] == "east"
    twin("delete_{}_row", str(first), expected_version="null")
    twin("delete_{}_rows", {"row_ids": [second, third], "expected_version": None})
    twin("read_{}_row_history", str(first))
    twin("read_{}_changes", since=1)
    twin("write_{}_range", {"range": "B2", "values": [[7]], "expected_version": None})
    assert twin("read_{}_range", range="A1:B2")["values"] == [["region", "amount"], ["south", 7]]
    twin("profile_{}")
    assert twin("list_{}_values", column="region")["distinct_count"] > 0
    twin("find_in_{}", text="a")
    twin("read_{}_lineage")


def _play_notes(twin: _Twin) -> None:
    for remove in ("remove_{}_annotations", "delete_{}_annotations"):
        twin("annotate_{}", {"annotations": [{"target": _COLUMN, "note": "checked"}]})
        assert len(twin("list_{}_annotations")["annotations"]) == 1
        assert twin(remove, {"targets": [_COLUMN]})["deleted"] == 1
    twin("list_{}_overrides")
