"""Queries, transforms, policies; what was done, undone, kept and brought back."""

from __future__ import annotations

from scene import Scene, refused


def play_work(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    api.create_table(workbook_id, {"name": "work", "columns": [{"name": "n", "type": "INTEGER"}]})
    rows = [{"n": 1}, {"n": 2}, {"n": 3}]
    op_id = api.write_table_rows(workbook_id, "work", {"rows": rows, "expected_version": 1})["op_id"]

    assert api.validate_query(workbook_id, {"sql": "SELECT n FROM work"})["valid"]
    result_id = api.run_query(workbook_id, {"sql": "SELECT sum(n) AS total FROM work"})["id"]
    assert api.read_result(result_id)["rows"] == [{"total": 6}]
    _play_transforms(scene)

    api.undo_op(workbook_id, str(op_id))
    assert api.list_ops(workbook_id)["ops"][0]["kind"] == "rows.undo"
    again = {"rows": [{"n": 9}], "expected_version": None, "session": "scene"}
    api.write_table_rows(workbook_id, "work", again)
    assert len(api.undo_session(workbook_id, {"session": "scene"})["undone"]) == 1
    api.read_audit_log(workbook_id)

    api.tag_column(workbook_id, "work", "n", {"tag": "money"})
    api.set_policy(workbook_id, "money", {"effect": "mask"})
    assert len(api.list_policies(workbook_id)["policies"]) == 1
    api.list_classifications(workbook_id)
    api.read_governance(workbook_id)
    api.delete_policy(workbook_id, "money")
    body = {"predicate": "n > 0 or 'admin' in user.roles", "may_write_unseen": True}
    assert api.set_row_policy(workbook_id, "work", body)["may_write_unseen"]
    assert api.list_row_policies(workbook_id)["row_policies"][0]["table"] == "work"
    assert api.read_row_policy(workbook_id, "work")["fits"]
    api.delete_row_policy(workbook_id, "work")
    api.untag_column(workbook_id, "work", "n", "money")


def _play_transforms(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    made = {"code": "SELECT n * 2 AS twice FROM {{ work }}", "args": {"work": "work"}}
    for name in ("doubled", "twofold"):
        api.create_transform(workbook_id, {"name": name, **made})
        edited = {"rows": [{"__svc_row_id": 1, "twice": 100}], "expected_version": None}
        api.write_table_rows(workbook_id, name, edited)
        override = api.list_table_overrides(workbook_id, name)["overrides"][0]
        api.drop_table_override(workbook_id, name, override["override_id"], expected_version="null")
    api.put_transform(workbook_id, "doubled", made)
    api.read_transform(workbook_id, "doubled")
    assert len(api.list_transforms(workbook_id)["transforms"]) == 2
    api.run_transform(workbook_id, "doubled")
    api.recompute_workbook(workbook_id)
    api.delete_transform(workbook_id, "twofold")


def play_presentations(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    view_id = api.create_saved_view(workbook_id, {"name": "all", "table": "kept"})["view_id"]
    assert len(api.list_saved_views(workbook_id, table="kept")["saved_views"]) == 1
    api.change_saved_view(workbook_id, view_id, {"name": "every", "expected_version": 1})
    assert api.read_saved_view(workbook_id, view_id)["name"] == "every"

    summed = api.summarize_table(workbook_id, {"table": "kept", "measures": [{"function": "count"}]})
    assert summed["rows"] == [{"count": 1}]
    made = api.create_question(workbook_id, {"name": "how many", "sql": "SELECT count(*) AS n FROM kept"})
    question_id = made["question_id"]
    assert len(api.list_questions(workbook_id)["questions"]) == 1
    api.change_question(workbook_id, question_id, {"chart": {"kind": "number", "y": [0]}})
    assert api.read_question(workbook_id, question_id)["kind"] == "sql"
    assert api.run_question(workbook_id, question_id)["rows"] == [{"n": 1}]

    tile = {"tile_id": "a", "kind": "question", "question_id": question_id, "x": 0, "y": 0, "width": 6, "height": 3}
    dashboard_id = api.create_dashboard(workbook_id, {"name": "page", "tiles": [tile]})["dashboard_id"]
    assert len(api.list_dashboards(workbook_id)["dashboards"]) == 1
    api.change_dashboard(workbook_id, dashboard_id, {"description": "for the board"})
    assert api.read_dashboard(workbook_id, dashboard_id)["description"] == "for the board"
    _play_links(scene, dashboard_id)
    api.delete_dashboard(workbook_id, dashboard_id)
    api.delete_question(workbook_id, question_id)
    api.delete_saved_view(workbook_id, view_id)


def _play_links(scene: Scene, dashboard_id: str) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    link = api.create_link(workbook_id, {"kind": "dashboard", "target": dashboard_id, "expires_in_days": 1})
    reader = scene.api_for(link["url"].split("#")[1])
    assert reader.read_shared()["kind"] == "dashboard"
    assert len(reader.read_shared_answer("a")["rows"]) == 1
    table = api.create_link(workbook_id, {"kind": "table", "target": "kept"})
    assert len(scene.api_for(table["url"].split("#")[1]).read_shared_rows()["rows"]) == 1
    assert [each["status"] for each in api.list_links(workbook_id)["links"]] == ["live", "live"]
    for each in (link, table):
        api.revoke_link(workbook_id, each["link_id"])


def play_proposals(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    person = {"email": f"reviewer.{scene.email}", "password": "correct horse battery", "name": "Rei"}
    registered = scene.api_for("").register(person)
    api.share_workbook(workbook_id, registered["user"]["user_id"], {"role": "editor"})
    assert api.read_proposal_settings(workbook_id)["minimum"] == 1
    api.set_proposal_settings(workbook_id, {"reviewers": [], "minimum": 1})
    changes = [{"table": "kept", "expected_version": None, "rows": [{"n": 5}]}]
    proposal_id = api.propose_rows(workbook_id, {"title": "five", "changes": changes})["proposal_id"]
    assert len(api.list_proposals(workbook_id)["proposals"]) == 1
    assert api.read_proposal(workbook_id, proposal_id)["tables"][0]["rows"][0]["change"] == "insert"
    api.review_proposal(workbook_id, proposal_id, {"verdict": "comment", "text": "look"})
    with refused("not_a_reviewer"):
        api.review_proposal(workbook_id, proposal_id, {"verdict": "approve"})
    with refused("not_approved"):
        api.apply_proposal(workbook_id, proposal_id, {})
    reviewer = scene.api_for(registered["access_token"])
    reviewer.review_proposal(workbook_id, proposal_id, {"verdict": "approve"})
    assert api.apply_proposal(workbook_id, proposal_id, {})["inserted"] == 1
    api.undo_session(workbook_id, {"session": proposal_id})
    other = api.propose_rows(workbook_id, {"title": "again", "changes": changes})["proposal_id"]
    assert api.withdraw_proposal(workbook_id, other, {"state": "withdrawn"})["state"] == "withdrawn"


def play_history(scene: Scene) -> None:
    api, workbook_id = scene.api, scene.workbook_id
    api.create_table(workbook_id, {"name": "kept", "columns": [{"name": "n", "type": "INTEGER"}]})
    snapshot_id = api.commit_snapshot(workbook_id, {"summary": "empty"})["snapshot_id"]
    api.write_table_rows(workbook_id, "kept", {"rows": [{"n": 1}], "expected_version": 1})
    api.commit_version(workbook_id, {"label": "v1"})
    api.read_version(workbook_id, "v1")
    assert len(api.list_versions(workbook_id)["versions"]) == 1
    api.read_snapshot(workbook_id, snapshot_id)
    api.list_snapshots(workbook_id)
    assert api.diff_snapshots(workbook_id, snapshot_id)["tables"]
    api.restore_snapshot(workbook_id, snapshot_id)
    api.revert_version(workbook_id, "v1")
    assert api.read_table(workbook_id, "kept")["row_count"] == 1

    api.put_sheet(workbook_id, "report", {"spec": {"blocks": [{"kind": "table_view", "table": "kept"}]}})
    api.read_sheet(workbook_id, "report")
    api.list_sheets(workbook_id)
    assert api.render_sheet(workbook_id, "report").read()
    api.delete_sheet(workbook_id, "report")
    api.list_charts(workbook_id)
    play_presentations(scene)
    play_proposals(scene)

    row = api.read_table_rows(workbook_id, "kept", limit=1)["rows"][0]
    api.purge_table_values(workbook_id, "kept", {"row_ids": [row["__svc_row_id"]]})
    with refused("not_found"):
        api.read_table(workbook_id, "nothing")
