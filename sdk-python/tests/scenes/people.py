"""Accounts, workspaces, invitations, tokens, keys and credits; logging in by programs, by pages and with a device."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from bindery import BinderyProblem
from scene import Scene, refused

_NEW_PASSWORD = "a staple of batteries"
_PASSWORD = "correct horse battery"
# As a browser says it of a form that came from the service's own page.
_OWN_PAGE = {"sec-fetch-site": "same-origin"}


def play_people(scene: Scene) -> None:
    api = scene.api
    me = api.get_me()
    assert api.change_me({"name": "Aiko Tanaka"})["name"] == "Aiko Tanaka"
    assert api.get_account()["account_id"] == me["account_id"]
    api.create_account({"name": "Acme"})
    assert len(api.list_accounts()["accounts"]) == 2

    workspace_id = api.provision_workspace({"name": "Finance"})["workspace_id"]
    api.list_workspaces()
    api.list_my_workspaces()
    api.configure_workspace(workspace_id, {"name": "Treasury"})
    assert api.get_workspace(workspace_id)["name"] == "Treasury"
    api.list_workspace_workbooks(workspace_id)
    _play_invitations(scene, workspace_id)
    _play_company(scene, workspace_id)
    api.delete_workspace(workspace_id)

    token_id = api.create_token({"name": "laptop", "scopes": ["workbooks:read"]})["token_id"]
    assert len(api.list_tokens()["tokens"]) == 1
    api.revoke_token(token_id)
    key_id = api.create_key({"scopes": ["workbooks:read"]})["key_id"]
    api.list_keys()
    api.revoke_key(key_id)
    assert api.list_my_notifications(state="unread")["notifications"] == []
    assert api.mark_notifications_read({})["unread_count"] == 0
    api.change_notification_settings({"settings": [{"kind": "mention", "by_mail": False}]})
    settings = {each["kind"]: each for each in api.get_notification_settings()["settings"]}
    assert settings["mention"] == {"kind": "mention", "in_console": True, "by_mail": False}


def _play_company(scene: Scene, workspace_id: str) -> None:
    """Domains of a company, and what groups of its identity provider are."""
    api = scene.api
    domain = api.claim_domain({"domain": f"{uuid4()}.invalid"})["domain"]
    with refused("domain_unverified"):
        api.verify_domain(domain)
    assert [each["domain"] for each in api.list_domains()["domains"]] == [domain]
    api.release_domain(domain)
    group_role = {"group": "Finance", "base_role": "editor", "custom_roles": ["auditor"]}
    api.set_group_roles(workspace_id, {"group_roles": [group_role]})
    assert api.list_group_roles(workspace_id)["group_roles"] == [group_role]
    assert api.read_account_log(limit=1)["entries"][0]["action"] == "account.groups.map"
    api.set_account_policy({"max_session_minutes": 720})
    assert api.get_account_policy()["max_session_minutes"] == 720
    api.set_account_policy({})


def _play_invitations(scene: Scene, workspace_id: str) -> None:
    api, anonymous = scene.api, scene.api_for("")
    email = f"{uuid4()}@example.org"
    invited = api.invite_to_workspace(workspace_id, {"email": email, "base_role": "editor"})
    withdrawn = api.invite_to_workspace(workspace_id, {"email": f"x{email}", "base_role": "viewer"})
    api.withdraw_invitation(workspace_id, withdrawn["invitation_id"])
    assert len(api.list_invitations(workspace_id)["invitations"]) == 1
    token = parse_qs(urlsplit(invited["url"]).query)["token"][0]
    assert "<html" in anonymous.invitation_page(token=token).text()
    user_id = anonymous.accept_invitation(token, {"name": "Emi", "password": _NEW_PASSWORD})["user"]["user_id"]
    form = {"token": token, "name": "Emi", "password": _NEW_PASSWORD}
    with refused("unexpected_response"):
        anonymous.submit_invitation(form, headers=_OWN_PAGE)
    api.set_workspace_user_roles(workspace_id, user_id, {"roles": ["auditor"]})
    given = api.set_workspace_user_attributes(workspace_id, user_id, {"attributes": {"regions": ["east"]}})
    assert given["attributes"] == {"regions": ["east"]}
    assert len(api.list_workspace_users(workspace_id)["users"]) == 2
    api.remove_workspace_user(workspace_id, user_id)


def play_money(scene: Scene) -> None:
    """Nothing here takes payments: whatever would says so."""
    api = scene.api
    account_id = api.get_me()["account_id"]
    api.read_usage()
    api.read_usage_series()
    api.get_billing()
    assert api.set_auto_topup({"enabled": False})["auto_topup"]["enabled"] is False
    for ask in (
        lambda: api.start_checkout({"plan": "solo"}),
        api.enable_payg,
        api.open_portal,
        lambda: api.reuse_card({"account_id": account_id}),
        lambda: api.top_up({"amount": 1000}),
        scene.api_for("").receive_payment_event,
    ):
        with refused("billing_disabled"):
            ask()


def play_sessions(scene: Scene) -> None:
    anonymous = scene.api_for("")
    email = f"{uuid4()}@example.org"
    anonymous.register({"email": email, "password": _NEW_PASSWORD, "name": "Ken"})
    login = anonymous.login({"email": scene.email, "password": _PASSWORD})
    renewed = anonymous.refresh_session({"refresh_token": login["refresh_token"]})
    anonymous.logout({"refresh_token": renewed["refresh_token"]})
    assert anonymous.public_keys()["keys"]
    _play_device(scene)
    _play_pages(anonymous, email)
    _play_held_content(scene)
    wrong = {"token": "wrong", "password": _NEW_PASSWORD}
    with refused("invalid_token"):
        anonymous.reset_password(wrong)
    with refused("invalid_token"):
        anonymous.review_password_link({"token": "wrong"})
    with refused("unexpected_response"):
        anonymous.submit_new_password(wrong, headers=_OWN_PAGE)
    with refused("not_found"):
        anonymous.start_oidc_login("none")
    with refused("not_found"):
        anonymous.finish_oidc_login("none", code="x", state="x")


def _play_held_content(scene: Scene) -> None:
    """Nothing was made under this address before it was proven."""
    anonymous = scene.api_for("")
    session = scene.api_for(anonymous.login({"email": scene.email, "password": _PASSWORD})["access_token"])
    assert session.list_held_content()["held"] == []
    account_id = session.get_me()["account_id"]
    with refused("not_found"):
        session.decide_held_content({"decision": "keep", "account_ids": [account_id]})
    form = {"email": scene.email, "password": _PASSWORD, "return_to": "/"}
    entered = anonymous.submit_login(form, headers=_OWN_PAGE)
    browser = {**_OWN_PAGE, "cookie": entered.headers["set-cookie"].split(";")[0]}
    anonymous.held_content_page(headers=browser).close()
    with refused("unexpected_response"):
        anonymous.submit_held_content({"decision": "keep", "return_to": "/"}, headers=browser)


def _play_device(scene: Scene) -> None:
    anonymous = scene.api_for("")
    form = {"email": scene.email, "password": _PASSWORD, "return_to": "/device"}
    entered = anonymous.submit_login(form, headers=_OWN_PAGE)
    assert (entered.status, entered.headers["location"]) == (303, "/device")
    browser = {**_OWN_PAGE, "cookie": entered.headers["set-cookie"].split(";")[0]}
    device = anonymous.start_device_login({"client_name": "a test"})
    code = {"device_code": device["device_code"]}
    with refused("authorization_pending"):
        anonymous.exchange_device_code(code)
    anonymous.device_page(user_code=device["user_code"]).close()
    anonymous.submit_user_code({"user_code": device["user_code"]}, headers=browser).close()
    anonymous.device_consent_page(user_code=device["user_code"], headers=browser).close()
    anonymous.submit_consent({"user_code": device["user_code"], "answer": "allow"}, headers=browser).close()
    tokens = _patiently(lambda: anonymous.exchange_device_code(code))
    assert scene.api_for(tokens["access_token"]).get_me()["email"] == scene.email


def _play_pages(anonymous: Any, email: str) -> None:
    for page in (
        "login_page",
        "register_page",
        "forgot_password_page",
        "signed_in_page",
        "link_sent_page",
        "device_allowed_page",
        "device_denied_page",
    ):
        assert "<html" in getattr(anonymous, page)().text()
    assert anonymous.reset_password_page(token="x").status == 200
    form = {"email": f"x{email}", "password": _NEW_PASSWORD, "name": "Rin", "return_to": "/"}
    anonymous.submit_registration(form, headers=_OWN_PAGE).close()
    anonymous.request_password_link({"email": email})
    anonymous.submit_password_link({"email": email}, headers=_OWN_PAGE).close()


def _patiently(ask: Callable[[], Any]) -> Any:
    """The device may have to wait its interval."""
    for _ in range(10):
        try:
            return ask()
        except BinderyProblem:
            time.sleep(1)
    return ask()


def play_closing(scene: Scene) -> None:
    made = scene.api.create_account({"name": "Acme"})
    with refused("confirm_mismatch"):
        scene.api.delete_account({"account_id": made["account_id"], "confirm": "Acne"})
    scene.api.delete_account({"account_id": made["account_id"], "confirm": "Acme"})
