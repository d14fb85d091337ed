"""Files in, corrected, out, edited elsewhere and back in; a workbook leaves, returns, has a webhook and is shared."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from bindery import BinderyProblem, File
from bindery.wait_for_job import wait_for_job
from scene import Scene, csv, refused


def play_files(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    source = api.upload_source(workbook_id, {"file": csv("orders.csv"), "mode": "staged"})["source"]["name"]
    api.analyze_source(workbook_id, source)
    spec = api.read_parse_spec(workbook_id, source)
    assert api.read_parse_spec(workbook_id, source, preview=True)["preview"][0]["row_count"] == 2
    api.correct_parse_spec(workbook_id, source, spec)
    rename = {"op": "rename", "region": "r1", "column": "B", "name": "amount"}
    patched = api.patch_parse_spec(workbook_id, source, {"spec_version": 1, "operations": [rename]})
    assert [column["name"] for column in patched["regions"][0]["columns"]] == ["code", "amount"]
    name = api.materialize_source(workbook_id, source)["artifacts"][0]["name"]
    assert len(api.list_sources(workbook_id)["sources"]) == 1
    api.read_source(workbook_id, source)
    api.preview_source(workbook_id, source)
    assert "amount" in api.map_source(workbook_id, source)["map"]
    assert api.find_source_cells(workbook_id, source, find="0600000")["cells"]
    assert "0600000" in api.download_source(workbook_id, source).text()
    api.read_table_row_origin(workbook_id, name, "1")
    assert api.cite_table(workbook_id, name, {"row_ids": [1]})["rows"][0]["values"][0]["cell"]["cell"] == "A2"
    sql = f'SELECT sum(amount) AS total FROM "{name}"'
    assert api.cite_query(workbook_id, {"sql": sql})["rows"][0]["cited_rows"] == 2
    _play_quarantine(api, workbook_id, source, name)

    sent = api.export_tables(workbook_id, {"tables": [name], "format": "xlsx"})
    file = File("book.xlsx", sent.read())
    book = api.upload_source(workbook_id, {"file": file, "structuring": "skip"})["source"]["name"]
    asked = api.what_if(workbook_id, book, {"set": [{"range": "H9", "value": 3}]})
    assert [(change["cell"], change["after"]["value"]) for change in asked["changes"]] == [("H9", 3)]
    assert api.edit_source(workbook_id, book, {"edits": [{"range": "H9", "value": 3}]})["revision"] == 2

    workspace = api.read_workbook(workbook_id)["workspace_id"]
    body = {"name": "orders", "workbook_id": workbook_id, "source_name": source}
    template = api.create_template(workspace, body)["template_id"]
    assert [each["template_id"] for each in api.list_templates(workspace)["templates"]] == [template]
    assert api.read_template(workspace, template)["active"]
    assert not api.change_template(workspace, template, {"active": False})["active"]
    api.delete_template(workspace, template)

    slot = api.create_upload(workbook_id, {"filename": "large.csv", "structuring": "skip"})
    address = parse_qs(urlsplit(slot["upload_url"]).query)
    upload_id = slot["upload_id"]
    api.put_upload(upload_id, csv("large.csv"), expires=int(address["expires"][0]), sig=address["sig"][0])
    assert api.read_upload(upload_id)["status"] == "uploaded"
    api.ingest_upload(upload_id)
    with refused("url_refused", "upstream_error"):
        api.upload_from_url(workbook_id, {"url": "http://127.0.0.1:9/x.csv"})


def _play_quarantine(api: Any, workbook_id: str, source: str, name: str) -> None:
    rules = [{"kind": "range", "column": "amount", "max": 100}]
    api.set_table_rules(workbook_id, name, {"expected_version": 0, "rules": rules, "enforce": "new"})
    edition = csv("orders.csv", "code,amount\n0600000,7\n0600001,900\n")
    revised = api.revise_source(workbook_id, source, {"file": edition, "on_violation": "quarantine"})
    assert [aside["rows"] for aside in revised["quarantined"]] == [1]
    assert api.send_quarantined_rows(workbook_id, name, {})["kept_count"] == 1
    api.set_table_rules(workbook_id, name, {"expected_version": 1, "rules": []})


def play_returns(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    api.create_table(workbook_id, {"name": "sent", "columns": [{"name": "region"}]})
    api.write_table_rows(workbook_id, "sent", {"rows": [{"region": "east"}], "expected_version": 1})
    wish = {"tables": ["sent"], "format": "csv", "record_branch": True}

    first = api.export_tables(workbook_id, wish)
    assert len(api.list_branches(workbook_id)["branches"]) == 1
    changed = {"rows": [{"__svc_row_id": 1, "region": "west"}], "expected_version": None}
    api.write_table_rows(workbook_id, "sent", changed)
    edited = csv("sent.csv", first.text().replace("east", "north"))
    merged = api.merge_table(workbook_id, "sent", {"file": edited, "branch_id": first.branch_id})
    assert merged["conflict_count"] == 1
    conflict = api.list_conflicts(workbook_id)["conflicts"][0]
    api.resolve_conflict(workbook_id, conflict["conflict_id"], {"action": "acknowledge"})
    second = api.export_tables(workbook_id, wish)
    returned = {"file": csv("sent.csv", second.text()), "branch_id": second.branch_id}
    api.sync_file(workbook_id, returned)


def play_workbook(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    user = {"email": f"{uuid4()}@example.org", "password": "correct horse battery", "name": "Mika"}
    user_id = scene.api_for("").register(user)["user"]["user_id"]
    api.share_workbook(workbook_id, user_id, {"role": "viewer"})
    assert api.list_workbook_members(workbook_id)["members"]
    api.unshare_workbook(workbook_id, user_id)
    _play_webhooks(scene)
    api.list_my_events()
    api.stream_workbook_events(workbook_id).close()

    file = File("ledger.zip", api.make_bundle(workbook_id).read())
    job_id = api.bring_bundle({"file": file, "title": "Again"})["job_id"]
    wait_for_job(api, job_id)
    assert api.list_jobs()["jobs"]
    with suppress(BinderyProblem):
        # It has ended, most likely.
        api.cancel_job(job_id)
    assert len(api.list_my_workbooks()["workbooks"]) == 2
    api.change_workbook(workbook_id, {"title": "Old"})
    assert api.read_workbook(workbook_id)["title"] == "Old"
    api.delete_workbook(workbook_id)
    api.health()
    api.readiness()


def _play_webhooks(scene: Scene) -> None:
    api = scene.api
    webhook_id = api.create_webhook({"url": "http://127.0.0.1:9/none"})["webhook_id"]
    api.test_webhook(webhook_id)
    api.rotate_webhook_secret(webhook_id)
    api.change_webhook(webhook_id, {"status": "paused"})
    assert len(api.list_webhooks()["webhooks"]) == 1
    delivery = api.list_webhook_deliveries(webhook_id)["deliveries"][0]
    api.redeliver_webhook(webhook_id, delivery["delivery_id"])
    api.delete_webhook(webhook_id)
