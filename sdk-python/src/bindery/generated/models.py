"""Made by tools/python-models.ts from openapi.json."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired

from ..files import FileInput

# Every code that a problem can have.
ProblemCode = Literal[
    "access_denied",
    "account_owner",
    "action_not_applicable",
    "already_tracked",
    "already_undone",
    "ambiguous_match",
    "authorization_pending",
    "bad_request",
    "bad_signature",
    "billing_disabled",
    "branch_closed",
    "branch_mismatch",
    "branch_too_large",
    "confirm_mismatch",
    "conflict_closed",
    "default_account",
    "derived_table_not_branchable",
    "derived_table_not_editable",
    "domain_unverified",
    "expired_token",
    "export_too_large",
    "formula_mode_refused",
    "governed_table",
    "governed_workbook",
    "header_not_writable",
    "hidden_from_links",
    "hidden_rows",
    "history_expired",
    "idempotency_in_progress",
    "idempotency_key_reused",
    "insufficient_scope",
    "internal_error",
    "invalid_credentials",
    "invalid_cursor",
    "invalid_odata",
    "invalid_rule",
    "invalid_sql",
    "invalid_token",
    "last_column",
    "limit_reached",
    "lineage_cycle",
    "link_ended",
    "links_off",
    "masked_column",
    "members_only",
    "method_not_allowed",
    "missing_row_ids",
    "name_taken",
    "no_card_on_file",
    "no_labels",
    "no_workspace",
    "not_a_reviewer",
    "not_acceptable",
    "not_approved",
    "not_found",
    "not_read_only",
    "not_signed",
    "not_undoable",
    "not_your_comment",
    "not_your_proposal",
    "nothing_to_export",
    "nothing_to_sync",
    "out_of_credits",
    "out_of_reach",
    "overage_outstanding",
    "owner_required",
    "payload_too_large",
    "personal_workspace",
    "policy_input",
    "proposal_closed",
    "proposal_conflict",
    "provider_disabled",
    "provider_not_authorized",
    "python_disabled",
    "query_timeout",
    "range_out_of_bounds",
    "range_too_large",
    "rate_limited",
    "read_only_catalog",
    "reading_timeout",
    "registration_closed",
    "reserved_role",
    "result_expired",
    "result_invalidated",
    "result_too_large",
    "revoked_token",
    "role_required",
    "row_not_found",
    "rule_violated",
    "s3_required",
    "scope_exceeds_issuer",
    "session_required",
    "session_revoked",
    "shape_mismatch",
    "slot_not_pending",
    "slow_down",
    "source_exists",
    "source_not_analyzed",
    "subscription_active",
    "suspicious_deletion",
    "template_not_fitting",
    "too_many_columns",
    "too_many_logins",
    "too_many_rows",
    "transform_failed",
    "unauthenticated",
    "unavailable",
    "unbound_placeholder",
    "uncastable_value",
    "undo_conflict",
    "unknown_api_version",
    "unknown_column",
    "unknown_field",
    "unknown_host",
    "unmapped_columns",
    "unsupported_file",
    "unsupported_media_type",
    "unsupported_odata",
    "upload_expired",
    "upstream_error",
    "url_refused",
    "validation_error",
    "version_conflict",
    "work_too_large",
    "workspace_not_empty",
    "zip_bomb",
]

class AcceptInvitationAnswer(TypedDict):
    workspace_id: str
    # Where the console shows what was shared
    url: str
    access_token: NotRequired[str]
    token_type: NotRequired[Literal["Bearer"]]
    expires_in: NotRequired[int]
    refresh_token: NotRequired[str]
    user: AcceptInvitationAnswerUser


class AcceptInvitationAnswerUser(TypedDict):
    user_id: str
    email: str
    name: str


class AcceptInvitationBody(TypedDict):
    name: NotRequired[str | None]
    password: NotRequired[str | None]


class Account(TypedDict):
    account_id: str
    name: str
    kind: Literal["default", "developer"]
    plan: Literal["free", "payg", "solo", "pro", "self_hosted"]
    status: Literal["active"]
    credits: Credits
    owner_id: str
    workspace_count: int
    # Keys that still work
    key_count: int
    created_at: str


class AccountBilling(TypedDict):
    account_id: str
    plan: Literal["free", "payg", "solo", "pro", "self_hosted"]
    interval: Literal["month", "year"] | None
    subscription_status: Literal["none", "trialing", "active", "past_due", "canceled"]
    card: AccountBillingCard | None
    auto_topup: AccountBillingAutoTopup
    credits: Credits
    # Set aside for work under way
    held_credits: int
    # Spent beyond what there was, and not paid yet
    overage_credits: int
    # Overage below it is never collected
    settlement_floor: int
    currency: str
    storage: AccountBillingStorage


class AccountBillingAutoTopup(TypedDict):
    enabled: bool
    amount: int
    threshold: int


class AccountBillingCard(TypedDict):
    brand: str
    last4: str
    exp: str


class AccountBillingStorage(TypedDict):
    used_bytes: int
    limit_bytes: int | None


class AccountLogEntry(TypedDict):
    at: str
    action: str
    target: dict[str, Any]
    detail: dict[str, Any]
    actor: AccountLogEntryActor


class AccountLogEntryActor(TypedDict):
    user_id: str | None
    credential: Literal["session", "pat", "key", "link", "system"]
    credential_id: str | None


class AccountPolicy(TypedDict):
    max_session_minutes: int | None
    max_token_days: int | None
    tokens_allowed: bool
    # Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts
    public_links: Literal["allowed", "members", "off"]


class Actor(TypedDict):
    name: str | None
    user_id: str | None
    credential: Literal["session", "pat", "key", "link", "system"]
    credential_id: str | None


class AddTableColumnBody(TypedDict):
    # Must be a name that does not start with __svc_
    column: str
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    type: NotRequired[str]
    default: NotRequired[Any]
    actor: NotRequired[str | None]


class Advice(TypedDict):
    # In the words of the adviser
    reason: str
    operations: list[AdvisedOperation]


class AdvisedOperation(TypedDict):
    op: Literal["set_kind", "set_box", "set_header_rows", "set_role", "choose_reading", "split_region", "merge_regions"]
    region: NotRequired[str]
    regions: NotRequired[list[str]]
    kind: NotRequired[Literal["table", "form"]]
    # Must be a cell such as B2 or a range such as B2:D9
    range: NotRequired[str]
    rows: NotRequired[list[int]]
    columns: NotRequired[list[str]]
    role: NotRequired[Literal["group", "data", "subtotal", "total", "difference", "ratio", "separator", "repeat_header", "note", "unit", "continued", "label", "measure", "period"]]
    reshape: NotRequired[ReshapeToMake2 | ReshapeToMake3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10 | list[ReshapeToMake2 | ReshapeToMake3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10] | None]
    at_row: NotRequired[int]
    # Must be one to three capital letters
    at_column: NotRequired[str]


class AlternativeReading(TypedDict):
    rank: int
    confidence: float
    summary: str
    patch: dict[str, Any]


class AnalyzeSourceAnswer(TypedDict):
    source: Source
    parse_spec: ParseSpec


class AnnotateTableAnswer(TypedDict):
    annotations: list[Annotation]
    applied: int


class AnnotateTableBody(TypedDict):
    annotations: list[StyleAnnotation]
    actor: NotRequired[str | None]


class Annotation(TypedDict):
    annotation_id: str
    target: AnnotationTarget
    style: Style | None
    note: str | None
    label: str | None
    actor: Actor
    created_at: str
    updated_at: str


class AnnotationTarget(TypedDict):
    kind: Literal["table", "column", "row", "cell", "range"]
    row_id: int | None
    column: str | None
    range: str | None
    columns: list[str] | None
    row_ids: list[int] | None


class AnsweredEdit(TypedDict):
    # By their distance from the cells that were set
    changes: list[ChangedCell]
    change_count: int
    truncated: bool
    # Formulas that read changed cells and whose value is not known, the first 200
    not_computed: list[AnsweredEditNotComputedItem]
    not_computed_count: int


class AnsweredEditNotComputedItem(TypedDict):
    sheet: str
    cell: str
    reason: str


class AppliedProposal(TypedDict):
    proposal: ProposalSummary
    op_id: int | None
    inserted: int
    updated: int
    deleted: int
    # Rows left as they are: done already, or a conflict decided so
    skipped: int
    # Derived tables that became stale
    stale: list[str]


class ArchivedArtifact(TypedDict):
    name: str
    state: str
    table_name: str | None
    type: str | None


class Artifact(TypedDict):
    name: str
    type: Literal["table", "view", "chart", "report"]
    description: str | None
    id: str
    row_count: int | None
    schema: list[Column] | None
    state: Literal["active", "archived"]
    table_name: str | None
    updated_at: str
    workbook_id: str
    layer: Literal["raw", "base", "derived"] | None
    edit_version: int | None


class AuditEntry(TypedDict):
    seq: int
    at: str
    actor: dict[str, Any]
    action: str
    target: dict[str, Any]
    outcome: Literal["ok", "refused"]
    detail: dict[str, Any]
    ip: str | None
    op_id: NotRequired[int]
    # Of reads: how many in that minute
    count: NotRequired[int]
    since: NotRequired[str]
    # Hex; empty before the first entry
    prev_hash: str
    # Hex
    hash: str


class BindArtifactAnswer(TypedDict):
    binding: SyncBinding
    warnings: list[str]


class BindArtifactBody(TypedDict):
    actor: str
    external_kind: Literal["google_sheets", "microsoft"]
    external_ref: str
    direction: NotRequired[Literal["bidirectional", "pull", "push"]]
    ownership_map: NotRequired[dict[str, str] | None]


class BinderyEvent(TypedDict):
    id: str
    type: Literal["artifact.updated", "artifact.deleted", "artifact.stale", "snapshot.committed", "source.analyzed", "source.materialized", "conflict.created", "version.branched", "version.merged", "job.completed", "comment.changed", "proposal.opened", "proposal.reviewed", "proposal.applied", "proposal.closed"]
    timestamp: str
    # Counts the events of the workbook
    sequence: int
    account_id: str
    workspace_id: str
    workbook_id: str
    actor: BinderyEventActor
    # Ids, names and versions; never a value of a cell
    data: Any


class BinderyEventActor(TypedDict):
    name: str | None
    user_id: str | None


class Branch(TypedDict):
    branch_id: str
    table: str
    row_count: int
    base_edit_version: int
    format: Literal["xlsx", "csv"]
    filename: str
    status: Literal["open", "merged", "expired"]
    part: BranchPart | None
    actor: Actor
    created_at: str
    merged_at: str | None


class BranchPart(TypedDict):
    column: str
    value: str | None


class BringBundleBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    title: NotRequired[str | None]
    workspace_id: NotRequired[str | None]


class BrokenRule(TypedDict):
    table: str
    rule: BrokenRuleRule | None
    row_id: int | None
    index: int | None
    message: str


class BrokenRuleRule(TypedDict):
    kind: str
    name: str | None
    columns: list[str]


class CatalogItem(TypedDict):
    name: str
    type: Literal["table", "view", "chart", "report"]
    description: str | None
    id: str
    row_count: int | None
    schema: list[Column] | None
    state: Literal["active", "archived"]
    table_name: str | None
    updated_at: str
    workbook_id: str
    layer: Literal["raw", "base", "derived"] | None
    edit_version: int | None
    workbook_title: str


class CellState(TypedDict):
    value: Any
    formula: str | None
    number_format: str | None
    bold: bool
    italic: bool
    color: str | None
    fill: str | None


class ChangeDashboardBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str | None]
    # On a grid of 12 columns; x and y count from 0
    tiles: NotRequired[list[ChangeDashboardBodyTile | ChangeDashboardBodyTile2 | ChangeDashboardBodyTile3]]
    expected_version: NotRequired[int | None]


class ChangeDashboardBodyTile(TypedDict):
    # Unique on the dashboard
    tile_id: str
    x: int
    y: int
    width: int
    height: int
    kind: Literal["question"]
    question_id: str
    title: NotRequired[str | None]


class ChangeDashboardBodyTile2(TypedDict):
    # Unique on the dashboard
    tile_id: str
    x: int
    y: int
    width: int
    height: int
    kind: Literal["view"]
    view_id: str
    title: NotRequired[str | None]


class ChangeDashboardBodyTile3(TypedDict):
    # Unique on the dashboard
    tile_id: str
    x: int
    y: int
    width: int
    height: int
    kind: Literal["text"]
    text: str


class ChangeMeBody(TypedDict):
    # Must be text without line breaks or control characters, and not only spaces
    name: str


class ChangeNotificationSettingsBody(TypedDict):
    settings: list[ChangeNotificationSettingsBodySetting]


class ChangeNotificationSettingsBodySetting(TypedDict):
    kind: Literal["mention", "invitation", "job_failed", "conflict", "dashboard_stale", "proposal"]
    in_console: NotRequired[bool]
    by_mail: NotRequired[bool]


class ChangeQuestionBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str | None]
    sql: NotRequired[str | None]
    summary: NotRequired[Summary | None]
    chart: NotRequired[ChartShape | None]
    expected_version: NotRequired[int | None]


class ChangeSavedViewBody(TypedDict):
    name: NotRequired[str]
    state: NotRequired[SavedViewState]
    expected_version: NotRequired[int | None]


class ChangeTemplateBody(TypedDict):
    # Also what the table of its forms is called
    name: NotRequired[str]
    active: NotRequired[bool]
    fields: NotRequired[list[ChangeTemplateBodyField]]


class ChangeTemplateBodyField(TypedDict):
    label: str
    name: NotRequired[str]
    type: NotRequired[Literal["any", "text", "number", "date", "timestamp", "boolean"]]


class ChangeWebhookBody(TypedDict):
    # https; others only where the operator allows it
    url: NotRequired[str]
    # Empty: all kinds
    events: NotRequired[list[Literal["artifact.updated", "artifact.deleted", "artifact.stale", "snapshot.committed", "source.analyzed", "source.materialized", "conflict.created", "version.branched", "version.merged", "job.completed", "comment.changed", "proposal.opened", "proposal.reviewed", "proposal.applied", "proposal.closed"]]]
    status: NotRequired[Literal["active", "paused"]]


class ChangeWorkbookBody(TypedDict):
    title: NotRequired[str | None]
    description: NotRequired[str | None]
    language: NotRequired[Literal["ja", "en"] | None]


ChangedCell = TypedDict("ChangedCell", {
    "sheet": "str",
    "cell": "str",
    # A formula that gives another value; otherwise a cell that was set
    "computed": "bool",
    "before": "CellState",
    "after": "CellState",
    # Changed cells that the formula reads, the first 12
    "from": "list[str]",
    "step": "int | None",
})


class ChangedColumns(TypedDict):
    name: str
    edit_version: int
    columns: list[Column]
    table_name: str
    op_id: int | None
    # Derived tables that became stale
    stale: list[str]


class Chart(TypedDict):
    name: str
    artifact_id: str
    chart_type: str | None
    source_table: str | None
    title: str | None
    config: dict[str, Any] | None
    recipe: dict[str, Any] | None
    config_omitted: str | None


class ChartShape(TypedDict):
    kind: Literal["table", "number", "line", "bar", "stacked", "pie"]
    x: NotRequired[int | None]
    y: NotRequired[list[int]]
    series: NotRequired[int | None]


class Checkout(TypedDict):
    checkout_url: str
    session_id: str
    expires_at: str


class CiteTableBody(TypedDict):
    columns: NotRequired[list[str] | None]
    row_ids: NotRequired[list[int] | None]
    sets: NotRequired[list[CiteTableBodySet] | None]
    as_of: NotRequired[str | None]


class CiteTableBodySet(TypedDict):
    row_ids: NotRequired[list[int] | None]
    filter: NotRequired[dict[str, Any] | None]
    columns: NotRequired[list[str] | None]


class CitedCell(TypedDict):
    source: str
    revision: int
    sheet: str
    cell: str
    edited: bool | None
    # The cell holds a formula that was saved without a value.
    computed: bool
    # The cell stands for other rows too: it is merged, repeated by a mark, or heads them.
    shared: bool
    # The value is a part of what the cell holds, or was put together of it and of further cells.
    reworded: bool


class CitedFile(TypedDict):
    table: str
    source: str
    revision: int
    sheet: str
    ranges: list[str]


class CitedQuery(TypedDict):
    # One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed.
    sql: str
    params: NotRequired[list[str | float | bool | None] | dict[str, str | float | bool | None] | None]
    as_of: NotRequired[str | None]
    limit: NotRequired[int | None]
    timeout_ms: NotRequired[int | None]


class CitedQueryAnswer(TypedDict):
    columns: list[Column]
    not_cited: Literal["join", "subquery", "set_operation", "distinct", "window", "derived", "changing", "other"] | None
    rows: list[CitedQueryAnswerRow]
    made_from: list[CitedFile]
    made_from_cut: bool


class CitedQueryAnswerRow(TypedDict):
    values: list[Any]
    # Rows of the table it is made of.
    rows: int
    # Those of them whose cells are cited: fewer where there are too many.
    cited_rows: int
    columns: list[CitedQueryAnswerRowColumn]


CitedQueryAnswerRowColumn = TypedDict("CitedQueryAnswerRowColumn", {
    "name": "str",
    # The cells hold the value; else it was made from them.
    "holds": "bool",
    "from": "list[CitedRanges]",
})


class CitedRanges(TypedDict):
    column: str
    # At most 50.
    ranges: list[CitedRangesRange]
    # In all ranges, those that were cut off too.
    cells: int
    # There are more ranges than are listed.
    cut: bool
    # Values that were edited since; their cells are not among the ranges.
    edited: int
    # Values whose first edits are no longer kept.
    unknown: int
    # Values that are a part of what their cell holds, or of several cells.
    reworded: int
    # Values that no cell of a file holds.
    elsewhere: int


class CitedRangesRange(TypedDict):
    source: str
    revision: int
    sheet: str
    range: str


class CitedTable(TypedDict):
    name: str
    edit_version: int
    # Its rows are made from other tables; no cell holds them.
    derived: bool
    rows: list[CitedTableRow]
    sets: list[CitedTableSet]
    made_from: list[CitedFile]
    made_from_cut: bool


class CitedTableRow(TypedDict):
    row_id: int
    values: list[CitedTableRowValue]


class CitedTableRowValue(TypedDict):
    column: str
    cell: CitedCell | None


class CitedTableSet(TypedDict):
    # Rows of the table it is made of.
    rows: int
    # Those of them whose cells are cited: fewer where there are too many.
    cited_rows: int
    columns: list[CitedRanges]


class ClaimDomainBody(TypedDict):
    # Must be a domain such as example.com
    domain: str
    account_id: NotRequired[str | None]


class Classification(TypedDict):
    table: str
    column: str
    tag: str
    label: str | None
    inherited_from: ClassificationInheritedFrom | None
    note: str | None
    actor: Actor
    created_at: str


class ClassificationInheritedFrom(TypedDict):
    table: str
    column: str


class CloudAuthorization(TypedDict):
    provider: Literal["google_drive", "google_sheets", "microsoft"]
    authorized: bool
    authorize_url: str | None
    scopes: list[str]


class CloudFile(TypedDict):
    id: str
    name: str
    isFolder: bool
    mime_type: str | None
    size_bytes: int | None
    modified: str | None
    modified_by: str | None


class Column(TypedDict):
    column: str
    name: str
    type: str
    masked: bool
    description: str | None
    # What its numbers count, as the file says: 千円
    unit: NotRequired[str]
    # By what a number is to be multiplied: 1000 for 千円
    scale: NotRequired[float]


class ColumnAccess(TypedDict):
    table: str
    roles: list[str]
    governed: bool
    columns: list[ColumnAccessColumn]
    masked_columns: list[str]
    denied_count: int
    denied_columns: list[str] | None
    # closed: a row policy hides rows that it was made from
    rows: Literal["all", "some", "closed"]
    seen_rows: int | None
    # Asked of a role: a row policy asks for the address or an attribute of a user, so users of this role see other rows
    rows_depend_on_user: bool
    sample: list[dict[str, Any]] | None
    raw_preview: bool
    export: bool


class ColumnAccessColumn(TypedDict):
    name: str
    type: str
    tags: list[str]
    effect: Literal["allow", "mask", "deny"]
    mask_style: Literal["year", "last4", "hash"] | None
    rule: ColumnAccessColumnRule | None
    inherited: bool


class ColumnAccessColumnRule(TypedDict):
    tag: str
    role: str


class ColumnChange(TypedDict):
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    new_name: NotRequired[str | None]
    type: NotRequired[str | None]
    actor: NotRequired[str | None]


class ColumnPlace(TypedDict):
    table: str
    column: str


class ColumnProfile(TypedDict):
    name: str
    type: str
    # A masked column has nothing but its name and type
    masked: bool
    null_count: NotRequired[int]
    null_ratio: NotRequired[float]
    distinct_count: NotRequired[int]
    distinct_exact: NotRequired[bool]
    min: NotRequired[Any]
    max: NotRequired[Any]
    mean: NotRequired[float | None]
    stddev: NotRequired[float | None]
    quantiles: NotRequired[ColumnProfileQuantiles | None]
    histogram: NotRequired[list[int] | None]
    top_values: NotRequired[list[ColumnProfileTopValue]]
    min_length: NotRequired[int | None]
    max_length: NotRequired[int | None]
    leading_zero_count: NotRequired[int | None]
    patterns: NotRequired[list[ColumnProfilePattern]]


class ColumnProfilePattern(TypedDict):
    pattern: str
    count: int


class ColumnProfileQuantiles(TypedDict):
    p25: Any
    p50: Any
    p75: Any


class ColumnProfileTopValue(TypedDict):
    value: Any
    count: int


class ColumnValues(TypedDict):
    name: str
    edit_version: int
    column: str
    type: str
    values: list[ColumnProfileTopValue]
    distinct_count: int
    # False above some 200,000 values: their number is estimated, and the values are those of the first rows
    distinct_exact: bool


class Columns(TypedDict):
    name: str
    edit_version: int
    columns: list[Column]
    table_name: str


class Comment(TypedDict):
    comment_id: str
    text: str | None
    mentions: list[str]
    actor: Actor
    created_at: str
    edited_at: str | None


class CommentThread(TypedDict):
    thread_id: str
    target: CommentThreadTarget
    resolved_at: str | None
    resolved_by: Actor | None
    # It is about a column that is masked: its texts are null
    is_hidden: bool
    # The one that began it first
    comments: list[Comment]


class CommentThreadTarget(TypedDict):
    kind: Literal["table", "row", "cell"]
    row_id: int | None
    column: str | None


class CommitSnapshotBody(TypedDict):
    summary: str
    event_type: NotRequired[str]


class CommitVersionBody(TypedDict):
    label: str
    summary: NotRequired[str | None]


class CommittedVersion(TypedDict):
    snapshot_id: str
    status: Literal["editing", "committed"]
    summary: str | None
    event_type: str
    actor: Actor | None
    parent_id: str | None
    tables: list[CommittedVersionTable]
    versions: list[str]
    created_at: str
    committed_at: str | None
    # False: nothing changed since this snapshot, so no other was made
    changed: bool


class CommittedVersionTable(TypedDict):
    name: str
    edit_version: int
    row_count: int | None


class Condition(TypedDict):
    column: str
    op: Literal["=", "!=", "<", "<=", ">", ">=", "between", "contains", "not_contains", "starts_with", "is_null", "not_null", "in", "not_in"]
    value: NotRequired[str | float | bool | None]
    # The upper end of between, itself included
    to: NotRequired[str | float | bool | None]
    # Of in and not_in; null is an empty cell
    values: NotRequired[list[str | float | bool | None]]


class ConfigureWorkspaceBody(TypedDict):
    name: NotRequired[str | None]
    residency: NotRequired[str | None]
    preprocess_rules: NotRequired[str | None]
    idp_config: NotRequired[dict[str, Any] | None]
    # Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts
    public_links: NotRequired[Literal["allowed", "members", "off"]]


class Conflict(TypedDict):
    conflict_id: str
    kind: Literal["overwrite", "stale_override", "row_deleted"]
    status: Literal["open", "closed"]
    resolution: Literal["acknowledge", "revert", "drop_override", "superseded"] | None
    table: str | None
    row_id: int
    column: str | None
    base_value: Any
    prior_value: Any
    value: Any
    branch_id: str | None
    op_id: int
    actor: dict[str, Any]
    created_at: str
    resolved_at: str | None
    resolved_by: dict[str, Any] | None
    note: str | None


class CorrectedSpec(TypedDict):
    spec_version: int
    revision: int
    source_name: str
    sha256: str
    reader: Reader
    regions: list[Region]
    overrides: list[ParseSpecOverride]
    warnings: list[ParseSpecWarning]
    # Computed: what a client sends here is ignored
    check: NotRequired[list[TableCheck]]
    template: NotRequired[TemplateTaken]
    files_made_of: NotRequired[str]
    # Templates that nearly fit, and why the file was not read by them
    template_misses: NotRequired[list[TemplateMiss]]
    templates_refused: NotRequired[list[str]]
    preview: NotRequired[list[CorrectedSpecPreviewItem]]
    # Beside a preview: whether the operation undo takes back a correction
    can_undo: NotRequired[bool]
    # What was decided by hand before and contradicts an operation
    overridden: list[OverriddenCorrection]


class CorrectedSpecPreviewItem(TypedDict):
    region_id: str | None
    name: str
    columns: list[UnionFilesColumn]
    rows: list[dict[str, Any]]
    row_count: int
    rejected: int
    cells_nulled: int
    # Only the beginning of a large file was read
    partial: bool


class Correction(TypedDict):
    op: Literal["set_kind", "set_box", "set_header_rows", "set_role", "rename", "set_type", "include", "choose_reading", "fill_down", "explode", "keep_totals", "leave_out", "read_as", "name_table"]
    # Must be a cell such as B2 or a range such as B2:D9
    range: NotRequired[str]
    ranges: NotRequired[list[str]]
    cells: NotRequired[list[RegionReadA]]
    rows: NotRequired[list[int]]
    columns: NotRequired[list[str]]
    role: NotRequired[Literal["group", "data", "subtotal", "total", "difference", "ratio", "separator", "repeat_header", "note", "unit", "continued", "label", "measure", "period"]]
    # The name of a column, or its letters on the sheet where no column has that name
    column: NotRequired[str]
    name: NotRequired[str]
    type: NotRequired[str]
    format: NotRequired[str | None]
    kind: NotRequired[Literal["table", "form", "note", "ignore"]]
    on: NotRequired[bool]
    separator: NotRequired[str]
    reshape: NotRequired[Reshape2 | Reshape3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10 | list[Reshape2 | Reshape3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10] | None]
    one_header: NotRequired[bool]


class CreateAccountBody(TypedDict):
    # Must be text without line breaks or control characters, and not only spaces
    name: str


class CreateDashboardBody(TypedDict):
    name: str
    description: NotRequired[str | None]
    # On a grid of 12 columns; x and y count from 0
    tiles: NotRequired[list[ChangeDashboardBodyTile | ChangeDashboardBodyTile2 | ChangeDashboardBodyTile3]]


class CreateKeyAnswer(TypedDict):
    key_id: str
    workspace_id: str | None
    created_by: str
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage", "scim"]]
    name: str | None
    # The beginning of the plaintext, to recognise it by
    prefix: str
    # account, workspace:<id> or workbook:<id>
    resource: str
    account_id: str
    rate_limit_per_minute: int
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None
    key: str


class CreateKeyBody(TypedDict):
    # `scim` stands alone: a key for the identity provider of a company, which can do nothing else
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage", "scim"]]
    account_id: NotRequired[str | None]
    name: NotRequired[str | None]
    expires_in_days: NotRequired[int | None]
    rate_limit_per_minute: NotRequired[int]
    workspace_id: NotRequired[str | None]


class CreateLinkAnswer(TypedDict):
    link_id: str
    kind: Literal["table", "view", "dashboard"]
    # The table, the saved view or the dashboard
    target_id: str
    target: str | None
    name: str | None
    # The beginning of its text, to recognize it by
    prefix: str
    status: Literal["live", "expired", "revoked"]
    created_by: CreateLinkAnswerCreatedBy
    created_at: str
    expires_at: str
    last_used_at: str | None
    # Shown once
    url: str


class CreateLinkAnswerCreatedBy(TypedDict):
    user_id: str
    name: str | None


class CreateLinkBody(TypedDict):
    kind: Literal["table", "view", "dashboard"]
    # The name or id of a table, the id of a saved view or of a dashboard
    target: str
    name: NotRequired[str | None]
    expires_in_days: NotRequired[int | None]


class CreateQuestionBody(TypedDict):
    name: str
    description: NotRequired[str | None]
    sql: NotRequired[str | None]
    summary: NotRequired[Summary | None]
    chart: NotRequired[ChartShape | None]


class CreateSavedViewBody(TypedDict):
    name: str
    table: str
    # Rows that fulfil all of these
    filter: NotRequired[list[Condition]]
    order_by: NotRequired[list[SavedViewStateOrderByItem]]
    # From left to right; a column that is not named stands behind the one before it in the table
    columns: NotRequired[list[SavedViewStateColumn]]
    # How many shown columns stay at the left
    frozen_columns: NotRequired[int]


class CreateTableAnswer(TypedDict):
    table: CreateTableAnswerTable


class CreateTableAnswerTable(TypedDict):
    name: str
    type: Literal["table", "view"]
    edit_version: int
    layer: Literal["raw", "base", "derived"]
    table_name: str
    id: str


class CreateTableBody(TypedDict):
    # Must be a name that does not start with __svc_
    name: str
    columns: list[CreateTableBodyColumn]


class CreateTableBodyColumn(TypedDict):
    # Must be a name that does not start with __svc_
    name: str
    type: NotRequired[str]


class CreateTokenAnswer(TypedDict):
    token_id: str
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage"]]
    name: str | None
    # The beginning of the plaintext, to recognise it by
    prefix: str
    # account, workspace:<id> or workbook:<id>
    resource: str
    account_id: str
    rate_limit_per_minute: int
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None
    token: str


class CreateTokenBody(TypedDict):
    name: str
    account_id: NotRequired[str | None]
    expires_in_days: NotRequired[int | None]
    rate_limit_per_minute: NotRequired[int | None]
    resource: NotRequired[str | None]
    scopes: NotRequired[list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage"]] | None]


CreateUploadBody = TypedDict("CreateUploadBody", {
    # Must be a name that does not start with __svc_
    "filename": "str",
    "size_bytes": "NotRequired[int | None]",
    "sha256": "NotRequired[str | None]",
    "mode": "NotRequired[Literal[\"auto\", \"staged\"]]",
    "async": "NotRequired[bool]",
    "structuring": "NotRequired[Literal[\"auto\", \"skip\", \"defer\"] | None]",
    "auto_ingest": "NotRequired[bool]",
    "direct": "NotRequired[bool]",
})


class CreateWebhookBody(TypedDict):
    # https; others only where the operator allows it
    url: str
    # Empty: all kinds
    events: NotRequired[list[Literal["artifact.updated", "artifact.deleted", "artifact.stale", "snapshot.committed", "source.analyzed", "source.materialized", "conflict.created", "version.branched", "version.merged", "job.completed", "comment.changed", "proposal.opened", "proposal.reviewed", "proposal.applied", "proposal.closed"]]]


class CreateWorkbookBody(TypedDict):
    title: str
    workspace_id: NotRequired[str | None]
    description: NotRequired[str | None]
    language: NotRequired[Literal["ja", "en"] | None]


class Credits(TypedDict):
    monthly: int
    prepaid: int
    # Since the month began; in all on a plan without months
    used: int
    remaining: int
    period_end: str | None


class CsvOptions(TypedDict):
    delimiter: NotRequired[Literal[",", ";", "\t", "|"] | None]
    encoding: NotRequired[Literal["utf-8", "utf-8-bom", "cp932"] | None]
    line_ending: NotRequired[Literal["crlf", "lf"] | None]
    null_value: NotRequired[str | None]
    escape_formulas: NotRequired[bool | None]


class Dashboard(TypedDict):
    dashboard_id: str
    name: str
    description: str | None
    tiles: list[DashboardTile]
    version: int
    owner: CreateLinkAnswerCreatedBy
    created_at: str
    updated_at: str


class DashboardTile(TypedDict):
    tile_id: str
    kind: Literal["question", "view", "text"]
    x: int
    y: int
    width: int
    height: int
    question_id: str | None
    view_id: str | None
    text: str | None
    title: str | None


class DecideHeldContentAnswer(TypedDict):
    held: list[HeldContent]


class DecideHeldContentBody(TypedDict):
    decision: Literal["keep", "discard"]
    account_ids: list[str]


class DeleteAccountAnswer(TypedDict):
    deleted: bool
    account_id: str
    keys_revoked: int
    workspaces_deleted: int
    workbooks_deleted: int
    credits_forfeited: int


class DeleteAccountBody(TypedDict):
    account_id: str
    # The name of the account, letter by letter
    confirm: str


class DeleteTableAnnotationsAnswer(TypedDict):
    deleted: int
    missing: int


class DeleteTableAnnotationsBody(TypedDict):
    # Each by its annotation_id, or by what it is on
    targets: list[DeleteTableAnnotationsBodyTarget]


class DeleteTableAnnotationsBodyTarget(TypedDict):
    annotation_id: NotRequired[str]
    kind: NotRequired[Literal["table", "column", "row", "cell", "range"]]
    row_id: NotRequired[int | None]
    column: NotRequired[str | None]
    range: NotRequired[str | None]


class DeletedRows(TypedDict):
    edit_version: int
    op_id: int | None
    deleted: int
    missing: list[int]
    # Derived tables that became stale
    stale: list[str]
    dry_run: NotRequired[DryRunDiff]
    # With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0.
    proposal: NotRequired[ProposalSummary]


class DescribeArtifactAnswer(TypedDict):
    name: str
    description: str | None


class DescribeArtifactBody(TypedDict):
    description: NotRequired[str | None]


class DescribeTableAnswer(TypedDict):
    name: str
    description: str | None


class DescribeTableBody(TypedDict):
    description: NotRequired[str | None]


class DescribeTableColumnAnswer(TypedDict):
    name: str
    column: str
    description: str | None


class DescribeTableColumnBody(TypedDict):
    description: NotRequired[str | None]


class DiffFileVersionsAnswer(TypedDict):
    n: int
    against: int
    sheets: list[SheetDiff]


class DiffSnapshotsAnswer(TypedDict):
    against: str | None
    tables: list[DiffSnapshotsAnswerTable]


class DiffSnapshotsAnswerTable(TypedDict):
    name: str
    status: Literal["added", "removed", "changed", "same"]
    rows_added: int
    rows_removed: int
    rows_changed: int


class Domain(TypedDict):
    domain: str
    # Where the TXT record is to be
    record_name: str
    # What it must say
    record_value: str
    created_at: str
    verified_at: str | None


class DropTableOverrideAnswer(TypedDict):
    edit_version: int
    op_id: int
    value: Any
    # Derived tables that became stale
    stale: list[str]


class DryRunDiff(TypedDict):
    rows: list[DryRunDiffRow]
    # Rows that would change
    row_count: int
    # Cells that would change
    cell_count: int
    # Only the first 1000 cells are listed
    cut: bool


class DryRunDiffRow(TypedDict):
    row_id: int | None
    change: Literal["insert", "update", "delete"]
    cells: list[DryRunDiffRowCell]


class DryRunDiffRowCell(TypedDict):
    column: str
    before: Any
    after: Any


class EditTableCommentBody(TypedDict):
    text: str
    # Users who see the workbook
    mentions: NotRequired[list[str]]


class EditedFile(TypedDict):
    source: Source
    # The one that there is now
    revision: int
    dry_run: bool
    # The cells that were set first, the first 2,000
    changes: list[ChangedCell]
    change_count: int
    truncated: bool
    # Formulas that read changed cells and whose value is not known, the first 200
    not_computed: list[AnsweredEditNotComputedItem]
    not_computed_count: int
    # Rows that came or went, in their order
    rows: list[EditedFileRow]
    # Tables that were read again from the file
    tables: list[str]
    # Edits that the file overwrote, by table
    overwritten_edits: list[OverwrittenEdits]
    safety_snapshot_id: str | None
    op_id: int | None


class EditedFileRow(TypedDict):
    sheet: str
    action: str
    row: int
    count: int
    # Cells with a value in deleted rows
    cell_count: int


class EmptyTrashAnswer(TypedDict):
    # How many workbooks and tables it were
    purged: int


class EnablePaygBody(TypedDict):
    account_id: NotRequired[str | None]
    success_url: NotRequired[str | None]
    cancel_url: NotRequired[str | None]


class Evidence(TypedDict):
    rows: int
    nulls: int
    nonconforming: int
    leading_zero: int
    max_digits: int
    ambiguous_dates: int
    samples: list[str]


class ExchangeDeviceCodeBody(TypedDict):
    device_code: str
    grant_type: NotRequired[Literal["urn:ietf:params:oauth:grant-type:device_code"]]


class ExportRequest(TypedDict):
    tables: NotRequired[list[str] | None]
    format: NotRequired[Literal["xlsx", "csv", "parquet"] | None]
    filter: NotRequired[dict[str, Any] | None]
    order_by: NotRequired[list[SavedViewStateOrderByItem] | None]
    columns: NotRequired[list[str] | None]
    formula_mode: NotRequired[Literal["preserve", "generate"] | None]
    include_row_ids: NotRequired[bool | None]
    record_branch: NotRequired[bool | None]
    split_by: NotRequired[str | None]
    unsplit_tables: NotRequired[Literal["leave_out", "include"] | None]
    filename: NotRequired[str | None]
    as_of: NotRequired[ExportRequestAsOf | None]
    csv: NotRequired[CsvOptions | None]
    actor: NotRequired[str | None]


class ExportRequestAsOf(TypedDict):
    snapshot_id: NotRequired[str | None]
    version: NotRequired[str | None]


class FailedTransform(TypedDict):
    name: str
    error: str
    stale: bool


class FedFile(TypedDict):
    changed: bool
    version: FileVersion | None
    link: FileLink
    artifacts: list[Artifact]
    # Rows that break a rule and were set aside, by table
    quarantined: list[RowsSetAside]
    # Edits that the file overwrote, by table
    overwritten_edits: list[OverwrittenEdits]
    safety_snapshot_id: str | None
    op_id: int | None


class FileChange(TypedDict):
    # Its place in version n, or in the other one if that place is gone
    cell: str
    old_cell: str | None
    new_cell: str | None
    old: str | float | bool | None
    new: str | float | bool | None


class FileEdit(TypedDict):
    # The first one when left out
    sheet: NotRequired[str]
    # Must be a cell or a range of them, as in B2 or B2:C9
    range: str
    # Null empties the cell; a text stays a text, whatever it begins with
    value: NotRequired[str | float | bool | None]
    # Row by row, from the first cell of the range on
    values: NotRequired[list[list[str | float | bool | None]]]
    # A day or a time, as in 2026-11-15
    date: NotRequired[str]
    # For the first cell of the range; in the others its relative references move along
    formula: NotRequired[str]
    number_format: NotRequired[str]
    bold: NotRequired[bool]
    italic: NotRequired[bool]
    color: NotRequired[str | None]
    fill: NotRequired[str | None]


class FileEdits(TypedDict):
    # In their order, all or none; 10,000 cells at most
    edits: NotRequired[list[FileEdit]]
    # Rows that are inserted or deleted, one after the other, before the edits, which name cells where they are then. Formulas, names and all else that names cells follow; where that cannot be done rightly it is refused
    rows: NotRequired[list[RowEdit]]
    # Instead of edits and rows: the file as it was in this revision, byte for byte
    restore_revision: NotRequired[int]
    # Refuses if the file is another revision by now
    expected_revision: NotRequired[int]
    expected_versions: NotRequired[dict[str, int] | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]
    # Answers what would change, and writes nothing
    dry_run: NotRequired[bool]


class FileLink(TypedDict):
    link_id: str
    name: str
    kind: Literal["cloud", "local"]
    provider: Literal["google_drive", "microsoft"] | None
    external_id: str | None
    origin: str
    source_name: str
    current_version: int
    versions: list[FileVersion]
    created_at: str


class FileOutcome(TypedDict):
    filename: str
    source: str
    outcome: Literal["template", "united", "not_fitting", "tables", "existing", "kept", "failed"]
    template: FileOutcomeTemplate | None
    # Templates that nearly fit, and why the file was not read by them
    template_misses: list[TemplateMiss]
    tables: list[str]
    error: str | None


class FileOutcomeTemplate(TypedDict):
    template_id: str
    name: str


class FileVersion(TypedDict):
    n: int
    kind: Literal["link", "sync", "revert"]
    modified_by: str | None
    modified: str | None
    synced_at: str
    snapshot_id: str | None


class FindSourceCellsAnswer(TypedDict):
    cells: list[FindSourceCellsAnswerCell]
    truncated: bool


class FindSourceCellsAnswerCell(TypedDict):
    sheet: str
    cell: str
    value: Any
    formula: str | None
    row_label: str | None
    column_label: str | None


class Finding(TypedDict):
    finding_id: str
    check: str
    severity: Literal["info", "warning", "error"]
    table: str
    column: str | None
    row_ids: list[int]
    count: int
    message: str
    evidence: FindingEvidence
    suggested_fix: str
    judgement: FindingJudgement | None


class FindingEvidence(TypedDict):
    sql: str | None
    sample: list[dict[str, Any]]


class FindingJudgement(TypedDict):
    verdict: Literal["fault", "fine"]
    reason: str


class FoundCells(TypedDict):
    name: str
    edit_version: int
    # Rows that show the text
    count: int
    match: FoundCellsMatch | None


class FoundCellsMatch(TypedDict):
    row_id: int
    # How many rows come before it, as the offset of rows
    offset: int
    # Which of the matching rows it is
    number: int
    # Those that show the text
    columns: list[str]


class FoundConflict(TypedDict):
    conflict_id: str | None
    kind: Literal["overwrite", "stale_override", "row_deleted"]
    status: Literal["open", "closed"]
    resolution: Literal["acknowledge", "revert", "drop_override", "superseded"] | None
    table: str | None
    row_id: int
    column: str | None
    base_value: Any
    prior_value: Any
    value: Any
    branch_id: str | None
    op_id: int | None
    actor: dict[str, Any] | None
    created_at: str | None
    resolved_at: str | None
    resolved_by: dict[str, Any] | None
    note: str | None


class Freshness(TypedDict):
    stale: bool
    stale_since: str | None


class GovernedColumn(TypedDict):
    name: str
    type: str
    tags: list[Classification]
    # For each role that does not see the column plainly; all others do
    hidden: list[GovernedColumnHiddenItem]


class GovernedColumnHiddenItem(TypedDict):
    role: str
    effect: Literal["allow", "mask", "deny"]
    mask_style: Literal["year", "last4", "hash"] | None
    rule: ColumnAccessColumnRule | None


class GroupRole(TypedDict):
    # The name of a group at the identity provider
    group: str
    base_role: Literal["admin", "editor", "viewer"]
    custom_roles: list[str]


class GroupRoles(TypedDict):
    group_roles: list[GroupRole]


class Guest(TypedDict):
    user_id: str
    email: str
    name: str
    former_role: Literal["admin", "editor", "viewer"] | None
    # In force for workbooks shared with the guest directly
    custom_roles: list[str]
    # What row policies may ask about the user (`user.attributes.name`). Shown to admins; null to others
    attributes: dict[str, list[str]]
    # Workbooks of this workspace that are shared with the guest directly
    shared_workbooks: int


class HealthAnswer(TypedDict):
    status: Literal["ok"]


class HeldContent(TypedDict):
    account_id: str
    kind: Literal["default", "developer"]
    name: str
    workspaces: list[str]
    workbooks: list[HeldContentWorkbook]
    held_at: str
    # When it is deleted, unless it is kept before
    deleted_at: str


class HeldContentWorkbook(TypedDict):
    title: str
    workspace: str
    tables: int
    created_at: str


class Hierarchy(TypedDict):
    signals: list[str]
    levels: int
    parents: list[list[int]]
    agreement: float


class Invitation(TypedDict):
    invitation_id: str
    email: str
    base_role: Literal["admin", "editor", "viewer"]
    invited_by: str
    created_at: str
    expires_at: str


class InviteToWorkspaceAnswer(TypedDict):
    invitation_id: str
    email: str
    base_role: Literal["admin", "editor", "viewer"]
    invited_by: str
    created_at: str
    expires_at: str
    url: str | None


class InviteToWorkspaceBody(TypedDict):
    # Must be an e-mail address
    email: str
    base_role: Literal["admin", "editor", "viewer"]


class Job(TypedDict):
    job_id: str
    kind: Literal["source.ingest", "review", "materialize", "recompute", "export", "transform", "profile", "restore", "merge", "purge", "bundle"]
    status: Literal["pending", "running", "succeeded", "failed"]
    workbook_id: str
    progress: JobProgress | None
    # On success: the body of the synchronous form. Null once the policies of the workbook have changed
    result: Any
    error: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class JobProgress(TypedDict):
    phase: str
    done: int
    total: int | None


class Key(TypedDict):
    key_id: str
    workspace_id: str | None
    created_by: str
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage", "scim"]]
    name: str | None
    # The beginning of the plaintext, to recognise it by
    prefix: str
    # account, workspace:<id> or workbook:<id>
    resource: str
    account_id: str
    rate_limit_per_minute: int
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


class Lineage(TypedDict):
    nodes: list[LineageNode]
    edges: list[LineageEdge]
    columns: list[LineageColumn]


LineageColumn = TypedDict("LineageColumn", {
    "to": "ColumnPlace",
    # What its values are made of, and what decides which rows there are
    "from": "list[ColumnPlace]",
    # False where it cannot be known: then it is all that might be read
    "exact": "bool",
})


LineageEdge = TypedDict("LineageEdge", {
    "from": "str",
    "to": "str",
    "from_id": "str",
    "to_id": "str",
    "kind": "Literal[\"structuring\", \"transform\", \"materialize\", \"merge\"]",
    "transform": "str | None",
    "op_id": "int | None",
})


class LineageNode(TypedDict):
    id: str
    name: str
    type: Literal["table", "view", "source"]
    layer: Literal["raw", "base", "derived"] | None
    state: Literal["active", "archived"]
    stale: bool


class Link(TypedDict):
    link_id: str
    kind: Literal["table", "view", "dashboard"]
    # The table, the saved view or the dashboard
    target_id: str
    target: str | None
    name: str | None
    # The beginning of its text, to recognize it by
    prefix: str
    status: Literal["live", "expired", "revoked"]
    created_by: CreateLinkAnswerCreatedBy
    created_at: str
    expires_at: str
    last_used_at: str | None


class ListAccountsAnswer(TypedDict):
    accounts: list[Account]
    next_cursor: str | None


class ListArtifactsAnswer(TypedDict):
    artifacts: list[Artifact]
    next_cursor: str | None


class ListBranchesAnswer(TypedDict):
    branches: list[Branch]
    next_cursor: str | None


class ListChartsAnswer(TypedDict):
    charts: list[Chart]
    next_cursor: str | None


class ListClassificationsAnswer(TypedDict):
    classifications: list[Classification]
    next_cursor: str | None


class ListCloudFilesAnswer(TypedDict):
    files: list[CloudFile]
    next_cursor: str | None


class ListConflictsAnswer(TypedDict):
    conflicts: list[Conflict]
    next_cursor: str | None
    open_count: int


class ListDashboardsAnswer(TypedDict):
    dashboards: list[Dashboard]


class ListDomainsAnswer(TypedDict):
    domains: list[Domain]


class ListFileLinksAnswer(TypedDict):
    file_links: list[FileLink]
    next_cursor: str | None


class ListHeldContentAnswer(TypedDict):
    held: list[HeldContent]


class ListInvitationsAnswer(TypedDict):
    invitations: list[Invitation]


class ListJobsAnswer(TypedDict):
    jobs: list[Job]
    next_cursor: str | None


class ListKeysAnswer(TypedDict):
    keys: list[Key]
    next_cursor: str | None


class ListLinksAnswer(TypedDict):
    links: list[Link]
    # Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts
    public_links: Literal["allowed", "members", "off"]


class ListMyDataAnswer(TypedDict):
    artifacts: list[CatalogItem]
    next_cursor: str | None


class ListMyEventsAnswer(TypedDict):
    events: list[BinderyEvent]
    next_cursor: str | None


class ListMyNotificationsAnswer(TypedDict):
    notifications: list[Notification]
    unread_count: int
    next_cursor: str | None


class ListMyWorkbooksAnswer(TypedDict):
    workbooks: list[Workbook]
    next_cursor: str | None


class ListMyWorkspacesAnswer(TypedDict):
    workspaces: list[ListMyWorkspacesAnswerWorkspace]


class ListMyWorkspacesAnswerWorkspace(TypedDict):
    workspace_id: str
    name: str
    # Workbooks that name no workspace land here
    is_default: bool


class ListOpsAnswer(TypedDict):
    ops: list[Op]
    next_before: int | None


class ListPoliciesAnswer(TypedDict):
    policies: list[Policy]
    next_cursor: str | None


class ListProposalsAnswer(TypedDict):
    proposals: list[ProposalSummary]
    next_cursor: str | None


class ListQuestionsAnswer(TypedDict):
    questions: list[Question]


class ListRowPoliciesAnswer(TypedDict):
    row_policies: list[RowPolicy]


class ListSavedViewsAnswer(TypedDict):
    saved_views: list[SavedView]


class ListSheetsAnswer(TypedDict):
    sheets: list[ListSheetsAnswerSheet]
    next_cursor: str | None


class ListSheetsAnswerSheet(TypedDict):
    name: str
    title: str | None
    tables: list[str]
    updated_at: str


class ListSnapshotsAnswer(TypedDict):
    snapshots: list[Snapshot]
    next_cursor: str | None


class ListSourcesAnswer(TypedDict):
    sources: list[Source]
    next_cursor: str | None


class ListTableAnnotationsAnswer(TypedDict):
    annotations: list[Annotation]
    next_cursor: str | None


class ListTableCommentsAnswer(TypedDict):
    threads: list[CommentThread]
    next_cursor: str | None


class ListTableOverridesAnswer(TypedDict):
    overrides: list[ListTableOverridesAnswerOverride]
    next_cursor: str | None


class ListTableOverridesAnswerOverride(TypedDict):
    override_id: str
    table: str
    row_id: int
    column: str
    value: Any
    base_value: Any
    op_id: int
    actor: dict[str, Any]
    stale: bool


class ListTablesAnswer(TypedDict):
    tables: list[TableSummary]
    next_cursor: str | None


class ListTemplatesAnswer(TypedDict):
    templates: list[Template]


class ListTokensAnswer(TypedDict):
    tokens: list[Token]
    next_cursor: str | None


class ListTransformsAnswer(TypedDict):
    transforms: list[Transform]
    next_cursor: str | None


class ListTrashAnswer(TypedDict):
    trash: list[Trashed]


class ListVersionsAnswer(TypedDict):
    versions: list[Version]
    next_cursor: str | None


class ListWebhookDeliveriesAnswer(TypedDict):
    deliveries: list[WebhookDelivery]
    next_cursor: str | None


class ListWebhooksAnswer(TypedDict):
    webhooks: list[Webhook]
    next_cursor: str | None


class ListWorkbookMembersAnswer(TypedDict):
    members: list[Member]


class ListWorkbookPeopleAnswer(TypedDict):
    people: list[Person]


class ListWorkspaceUsersAnswer(TypedDict):
    users: list[WorkspaceMember]
    # Shown to admins: users who are no members and have a direct share of a workbook, or custom roles that were kept
    guests: list[Guest]


class ListWorkspaceWorkbooksAnswer(TypedDict):
    workbooks: list[Workbook]


class ListWorkspacesAnswer(TypedDict):
    workspaces: list[Workspace]
    next_cursor: str | None


class Login(TypedDict):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    refresh_token: str
    user: AcceptInvitationAnswerUser


class LoginBody(TypedDict):
    # Must be an e-mail address
    email: str
    password: str


class LogoutBody(TypedDict):
    refresh_token: NotRequired[str | None]


class MadeTable(TypedDict):
    name: str
    edit_version: int
    row_count: int
    elapsed_ms: int
    # Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike
    mode: Literal["full", "incremental"]


class MapSourceAnswer(TypedDict):
    map: str
    # An estimate, rather too high
    tokens: int
    omitted_lines: int


class MarkNotificationsReadAnswer(TypedDict):
    unread_count: int


class MarkNotificationsReadBody(TypedDict):
    notification_ids: NotRequired[list[str] | None]


MaterializeRequest = TypedDict("MaterializeRequest", {
    "regions": "NotRequired[list[str] | None]",
    "target": "NotRequired[MaterializeRequestTarget | None]",
    "on_error": "NotRequired[Literal[\"null\", \"fail\", \"text\"] | None]",
    "on_violation": "NotRequired[Literal[\"reject\", \"quarantine\", \"warn\"] | None]",
    "dry_run": "NotRequired[bool]",
    "async": "NotRequired[bool]",
    "actor": "NotRequired[str | None]",
    "expected_versions": "NotRequired[dict[str, int] | None]",
})


class MaterializeRequestTarget(TypedDict):
    # Each region becomes a table of its own, or all go into the table that is named
    mode: NotRequired[Literal["new", "append", "upsert", "replace"]]
    table: NotRequired[str | None]
    column_mapping: NotRequired[dict[str, str | None] | None]
    match_on: NotRequired[list[str] | None]
    blank_policy: NotRequired[Literal["keep", "clear"]]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class MaterializedRegion(TypedDict):
    region_id: str | None
    table: str
    rows_read: int
    inserted: int
    updated: int
    unchanged: int
    deleted: int
    rejected: int
    cells_nulled: int
    issues: list[MaterializedRegionIssue]
    rejected_table: str | None


class MaterializedRegionIssue(TypedDict):
    row: int
    column: str
    value: str
    code: str


class MaterializedSource(TypedDict):
    source: NotRequired[Source]
    artifacts: NotRequired[list[Artifact]]
    reports: NotRequired[list[MaterializedRegion]]
    edit_version: NotRequired[int | None]
    # Everything was there already, and nothing was written
    unchanged: NotRequired[bool]
    # Tables that the source made before and makes no longer
    archived: NotRequired[list[str]]
    # The same of tables that were edited, or that others read or show: they stay as they are
    kept: NotRequired[list[str]]
    # Rows that break a rule and were set aside, by table
    quarantined: NotRequired[list[RowsSetAside]]
    # The first rows that break a rule and came in: on_violation warn
    broken: NotRequired[list[BrokenRule]]
    broken_count: NotRequired[int]
    # Edits that the file overwrote, by table
    overwritten_edits: NotRequired[list[OverwrittenEdits]]
    safety_snapshot_id: NotRequired[str | None]
    op_id: NotRequired[int | None]
    job_id: NotRequired[str]
    status: NotRequired[str]


class Me(TypedDict):
    user_id: str
    email: str
    name: str
    account_id: str
    account_name: str
    workspace_id: str | None
    workspace_name: str | None
    credential: MeCredential
    plan: Literal["free", "payg", "solo", "pro", "self_hosted"]
    credits: Credits
    # What this installation has; without it the calls that need it answer 501 or are refused
    capabilities: MeCapabilities


class MeCapabilities(TypedDict):
    # Plans, cards and credits can be bought
    billing: bool
    # Reviews by a model (mode=agent)
    adviser: bool
    # A model is asked about readings of files that are not sure
    reader: bool
    # Drives that files can come from
    drives: list[Literal["google_drive", "microsoft"]]
    # Transforms in Python
    python: bool
    # Engines run in their sandbox always; else where it is there
    sandbox: bool
    # Sheets are split into their tables
    structuring: bool
    # Files are fetched from addresses, and webhooks are sent
    url_ingest: bool
    # Anyone may register
    registration: bool


class MeCredential(TypedDict):
    kind: Literal["session", "pat", "key"]
    id: str
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage", "scim"]]
    # account, workspace:<id> or workbook:<id>
    resource: str
    expires_at: str | None


class Member(TypedDict):
    user_id: str
    email: str
    name: str
    role: Literal["owner", "editor", "viewer"]


class MemberOrGuest(TypedDict):
    user_id: str
    email: str
    name: str
    base_role: Literal["admin", "editor", "viewer"] | None
    custom_roles: list[str]
    # What policies see: the base role and the custom roles
    roles: list[str]
    attributes: dict[str, list[str]] | None


class MergeTableBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    merge_mode: NotRequired[Literal["cell", "row"]]
    # Rows may go although more than half of them are not in the file
    allow_deletes: NotRequired[bool]
    # Answers the same, and writes nothing
    dry_run: NotRequired[bool]
    actor: NotRequired[str | None]
    branch_id: str


class MergedTable(TypedDict):
    branch_id: str
    table: str
    inserted: int
    updated: int
    deleted: int
    cells_written: int
    # At most 100 of them
    conflicts: list[FoundConflict]
    conflict_count: int
    # Of a dry run: each cell that would be written, and each row that would be deleted, at most 10,000. Cells of conflicts that are written are among them
    changes: NotRequired[list[MergedTableChange]]
    # Rows and cells of the file that were not taken as they stand, at most 1000; rows as the sheet counts. Of a file that holds a part of a table, rows of other parts are left out as foreign_row
    skipped: list[MergedTableSkippedItem]
    skipped_count: int
    ignored_columns: list[str]
    edit_version: int
    op_id: int | None
    stale: list[str]


class MergedTableChange(TypedDict):
    kind: Literal["updated", "inserted", "deleted"]
    row_id: int | None
    new_row: int | None
    column: str | None
    before: Any
    value: Any


class MergedTableSkippedItem(TypedDict):
    row: int
    column: str | None
    code: str


class NewTemplate(TypedDict):
    # Also what the table of its forms is called
    name: str
    workbook_id: str
    source_name: str


NewTransform = TypedDict("NewTransform", {
    # Must be a name that does not start with __svc_
    "name": "str",
    "language": "NotRequired[Literal[\"sql\", \"python\"]]",
    # In SQL one SELECT. In Python a function transform(tables) that returns a table: pyarrow, pandas or polars. It is given a dict of pyarrow tables by arg; with the annotation dict[str, pandas.DataFrame] or dict[str, polars.DataFrame] of these. {{ arg }} stands for the table that args binds to it.
    "code": "str",
    # For each placeholder the name of a table
    "args": "dict[str, str]",
    # Columns of the output by which its rows keep their ids from run to run; by all values when left out
    "key": "NotRequired[list[str]]",
    "description": "NotRequired[str | None]",
    # A view is stored and recomputed as a table is; only its kind tells them apart so far
    "materialized": "NotRequired[Literal[\"table\", \"view\"]]",
    # Run it at once; else its output is stale until it is run
    "run": "NotRequired[bool]",
    # Answer 202 with a job
    "async": "NotRequired[bool]",
    "actor": "NotRequired[str | None]",
    # Takes the place of the transform that makes the table of this name
    "replace": "NotRequired[bool]",
})


class Notification(TypedDict):
    notification_id: str
    kind: Literal["mention", "invitation", "job_failed", "conflict", "dashboard_stale", "proposal"]
    created_at: str
    read_at: str | None
    # How many of the kind are summed up in it
    count: int
    actor: CreateLinkAnswerCreatedBy | None
    workspace: NotificationWorkspace | None
    workbook: NotificationWorkbook | None
    table: str | None
    comment_id: str | None
    job: NotificationJob | None
    dashboard: NotificationDashboard | None
    proposal: NotificationProposal | None


class NotificationDashboard(TypedDict):
    dashboard_id: str
    name: str | None


class NotificationJob(TypedDict):
    job_id: str
    kind: str | None
    error: str | None


class NotificationProposal(TypedDict):
    proposal_id: str
    title: str | None


class NotificationSettings(TypedDict):
    settings: list[NotificationSettingsSetting]
    # Whether this service can send mail at all
    is_mail_sent: bool


class NotificationSettingsSetting(TypedDict):
    kind: Literal["mention", "invitation", "job_failed", "conflict", "dashboard_stale", "proposal"]
    in_console: bool
    by_mail: bool


class NotificationWorkbook(TypedDict):
    workbook_id: str
    title: str | None


class NotificationWorkspace(TypedDict):
    workspace_id: str
    name: str | None


class Op(TypedDict):
    op_id: int
    kind: str
    table: str | None
    actor: Actor
    at: str
    expected_version: int | None
    unconditional: bool
    edit_version: int | None
    rows: int | None
    summary: str
    code: OpCode | None
    via: str | None
    undoable: bool
    undone_by: int | None
    idempotency_key: str | None
    session: str | None


class OpCode(TypedDict):
    kind: str
    ref: str
    sha256: str


class OpenPortalAnswer(TypedDict):
    portal_url: str


class OpenPortalBody(TypedDict):
    account_id: NotRequired[str | None]
    return_url: NotRequired[str | None]


class OverriddenCorrection(TypedDict):
    region_id: str
    # One thing that was decided by hand
    correction: Correction
    why: str


class OverwrittenEdits(TypedDict):
    table: str
    cells: int
    # Edited, added or deleted by users, and again as the file has them
    rows: int
    columns: list[str]
    # Cells and rows in the review queue: file and users changed them
    conflicts: int


class ParseSpec(TypedDict):
    spec_version: int
    revision: int
    source_name: str
    sha256: str
    reader: Reader
    regions: list[Region]
    overrides: list[ParseSpecOverride]
    warnings: list[ParseSpecWarning]
    # Computed: what a client sends here is ignored
    check: NotRequired[list[TableCheck]]
    template: NotRequired[TemplateTaken]
    files_made_of: NotRequired[str]
    # Templates that nearly fit, and why the file was not read by them
    template_misses: NotRequired[list[TemplateMiss]]
    templates_refused: NotRequired[list[str]]


class ParseSpecOverride(TypedDict):
    path: str
    value: NotRequired[Any]
    actor: str | None
    at: str


class ParseSpecWarning(TypedDict):
    code: str
    region_id: str | None
    column: str | None
    count: int
    message: str


class PeriodAxis(TypedDict):
    columns: list[str]
    labels: list[str]
    normalized: list[str | None]
    granularity: Literal["year", "half", "quarter", "month", "week", "day", "other"]
    period_to: NotRequired[str | None]
    scenario_to: NotRequired[str | None]


class Person(TypedDict):
    user_id: str
    name: str
    role: Literal["owner", "editor", "viewer"]


class Policy(TypedDict):
    tag: str
    label: str | None
    role: str
    effect: Literal["allow", "mask", "deny"]
    mask_style: Literal["year", "last4", "hash"] | None
    note: str | None
    actor: Actor
    created_at: str
    updated_at: str
    # How many columns bear the tag
    columns: int


class PolicyMapping(TypedDict):
    table: str
    table_id: str
    email: str
    # Names of attributes, each with the column that holds its values
    attributes: dict[str, str]


class PolicyMappingToSet(TypedDict):
    table: str
    # The column with the addresses of users
    email: str
    # Names of attributes, each with the column that holds its values
    attributes: dict[str, str]


class PreviewedSpec(TypedDict):
    spec_version: int
    revision: int
    source_name: str
    sha256: str
    reader: Reader
    regions: list[Region]
    overrides: list[ParseSpecOverride]
    warnings: list[ParseSpecWarning]
    # Computed: what a client sends here is ignored
    check: NotRequired[list[TableCheck]]
    template: NotRequired[TemplateTaken]
    files_made_of: NotRequired[str]
    # Templates that nearly fit, and why the file was not read by them
    template_misses: NotRequired[list[TemplateMiss]]
    templates_refused: NotRequired[list[str]]
    preview: NotRequired[list[CorrectedSpecPreviewItem]]
    # Beside a preview: whether the operation undo takes back a correction
    can_undo: NotRequired[bool]


class Problem(TypedDict):
    type: str
    code: str
    title: str
    status: int
    detail: str
    suggested_fix: str
    instance: NotRequired[str]
    request_id: str
    errors: NotRequired[list[ProblemError]]


class ProblemError(TypedDict):
    loc: NotRequired[list[str | int]]
    code: NotRequired[str]
    message: NotRequired[str]


class Profile(TypedDict):
    name: str
    edit_version: int
    row_count: int
    # Quantiles, patterns and the choice of top values come from some of the rows; other counts are of all
    sampled: bool
    columns: list[ColumnProfile]
    computed_at: str


class Proposal(TypedDict):
    proposal_id: str
    title: str
    state: Literal["open", "applied", "rejected", "withdrawn", "expired"]
    # Open, and reviewers have approved it: it can be applied
    approved: bool
    approvals: int
    approvals_needed: int
    row_count: int
    author: Actor
    created_at: str
    expires_at: str
    closed_at: str | None
    closed_by: Actor | None
    op_id: int | None
    description: str | None
    # In the order they were written; their texts are null where you do not see all of it
    reviews: list[ProposalReview]
    # Beside the tables of now while it is open, as it was made once it is closed
    tables: list[TableDiff]
    violations: list[BrokenRule] | None
    # Derived tables that became stale
    stale: list[str]


class ProposalApplication(TypedDict):
    expected_versions: NotRequired[list[ProposalApplicationExpectedVersion] | None]
    # What is written where a cell or row changed since the proposal: nothing at all, what was proposed, or what is there
    on_conflict: NotRequired[Literal["refuse", "proposed", "current"]]
    actor: NotRequired[str | None]


class ProposalApplicationExpectedVersion(TypedDict):
    table: str
    expected_version: int


class ProposalReview(TypedDict):
    review_id: str
    verdict: Literal["approve", "reject", "comment"]
    text: str | None
    actor: Actor
    created_at: str


class ProposalReviewToSend(TypedDict):
    verdict: Literal["approve", "reject", "comment"]
    text: NotRequired[str | None]
    actor: NotRequired[str | None]


class ProposalSettings(TypedDict):
    # Users who approve; empty: any editor
    reviewers: list[str]
    # Approvals that are needed
    minimum: int
    # The caller may set them
    may_change: bool


class ProposalSettingsToSet(TypedDict):
    reviewers: list[str]
    minimum: int


class ProposalSummary(TypedDict):
    proposal_id: str
    title: str
    state: Literal["open", "applied", "rejected", "withdrawn", "expired"]
    # Open, and reviewers have approved it: it can be applied
    approved: bool
    approvals: int
    approvals_needed: int
    row_count: int
    author: Actor
    created_at: str
    expires_at: str
    closed_at: str | None
    closed_by: Actor | None
    op_id: int | None


class ProposalToSend(TypedDict):
    title: str
    description: NotRequired[str | None]
    # One for each table; all of them are applied as one op
    changes: list[ProposalToSendChange]
    expires_in_days: NotRequired[int]
    actor: NotRequired[str | None]


class ProposalToSendChange(TypedDict):
    # Name or id
    table: str
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    rows: NotRequired[list[dict[str, Any]] | None]
    match_on: NotRequired[list[str] | None]
    mode: NotRequired[Literal["upsert", "insert", "update"]]
    delete: NotRequired[list[int] | None]


class ProvisionWorkspaceBody(TypedDict):
    # Must be text without line breaks or control characters, and not only spaces
    name: str
    account_id: NotRequired[str | None]
    residency: NotRequired[str | None]
    preprocess_rules: NotRequired[str | None]
    idp_config: NotRequired[dict[str, Any] | None]


class PublicKeysAnswer(TypedDict):
    keys: list[dict[str, str]]


class PurgeTableValuesBody(TypedDict):
    row_ids: NotRequired[list[int] | None]
    column: NotRequired[str | None]
    actor: NotRequired[str | None]


class PushFileVersionBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    modified_by: NotRequired[str | None]
    modified_time: NotRequired[str | None]
    expected_versions: NotRequired[str | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class Quarantine(TypedDict):
    table: str
    quarantine_table: str | None
    rows: int | None


class QuarantinedRowsSent(TypedDict):
    table: str
    quarantine_table: str
    sent: int
    # The ids that the sent rows have in the table
    row_ids: list[int]
    kept: list[QuarantinedRowsSentKeptItem]
    # Rows that break a rule still; the first 100 are listed
    kept_count: int
    # Rows that were not looked at; send again
    waiting: int
    # Of the table
    edit_version: int


class QuarantinedRowsSentKeptItem(TypedDict):
    row_id: int
    reason: str


class QueryRequest(TypedDict):
    # One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed.
    sql: str
    params: NotRequired[list[str | float | bool | None] | dict[str, str | float | bool | None] | None]
    format: NotRequired[Literal["json", "ndjson", "arrow"] | None]
    limit: NotRequired[int | None]
    max_rows: NotRequired[int | None]
    timeout_ms: NotRequired[int | None]
    as_of: NotRequired[str | None]
    shape: NotRequired[Literal["objects", "arrays"] | None]


class QueryResult(TypedDict):
    id: str
    workbook_id: str
    format: Literal["json", "ndjson", "arrow"]
    columns: list[Column]
    # Rows of the whole result
    row_count: int
    # There were more rows than are kept
    truncated: bool
    # Columns of its tables that read as NULL for you
    masked_columns: list[str]
    tables: list[QueryResultTable]
    sql_sha256: str
    offset: int
    limit: int
    next_offset: int | None
    elapsed_ms: int
    created_at: str
    expires_at: str
    # Objects by column name, or arrays
    rows: list[Any]


class QueryResultTable(TypedDict):
    name: str
    edit_version: int
    stale: bool


class Question(TypedDict):
    question_id: str
    name: str
    description: str | None
    kind: Literal["sql", "summary"]
    table: str | None
    sql: str | None
    summary: dict[str, Any] | None
    chart: QuestionChart | None
    # Parts about what is hidden from you, or gone, are left out
    partial: bool
    version: int
    owner: CreateLinkAnswerCreatedBy
    created_at: str
    updated_at: str


class QuestionChart(TypedDict):
    kind: Literal["table", "number", "line", "bar", "stacked", "pie"]
    x: int | None
    y: list[int]
    series: int | None


class RangeToWrite(TypedDict):
    range: str
    values: list[list[Any]]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    actor: NotRequired[str | None]


class ReadAccountLogAnswer(TypedDict):
    entries: list[AccountLogEntry]
    next_cursor: str | None


class ReadAuditLogAnswer(TypedDict):
    entries: list[AuditEntry]
    chain_valid: bool
    next_before: int | None


class ReadFileVersionCellsAnswer(TypedDict):
    sheet: str
    cells: list[ReadFileVersionCellsAnswerCell]
    truncated: bool


class ReadFileVersionCellsAnswerCell(TypedDict):
    cell: str
    value: str | float | bool


class ReadGovernanceAnswer(TypedDict):
    governed: bool
    roles: list[str]
    policies: list[Policy]
    row_policies: list[RowPolicy]
    tables: list[ReadGovernanceAnswerTable]


class ReadGovernanceAnswerTable(TypedDict):
    table: str
    layer: Literal["raw", "base", "derived"] | None
    state: Literal["active", "archived"]
    columns: list[GovernedColumn]


class ReadSharedAnswerAnswer(TypedDict):
    columns: list[Column]
    row_count: int
    truncated: bool
    # Each in the order of the columns
    rows: list[list[Any]]


ReadTableChangesAnswer = TypedDict("ReadTableChangesAnswer", {
    "from": "int",
    "to": "int",
    "changes": "list[ReadTableChangesAnswerChange]",
    "next_cursor": "str | None",
})


class ReadTableChangesAnswerChange(TypedDict):
    row_id: int
    change: Literal["insert", "update", "delete"]
    columns: list[str]


class ReadTableLineageAnswer(TypedDict):
    events: list[dict[str, Any]]


class ReadTableRangeAnswer(TypedDict):
    range: str
    values: list[list[Any]]
    edit_version: int


class ReadTableRowAnswer(TypedDict):
    row: dict[str, Any]
    edit_version: int


class ReadTableRowHistoryAnswer(TypedDict):
    changes: list[ReadTableRowHistoryAnswerChange]
    next_cursor: str | None


class ReadTableRowHistoryAnswerChange(TypedDict):
    op_id: int
    at: str
    actor: dict[str, Any]
    edit_version: int
    column: str
    old: Any
    new: Any


class ReadTableRowOriginAnswer(TypedDict):
    row_id: int
    columns: list[ReadTableRowOriginAnswerColumn]


class ReadTableRowOriginAnswerColumn(TypedDict):
    column: str
    source: str | None
    revision: int | None
    sheet: str | None
    cell: str | None
    # The cell holds a formula that was saved without a value: the value was computed from the file.
    computed: bool


class ReadTableSchemaAnswer(TypedDict):
    name: str
    columns: list[Column]
    row_count: int
    sample: list[dict[str, Any]]
    edit_version: int


class ReadUsageAnswer(TypedDict):
    days: int
    tokens: list[TokenUsage]


class ReadUsageSeriesAnswer(TypedDict):
    account_id: str
    days: int
    buckets: list[UsageBucket]


class Reader(TypedDict):
    format: str
    encoding: str | None
    encoding_confidence: float | None
    delimiter: str | None
    quote_char: str | None
    escape_char: str | None
    locale: str
    date_order: Literal["YMD", "DMY", "MDY"]
    decimal_char: str
    group_char: str
    null_values: list[str]
    trim: bool
    timezone: str | None
    date_1904: bool
    include_hidden: bool
    formulas: Literal["cached_values"]
    fiscal_year_start_month: int


class ReadinessAnswer(TypedDict):
    status: str
    checks: list[ReadinessAnswerCheck]


class ReadinessAnswerCheck(TypedDict):
    name: str
    ok: bool
    detail: NotRequired[str]


class ReceivePaymentEventAnswer(TypedDict):
    received: bool


class RecomputeWorkbookAnswer(TypedDict):
    recomputed: list[MadeTable]
    skipped_reports: list[str]
    failed: list[FailedTransform]
    fresh: bool


RecomputeWorkbookBody = TypedDict("RecomputeWorkbookBody", {
    "actor": "NotRequired[str | None]",
    # Answer 202 with a job
    "async": "NotRequired[bool]",
})


class RefreshSessionBody(TypedDict):
    refresh_token: NotRequired[str | None]


class Region(TypedDict):
    region_id: str
    sheet: str
    kind: Literal["data", "title", "unit", "note", "keyvalue", "ignore"]
    # Must be a cell such as B2 or a range such as B2:D9
    range: str
    layout: Literal["list", "wide", "report", "crosstab", "transposed", "repeat_groups"]
    orientation: Literal["rows", "columns"]
    header_rows: list[int]
    header_join: str
    fill_merged: Literal["none", "header", "down", "all"]
    # Must be a cell such as B2 or a range such as B2:D9
    data_range: str
    label_columns: list[str]
    unit: Unit | None
    row_units: NotRequired[list[RegionRowUnit]]
    attributes: NotRequired[list[str]]
    title: str | None
    confidence: float
    evidence: list[str]
    columns: list[SpecColumn]
    row_roles: list[RegionRowRole]
    repeat_marks: NotRequired[list[str]]
    # Cells that go into no table
    left_out: NotRequired[list[str]]
    read_as: NotRequired[list[RegionReadA]]
    computed_rows: NotRequired[Literal["apart", "among"]]
    # Tells totals apart that stay among the rows
    total_column: NotRequired[str]
    totals: list[Total]
    period_axis: PeriodAxis | None
    reshape: Reshape2 | Reshape3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10 | list[Reshape2 | Reshape3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10] | None
    hierarchy: Hierarchy | None
    outputs: list[RegionOutput]
    union: NotRequired[Union | None]
    dropped: NotRequired[list[RegionDroppedItem]]
    alternatives: list[AlternativeReading]
    # A user should answer the question
    needs_review: NotRequired[bool]
    question: NotRequired[SpecQuestion | None]
    corrections: NotRequired[list[Correction]]


class RegionDroppedItem(TypedDict):
    # Must be a cell such as B2 or a range such as B2:D9, B:D or 2:9
    range: str
    why: str


class RegionOutput(TypedDict):
    name: str
    kind: Literal["list", "long", "level", "computed", "accounts", "notes", "form"]
    level: NotRequired[int]


class RegionReadA(TypedDict):
    # Must be a cell such as B2
    cell: str
    text: str


class RegionRowRole(TypedDict):
    rows: list[int]
    role: Literal["group", "data", "subtotal", "total", "difference", "ratio", "separator", "repeat_header", "note", "unit", "continued"]


class RegionRowUnit(TypedDict):
    rows: list[int]
    unit: Unit


class RegisterBody(TypedDict):
    # Must be an e-mail address
    email: str
    password: str
    # Must be text of one line, and not only spaces
    name: str


class RemoveTableAnnotationsAnswer(TypedDict):
    deleted: int
    missing: int


class RemoveTableAnnotationsBody(TypedDict):
    # Each by its annotation_id, or by what it is on
    targets: list[DeleteTableAnnotationsBodyTarget]


class RenameTableBody(TypedDict):
    # Must be a name that does not start with __svc_
    new_name: str
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    actor: NotRequired[str | None]


ReplacedTransform = TypedDict("ReplacedTransform", {
    "language": "NotRequired[Literal[\"sql\", \"python\"]]",
    # In SQL one SELECT. In Python a function transform(tables) that returns a table: pyarrow, pandas or polars. It is given a dict of pyarrow tables by arg; with the annotation dict[str, pandas.DataFrame] or dict[str, polars.DataFrame] of these. {{ arg }} stands for the table that args binds to it.
    "code": "str",
    # For each placeholder the name of a table
    "args": "dict[str, str]",
    # Columns of the output by which its rows keep their ids from run to run; by all values when left out
    "key": "NotRequired[list[str]]",
    "description": "NotRequired[str | None]",
    # A view is stored and recomputed as a table is; only its kind tells them apart so far
    "materialized": "NotRequired[Literal[\"table\", \"view\"]]",
    # Run it at once; else its output is stale until it is run
    "run": "NotRequired[bool]",
    # Answer 202 with a job
    "async": "NotRequired[bool]",
    "actor": "NotRequired[str | None]",
})


class RequestPasswordLinkAnswer(TypedDict):
    sent: Literal[True]


class RequestPasswordLinkBody(TypedDict):
    # Must be an e-mail address
    email: str


class ResetPasswordBody(TypedDict):
    token: str
    password: str
    keep: NotRequired[list[str] | None]


class Reshape2(TypedDict):
    kind: Literal["unpivot", "stack"]
    value_columns: list[str]
    measures: NotRequired[Literal["rows", "columns"]]
    names_to: NotRequired[list[str | None]]
    id_columns: list[str]
    name_to: str
    value_to: str


class Reshape3(TypedDict):
    kind: Literal["wide_to_long"]
    groups: list[ReshapeGroup]
    name_to: str | None
    labels: NotRequired[list[str]]
    drop_empty: NotRequired[bool]
    id_columns: list[str]


class ReshapeColumn(TypedDict):
    name: str
    source: str
    line: int


class ReshapeGroup(TypedDict):
    name: str
    columns: list[str]


class ReshapeHead(TypedDict):
    cell: str
    rows: list[str]


class ReshapeToMake10(TypedDict):
    kind: Literal["join_lines"]
    lines: int
    columns: list[ReshapeColumn]


class ReshapeToMake2(TypedDict):
    kind: Literal["unpivot", "stack"]
    value_columns: list[str]
    measures: NotRequired[Literal["rows", "columns"]]
    names_to: NotRequired[list[str | None]]
    id_columns: NotRequired[list[str]]
    name_to: NotRequired[str]
    value_to: NotRequired[str]


class ReshapeToMake3(TypedDict):
    kind: Literal["wide_to_long"]
    groups: list[ReshapeGroup]
    name_to: str | None
    labels: NotRequired[list[str]]
    drop_empty: NotRequired[bool]
    id_columns: NotRequired[list[str]]


class ReshapeToMake4(TypedDict):
    kind: Literal["transpose"]
    # How many columns at the left name the fields, 1 if not given
    labels: NotRequired[int]


class ReshapeToMake5(TypedDict):
    kind: Literal["pivot"]
    name_column: str
    value_column: str


class ReshapeToMake6(TypedDict):
    kind: Literal["fill_down"]
    columns: list[str]


class ReshapeToMake7(TypedDict):
    kind: Literal["explode"]
    column: str
    separator: str


class ReshapeToMake8(TypedDict):
    kind: Literal["subtitle"]
    name_to: str


class ReshapeToMake9(TypedDict):
    kind: Literal["heads"]
    name_to: str | None
    heads: list[ReshapeHead]


class ResolveConflictAnswer(TypedDict):
    conflict_id: str
    kind: Literal["overwrite", "stale_override", "row_deleted"]
    status: Literal["open", "closed"]
    resolution: Literal["acknowledge", "revert", "drop_override", "superseded"] | None
    table: str | None
    row_id: int
    column: str | None
    base_value: Any
    prior_value: Any
    value: Any
    branch_id: str | None
    op_id: int | None
    actor: dict[str, Any]
    created_at: str
    resolved_at: str | None
    resolved_by: dict[str, Any] | None
    note: str | None
    edit_version: int | None


class ResolveConflictBody(TypedDict):
    action: Literal["acknowledge", "revert", "drop_override"]
    actor: NotRequired[str | None]
    note: NotRequired[str | None]
    expected_version: NotRequired[int | None]


class ResolveTableCommentBody(TypedDict):
    resolved: bool


class RestoreSnapshotBody(TypedDict):
    tables: NotRequired[list[str] | None]


class RestoredFromTrash(TypedDict):
    id: str
    kind: Literal["workbook", "table"]
    title: str
    workbook_id: str


class RestoredSnapshot(TypedDict):
    snapshot_id: str
    label: str | None
    safety_snapshot_id: str
    tables: list[RestoredSnapshotTable]
    recomputed: list[RestoredSnapshotRecomputedItem]
    failed: list[RestoredSnapshotFailedItem]


class RestoredSnapshotFailedItem(TypedDict):
    name: str
    error: str


class RestoredSnapshotRecomputedItem(TypedDict):
    name: str
    edit_version: int
    row_count: int
    elapsed_ms: int


class RestoredSnapshotTable(TypedDict):
    name: str
    edit_version: int


class ReuseCardBody(TypedDict):
    account_id: str


class RevertVersionBody(TypedDict):
    tables: NotRequired[list[str] | None]


class Review(TypedDict):
    findings: list[Finding]
    # Found beyond max_findings
    findings_left_out: int
    coverage: ReviewCoverage
    judge: Literal["off", "ran", "skipped_no_credits"]
    mode: Literal["lint", "agent"]
    advice: ReviewAdvice | None
    elapsed_ms: int


class ReviewAdvice(TypedDict):
    proposed: int
    dropped: int


class ReviewCoverage(TypedDict):
    tables_checked: list[str]
    tables_skipped: list[ReviewCoverageTablesSkippedItem]
    rows_checked: int
    checks_run: list[str]
    checks_skipped: list[ReviewCoverageChecksSkippedItem]
    complete: bool


class ReviewCoverageChecksSkippedItem(TypedDict):
    check: str
    reason: str


class ReviewCoverageTablesSkippedItem(TypedDict):
    name: str
    reason: str


class ReviewPasswordLinkAnswer(TypedDict):
    # True: everything made before ends, and nothing can be kept
    first_proof: bool
    access: list[ReviewPasswordLinkAnswerAccessItem]


class ReviewPasswordLinkAnswerAccessItem(TypedDict):
    # To be named in keep
    id: str
    kind: Literal["token", "key", "webhook"]
    name: str
    created_at: str
    last_used_at: str | None


class ReviewPasswordLinkBody(TypedDict):
    token: str


ReviewRequest = TypedDict("ReviewRequest", {
    "target": "NotRequired[ReviewRequestTarget | None]",
    "mode": "NotRequired[Literal[\"lint\", \"agent\"]]",
    # Answer 202 with a job
    "async": "NotRequired[bool]",
    "judge": "NotRequired[bool]",
    "checks": "NotRequired[list[Literal[\"duplicate_rows\", \"duplicate_key\", \"mixed_types\", \"numeric_as_text\", \"leading_zero_risk\", \"ambiguous_dates\", \"future_dates\", \"null_rate\", \"whitespace\", \"case_variants\", \"outliers\", \"total_mismatch\", \"orphan_reference\", \"constant_column\", \"formula_error_values\", \"stale_table\"]] | None]",
    "max_findings": "NotRequired[int]",
})


class ReviewRequestTarget(TypedDict):
    tables: NotRequired[list[str] | None]
    sheet: NotRequired[str | None]


class ReviseSourceBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    on_violation: NotRequired[Literal["reject", "quarantine", "warn"] | None]
    expected_versions: NotRequired[str | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class RowEdit(TypedDict):
    # The first one when left out
    sheet: NotRequired[str]
    action: Literal["insert"] | Literal["delete"]
    # Rows are inserted before this one, and look like the one above; or it is the first that is deleted
    row: int
    count: NotRequired[int]


class RowPolicy(TypedDict):
    # Its id where it is in the trash or gone: what was made from its rows stays closed
    table: str
    table_id: str
    predicate: str
    mapping: PolicyMapping | None
    # Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them
    may_write_unseen: bool
    # False: a column that it or its mapping names was dropped or has another type. A predicate that does not fit shows no row to anyone, a mapping none by its attributes
    fits: bool
    note: str | None
    actor: Actor
    created_at: str
    updated_at: str


class RowsPage(TypedDict):
    name: str
    edit_version: int
    row_count: int | None
    columns: list[Column]
    rows: list[dict[str, Any]]
    masked_columns: list[str]
    freshness: Freshness
    next_cursor: str | None


class RowsSetAside(TypedDict):
    table: str
    quarantine_table: str
    rows: int


class RowsToDelete(TypedDict):
    row_ids: list[int]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: int | None
    actor: NotRequired[str | None]
    session: NotRequired[str | None]
    dry_run: NotRequired[bool | None]


RowsToUpsert = TypedDict("RowsToUpsert", {
    "rows": "list[dict[str, Any]]",
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    "expected_version": "int | None",
    "match_on": "NotRequired[list[str] | None]",
    "mode": "NotRequired[Literal[\"upsert\", \"insert\", \"update\"]]",
    "on_error": "NotRequired[Literal[\"fail\", \"skip\"]]",
    "return": "NotRequired[Literal[\"ids\", \"rows\", \"none\"]]",
    "lock": "NotRequired[Literal[\"table\", \"row\"]]",
    "actor": "NotRequired[str | None]",
    "session": "NotRequired[str | None]",
    "dry_run": "NotRequired[bool | None]",
})


class Rule(TypedDict):
    kind: Literal["required", "unique", "range", "pattern", "one_of", "reference", "row"]
    name: str | None
    column: str | None
    columns: list[str] | None
    min: str | float | bool | None
    max: str | float | bool | None
    pattern: str | None
    values: list[str | float | bool] | None
    table: str | None
    table_column: str | None
    expression: str | None
    message: str | None
    # False: a column or table that it names is not there now
    in_force: bool


class RuleToSet(TypedDict):
    kind: Literal["required", "unique", "range", "pattern", "one_of", "reference", "row"]
    name: NotRequired[str | None]
    column: NotRequired[str | None]
    columns: NotRequired[list[str] | None]
    min: NotRequired[str | float | bool | None]
    max: NotRequired[str | float | bool | None]
    pattern: NotRequired[str | None]
    values: NotRequired[list[str | float | bool] | None]
    table: NotRequired[str | None]
    table_column: NotRequired[str | None]
    expression: NotRequired[str | None]
    message: NotRequired[str | None]


RunTransformBody = TypedDict("RunTransformBody", {
    "actor": "NotRequired[str | None]",
    # Answer 202 with a job
    "async": "NotRequired[bool]",
})


class SavedView(TypedDict):
    view_id: str
    name: str
    table: str
    table_id: str
    # Rows that fulfil all of these
    filter: list[Condition]
    order_by: list[SavedViewOrderByItem]
    columns: list[SavedViewColumn]
    frozen_columns: int
    # Parts about columns that are hidden from you, or gone, are left out
    partial: bool
    version: int
    owner: CreateLinkAnswerCreatedBy
    created_at: str
    updated_at: str


class SavedViewColumn(TypedDict):
    column: str
    width_px: int | None
    hidden: bool
    format: str | None


class SavedViewOrderByItem(TypedDict):
    column: str
    direction: Literal["asc", "desc"]


class SavedViewState(TypedDict):
    # Rows that fulfil all of these
    filter: NotRequired[list[Condition]]
    order_by: NotRequired[list[SavedViewStateOrderByItem]]
    # From left to right; a column that is not named stands behind the one before it in the table
    columns: NotRequired[list[SavedViewStateColumn]]
    # How many shown columns stay at the left
    frozen_columns: NotRequired[int]


class SavedViewStateColumn(TypedDict):
    column: str
    width_px: NotRequired[int | None]
    hidden: NotRequired[bool]
    format: NotRequired[str | None]


class SavedViewStateOrderByItem(TypedDict):
    column: str
    direction: NotRequired[Literal["asc", "desc"]]


class SearchDataAnswer(TypedDict):
    results: list[SearchResult]
    next_cursor: str | None


class SearchResult(TypedDict):
    kind: Literal["artifact", "source"]
    # Of the artifact or the source
    id: str
    name: str
    type: Literal["table", "view", "chart", "report", "source"]
    state: Literal["active", "archived"]
    workbook_id: str
    workbook_title: str
    description: str | None
    matched: list[Literal["name", "description", "column", "filename"]]
    score: float


class SendQuarantinedRowsBody(TypedDict):
    row_ids: NotRequired[list[int] | None]
    actor: NotRequired[str | None]


class SetAccountPolicyBody(TypedDict):
    max_session_minutes: NotRequired[int | None]
    max_token_days: NotRequired[int | None]
    tokens_allowed: NotRequired[bool]
    # Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts
    public_links: NotRequired[Literal["allowed", "members", "off"]]


class SetAutoTopupBody(TypedDict):
    enabled: bool
    amount: NotRequired[int]
    threshold: NotRequired[int]
    account_id: NotRequired[str | None]


class SetGroupRolesBody(TypedDict):
    group_roles: list[SetGroupRolesBodyGroupRole]


class SetGroupRolesBodyGroupRole(TypedDict):
    # Must be text without line breaks or control characters, and not only spaces
    group: str
    base_role: Literal["admin", "editor", "viewer"]
    custom_roles: NotRequired[list[str]]


class SetPolicyBody(TypedDict):
    # Must be * or a lower-case letter, then at most 59 of a-z, 0-9, _ and -
    role: NotRequired[str]
    effect: Literal["allow", "mask", "deny"]
    mask_style: NotRequired[Literal["null", "year", "last4", "hash"] | None]
    actor: NotRequired[str | None]
    note: NotRequired[str | None]


class SetRowPolicyBody(TypedDict):
    predicate: str
    mapping: NotRequired[PolicyMappingToSet | None]
    # Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them
    may_write_unseen: NotRequired[bool]
    note: NotRequired[str | None]
    actor: NotRequired[str | None]


class SetTableRulesBody(TypedDict):
    rules: list[RuleToSet]
    # The version of the rules you read, 0 for none, or null to decline the check
    expected_version: int | None
    enforce: NotRequired[Literal["new", "all"]]
    on_violation: NotRequired[Literal["reject", "quarantine", "warn"] | None]
    dry_run: NotRequired[bool]
    actor: NotRequired[str | None]


class SetWorkspaceUserAttributesBody(TypedDict):
    attributes: dict[str, list[str]]


class SetWorkspaceUserRolesBody(TypedDict):
    roles: list[str]


class ShareWorkbookBody(TypedDict):
    role: Literal["viewer", "editor"]


class Shared(TypedDict):
    kind: Literal["table", "view", "dashboard"]
    name: str
    description: str | None
    expires_at: str
    tiles: list[Tile]


class SharedRows(TypedDict):
    name: str
    row_count: int | None
    columns: list[SharedRowsColumn]
    rows: list[dict[str, Any]]


class SharedRowsColumn(TypedDict):
    column: str
    name: str
    type: str
    masked: bool
    description: str | None
    # What its numbers count, as the file says: 千円
    unit: NotRequired[str]
    # By what a number is to be multiplied: 1000 for 千円
    scale: NotRequired[float]
    format: str | None


class Sheet(TypedDict):
    name: str
    title: str | None
    description: str | None
    spec: dict[str, Any]
    version: int
    tables: list[str]
    missing_tables: list[str]
    created_at: str
    updated_at: str


class SheetBlocks(TypedDict):
    blocks: list[SheetHeading | SheetText | SheetView | SheetSpacer]
    column_widths: NotRequired[dict[str, float] | None]
    freeze_header: NotRequired[bool]


class SheetDiff(TypedDict):
    sheet: str
    renamed_from: str | None
    status: Literal["changed", "added", "removed", "same"]
    # So many rows from old on are those from new on; rows in no run came or went
    row_map: list[SheetDiffRowMapItem]
    column_map: list[SheetDiffColumnMapItem]
    changes: list[FileChange]
    # How many cells differ, listed or not
    total: int
    truncated: bool


class SheetDiffColumnMapItem(TypedDict):
    old: str
    new: str
    columns: int


class SheetDiffRowMapItem(TypedDict):
    old: int
    new: int
    rows: int


class SheetHeading(TypedDict):
    kind: Literal["heading"]
    text: str
    level: NotRequired[int]


class SheetSpacer(TypedDict):
    kind: Literal["spacer"]
    rows: NotRequired[int]


class SheetText(TypedDict):
    kind: Literal["text"]
    text: str


class SheetToPut(TypedDict):
    spec: SheetBlocks
    title: NotRequired[str | None]
    description: NotRequired[str | None]
    expected_version: NotRequired[int | None]


class SheetView(TypedDict):
    kind: Literal["table_view"]
    table: str
    columns: NotRequired[list[str] | None]
    filter: NotRequired[str | None]
    order_by: NotRequired[list[SavedViewStateOrderByItem] | None]
    limit: NotRequired[int | None]
    title: NotRequired[str | None]
    show_header: NotRequired[bool]
    totals: NotRequired[dict[str, Literal["sum", "avg", "count", "min", "max"]] | None]


class Snapshot(TypedDict):
    snapshot_id: str
    status: Literal["editing", "committed"]
    summary: str | None
    event_type: str
    actor: Actor | None
    parent_id: str | None
    tables: list[CommittedVersionTable]
    versions: list[str]
    created_at: str
    committed_at: str | None


class Source(TypedDict):
    source_id: str
    name: str
    workbook_id: str
    filename: str
    content_type: str
    size_bytes: int | None
    sha256: str | None
    mode: Literal["auto", "staged"]
    status: Literal["registered", "analyzed", "materialized", "failed"]
    revision: int
    structuring: Literal["structured", "skipped", "deferred", "raw_fallback", "off"]
    structuring_reason: str | None
    provenance: SourceProvenance
    parse_spec: SpecSummary | None
    template: SourceTemplate | None
    # Templates that nearly fit, and why the file was not read by them
    template_misses: list[TemplateMiss]
    artifacts: list[str]
    error: str | None
    created_at: str
    updated_at: str
    created_by: str


class SourcePreview(TypedDict):
    sheets: list[SourcePreviewSheet]
    sheet: str
    range: str
    cells: list[list[SourcePreviewCellItem]]
    merges: list[str]
    styles: list[SourcePreviewStyle]
    looks: list[list[int | None]]
    widths: list[float | None]


class SourcePreviewCellItem(TypedDict):
    v: Any
    t: Literal["s", "n", "b", "d", "e"] | None
    f: str | None
    z: str | None


class SourcePreviewSheet(TypedDict):
    name: str
    dimension: str | None
    hidden: bool


class SourcePreviewStyle(TypedDict):
    bold: bool
    indent: int
    align: Literal["left", "center", "right"] | None
    fill: str | None
    color: str | None
    border: list[Literal["top", "right", "bottom", "left"]]


class SourceProvenance(TypedDict):
    kind: Literal["upload", "cloud", "url", "file_link", "slot"]
    provider: str | None
    ref: str | None


class SourceTemplate(TypedDict):
    template_id: str
    name: str
    why: list[str]


class SpecColumn(TypedDict):
    # Must be one to three capital letters
    source_column: str
    header: str | None
    header_cells: NotRequired[list[str]]
    name: str
    # Must be a cell such as B2
    value_cell: NotRequired[str]
    is_inside: NotRequired[bool]
    type: str
    format: str | None
    unit: str | None
    scale: NotRequired[float]
    number_format: NotRequired[str | None]
    link_to: NotRequired[str | None]
    role: Literal["label", "measure", "period", "total", "difference", "ratio", "note"]
    include: bool
    nullable: bool
    on_error: Literal["null", "fail", "text"]
    confidence: float
    evidence: Evidence


class SpecOperation(TypedDict):
    op: Literal["set_kind", "set_box", "set_header_rows", "set_role", "rename", "set_type", "include", "choose_reading", "fill_down", "explode", "keep_totals", "leave_out", "read_as", "name_table", "merge_regions", "split_region", "add_region", "unite_tables", "separate_tables", "refuse_template", "answer", "keep_links", "unite_files", "undo"]
    region: NotRequired[str]
    regions: NotRequired[list[str]]
    sheet: NotRequired[str]
    # Must be a cell such as B2 or a range such as B2:D9
    range: NotRequired[str]
    ranges: NotRequired[list[str]]
    cells: NotRequired[list[RegionReadA]]
    rows: NotRequired[list[int]]
    columns: NotRequired[list[str]]
    role: NotRequired[Literal["group", "data", "subtotal", "total", "difference", "ratio", "separator", "repeat_header", "note", "unit", "continued", "label", "measure", "period"]]
    # The name of a column, or its letters on the sheet where no column has that name
    column: NotRequired[str]
    name: NotRequired[str]
    type: NotRequired[str]
    format: NotRequired[str | None]
    kind: NotRequired[Literal["table", "form", "note", "ignore"]]
    on: NotRequired[bool]
    separator: NotRequired[str]
    rank: NotRequired[int]
    reshape: NotRequired[ReshapeToMake2 | ReshapeToMake3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10 | list[ReshapeToMake2 | ReshapeToMake3 | ReshapeToMake4 | ReshapeToMake5 | ReshapeToMake6 | ReshapeToMake7 | ReshapeToMake8 | ReshapeToMake9 | ReshapeToMake10] | None]
    at_row: NotRequired[int]
    # Must be one to three capital letters
    at_column: NotRequired[str]
    # Names of other files of the workbook
    sources: NotRequired[list[str]]
    # Of the question of the region, counting from 0
    choice: NotRequired[int]


class SpecOperations(TypedDict):
    spec_version: int
    # Refuses if the spec was corrected since
    revision: NotRequired[int]
    # In their order, all or none
    operations: list[SpecOperation]


class SpecQuestion(TypedDict):
    code: Literal["totals", "date_order", "reading", "table", "union"]
    text: str
    choices: list[SpecQuestionChoice]


class SpecQuestionChoice(TypedDict):
    text: str
    patch: dict[str, Any]
    # An adviser suggested this choice: answering with it makes these operations
    advice: NotRequired[Advice]


class SpecSummary(TypedDict):
    spec_version: int
    revision: int
    regions: list[SpecSummaryRegion]
    warnings: list[Warning]
    # Computed: what a client sends here is ignored
    check: list[TableCheck]


class SpecSummaryRegion(TypedDict):
    region_id: str
    sheet: str
    kind: str
    layout: str
    rows: int
    columns: int
    outputs: list[str]
    # A user should answer the question
    needs_review: bool
    question: SpecSummaryRegionQuestion | None


class SpecSummaryRegionQuestion(TypedDict):
    code: str
    text: str
    choices: list[str]


class StartCheckoutBody(TypedDict):
    plan: Literal["solo", "pro"]
    interval: NotRequired[Literal["month", "year"]]
    account_id: NotRequired[str | None]
    success_url: NotRequired[str | None]
    cancel_url: NotRequired[str | None]


class StartDeviceLoginAnswer(TypedDict):
    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class StartDeviceLoginBody(TypedDict):
    client_name: NotRequired[str | None]


class StartedImport(TypedDict):
    job_id: str
    status: Literal["pending"]
    workbook_id: str


class StartedJob(TypedDict):
    job_id: str
    status: Literal["pending"]


class Style(TypedDict):
    bold: bool | None
    italic: bool | None
    underline: bool | None
    strikethrough: bool | None
    font_color: str | None
    background_color: str | None
    font_size: float | None
    number_format: str | None
    horizontal_alignment: Literal["left", "center", "right"] | None
    vertical_alignment: Literal["top", "middle", "bottom"] | None
    wrap: bool | None


class StyleAnnotation(TypedDict):
    target: StyleAnnotationTarget
    style: NotRequired[StyleAnnotationStyle | None]
    note: NotRequired[str | None]
    label: NotRequired[str | None]


class StyleAnnotationStyle(TypedDict):
    bold: NotRequired[bool | None]
    italic: NotRequired[bool | None]
    underline: NotRequired[bool | None]
    strikethrough: NotRequired[bool | None]
    font_color: NotRequired[str | None]
    background_color: NotRequired[str | None]
    font_size: NotRequired[float | None]
    number_format: NotRequired[str | None]
    horizontal_alignment: NotRequired[Literal["left", "center", "right"] | None]
    vertical_alignment: NotRequired[Literal["top", "middle", "bottom"] | None]
    wrap: NotRequired[bool | None]


class StyleAnnotationTarget(TypedDict):
    kind: Literal["table", "column", "row", "cell", "range"]
    row_id: NotRequired[int | None]
    column: NotRequired[str | None]
    range: NotRequired[str | None]


class SubmitConsentBody(TypedDict):
    user_code: NotRequired[str]
    answer: NotRequired[str]


class SubmitHeldContentBody(TypedDict):
    return_to: NotRequired[str]
    decision: NotRequired[str]
    account: NotRequired[str | list[str]]


class SubmitInvitationBody(TypedDict):
    token: NotRequired[str]
    name: NotRequired[str]
    password: NotRequired[str]


class SubmitLoginBody(TypedDict):
    email: NotRequired[str]
    password: NotRequired[str]
    return_to: NotRequired[str]


class SubmitNewPasswordBody(TypedDict):
    token: NotRequired[str]
    password: NotRequired[str]
    keep: NotRequired[str | list[str]]


class SubmitPasswordLinkBody(TypedDict):
    email: NotRequired[str]


class SubmitRegistrationBody(TypedDict):
    name: NotRequired[str]
    email: NotRequired[str]
    password: NotRequired[str]
    return_to: NotRequired[str]


class SubmitUserCodeBody(TypedDict):
    user_code: NotRequired[str]


class Summary(TypedDict):
    table: str
    # Rows that fulfil all of these
    filter: NotRequired[list[Condition]]
    # A row for each combination of values; days by a period
    group_by: NotRequired[list[SummaryGroup]]
    # count without a column counts rows
    measures: list[SummaryMeasure]
    pivot: NotRequired[SummaryGroup | None]
    top: NotRequired[SummaryTop | None]
    order: NotRequired[Literal["groups", "ascending", "descending"] | None]


class SummaryGroup(TypedDict):
    column: str
    by: NotRequired[Literal["day", "week", "month", "quarter", "year"] | None]


class SummaryMeasure(TypedDict):
    function: Literal["count", "sum", "average", "min", "max", "distinct"]
    column: NotRequired[str | None]


class SummaryTop(TypedDict):
    count: int
    measure: NotRequired[int]


class SyncBinding(TypedDict):
    binding_id: str
    table: str
    external_kind: Literal["google_sheets", "microsoft"]
    external_ref: str
    direction: Literal["bidirectional", "pull", "push"]
    ownership_map: dict[str, str] | None
    # False: nothing is synchronised
    active: bool
    actor: Actor
    created_at: str


class SyncFileBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    merge_mode: NotRequired[Literal["cell", "row"]]
    # Rows may go although more than half of them are not in the file
    allow_deletes: NotRequired[bool]
    # Answers the same, and writes nothing
    dry_run: NotRequired[bool]
    actor: NotRequired[str | None]
    branch_id: NotRequired[str]
    expected_versions: NotRequired[str | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class SyncedTables(TypedDict):
    results: list[SyncedTablesResult]
    conflict_count: int


class SyncedTablesResult(TypedDict):
    branch_id: NotRequired[str]
    table: str | None
    inserted: NotRequired[int]
    updated: NotRequired[int]
    deleted: NotRequired[int]
    cells_written: NotRequired[int]
    # At most 100 of them
    conflicts: NotRequired[list[FoundConflict]]
    conflict_count: NotRequired[int]
    # Of a dry run: each cell that would be written, and each row that would be deleted, at most 10,000. Cells of conflicts that are written are among them
    changes: NotRequired[list[MergedTableChange]]
    # Rows and cells of the file that were not taken as they stand, at most 1000; rows as the sheet counts. Of a file that holds a part of a table, rows of other parts are left out as foreign_row
    skipped: NotRequired[list[MergedTableSkippedItem]]
    skipped_count: NotRequired[int]
    ignored_columns: NotRequired[list[str]]
    edit_version: NotRequired[int]
    op_id: NotRequired[int | None]
    stale: NotRequired[list[str]]
    sheet: str
    action: Literal["merged", "revised", "skipped"]
    # Edits that the file overwrote, by table
    overwritten_edits: NotRequired[list[OverwrittenEdits]]
    safety_snapshot_id: NotRequired[str | None]


class Table(TypedDict):
    name: str
    id: str
    table_name: str
    type: Literal["table", "view"]
    layer: Literal["raw", "base", "derived"]
    description: str | None
    state: Literal["active", "archived"]
    row_count: int | None
    edit_version: int
    columns: list[Column]
    freshness: TableFreshness
    masked_columns: list[str]
    # A row policy takes attributes from it, or from what is made from it: only callers who may change policies write it
    policy_input: bool
    source: str | None
    transform: str | None
    created_at: str
    updated_at: str


class TableCheck(TypedDict):
    table: str
    region_id: str | None
    # Rows of the sheet that are records of this table; a record over several lines counts once
    rows_in: int
    rows_out: int | None
    # How many columns become rows; 1 where none do
    factor: int
    # Cells of such columns that hold nothing and make no row
    cells_empty: int
    # Cells that got a value which stands elsewhere on the sheet
    cells_filled: int
    # Those of them that held 〃 or 同上, at most 100
    marks_filled: NotRequired[list[str]]
    # Cells of the region that go into no table
    cells_dropped: int
    # Figures of the region that are computed from others
    cells_computed: int
    sums: list[TableCheckSum]
    balanced: bool | None
    reason: Literal["long_sheet", "not_followed", "corrected"] | None


class TableCheckSum(TypedDict):
    column: str
    # What the cells of the sheet add up to, in plain digits
    sum_in: str
    # What the column of the table adds up to
    sum_out: str


class TableDiff(TypedDict):
    table: str
    table_id: str
    # The version it was proposed on
    base_version: int
    # The version of now
    edit_version: int
    rows: list[TableDiffRow]
    row_count: int
    cell_count: int
    conflict_count: int
    # Cells of columns that are hidden from you are left out
    partial: bool
    # Only the first 2000 cells are listed
    cut: bool


class TableDiffRow(TypedDict):
    row_id: int | None
    change: Literal["insert", "update", "delete"]
    conflict: Literal["changed", "row_gone", "column_gone"] | None
    # The table has it already
    done: bool
    cells: list[TableDiffRowCell]


class TableDiffRowCell(TypedDict):
    column: str
    base: Any
    before: Any
    after: Any
    # Changed since it was proposed: base, before and after differ
    conflict: bool


class TableFreshness(TypedDict):
    stale: bool
    stale_since: str | None
    reason: str | None
    upstream: list[str]


class TableRules(TypedDict):
    table: str
    # Of the rules; 0 where there never were any
    version: int
    enforce: Literal["new", "all"]
    # What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are set aside in a table beside it, or all come in
    on_violation: Literal["reject", "quarantine", "warn"]
    rules: list[Rule]
    # Rules about what is hidden from you are left out
    partial: bool


class TableRulesSet(TypedDict):
    table: str
    # Of the rules; 0 where there never were any
    version: int
    enforce: Literal["new", "all"]
    # What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are set aside in a table beside it, or all come in
    on_violation: Literal["reject", "quarantine", "warn"]
    rules: list[Rule]
    # Rules about what is hidden from you are left out
    partial: bool
    # The first rows that break the rules now
    broken: list[BrokenRule]
    broken_count: int


class TableSummary(TypedDict):
    name: str
    row_count: int | None
    # How much of its rows you see; a closed table cannot be opened
    rows: Literal["all", "some", "closed"]
    type: Literal["table", "view"]
    layer: Literal["raw", "base", "derived"]
    state: Literal["active", "archived"]
    edit_version: int
    stale: bool
    updated_at: str


class TagColumnBody(TypedDict):
    # Must be a lower-case letter, then at most 59 of a-z, 0-9, _ and -
    tag: str
    label: NotRequired[str | None]
    actor: NotRequired[str | None]
    note: NotRequired[str | None]


class Template(TypedDict):
    template_id: str
    workspace_id: str
    name: str
    # Files to come are read by it
    active: bool
    # The labels it looks for. No value of the sample is kept
    sheets: list[TemplateSheet]
    created_by: str
    created_at: str
    updated_at: str


class TemplateField(TypedDict):
    label: str
    name: str
    type: Literal["any", "text", "number", "date", "timestamp", "boolean"]


class TemplateMiss(TypedDict):
    template_id: str
    name: str
    # Of the labels of the template, those that the file has
    share: float
    reasons: list[TemplateMissReason]


class TemplateMissReason(TypedDict):
    code: Literal["anchor_not_found", "label_missing", "label_ambiguous", "unexpected_label", "unexpected_value", "value_type"]
    label: str | None
    cell: str | None
    message: str


class TemplateSheet(TypedDict):
    title: str | None
    fields: list[TemplateField]
    tables: list[TemplateSheetTable]


class TemplateSheetTable(TypedDict):
    title: str | None
    columns: list[TemplateField]


class TemplateTaken(TypedDict):
    template_id: str
    name: str
    why: list[str]
    made_of: NotRequired[str]


class Tile(TypedDict):
    tile_id: str
    kind: Literal["question", "view", "text"]
    x: int
    y: int
    width: int
    height: int
    title: str | None
    text: str | None
    summary: dict[str, Any] | None
    chart: QuestionChart | None


class Token(TypedDict):
    token_id: str
    scopes: list[Literal["workbooks:read", "workbooks:propose", "workbooks:write", "workbooks:share", "workbooks:delete", "cloud-files:read", "governance:configure", "workspaces:read", "workspaces:create", "workspaces:configure", "workspaces:delete", "keys:read", "keys:mint", "keys:revoke", "account:read", "billing:manage"]]
    name: str | None
    # The beginning of the plaintext, to recognise it by
    prefix: str
    # account, workspace:<id> or workbook:<id>
    resource: str
    account_id: str
    rate_limit_per_minute: int
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


class TokenUsage(TypedDict):
    token_id: str
    name: str | None
    buckets: list[TokenUsageBucket]


class TokenUsageBucket(TypedDict):
    date: str
    requests: int


class TopUpAnswer(TypedDict):
    charged: NotRequired[bool]
    # Credits that can be spent now
    balance: NotRequired[int]
    checkout_url: NotRequired[str]
    session_id: NotRequired[str]
    expires_at: NotRequired[str]


class TopUpBody(TypedDict):
    # Credits
    amount: Literal[1000, 5000, 10000, 50000]
    account_id: NotRequired[str | None]
    success_url: NotRequired[str | None]
    cancel_url: NotRequired[str | None]


class Total(TypedDict):
    row: NotRequired[int]
    # Must be one to three capital letters
    column: NotRequired[str]
    op: Literal["sum", "average", "difference", "division", "relative_change"]
    operands: list[str]
    cells: NotRequired[list[str]]
    verified: bool
    agreement: float


class TrackCloudFileBody(TypedDict):
    provider: Literal["google_drive", "microsoft"]
    file_id: str
    filename: NotRequired[str | None]
    as_name: NotRequired[str | None]
    on_existing: NotRequired[Literal["auto", "seed", "replace", "refuse"]]
    expected_versions: NotRequired[dict[str, int] | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class TrackLocalFileBody(TypedDict):
    # The file; its name keeps its extension
    file: FileInput
    as_name: NotRequired[str | None]
    on_existing: NotRequired[Literal["auto", "seed", "replace", "refuse"]]
    # Where the file lies, in your own words
    origin: NotRequired[str]
    expected_versions: NotRequired[str | None]
    # The edit_version you read, or null to decline the check. If-Match may say it instead.
    expected_version: NotRequired[int | None]


class Transform(TypedDict):
    transform_id: str
    name: str
    language: Literal["sql", "python"]
    # Null for callers who do not see all of its inputs
    code: str | None
    args: dict[str, Any]
    key: list[str]
    output: str
    materialized: Literal["table", "view"]
    code_sha256: str
    created_at: str
    updated_at: str


class TransformRun(TypedDict):
    transform: Transform
    run: TransformRunRun | None
    table: Table
    # Tables below that were rebuilt as well
    recomputed: list[MadeTable]
    # Tables below that could not be; they stay stale
    failed: list[FailedTransform]


class TransformRunRun(TypedDict):
    op_id: int
    row_count: int
    elapsed_ms: int
    logs: str
    # Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike
    mode: Literal["full", "incremental"]


class Trashed(TypedDict):
    # Of a workbook (wb_…) or a table (art_…)
    id: str
    kind: Literal["workbook", "table"]
    title: str
    workbook_id: str
    deleted_at: str


class UnarchiveArtifactBody(TypedDict):
    as_name: NotRequired[str | None]


class UnarchiveTableBody(TypedDict):
    as_name: NotRequired[str | None]


class UndoOpAnswer(TypedDict):
    op_id: int | None
    undid: int
    edit_version: int
    rows: int
    # Columns the op wrote that are there no more
    lost_columns: int
    # Derived tables that became stale
    stale: list[str]
    dry_run: NotRequired[DryRunDiff]


class UndoSessionAnswer(TypedDict):
    op_id: int | None
    # Newest first
    undone: list[UndoSessionAnswerUndoneItem]
    # Derived tables that became stale
    stale: list[str]
    dry_run: NotRequired[list[UndoSessionAnswerDryRunItem]]


class UndoSessionAnswerDryRunItem(TypedDict):
    table: str
    rows: list[DryRunDiffRow]
    # Rows that would change
    row_count: int
    # Cells that would change
    cell_count: int
    # Only the first 1000 cells are listed
    cut: bool


class UndoSessionAnswerUndoneItem(TypedDict):
    op_id: int
    table: str | None
    rows: int


class UndoSessionBody(TypedDict):
    session: str
    dry_run: NotRequired[bool | None]


class Union(TypedDict):
    outputs: list[RegionOutput]
    column: str
    parts: list[UnionPart]
    evidence: list[str]
    # Other files have rows in these tables, too
    files: NotRequired[UnionFiles]


class UnionFiles(TypedDict):
    union_id: str
    sources: list[str]
    columns: list[UnionFilesColumn]


class UnionFilesColumn(TypedDict):
    name: str
    type: str


class UnionPart(TypedDict):
    region_id: str
    value: str


class Unit(TypedDict):
    text: str
    scale: float


class UploadFromDriveBody(TypedDict):
    provider: Literal["google_drive", "microsoft"]
    file_id: str
    # Must be a name that does not start with __svc_
    filename: str


UploadFromUrlBody = TypedDict("UploadFromUrlBody", {
    "url": "str",
    "filename": "NotRequired[str | None]",
    "sha256": "NotRequired[str | None]",
    "mode": "NotRequired[Literal[\"auto\", \"staged\"]]",
    "async": "NotRequired[bool]",
    "structuring": "NotRequired[Literal[\"auto\", \"skip\", \"defer\"] | None]",
})


class UploadSlot(TypedDict):
    upload_id: str
    status: Literal["pending", "uploaded", "ingested"]
    workbook_id: str
    filename: str
    upload_url: NotRequired[str]
    direct: bool
    expires_at: str
    max_bytes: int
    size_bytes: int | None
    sha256: str | None
    source_name: str | None
    error: str | None


UploadSourceBody = TypedDict("UploadSourceBody", {
    # The file; its name keeps its extension
    "file": "NotRequired[FileInput]",
    "files": "NotRequired[list[FileInput]]",
    "mode": "NotRequired[Literal[\"auto\", \"staged\"]]",
    "async": "NotRequired[bool]",
    "structuring": "NotRequired[Literal[\"auto\", \"skip\", \"defer\"] | None]",
})


class Uploaded(TypedDict):
    source: NotRequired[Source]
    artifacts: NotRequired[list[Artifact]]
    structuring: NotRequired[Literal["structured", "skipped", "deferred", "raw_fallback", "off"]]
    structuring_reason: NotRequired[str | None]
    credits_spent: NotRequired[int]
    existing: NotRequired[bool]
    warnings: NotRequired[list[Warning]]
    files: NotRequired[list[FileOutcome]]
    job_id: NotRequired[str]
    status: NotRequired[Literal["pending"]]


class UsageBucket(TypedDict):
    date: str
    requests: int
    ops: int
    credits: int
    storage_bytes: int | None
    tables: int | None


class ValidateQueryAnswer(TypedDict):
    valid: bool
    errors: list[ValidateQueryAnswerError]
    columns: list[Column]
    tables: list[str]


class ValidateQueryAnswerError(TypedDict):
    code: Literal["invalid_sql", "not_read_only"]
    message: str
    line: int | None
    column: int | None
    suggested_fix: str | None
    unknown_table: str | None
    unknown_column: str | None


class ValidateQueryBody(TypedDict):
    # One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed.
    sql: str
    params: NotRequired[list[str | float | bool | None] | dict[str, str | float | bool | None] | None]
    as_of: NotRequired[str | None]


class Version(TypedDict):
    label: str
    snapshot_id: str
    summary: str | None
    actor: Actor
    created_at: str


class Warning(TypedDict):
    code: str
    message: str
    region_id: str | None
    column: str | None
    count: int


class Webhook(TypedDict):
    webhook_id: str
    url: str
    events: list[Literal["artifact.updated", "artifact.deleted", "artifact.stale", "snapshot.committed", "source.analyzed", "source.materialized", "conflict.created", "version.branched", "version.merged", "job.completed", "comment.changed", "proposal.opened", "proposal.reviewed", "proposal.applied", "proposal.closed"]]
    status: Literal["active", "paused", "disabled"]
    disabled_reason: Literal["gone", "failing"] | None
    created_at: str
    last_success_at: str | None
    failing_since: str | None


class WebhookDelivery(TypedDict):
    delivery_id: str
    event_id: str
    event_type: str
    status: Literal["pending", "succeeded", "failed", "exhausted"]
    attempts: int
    last_status: int | None
    last_error: str | None
    next_attempt_at: str | None
    created_at: str
    last_attempt_at: str | None
    duration_ms: int | None


class WebhookWithSecret(TypedDict):
    webhook_id: str
    url: str
    events: list[Literal["artifact.updated", "artifact.deleted", "artifact.stale", "snapshot.committed", "source.analyzed", "source.materialized", "conflict.created", "version.branched", "version.merged", "job.completed", "comment.changed", "proposal.opened", "proposal.reviewed", "proposal.applied", "proposal.closed"]]
    status: Literal["active", "paused", "disabled"]
    disabled_reason: Literal["gone", "failing"] | None
    created_at: str
    last_success_at: str | None
    failing_since: str | None
    # Signs every request; shown here and never again
    secret: str


class WhatIfBody(TypedDict):
    set: list[WhatIfBodySetItem]


class WhatIfBodySetItem(TypedDict):
    # The first one when left out
    sheet: NotRequired[str]
    # Must be a cell or a range of them, as in B2 or B2:C9
    range: str
    # Null empties the cell; a text stays a text, whatever it begins with
    value: NotRequired[str | float | bool | None]
    # Row by row, from the first cell of the range on
    values: NotRequired[list[list[str | float | bool | None]]]
    # A day or a time, as in 2026-11-15
    date: NotRequired[str]
    # For the first cell of the range; in the others its relative references move along
    formula: NotRequired[str]


class WithdrawProposalBody(TypedDict):
    state: Literal["withdrawn"]
    actor: NotRequired[str | None]


class Workbook(TypedDict):
    workbook_id: str
    title: str
    description: str | None
    language: Literal["ja", "en"] | None
    workspace_id: str
    account_id: str
    owner_id: str
    governed: bool
    table_count: int
    source_count: int
    edit_seq: int
    role: Literal["owner", "editor", "viewer"]
    created_at: str
    updated_at: str


class Workspace(TypedDict):
    workspace_id: str
    name: str
    account_id: str
    kind: Literal["personal", "managed"]
    # Workbooks of your account that name no workspace land here
    is_default: bool
    residency: str | None
    preprocess_rules: str | None
    idp_config: dict[str, Any] | None
    # Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts
    public_links: Literal["allowed", "members", "off"]
    workbook_count: int
    member_count: int
    created_at: str


class WorkspaceMember(TypedDict):
    user_id: str
    email: str
    name: str
    base_role: Literal["admin", "editor", "viewer"]
    custom_roles: list[str]
    # What policies see: the base role and the custom roles
    roles: list[str]
    attributes: dict[str, list[str]] | None


class WriteTableCommentBody(TypedDict):
    target: NotRequired[WriteTableCommentBodyTarget | None]
    thread_id: NotRequired[str | None]
    text: str
    # Users who see the workbook
    mentions: NotRequired[list[str]]
    actor: NotRequired[str | None]


class WriteTableCommentBodyTarget(TypedDict):
    kind: Literal["table", "row", "cell"]
    row_id: NotRequired[int | None]
    column: NotRequired[str | None]


class WriteTableRangeAnswer(TypedDict):
    range: str
    values: list[list[Any]]
    edit_version: int
    op_id: int | None
    inserted: int
    updated: int
    # Derived tables that became stale
    stale: list[str]
    # With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0.
    proposal: NotRequired[ProposalSummary]


class WrittenRows(TypedDict):
    edit_version: int
    op_id: int | None
    inserted: int
    updated: int
    unchanged: int
    row_ids: list[int | None]
    rejected: list[WrittenRowsRejectedItem]
    rows: list[dict[str, Any]] | None
    # Derived tables that became stale
    stale: list[str]
    dry_run: NotRequired[DryRunDiff]
    # With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0.
    proposal: NotRequired[ProposalSummary]


class WrittenRowsRejectedItem(TypedDict):
    index: int
    column: str | None
    code: str
    message: str
