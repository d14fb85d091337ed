"""Made by tools/python-models.ts from openapi.json."""

# What an operation answers is what its schema says.
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from .operations import OPERATIONS

if TYPE_CHECKING:
    from ..download import Download
    from ..files import FileInput
    from ..progress import OnProgress
    from ..send import Connection
    from . import models


class Api:
    """Every operation of the API, under its own name."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _call(
        self,
        name: str,
        params: Mapping[str, object],
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        return self._connection.call(
            OPERATIONS[name], params, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress
        )

    def get_account(
        self,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.Account:
        """One account; yours when none is named."""
        return self._call("get_account", {"account_id": account_id}, headers=headers)

    def list_accounts(
        self,
        *,
        provision: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListAccountsAnswer:
        """Your default account, then your developer accounts; a token or key sees its own only."""
        return self._call("list_accounts", {"provision": provision}, headers=headers)

    def create_account(
        self,
        body: models.CreateAccountBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Account:
        """Create a developer account beside your default one."""
        return self._call("create_account", {}, body, headers=headers, idempotency_key=idempotency_key)

    def list_workspaces(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWorkspacesAnswer:
        """The workspaces this credential reaches, oldest first."""
        return self._call("list_workspaces", {"account_id": account_id, "limit": limit, "cursor": cursor}, headers=headers)

    def provision_workspace(
        self,
        body: models.ProvisionWorkspaceBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Workspace:
        """Provision a managed workspace."""
        return self._call("provision_workspace", {}, body, headers=headers, idempotency_key=idempotency_key)

    def get_workspace(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Workspace:
        """One workspace."""
        return self._call("get_workspace", {"workspace_id": workspace_id}, headers=headers)

    def configure_workspace(
        self,
        workspace_id: str,
        body: models.ConfigureWorkspaceBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Workspace:
        """Change a workspace; what is left out stays, null clears."""
        return self._call("configure_workspace", {"workspace_id": workspace_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_workspace(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete an empty managed workspace; keys and tokens pinned to it are revoked."""
        return self._call("delete_workspace", {"workspace_id": workspace_id}, headers=headers, idempotency_key=idempotency_key)

    def list_workspace_users(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWorkspaceUsersAnswer:
        """Who belongs to a workspace, and as what."""
        return self._call("list_workspace_users", {"workspace_id": workspace_id}, headers=headers)

    def set_workspace_user_roles(
        self,
        workspace_id: str,
        user_id: str,
        body: models.SetWorkspaceUserRolesBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.MemberOrGuest:
        """Replace the custom roles of a member, whose base role stays, or of a guest."""
        return self._call("set_workspace_user_roles", {"workspace_id": workspace_id, "user_id": user_id}, body, headers=headers, idempotency_key=idempotency_key)

    def set_workspace_user_attributes(
        self,
        workspace_id: str,
        user_id: str,
        body: models.SetWorkspaceUserAttributesBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.MemberOrGuest:
        """Replace the attributes of a member or guest that row policies ask for."""
        return self._call("set_workspace_user_attributes", {"workspace_id": workspace_id, "user_id": user_id}, body, headers=headers, idempotency_key=idempotency_key)

    def remove_workspace_user(
        self,
        workspace_id: str,
        user_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Remove a member, or leave; removing another user takes an admin."""
        return self._call("remove_workspace_user", {"workspace_id": workspace_id, "user_id": user_id}, headers=headers, idempotency_key=idempotency_key)

    def invite_to_workspace(
        self,
        workspace_id: str,
        body: models.InviteToWorkspaceBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.InviteToWorkspaceAnswer:
        """Invite an address; a second invitation takes the place of the first."""
        return self._call("invite_to_workspace", {"workspace_id": workspace_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_invitations(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListInvitationsAnswer:
        """Invitations that are not accepted yet, newest first."""
        return self._call("list_invitations", {"workspace_id": workspace_id}, headers=headers)

    def withdraw_invitation(
        self,
        workspace_id: str,
        invitation_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Withdraw an invitation; its link is dead then."""
        return self._call("withdraw_invitation", {"workspace_id": workspace_id, "invitation_id": invitation_id}, headers=headers, idempotency_key=idempotency_key)

    def list_domains(
        self,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListDomainsAnswer:
        """Domains of mail addresses that an account holds, and those it has claimed."""
        return self._call("list_domains", {"account_id": account_id}, headers=headers)

    def claim_domain(
        self,
        body: models.ClaimDomainBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Domain:
        """Claim a domain; the answer says which TXT record proves that you hold it."""
        return self._call("claim_domain", {}, body, headers=headers, idempotency_key=idempotency_key)

    def verify_domain(
        self,
        domain: str,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Domain:
        """Look for the TXT record of a claimed domain."""
        return self._call("verify_domain", {"domain": domain, "account_id": account_id}, headers=headers, idempotency_key=idempotency_key)

    def release_domain(
        self,
        domain: str,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Give a domain up; members stay members."""
        return self._call("release_domain", {"domain": domain, "account_id": account_id}, headers=headers, idempotency_key=idempotency_key)

    def list_group_roles(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.GroupRoles:
        """Which groups of the identity provider are what in a workspace."""
        return self._call("list_group_roles", {"workspace_id": workspace_id}, headers=headers)

    def set_group_roles(
        self,
        workspace_id: str,
        body: models.SetGroupRolesBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.GroupRoles:
        """Replace which groups of the identity provider are what in a workspace."""
        return self._call("set_group_roles", {"workspace_id": workspace_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_account_log(
        self,
        *,
        account_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadAccountLogAnswer:
        """What was changed about an account as a whole, newest first."""
        return self._call("read_account_log", {"account_id": account_id, "limit": limit, "cursor": cursor}, headers=headers)

    def get_account_policy(
        self,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.AccountPolicy:
        """What an account asks of sessions, tokens and links."""
        return self._call("get_account_policy", {"account_id": account_id}, headers=headers)

    def set_account_policy(
        self,
        body: models.SetAccountPolicyBody | None = None,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AccountPolicy:
        """Replace what an account asks of sessions, tokens and links."""
        return self._call("set_account_policy", {"account_id": account_id}, body, headers=headers, idempotency_key=idempotency_key)

    def register(
        self,
        body: models.RegisterBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Login:
        """Register and log in."""
        return self._call("register", {}, body, headers=headers)

    def login(
        self,
        body: models.LoginBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Login:
        """Log in with e-mail and password."""
        return self._call("login", {}, body, headers=headers)

    def refresh_session(
        self,
        body: models.RefreshSessionBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Login:
        """Renew a session with its refresh token."""
        return self._call("refresh_session", {}, body, headers=headers)

    def logout(
        self,
        body: models.LogoutBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """End the session at once."""
        return self._call("logout", {}, body, headers=headers)

    def public_keys(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.PublicKeysAnswer:
        """The keys that session tokens are signed with."""
        return self._call("public_keys", {}, headers=headers)

    def start_device_login(
        self,
        body: models.StartDeviceLoginBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.StartDeviceLoginAnswer:
        """Begin a login that a person approves in a browser (RFC 8628)."""
        return self._call("start_device_login", {}, body, headers=headers)

    def exchange_device_code(
        self,
        body: models.ExchangeDeviceCodeBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Login:
        """Ask whether the login was approved; the tokens come once."""
        return self._call("exchange_device_code", {}, body, headers=headers)

    def submit_login(
        self,
        body: models.SubmitLoginBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Sign in from the login page."""
        return self._call("submit_login", {}, body, headers=headers)

    def submit_registration(
        self,
        body: models.SubmitRegistrationBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Create an account from the register page."""
        return self._call("submit_registration", {}, body, headers=headers)

    def submit_password_link(
        self,
        body: models.SubmitPasswordLinkBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Have a link to a new password mailed, from the page."""
        return self._call("submit_password_link", {}, body, headers=headers)

    def submit_new_password(
        self,
        body: models.SubmitNewPasswordBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Set a new password from the page behind a mailed link."""
        return self._call("submit_new_password", {}, body, headers=headers)

    def submit_user_code(
        self,
        body: models.SubmitUserCodeBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Enter the code of a program."""
        return self._call("submit_user_code", {}, body, headers=headers)

    def submit_consent(
        self,
        body: models.SubmitConsentBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Let a program in, or send it away."""
        return self._call("submit_consent", {}, body, headers=headers)

    def start_oidc_login(
        self,
        provider: str,
        *,
        return_to: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Go to an identity provider to log in."""
        return self._call("start_oidc_login", {"provider": provider, "return_to": return_to}, headers=headers)

    def finish_oidc_login(
        self,
        provider: str,
        *,
        code: str | None = None,
        state: str | None = None,
        iss: str | None = None,
        error: str | None = None,
        error_description: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Come back from an identity provider, logged in."""
        return self._call("finish_oidc_login", {"provider": provider, "code": code, "state": state, "iss": iss, "error": error, "error_description": error_description}, headers=headers)

    def login_page(
        self,
        *,
        return_to: str | None = None,
        notice: str | None = None,
        lang: Literal["en", "ja"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page to sign in on."""
        return self._call("login_page", {"return_to": return_to, "notice": notice, "lang": lang}, headers=headers)

    def register_page(
        self,
        *,
        return_to: str | None = None,
        lang: Literal["en", "ja"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page to create an account on."""
        return self._call("register_page", {"return_to": return_to, "lang": lang}, headers=headers)

    def forgot_password_page(
        self,
        *,
        lang: Literal["en", "ja"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page to ask for a new password on."""
        return self._call("forgot_password_page", {"lang": lang}, headers=headers)

    def reset_password_page(
        self,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page behind a mailed link."""
        return self._call("reset_password_page", {"token": token}, headers=headers)

    def device_page(
        self,
        *,
        user_code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page to enter the code of a program on."""
        return self._call("device_page", {"user_code": user_code}, headers=headers)

    def device_consent_page(
        self,
        *,
        user_code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page on which a person lets a program in."""
        return self._call("device_consent_page", {"user_code": user_code}, headers=headers)

    def signed_in_page(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Signed in, and nowhere to go back to."""
        return self._call("signed_in_page", {}, headers=headers)

    def link_sent_page(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """A link may be on its way."""
        return self._call("link_sent_page", {}, headers=headers)

    def device_allowed_page(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """A program was let in."""
        return self._call("device_allowed_page", {}, headers=headers)

    def device_denied_page(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """A program was sent away."""
        return self._call("device_denied_page", {}, headers=headers)

    def request_password_link(
        self,
        body: models.RequestPasswordLinkBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.RequestPasswordLinkAnswer:
        """Have a link to a new password mailed."""
        return self._call("request_password_link", {}, body, headers=headers)

    def reset_password(
        self,
        body: models.ResetPasswordBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Set a new password with a mailed link; every session, token, key and webhook not kept ends."""
        return self._call("reset_password", {}, body, headers=headers)

    def review_password_link(
        self,
        body: models.ReviewPasswordLinkBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReviewPasswordLinkAnswer:
        """What a new password by this link would end."""
        return self._call("review_password_link", {}, body, headers=headers)

    def list_tokens(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTokensAnswer:
        """Your personal access tokens, without their secrets."""
        return self._call("list_tokens", {}, headers=headers)

    def create_token(
        self,
        body: models.CreateTokenBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreateTokenAnswer:
        """Mint a personal access token; its plaintext is in this answer and nowhere else."""
        return self._call("create_token", {}, body, headers=headers, idempotency_key=idempotency_key)

    def revoke_token(
        self,
        token_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Revoke a token; revoking it twice is fine."""
        return self._call("revoke_token", {"token_id": token_id}, headers=headers, idempotency_key=idempotency_key)

    def list_keys(
        self,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListKeysAnswer:
        """Keys of an account, without their secrets."""
        return self._call("list_keys", {"account_id": account_id}, headers=headers)

    def create_key(
        self,
        body: models.CreateKeyBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreateKeyAnswer:
        """Mint an account key; its plaintext is in this answer and nowhere else."""
        return self._call("create_key", {}, body, headers=headers, idempotency_key=idempotency_key)

    def revoke_key(
        self,
        key_id: str,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Revoke a key."""
        return self._call("revoke_key", {"key_id": key_id, "account_id": account_id}, headers=headers, idempotency_key=idempotency_key)

    def read_usage(
        self,
        *,
        days: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadUsageAnswer:
        """Requests per token and UTC day."""
        return self._call("read_usage", {"days": days}, headers=headers)

    def accept_invitation(
        self,
        token: str,
        body: models.AcceptInvitationBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.AcceptInvitationAnswer:
        """Join the workspace an invitation leads to."""
        return self._call("accept_invitation", {"token": token}, body, headers=headers)

    def invitation_page(
        self,
        *,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page behind an invitation's link."""
        return self._call("invitation_page", {"token": token}, headers=headers)

    def submit_invitation(
        self,
        body: models.SubmitInvitationBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Accept an invitation from its page."""
        return self._call("submit_invitation", {}, body, headers=headers)

    def list_my_events(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListMyEventsAnswer:
        """What happened in the workbooks you can read, oldest first."""
        return self._call("list_my_events", {"after": after, "limit": limit}, headers=headers)

    def list_jobs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListJobsAnswer:
        """Your recent jobs, newest first."""
        return self._call("list_jobs", {"limit": limit, "cursor": cursor}, headers=headers)

    def read_job(
        self,
        job_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Job:
        """How a job is doing, and its result."""
        return self._call("read_job", {"job_id": job_id}, headers=headers)

    def cancel_job(
        self,
        job_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Job:
        """Stop a job; one that has ended stays as it is."""
        return self._call("cancel_job", {"job_id": job_id}, headers=headers, idempotency_key=idempotency_key)

    def get_billing(
        self,
        *,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.AccountBilling:
        """How an account pays, what it has, and what it owes."""
        return self._call("get_billing", {"account_id": account_id}, headers=headers)

    def set_auto_topup(
        self,
        body: models.SetAutoTopupBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AccountBilling:
        """Have credits bought whenever there are few, or no longer."""
        return self._call("set_auto_topup", {}, body, headers=headers, idempotency_key=idempotency_key)

    def start_checkout(
        self,
        body: models.StartCheckoutBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Checkout:
        """Begin a subscription on a page of the payment provider."""
        return self._call("start_checkout", {}, body, headers=headers, idempotency_key=idempotency_key)

    def enable_payg(
        self,
        body: models.EnablePaygBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Checkout:
        """Pay by use: save a card on a page of the payment provider, without a charge."""
        return self._call("enable_payg", {}, body, headers=headers, idempotency_key=idempotency_key)

    def open_portal(
        self,
        body: models.OpenPortalBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.OpenPortalAnswer:
        """A page of the payment provider: receipts, cards, the end of a subscription."""
        return self._call("open_portal", {}, body, headers=headers, idempotency_key=idempotency_key)

    def reuse_card(
        self,
        body: models.ReuseCardBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AccountBilling:
        """Let a developer account pay by use with the card of your default account."""
        return self._call("reuse_card", {}, body, headers=headers, idempotency_key=idempotency_key)

    def top_up(
        self,
        body: models.TopUpBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TopUpAnswer:
        """Buy a pack of credits: with the saved card at once, else on a page of the payment provider."""
        return self._call("top_up", {}, body, headers=headers, idempotency_key=idempotency_key)

    def receive_payment_event(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReceivePaymentEventAnswer:
        """Where the payment provider tells what happened, signed."""
        return self._call("receive_payment_event", {}, headers=headers)

    def read_usage_series(
        self,
        *,
        days: int | None = None,
        account_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadUsageSeriesAnswer:
        """What an account used on each UTC day; days without activity are left out."""
        return self._call("read_usage_series", {"days": days, "account_id": account_id}, headers=headers)

    def get_me(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Me:
        """Who you are, what your credential may do and reach, and what your account has."""
        return self._call("get_me", {}, headers=headers)

    def change_me(
        self,
        body: models.ChangeMeBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Me:
        """Change your name."""
        return self._call("change_me", {}, body, headers=headers, idempotency_key=idempotency_key)

    def list_my_workspaces(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListMyWorkspacesAnswer:
        """The workspaces your credential reaches, by name."""
        return self._call("list_my_workspaces", {}, headers=headers)

    def list_my_notifications(
        self,
        *,
        state: Literal["unread", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListMyNotificationsAnswer:
        """What you should look at: mentions, invitations, failed jobs, conflicts, stale dashboards and proposals, the newest first."""
        return self._call("list_my_notifications", {"state": state, "limit": limit, "cursor": cursor}, headers=headers)

    def mark_notifications_read(
        self,
        body: models.MarkNotificationsReadBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.MarkNotificationsReadAnswer:
        """Mark notifications as read: those that are named, or all."""
        return self._call("mark_notifications_read", {}, body, headers=headers, idempotency_key=idempotency_key)

    def get_notification_settings(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.NotificationSettings:
        """Where notifications of each kind go: into the console, by mail, both or neither."""
        return self._call("get_notification_settings", {}, headers=headers)

    def change_notification_settings(
        self,
        body: models.ChangeNotificationSettingsBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.NotificationSettings:
        """Choose where notifications of a kind go from now on."""
        return self._call("change_notification_settings", {}, body, headers=headers, idempotency_key=idempotency_key)

    def create_workbook(
        self,
        body: models.CreateWorkbookBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Workbook:
        """Create a workbook, in the oldest workspace of the account unless one is named."""
        return self._call("create_workbook", {}, body, headers=headers, idempotency_key=idempotency_key)

    def read_workbook(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Workbook:
        """A workbook."""
        return self._call("read_workbook", {"workbook_id": workbook_id}, headers=headers)

    def change_workbook(
        self,
        workbook_id: str,
        body: models.ChangeWorkbookBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Workbook:
        """Change title, description or language."""
        return self._call("change_workbook", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_workbook(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a workbook; it rests in the trash for 30 days."""
        return self._call("delete_workbook", {"workbook_id": workbook_id}, headers=headers, idempotency_key=idempotency_key)

    def list_my_workbooks(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        workspace_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListMyWorkbooksAnswer:
        """Workbooks you own, newest first."""
        return self._call("list_my_workbooks", {"cursor": cursor, "limit": limit, "workspace_id": workspace_id}, headers=headers)

    def list_workspace_workbooks(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWorkspaceWorkbooksAnswer:
        """Workbooks of a workspace: your own and those shared with you."""
        return self._call("list_workspace_workbooks", {"workspace_id": workspace_id}, headers=headers)

    def list_workbook_members(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWorkbookMembersAnswer:
        """Who the workbook is shared with."""
        return self._call("list_workbook_members", {"workbook_id": workbook_id}, headers=headers)

    def share_workbook(
        self,
        workbook_id: str,
        user_id: str,
        body: models.ShareWorkbookBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Member:
        """Share the workbook with a user, or change their role."""
        return self._call("share_workbook", {"workbook_id": workbook_id, "user_id": user_id}, body, headers=headers, idempotency_key=idempotency_key)

    def unshare_workbook(
        self,
        workbook_id: str,
        user_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Stop sharing the workbook with a user."""
        return self._call("unshare_workbook", {"workbook_id": workbook_id, "user_id": user_id}, headers=headers, idempotency_key=idempotency_key)

    def read_audit_log(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        before: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadAuditLogAnswer:
        """What was done and refused in the workbook, newest first."""
        return self._call("read_audit_log", {"workbook_id": workbook_id, "limit": limit, "before": before}, headers=headers)

    def list_webhooks(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWebhooksAnswer:
        """Your webhooks, newest first, without their secrets."""
        return self._call("list_webhooks", {}, headers=headers)

    def create_webhook(
        self,
        body: models.CreateWebhookBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """Send events to an address."""
        return self._call("create_webhook", {}, body, headers=headers, idempotency_key=idempotency_key)

    def change_webhook(
        self,
        webhook_id: str,
        body: models.ChangeWebhookBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Webhook:
        """Change where a webhook goes or what it gets, pause it, or switch it on again."""
        return self._call("change_webhook", {"webhook_id": webhook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_webhook(
        self,
        webhook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Stop sending events to an address."""
        return self._call("delete_webhook", {"webhook_id": webhook_id}, headers=headers, idempotency_key=idempotency_key)

    def rotate_webhook_secret(
        self,
        webhook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookWithSecret:
        """A new signing secret; the one before signs beside it for 24 hours."""
        return self._call("rotate_webhook_secret", {"webhook_id": webhook_id}, headers=headers, idempotency_key=idempotency_key)

    def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        status: Literal["pending", "succeeded", "failed", "exhausted"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWebhookDeliveriesAnswer:
        """What was sent to a webhook in the last 30 days, newest first."""
        return self._call("list_webhook_deliveries", {"webhook_id": webhook_id, "status": status, "limit": limit, "cursor": cursor}, headers=headers)

    def redeliver_webhook(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookDelivery:
        """Send an event once more."""
        return self._call("redeliver_webhook", {"webhook_id": webhook_id, "delivery_id": delivery_id}, headers=headers, idempotency_key=idempotency_key)

    def test_webhook(
        self,
        webhook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WebhookDelivery:
        """Send an event of type webhook.test."""
        return self._call("test_webhook", {"webhook_id": webhook_id}, headers=headers, idempotency_key=idempotency_key)

    def stream_workbook_events(
        self,
        workbook_id: str,
        *,
        after: str | None = None,
        presence: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The events of a workbook as they happen (Server-Sent Events)."""
        return self._call("stream_workbook_events", {"workbook_id": workbook_id, "after": after, "presence": presence}, headers=headers)

    def archive_artifact(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ArchivedArtifact:
        """Take an artifact out of the way; registry and lineage remain."""
        return self._call("archive_artifact", {"workbook_id": workbook_id, "name": name}, headers=headers, idempotency_key=idempotency_key)

    def unarchive_artifact(
        self,
        workbook_id: str,
        name: str,
        body: models.UnarchiveArtifactBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ArchivedArtifact:
        """Bring an archived artifact back."""
        return self._call("unarchive_artifact", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def describe_artifact(
        self,
        workbook_id: str,
        name: str,
        body: models.DescribeArtifactBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DescribeArtifactAnswer:
        """Say what an artifact is."""
        return self._call("describe_artifact", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def archive_table(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ArchivedArtifact:
        """Take an artifact out of the way; registry and lineage remain."""
        return self._call("archive_table", {"workbook_id": workbook_id, "name": name}, headers=headers, idempotency_key=idempotency_key)

    def unarchive_table(
        self,
        workbook_id: str,
        name: str,
        body: models.UnarchiveTableBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ArchivedArtifact:
        """Bring an archived artifact back."""
        return self._call("unarchive_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def describe_table(
        self,
        workbook_id: str,
        name: str,
        body: models.DescribeTableBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DescribeTableAnswer:
        """Say what an artifact is."""
        return self._call("describe_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def list_artifacts(
        self,
        workbook_id: str,
        *,
        state: Literal["active", "archived", "all"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListArtifactsAnswer:
        """Tables, views, charts and reports of a workbook, by name."""
        return self._call("list_artifacts", {"workbook_id": workbook_id, "state": state}, headers=headers)

    def read_artifact(
        self,
        workbook_id: str,
        name: str,
        *,
        state: Literal["active", "archived", "all"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.Artifact:
        """An artifact, by its name or its id."""
        return self._call("read_artifact", {"workbook_id": workbook_id, "name": name, "state": state}, headers=headers)

    def list_classifications(
        self,
        workbook_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListClassificationsAnswer:
        """Every tag on a column, attached or inherited."""
        return self._call("list_classifications", {"workbook_id": workbook_id, "cursor": cursor, "limit": limit}, headers=headers)

    def tag_column(
        self,
        workbook_id: str,
        name: str,
        column: str,
        body: models.TagColumnBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Classification:
        """Attach a tag to a column."""
        return self._call("tag_column", {"workbook_id": workbook_id, "name": name, "column": column}, body, headers=headers, idempotency_key=idempotency_key)

    def untag_column(
        self,
        workbook_id: str,
        name: str,
        column: str,
        tag: str,
        *,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Take a tag off a column; policies stop applying to it."""
        return self._call("untag_column", {"workbook_id": workbook_id, "name": name, "column": column, "tag": tag, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def read_table_access(
        self,
        workbook_id: str,
        name: str,
        *,
        role: str | None = None,
        user_id: str | None = None,
        sample: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ColumnAccess:
        """What a user would see of a table, and by which rules."""
        return self._call("read_table_access", {"workbook_id": workbook_id, "name": name, "role": role, "user_id": user_id, "sample": sample}, headers=headers)

    def list_policies(
        self,
        workbook_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListPoliciesAnswer:
        """What tags do to columns, by tag and role."""
        return self._call("list_policies", {"workbook_id": workbook_id, "cursor": cursor, "limit": limit}, headers=headers)

    def set_policy(
        self,
        workbook_id: str,
        tag: str,
        body: models.SetPolicyBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Policy:
        """Say what a tag does to columns for a role."""
        return self._call("set_policy", {"workbook_id": workbook_id, "tag": tag}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_policy(
        self,
        workbook_id: str,
        tag: str,
        *,
        role: str | None = None,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Take back the rule of a role, or all rules of a tag."""
        return self._call("delete_policy", {"workbook_id": workbook_id, "tag": tag, "role": role, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def list_row_policies(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListRowPoliciesAnswer:
        """Which rows of which tables callers see."""
        return self._call("list_row_policies", {"workbook_id": workbook_id}, headers=headers)

    def read_row_policy(
        self,
        workbook_id: str,
        table: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.RowPolicy:
        """Which rows of a table callers see."""
        return self._call("read_row_policy", {"workbook_id": workbook_id, "table": table}, headers=headers)

    def set_row_policy(
        self,
        workbook_id: str,
        table: str,
        body: models.SetRowPolicyBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RowPolicy:
        """Say which rows of a table callers see."""
        return self._call("set_row_policy", {"workbook_id": workbook_id, "table": table}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_row_policy(
        self,
        workbook_id: str,
        table: str,
        *,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Show all rows of a table again."""
        return self._call("delete_row_policy", {"workbook_id": workbook_id, "table": table, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def read_governance(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadGovernanceAnswer:
        """Who sees what in a workbook: tables, columns, tags, rules, and the effect for each role."""
        return self._call("read_governance", {"workbook_id": workbook_id}, headers=headers)

    def list_ops(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        before: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListOpsAnswer:
        """What was done to the workbook, newest first."""
        return self._call("list_ops", {"workbook_id": workbook_id, "limit": limit, "before": before}, headers=headers)

    def read_table_lineage(
        self,
        workbook_id: str,
        name: str,
        *,
        direction: Literal["up", "down", "both"] | None = None,
        depth: int | None = None,
        format: Literal["graph", "openlineage"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.Lineage | models.ReadTableLineageAnswer:
        """Where a table comes from, up to the files, and what is made from it."""
        return self._call("read_table_lineage", {"workbook_id": workbook_id, "name": name, "direction": direction, "depth": depth, "format": format}, headers=headers)

    def create_table(
        self,
        workbook_id: str,
        body: models.CreateTableBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreateTableAnswer:
        """Create an empty table."""
        return self._call("create_table", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_tables(
        self,
        workbook_id: str,
        *,
        state: Literal["active", "archived", "all"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTablesAnswer:
        """Tables and views of a workbook, by name."""
        return self._call("list_tables", {"workbook_id": workbook_id, "state": state}, headers=headers)

    def read_table(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Table:
        """A table, by its name or its id."""
        return self._call("read_table", {"workbook_id": workbook_id, "name": name}, headers=headers)

    def rename_table(
        self,
        workbook_id: str,
        name: str,
        body: models.RenameTableBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Table:
        """Give a table another name."""
        return self._call("rename_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_table(
        self,
        workbook_id: str,
        name: str,
        *,
        expected_version: str,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a table; what was made from it stays, stale."""
        return self._call("delete_table", {"workbook_id": workbook_id, "name": name, "expected_version": expected_version, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def read_table_columns(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Columns:
        """Columns of a table."""
        return self._call("read_table_columns", {"workbook_id": workbook_id, "name": name}, headers=headers)

    def add_table_column(
        self,
        workbook_id: str,
        name: str,
        body: models.AddTableColumnBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ChangedColumns:
        """Add a column at the end."""
        return self._call("add_table_column", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def alter_table_column(
        self,
        workbook_id: str,
        name: str,
        column: str,
        body: models.ColumnChange,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ChangedColumns:
        """Rename a column, or change its type."""
        return self._call("alter_table_column", {"workbook_id": workbook_id, "name": name, "column": column}, body, headers=headers, idempotency_key=idempotency_key)

    def drop_table_column(
        self,
        workbook_id: str,
        name: str,
        column: str,
        *,
        expected_version: str,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ChangedColumns:
        """Drop a column; the last one stays."""
        return self._call("drop_table_column", {"workbook_id": workbook_id, "name": name, "column": column, "expected_version": expected_version, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def describe_table_column(
        self,
        workbook_id: str,
        name: str,
        column: str,
        body: models.DescribeTableColumnBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DescribeTableColumnAnswer:
        """Say what a column holds."""
        return self._call("describe_table_column", {"workbook_id": workbook_id, "name": name, "column": column}, body, headers=headers, idempotency_key=idempotency_key)

    def read_table_schema(
        self,
        workbook_id: str,
        name: str,
        *,
        format: Literal["columns", "json-schema", "frictionless"] | None = None,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableSchemaAnswer:
        """Columns, row count and first rows; or the JSON Schema of a row."""
        return self._call("read_table_schema", {"workbook_id": workbook_id, "name": name, "format": format, "as_of": as_of}, headers=headers)

    def read_table_rows(
        self,
        workbook_id: str,
        name: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        offset: int | None = None,
        columns: str | None = None,
        order_by: str | None = None,
        filter: str | None = None,
        format: Literal["json", "ndjson", "arrow", "csv"] | None = None,
        as_of: str | None = None,
        include_row_ids: bool | None = None,
        count: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.RowsPage:
        """Rows of a table, page by page."""
        return self._call("read_table_rows", {"workbook_id": workbook_id, "name": name, "limit": limit, "cursor": cursor, "offset": offset, "columns": columns, "order_by": order_by, "filter": filter, "format": format, "as_of": as_of, "include_row_ids": include_row_ids, "count": count}, headers=headers)

    def write_table_rows(
        self,
        workbook_id: str,
        name: str,
        body: models.RowsToUpsert,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WrittenRows:
        """Insert and update rows."""
        return self._call("write_table_rows", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def read_table_row(
        self,
        workbook_id: str,
        name: str,
        row_id: str,
        *,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableRowAnswer:
        """One row."""
        return self._call("read_table_row", {"workbook_id": workbook_id, "name": name, "row_id": row_id, "as_of": as_of}, headers=headers)

    def delete_table_row(
        self,
        workbook_id: str,
        name: str,
        row_id: str,
        *,
        expected_version: str,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DeletedRows:
        """Delete one row."""
        return self._call("delete_table_row", {"workbook_id": workbook_id, "name": name, "row_id": row_id, "expected_version": expected_version, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def delete_table_rows(
        self,
        workbook_id: str,
        name: str,
        body: models.RowsToDelete,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DeletedRows:
        """Delete rows."""
        return self._call("delete_table_rows", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def read_table_range(
        self,
        workbook_id: str,
        name: str,
        *,
        range: str,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableRangeAnswer:
        """Cells by their places: A1, A1:C10, A:C or 2:5."""
        return self._call("read_table_range", {"workbook_id": workbook_id, "name": name, "range": range, "as_of": as_of}, headers=headers)

    def write_table_range(
        self,
        workbook_id: str,
        name: str,
        body: models.RangeToWrite,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.WriteTableRangeAnswer:
        """Write cells by their places."""
        return self._call("write_table_range", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def list_table_annotations(
        self,
        workbook_id: str,
        name: str,
        *,
        column: str | None = None,
        row_id: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTableAnnotationsAnswer:
        """Styles, notes and labels, oldest first."""
        return self._call("list_table_annotations", {"workbook_id": workbook_id, "name": name, "column": column, "row_id": row_id, "limit": limit, "cursor": cursor}, headers=headers)

    def annotate_table(
        self,
        workbook_id: str,
        name: str,
        body: models.AnnotateTableBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AnnotateTableAnswer:
        """Put styles, notes and labels on the table, its columns, rows, cells and ranges."""
        return self._call("annotate_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def remove_table_annotations(
        self,
        workbook_id: str,
        name: str,
        body: models.RemoveTableAnnotationsBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RemoveTableAnnotationsAnswer:
        """The same as POST …/annotations/delete."""
        return self._call("remove_table_annotations", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_table_annotations(
        self,
        workbook_id: str,
        name: str,
        body: models.DeleteTableAnnotationsBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DeleteTableAnnotationsAnswer:
        """Take annotations away."""
        return self._call("delete_table_annotations", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def list_table_comments(
        self,
        workbook_id: str,
        name: str,
        *,
        state: Literal["open", "resolved", "all"] | None = None,
        row_id: int | None = None,
        column: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTableCommentsAnswer:
        """Threads of comments on the table, its rows and its cells, the newest first."""
        return self._call("list_table_comments", {"workbook_id": workbook_id, "name": name, "state": state, "row_id": row_id, "column": column, "limit": limit, "cursor": cursor}, headers=headers)

    def write_table_comment(
        self,
        workbook_id: str,
        name: str,
        body: models.WriteTableCommentBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CommentThread:
        """Begin a thread about the table, a row or a cell, or answer in one."""
        return self._call("write_table_comment", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def edit_table_comment(
        self,
        workbook_id: str,
        name: str,
        comment_id: str,
        body: models.EditTableCommentBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CommentThread:
        """Change the text of a comment of your own."""
        return self._call("edit_table_comment", {"workbook_id": workbook_id, "name": name, "comment_id": comment_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_table_comment(
        self,
        workbook_id: str,
        name: str,
        comment_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a comment of your own; an admin of the workbook deletes any."""
        return self._call("delete_table_comment", {"workbook_id": workbook_id, "name": name, "comment_id": comment_id}, headers=headers, idempotency_key=idempotency_key)

    def resolve_table_comment(
        self,
        workbook_id: str,
        name: str,
        comment_id: str,
        body: models.ResolveTableCommentBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CommentThread:
        """Say that a thread is resolved, or open it again."""
        return self._call("resolve_table_comment", {"workbook_id": workbook_id, "name": name, "comment_id": comment_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_workbook_people(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListWorkbookPeopleAnswer:
        """Who sees the workbook, by name and role: those whom comments can mention."""
        return self._call("list_workbook_people", {"workbook_id": workbook_id}, headers=headers)

    def bind_artifact(
        self,
        workbook_id: str,
        name: str,
        body: models.BindArtifactBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.BindArtifactAnswer:
        """Keep which external sheet a table belongs to; nothing is synchronised."""
        return self._call("bind_artifact", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def read_table_rules(
        self,
        workbook_id: str,
        name: str,
        *,
        version: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.TableRules:
        """What the rows of a table must be."""
        return self._call("read_table_rules", {"workbook_id": workbook_id, "name": name, "version": version}, headers=headers)

    def set_table_rules(
        self,
        workbook_id: str,
        name: str,
        body: models.SetTableRulesBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TableRulesSet:
        """Say what the rows of a table must be."""
        return self._call("set_table_rules", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def propose_rows(
        self,
        workbook_id: str,
        body: models.ProposalToSend,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Proposal:
        """Propose changes of rows, for others to review."""
        return self._call("propose_rows", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_proposals(
        self,
        workbook_id: str,
        *,
        state: Literal["open", "applied", "rejected", "withdrawn", "expired", "closed", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListProposalsAnswer:
        """Proposals of the workbook, newest first."""
        return self._call("list_proposals", {"workbook_id": workbook_id, "state": state, "limit": limit, "cursor": cursor}, headers=headers)

    def read_proposal(
        self,
        workbook_id: str,
        proposal_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Proposal:
        """A proposal cell by cell, with the rules it would break and the tables it would make stale."""
        return self._call("read_proposal", {"workbook_id": workbook_id, "proposal_id": proposal_id}, headers=headers)

    def withdraw_proposal(
        self,
        workbook_id: str,
        proposal_id: str,
        body: models.WithdrawProposalBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ProposalSummary:
        """Withdraw a proposal of your own; an admin of the workbook withdraws any."""
        return self._call("withdraw_proposal", {"workbook_id": workbook_id, "proposal_id": proposal_id}, body, headers=headers, idempotency_key=idempotency_key)

    def review_proposal(
        self,
        workbook_id: str,
        proposal_id: str,
        body: models.ProposalReviewToSend,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ProposalSummary:
        """Approve or reject a proposal, or comment on it."""
        return self._call("review_proposal", {"workbook_id": workbook_id, "proposal_id": proposal_id}, body, headers=headers, idempotency_key=idempotency_key)

    def apply_proposal(
        self,
        workbook_id: str,
        proposal_id: str,
        body: models.ProposalApplication | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AppliedProposal:
        """Write what an approved proposal says, once."""
        return self._call("apply_proposal", {"workbook_id": workbook_id, "proposal_id": proposal_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_proposal_settings(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ProposalSettings:
        """Who approves proposals of the workbook."""
        return self._call("read_proposal_settings", {"workbook_id": workbook_id}, headers=headers)

    def set_proposal_settings(
        self,
        workbook_id: str,
        body: models.ProposalSettingsToSet,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ProposalSettings:
        """Say who approves proposals of the workbook, and how many of them must."""
        return self._call("set_proposal_settings", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def profile_table(
        self,
        workbook_id: str,
        name: str,
        *,
        columns: str | None = None,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.Profile:
        """What the values of each column look like: counts, extremes, quantiles, frequent values, patterns."""
        return self._call("profile_table", {"workbook_id": workbook_id, "name": name, "columns": columns, "as_of": as_of}, headers=headers)

    def list_table_values(
        self,
        workbook_id: str,
        name: str,
        *,
        column: str,
        search: str | None = None,
        filter: str | None = None,
        limit: int | None = None,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ColumnValues:
        """The values of a column and how often each occurs, the most frequent first."""
        return self._call("list_table_values", {"workbook_id": workbook_id, "name": name, "column": column, "search": search, "filter": filter, "limit": limit, "as_of": as_of}, headers=headers)

    def find_in_table(
        self,
        workbook_id: str,
        name: str,
        *,
        text: str,
        from_: int | None = None,
        direction: Literal["next", "previous"] | None = None,
        columns: str | None = None,
        order_by: str | None = None,
        filter: str | None = None,
        as_of: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.FoundCells:
        """The next row that shows a text, and where it is among the rows."""
        return self._call("find_in_table", {"workbook_id": workbook_id, "name": name, "text": text, "from": from_, "direction": direction, "columns": columns, "order_by": order_by, "filter": filter, "as_of": as_of}, headers=headers)

    def read_table_row_history(
        self,
        workbook_id: str,
        name: str,
        row_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableRowHistoryAnswer:
        """What happened to a row, cell by cell, newest first."""
        return self._call("read_table_row_history", {"workbook_id": workbook_id, "name": name, "row_id": row_id, "limit": limit, "cursor": cursor}, headers=headers)

    def read_table_changes(
        self,
        workbook_id: str,
        name: str,
        *,
        since: int,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableChangesAnswer:
        """Rows that were edited after a version, in the order of the edits."""
        return self._call("read_table_changes", {"workbook_id": workbook_id, "name": name, "since": since, "limit": limit, "cursor": cursor}, headers=headers)

    def undo_op(
        self,
        workbook_id: str,
        op_id: str,
        *,
        force: bool | None = None,
        dry_run: bool | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.UndoOpAnswer:
        """Take back what an op did to rows."""
        return self._call("undo_op", {"workbook_id": workbook_id, "op_id": op_id, "force": force, "dry_run": dry_run}, headers=headers, idempotency_key=idempotency_key)

    def undo_session(
        self,
        workbook_id: str,
        body: models.UndoSessionBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.UndoSessionAnswer:
        """Take back all that was done to rows under a label."""
        return self._call("undo_session", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_trash(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTrashAnswer:
        """Workbooks you deleted, and deleted tables of your workbooks, newest first."""
        return self._call("list_trash", {}, headers=headers)

    def empty_trash(
        self,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.EmptyTrashAnswer:
        """Purge everything in your trash."""
        return self._call("empty_trash", {}, headers=headers, idempotency_key=idempotency_key)

    def purge_from_trash(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Purge a deleted workbook or table: it does not come back."""
        return self._call("purge_from_trash", {"id": id}, headers=headers, idempotency_key=idempotency_key)

    def restore_from_trash(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RestoredFromTrash:
        """Bring a deleted workbook or table back as it was."""
        return self._call("restore_from_trash", {"id": id}, headers=headers, idempotency_key=idempotency_key)

    def list_conflicts(
        self,
        workbook_id: str,
        *,
        status: Literal["open", "closed"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListConflictsAnswer:
        """The review queue: what two sides said differently, newest first."""
        return self._call("list_conflicts", {"workbook_id": workbook_id, "status": status, "limit": limit, "cursor": cursor}, headers=headers)

    def list_saved_views(
        self,
        workbook_id: str,
        *,
        table: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListSavedViewsAnswer:
        """Saved views of a workbook, by table and name."""
        return self._call("list_saved_views", {"workbook_id": workbook_id, "table": table}, headers=headers)

    def create_saved_view(
        self,
        workbook_id: str,
        body: models.CreateSavedViewBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.SavedView:
        """Keep a way to look at a table under a name."""
        return self._call("create_saved_view", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_saved_view(
        self,
        workbook_id: str,
        view_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.SavedView:
        """A saved view."""
        return self._call("read_saved_view", {"workbook_id": workbook_id, "view_id": view_id}, headers=headers)

    def change_saved_view(
        self,
        workbook_id: str,
        view_id: str,
        body: models.ChangeSavedViewBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.SavedView:
        """Rename a saved view, or have it show the table in another way."""
        return self._call("change_saved_view", {"workbook_id": workbook_id, "view_id": view_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_saved_view(
        self,
        workbook_id: str,
        view_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a saved view; the table stays."""
        return self._call("delete_saved_view", {"workbook_id": workbook_id, "view_id": view_id}, headers=headers, idempotency_key=idempotency_key)

    def run_query(
        self,
        workbook_id: str,
        body: models.QueryRequest,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.QueryResult:
        """Ask the tables of a workbook with SQL."""
        return self._call("run_query", {"workbook_id": workbook_id}, body, headers=headers)

    def validate_query(
        self,
        workbook_id: str,
        body: models.ValidateQueryBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ValidateQueryAnswer:
        """What a query would answer with, or what is wrong with it."""
        return self._call("validate_query", {"workbook_id": workbook_id}, body, headers=headers)

    def read_result(
        self,
        result_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        format: Literal["json", "ndjson", "arrow"] | None = None,
        shape: Literal["objects", "arrays"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.QueryResult:
        """Rows of a result, page by page."""
        return self._call("read_result", {"result_id": result_id, "limit": limit, "offset": offset, "format": format, "shape": shape}, headers=headers)

    def summarize_table(
        self,
        workbook_id: str,
        body: models.Summary,
        *,
        shape: Literal["objects", "arrays"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.QueryResult:
        """Group and measure the rows of a table, without SQL."""
        return self._call("summarize_table", {"workbook_id": workbook_id, "shape": shape}, body, headers=headers)

    def list_questions(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListQuestionsAnswer:
        """Questions of a workbook, by name."""
        return self._call("list_questions", {"workbook_id": workbook_id}, headers=headers)

    def create_question(
        self,
        workbook_id: str,
        body: models.CreateQuestionBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Question:
        """Keep a query or a summary, with its chart, under a name."""
        return self._call("create_question", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_question(
        self,
        workbook_id: str,
        question_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Question:
        """A question, and how its answer is drawn."""
        return self._call("read_question", {"workbook_id": workbook_id, "question_id": question_id}, headers=headers)

    def change_question(
        self,
        workbook_id: str,
        question_id: str,
        body: models.ChangeQuestionBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Question:
        """Rename a question, or have it ask or draw something else."""
        return self._call("change_question", {"workbook_id": workbook_id, "question_id": question_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_question(
        self,
        workbook_id: str,
        question_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a question; the tables it asks stay."""
        return self._call("delete_question", {"workbook_id": workbook_id, "question_id": question_id}, headers=headers, idempotency_key=idempotency_key)

    def run_question(
        self,
        workbook_id: str,
        question_id: str,
        *,
        shape: Literal["objects", "arrays"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.QueryResult:
        """Ask a question again, as the tables are now."""
        return self._call("run_question", {"workbook_id": workbook_id, "question_id": question_id, "shape": shape}, headers=headers)

    def list_dashboards(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListDashboardsAnswer:
        """Dashboards of a workbook, by name."""
        return self._call("list_dashboards", {"workbook_id": workbook_id}, headers=headers)

    def create_dashboard(
        self,
        workbook_id: str,
        body: models.CreateDashboardBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Dashboard:
        """Put questions, saved views and texts on a page."""
        return self._call("create_dashboard", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_dashboard(
        self,
        workbook_id: str,
        dashboard_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Dashboard:
        """A dashboard: its tiles, and where they lie."""
        return self._call("read_dashboard", {"workbook_id": workbook_id, "dashboard_id": dashboard_id}, headers=headers)

    def change_dashboard(
        self,
        workbook_id: str,
        dashboard_id: str,
        body: models.ChangeDashboardBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Dashboard:
        """Rename a dashboard, or move its tiles."""
        return self._call("change_dashboard", {"workbook_id": workbook_id, "dashboard_id": dashboard_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_dashboard(
        self,
        workbook_id: str,
        dashboard_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a dashboard; its questions and tables stay."""
        return self._call("delete_dashboard", {"workbook_id": workbook_id, "dashboard_id": dashboard_id}, headers=headers, idempotency_key=idempotency_key)

    def list_links(
        self,
        workbook_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListLinksAnswer:
        """Links that show something of a workbook, newest first."""
        return self._call("list_links", {"workbook_id": workbook_id}, headers=headers)

    def create_link(
        self,
        workbook_id: str,
        body: models.CreateLinkBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CreateLinkAnswer:
        """Share a table, a saved view or a dashboard by a link."""
        return self._call("create_link", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def revoke_link(
        self,
        workbook_id: str,
        link_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Revoke a link: from the next request on it shows nothing."""
        return self._call("revoke_link", {"workbook_id": workbook_id, "link_id": link_id}, headers=headers, idempotency_key=idempotency_key)

    def read_shared(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Shared:
        """What a link shows."""
        return self._call("read_shared", {}, headers=headers)

    def read_shared_rows(
        self,
        *,
        tile_id: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.SharedRows:
        """Rows of the table or view that a link shows."""
        return self._call("read_shared_rows", {"tile_id": tile_id, "offset": offset, "limit": limit}, headers=headers)

    def read_shared_answer(
        self,
        tile_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadSharedAnswerAnswer:
        """The answer of a question on the dashboard that a link shows."""
        return self._call("read_shared_answer", {"tile_id": tile_id}, headers=headers)

    def create_transform(
        self,
        workbook_id: str,
        body: models.NewTransform,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TransformRun | models.StartedJob:
        """Make a table from others, and keep how."""
        return self._call("create_transform", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_transforms(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTransformsAnswer:
        """Transforms of a workbook, by name."""
        return self._call("list_transforms", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def read_transform(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Transform:
        """A transform, by the name of its output or its id."""
        return self._call("read_transform", {"workbook_id": workbook_id, "name": name}, headers=headers)

    def put_transform(
        self,
        workbook_id: str,
        name: str,
        body: models.ReplacedTransform,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TransformRun | models.StartedJob:
        """Put other code in the place of a transform, or a new one there."""
        return self._call("put_transform", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_transform(
        self,
        workbook_id: str,
        name: str,
        *,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a transform with its output; what was made from that stays, stale."""
        return self._call("delete_transform", {"workbook_id": workbook_id, "name": name, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def run_transform(
        self,
        workbook_id: str,
        name: str,
        body: models.RunTransformBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.TransformRun | models.StartedJob:
        """Run a transform, and everything that is made from its output."""
        return self._call("run_transform", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def recompute_workbook(
        self,
        workbook_id: str,
        body: models.RecomputeWorkbookBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RecomputeWorkbookAnswer | models.StartedJob:
        """Run the transforms behind all stale tables, in the order of their dependencies."""
        return self._call("recompute_workbook", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_table_overrides(
        self,
        workbook_id: str,
        name: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTableOverridesAnswer:
        """Cells of a derived table that people have written over."""
        return self._call("list_table_overrides", {"workbook_id": workbook_id, "name": name, "limit": limit, "cursor": cursor}, headers=headers)

    def drop_table_override(
        self,
        workbook_id: str,
        name: str,
        override_id: str,
        *,
        expected_version: str,
        actor: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DropTableOverrideAnswer:
        """Take an override away: the cell shows what the transform makes of it."""
        return self._call("drop_table_override", {"workbook_id": workbook_id, "name": name, "override_id": override_id, "expected_version": expected_version, "actor": actor}, headers=headers, idempotency_key=idempotency_key)

    def read_drive_authorization(
        self,
        provider: str,
        *,
        workbook_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.CloudAuthorization:
        """Whether the service may read your drive, and where you can allow it."""
        return self._call("read_drive_authorization", {"provider": provider, "workbook_id": workbook_id}, headers=headers)

    def revoke_drive_authorization(
        self,
        provider: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Take the leave to read your drive back."""
        return self._call("revoke_drive_authorization", {"provider": provider}, headers=headers, idempotency_key=idempotency_key)

    def list_cloud_files(
        self,
        provider: str,
        *,
        folder_id: str | None = None,
        q: str | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListCloudFilesAnswer:
        """Files of your drive that can be imported, folders first."""
        return self._call("list_cloud_files", {"provider": provider, "folder_id": folder_id, "q": q, "cursor": cursor}, headers=headers)

    def start_drive_authorization(
        self,
        *,
        state: str,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Go to the provider of a drive, to allow the service to read it."""
        return self._call("start_drive_authorization", {"state": state}, headers=headers)

    def finish_drive_authorization(
        self,
        provider: Literal["google_drive", "microsoft"],
        *,
        state: str,
        code: str | None = None,
        error: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Come back from the provider of a drive."""
        return self._call("finish_drive_authorization", {"provider": provider, "state": state, "code": code, "error": error}, headers=headers)

    def list_sources(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListSourcesAnswer:
        """Uploaded files of a workbook and how far each came, newest first."""
        return self._call("list_sources", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def upload_source(
        self,
        workbook_id: str,
        body: models.UploadSourceBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.Uploaded:
        """Upload a spreadsheet."""
        return self._call("upload_source", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def read_source(
        self,
        workbook_id: str,
        source_name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Source:
        """A source, by its name or its id."""
        return self._call("read_source", {"workbook_id": workbook_id, "source_name": source_name}, headers=headers)

    def download_source(
        self,
        workbook_id: str,
        source_name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The original file, byte by byte as it came."""
        return self._call("download_source", {"workbook_id": workbook_id, "source_name": source_name}, headers=headers)

    def preview_source(
        self,
        workbook_id: str,
        source_name: str,
        *,
        sheet: str | None = None,
        range: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.SourcePreview:
        """Cells of the file, as a person would see them there."""
        return self._call("preview_source", {"workbook_id": workbook_id, "source_name": source_name, "sheet": sheet, "range": range}, headers=headers)

    def revise_source(
        self,
        workbook_id: str,
        source_name: str,
        body: models.ReviseSourceBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.MaterializedSource:
        """The next edition of a file, read as the last one was."""
        return self._call("revise_source", {"workbook_id": workbook_id, "source_name": source_name}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def list_templates(
        self,
        workspace_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListTemplatesAnswer:
        """The templates of a workspace, oldest first."""
        return self._call("list_templates", {"workspace_id": workspace_id}, headers=headers)

    def create_template(
        self,
        workspace_id: str,
        body: models.NewTemplate,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Template:
        """Save how a source is read as a template."""
        return self._call("create_template", {"workspace_id": workspace_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_template(
        self,
        workspace_id: str,
        template_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Template:
        """One template."""
        return self._call("read_template", {"workspace_id": workspace_id, "template_id": template_id}, headers=headers)

    def change_template(
        self,
        workspace_id: str,
        template_id: str,
        body: models.ChangeTemplateBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Template:
        """Rename a template, switch it off or on, or change the names and types of its fields."""
        return self._call("change_template", {"workspace_id": workspace_id, "template_id": template_id}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_template(
        self,
        workspace_id: str,
        template_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a template; tables that were made by it stay."""
        return self._call("delete_template", {"workspace_id": workspace_id, "template_id": template_id}, headers=headers, idempotency_key=idempotency_key)

    def upload_from_url(
        self,
        workbook_id: str,
        body: models.UploadFromUrlBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Uploaded:
        """Have the service fetch a spreadsheet from a public address."""
        return self._call("upload_from_url", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def upload_from_drive(
        self,
        workbook_id: str,
        body: models.UploadFromDriveBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Uploaded:
        """Import a file of your drive."""
        return self._call("upload_from_drive", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def analyze_source(
        self,
        workbook_id: str,
        source_name: str,
        *,
        keep_overrides: bool | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.AnalyzeSourceAnswer:
        """Look at a source and propose how to read it."""
        return self._call("analyze_source", {"workbook_id": workbook_id, "source_name": source_name, "keep_overrides": keep_overrides}, headers=headers, idempotency_key=idempotency_key)

    def read_parse_spec(
        self,
        workbook_id: str,
        source_name: str,
        *,
        preview: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.PreviewedSpec:
        """How a source is read."""
        return self._call("read_parse_spec", {"workbook_id": workbook_id, "source_name": source_name, "preview": preview}, headers=headers)

    def correct_parse_spec(
        self,
        workbook_id: str,
        source_name: str,
        body: models.ParseSpec,
        *,
        preview: bool | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.PreviewedSpec:
        """Correct how a source is read."""
        return self._call("correct_parse_spec", {"workbook_id": workbook_id, "source_name": source_name, "preview": preview}, body, headers=headers, idempotency_key=idempotency_key)

    def patch_parse_spec(
        self,
        workbook_id: str,
        source_name: str,
        body: models.SpecOperations,
        *,
        preview: bool | None = None,
        dry_run: bool | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CorrectedSpec:
        """Correct how a source is read, by operations."""
        return self._call("patch_parse_spec", {"workbook_id": workbook_id, "source_name": source_name, "preview": preview, "dry_run": dry_run}, body, headers=headers, idempotency_key=idempotency_key)

    def materialize_source(
        self,
        workbook_id: str,
        source_name: str,
        body: models.MaterializeRequest | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.MaterializedSource:
        """Make tables of a source, or add it to one."""
        return self._call("materialize_source", {"workbook_id": workbook_id, "source_name": source_name}, body, headers=headers, idempotency_key=idempotency_key)

    def map_source(
        self,
        workbook_id: str,
        source_name: str,
        *,
        sheet: str | None = None,
        max_tokens: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.MapSourceAnswer:
        """A file in one text that fits into a number of tokens."""
        return self._call("map_source", {"workbook_id": workbook_id, "source_name": source_name, "sheet": sheet, "max_tokens": max_tokens}, headers=headers)

    def find_source_cells(
        self,
        workbook_id: str,
        source_name: str,
        *,
        find: str,
        sheet: str | None = None,
        look_in: Literal["values", "formulas"] | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.FindSourceCellsAnswer:
        """Cells of a file that hold a text."""
        return self._call("find_source_cells", {"workbook_id": workbook_id, "source_name": source_name, "find": find, "sheet": sheet, "look_in": look_in, "limit": limit}, headers=headers)

    def edit_source(
        self,
        workbook_id: str,
        source_name: str,
        body: models.FileEdits | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.EditedFile:
        """Change cells, formulas, formats and rows of an xlsx file."""
        return self._call("edit_source", {"workbook_id": workbook_id, "source_name": source_name}, body, headers=headers, idempotency_key=idempotency_key)

    def what_if(
        self,
        workbook_id: str,
        source_name: str,
        body: models.WhatIfBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.AnsweredEdit:
        """What formulas of an xlsx file would give if cells were others."""
        return self._call("what_if", {"workbook_id": workbook_id, "source_name": source_name}, body, headers=headers)

    def read_table_row_origin(
        self,
        workbook_id: str,
        name: str,
        row_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadTableRowOriginAnswer:
        """From which cell of which file each value of a row was read."""
        return self._call("read_table_row_origin", {"workbook_id": workbook_id, "name": name, "row_id": row_id}, headers=headers)

    def read_table_quarantine(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Quarantine:
        """Where rows that break rules of a table are set aside."""
        return self._call("read_table_quarantine", {"workbook_id": workbook_id, "name": name}, headers=headers)

    def send_quarantined_rows(
        self,
        workbook_id: str,
        name: str,
        body: models.SendQuarantinedRowsBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.QuarantinedRowsSent:
        """Send corrected rows of a quarantine into their table."""
        return self._call("send_quarantined_rows", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def cite_table(
        self,
        workbook_id: str,
        name: str,
        body: models.CiteTableBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.CitedTable:
        """In which cells of which files values of a table stood."""
        return self._call("cite_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers)

    def cite_query(
        self,
        workbook_id: str,
        body: models.CitedQuery,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.CitedQueryAnswer:
        """Ask with SQL, and learn from which cells the answer was made."""
        return self._call("cite_query", {"workbook_id": workbook_id}, body, headers=headers)

    def create_upload(
        self,
        workbook_id: str,
        body: models.CreateUploadBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.UploadSlot:
        """A slot for a large file, with a signed address to bring its bytes to."""
        return self._call("create_upload", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def read_upload(
        self,
        upload_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.UploadSlot:
        """How an upload slot stands."""
        return self._call("read_upload", {"upload_id": upload_id}, headers=headers)

    def put_upload(
        self,
        upload_id: str,
        body: FileInput,
        *,
        expires: int,
        sig: str,
        headers: Mapping[str, str] | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.UploadSlot:
        """Bring the bytes of a slot."""
        return self._call("put_upload", {"upload_id": upload_id, "expires": expires, "sig": sig}, body, headers=headers, on_progress=on_progress)

    def ingest_upload(
        self,
        upload_id: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Uploaded:
        """Make a source of the bytes in a slot."""
        return self._call("ingest_upload", {"upload_id": upload_id}, headers=headers, idempotency_key=idempotency_key)

    def commit_snapshot(
        self,
        workbook_id: str,
        body: models.CommitSnapshotBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.CommittedVersion:
        """Commit the current state of all tables."""
        return self._call("commit_snapshot", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_snapshots(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListSnapshotsAnswer:
        """Snapshots, newest first; what is not committed yet comes before all."""
        return self._call("list_snapshots", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def read_snapshot(
        self,
        workbook_id: str,
        snapshot_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Snapshot:
        """A snapshot."""
        return self._call("read_snapshot", {"workbook_id": workbook_id, "snapshot_id": snapshot_id}, headers=headers)

    def commit_version(
        self,
        workbook_id: str,
        body: models.CommitVersionBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Version:
        """Commit the current state under a name."""
        return self._call("commit_version", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_versions(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListVersionsAnswer:
        """Named versions, newest first."""
        return self._call("list_versions", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def read_version(
        self,
        workbook_id: str,
        label: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Version:
        """A named version."""
        return self._call("read_version", {"workbook_id": workbook_id, "label": label}, headers=headers)

    def restore_snapshot(
        self,
        workbook_id: str,
        snapshot_id: str,
        body: models.RestoreSnapshotBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RestoredSnapshot:
        """Bring tables back to what a snapshot has."""
        return self._call("restore_snapshot", {"workbook_id": workbook_id, "snapshot_id": snapshot_id}, body, headers=headers, idempotency_key=idempotency_key)

    def revert_version(
        self,
        workbook_id: str,
        label: str,
        body: models.RevertVersionBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.RestoredSnapshot:
        """Go back to a version."""
        return self._call("revert_version", {"workbook_id": workbook_id, "label": label}, body, headers=headers, idempotency_key=idempotency_key)

    def diff_snapshots(
        self,
        workbook_id: str,
        snapshot_id: str,
        *,
        against: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.DiffSnapshotsAnswer:
        """What a snapshot changed, table by table."""
        return self._call("diff_snapshots", {"workbook_id": workbook_id, "snapshot_id": snapshot_id, "against": against}, headers=headers)

    def list_file_links(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListFileLinksAnswer:
        """Tracked files of a workbook with their versions, newest last."""
        return self._call("list_file_links", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def track_cloud_file(
        self,
        workbook_id: str,
        body: models.TrackCloudFileBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.FileLink:
        """Track a file of your drive: its bytes become version 1 and feed a source of the same name."""
        return self._call("track_cloud_file", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def track_local_file(
        self,
        workbook_id: str,
        body: models.TrackLocalFileBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.FileLink:
        """Track a file of your machine: its bytes become version 1 and feed a source of the same name."""
        return self._call("track_local_file", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def push_file_version(
        self,
        workbook_id: str,
        link_id: str,
        body: models.PushFileVersionBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.FedFile:
        """The next edition of a tracked file, read as the last one was."""
        return self._call("push_file_version", {"workbook_id": workbook_id, "link_id": link_id}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def revert_file_version(
        self,
        workbook_id: str,
        link_id: str,
        n: str,
        *,
        expected_versions: str | None = None,
        expected_version: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.FedFile:
        """Read an older version again, as a new one."""
        return self._call("revert_file_version", {"workbook_id": workbook_id, "link_id": link_id, "n": n, "expected_versions": expected_versions, "expected_version": expected_version}, headers=headers, idempotency_key=idempotency_key)

    def download_file_version(
        self,
        workbook_id: str,
        link_id: str,
        n: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The original file of a version, byte by byte as it came."""
        return self._call("download_file_version", {"workbook_id": workbook_id, "link_id": link_id, "n": n}, headers=headers)

    def sync_file_link(
        self,
        workbook_id: str,
        link_id: str,
        *,
        expected_versions: str | None = None,
        expected_version: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.FedFile:
        """Pull the drive's copy of a tracked file now."""
        return self._call("sync_file_link", {"workbook_id": workbook_id, "link_id": link_id, "expected_versions": expected_versions, "expected_version": expected_version}, headers=headers, idempotency_key=idempotency_key)

    def read_file_version_cells(
        self,
        workbook_id: str,
        link_id: str,
        n: str,
        *,
        sheet: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadFileVersionCellsAnswer:
        """What stands in a sheet of a version, cell by cell."""
        return self._call("read_file_version_cells", {"workbook_id": workbook_id, "link_id": link_id, "n": n, "sheet": sheet}, headers=headers)

    def diff_file_versions(
        self,
        workbook_id: str,
        link_id: str,
        n: str,
        *,
        against: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.DiffFileVersionsAnswer:
        """What has changed in a version since the one before, or since another."""
        return self._call("diff_file_versions", {"workbook_id": workbook_id, "link_id": link_id, "n": n, "against": against}, headers=headers)

    def list_branches(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListBranchesAnswer:
        """Tables that were sent out to be edited and have not come back, newest first."""
        return self._call("list_branches", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def merge_table(
        self,
        workbook_id: str,
        name: str,
        body: models.MergeTableBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.MergedTable:
        """Merge an edited export back into its table, cell by cell."""
        return self._call("merge_table", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def sync_file(
        self,
        workbook_id: str,
        body: models.SyncFileBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.SyncedTables:
        """Take back a file: it says itself what it belongs to."""
        return self._call("sync_file", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def resolve_conflict(
        self,
        workbook_id: str,
        conflict_id: str,
        body: models.ResolveConflictBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.ResolveConflictAnswer:
        """Close a conflict."""
        return self._call("resolve_conflict", {"workbook_id": workbook_id, "conflict_id": conflict_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_sheets(
        self,
        workbook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListSheetsAnswer:
        """Sheets of a workbook, by name."""
        return self._call("list_sheets", {"workbook_id": workbook_id, "limit": limit, "cursor": cursor}, headers=headers)

    def read_sheet(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.Sheet:
        """A sheet, and which of its tables are there."""
        return self._call("read_sheet", {"workbook_id": workbook_id, "name": name}, headers=headers)

    def put_sheet(
        self,
        workbook_id: str,
        name: str,
        body: models.SheetToPut,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Sheet:
        """Write a sheet, or put another in its place."""
        return self._call("put_sheet", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def delete_sheet(
        self,
        workbook_id: str,
        name: str,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        """Delete a sheet; the tables it shows stay."""
        return self._call("delete_sheet", {"workbook_id": workbook_id, "name": name}, headers=headers, idempotency_key=idempotency_key)

    def render_sheet(
        self,
        workbook_id: str,
        name: str,
        *,
        format: Literal["xlsx", "html", "pdf"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """A sheet with the rows its tables have now, as xlsx, PDF or a page."""
        return self._call("render_sheet", {"workbook_id": workbook_id, "name": name, "format": format}, headers=headers)

    def list_charts(
        self,
        workbook_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListChartsAnswer:
        """Charts that agents made of the tables of a workbook."""
        return self._call("list_charts", {"workbook_id": workbook_id, "cursor": cursor, "limit": limit}, headers=headers)

    def export_tables(
        self,
        workbook_id: str,
        body: models.ExportRequest | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Download:
        """Tables as an xlsx, csv or Parquet file."""
        return self._call("export_tables", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def make_bundle(
        self,
        workbook_id: str,
        *,
        tables: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The whole workbook as one file, to keep or to bring to another service."""
        return self._call("make_bundle", {"workbook_id": workbook_id, "tables": tables}, headers=headers)

    def bring_bundle(
        self,
        body: models.BringBundleBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        on_progress: OnProgress | None = None,
    ) -> models.StartedImport:
        """A workbook from a bundle."""
        return self._call("bring_bundle", {}, body, headers=headers, idempotency_key=idempotency_key, on_progress=on_progress)

    def purge_table_values(
        self,
        workbook_id: str,
        name: str,
        body: models.PurgeTableValuesBody | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.StartedJob:
        """Erase the values of rows or of a column, in every version and every copy."""
        return self._call("purge_table_values", {"workbook_id": workbook_id, "name": name}, body, headers=headers, idempotency_key=idempotency_key)

    def review_workbook(
        self,
        workbook_id: str,
        body: models.ReviewRequest | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.Review | models.StartedJob:
        """Look for what is usually wrong with tables; every finding comes with SQL that shows it."""
        return self._call("review_workbook", {"workbook_id": workbook_id}, body, headers=headers, idempotency_key=idempotency_key)

    def list_my_data(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        state: Literal["active", "archived", "all"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListMyDataAnswer:
        """Every artifact this credential can see, in all workbooks, the newest first."""
        return self._call("list_my_data", {"cursor": cursor, "limit": limit, "state": state}, headers=headers)

    def search_data(
        self,
        *,
        q: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> models.SearchDataAnswer:
        """Find artifacts and sources by name, description, column names and file names."""
        return self._call("search_data", {"q": q, "cursor": cursor, "limit": limit}, headers=headers)

    def delete_account(
        self,
        body: models.DeleteAccountBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DeleteAccountAnswer:
        """Close a developer account for good, with its keys, workspaces and workbooks."""
        return self._call("delete_account", {}, body, headers=headers, idempotency_key=idempotency_key)

    def list_held_content(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ListHeldContentAnswer:
        """What was made under your address before it was proven, and is held until you decide."""
        return self._call("list_held_content", {}, headers=headers)

    def decide_held_content(
        self,
        body: models.DecideHeldContentBody,
        *,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> models.DecideHeldContentAnswer:
        """Keep content that is held for you, or have it deleted for good."""
        return self._call("decide_held_content", {}, body, headers=headers, idempotency_key=idempotency_key)

    def held_content_page(
        self,
        *,
        return_to: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """The page that lists what was made under an address before it was proven."""
        return self._call("held_content_page", {"return_to": return_to}, headers=headers)

    def submit_held_content(
        self,
        body: models.SubmitHeldContentBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Download:
        """Keep or delete held content from its page."""
        return self._call("submit_held_content", {}, body, headers=headers)

    def health(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.HealthAnswer:
        """The process is alive."""
        return self._call("health", {}, headers=headers)

    def readiness(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> models.ReadinessAnswer:
        """The node can serve requests."""
        return self._call("readiness", {}, headers=headers)
