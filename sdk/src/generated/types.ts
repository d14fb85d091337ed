/** Made by tools/sdk-operations.ts from openapi.json. */
import type { FileInput } from '../file-input.ts'

/** Every code that a problem can have. */
export type ProblemCode =
  | 'access_denied'
  | 'account_owner'
  | 'action_not_applicable'
  | 'already_tracked'
  | 'already_undone'
  | 'ambiguous_match'
  | 'authorization_pending'
  | 'bad_request'
  | 'bad_signature'
  | 'billing_disabled'
  | 'branch_closed'
  | 'branch_mismatch'
  | 'branch_too_large'
  | 'confirm_mismatch'
  | 'conflict_closed'
  | 'default_account'
  | 'derived_table_not_branchable'
  | 'derived_table_not_editable'
  | 'domain_unverified'
  | 'expired_token'
  | 'export_too_large'
  | 'formula_mode_refused'
  | 'governed_table'
  | 'governed_workbook'
  | 'header_not_writable'
  | 'hidden_from_links'
  | 'hidden_rows'
  | 'history_expired'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_credentials'
  | 'invalid_cursor'
  | 'invalid_odata'
  | 'invalid_rule'
  | 'invalid_sql'
  | 'invalid_token'
  | 'last_column'
  | 'limit_reached'
  | 'lineage_cycle'
  | 'link_ended'
  | 'links_off'
  | 'masked_column'
  | 'members_only'
  | 'method_not_allowed'
  | 'missing_row_ids'
  | 'name_taken'
  | 'no_card_on_file'
  | 'no_labels'
  | 'no_workspace'
  | 'not_a_reviewer'
  | 'not_acceptable'
  | 'not_approved'
  | 'not_found'
  | 'not_read_only'
  | 'not_signed'
  | 'not_undoable'
  | 'not_your_comment'
  | 'not_your_proposal'
  | 'nothing_to_export'
  | 'nothing_to_sync'
  | 'out_of_credits'
  | 'out_of_reach'
  | 'overage_outstanding'
  | 'owner_required'
  | 'payload_too_large'
  | 'personal_workspace'
  | 'policy_input'
  | 'proposal_closed'
  | 'proposal_conflict'
  | 'provider_disabled'
  | 'provider_not_authorized'
  | 'python_disabled'
  | 'query_timeout'
  | 'range_out_of_bounds'
  | 'range_too_large'
  | 'rate_limited'
  | 'read_only_catalog'
  | 'reading_timeout'
  | 'registration_closed'
  | 'reserved_role'
  | 'result_expired'
  | 'result_invalidated'
  | 'result_too_large'
  | 'revoked_token'
  | 'role_required'
  | 'row_not_found'
  | 'rule_violated'
  | 's3_required'
  | 'scope_exceeds_issuer'
  | 'session_required'
  | 'session_revoked'
  | 'shape_mismatch'
  | 'slot_not_pending'
  | 'slow_down'
  | 'source_exists'
  | 'source_not_analyzed'
  | 'subscription_active'
  | 'suspicious_deletion'
  | 'template_not_fitting'
  | 'too_many_columns'
  | 'too_many_logins'
  | 'too_many_rows'
  | 'transform_failed'
  | 'unauthenticated'
  | 'unavailable'
  | 'unbound_placeholder'
  | 'uncastable_value'
  | 'undo_conflict'
  | 'unknown_api_version'
  | 'unknown_column'
  | 'unknown_field'
  | 'unknown_host'
  | 'unmapped_columns'
  | 'unsupported_file'
  | 'unsupported_media_type'
  | 'unsupported_odata'
  | 'upload_expired'
  | 'upstream_error'
  | 'url_refused'
  | 'validation_error'
  | 'version_conflict'
  | 'work_too_large'
  | 'workspace_not_empty'
  | 'zip_bomb'

export type Problem = {
  type: string
  code: string
  title: string
  status: number
  detail: string
  suggested_fix: string
  instance?: string | undefined
  request_id: string
  errors?: ({
    loc?: (string | number)[] | undefined
    code?: string | undefined
    message?: string | undefined
  })[] | undefined
}

export type AcceptInvitationAnswer = {
  workspace_id: string
  /** Where the console shows what was shared */
  url: string
  access_token?: string | undefined
  token_type?: 'Bearer' | undefined
  expires_in?: number | undefined
  refresh_token?: string | undefined
  user: {
    user_id: string
    email: string
    name: string
  }
}

export type AcceptInvitationBody = {
  name?: string | null | undefined
  password?: string | null | undefined
}

export type Account = {
  account_id: string
  name: string
  kind: 'default' | 'developer'
  plan: 'free' | 'payg' | 'solo' | 'pro' | 'self_hosted'
  status: 'active'
  credits: Credits
  owner_id: string
  workspace_count: number
  /** Keys that still work */
  key_count: number
  created_at: string
}

export type AccountBilling = {
  account_id: string
  plan: 'free' | 'payg' | 'solo' | 'pro' | 'self_hosted'
  interval: 'month' | 'year' | null
  subscription_status: 'none' | 'trialing' | 'active' | 'past_due' | 'canceled'
  card: {
    brand: string
    last4: string
    exp: string
  } | null
  auto_topup: {
    enabled: boolean
    amount: number
    threshold: number
  }
  credits: Credits
  /** Set aside for work under way */
  held_credits: number
  /** Spent beyond what there was, and not paid yet */
  overage_credits: number
  /** Overage below it is never collected */
  settlement_floor: number
  currency: string
  storage: {
    used_bytes: number
    limit_bytes: number | null
  }
}

export type AccountLogEntry = {
  at: string
  action: string
  target: Record<string, unknown>
  detail: Record<string, unknown>
  actor: {
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
}

export type AccountPolicy = {
  max_session_minutes: number | null
  max_token_days: number | null
  tokens_allowed: boolean
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links: 'allowed' | 'members' | 'off'
}

export type Actor = {
  name: string | null
  user_id: string | null
  credential: 'session' | 'pat' | 'key' | 'link' | 'system'
  credential_id: string | null
}

export type AddTableColumnBody = {
  /** Must be a name that does not start with __svc_ */
  column: string
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  type?: string | undefined
  default?: unknown | undefined
  actor?: string | null | undefined
}

export type Advice = {
  /** In the words of the adviser */
  reason: string
  operations: AdvisedOperation[]
}

export type AdvisedOperation = {
  op: 'set_kind' | 'set_box' | 'set_header_rows' | 'set_role' | 'choose_reading' | 'split_region' | 'merge_regions'
  region?: string | undefined
  regions?: string[] | undefined
  kind?: 'table' | 'form' | undefined
  /** Must be a cell such as B2 or a range such as B2:D9 */
  range?: string | undefined
  rows?: number[] | undefined
  columns?: string[] | undefined
  role?: 'group' | 'data' | 'subtotal' | 'total' | 'difference' | 'ratio' | 'separator' | 'repeat_header' | 'note' | 'unit' | 'continued' | 'label' | 'measure' | 'period' | undefined
  reshape?: ReshapeToMake | ReshapeToMake[] | null | undefined
  at_row?: number | undefined
  /** Must be one to three capital letters */
  at_column?: string | undefined
}

export type AlternativeReading = {
  rank: number
  confidence: number
  summary: string
  patch: Record<string, unknown>
}

export type AnalyzeSourceAnswer = {
  source: Source
  parse_spec: ParseSpec
}

export type AnnotateTableAnswer = {
  annotations: Annotation[]
  applied: number
}

export type AnnotateTableBody = {
  annotations: StyleAnnotation[]
  actor?: string | null | undefined
}

export type Annotation = {
  annotation_id: string
  target: {
    kind: 'table' | 'column' | 'row' | 'cell' | 'range'
    row_id: number | null
    column: string | null
    range: string | null
    columns: string[] | null
    row_ids: number[] | null
  }
  style: Style | null
  note: string | null
  label: string | null
  actor: Actor
  created_at: string
  updated_at: string
}

export type AnsweredEdit = {
  /** By their distance from the cells that were set */
  changes: ChangedCell[]
  change_count: number
  truncated: boolean
  /** Formulas that read changed cells and whose value is not known, the first 200 */
  not_computed: ({
    sheet: string
    cell: string
    reason: string
  })[]
  not_computed_count: number
}

export type AppliedProposal = {
  proposal: ProposalSummary
  op_id: number | null
  inserted: number
  updated: number
  deleted: number
  /** Rows left as they are: done already, or a conflict decided so */
  skipped: number
  /** Derived tables that became stale */
  stale: string[]
}

export type ArchivedArtifact = {
  name: string
  state: string
  table_name: string | null
  type: string | null
}

export type Artifact = {
  name: string
  type: 'table' | 'view' | 'chart' | 'report'
  description: string | null
  id: string
  row_count: number | null
  schema: Column[] | null
  state: 'active' | 'archived'
  table_name: string | null
  updated_at: string
  workbook_id: string
  layer: 'raw' | 'base' | 'derived' | null
  edit_version: number | null
}

export type AuditEntry = {
  seq: number
  at: string
  actor: Record<string, unknown>
  action: string
  target: Record<string, unknown>
  outcome: 'ok' | 'refused'
  detail: Record<string, unknown>
  ip: string | null
  op_id?: number | undefined
  /** Of reads: how many in that minute */
  count?: number | undefined
  since?: string | undefined
  /** Hex; empty before the first entry */
  prev_hash: string
  /** Hex */
  hash: string
}

export type BindArtifactAnswer = {
  binding: SyncBinding
  warnings: string[]
}

export type BindArtifactBody = {
  actor: string
  external_kind: 'google_sheets' | 'microsoft'
  external_ref: string
  direction?: 'bidirectional' | 'pull' | 'push' | undefined
  ownership_map?: Record<string, string> | null | undefined
}

export type BinderyEvent = {
  id: string
  type: 'artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed'
  timestamp: string
  /** Counts the events of the workbook */
  sequence: number
  account_id: string
  workspace_id: string
  workbook_id: string
  actor: {
    name: string | null
    user_id: string | null
  }
  /** Ids, names and versions; never a value of a cell */
  data: unknown
}

export type Branch = {
  branch_id: string
  table: string
  row_count: number
  base_edit_version: number
  format: 'xlsx' | 'csv'
  filename: string
  status: 'open' | 'merged' | 'expired'
  part: {
    column: string
    value: string | null
  } | null
  actor: Actor
  created_at: string
  merged_at: string | null
}

export type BringBundleBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  title?: string | null | undefined
  workspace_id?: string | null | undefined
}

export type BrokenRule = {
  table: string
  rule: {
    kind: string
    name: string | null
    columns: string[]
  } | null
  row_id: number | null
  index: number | null
  message: string
}

export type CatalogItem = {
  name: string
  type: 'table' | 'view' | 'chart' | 'report'
  description: string | null
  id: string
  row_count: number | null
  schema: Column[] | null
  state: 'active' | 'archived'
  table_name: string | null
  updated_at: string
  workbook_id: string
  layer: 'raw' | 'base' | 'derived' | null
  edit_version: number | null
  workbook_title: string
}

export type CellState = {
  value: unknown
  formula: string | null
  number_format: string | null
  bold: boolean
  italic: boolean
  color: string | null
  fill: string | null
}

export type ChangeDashboardBody = {
  name?: string | undefined
  description?: string | null | undefined
  /** On a grid of 12 columns; x and y count from 0 */
  tiles?: ({
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'question'
    question_id: string
    title?: string | null | undefined
  } | {
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'view'
    view_id: string
    title?: string | null | undefined
  } | {
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'text'
    text: string
  })[] | undefined
  expected_version?: number | null | undefined
}

export type ChangeMeBody = {
  /** Must be text without line breaks or control characters, and not only spaces */
  name: string
}

export type ChangeNotificationSettingsBody = {
  settings: ({
    kind: 'mention' | 'invitation' | 'job_failed' | 'conflict' | 'dashboard_stale' | 'proposal'
    in_console?: boolean | undefined
    by_mail?: boolean | undefined
  })[]
}

export type ChangeQuestionBody = {
  name?: string | undefined
  description?: string | null | undefined
  sql?: string | null | undefined
  summary?: Summary | null | undefined
  chart?: ChartShape | null | undefined
  expected_version?: number | null | undefined
}

export type ChangeSavedViewBody = {
  name?: string | undefined
  state?: SavedViewState | undefined
  expected_version?: number | null | undefined
}

export type ChangeTemplateBody = {
  /** Also what the table of its forms is called */
  name?: string | undefined
  active?: boolean | undefined
  fields?: ({
    label: string
    name?: string | undefined
    type?: 'any' | 'text' | 'number' | 'date' | 'timestamp' | 'boolean' | undefined
  })[] | undefined
}

export type ChangeWebhookBody = {
  /** https; others only where the operator allows it */
  url?: string | undefined
  /** Empty: all kinds */
  events?: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[] | undefined
  status?: 'active' | 'paused' | undefined
}

export type ChangeWorkbookBody = {
  title?: string | null | undefined
  description?: string | null | undefined
  language?: 'ja' | 'en' | null | undefined
}

export type ChangedCell = {
  sheet: string
  cell: string
  /** A formula that gives another value; otherwise a cell that was set */
  computed: boolean
  before: CellState
  after: CellState
  /** Changed cells that the formula reads, the first 12 */
  from: string[]
  step: number | null
}

export type ChangedColumns = {
  name: string
  edit_version: number
  columns: Column[]
  table_name: string
  op_id: number | null
  /** Derived tables that became stale */
  stale: string[]
}

export type Chart = {
  name: string
  artifact_id: string
  chart_type: string | null
  source_table: string | null
  title: string | null
  config: Record<string, unknown> | null
  recipe: Record<string, unknown> | null
  config_omitted: string | null
}

export type ChartShape = {
  kind: 'table' | 'number' | 'line' | 'bar' | 'stacked' | 'pie'
  x?: number | null | undefined
  y?: number[] | undefined
  series?: number | null | undefined
}

export type Checkout = {
  checkout_url: string
  session_id: string
  expires_at: string
}

export type CiteTableBody = {
  columns?: string[] | null | undefined
  row_ids?: number[] | null | undefined
  sets?: ({
    row_ids?: number[] | null | undefined
    filter?: Record<string, unknown> | null | undefined
    columns?: string[] | null | undefined
  })[] | null | undefined
  as_of?: string | null | undefined
}

export type CitedCell = {
  source: string
  revision: number
  sheet: string
  cell: string
  edited: boolean | null
  /** The cell holds a formula that was saved without a value. */
  computed: boolean
  /** The cell stands for other rows too: it is merged, repeated by a mark, or heads them. */
  shared: boolean
  /** The value is a part of what the cell holds, or was put together of it and of further cells. */
  reworded: boolean
}

export type CitedFile = {
  table: string
  source: string
  revision: number
  sheet: string
  ranges: string[]
}

export type CitedQuery = {
  /** One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed. */
  sql: string
  params?: (string | number | boolean | null)[] | Record<string, string | number | boolean | null> | null | undefined
  as_of?: string | null | undefined
  limit?: number | null | undefined
  timeout_ms?: number | null | undefined
}

export type CitedQueryAnswer = {
  columns: Column[]
  not_cited: 'join' | 'subquery' | 'set_operation' | 'distinct' | 'window' | 'derived' | 'changing' | 'other' | null
  rows: ({
    values: unknown[]
    /** Rows of the table it is made of. */
    rows: number
    /** Those of them whose cells are cited: fewer where there are too many. */
    cited_rows: number
    columns: ({
      name: string
      /** The cells hold the value; else it was made from them. */
      holds: boolean
      from: CitedRanges[]
    })[]
  })[]
  made_from: CitedFile[]
  made_from_cut: boolean
}

export type CitedRanges = {
  column: string
  /** At most 50. */
  ranges: ({
    source: string
    revision: number
    sheet: string
    range: string
  })[]
  /** In all ranges, those that were cut off too. */
  cells: number
  /** There are more ranges than are listed. */
  cut: boolean
  /** Values that were edited since; their cells are not among the ranges. */
  edited: number
  /** Values whose first edits are no longer kept. */
  unknown: number
  /** Values that are a part of what their cell holds, or of several cells. */
  reworded: number
  /** Values that no cell of a file holds. */
  elsewhere: number
}

export type CitedTable = {
  name: string
  edit_version: number
  /** Its rows are made from other tables; no cell holds them. */
  derived: boolean
  rows: ({
    row_id: number
    values: ({
      column: string
      cell: CitedCell | null
    })[]
  })[]
  sets: ({
    /** Rows of the table it is made of. */
    rows: number
    /** Those of them whose cells are cited: fewer where there are too many. */
    cited_rows: number
    columns: CitedRanges[]
  })[]
  made_from: CitedFile[]
  made_from_cut: boolean
}

export type ClaimDomainBody = {
  /** Must be a domain such as example.com */
  domain: string
  account_id?: string | null | undefined
}

export type Classification = {
  table: string
  column: string
  tag: string
  label: string | null
  inherited_from: {
    table: string
    column: string
  } | null
  note: string | null
  actor: Actor
  created_at: string
}

export type CloudAuthorization = {
  provider: 'google_drive' | 'google_sheets' | 'microsoft'
  authorized: boolean
  authorize_url: string | null
  scopes: string[]
}

export type CloudFile = {
  id: string
  name: string
  isFolder: boolean
  mime_type: string | null
  size_bytes: number | null
  modified: string | null
  modified_by: string | null
}

export type Column = {
  column: string
  name: string
  type: string
  masked: boolean
  description: string | null
  /** What its numbers count, as the file says: 千円 */
  unit?: string | undefined
  /** By what a number is to be multiplied: 1000 for 千円 */
  scale?: number | undefined
}

export type ColumnAccess = {
  table: string
  roles: string[]
  governed: boolean
  columns: ({
    name: string
    type: string
    tags: string[]
    effect: 'allow' | 'mask' | 'deny'
    mask_style: 'year' | 'last4' | 'hash' | null
    rule: {
      tag: string
      role: string
    } | null
    inherited: boolean
  })[]
  masked_columns: string[]
  denied_count: number
  denied_columns: string[] | null
  /** closed: a row policy hides rows that it was made from */
  rows: 'all' | 'some' | 'closed'
  seen_rows: number | null
  /** Asked of a role: a row policy asks for the address or an attribute of a user, so users of this role see other rows */
  rows_depend_on_user: boolean
  sample: (Record<string, unknown>)[] | null
  raw_preview: boolean
  export: boolean
}

export type ColumnChange = {
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  new_name?: string | null | undefined
  type?: string | null | undefined
  actor?: string | null | undefined
}

export type ColumnPlace = {
  table: string
  column: string
}

export type ColumnProfile = {
  name: string
  type: string
  /** A masked column has nothing but its name and type */
  masked: boolean
  null_count?: number | undefined
  null_ratio?: number | undefined
  distinct_count?: number | undefined
  distinct_exact?: boolean | undefined
  min?: unknown | undefined
  max?: unknown | undefined
  mean?: number | null | undefined
  stddev?: number | null | undefined
  quantiles?: {
    p25: unknown
    p50: unknown
    p75: unknown
  } | null | undefined
  histogram?: number[] | null | undefined
  top_values?: ({
    value: unknown
    count: number
  })[] | undefined
  min_length?: number | null | undefined
  max_length?: number | null | undefined
  leading_zero_count?: number | null | undefined
  patterns?: ({
    pattern: string
    count: number
  })[] | undefined
}

export type ColumnValues = {
  name: string
  edit_version: number
  column: string
  type: string
  values: ({
    value: unknown
    count: number
  })[]
  distinct_count: number
  /** False above some 200,000 values: their number is estimated, and the values are those of the first rows */
  distinct_exact: boolean
}

export type Columns = {
  name: string
  edit_version: number
  columns: Column[]
  table_name: string
}

export type Comment = {
  comment_id: string
  text: string | null
  mentions: string[]
  actor: Actor
  created_at: string
  edited_at: string | null
}

export type CommentThread = {
  thread_id: string
  target: {
    kind: 'table' | 'row' | 'cell'
    row_id: number | null
    column: string | null
  }
  resolved_at: string | null
  resolved_by: Actor | null
  /** It is about a column that is masked: its texts are null */
  is_hidden: boolean
  /** The one that began it first */
  comments: Comment[]
}

export type CommitSnapshotBody = {
  summary: string
  event_type?: string | undefined
}

export type CommitVersionBody = {
  label: string
  summary?: string | null | undefined
}

export type CommittedVersion = {
  snapshot_id: string
  status: 'editing' | 'committed'
  summary: string | null
  event_type: string
  actor: Actor | null
  parent_id: string | null
  tables: ({
    name: string
    edit_version: number
    row_count: number | null
  })[]
  versions: string[]
  created_at: string
  committed_at: string | null
  /** False: nothing changed since this snapshot, so no other was made */
  changed: boolean
}

export type Condition = {
  column: string
  op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
  value?: string | number | boolean | null | undefined
  /** The upper end of between, itself included */
  to?: string | number | boolean | null | undefined
  /** Of in and not_in; null is an empty cell */
  values?: (string | number | boolean | null)[] | undefined
}

export type ConfigureWorkspaceBody = {
  name?: string | null | undefined
  residency?: string | null | undefined
  preprocess_rules?: string | null | undefined
  idp_config?: Record<string, unknown> | null | undefined
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links?: 'allowed' | 'members' | 'off' | undefined
}

export type Conflict = {
  conflict_id: string
  kind: 'overwrite' | 'stale_override' | 'row_deleted'
  status: 'open' | 'closed'
  resolution: 'acknowledge' | 'revert' | 'drop_override' | 'superseded' | null
  table: string | null
  row_id: number
  column: string | null
  base_value: unknown
  prior_value: unknown
  value: unknown
  branch_id: string | null
  op_id: number
  actor: Record<string, unknown>
  created_at: string
  resolved_at: string | null
  resolved_by: Record<string, unknown> | null
  note: string | null
}

export type CorrectedSpec = {
  spec_version: number
  revision: number
  source_name: string
  sha256: string
  reader: Reader
  regions: Region[]
  overrides: ({
    path: string
    value?: unknown | undefined
    actor: string | null
    at: string
  })[]
  warnings: ({
    code: string
    region_id: string | null
    column: string | null
    count: number
    message: string
  })[]
  /** Computed: what a client sends here is ignored */
  check?: TableCheck[] | undefined
  template?: TemplateTaken | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: TemplateMiss[] | undefined
  templates_refused?: string[] | undefined
  preview?: ({
    region_id: string | null
    name: string
    columns: ({
      name: string
      type: string
    })[]
    rows: (Record<string, unknown>)[]
    row_count: number
    rejected: number
    cells_nulled: number
    /** Only the beginning of a large file was read */
    partial: boolean
  })[] | undefined
  /** Beside a preview: whether the operation undo takes back a correction */
  can_undo?: boolean | undefined
  /** What was decided by hand before and contradicts an operation */
  overridden: OverriddenCorrection[]
}

export type Correction = {
  op: 'set_kind' | 'set_box' | 'set_header_rows' | 'set_role' | 'rename' | 'set_type' | 'include' | 'choose_reading' | 'fill_down' | 'explode' | 'keep_totals' | 'leave_out' | 'read_as' | 'name_table'
  /** Must be a cell such as B2 or a range such as B2:D9 */
  range?: string | undefined
  ranges?: string[] | undefined
  cells?: ({
    /** Must be a cell such as B2 */
    cell: string
    text: string
  })[] | undefined
  rows?: number[] | undefined
  columns?: string[] | undefined
  role?: 'group' | 'data' | 'subtotal' | 'total' | 'difference' | 'ratio' | 'separator' | 'repeat_header' | 'note' | 'unit' | 'continued' | 'label' | 'measure' | 'period' | undefined
  /** The name of a column, or its letters on the sheet where no column has that name */
  column?: string | undefined
  name?: string | undefined
  type?: string | undefined
  format?: string | null | undefined
  kind?: 'table' | 'form' | 'note' | 'ignore' | undefined
  on?: boolean | undefined
  separator?: string | undefined
  reshape?: Reshape | Reshape[] | null | undefined
  one_header?: boolean | undefined
}

export type CreateAccountBody = {
  /** Must be text without line breaks or control characters, and not only spaces */
  name: string
}

export type CreateDashboardBody = {
  name: string
  description?: string | null | undefined
  /** On a grid of 12 columns; x and y count from 0 */
  tiles?: ({
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'question'
    question_id: string
    title?: string | null | undefined
  } | {
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'view'
    view_id: string
    title?: string | null | undefined
  } | {
    /** Unique on the dashboard */
    tile_id: string
    x: number
    y: number
    width: number
    height: number
    kind: 'text'
    text: string
  })[] | undefined
}

export type CreateKeyAnswer = {
  key_id: string
  workspace_id: string | null
  created_by: string
  scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage' | 'scim')[]
  name: string | null
  /** The beginning of the plaintext, to recognise it by */
  prefix: string
  /** account, workspace:<id> or workbook:<id> */
  resource: string
  account_id: string
  rate_limit_per_minute: number
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  key: string
}

export type CreateKeyBody = {
  /** `scim` stands alone: a key for the identity provider of a company, which can do nothing else */
  scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage' | 'scim')[]
  account_id?: string | null | undefined
  name?: string | null | undefined
  expires_in_days?: number | null | undefined
  rate_limit_per_minute?: number | undefined
  workspace_id?: string | null | undefined
}

export type CreateLinkAnswer = {
  link_id: string
  kind: 'table' | 'view' | 'dashboard'
  /** The table, the saved view or the dashboard */
  target_id: string
  target: string | null
  name: string | null
  /** The beginning of its text, to recognize it by */
  prefix: string
  status: 'live' | 'expired' | 'revoked'
  created_by: {
    user_id: string
    name: string | null
  }
  created_at: string
  expires_at: string
  last_used_at: string | null
  /** Shown once */
  url: string
}

export type CreateLinkBody = {
  kind: 'table' | 'view' | 'dashboard'
  /** The name or id of a table, the id of a saved view or of a dashboard */
  target: string
  name?: string | null | undefined
  expires_in_days?: number | null | undefined
}

export type CreateQuestionBody = {
  name: string
  description?: string | null | undefined
  sql?: string | null | undefined
  summary?: Summary | null | undefined
  chart?: ChartShape | null | undefined
}

export type CreateSavedViewBody = {
  name: string
  table: string
  /** Rows that fulfil all of these */
  filter?: Condition[] | undefined
  order_by?: ({
    column: string
    direction?: 'asc' | 'desc' | undefined
  })[] | undefined
  /** From left to right; a column that is not named stands behind the one before it in the table */
  columns?: ({
    column: string
    width_px?: number | null | undefined
    hidden?: boolean | undefined
    format?: string | null | undefined
  })[] | undefined
  /** How many shown columns stay at the left */
  frozen_columns?: number | undefined
}

export type CreateTableAnswer = {
  table: {
    name: string
    type: 'table' | 'view'
    edit_version: number
    layer: 'raw' | 'base' | 'derived'
    table_name: string
    id: string
  }
}

export type CreateTableBody = {
  /** Must be a name that does not start with __svc_ */
  name: string
  columns: ({
    /** Must be a name that does not start with __svc_ */
    name: string
    type?: string | undefined
  })[]
}

export type CreateTokenAnswer = {
  token_id: string
  scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage')[]
  name: string | null
  /** The beginning of the plaintext, to recognise it by */
  prefix: string
  /** account, workspace:<id> or workbook:<id> */
  resource: string
  account_id: string
  rate_limit_per_minute: number
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  token: string
}

export type CreateTokenBody = {
  name: string
  account_id?: string | null | undefined
  expires_in_days?: number | null | undefined
  rate_limit_per_minute?: number | null | undefined
  resource?: string | null | undefined
  scopes?: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage')[] | null | undefined
}

export type CreateUploadBody = {
  /** Must be a name that does not start with __svc_ */
  filename: string
  size_bytes?: number | null | undefined
  sha256?: string | null | undefined
  mode?: 'auto' | 'staged' | undefined
  async?: boolean | undefined
  structuring?: 'auto' | 'skip' | 'defer' | null | undefined
  auto_ingest?: boolean | undefined
  direct?: boolean | undefined
}

export type CreateWebhookBody = {
  /** https; others only where the operator allows it */
  url: string
  /** Empty: all kinds */
  events?: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[] | undefined
}

export type CreateWorkbookBody = {
  title: string
  workspace_id?: string | null | undefined
  description?: string | null | undefined
  language?: 'ja' | 'en' | null | undefined
}

export type Credits = {
  monthly: number
  prepaid: number
  /** Since the month began; in all on a plan without months */
  used: number
  remaining: number
  period_end: string | null
}

export type CsvOptions = {
  delimiter?: ',' | ';' | '\t' | '|' | null | undefined
  encoding?: 'utf-8' | 'utf-8-bom' | 'cp932' | null | undefined
  line_ending?: 'crlf' | 'lf' | null | undefined
  null_value?: string | null | undefined
  escape_formulas?: boolean | null | undefined
}

export type Dashboard = {
  dashboard_id: string
  name: string
  description: string | null
  tiles: DashboardTile[]
  version: number
  owner: {
    user_id: string
    name: string | null
  }
  created_at: string
  updated_at: string
}

export type DashboardTile = {
  tile_id: string
  kind: 'question' | 'view' | 'text'
  x: number
  y: number
  width: number
  height: number
  question_id: string | null
  view_id: string | null
  text: string | null
  title: string | null
}

export type DecideHeldContentAnswer = {
  held: HeldContent[]
}

export type DecideHeldContentBody = {
  decision: 'keep' | 'discard'
  account_ids: string[]
}

export type DeleteAccountAnswer = {
  deleted: boolean
  account_id: string
  keys_revoked: number
  workspaces_deleted: number
  workbooks_deleted: number
  credits_forfeited: number
}

export type DeleteAccountBody = {
  account_id: string
  /** The name of the account, letter by letter */
  confirm: string
}

export type DeleteTableAnnotationsAnswer = {
  deleted: number
  missing: number
}

export type DeleteTableAnnotationsBody = {
  /** Each by its annotation_id, or by what it is on */
  targets: ({
    annotation_id?: string | undefined
    kind?: 'table' | 'column' | 'row' | 'cell' | 'range' | undefined
    row_id?: number | null | undefined
    column?: string | null | undefined
    range?: string | null | undefined
  })[]
}

export type DeletedRows = {
  edit_version: number
  op_id: number | null
  deleted: number
  missing: number[]
  /** Derived tables that became stale */
  stale: string[]
  dry_run?: DryRunDiff | undefined
  /** With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0. */
  proposal?: ProposalSummary | undefined
}

export type DescribeArtifactAnswer = {
  name: string
  description: string | null
}

export type DescribeArtifactBody = {
  description?: string | null | undefined
}

export type DescribeTableAnswer = {
  name: string
  description: string | null
}

export type DescribeTableBody = {
  description?: string | null | undefined
}

export type DescribeTableColumnAnswer = {
  name: string
  column: string
  description: string | null
}

export type DescribeTableColumnBody = {
  description?: string | null | undefined
}

export type DiffFileVersionsAnswer = {
  n: number
  against: number
  sheets: SheetDiff[]
}

export type DiffSnapshotsAnswer = {
  against: string | null
  tables: ({
    name: string
    status: 'added' | 'removed' | 'changed' | 'same'
    rows_added: number
    rows_removed: number
    rows_changed: number
  })[]
}

export type Domain = {
  domain: string
  /** Where the TXT record is to be */
  record_name: string
  /** What it must say */
  record_value: string
  created_at: string
  verified_at: string | null
}

export type DropTableOverrideAnswer = {
  edit_version: number
  op_id: number
  value: unknown
  /** Derived tables that became stale */
  stale: string[]
}

export type DryRunDiff = {
  rows: ({
    row_id: number | null
    change: 'insert' | 'update' | 'delete'
    cells: ({
      column: string
      before: unknown
      after: unknown
    })[]
  })[]
  /** Rows that would change */
  row_count: number
  /** Cells that would change */
  cell_count: number
  /** Only the first 1000 cells are listed */
  cut: boolean
}

export type EditTableCommentBody = {
  text: string
  /** Users who see the workbook */
  mentions?: string[] | undefined
}

export type EditedFile = {
  source: Source
  /** The one that there is now */
  revision: number
  dry_run: boolean
  /** The cells that were set first, the first 2,000 */
  changes: ChangedCell[]
  change_count: number
  truncated: boolean
  /** Formulas that read changed cells and whose value is not known, the first 200 */
  not_computed: ({
    sheet: string
    cell: string
    reason: string
  })[]
  not_computed_count: number
  /** Rows that came or went, in their order */
  rows: ({
    sheet: string
    action: string
    row: number
    count: number
    /** Cells with a value in deleted rows */
    cell_count: number
  })[]
  /** Tables that were read again from the file */
  tables: string[]
  /** Edits that the file overwrote, by table */
  overwritten_edits: OverwrittenEdits[]
  safety_snapshot_id: string | null
  op_id: number | null
}

export type EmptyTrashAnswer = {
  /** How many workbooks and tables it were */
  purged: number
}

export type EnablePaygBody = {
  account_id?: string | null | undefined
  success_url?: string | null | undefined
  cancel_url?: string | null | undefined
}

export type Evidence = {
  rows: number
  nulls: number
  nonconforming: number
  leading_zero: number
  max_digits: number
  ambiguous_dates: number
  samples: string[]
}

export type ExchangeDeviceCodeBody = {
  device_code: string
  grant_type?: 'urn:ietf:params:oauth:grant-type:device_code' | undefined
}

export type ExportRequest = {
  tables?: string[] | null | undefined
  format?: 'xlsx' | 'csv' | 'parquet' | null | undefined
  filter?: Record<string, unknown> | null | undefined
  order_by?: ({
    column: string
    direction?: 'asc' | 'desc' | undefined
  })[] | null | undefined
  columns?: string[] | null | undefined
  formula_mode?: 'preserve' | 'generate' | null | undefined
  include_row_ids?: boolean | null | undefined
  record_branch?: boolean | null | undefined
  split_by?: string | null | undefined
  unsplit_tables?: 'leave_out' | 'include' | null | undefined
  filename?: string | null | undefined
  as_of?: {
    snapshot_id?: string | null | undefined
    version?: string | null | undefined
  } | null | undefined
  csv?: CsvOptions | null | undefined
  actor?: string | null | undefined
}

export type FailedTransform = {
  name: string
  error: string
  stale: boolean
}

export type FedFile = {
  changed: boolean
  version: FileVersion | null
  link: FileLink
  artifacts: Artifact[]
  /** Rows that break a rule and were set aside, by table */
  quarantined: RowsSetAside[]
  /** Edits that the file overwrote, by table */
  overwritten_edits: OverwrittenEdits[]
  safety_snapshot_id: string | null
  op_id: number | null
}

export type FileChange = {
  /** Its place in version n, or in the other one if that place is gone */
  cell: string
  old_cell: string | null
  new_cell: string | null
  old: string | number | boolean | null
  new: string | number | boolean | null
}

export type FileEdit = {
  /** The first one when left out */
  sheet?: string | undefined
  /** Must be a cell or a range of them, as in B2 or B2:C9 */
  range: string
  /** Null empties the cell; a text stays a text, whatever it begins with */
  value?: string | number | boolean | null | undefined
  /** Row by row, from the first cell of the range on */
  values?: ((string | number | boolean | null)[])[] | undefined
  /** A day or a time, as in 2026-11-15 */
  date?: string | undefined
  /** For the first cell of the range; in the others its relative references move along */
  formula?: string | undefined
  number_format?: string | undefined
  bold?: boolean | undefined
  italic?: boolean | undefined
  color?: string | null | undefined
  fill?: string | null | undefined
}

export type FileEdits = {
  /** In their order, all or none; 10,000 cells at most */
  edits?: FileEdit[] | undefined
  /** Rows that are inserted or deleted, one after the other, before the edits, which name cells where they are then. Formulas, names and all else that names cells follow; where that cannot be done rightly it is refused */
  rows?: RowEdit[] | undefined
  /** Instead of edits and rows: the file as it was in this revision, byte for byte */
  restore_revision?: number | undefined
  /** Refuses if the file is another revision by now */
  expected_revision?: number | undefined
  expected_versions?: Record<string, number> | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
  /** Answers what would change, and writes nothing */
  dry_run?: boolean | undefined
}

export type FileLink = {
  link_id: string
  name: string
  kind: 'cloud' | 'local'
  provider: 'google_drive' | 'microsoft' | null
  external_id: string | null
  origin: string
  source_name: string
  current_version: number
  versions: FileVersion[]
  created_at: string
}

export type FileOutcome = {
  filename: string
  source: string
  outcome: 'template' | 'united' | 'not_fitting' | 'tables' | 'existing' | 'kept' | 'failed'
  template: {
    template_id: string
    name: string
  } | null
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses: TemplateMiss[]
  tables: string[]
  error: string | null
}

export type FileVersion = {
  n: number
  kind: 'link' | 'sync' | 'revert'
  modified_by: string | null
  modified: string | null
  synced_at: string
  snapshot_id: string | null
}

export type FindSourceCellsAnswer = {
  cells: ({
    sheet: string
    cell: string
    value: unknown
    formula: string | null
    row_label: string | null
    column_label: string | null
  })[]
  truncated: boolean
}

export type Finding = {
  finding_id: string
  check: string
  severity: 'info' | 'warning' | 'error'
  table: string
  column: string | null
  row_ids: number[]
  count: number
  message: string
  evidence: {
    sql: string | null
    sample: (Record<string, unknown>)[]
  }
  suggested_fix: string
  judgement: {
    verdict: 'fault' | 'fine'
    reason: string
  } | null
}

export type FoundCells = {
  name: string
  edit_version: number
  /** Rows that show the text */
  count: number
  match: {
    row_id: number
    /** How many rows come before it, as the offset of rows */
    offset: number
    /** Which of the matching rows it is */
    number: number
    /** Those that show the text */
    columns: string[]
  } | null
}

export type FoundConflict = {
  conflict_id: string | null
  kind: 'overwrite' | 'stale_override' | 'row_deleted'
  status: 'open' | 'closed'
  resolution: 'acknowledge' | 'revert' | 'drop_override' | 'superseded' | null
  table: string | null
  row_id: number
  column: string | null
  base_value: unknown
  prior_value: unknown
  value: unknown
  branch_id: string | null
  op_id: number | null
  actor: Record<string, unknown> | null
  created_at: string | null
  resolved_at: string | null
  resolved_by: Record<string, unknown> | null
  note: string | null
}

export type Freshness = {
  stale: boolean
  stale_since: string | null
}

export type GovernedColumn = {
  name: string
  type: string
  tags: Classification[]
  /** For each role that does not see the column plainly; all others do */
  hidden: ({
    role: string
    effect: 'allow' | 'mask' | 'deny'
    mask_style: 'year' | 'last4' | 'hash' | null
    rule: {
      tag: string
      role: string
    } | null
  })[]
}

export type GroupRole = {
  /** The name of a group at the identity provider */
  group: string
  base_role: 'admin' | 'editor' | 'viewer'
  custom_roles: string[]
}

export type GroupRoles = {
  group_roles: GroupRole[]
}

export type Guest = {
  user_id: string
  email: string
  name: string
  former_role: 'admin' | 'editor' | 'viewer' | null
  /** In force for workbooks shared with the guest directly */
  custom_roles: string[]
  /** What row policies may ask about the user (`user.attributes.name`). Shown to admins; null to others */
  attributes: Record<string, string[]>
  /** Workbooks of this workspace that are shared with the guest directly */
  shared_workbooks: number
}

export type HealthAnswer = {
  status: 'ok'
}

export type HeldContent = {
  account_id: string
  kind: 'default' | 'developer'
  name: string
  workspaces: string[]
  workbooks: ({
    title: string
    workspace: string
    tables: number
    created_at: string
  })[]
  held_at: string
  /** When it is deleted, unless it is kept before */
  deleted_at: string
}

export type Hierarchy = {
  signals: string[]
  levels: number
  parents: (number[])[]
  agreement: number
}

export type Invitation = {
  invitation_id: string
  email: string
  base_role: 'admin' | 'editor' | 'viewer'
  invited_by: string
  created_at: string
  expires_at: string
}

export type InviteToWorkspaceAnswer = {
  invitation_id: string
  email: string
  base_role: 'admin' | 'editor' | 'viewer'
  invited_by: string
  created_at: string
  expires_at: string
  url: string | null
}

export type InviteToWorkspaceBody = {
  /** Must be an e-mail address */
  email: string
  base_role: 'admin' | 'editor' | 'viewer'
}

export type Job = {
  job_id: string
  kind: 'source.ingest' | 'review' | 'materialize' | 'recompute' | 'export' | 'transform' | 'profile' | 'restore' | 'merge' | 'purge' | 'bundle'
  status: 'pending' | 'running' | 'succeeded' | 'failed'
  workbook_id: string
  progress: {
    phase: string
    done: number
    total: number | null
  } | null
  /** On success: the body of the synchronous form. Null once the policies of the workbook have changed */
  result: unknown
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type Key = {
  key_id: string
  workspace_id: string | null
  created_by: string
  scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage' | 'scim')[]
  name: string | null
  /** The beginning of the plaintext, to recognise it by */
  prefix: string
  /** account, workspace:<id> or workbook:<id> */
  resource: string
  account_id: string
  rate_limit_per_minute: number
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

export type Lineage = {
  nodes: ({
    id: string
    name: string
    type: 'table' | 'view' | 'source'
    layer: 'raw' | 'base' | 'derived' | null
    state: 'active' | 'archived'
    stale: boolean
  })[]
  edges: ({
    from: string
    to: string
    from_id: string
    to_id: string
    kind: 'structuring' | 'transform' | 'materialize' | 'merge'
    transform: string | null
    op_id: number | null
  })[]
  columns: ({
    to: ColumnPlace
    /** What its values are made of, and what decides which rows there are */
    from: ColumnPlace[]
    /** False where it cannot be known: then it is all that might be read */
    exact: boolean
  })[]
}

export type Link = {
  link_id: string
  kind: 'table' | 'view' | 'dashboard'
  /** The table, the saved view or the dashboard */
  target_id: string
  target: string | null
  name: string | null
  /** The beginning of its text, to recognize it by */
  prefix: string
  status: 'live' | 'expired' | 'revoked'
  created_by: {
    user_id: string
    name: string | null
  }
  created_at: string
  expires_at: string
  last_used_at: string | null
}

export type ListAccountsAnswer = {
  accounts: Account[]
  next_cursor: string | null
}

export type ListArtifactsAnswer = {
  artifacts: Artifact[]
  next_cursor: string | null
}

export type ListBranchesAnswer = {
  branches: Branch[]
  next_cursor: string | null
}

export type ListChartsAnswer = {
  charts: Chart[]
  next_cursor: string | null
}

export type ListClassificationsAnswer = {
  classifications: Classification[]
  next_cursor: string | null
}

export type ListCloudFilesAnswer = {
  files: CloudFile[]
  next_cursor: string | null
}

export type ListConflictsAnswer = {
  conflicts: Conflict[]
  next_cursor: string | null
  open_count: number
}

export type ListDashboardsAnswer = {
  dashboards: Dashboard[]
}

export type ListDomainsAnswer = {
  domains: Domain[]
}

export type ListFileLinksAnswer = {
  file_links: FileLink[]
  next_cursor: string | null
}

export type ListHeldContentAnswer = {
  held: HeldContent[]
}

export type ListInvitationsAnswer = {
  invitations: Invitation[]
}

export type ListJobsAnswer = {
  jobs: Job[]
  next_cursor: string | null
}

export type ListKeysAnswer = {
  keys: Key[]
  next_cursor: string | null
}

export type ListLinksAnswer = {
  links: Link[]
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links: 'allowed' | 'members' | 'off'
}

export type ListMyDataAnswer = {
  artifacts: CatalogItem[]
  next_cursor: string | null
}

export type ListMyEventsAnswer = {
  events: BinderyEvent[]
  next_cursor: string | null
}

export type ListMyNotificationsAnswer = {
  notifications: Notification[]
  unread_count: number
  next_cursor: string | null
}

export type ListMyWorkbooksAnswer = {
  workbooks: Workbook[]
  next_cursor: string | null
}

export type ListMyWorkspacesAnswer = {
  workspaces: ({
    workspace_id: string
    name: string
    /** Workbooks that name no workspace land here */
    is_default: boolean
  })[]
}

export type ListOpsAnswer = {
  ops: Op[]
  next_before: number | null
}

export type ListPoliciesAnswer = {
  policies: Policy[]
  next_cursor: string | null
}

export type ListProposalsAnswer = {
  proposals: ProposalSummary[]
  next_cursor: string | null
}

export type ListQuestionsAnswer = {
  questions: Question[]
}

export type ListRowPoliciesAnswer = {
  row_policies: RowPolicy[]
}

export type ListSavedViewsAnswer = {
  saved_views: SavedView[]
}

export type ListSheetsAnswer = {
  sheets: ({
    name: string
    title: string | null
    tables: string[]
    updated_at: string
  })[]
  next_cursor: string | null
}

export type ListSnapshotsAnswer = {
  snapshots: Snapshot[]
  next_cursor: string | null
}

export type ListSourcesAnswer = {
  sources: Source[]
  next_cursor: string | null
}

export type ListTableAnnotationsAnswer = {
  annotations: Annotation[]
  next_cursor: string | null
}

export type ListTableCommentsAnswer = {
  threads: CommentThread[]
  next_cursor: string | null
}

export type ListTableOverridesAnswer = {
  overrides: ({
    override_id: string
    table: string
    row_id: number
    column: string
    value: unknown
    base_value: unknown
    op_id: number
    actor: Record<string, unknown>
    stale: boolean
  })[]
  next_cursor: string | null
}

export type ListTablesAnswer = {
  tables: TableSummary[]
  next_cursor: string | null
}

export type ListTemplatesAnswer = {
  templates: Template[]
}

export type ListTokensAnswer = {
  tokens: Token[]
  next_cursor: string | null
}

export type ListTransformsAnswer = {
  transforms: Transform[]
  next_cursor: string | null
}

export type ListTrashAnswer = {
  trash: Trashed[]
}

export type ListVersionsAnswer = {
  versions: Version[]
  next_cursor: string | null
}

export type ListWebhookDeliveriesAnswer = {
  deliveries: WebhookDelivery[]
  next_cursor: string | null
}

export type ListWebhooksAnswer = {
  webhooks: Webhook[]
  next_cursor: string | null
}

export type ListWorkbookMembersAnswer = {
  members: Member[]
}

export type ListWorkbookPeopleAnswer = {
  people: Person[]
}

export type ListWorkspaceUsersAnswer = {
  users: WorkspaceMember[]
  /** Shown to admins: users who are no members and have a direct share of a workbook, or custom roles that were kept */
  guests: Guest[]
}

export type ListWorkspaceWorkbooksAnswer = {
  workbooks: Workbook[]
}

export type ListWorkspacesAnswer = {
  workspaces: Workspace[]
  next_cursor: string | null
}

export type Login = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  user: {
    user_id: string
    email: string
    name: string
  }
}

export type LoginBody = {
  /** Must be an e-mail address */
  email: string
  password: string
}

export type LogoutBody = {
  refresh_token?: string | null | undefined
}

export type MadeTable = {
  name: string
  edit_version: number
  row_count: number
  elapsed_ms: number
  /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
  mode: 'full' | 'incremental'
}

export type MapSourceAnswer = {
  map: string
  /** An estimate, rather too high */
  tokens: number
  omitted_lines: number
}

export type MarkNotificationsReadAnswer = {
  unread_count: number
}

export type MarkNotificationsReadBody = {
  notification_ids?: string[] | null | undefined
}

export type MaterializeRequest = {
  regions?: string[] | null | undefined
  target?: {
    /** Each region becomes a table of its own, or all go into the table that is named */
    mode?: 'new' | 'append' | 'upsert' | 'replace' | undefined
    table?: string | null | undefined
    column_mapping?: Record<string, string | null> | null | undefined
    match_on?: string[] | null | undefined
    blank_policy?: 'keep' | 'clear' | undefined
    /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
    expected_version?: number | null | undefined
  } | null | undefined
  on_error?: 'null' | 'fail' | 'text' | null | undefined
  on_violation?: 'reject' | 'quarantine' | 'warn' | null | undefined
  dry_run?: boolean | undefined
  async?: boolean | undefined
  actor?: string | null | undefined
  expected_versions?: Record<string, number> | null | undefined
}

export type MaterializedRegion = {
  region_id: string | null
  table: string
  rows_read: number
  inserted: number
  updated: number
  unchanged: number
  deleted: number
  rejected: number
  cells_nulled: number
  issues: ({
    row: number
    column: string
    value: string
    code: string
  })[]
  rejected_table: string | null
}

export type MaterializedSource = {
  source?: Source | undefined
  artifacts?: Artifact[] | undefined
  reports?: MaterializedRegion[] | undefined
  edit_version?: number | null | undefined
  /** Everything was there already, and nothing was written */
  unchanged?: boolean | undefined
  /** Tables that the source made before and makes no longer */
  archived?: string[] | undefined
  /** The same of tables that were edited, or that others read or show: they stay as they are */
  kept?: string[] | undefined
  /** Rows that break a rule and were set aside, by table */
  quarantined?: RowsSetAside[] | undefined
  /** The first rows that break a rule and came in: on_violation warn */
  broken?: BrokenRule[] | undefined
  broken_count?: number | undefined
  /** Edits that the file overwrote, by table */
  overwritten_edits?: OverwrittenEdits[] | undefined
  safety_snapshot_id?: string | null | undefined
  op_id?: number | null | undefined
  job_id?: string | undefined
  status?: string | undefined
}

export type Me = {
  user_id: string
  email: string
  name: string
  account_id: string
  account_name: string
  workspace_id: string | null
  workspace_name: string | null
  credential: {
    kind: 'session' | 'pat' | 'key'
    id: string
    scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage' | 'scim')[]
    /** account, workspace:<id> or workbook:<id> */
    resource: string
    expires_at: string | null
  }
  plan: 'free' | 'payg' | 'solo' | 'pro' | 'self_hosted'
  credits: Credits
  /** What this installation has; without it the calls that need it answer 501 or are refused */
  capabilities: {
    /** Plans, cards and credits can be bought */
    billing: boolean
    /** Reviews by a model (mode=agent) */
    adviser: boolean
    /** A model is asked about readings of files that are not sure */
    reader: boolean
    /** Drives that files can come from */
    drives: ('google_drive' | 'microsoft')[]
    /** Transforms in Python */
    python: boolean
    /** Engines run in their sandbox always; else where it is there */
    sandbox: boolean
    /** Sheets are split into their tables */
    structuring: boolean
    /** Files are fetched from addresses, and webhooks are sent */
    url_ingest: boolean
    /** Anyone may register */
    registration: boolean
  }
}

export type Member = {
  user_id: string
  email: string
  name: string
  role: 'owner' | 'editor' | 'viewer'
}

export type MemberOrGuest = {
  user_id: string
  email: string
  name: string
  base_role: 'admin' | 'editor' | 'viewer' | null
  custom_roles: string[]
  /** What policies see: the base role and the custom roles */
  roles: string[]
  attributes: Record<string, string[]> | null
}

export type MergeTableBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  merge_mode?: 'cell' | 'row' | undefined
  /** Rows may go although more than half of them are not in the file */
  allow_deletes?: boolean | undefined
  /** Answers the same, and writes nothing */
  dry_run?: boolean | undefined
  actor?: string | null | undefined
  branch_id: string
}

export type MergedTable = {
  branch_id: string
  table: string
  inserted: number
  updated: number
  deleted: number
  cells_written: number
  /** At most 100 of them */
  conflicts: FoundConflict[]
  conflict_count: number
  /** Of a dry run: each cell that would be written, and each row that would be deleted, at most 10,000. Cells of conflicts that are written are among them */
  changes?: ({
    kind: 'updated' | 'inserted' | 'deleted'
    row_id: number | null
    new_row: number | null
    column: string | null
    before: unknown
    value: unknown
  })[] | undefined
  /** Rows and cells of the file that were not taken as they stand, at most 1000; rows as the sheet counts. Of a file that holds a part of a table, rows of other parts are left out as foreign_row */
  skipped: ({
    row: number
    column: string | null
    code: string
  })[]
  skipped_count: number
  ignored_columns: string[]
  edit_version: number
  op_id: number | null
  stale: string[]
}

export type NewTemplate = {
  /** Also what the table of its forms is called */
  name: string
  workbook_id: string
  source_name: string
}

export type NewTransform = {
  /** Must be a name that does not start with __svc_ */
  name: string
  language?: 'sql' | 'python' | undefined
  /** In SQL one SELECT. In Python a function transform(tables) that returns a table: pyarrow, pandas or polars. It is given a dict of pyarrow tables by arg; with the annotation dict[str, pandas.DataFrame] or dict[str, polars.DataFrame] of these. {{ arg }} stands for the table that args binds to it. */
  code: string
  /** For each placeholder the name of a table */
  args: Record<string, string>
  /** Columns of the output by which its rows keep their ids from run to run; by all values when left out */
  key?: string[] | undefined
  description?: string | null | undefined
  /** A view is stored and recomputed as a table is; only its kind tells them apart so far */
  materialized?: 'table' | 'view' | undefined
  /** Run it at once; else its output is stale until it is run */
  run?: boolean | undefined
  /** Answer 202 with a job */
  async?: boolean | undefined
  actor?: string | null | undefined
  /** Takes the place of the transform that makes the table of this name */
  replace?: boolean | undefined
}

export type Notification = {
  notification_id: string
  kind: 'mention' | 'invitation' | 'job_failed' | 'conflict' | 'dashboard_stale' | 'proposal'
  created_at: string
  read_at: string | null
  /** How many of the kind are summed up in it */
  count: number
  actor: {
    user_id: string
    name: string | null
  } | null
  workspace: {
    workspace_id: string
    name: string | null
  } | null
  workbook: {
    workbook_id: string
    title: string | null
  } | null
  table: string | null
  comment_id: string | null
  job: {
    job_id: string
    kind: string | null
    error: string | null
  } | null
  dashboard: {
    dashboard_id: string
    name: string | null
  } | null
  proposal: {
    proposal_id: string
    title: string | null
  } | null
}

export type NotificationSettings = {
  settings: ({
    kind: 'mention' | 'invitation' | 'job_failed' | 'conflict' | 'dashboard_stale' | 'proposal'
    in_console: boolean
    by_mail: boolean
  })[]
  /** Whether this service can send mail at all */
  is_mail_sent: boolean
}

export type Op = {
  op_id: number
  kind: string
  table: string | null
  actor: Actor
  at: string
  expected_version: number | null
  unconditional: boolean
  edit_version: number | null
  rows: number | null
  summary: string
  code: {
    kind: string
    ref: string
    sha256: string
  } | null
  via: string | null
  undoable: boolean
  undone_by: number | null
  idempotency_key: string | null
  session: string | null
}

export type OpenPortalAnswer = {
  portal_url: string
}

export type OpenPortalBody = {
  account_id?: string | null | undefined
  return_url?: string | null | undefined
}

export type OverriddenCorrection = {
  region_id: string
  /** One thing that was decided by hand */
  correction: Correction
  why: string
}

export type OverwrittenEdits = {
  table: string
  cells: number
  /** Edited, added or deleted by users, and again as the file has them */
  rows: number
  columns: string[]
  /** Cells and rows in the review queue: file and users changed them */
  conflicts: number
}

export type ParseSpec = {
  spec_version: number
  revision: number
  source_name: string
  sha256: string
  reader: Reader
  regions: Region[]
  overrides: ({
    path: string
    value?: unknown | undefined
    actor: string | null
    at: string
  })[]
  warnings: ({
    code: string
    region_id: string | null
    column: string | null
    count: number
    message: string
  })[]
  /** Computed: what a client sends here is ignored */
  check?: TableCheck[] | undefined
  template?: TemplateTaken | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: TemplateMiss[] | undefined
  templates_refused?: string[] | undefined
}

export type PeriodAxis = {
  columns: string[]
  labels: string[]
  normalized: (string | null)[]
  granularity: 'year' | 'half' | 'quarter' | 'month' | 'week' | 'day' | 'other'
  period_to?: string | null | undefined
  scenario_to?: string | null | undefined
}

export type Person = {
  user_id: string
  name: string
  role: 'owner' | 'editor' | 'viewer'
}

export type Policy = {
  tag: string
  label: string | null
  role: string
  effect: 'allow' | 'mask' | 'deny'
  mask_style: 'year' | 'last4' | 'hash' | null
  note: string | null
  actor: Actor
  created_at: string
  updated_at: string
  /** How many columns bear the tag */
  columns: number
}

export type PolicyMapping = {
  table: string
  table_id: string
  email: string
  /** Names of attributes, each with the column that holds its values */
  attributes: Record<string, string>
}

export type PolicyMappingToSet = {
  table: string
  /** The column with the addresses of users */
  email: string
  /** Names of attributes, each with the column that holds its values */
  attributes: Record<string, string>
}

export type PreviewedSpec = {
  spec_version: number
  revision: number
  source_name: string
  sha256: string
  reader: Reader
  regions: Region[]
  overrides: ({
    path: string
    value?: unknown | undefined
    actor: string | null
    at: string
  })[]
  warnings: ({
    code: string
    region_id: string | null
    column: string | null
    count: number
    message: string
  })[]
  /** Computed: what a client sends here is ignored */
  check?: TableCheck[] | undefined
  template?: TemplateTaken | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: TemplateMiss[] | undefined
  templates_refused?: string[] | undefined
  preview?: ({
    region_id: string | null
    name: string
    columns: ({
      name: string
      type: string
    })[]
    rows: (Record<string, unknown>)[]
    row_count: number
    rejected: number
    cells_nulled: number
    /** Only the beginning of a large file was read */
    partial: boolean
  })[] | undefined
  /** Beside a preview: whether the operation undo takes back a correction */
  can_undo?: boolean | undefined
}

export type Profile = {
  name: string
  edit_version: number
  row_count: number
  /** Quantiles, patterns and the choice of top values come from some of the rows; other counts are of all */
  sampled: boolean
  columns: ColumnProfile[]
  computed_at: string
}

export type Proposal = {
  proposal_id: string
  title: string
  state: 'open' | 'applied' | 'rejected' | 'withdrawn' | 'expired'
  /** Open, and reviewers have approved it: it can be applied */
  approved: boolean
  approvals: number
  approvals_needed: number
  row_count: number
  author: Actor
  created_at: string
  expires_at: string
  closed_at: string | null
  closed_by: Actor | null
  op_id: number | null
  description: string | null
  /** In the order they were written; their texts are null where you do not see all of it */
  reviews: ProposalReview[]
  /** Beside the tables of now while it is open, as it was made once it is closed */
  tables: TableDiff[]
  violations: BrokenRule[] | null
  /** Derived tables that became stale */
  stale: string[]
}

export type ProposalApplication = {
  expected_versions?: ({
    table: string
    expected_version: number
  })[] | null | undefined
  /** What is written where a cell or row changed since the proposal: nothing at all, what was proposed, or what is there */
  on_conflict?: 'refuse' | 'proposed' | 'current' | undefined
  actor?: string | null | undefined
}

export type ProposalReview = {
  review_id: string
  verdict: 'approve' | 'reject' | 'comment'
  text: string | null
  actor: Actor
  created_at: string
}

export type ProposalReviewToSend = {
  verdict: 'approve' | 'reject' | 'comment'
  text?: string | null | undefined
  actor?: string | null | undefined
}

export type ProposalSettings = {
  /** Users who approve; empty: any editor */
  reviewers: string[]
  /** Approvals that are needed */
  minimum: number
  /** The caller may set them */
  may_change: boolean
}

export type ProposalSettingsToSet = {
  reviewers: string[]
  minimum: number
}

export type ProposalSummary = {
  proposal_id: string
  title: string
  state: 'open' | 'applied' | 'rejected' | 'withdrawn' | 'expired'
  /** Open, and reviewers have approved it: it can be applied */
  approved: boolean
  approvals: number
  approvals_needed: number
  row_count: number
  author: Actor
  created_at: string
  expires_at: string
  closed_at: string | null
  closed_by: Actor | null
  op_id: number | null
}

export type ProposalToSend = {
  title: string
  description?: string | null | undefined
  /** One for each table; all of them are applied as one op */
  changes: ({
    /** Name or id */
    table: string
    /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
    expected_version: number | null
    rows?: (Record<string, unknown>)[] | null | undefined
    match_on?: string[] | null | undefined
    mode?: 'upsert' | 'insert' | 'update' | undefined
    delete?: number[] | null | undefined
  })[]
  expires_in_days?: number | undefined
  actor?: string | null | undefined
}

export type ProvisionWorkspaceBody = {
  /** Must be text without line breaks or control characters, and not only spaces */
  name: string
  account_id?: string | null | undefined
  residency?: string | null | undefined
  preprocess_rules?: string | null | undefined
  idp_config?: Record<string, unknown> | null | undefined
}

export type PublicKeysAnswer = {
  keys: (Record<string, string>)[]
}

export type PurgeTableValuesBody = {
  row_ids?: number[] | null | undefined
  column?: string | null | undefined
  actor?: string | null | undefined
}

export type PushFileVersionBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  modified_by?: string | null | undefined
  modified_time?: string | null | undefined
  expected_versions?: string | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
}

export type Quarantine = {
  table: string
  quarantine_table: string | null
  rows: number | null
}

export type QuarantinedRowsSent = {
  table: string
  quarantine_table: string
  sent: number
  /** The ids that the sent rows have in the table */
  row_ids: number[]
  kept: ({
    row_id: number
    reason: string
  })[]
  /** Rows that break a rule still; the first 100 are listed */
  kept_count: number
  /** Rows that were not looked at; send again */
  waiting: number
  /** Of the table */
  edit_version: number
}

export type QueryRequest = {
  /** One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed. */
  sql: string
  params?: (string | number | boolean | null)[] | Record<string, string | number | boolean | null> | null | undefined
  format?: 'json' | 'ndjson' | 'arrow' | null | undefined
  limit?: number | null | undefined
  max_rows?: number | null | undefined
  timeout_ms?: number | null | undefined
  as_of?: string | null | undefined
  shape?: 'objects' | 'arrays' | null | undefined
}

export type QueryResult = {
  id: string
  workbook_id: string
  format: 'json' | 'ndjson' | 'arrow'
  columns: Column[]
  /** Rows of the whole result */
  row_count: number
  /** There were more rows than are kept */
  truncated: boolean
  /** Columns of its tables that read as NULL for you */
  masked_columns: string[]
  tables: ({
    name: string
    edit_version: number
    stale: boolean
  })[]
  sql_sha256: string
  offset: number
  limit: number
  next_offset: number | null
  elapsed_ms: number
  created_at: string
  expires_at: string
  /** Objects by column name, or arrays */
  rows: unknown[]
}

export type Question = {
  question_id: string
  name: string
  description: string | null
  kind: 'sql' | 'summary'
  table: string | null
  sql: string | null
  summary: Record<string, unknown> | null
  chart: {
    kind: 'table' | 'number' | 'line' | 'bar' | 'stacked' | 'pie'
    x: number | null
    y: number[]
    series: number | null
  } | null
  /** Parts about what is hidden from you, or gone, are left out */
  partial: boolean
  version: number
  owner: {
    user_id: string
    name: string | null
  }
  created_at: string
  updated_at: string
}

export type RangeToWrite = {
  range: string
  values: (unknown[])[]
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  actor?: string | null | undefined
}

export type ReadAccountLogAnswer = {
  entries: AccountLogEntry[]
  next_cursor: string | null
}

export type ReadAuditLogAnswer = {
  entries: AuditEntry[]
  chain_valid: boolean
  next_before: number | null
}

export type ReadFileVersionCellsAnswer = {
  sheet: string
  cells: ({
    cell: string
    value: string | number | boolean
  })[]
  truncated: boolean
}

export type ReadGovernanceAnswer = {
  governed: boolean
  roles: string[]
  policies: Policy[]
  row_policies: RowPolicy[]
  tables: ({
    table: string
    layer: 'raw' | 'base' | 'derived' | null
    state: 'active' | 'archived'
    columns: GovernedColumn[]
  })[]
}

export type ReadSharedAnswerAnswer = {
  columns: Column[]
  row_count: number
  truncated: boolean
  /** Each in the order of the columns */
  rows: (unknown[])[]
}

export type ReadTableChangesAnswer = {
  from: number
  to: number
  changes: ({
    row_id: number
    change: 'insert' | 'update' | 'delete'
    columns: string[]
  })[]
  next_cursor: string | null
}

export type ReadTableRangeAnswer = {
  range: string
  values: (unknown[])[]
  edit_version: number
}

export type ReadTableRowAnswer = {
  row: Record<string, unknown>
  edit_version: number
}

export type ReadTableRowHistoryAnswer = {
  changes: ({
    op_id: number
    at: string
    actor: Record<string, unknown>
    edit_version: number
    column: string
    old: unknown
    new: unknown
  })[]
  next_cursor: string | null
}

export type ReadTableRowOriginAnswer = {
  row_id: number
  columns: ({
    column: string
    source: string | null
    revision: number | null
    sheet: string | null
    cell: string | null
    /** The cell holds a formula that was saved without a value: the value was computed from the file. */
    computed: boolean
  })[]
}

export type ReadTableSchemaAnswer = {
  name: string
  columns: Column[]
  row_count: number
  sample: (Record<string, unknown>)[]
  edit_version: number
}

export type ReadUsageAnswer = {
  days: number
  tokens: TokenUsage[]
}

export type ReadUsageSeriesAnswer = {
  account_id: string
  days: number
  buckets: UsageBucket[]
}

export type Reader = {
  format: string
  encoding: string | null
  encoding_confidence: number | null
  delimiter: string | null
  quote_char: string | null
  escape_char: string | null
  locale: string
  date_order: 'YMD' | 'DMY' | 'MDY'
  decimal_char: string
  group_char: string
  null_values: string[]
  trim: boolean
  timezone: string | null
  date_1904: boolean
  include_hidden: boolean
  formulas: 'cached_values'
  fiscal_year_start_month: number
}

export type ReadinessAnswer = {
  status: string
  checks: ({
    name: string
    ok: boolean
    detail?: string | undefined
  })[]
}

export type ReceivePaymentEventAnswer = {
  received: boolean
}

export type RecomputeWorkbookBody = {
  actor?: string | null | undefined
  /** Answer 202 with a job */
  async?: boolean | undefined
}

export type RefreshSessionBody = {
  refresh_token?: string | null | undefined
}

export type Region = {
  region_id: string
  sheet: string
  kind: 'data' | 'title' | 'unit' | 'note' | 'keyvalue' | 'ignore'
  /** Must be a cell such as B2 or a range such as B2:D9 */
  range: string
  layout: 'list' | 'wide' | 'report' | 'crosstab' | 'transposed' | 'repeat_groups'
  orientation: 'rows' | 'columns'
  header_rows: number[]
  header_join: string
  fill_merged: 'none' | 'header' | 'down' | 'all'
  /** Must be a cell such as B2 or a range such as B2:D9 */
  data_range: string
  label_columns: string[]
  unit: Unit | null
  row_units?: ({
    rows: number[]
    unit: Unit
  })[] | undefined
  attributes?: string[] | undefined
  title: string | null
  confidence: number
  evidence: string[]
  columns: SpecColumn[]
  row_roles: ({
    rows: number[]
    role: 'group' | 'data' | 'subtotal' | 'total' | 'difference' | 'ratio' | 'separator' | 'repeat_header' | 'note' | 'unit' | 'continued'
  })[]
  repeat_marks?: string[] | undefined
  /** Cells that go into no table */
  left_out?: string[] | undefined
  read_as?: ({
    /** Must be a cell such as B2 */
    cell: string
    text: string
  })[] | undefined
  computed_rows?: 'apart' | 'among' | undefined
  /** Tells totals apart that stay among the rows */
  total_column?: string | undefined
  totals: Total[]
  period_axis: PeriodAxis | null
  reshape: Reshape | Reshape[] | null
  hierarchy: Hierarchy | null
  outputs: ({
    name: string
    kind: 'list' | 'long' | 'level' | 'computed' | 'accounts' | 'notes' | 'form'
    level?: number | undefined
  })[]
  union?: Union | null | undefined
  dropped?: ({
    /** Must be a cell such as B2 or a range such as B2:D9, B:D or 2:9 */
    range: string
    why: string
  })[] | undefined
  alternatives: AlternativeReading[]
  /** A user should answer the question */
  needs_review?: boolean | undefined
  question?: SpecQuestion | null | undefined
  corrections?: Correction[] | undefined
}

export type RegisterBody = {
  /** Must be an e-mail address */
  email: string
  password: string
  /** Must be text of one line, and not only spaces */
  name: string
}

export type RemoveTableAnnotationsAnswer = {
  deleted: number
  missing: number
}

export type RemoveTableAnnotationsBody = {
  /** Each by its annotation_id, or by what it is on */
  targets: ({
    annotation_id?: string | undefined
    kind?: 'table' | 'column' | 'row' | 'cell' | 'range' | undefined
    row_id?: number | null | undefined
    column?: string | null | undefined
    range?: string | null | undefined
  })[]
}

export type RenameTableBody = {
  /** Must be a name that does not start with __svc_ */
  new_name: string
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  actor?: string | null | undefined
}

export type ReplacedTransform = {
  language?: 'sql' | 'python' | undefined
  /** In SQL one SELECT. In Python a function transform(tables) that returns a table: pyarrow, pandas or polars. It is given a dict of pyarrow tables by arg; with the annotation dict[str, pandas.DataFrame] or dict[str, polars.DataFrame] of these. {{ arg }} stands for the table that args binds to it. */
  code: string
  /** For each placeholder the name of a table */
  args: Record<string, string>
  /** Columns of the output by which its rows keep their ids from run to run; by all values when left out */
  key?: string[] | undefined
  description?: string | null | undefined
  /** A view is stored and recomputed as a table is; only its kind tells them apart so far */
  materialized?: 'table' | 'view' | undefined
  /** Run it at once; else its output is stale until it is run */
  run?: boolean | undefined
  /** Answer 202 with a job */
  async?: boolean | undefined
  actor?: string | null | undefined
}

export type RequestPasswordLinkAnswer = {
  sent: true
}

export type RequestPasswordLinkBody = {
  /** Must be an e-mail address */
  email: string
}

export type ResetPasswordBody = {
  token: string
  password: string
  keep?: string[] | null | undefined
}

export type Reshape = {
  kind: 'unpivot' | 'stack'
  value_columns: string[]
  measures?: 'rows' | 'columns' | undefined
  names_to?: (string | null)[] | undefined
  id_columns: string[]
  name_to: string
  value_to: string
} | {
  kind: 'wide_to_long'
  groups: ReshapeGroup[]
  name_to: string | null
  labels?: string[] | undefined
  drop_empty?: boolean | undefined
  id_columns: string[]
} | {
  kind: 'transpose'
  /** How many columns at the left name the fields, 1 if not given */
  labels?: number | undefined
} | {
  kind: 'pivot'
  name_column: string
  value_column: string
} | {
  kind: 'fill_down'
  columns: string[]
} | {
  kind: 'explode'
  column: string
  separator: string
} | {
  kind: 'subtitle'
  name_to: string
} | {
  kind: 'heads'
  name_to: string | null
  heads: ReshapeHead[]
} | {
  kind: 'join_lines'
  lines: number
  columns: ReshapeColumn[]
}

export type ReshapeColumn = {
  name: string
  source: string
  line: number
}

export type ReshapeGroup = {
  name: string
  columns: string[]
}

export type ReshapeHead = {
  cell: string
  rows: string[]
}

export type ReshapeToMake = {
  kind: 'unpivot' | 'stack'
  value_columns: string[]
  measures?: 'rows' | 'columns' | undefined
  names_to?: (string | null)[] | undefined
  id_columns?: string[] | undefined
  name_to?: string | undefined
  value_to?: string | undefined
} | {
  kind: 'wide_to_long'
  groups: ReshapeGroup[]
  name_to: string | null
  labels?: string[] | undefined
  drop_empty?: boolean | undefined
  id_columns?: string[] | undefined
} | {
  kind: 'transpose'
  /** How many columns at the left name the fields, 1 if not given */
  labels?: number | undefined
} | {
  kind: 'pivot'
  name_column: string
  value_column: string
} | {
  kind: 'fill_down'
  columns: string[]
} | {
  kind: 'explode'
  column: string
  separator: string
} | {
  kind: 'subtitle'
  name_to: string
} | {
  kind: 'heads'
  name_to: string | null
  heads: ReshapeHead[]
} | {
  kind: 'join_lines'
  lines: number
  columns: ReshapeColumn[]
}

export type ResolveConflictAnswer = {
  conflict_id: string
  kind: 'overwrite' | 'stale_override' | 'row_deleted'
  status: 'open' | 'closed'
  resolution: 'acknowledge' | 'revert' | 'drop_override' | 'superseded' | null
  table: string | null
  row_id: number
  column: string | null
  base_value: unknown
  prior_value: unknown
  value: unknown
  branch_id: string | null
  op_id: number | null
  actor: Record<string, unknown>
  created_at: string
  resolved_at: string | null
  resolved_by: Record<string, unknown> | null
  note: string | null
  edit_version: number | null
}

export type ResolveConflictBody = {
  action: 'acknowledge' | 'revert' | 'drop_override'
  actor?: string | null | undefined
  note?: string | null | undefined
  expected_version?: number | null | undefined
}

export type ResolveTableCommentBody = {
  resolved: boolean
}

export type RestoreSnapshotBody = {
  tables?: string[] | null | undefined
}

export type RestoredFromTrash = {
  id: string
  kind: 'workbook' | 'table'
  title: string
  workbook_id: string
}

export type RestoredSnapshot = {
  snapshot_id: string
  label: string | null
  safety_snapshot_id: string
  tables: ({
    name: string
    edit_version: number
  })[]
  recomputed: ({
    name: string
    edit_version: number
    row_count: number
    elapsed_ms: number
  })[]
  failed: ({
    name: string
    error: string
  })[]
}

export type ReuseCardBody = {
  account_id: string
}

export type RevertVersionBody = {
  tables?: string[] | null | undefined
}

export type Review = {
  findings: Finding[]
  /** Found beyond max_findings */
  findings_left_out: number
  coverage: {
    tables_checked: string[]
    tables_skipped: ({
      name: string
      reason: string
    })[]
    rows_checked: number
    checks_run: string[]
    checks_skipped: ({
      check: string
      reason: string
    })[]
    complete: boolean
  }
  judge: 'off' | 'ran' | 'skipped_no_credits'
  mode: 'lint' | 'agent'
  advice: {
    proposed: number
    dropped: number
  } | null
  elapsed_ms: number
}

export type ReviewPasswordLinkAnswer = {
  /** True: everything made before ends, and nothing can be kept */
  first_proof: boolean
  access: ({
    /** To be named in keep */
    id: string
    kind: 'token' | 'key' | 'webhook'
    name: string
    created_at: string
    last_used_at: string | null
  })[]
}

export type ReviewPasswordLinkBody = {
  token: string
}

export type ReviewRequest = {
  target?: {
    tables?: string[] | null | undefined
    sheet?: string | null | undefined
  } | null | undefined
  mode?: 'lint' | 'agent' | undefined
  /** Answer 202 with a job */
  async?: boolean | undefined
  judge?: boolean | undefined
  checks?: ('duplicate_rows' | 'duplicate_key' | 'mixed_types' | 'numeric_as_text' | 'leading_zero_risk' | 'ambiguous_dates' | 'future_dates' | 'null_rate' | 'whitespace' | 'case_variants' | 'outliers' | 'total_mismatch' | 'orphan_reference' | 'constant_column' | 'formula_error_values' | 'stale_table')[] | null | undefined
  max_findings?: number | undefined
}

export type ReviseSourceBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  on_violation?: 'reject' | 'quarantine' | 'warn' | null | undefined
  expected_versions?: string | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
}

export type RowEdit = {
  /** The first one when left out */
  sheet?: string | undefined
  action: 'insert' | 'delete'
  /** Rows are inserted before this one, and look like the one above; or it is the first that is deleted */
  row: number
  count?: number | undefined
}

export type RowPolicy = {
  /** Its id where it is in the trash or gone: what was made from its rows stays closed */
  table: string
  table_id: string
  predicate: string
  mapping: PolicyMapping | null
  /** Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them */
  may_write_unseen: boolean
  /** False: a column that it or its mapping names was dropped or has another type. A predicate that does not fit shows no row to anyone, a mapping none by its attributes */
  fits: boolean
  note: string | null
  actor: Actor
  created_at: string
  updated_at: string
}

export type RowsPage = {
  name: string
  edit_version: number
  row_count: number | null
  columns: Column[]
  rows: (Record<string, unknown>)[]
  masked_columns: string[]
  freshness: Freshness
  next_cursor: string | null
}

export type RowsSetAside = {
  table: string
  quarantine_table: string
  rows: number
}

export type RowsToDelete = {
  row_ids: number[]
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  actor?: string | null | undefined
  session?: string | null | undefined
  dry_run?: boolean | null | undefined
}

export type RowsToUpsert = {
  rows: (Record<string, unknown>)[]
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  match_on?: string[] | null | undefined
  mode?: 'upsert' | 'insert' | 'update' | undefined
  on_error?: 'fail' | 'skip' | undefined
  return?: 'ids' | 'rows' | 'none' | undefined
  lock?: 'table' | 'row' | undefined
  actor?: string | null | undefined
  session?: string | null | undefined
  dry_run?: boolean | null | undefined
}

export type Rule = {
  kind: 'required' | 'unique' | 'range' | 'pattern' | 'one_of' | 'reference' | 'row'
  name: string | null
  column: string | null
  columns: string[] | null
  min: string | number | boolean | null
  max: string | number | boolean | null
  pattern: string | null
  values: (string | number | boolean)[] | null
  table: string | null
  table_column: string | null
  expression: string | null
  message: string | null
  /** False: a column or table that it names is not there now */
  in_force: boolean
}

export type RuleToSet = {
  kind: 'required' | 'unique' | 'range' | 'pattern' | 'one_of' | 'reference' | 'row'
  name?: string | null | undefined
  column?: string | null | undefined
  columns?: string[] | null | undefined
  min?: string | number | boolean | null | undefined
  max?: string | number | boolean | null | undefined
  pattern?: string | null | undefined
  values?: (string | number | boolean)[] | null | undefined
  table?: string | null | undefined
  table_column?: string | null | undefined
  expression?: string | null | undefined
  message?: string | null | undefined
}

export type RunTransformBody = {
  actor?: string | null | undefined
  /** Answer 202 with a job */
  async?: boolean | undefined
}

export type SavedView = {
  view_id: string
  name: string
  table: string
  table_id: string
  /** Rows that fulfil all of these */
  filter: Condition[]
  order_by: ({
    column: string
    direction: 'asc' | 'desc'
  })[]
  columns: ({
    column: string
    width_px: number | null
    hidden: boolean
    format: string | null
  })[]
  frozen_columns: number
  /** Parts about columns that are hidden from you, or gone, are left out */
  partial: boolean
  version: number
  owner: {
    user_id: string
    name: string | null
  }
  created_at: string
  updated_at: string
}

export type SavedViewState = {
  /** Rows that fulfil all of these */
  filter?: Condition[] | undefined
  order_by?: ({
    column: string
    direction?: 'asc' | 'desc' | undefined
  })[] | undefined
  /** From left to right; a column that is not named stands behind the one before it in the table */
  columns?: ({
    column: string
    width_px?: number | null | undefined
    hidden?: boolean | undefined
    format?: string | null | undefined
  })[] | undefined
  /** How many shown columns stay at the left */
  frozen_columns?: number | undefined
}

export type SearchDataAnswer = {
  results: SearchResult[]
  next_cursor: string | null
}

export type SearchResult = {
  kind: 'artifact' | 'source'
  /** Of the artifact or the source */
  id: string
  name: string
  type: 'table' | 'view' | 'chart' | 'report' | 'source'
  state: 'active' | 'archived'
  workbook_id: string
  workbook_title: string
  description: string | null
  matched: ('name' | 'description' | 'column' | 'filename')[]
  score: number
}

export type SendQuarantinedRowsBody = {
  row_ids?: number[] | null | undefined
  actor?: string | null | undefined
}

export type SetAccountPolicyBody = {
  max_session_minutes?: number | null | undefined
  max_token_days?: number | null | undefined
  tokens_allowed?: boolean | undefined
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links?: 'allowed' | 'members' | 'off' | undefined
}

export type SetAutoTopupBody = {
  enabled: boolean
  amount?: number | undefined
  threshold?: number | undefined
  account_id?: string | null | undefined
}

export type SetGroupRolesBody = {
  group_roles: ({
    /** Must be text without line breaks or control characters, and not only spaces */
    group: string
    base_role: 'admin' | 'editor' | 'viewer'
    custom_roles?: string[] | undefined
  })[]
}

export type SetPolicyBody = {
  /** Must be * or a lower-case letter, then at most 59 of a-z, 0-9, _ and - */
  role?: string | undefined
  effect: 'allow' | 'mask' | 'deny'
  mask_style?: 'null' | 'year' | 'last4' | 'hash' | null | undefined
  actor?: string | null | undefined
  note?: string | null | undefined
}

export type SetRowPolicyBody = {
  predicate: string
  mapping?: PolicyMappingToSet | null | undefined
  /** Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them */
  may_write_unseen?: boolean | undefined
  note?: string | null | undefined
  actor?: string | null | undefined
}

export type SetTableRulesBody = {
  rules: RuleToSet[]
  /** The version of the rules you read, 0 for none, or null to decline the check */
  expected_version: number | null
  enforce?: 'new' | 'all' | undefined
  on_violation?: 'reject' | 'quarantine' | 'warn' | null | undefined
  dry_run?: boolean | undefined
  actor?: string | null | undefined
}

export type SetWorkspaceUserAttributesBody = {
  attributes: Record<string, string[]>
}

export type SetWorkspaceUserRolesBody = {
  roles: string[]
}

export type ShareWorkbookBody = {
  role: 'viewer' | 'editor'
}

export type Shared = {
  kind: 'table' | 'view' | 'dashboard'
  name: string
  description: string | null
  expires_at: string
  tiles: Tile[]
}

export type SharedRows = {
  name: string
  row_count: number | null
  columns: ({
    column: string
    name: string
    type: string
    masked: boolean
    description: string | null
    /** What its numbers count, as the file says: 千円 */
    unit?: string | undefined
    /** By what a number is to be multiplied: 1000 for 千円 */
    scale?: number | undefined
    format: string | null
  })[]
  rows: (Record<string, unknown>)[]
}

export type Sheet = {
  name: string
  title: string | null
  description: string | null
  spec: Record<string, unknown>
  version: number
  tables: string[]
  missing_tables: string[]
  created_at: string
  updated_at: string
}

export type SheetBlocks = {
  blocks: (SheetHeading | SheetText | SheetView | SheetSpacer)[]
  column_widths?: Record<string, number> | null | undefined
  freeze_header?: boolean | undefined
}

export type SheetDiff = {
  sheet: string
  renamed_from: string | null
  status: 'changed' | 'added' | 'removed' | 'same'
  /** So many rows from old on are those from new on; rows in no run came or went */
  row_map: ({
    old: number
    new: number
    rows: number
  })[]
  column_map: ({
    old: string
    new: string
    columns: number
  })[]
  changes: FileChange[]
  /** How many cells differ, listed or not */
  total: number
  truncated: boolean
}

export type SheetHeading = {
  kind: 'heading'
  text: string
  level?: number | undefined
}

export type SheetSpacer = {
  kind: 'spacer'
  rows?: number | undefined
}

export type SheetText = {
  kind: 'text'
  text: string
}

export type SheetToPut = {
  spec: SheetBlocks
  title?: string | null | undefined
  description?: string | null | undefined
  expected_version?: number | null | undefined
}

export type SheetView = {
  kind: 'table_view'
  table: string
  columns?: string[] | null | undefined
  filter?: string | null | undefined
  order_by?: ({
    column: string
    direction?: 'asc' | 'desc' | undefined
  })[] | null | undefined
  limit?: number | null | undefined
  title?: string | null | undefined
  show_header?: boolean | undefined
  totals?: Record<string, 'sum' | 'avg' | 'count' | 'min' | 'max'> | null | undefined
}

export type Snapshot = {
  snapshot_id: string
  status: 'editing' | 'committed'
  summary: string | null
  event_type: string
  actor: Actor | null
  parent_id: string | null
  tables: ({
    name: string
    edit_version: number
    row_count: number | null
  })[]
  versions: string[]
  created_at: string
  committed_at: string | null
}

export type Source = {
  source_id: string
  name: string
  workbook_id: string
  filename: string
  content_type: string
  size_bytes: number | null
  sha256: string | null
  mode: 'auto' | 'staged'
  status: 'registered' | 'analyzed' | 'materialized' | 'failed'
  revision: number
  structuring: 'structured' | 'skipped' | 'deferred' | 'raw_fallback' | 'off'
  structuring_reason: string | null
  provenance: {
    kind: 'upload' | 'cloud' | 'url' | 'file_link' | 'slot'
    provider: string | null
    ref: string | null
  }
  parse_spec: SpecSummary | null
  template: {
    template_id: string
    name: string
    why: string[]
  } | null
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses: TemplateMiss[]
  artifacts: string[]
  error: string | null
  created_at: string
  updated_at: string
  created_by: string
}

export type SourcePreview = {
  sheets: ({
    name: string
    dimension: string | null
    hidden: boolean
  })[]
  sheet: string
  range: string
  cells: (({
    v: unknown
    t: 's' | 'n' | 'b' | 'd' | 'e' | null
    f: string | null
    z: string | null
  })[])[]
  merges: string[]
  styles: ({
    bold: boolean
    indent: number
    align: 'left' | 'center' | 'right' | null
    fill: string | null
    color: string | null
    border: ('top' | 'right' | 'bottom' | 'left')[]
  })[]
  looks: ((number | null)[])[]
  widths: (number | null)[]
}

export type SpecColumn = {
  /** Must be one to three capital letters */
  source_column: string
  header: string | null
  header_cells?: string[] | undefined
  name: string
  /** Must be a cell such as B2 */
  value_cell?: string | undefined
  is_inside?: boolean | undefined
  type: string
  format: string | null
  unit: string | null
  scale?: number | undefined
  number_format?: string | null | undefined
  link_to?: string | null | undefined
  role: 'label' | 'measure' | 'period' | 'total' | 'difference' | 'ratio' | 'note'
  include: boolean
  nullable: boolean
  on_error: 'null' | 'fail' | 'text'
  confidence: number
  evidence: Evidence
}

export type SpecOperation = {
  op: 'set_kind' | 'set_box' | 'set_header_rows' | 'set_role' | 'rename' | 'set_type' | 'include' | 'choose_reading' | 'fill_down' | 'explode' | 'keep_totals' | 'leave_out' | 'read_as' | 'name_table' | 'merge_regions' | 'split_region' | 'add_region' | 'unite_tables' | 'separate_tables' | 'refuse_template' | 'answer' | 'keep_links' | 'unite_files' | 'undo'
  region?: string | undefined
  regions?: string[] | undefined
  sheet?: string | undefined
  /** Must be a cell such as B2 or a range such as B2:D9 */
  range?: string | undefined
  ranges?: string[] | undefined
  cells?: ({
    /** Must be a cell such as B2 */
    cell: string
    text: string
  })[] | undefined
  rows?: number[] | undefined
  columns?: string[] | undefined
  role?: 'group' | 'data' | 'subtotal' | 'total' | 'difference' | 'ratio' | 'separator' | 'repeat_header' | 'note' | 'unit' | 'continued' | 'label' | 'measure' | 'period' | undefined
  /** The name of a column, or its letters on the sheet where no column has that name */
  column?: string | undefined
  name?: string | undefined
  type?: string | undefined
  format?: string | null | undefined
  kind?: 'table' | 'form' | 'note' | 'ignore' | undefined
  on?: boolean | undefined
  separator?: string | undefined
  rank?: number | undefined
  reshape?: ReshapeToMake | ReshapeToMake[] | null | undefined
  at_row?: number | undefined
  /** Must be one to three capital letters */
  at_column?: string | undefined
  /** Names of other files of the workbook */
  sources?: string[] | undefined
  /** Of the question of the region, counting from 0 */
  choice?: number | undefined
}

export type SpecOperations = {
  spec_version: number
  /** Refuses if the spec was corrected since */
  revision?: number | undefined
  /** In their order, all or none */
  operations: SpecOperation[]
}

export type SpecQuestion = {
  code: 'totals' | 'date_order' | 'reading' | 'table' | 'union'
  text: string
  choices: ({
    text: string
    patch: Record<string, unknown>
    /** An adviser suggested this choice: answering with it makes these operations */
    advice?: Advice | undefined
  })[]
}

export type SpecSummary = {
  spec_version: number
  revision: number
  regions: ({
    region_id: string
    sheet: string
    kind: string
    layout: string
    rows: number
    columns: number
    outputs: string[]
    /** A user should answer the question */
    needs_review: boolean
    question: {
      code: string
      text: string
      choices: string[]
    } | null
  })[]
  warnings: Warning[]
  /** Computed: what a client sends here is ignored */
  check: TableCheck[]
}

export type StartCheckoutBody = {
  plan: 'solo' | 'pro'
  interval?: 'month' | 'year' | undefined
  account_id?: string | null | undefined
  success_url?: string | null | undefined
  cancel_url?: string | null | undefined
}

export type StartDeviceLoginAnswer = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

export type StartDeviceLoginBody = {
  client_name?: string | null | undefined
}

export type StartedImport = {
  job_id: string
  status: 'pending'
  workbook_id: string
}

export type StartedJob = {
  job_id: string
  status: 'pending'
}

export type Style = {
  bold: boolean | null
  italic: boolean | null
  underline: boolean | null
  strikethrough: boolean | null
  font_color: string | null
  background_color: string | null
  font_size: number | null
  number_format: string | null
  horizontal_alignment: 'left' | 'center' | 'right' | null
  vertical_alignment: 'top' | 'middle' | 'bottom' | null
  wrap: boolean | null
}

export type StyleAnnotation = {
  target: {
    kind: 'table' | 'column' | 'row' | 'cell' | 'range'
    row_id?: number | null | undefined
    column?: string | null | undefined
    range?: string | null | undefined
  }
  style?: {
    bold?: boolean | null | undefined
    italic?: boolean | null | undefined
    underline?: boolean | null | undefined
    strikethrough?: boolean | null | undefined
    font_color?: string | null | undefined
    background_color?: string | null | undefined
    font_size?: number | null | undefined
    number_format?: string | null | undefined
    horizontal_alignment?: 'left' | 'center' | 'right' | null | undefined
    vertical_alignment?: 'top' | 'middle' | 'bottom' | null | undefined
    wrap?: boolean | null | undefined
  } | null | undefined
  note?: string | null | undefined
  label?: string | null | undefined
}

export type SubmitConsentBody = {
  user_code?: string | undefined
  answer?: string | undefined
}

export type SubmitHeldContentBody = {
  return_to?: string | undefined
  decision?: string | undefined
  account?: string | string[] | undefined
}

export type SubmitInvitationBody = {
  token?: string | undefined
  name?: string | undefined
  password?: string | undefined
}

export type SubmitLoginBody = {
  email?: string | undefined
  password?: string | undefined
  return_to?: string | undefined
}

export type SubmitNewPasswordBody = {
  token?: string | undefined
  password?: string | undefined
  keep?: string | string[] | undefined
}

export type SubmitPasswordLinkBody = {
  email?: string | undefined
}

export type SubmitRegistrationBody = {
  name?: string | undefined
  email?: string | undefined
  password?: string | undefined
  return_to?: string | undefined
}

export type SubmitUserCodeBody = {
  user_code?: string | undefined
}

export type Summary = {
  table: string
  /** Rows that fulfil all of these */
  filter?: Condition[] | undefined
  /** A row for each combination of values; days by a period */
  group_by?: SummaryGroup[] | undefined
  /** count without a column counts rows */
  measures: ({
    function: 'count' | 'sum' | 'average' | 'min' | 'max' | 'distinct'
    column?: string | null | undefined
  })[]
  pivot?: SummaryGroup | null | undefined
  top?: {
    count: number
    measure?: number | undefined
  } | null | undefined
  order?: 'groups' | 'ascending' | 'descending' | null | undefined
}

export type SummaryGroup = {
  column: string
  by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
}

export type SyncBinding = {
  binding_id: string
  table: string
  external_kind: 'google_sheets' | 'microsoft'
  external_ref: string
  direction: 'bidirectional' | 'pull' | 'push'
  ownership_map: Record<string, string> | null
  /** False: nothing is synchronised */
  active: boolean
  actor: Actor
  created_at: string
}

export type SyncFileBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  merge_mode?: 'cell' | 'row' | undefined
  /** Rows may go although more than half of them are not in the file */
  allow_deletes?: boolean | undefined
  /** Answers the same, and writes nothing */
  dry_run?: boolean | undefined
  actor?: string | null | undefined
  branch_id?: string | undefined
  expected_versions?: string | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
}

export type SyncedTables = {
  results: ({
    branch_id?: string | undefined
    table: string | null
    inserted?: number | undefined
    updated?: number | undefined
    deleted?: number | undefined
    cells_written?: number | undefined
    /** At most 100 of them */
    conflicts?: FoundConflict[] | undefined
    conflict_count?: number | undefined
    /** Of a dry run: each cell that would be written, and each row that would be deleted, at most 10,000. Cells of conflicts that are written are among them */
    changes?: ({
      kind: 'updated' | 'inserted' | 'deleted'
      row_id: number | null
      new_row: number | null
      column: string | null
      before: unknown
      value: unknown
    })[] | undefined
    /** Rows and cells of the file that were not taken as they stand, at most 1000; rows as the sheet counts. Of a file that holds a part of a table, rows of other parts are left out as foreign_row */
    skipped?: ({
      row: number
      column: string | null
      code: string
    })[] | undefined
    skipped_count?: number | undefined
    ignored_columns?: string[] | undefined
    edit_version?: number | undefined
    op_id?: number | null | undefined
    stale?: string[] | undefined
    sheet: string
    action: 'merged' | 'revised' | 'skipped'
    /** Edits that the file overwrote, by table */
    overwritten_edits?: OverwrittenEdits[] | undefined
    safety_snapshot_id?: string | null | undefined
  })[]
  conflict_count: number
}

export type Table = {
  name: string
  id: string
  table_name: string
  type: 'table' | 'view'
  layer: 'raw' | 'base' | 'derived'
  description: string | null
  state: 'active' | 'archived'
  row_count: number | null
  edit_version: number
  columns: Column[]
  freshness: {
    stale: boolean
    stale_since: string | null
    reason: string | null
    upstream: string[]
  }
  masked_columns: string[]
  /** A row policy takes attributes from it, or from what is made from it: only callers who may change policies write it */
  policy_input: boolean
  source: string | null
  transform: string | null
  created_at: string
  updated_at: string
}

export type TableCheck = {
  table: string
  region_id: string | null
  /** Rows of the sheet that are records of this table; a record over several lines counts once */
  rows_in: number
  rows_out: number | null
  /** How many columns become rows; 1 where none do */
  factor: number
  /** Cells of such columns that hold nothing and make no row */
  cells_empty: number
  /** Cells that got a value which stands elsewhere on the sheet */
  cells_filled: number
  /** Those of them that held 〃 or 同上, at most 100 */
  marks_filled?: string[] | undefined
  /** Cells of the region that go into no table */
  cells_dropped: number
  /** Figures of the region that are computed from others */
  cells_computed: number
  sums: ({
    column: string
    /** What the cells of the sheet add up to, in plain digits */
    sum_in: string
    /** What the column of the table adds up to */
    sum_out: string
  })[]
  balanced: boolean | null
  reason: 'long_sheet' | 'not_followed' | 'corrected' | null
}

export type TableDiff = {
  table: string
  table_id: string
  /** The version it was proposed on */
  base_version: number
  /** The version of now */
  edit_version: number
  rows: ({
    row_id: number | null
    change: 'insert' | 'update' | 'delete'
    conflict: 'changed' | 'row_gone' | 'column_gone' | null
    /** The table has it already */
    done: boolean
    cells: ({
      column: string
      base: unknown
      before: unknown
      after: unknown
      /** Changed since it was proposed: base, before and after differ */
      conflict: boolean
    })[]
  })[]
  row_count: number
  cell_count: number
  conflict_count: number
  /** Cells of columns that are hidden from you are left out */
  partial: boolean
  /** Only the first 2000 cells are listed */
  cut: boolean
}

export type TableRules = {
  table: string
  /** Of the rules; 0 where there never were any */
  version: number
  enforce: 'new' | 'all'
  /** What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are set aside in a table beside it, or all come in */
  on_violation: 'reject' | 'quarantine' | 'warn'
  rules: Rule[]
  /** Rules about what is hidden from you are left out */
  partial: boolean
}

export type TableRulesSet = {
  table: string
  /** Of the rules; 0 where there never were any */
  version: number
  enforce: 'new' | 'all'
  /** What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are set aside in a table beside it, or all come in */
  on_violation: 'reject' | 'quarantine' | 'warn'
  rules: Rule[]
  /** Rules about what is hidden from you are left out */
  partial: boolean
  /** The first rows that break the rules now */
  broken: BrokenRule[]
  broken_count: number
}

export type TableSummary = {
  name: string
  row_count: number | null
  /** How much of its rows you see; a closed table cannot be opened */
  rows: 'all' | 'some' | 'closed'
  type: 'table' | 'view'
  layer: 'raw' | 'base' | 'derived'
  state: 'active' | 'archived'
  edit_version: number
  stale: boolean
  updated_at: string
}

export type TagColumnBody = {
  /** Must be a lower-case letter, then at most 59 of a-z, 0-9, _ and - */
  tag: string
  label?: string | null | undefined
  actor?: string | null | undefined
  note?: string | null | undefined
}

export type Template = {
  template_id: string
  workspace_id: string
  name: string
  /** Files to come are read by it */
  active: boolean
  /** The labels it looks for. No value of the sample is kept */
  sheets: ({
    title: string | null
    fields: TemplateField[]
    tables: ({
      title: string | null
      columns: TemplateField[]
    })[]
  })[]
  created_by: string
  created_at: string
  updated_at: string
}

export type TemplateField = {
  label: string
  name: string
  type: 'any' | 'text' | 'number' | 'date' | 'timestamp' | 'boolean'
}

export type TemplateMiss = {
  template_id: string
  name: string
  /** Of the labels of the template, those that the file has */
  share: number
  reasons: ({
    code: 'anchor_not_found' | 'label_missing' | 'label_ambiguous' | 'unexpected_label' | 'unexpected_value' | 'value_type'
    label: string | null
    cell: string | null
    message: string
  })[]
}

export type TemplateTaken = {
  template_id: string
  name: string
  why: string[]
  made_of?: string | undefined
}

export type Tile = {
  tile_id: string
  kind: 'question' | 'view' | 'text'
  x: number
  y: number
  width: number
  height: number
  title: string | null
  text: string | null
  summary: Record<string, unknown> | null
  chart: {
    kind: 'table' | 'number' | 'line' | 'bar' | 'stacked' | 'pie'
    x: number | null
    y: number[]
    series: number | null
  } | null
}

export type Token = {
  token_id: string
  scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage')[]
  name: string | null
  /** The beginning of the plaintext, to recognise it by */
  prefix: string
  /** account, workspace:<id> or workbook:<id> */
  resource: string
  account_id: string
  rate_limit_per_minute: number
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

export type TokenUsage = {
  token_id: string
  name: string | null
  buckets: ({
    date: string
    requests: number
  })[]
}

export type TopUpAnswer = {
  charged?: boolean | undefined
  /** Credits that can be spent now */
  balance?: number | undefined
  checkout_url?: string | undefined
  session_id?: string | undefined
  expires_at?: string | undefined
}

export type TopUpBody = {
  /** Credits */
  amount: 1000 | 5000 | 10000 | 50000
  account_id?: string | null | undefined
  success_url?: string | null | undefined
  cancel_url?: string | null | undefined
}

export type Total = {
  row?: number | undefined
  /** Must be one to three capital letters */
  column?: string | undefined
  op: 'sum' | 'average' | 'difference' | 'division' | 'relative_change'
  operands: string[]
  cells?: string[] | undefined
  verified: boolean
  agreement: number
}

export type TrackCloudFileBody = {
  provider: 'google_drive' | 'microsoft'
  file_id: string
  filename?: string | null | undefined
  as_name?: string | null | undefined
  on_existing?: 'auto' | 'seed' | 'replace' | 'refuse' | undefined
  expected_versions?: Record<string, number> | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
}

export type TrackLocalFileBody = {
  /** The file; its name keeps its extension */
  file: FileInput
  as_name?: string | null | undefined
  on_existing?: 'auto' | 'seed' | 'replace' | 'refuse' | undefined
  /** Where the file lies, in your own words */
  origin?: string | undefined
  expected_versions?: string | null | undefined
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version?: number | null | undefined
}

export type Transform = {
  transform_id: string
  name: string
  language: 'sql' | 'python'
  /** Null for callers who do not see all of its inputs */
  code: string | null
  args: Record<string, unknown>
  key: string[]
  output: string
  materialized: 'table' | 'view'
  code_sha256: string
  created_at: string
  updated_at: string
}

export type TransformRun = {
  transform: Transform
  run: {
    op_id: number
    row_count: number
    elapsed_ms: number
    logs: string
    /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
    mode: 'full' | 'incremental'
  } | null
  table: Table
  /** Tables below that were rebuilt as well */
  recomputed: MadeTable[]
  /** Tables below that could not be; they stay stale */
  failed: FailedTransform[]
}

export type Trashed = {
  /** Of a workbook (wb_…) or a table (art_…) */
  id: string
  kind: 'workbook' | 'table'
  title: string
  workbook_id: string
  deleted_at: string
}

export type UnarchiveArtifactBody = {
  as_name?: string | null | undefined
}

export type UnarchiveTableBody = {
  as_name?: string | null | undefined
}

export type UndoOpAnswer = {
  op_id: number | null
  undid: number
  edit_version: number
  rows: number
  /** Columns the op wrote that are there no more */
  lost_columns: number
  /** Derived tables that became stale */
  stale: string[]
  dry_run?: DryRunDiff | undefined
}

export type UndoSessionAnswer = {
  op_id: number | null
  /** Newest first */
  undone: ({
    op_id: number
    table: string | null
    rows: number
  })[]
  /** Derived tables that became stale */
  stale: string[]
  dry_run?: ({
    table: string
    rows: ({
      row_id: number | null
      change: 'insert' | 'update' | 'delete'
      cells: ({
        column: string
        before: unknown
        after: unknown
      })[]
    })[]
    /** Rows that would change */
    row_count: number
    /** Cells that would change */
    cell_count: number
    /** Only the first 1000 cells are listed */
    cut: boolean
  })[] | undefined
}

export type UndoSessionBody = {
  session: string
  dry_run?: boolean | null | undefined
}

export type Union = {
  outputs: ({
    name: string
    kind: 'list' | 'long' | 'level' | 'computed' | 'accounts' | 'notes' | 'form'
    level?: number | undefined
  })[]
  column: string
  parts: ({
    region_id: string
    value: string
  })[]
  evidence: string[]
  /** Other files have rows in these tables, too */
  files?: {
    union_id: string
    sources: string[]
    columns: ({
      name: string
      type: string
    })[]
  } | undefined
}

export type Unit = {
  text: string
  scale: number
}

export type UploadFromDriveBody = {
  provider: 'google_drive' | 'microsoft'
  file_id: string
  /** Must be a name that does not start with __svc_ */
  filename: string
}

export type UploadFromUrlBody = {
  url: string
  filename?: string | null | undefined
  sha256?: string | null | undefined
  mode?: 'auto' | 'staged' | undefined
  async?: boolean | undefined
  structuring?: 'auto' | 'skip' | 'defer' | null | undefined
}

export type UploadSlot = {
  upload_id: string
  status: 'pending' | 'uploaded' | 'ingested'
  workbook_id: string
  filename: string
  upload_url?: string | undefined
  direct: boolean
  expires_at: string
  max_bytes: number
  size_bytes: number | null
  sha256: string | null
  source_name: string | null
  error: string | null
}

export type UploadSourceBody = {
  /** The file; its name keeps its extension */
  file?: FileInput | undefined
  files?: FileInput[] | undefined
  mode?: 'auto' | 'staged' | undefined
  async?: boolean | undefined
  structuring?: 'auto' | 'skip' | 'defer' | null | undefined
}

export type Uploaded = {
  source?: Source | undefined
  artifacts?: Artifact[] | undefined
  structuring?: 'structured' | 'skipped' | 'deferred' | 'raw_fallback' | 'off' | undefined
  structuring_reason?: string | null | undefined
  credits_spent?: number | undefined
  existing?: boolean | undefined
  warnings?: Warning[] | undefined
  files?: FileOutcome[] | undefined
  job_id?: string | undefined
  status?: 'pending' | undefined
}

export type UsageBucket = {
  date: string
  requests: number
  ops: number
  credits: number
  storage_bytes: number | null
  tables: number | null
}

export type ValidateQueryAnswer = {
  valid: boolean
  errors: ({
    code: 'invalid_sql' | 'not_read_only'
    message: string
    line: number | null
    column: number | null
    suggested_fix: string | null
    unknown_table: string | null
    unknown_column: string | null
  })[]
  columns: Column[]
  tables: string[]
}

export type ValidateQueryBody = {
  /** One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed. */
  sql: string
  params?: (string | number | boolean | null)[] | Record<string, string | number | boolean | null> | null | undefined
  as_of?: string | null | undefined
}

export type Version = {
  label: string
  snapshot_id: string
  summary: string | null
  actor: Actor
  created_at: string
}

export type Warning = {
  code: string
  message: string
  region_id: string | null
  column: string | null
  count: number
}

export type Webhook = {
  webhook_id: string
  url: string
  events: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[]
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: 'gone' | 'failing' | null
  created_at: string
  last_success_at: string | null
  failing_since: string | null
}

export type WebhookDelivery = {
  delivery_id: string
  event_id: string
  event_type: string
  status: 'pending' | 'succeeded' | 'failed' | 'exhausted'
  attempts: number
  last_status: number | null
  last_error: string | null
  next_attempt_at: string | null
  created_at: string
  last_attempt_at: string | null
  duration_ms: number | null
}

export type WebhookWithSecret = {
  webhook_id: string
  url: string
  events: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[]
  status: 'active' | 'paused' | 'disabled'
  disabled_reason: 'gone' | 'failing' | null
  created_at: string
  last_success_at: string | null
  failing_since: string | null
  /** Signs every request; shown here and never again */
  secret: string
}

export type WhatIfBody = {
  set: ({
    /** The first one when left out */
    sheet?: string | undefined
    /** Must be a cell or a range of them, as in B2 or B2:C9 */
    range: string
    /** Null empties the cell; a text stays a text, whatever it begins with */
    value?: string | number | boolean | null | undefined
    /** Row by row, from the first cell of the range on */
    values?: ((string | number | boolean | null)[])[] | undefined
    /** A day or a time, as in 2026-11-15 */
    date?: string | undefined
    /** For the first cell of the range; in the others its relative references move along */
    formula?: string | undefined
  })[]
}

export type WithdrawProposalBody = {
  state: 'withdrawn'
  actor?: string | null | undefined
}

export type Workbook = {
  workbook_id: string
  title: string
  description: string | null
  language: 'ja' | 'en' | null
  workspace_id: string
  account_id: string
  owner_id: string
  governed: boolean
  table_count: number
  source_count: number
  edit_seq: number
  role: 'owner' | 'editor' | 'viewer'
  created_at: string
  updated_at: string
}

export type Workspace = {
  workspace_id: string
  name: string
  account_id: string
  kind: 'personal' | 'managed'
  /** Workbooks of your account that name no workspace land here */
  is_default: boolean
  residency: string | null
  preprocess_rules: string | null
  idp_config: Record<string, unknown> | null
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links: 'allowed' | 'members' | 'off'
  workbook_count: number
  member_count: number
  created_at: string
}

export type WorkspaceMember = {
  user_id: string
  email: string
  name: string
  base_role: 'admin' | 'editor' | 'viewer'
  custom_roles: string[]
  /** What policies see: the base role and the custom roles */
  roles: string[]
  attributes: Record<string, string[]> | null
}

export type WriteTableCommentBody = {
  target?: {
    kind: 'table' | 'row' | 'cell'
    row_id?: number | null | undefined
    column?: string | null | undefined
  } | null | undefined
  thread_id?: string | null | undefined
  text: string
  /** Users who see the workbook */
  mentions?: string[] | undefined
  actor?: string | null | undefined
}

export type WriteTableRangeAnswer = {
  range: string
  values: (unknown[])[]
  edit_version: number
  op_id: number | null
  inserted: number
  updated: number
  /** Derived tables that became stale */
  stale: string[]
  /** With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0. */
  proposal?: ProposalSummary | undefined
}

export type WrittenRows = {
  edit_version: number
  op_id: number | null
  inserted: number
  updated: number
  unchanged: number
  row_ids: (number | null)[]
  rejected: ({
    index: number
    column: string | null
    code: string
    message: string
  })[]
  rows: (Record<string, unknown>)[] | null
  /** Derived tables that became stale */
  stale: string[]
  dry_run?: DryRunDiff | undefined
  /** With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0. */
  proposal?: ProposalSummary | undefined
}

/** Every operation of the API: what it takes and what it answers. */
export type Operations = {
  /** One account; yours when none is named */
  getAccount: {
    params: {
      account_id?: string | undefined
    }
    answer: Account
  }
  /** Your default account, then your developer accounts; a token or key sees its own only */
  listAccounts: {
    params: {
      /** Accepted, without effect */
      provision?: boolean | undefined
    }
    answer: ListAccountsAnswer
  }
  /** Create a developer account beside your default one */
  createAccount: {
    params: unknown
    body: CreateAccountBody
    answer: Account
  }
  /** The workspaces this credential reaches, oldest first */
  listWorkspaces: {
    params: {
      account_id?: string | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListWorkspacesAnswer
  }
  /** Provision a managed workspace */
  provisionWorkspace: {
    params: unknown
    body: ProvisionWorkspaceBody
    answer: Workspace
  }
  /** One workspace */
  getWorkspace: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: Workspace
  }
  /** Change a workspace; what is left out stays, null clears */
  configureWorkspace: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body?: ConfigureWorkspaceBody
    answer: Workspace
  }
  /** Delete an empty managed workspace; keys and tokens pinned to it are revoked */
  deleteWorkspace: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: undefined
  }
  /** Who belongs to a workspace, and as what */
  listWorkspaceUsers: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: ListWorkspaceUsersAnswer
  }
  /** Replace the custom roles of a member, whose base role stays, or of a guest */
  setWorkspaceUserRoles: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      user_id: string
    }
    body: SetWorkspaceUserRolesBody
    answer: MemberOrGuest
  }
  /** Replace the attributes of a member or guest that row policies ask for */
  setWorkspaceUserAttributes: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      user_id: string
    }
    body: SetWorkspaceUserAttributesBody
    answer: MemberOrGuest
  }
  /** Remove a member, or leave; removing another user takes an admin */
  removeWorkspaceUser: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      user_id: string
    }
    answer: undefined
  }
  /** Invite an address; a second invitation takes the place of the first */
  inviteToWorkspace: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body: InviteToWorkspaceBody
    answer: InviteToWorkspaceAnswer
  }
  /** Invitations that are not accepted yet, newest first */
  listInvitations: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: ListInvitationsAnswer
  }
  /** Withdraw an invitation; its link is dead then */
  withdrawInvitation: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      invitation_id: string
    }
    answer: undefined
  }
  /** Domains of mail addresses that an account holds, and those it has claimed */
  listDomains: {
    params: {
      account_id?: string | undefined
    }
    answer: ListDomainsAnswer
  }
  /** Claim a domain; the answer says which TXT record proves that you hold it */
  claimDomain: {
    params: unknown
    body: ClaimDomainBody
    answer: Domain
  }
  /** Look for the TXT record of a claimed domain */
  verifyDomain: {
    params: {
      domain: string
      account_id?: string | undefined
    }
    answer: Domain
  }
  /** Give a domain up; members stay members */
  releaseDomain: {
    params: {
      domain: string
      account_id?: string | undefined
    }
    answer: undefined
  }
  /** Which groups of the identity provider are what in a workspace */
  listGroupRoles: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: GroupRoles
  }
  /** Replace which groups of the identity provider are what in a workspace */
  setGroupRoles: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body: SetGroupRolesBody
    answer: GroupRoles
  }
  /** What was changed about an account as a whole, newest first */
  readAccountLog: {
    params: {
      account_id?: string | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ReadAccountLogAnswer
  }
  /** What an account asks of sessions, tokens and links */
  getAccountPolicy: {
    params: {
      account_id?: string | undefined
    }
    answer: AccountPolicy
  }
  /** Replace what an account asks of sessions, tokens and links */
  setAccountPolicy: {
    params: {
      account_id?: string | undefined
    }
    body?: SetAccountPolicyBody
    answer: AccountPolicy
  }
  /** Register and log in */
  register: {
    params: unknown
    body: RegisterBody
    answer: Login
  }
  /** Log in with e-mail and password */
  login: {
    params: unknown
    body: LoginBody
    answer: Login
  }
  /** Renew a session with its refresh token */
  refreshSession: {
    params: unknown
    body?: RefreshSessionBody
    answer: Login
  }
  /** End the session at once */
  logout: {
    params: unknown
    body?: LogoutBody
    answer: undefined
  }
  /** The keys that session tokens are signed with */
  publicKeys: {
    params: unknown
    answer: PublicKeysAnswer
  }
  /** Begin a login that a person approves in a browser (RFC 8628) */
  startDeviceLogin: {
    params: unknown
    body?: StartDeviceLoginBody
    answer: StartDeviceLoginAnswer
  }
  /** Ask whether the login was approved; the tokens come once */
  exchangeDeviceCode: {
    params: unknown
    body: ExchangeDeviceCodeBody
    answer: Login
  }
  /** Sign in from the login page */
  submitLogin: {
    params: unknown
    body: SubmitLoginBody
    answer: Response
  }
  /** Create an account from the register page */
  submitRegistration: {
    params: unknown
    body: SubmitRegistrationBody
    answer: Response
  }
  /** Have a link to a new password mailed, from the page */
  submitPasswordLink: {
    params: unknown
    body: SubmitPasswordLinkBody
    answer: Response
  }
  /** Set a new password from the page behind a mailed link */
  submitNewPassword: {
    params: unknown
    body: SubmitNewPasswordBody
    answer: Response
  }
  /** Enter the code of a program */
  submitUserCode: {
    params: unknown
    body: SubmitUserCodeBody
    answer: Response
  }
  /** Let a program in, or send it away */
  submitConsent: {
    params: unknown
    body: SubmitConsentBody
    answer: Response
  }
  /** Go to an identity provider to log in */
  startOidcLogin: {
    params: {
      provider: string
      return_to?: string | undefined
    }
    answer: Response
  }
  /** Come back from an identity provider, logged in */
  finishOidcLogin: {
    params: {
      provider: string
      code?: string | undefined
      state?: string | undefined
      iss?: string | undefined
      error?: string | undefined
      error_description?: string | undefined
    }
    answer: Response
  }
  /** The page to sign in on */
  loginPage: {
    params: {
      return_to?: string | undefined
      notice?: string | undefined
      /** Remembered by the browser */
      lang?: 'en' | 'ja' | undefined
    }
    answer: Response
  }
  /** The page to create an account on */
  registerPage: {
    params: {
      return_to?: string | undefined
      /** Remembered by the browser */
      lang?: 'en' | 'ja' | undefined
    }
    answer: Response
  }
  /** The page to ask for a new password on */
  forgotPasswordPage: {
    params: {
      /** Remembered by the browser */
      lang?: 'en' | 'ja' | undefined
    }
    answer: Response
  }
  /** The page behind a mailed link */
  resetPasswordPage: {
    params: {
      token?: string | undefined
    }
    answer: Response
  }
  /** The page to enter the code of a program on */
  devicePage: {
    params: {
      user_code?: string | undefined
    }
    answer: Response
  }
  /** The page on which a person lets a program in */
  deviceConsentPage: {
    params: {
      user_code?: string | undefined
    }
    answer: Response
  }
  /** Signed in, and nowhere to go back to */
  signedInPage: {
    params: unknown
    answer: Response
  }
  /** A link may be on its way */
  linkSentPage: {
    params: unknown
    answer: Response
  }
  /** A program was let in */
  deviceAllowedPage: {
    params: unknown
    answer: Response
  }
  /** A program was sent away */
  deviceDeniedPage: {
    params: unknown
    answer: Response
  }
  /** Have a link to a new password mailed */
  requestPasswordLink: {
    params: unknown
    body: RequestPasswordLinkBody
    answer: RequestPasswordLinkAnswer
  }
  /** Set a new password with a mailed link; every session, token, key and webhook not kept ends */
  resetPassword: {
    params: unknown
    body: ResetPasswordBody
    answer: undefined
  }
  /** What a new password by this link would end */
  reviewPasswordLink: {
    params: unknown
    body: ReviewPasswordLinkBody
    answer: ReviewPasswordLinkAnswer
  }
  /** Your personal access tokens, without their secrets */
  listTokens: {
    params: unknown
    answer: ListTokensAnswer
  }
  /** Mint a personal access token; its plaintext is in this answer and nowhere else */
  createToken: {
    params: unknown
    body: CreateTokenBody
    answer: CreateTokenAnswer
  }
  /** Revoke a token; revoking it twice is fine */
  revokeToken: {
    params: {
      token_id: string
    }
    answer: undefined
  }
  /** Keys of an account, without their secrets */
  listKeys: {
    params: {
      account_id?: string | undefined
    }
    answer: ListKeysAnswer
  }
  /** Mint an account key; its plaintext is in this answer and nowhere else */
  createKey: {
    params: unknown
    body: CreateKeyBody
    answer: CreateKeyAnswer
  }
  /** Revoke a key */
  revokeKey: {
    params: {
      key_id: string
      account_id?: string | undefined
    }
    answer: undefined
  }
  /** Requests per token and UTC day */
  readUsage: {
    params: {
      days?: number | undefined
    }
    answer: ReadUsageAnswer
  }
  /** Join the workspace an invitation leads to */
  acceptInvitation: {
    params: {
      token: string
    }
    body?: AcceptInvitationBody
    answer: AcceptInvitationAnswer
  }
  /** The page behind an invitation's link */
  invitationPage: {
    params: {
      token?: string | undefined
    }
    answer: Response
  }
  /** Accept an invitation from its page */
  submitInvitation: {
    params: unknown
    body: SubmitInvitationBody
    answer: Response
  }
  /** What happened in the workbooks you can read, oldest first */
  listMyEvents: {
    params: {
      /** An event id */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: ListMyEventsAnswer
  }
  /** Your recent jobs, newest first */
  listJobs: {
    params: {
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListJobsAnswer
  }
  /** How a job is doing, and its result */
  readJob: {
    params: {
      job_id: string
    }
    answer: Job
  }
  /** Stop a job; one that has ended stays as it is */
  cancelJob: {
    params: {
      job_id: string
    }
    answer: Job
  }
  /** How an account pays, what it has, and what it owes */
  getBilling: {
    params: {
      account_id?: string | undefined
    }
    answer: AccountBilling
  }
  /** Have credits bought whenever there are few, or no longer */
  setAutoTopup: {
    params: unknown
    body: SetAutoTopupBody
    answer: AccountBilling
  }
  /** Begin a subscription on a page of the payment provider */
  startCheckout: {
    params: unknown
    body: StartCheckoutBody
    answer: Checkout
  }
  /** Pay by use: save a card on a page of the payment provider, without a charge */
  enablePayg: {
    params: unknown
    body?: EnablePaygBody
    answer: Checkout
  }
  /** A page of the payment provider: receipts, cards, the end of a subscription */
  openPortal: {
    params: unknown
    body?: OpenPortalBody
    answer: OpenPortalAnswer
  }
  /** Let a developer account pay by use with the card of your default account */
  reuseCard: {
    params: unknown
    body: ReuseCardBody
    answer: AccountBilling
  }
  /** Buy a pack of credits: with the saved card at once, else on a page of the payment provider */
  topUp: {
    params: unknown
    body: TopUpBody
    answer: TopUpAnswer
  }
  /** Where the payment provider tells what happened, signed */
  receivePaymentEvent: {
    params: unknown
    answer: ReceivePaymentEventAnswer
  }
  /** What an account used on each UTC day; days without activity are left out */
  readUsageSeries: {
    params: {
      days?: number | undefined
      account_id?: string | undefined
    }
    answer: ReadUsageSeriesAnswer
  }
  /** Who you are, what your credential may do and reach, and what your account has */
  getMe: {
    params: unknown
    answer: Me
  }
  /** Change your name */
  changeMe: {
    params: unknown
    body: ChangeMeBody
    answer: Me
  }
  /** The workspaces your credential reaches, by name */
  listMyWorkspaces: {
    params: unknown
    answer: ListMyWorkspacesAnswer
  }
  /** What you should look at: mentions, invitations, failed jobs, conflicts, stale dashboards and proposals, the newest first */
  listMyNotifications: {
    params: {
      state?: 'unread' | 'all' | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListMyNotificationsAnswer
  }
  /** Mark notifications as read: those that are named, or all */
  markNotificationsRead: {
    params: unknown
    body?: MarkNotificationsReadBody
    answer: MarkNotificationsReadAnswer
  }
  /** Where notifications of each kind go: into the console, by mail, both or neither */
  getNotificationSettings: {
    params: unknown
    answer: NotificationSettings
  }
  /** Choose where notifications of a kind go from now on */
  changeNotificationSettings: {
    params: unknown
    body: ChangeNotificationSettingsBody
    answer: NotificationSettings
  }
  /** Create a workbook, in the oldest workspace of the account unless one is named */
  createWorkbook: {
    params: unknown
    body: CreateWorkbookBody
    answer: Workbook
  }
  /** A workbook */
  readWorkbook: {
    params: {
      workbook_id: string
    }
    answer: Workbook
  }
  /** Change title, description or language */
  changeWorkbook: {
    params: {
      workbook_id: string
    }
    body?: ChangeWorkbookBody
    answer: Workbook
  }
  /** Delete a workbook; it rests in the trash for 30 days */
  deleteWorkbook: {
    params: {
      workbook_id: string
    }
    answer: undefined
  }
  /** Workbooks you own, newest first */
  listMyWorkbooks: {
    params: {
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
      /** A workspace, or the alias personal */
      workspace_id?: string | undefined
    }
    answer: ListMyWorkbooksAnswer
  }
  /** Workbooks of a workspace: your own and those shared with you */
  listWorkspaceWorkbooks: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: ListWorkspaceWorkbooksAnswer
  }
  /** Who the workbook is shared with */
  listWorkbookMembers: {
    params: {
      workbook_id: string
    }
    answer: ListWorkbookMembersAnswer
  }
  /** Share the workbook with a user, or change their role */
  shareWorkbook: {
    params: {
      workbook_id: string
      user_id: string
    }
    body: ShareWorkbookBody
    answer: Member
  }
  /** Stop sharing the workbook with a user */
  unshareWorkbook: {
    params: {
      workbook_id: string
      user_id: string
    }
    answer: undefined
  }
  /** What was done and refused in the workbook, newest first */
  readAuditLog: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** Only entries with a smaller seq */
      before?: number | undefined
    }
    answer: ReadAuditLogAnswer
  }
  /** Your webhooks, newest first, without their secrets */
  listWebhooks: {
    params: unknown
    answer: ListWebhooksAnswer
  }
  /** Send events to an address */
  createWebhook: {
    params: unknown
    body: CreateWebhookBody
    answer: WebhookWithSecret
  }
  /** Change where a webhook goes or what it gets, pause it, or switch it on again */
  changeWebhook: {
    params: {
      webhook_id: string
    }
    body?: ChangeWebhookBody
    answer: Webhook
  }
  /** Stop sending events to an address */
  deleteWebhook: {
    params: {
      webhook_id: string
    }
    answer: undefined
  }
  /** A new signing secret; the one before signs beside it for 24 hours */
  rotateWebhookSecret: {
    params: {
      webhook_id: string
    }
    answer: WebhookWithSecret
  }
  /** What was sent to a webhook in the last 30 days, newest first */
  listWebhookDeliveries: {
    params: {
      webhook_id: string
      status?: 'pending' | 'succeeded' | 'failed' | 'exhausted' | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListWebhookDeliveriesAnswer
  }
  /** Send an event once more */
  redeliverWebhook: {
    params: {
      webhook_id: string
      delivery_id: string
    }
    answer: WebhookDelivery
  }
  /** Send an event of type webhook.test */
  testWebhook: {
    params: {
      webhook_id: string
    }
    answer: WebhookDelivery
  }
  /** The events of a workbook as they happen (Server-Sent Events) */
  streamWorkbookEvents: {
    params: {
      workbook_id: string
      /** As Last-Event-ID, for who cannot send headers */
      after?: string | undefined
      /** Of a session: be seen by others who are here, and get messages of the type presence, without an id, whenever that changes: {"type":"presence","people":[{"user_id","name"}]}, 20 at most */
      presence?: boolean | undefined
    }
    answer: Response
  }
  /** Take an artifact out of the way; registry and lineage remain */
  archiveArtifact: {
    params: {
      workbook_id: string
      name: string
    }
    answer: ArchivedArtifact
  }
  /** Bring an archived artifact back */
  unarchiveArtifact: {
    params: {
      workbook_id: string
      name: string
    }
    body?: UnarchiveArtifactBody
    answer: ArchivedArtifact
  }
  /** Say what an artifact is */
  describeArtifact: {
    params: {
      workbook_id: string
      name: string
    }
    body?: DescribeArtifactBody
    answer: DescribeArtifactAnswer
  }
  /** Take an artifact out of the way; registry and lineage remain */
  archiveTable: {
    params: {
      workbook_id: string
      name: string
    }
    answer: ArchivedArtifact
  }
  /** Bring an archived artifact back */
  unarchiveTable: {
    params: {
      workbook_id: string
      name: string
    }
    body?: UnarchiveTableBody
    answer: ArchivedArtifact
  }
  /** Say what an artifact is */
  describeTable: {
    params: {
      workbook_id: string
      name: string
    }
    body?: DescribeTableBody
    answer: DescribeTableAnswer
  }
  /** Tables, views, charts and reports of a workbook, by name */
  listArtifacts: {
    params: {
      workbook_id: string
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: ListArtifactsAnswer
  }
  /** An artifact, by its name or its id */
  readArtifact: {
    params: {
      workbook_id: string
      name: string
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: Artifact
  }
  /** Every tag on a column, attached or inherited */
  listClassifications: {
    params: {
      workbook_id: string
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: ListClassificationsAnswer
  }
  /** Attach a tag to a column */
  tagColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
    }
    body: TagColumnBody
    answer: Classification
  }
  /** Take a tag off a column; policies stop applying to it */
  untagColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
      tag: string
      actor?: string | undefined
    }
    answer: undefined
  }
  /** What a user would see of a table, and by which rules */
  readTableAccess: {
    params: {
      workbook_id: string
      name: string
      role?: string | undefined
      user_id?: string | undefined
      /** How many rows to show */
      sample?: number | undefined
    }
    answer: ColumnAccess
  }
  /** What tags do to columns, by tag and role */
  listPolicies: {
    params: {
      workbook_id: string
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: ListPoliciesAnswer
  }
  /** Say what a tag does to columns for a role */
  setPolicy: {
    params: {
      workbook_id: string
      tag: string
    }
    body: SetPolicyBody
    answer: Policy
  }
  /** Take back the rule of a role, or all rules of a tag */
  deletePolicy: {
    params: {
      workbook_id: string
      tag: string
      /** Must be * or a lower-case letter, then at most 59 of a-z, 0-9, _ and - */
      role?: string | undefined
      actor?: string | undefined
    }
    answer: undefined
  }
  /** Which rows of which tables callers see */
  listRowPolicies: {
    params: {
      workbook_id: string
    }
    answer: ListRowPoliciesAnswer
  }
  /** Which rows of a table callers see */
  readRowPolicy: {
    params: {
      workbook_id: string
      table: string
    }
    answer: RowPolicy
  }
  /** Say which rows of a table callers see */
  setRowPolicy: {
    params: {
      workbook_id: string
      table: string
    }
    body: SetRowPolicyBody
    answer: RowPolicy
  }
  /** Show all rows of a table again */
  deleteRowPolicy: {
    params: {
      workbook_id: string
      table: string
      actor?: string | undefined
    }
    answer: undefined
  }
  /** Who sees what in a workbook: tables, columns, tags, rules, and the effect for each role */
  readGovernance: {
    params: {
      workbook_id: string
    }
    answer: ReadGovernanceAnswer
  }
  /** What was done to the workbook, newest first */
  listOps: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** Only ops with a smaller op_id */
      before?: number | undefined
    }
    answer: ListOpsAnswer
  }
  /** Where a table comes from, up to the files, and what is made from it */
  readTableLineage: {
    params: {
      workbook_id: string
      name: string
      direction?: 'up' | 'down' | 'both' | undefined
      depth?: number | undefined
      format?: 'graph' | 'openlineage' | undefined
    }
    answer: Lineage | {
      events: (Record<string, unknown>)[]
    }
  }
  /** Create an empty table */
  createTable: {
    params: {
      workbook_id: string
    }
    body: CreateTableBody
    answer: CreateTableAnswer
  }
  /** Tables and views of a workbook, by name */
  listTables: {
    params: {
      workbook_id: string
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: ListTablesAnswer
  }
  /** A table, by its name or its id */
  readTable: {
    params: {
      workbook_id: string
      name: string
    }
    answer: Table
  }
  /** Give a table another name */
  renameTable: {
    params: {
      workbook_id: string
      name: string
    }
    body: RenameTableBody
    answer: Table
  }
  /** Delete a table; what was made from it stays, stale */
  deleteTable: {
    params: {
      workbook_id: string
      name: string
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version: string
      actor?: string | undefined
    }
    answer: undefined
  }
  /** Columns of a table */
  readTableColumns: {
    params: {
      workbook_id: string
      name: string
    }
    answer: Columns
  }
  /** Add a column at the end */
  addTableColumn: {
    params: {
      workbook_id: string
      name: string
    }
    body: AddTableColumnBody
    answer: ChangedColumns
  }
  /** Rename a column, or change its type */
  alterTableColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
    }
    body: ColumnChange
    answer: ChangedColumns
  }
  /** Drop a column; the last one stays */
  dropTableColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version: string
      actor?: string | undefined
    }
    answer: ChangedColumns
  }
  /** Say what a column holds */
  describeTableColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
    }
    body?: DescribeTableColumnBody
    answer: DescribeTableColumnAnswer
  }
  /** Columns, row count and first rows; or the JSON Schema of a row */
  readTableSchema: {
    params: {
      workbook_id: string
      name: string
      format?: 'columns' | 'json-schema' | 'frictionless' | undefined
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: ReadTableSchemaAnswer
  }
  /** Rows of a table, page by page */
  readTableRows: {
    params: {
      workbook_id: string
      name: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      offset?: number | undefined
      /** Names, separated by commas; or a JSON list of names, which may hold commas themselves: ["a,b","c"] */
      columns?: string | undefined
      /** Names, separated by commas, -name for descending; or a JSON list of these or of {"column","direction"} with asc or desc, which is exact for names that begin with a minus */
      order_by?: string | undefined
      filter?: string | undefined
      format?: 'json' | 'ndjson' | 'arrow' | 'csv' | undefined
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
      include_row_ids?: boolean | undefined
      count?: boolean | undefined
    }
    answer: RowsPage
  }
  /** Insert and update rows */
  writeTableRows: {
    params: {
      workbook_id: string
      name: string
    }
    body: RowsToUpsert
    answer: WrittenRows
  }
  /** One row */
  readTableRow: {
    params: {
      workbook_id: string
      name: string
      row_id: string
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: ReadTableRowAnswer
  }
  /** Delete one row */
  deleteTableRow: {
    params: {
      workbook_id: string
      name: string
      row_id: string
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version: string
      actor?: string | undefined
    }
    answer: DeletedRows
  }
  /** Delete rows */
  deleteTableRows: {
    params: {
      workbook_id: string
      name: string
    }
    body: RowsToDelete
    answer: DeletedRows
  }
  /** Cells by their places: A1, A1:C10, A:C or 2:5 */
  readTableRange: {
    params: {
      workbook_id: string
      name: string
      range: string
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: ReadTableRangeAnswer
  }
  /** Write cells by their places */
  writeTableRange: {
    params: {
      workbook_id: string
      name: string
    }
    body: RangeToWrite
    answer: WriteTableRangeAnswer
  }
  /** Styles, notes and labels, oldest first */
  listTableAnnotations: {
    params: {
      workbook_id: string
      name: string
      column?: string | undefined
      row_id?: number | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListTableAnnotationsAnswer
  }
  /** Put styles, notes and labels on the table, its columns, rows, cells and ranges */
  annotateTable: {
    params: {
      workbook_id: string
      name: string
    }
    body: AnnotateTableBody
    answer: AnnotateTableAnswer
  }
  /** The same as POST …/annotations/delete */
  removeTableAnnotations: {
    params: {
      workbook_id: string
      name: string
    }
    body: RemoveTableAnnotationsBody
    answer: RemoveTableAnnotationsAnswer
  }
  /** Take annotations away */
  deleteTableAnnotations: {
    params: {
      workbook_id: string
      name: string
    }
    body: DeleteTableAnnotationsBody
    answer: DeleteTableAnnotationsAnswer
  }
  /** Threads of comments on the table, its rows and its cells, the newest first */
  listTableComments: {
    params: {
      workbook_id: string
      name: string
      state?: 'open' | 'resolved' | 'all' | undefined
      row_id?: number | undefined
      column?: string | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListTableCommentsAnswer
  }
  /** Begin a thread about the table, a row or a cell, or answer in one */
  writeTableComment: {
    params: {
      workbook_id: string
      name: string
    }
    body: WriteTableCommentBody
    answer: CommentThread
  }
  /** Change the text of a comment of your own */
  editTableComment: {
    params: {
      workbook_id: string
      name: string
      comment_id: string
    }
    body: EditTableCommentBody
    answer: CommentThread
  }
  /** Delete a comment of your own; an admin of the workbook deletes any */
  deleteTableComment: {
    params: {
      workbook_id: string
      name: string
      comment_id: string
    }
    answer: undefined
  }
  /** Say that a thread is resolved, or open it again */
  resolveTableComment: {
    params: {
      workbook_id: string
      name: string
      comment_id: string
    }
    body: ResolveTableCommentBody
    answer: CommentThread
  }
  /** Who sees the workbook, by name and role: those whom comments can mention */
  listWorkbookPeople: {
    params: {
      workbook_id: string
    }
    answer: ListWorkbookPeopleAnswer
  }
  /** Keep which external sheet a table belongs to; nothing is synchronised */
  bindArtifact: {
    params: {
      workbook_id: string
      name: string
    }
    body: BindArtifactBody
    answer: BindArtifactAnswer
  }
  /** What the rows of a table must be */
  readTableRules: {
    params: {
      workbook_id: string
      name: string
      /** An older version of the rules */
      version?: string | undefined
    }
    answer: TableRules
  }
  /** Say what the rows of a table must be */
  setTableRules: {
    params: {
      workbook_id: string
      name: string
    }
    body: SetTableRulesBody
    answer: TableRulesSet
  }
  /** Propose changes of rows, for others to review */
  proposeRows: {
    params: {
      workbook_id: string
    }
    body: ProposalToSend
    answer: Proposal
  }
  /** Proposals of the workbook, newest first */
  listProposals: {
    params: {
      workbook_id: string
      state?: 'open' | 'applied' | 'rejected' | 'withdrawn' | 'expired' | 'closed' | 'all' | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListProposalsAnswer
  }
  /** A proposal cell by cell, with the rules it would break and the tables it would make stale */
  readProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    answer: Proposal
  }
  /** Withdraw a proposal of your own; an admin of the workbook withdraws any */
  withdrawProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    body: WithdrawProposalBody
    answer: ProposalSummary
  }
  /** Approve or reject a proposal, or comment on it */
  reviewProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    body: ProposalReviewToSend
    answer: ProposalSummary
  }
  /** Write what an approved proposal says, once */
  applyProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    body?: ProposalApplication
    answer: AppliedProposal
  }
  /** Who approves proposals of the workbook */
  readProposalSettings: {
    params: {
      workbook_id: string
    }
    answer: ProposalSettings
  }
  /** Say who approves proposals of the workbook, and how many of them must */
  setProposalSettings: {
    params: {
      workbook_id: string
    }
    body: ProposalSettingsToSet
    answer: ProposalSettings
  }
  /** What the values of each column look like: counts, extremes, quantiles, frequent values, patterns */
  profileTable: {
    params: {
      workbook_id: string
      name: string
      /** Names, separated by commas */
      columns?: string | undefined
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: Profile
  }
  /** The values of a column and how often each occurs, the most frequent first */
  listTableValues: {
    params: {
      workbook_id: string
      name: string
      column: string
      search?: string | undefined
      filter?: string | undefined
      limit?: number | undefined
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: ColumnValues
  }
  /** The next row that shows a text, and where it is among the rows */
  findInTable: {
    params: {
      workbook_id: string
      name: string
      text: string
      /** The offset to begin at */
      from?: number | undefined
      /** next finds a row at from or behind it, previous one before it */
      direction?: 'next' | 'previous' | undefined
      columns?: string | undefined
      order_by?: string | undefined
      filter?: string | undefined
      /** Reads what a snapshot has: its id, or version:<label>. Tables are named as they were then. */
      as_of?: string | undefined
    }
    answer: FoundCells
  }
  /** What happened to a row, cell by cell, newest first */
  readTableRowHistory: {
    params: {
      workbook_id: string
      name: string
      row_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ReadTableRowHistoryAnswer
  }
  /** Rows that were edited after a version, in the order of the edits */
  readTableChanges: {
    params: {
      workbook_id: string
      name: string
      /** An edit_version */
      since: number
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ReadTableChangesAnswer
  }
  /** Take back what an op did to rows */
  undoOp: {
    params: {
      workbook_id: string
      op_id: string
      force?: boolean | undefined
      /** Answers what would change, and writes nothing */
      dry_run?: boolean | undefined
    }
    answer: UndoOpAnswer
  }
  /** Take back all that was done to rows under a label */
  undoSession: {
    params: {
      workbook_id: string
    }
    body: UndoSessionBody
    answer: UndoSessionAnswer
  }
  /** Workbooks you deleted, and deleted tables of your workbooks, newest first */
  listTrash: {
    params: unknown
    answer: ListTrashAnswer
  }
  /** Purge everything in your trash */
  emptyTrash: {
    params: unknown
    answer: EmptyTrashAnswer
  }
  /** Purge a deleted workbook or table: it does not come back */
  purgeFromTrash: {
    params: {
      /** Of a workbook (wb_…) or a table (art_…) */
      id: string
    }
    answer: undefined
  }
  /** Bring a deleted workbook or table back as it was */
  restoreFromTrash: {
    params: {
      /** Of a workbook (wb_…) or a table (art_…) */
      id: string
    }
    answer: RestoredFromTrash
  }
  /** The review queue: what two sides said differently, newest first */
  listConflicts: {
    params: {
      workbook_id: string
      status?: 'open' | 'closed' | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListConflictsAnswer
  }
  /** Saved views of a workbook, by table and name */
  listSavedViews: {
    params: {
      workbook_id: string
      /** Those of one table */
      table?: string | undefined
    }
    answer: ListSavedViewsAnswer
  }
  /** Keep a way to look at a table under a name */
  createSavedView: {
    params: {
      workbook_id: string
    }
    body: CreateSavedViewBody
    answer: SavedView
  }
  /** A saved view */
  readSavedView: {
    params: {
      workbook_id: string
      view_id: string
    }
    answer: SavedView
  }
  /** Rename a saved view, or have it show the table in another way */
  changeSavedView: {
    params: {
      workbook_id: string
      view_id: string
    }
    body?: ChangeSavedViewBody
    answer: SavedView
  }
  /** Delete a saved view; the table stays */
  deleteSavedView: {
    params: {
      workbook_id: string
      view_id: string
    }
    answer: undefined
  }
  /** Ask the tables of a workbook with SQL */
  runQuery: {
    params: {
      workbook_id: string
    }
    body: QueryRequest
    answer: QueryResult
  }
  /** What a query would answer with, or what is wrong with it */
  validateQuery: {
    params: {
      workbook_id: string
    }
    body: ValidateQueryBody
    answer: ValidateQueryAnswer
  }
  /** Rows of a result, page by page */
  readResult: {
    params: {
      result_id: string
      limit?: number | undefined
      /** At most the row_count */
      offset?: number | undefined
      format?: 'json' | 'ndjson' | 'arrow' | undefined
      shape?: 'objects' | 'arrays' | undefined
    }
    answer: QueryResult
  }
  /** Group and measure the rows of a table, without SQL */
  summarizeTable: {
    params: {
      workbook_id: string
      shape?: 'objects' | 'arrays' | undefined
    }
    body: Summary
    answer: QueryResult
  }
  /** Questions of a workbook, by name */
  listQuestions: {
    params: {
      workbook_id: string
    }
    answer: ListQuestionsAnswer
  }
  /** Keep a query or a summary, with its chart, under a name */
  createQuestion: {
    params: {
      workbook_id: string
    }
    body: CreateQuestionBody
    answer: Question
  }
  /** A question, and how its answer is drawn */
  readQuestion: {
    params: {
      workbook_id: string
      question_id: string
    }
    answer: Question
  }
  /** Rename a question, or have it ask or draw something else */
  changeQuestion: {
    params: {
      workbook_id: string
      question_id: string
    }
    body?: ChangeQuestionBody
    answer: Question
  }
  /** Delete a question; the tables it asks stay */
  deleteQuestion: {
    params: {
      workbook_id: string
      question_id: string
    }
    answer: undefined
  }
  /** Ask a question again, as the tables are now */
  runQuestion: {
    params: {
      workbook_id: string
      question_id: string
      shape?: 'objects' | 'arrays' | undefined
    }
    answer: QueryResult
  }
  /** Dashboards of a workbook, by name */
  listDashboards: {
    params: {
      workbook_id: string
    }
    answer: ListDashboardsAnswer
  }
  /** Put questions, saved views and texts on a page */
  createDashboard: {
    params: {
      workbook_id: string
    }
    body: CreateDashboardBody
    answer: Dashboard
  }
  /** A dashboard: its tiles, and where they lie */
  readDashboard: {
    params: {
      workbook_id: string
      dashboard_id: string
    }
    answer: Dashboard
  }
  /** Rename a dashboard, or move its tiles */
  changeDashboard: {
    params: {
      workbook_id: string
      dashboard_id: string
    }
    body?: ChangeDashboardBody
    answer: Dashboard
  }
  /** Delete a dashboard; its questions and tables stay */
  deleteDashboard: {
    params: {
      workbook_id: string
      dashboard_id: string
    }
    answer: undefined
  }
  /** Links that show something of a workbook, newest first */
  listLinks: {
    params: {
      workbook_id: string
    }
    answer: ListLinksAnswer
  }
  /** Share a table, a saved view or a dashboard by a link */
  createLink: {
    params: {
      workbook_id: string
    }
    body: CreateLinkBody
    answer: CreateLinkAnswer
  }
  /** Revoke a link: from the next request on it shows nothing */
  revokeLink: {
    params: {
      workbook_id: string
      link_id: string
    }
    answer: undefined
  }
  /** What a link shows */
  readShared: {
    params: unknown
    answer: Shared
  }
  /** Rows of the table or view that a link shows */
  readSharedRows: {
    params: {
      /** A tile with a view, of a dashboard */
      tile_id?: string | undefined
      offset?: number | undefined
      limit?: number | undefined
    }
    answer: SharedRows
  }
  /** The answer of a question on the dashboard that a link shows */
  readSharedAnswer: {
    params: {
      tile_id: string
    }
    answer: ReadSharedAnswerAnswer
  }
  /** Make a table from others, and keep how */
  createTransform: {
    params: {
      workbook_id: string
    }
    body: NewTransform
    answer: TransformRun | StartedJob
  }
  /** Transforms of a workbook, by name */
  listTransforms: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListTransformsAnswer
  }
  /** A transform, by the name of its output or its id */
  readTransform: {
    params: {
      workbook_id: string
      name: string
    }
    answer: Transform
  }
  /** Put other code in the place of a transform, or a new one there */
  putTransform: {
    params: {
      workbook_id: string
      name: string
    }
    body: ReplacedTransform
    answer: TransformRun | StartedJob
  }
  /** Delete a transform with its output; what was made from that stays, stale */
  deleteTransform: {
    params: {
      workbook_id: string
      name: string
      actor?: string | undefined
    }
    answer: undefined
  }
  /** Run a transform, and everything that is made from its output */
  runTransform: {
    params: {
      workbook_id: string
      name: string
    }
    body?: RunTransformBody
    answer: TransformRun | StartedJob
  }
  /** Run the transforms behind all stale tables, in the order of their dependencies */
  recomputeWorkbook: {
    params: {
      workbook_id: string
    }
    body?: RecomputeWorkbookBody
    answer: {
      recomputed: MadeTable[]
      skipped_reports: string[]
      failed: FailedTransform[]
      fresh: boolean
    } | StartedJob
  }
  /** Cells of a derived table that people have written over */
  listTableOverrides: {
    params: {
      workbook_id: string
      name: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListTableOverridesAnswer
  }
  /** Take an override away: the cell shows what the transform makes of it */
  dropTableOverride: {
    params: {
      workbook_id: string
      name: string
      override_id: string
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version: string
      actor?: string | undefined
    }
    answer: DropTableOverrideAnswer
  }
  /** Whether the service may read your drive, and where you can allow it */
  readDriveAuthorization: {
    params: {
      /** google_drive, google_sheets, microsoft */
      provider: string
      /** What it is wanted for; you must be able to see it */
      workbook_id?: string | undefined
    }
    answer: CloudAuthorization
  }
  /** Take the leave to read your drive back */
  revokeDriveAuthorization: {
    params: {
      /** google_drive, google_sheets, microsoft */
      provider: string
    }
    answer: undefined
  }
  /** Files of your drive that can be imported, folders first */
  listCloudFiles: {
    params: {
      /** google_drive, google_sheets, microsoft */
      provider: string
      folder_id?: string | undefined
      q?: string | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListCloudFilesAnswer
  }
  /** Go to the provider of a drive, to allow the service to read it */
  startDriveAuthorization: {
    params: {
      state: string
    }
    answer: Response
  }
  /** Come back from the provider of a drive */
  finishDriveAuthorization: {
    params: {
      provider: 'google_drive' | 'microsoft'
      state: string
      code?: string | undefined
      error?: string | undefined
    }
    answer: Response
  }
  /** Uploaded files of a workbook and how far each came, newest first */
  listSources: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListSourcesAnswer
  }
  /** Upload a spreadsheet */
  uploadSource: {
    params: {
      workbook_id: string
    }
    body?: UploadSourceBody
    answer: Uploaded
  }
  /** A source, by its name or its id */
  readSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    answer: Source
  }
  /** The original file, byte by byte as it came */
  downloadSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    answer: Response
  }
  /** Cells of the file, as a person would see them there */
  previewSource: {
    params: {
      workbook_id: string
      source_name: string
      sheet?: string | undefined
      range?: string | undefined
    }
    answer: SourcePreview
  }
  /** The next edition of a file, read as the last one was */
  reviseSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body: ReviseSourceBody
    answer: MaterializedSource
  }
  /** The templates of a workspace, oldest first */
  listTemplates: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: ListTemplatesAnswer
  }
  /** Save how a source is read as a template */
  createTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body: NewTemplate
    answer: Template
  }
  /** One template */
  readTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      template_id: string
    }
    answer: Template
  }
  /** Rename a template, switch it off or on, or change the names and types of its fields */
  changeTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      template_id: string
    }
    body?: ChangeTemplateBody
    answer: Template
  }
  /** Delete a template; tables that were made by it stay */
  deleteTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      template_id: string
    }
    answer: undefined
  }
  /** Have the service fetch a spreadsheet from a public address */
  uploadFromUrl: {
    params: {
      workbook_id: string
    }
    body: UploadFromUrlBody
    answer: Uploaded
  }
  /** Import a file of your drive */
  uploadFromDrive: {
    params: {
      workbook_id: string
    }
    body: UploadFromDriveBody
    answer: Uploaded
  }
  /** Look at a source and propose how to read it */
  analyzeSource: {
    params: {
      workbook_id: string
      source_name: string
      keep_overrides?: boolean | undefined
    }
    answer: AnalyzeSourceAnswer
  }
  /** How a source is read */
  readParseSpec: {
    params: {
      workbook_id: string
      source_name: string
      preview?: boolean | undefined
    }
    answer: PreviewedSpec
  }
  /** Correct how a source is read */
  correctParseSpec: {
    params: {
      workbook_id: string
      source_name: string
      preview?: boolean | undefined
    }
    body: ParseSpec
    answer: PreviewedSpec
  }
  /** Correct how a source is read, by operations */
  patchParseSpec: {
    params: {
      workbook_id: string
      source_name: string
      preview?: boolean | undefined
      dry_run?: boolean | undefined
    }
    body: SpecOperations
    answer: CorrectedSpec
  }
  /** Make tables of a source, or add it to one */
  materializeSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body?: MaterializeRequest
    answer: MaterializedSource
  }
  /** A file in one text that fits into a number of tokens */
  mapSource: {
    params: {
      workbook_id: string
      source_name: string
      sheet?: string | undefined
      max_tokens?: number | undefined
    }
    answer: MapSourceAnswer
  }
  /** Cells of a file that hold a text */
  findSourceCells: {
    params: {
      workbook_id: string
      source_name: string
      find: string
      sheet?: string | undefined
      look_in?: 'values' | 'formulas' | undefined
      limit?: number | undefined
    }
    answer: FindSourceCellsAnswer
  }
  /** Change cells, formulas, formats and rows of an xlsx file */
  editSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body?: FileEdits
    answer: EditedFile
  }
  /** What formulas of an xlsx file would give if cells were others */
  whatIf: {
    params: {
      workbook_id: string
      source_name: string
    }
    body: WhatIfBody
    answer: AnsweredEdit
  }
  /** From which cell of which file each value of a row was read */
  readTableRowOrigin: {
    params: {
      workbook_id: string
      name: string
      row_id: string
    }
    answer: ReadTableRowOriginAnswer
  }
  /** Where rows that break rules of a table are set aside */
  readTableQuarantine: {
    params: {
      workbook_id: string
      name: string
    }
    answer: Quarantine
  }
  /** Send corrected rows of a quarantine into their table */
  sendQuarantinedRows: {
    params: {
      workbook_id: string
      name: string
    }
    body?: SendQuarantinedRowsBody
    answer: QuarantinedRowsSent
  }
  /** In which cells of which files values of a table stood */
  citeTable: {
    params: {
      workbook_id: string
      name: string
    }
    body?: CiteTableBody
    answer: CitedTable
  }
  /** Ask with SQL, and learn from which cells the answer was made */
  citeQuery: {
    params: {
      workbook_id: string
    }
    body: CitedQuery
    answer: CitedQueryAnswer
  }
  /** A slot for a large file, with a signed address to bring its bytes to */
  createUpload: {
    params: {
      workbook_id: string
    }
    body: CreateUploadBody
    answer: UploadSlot
  }
  /** How an upload slot stands */
  readUpload: {
    params: {
      upload_id: string
    }
    answer: UploadSlot
  }
  /** Bring the bytes of a slot */
  putUpload: {
    params: {
      upload_id: string
      expires: number
      /** Must be 64 hexadecimal digits in lower case */
      sig: string
    }
    body: FileInput
    answer: UploadSlot
  }
  /** Make a source of the bytes in a slot */
  ingestUpload: {
    params: {
      upload_id: string
    }
    answer: Uploaded
  }
  /** Commit the current state of all tables */
  commitSnapshot: {
    params: {
      workbook_id: string
    }
    body: CommitSnapshotBody
    answer: CommittedVersion
  }
  /** Snapshots, newest first; what is not committed yet comes before all */
  listSnapshots: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListSnapshotsAnswer
  }
  /** A snapshot */
  readSnapshot: {
    params: {
      workbook_id: string
      snapshot_id: string
    }
    answer: Snapshot
  }
  /** Commit the current state under a name */
  commitVersion: {
    params: {
      workbook_id: string
    }
    body: CommitVersionBody
    answer: Version
  }
  /** Named versions, newest first */
  listVersions: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListVersionsAnswer
  }
  /** A named version */
  readVersion: {
    params: {
      workbook_id: string
      label: string
    }
    answer: Version
  }
  /** Bring tables back to what a snapshot has */
  restoreSnapshot: {
    params: {
      workbook_id: string
      snapshot_id: string
    }
    body?: RestoreSnapshotBody
    answer: RestoredSnapshot
  }
  /** Go back to a version */
  revertVersion: {
    params: {
      workbook_id: string
      label: string
    }
    body?: RevertVersionBody
    answer: RestoredSnapshot
  }
  /** What a snapshot changed, table by table */
  diffSnapshots: {
    params: {
      workbook_id: string
      snapshot_id: string
      against?: string | undefined
    }
    answer: DiffSnapshotsAnswer
  }
  /** Tracked files of a workbook with their versions, newest last */
  listFileLinks: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListFileLinksAnswer
  }
  /** Track a file of your drive: its bytes become version 1 and feed a source of the same name */
  trackCloudFile: {
    params: {
      workbook_id: string
    }
    body: TrackCloudFileBody
    answer: FileLink
  }
  /** Track a file of your machine: its bytes become version 1 and feed a source of the same name */
  trackLocalFile: {
    params: {
      workbook_id: string
    }
    body: TrackLocalFileBody
    answer: FileLink
  }
  /** The next edition of a tracked file, read as the last one was */
  pushFileVersion: {
    params: {
      workbook_id: string
      link_id: string
    }
    body: PushFileVersionBody
    answer: FedFile
  }
  /** Read an older version again, as a new one */
  revertFileVersion: {
    params: {
      workbook_id: string
      link_id: string
      /** The number of the version */
      n: string
      /** Tables that were edited since the file made them, each with the edit_version you saw: the file replaces their rows. As JSON: {"sales": 3} */
      expected_versions?: string | undefined
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version?: string | undefined
    }
    answer: FedFile
  }
  /** The original file of a version, byte by byte as it came */
  downloadFileVersion: {
    params: {
      workbook_id: string
      link_id: string
      /** The number of the version */
      n: string
    }
    answer: Response
  }
  /** Pull the drive's copy of a tracked file now */
  syncFileLink: {
    params: {
      workbook_id: string
      link_id: string
      /** Tables that were edited since the file made them, each with the edit_version you saw: the file replaces their rows. As JSON: {"sales": 3} */
      expected_versions?: string | undefined
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version?: string | undefined
    }
    answer: FedFile
  }
  /** What stands in a sheet of a version, cell by cell */
  readFileVersionCells: {
    params: {
      workbook_id: string
      link_id: string
      /** The number of the version */
      n: string
      sheet?: string | undefined
    }
    answer: ReadFileVersionCellsAnswer
  }
  /** What has changed in a version since the one before, or since another */
  diffFileVersions: {
    params: {
      workbook_id: string
      link_id: string
      /** The number of the version */
      n: string
      against?: number | undefined
    }
    answer: DiffFileVersionsAnswer
  }
  /** Tables that were sent out to be edited and have not come back, newest first */
  listBranches: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListBranchesAnswer
  }
  /** Merge an edited export back into its table, cell by cell */
  mergeTable: {
    params: {
      workbook_id: string
      name: string
    }
    body: MergeTableBody
    answer: MergedTable
  }
  /** Take back a file: it says itself what it belongs to */
  syncFile: {
    params: {
      workbook_id: string
    }
    body: SyncFileBody
    answer: SyncedTables
  }
  /** Close a conflict */
  resolveConflict: {
    params: {
      workbook_id: string
      conflict_id: string
    }
    body: ResolveConflictBody
    answer: ResolveConflictAnswer
  }
  /** Sheets of a workbook, by name */
  listSheets: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: ListSheetsAnswer
  }
  /** A sheet, and which of its tables are there */
  readSheet: {
    params: {
      workbook_id: string
      name: string
    }
    answer: Sheet
  }
  /** Write a sheet, or put another in its place */
  putSheet: {
    params: {
      workbook_id: string
      name: string
    }
    body: SheetToPut
    answer: Sheet
  }
  /** Delete a sheet; the tables it shows stay */
  deleteSheet: {
    params: {
      workbook_id: string
      name: string
    }
    answer: undefined
  }
  /** A sheet with the rows its tables have now, as xlsx, PDF or a page */
  renderSheet: {
    params: {
      workbook_id: string
      name: string
      format?: 'xlsx' | 'html' | 'pdf' | undefined
    }
    answer: Response
  }
  /** Charts that agents made of the tables of a workbook */
  listCharts: {
    params: {
      workbook_id: string
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: ListChartsAnswer
  }
  /** Tables as an xlsx, csv or Parquet file */
  exportTables: {
    params: {
      workbook_id: string
    }
    body?: ExportRequest
    answer: Response
  }
  /** The whole workbook as one file, to keep or to bring to another service */
  makeBundle: {
    params: {
      workbook_id: string
      /** Also every table as Parquet and xlsx, for other programs; the bundle comes back without them too */
      tables?: boolean | undefined
    }
    answer: Response
  }
  /** A workbook from a bundle */
  bringBundle: {
    params: unknown
    body: BringBundleBody
    answer: StartedImport
  }
  /** Erase the values of rows or of a column, in every version and every copy */
  purgeTableValues: {
    params: {
      workbook_id: string
      name: string
    }
    body?: PurgeTableValuesBody
    answer: StartedJob
  }
  /** Look for what is usually wrong with tables; every finding comes with SQL that shows it */
  reviewWorkbook: {
    params: {
      workbook_id: string
    }
    body?: ReviewRequest
    answer: Review | StartedJob
  }
  /** Every artifact this credential can see, in all workbooks, the newest first */
  listMyData: {
    params: {
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: ListMyDataAnswer
  }
  /** Find artifacts and sources by name, description, column names and file names */
  searchData: {
    params: {
      q?: string | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: SearchDataAnswer
  }
  /** Close a developer account for good, with its keys, workspaces and workbooks */
  deleteAccount: {
    params: unknown
    body: DeleteAccountBody
    answer: DeleteAccountAnswer
  }
  /** What was made under your address before it was proven, and is held until you decide */
  listHeldContent: {
    params: unknown
    answer: ListHeldContentAnswer
  }
  /** Keep content that is held for you, or have it deleted for good */
  decideHeldContent: {
    params: unknown
    body: DecideHeldContentBody
    answer: DecideHeldContentAnswer
  }
  /** The page that lists what was made under an address before it was proven */
  heldContentPage: {
    params: {
      return_to?: string | undefined
    }
    answer: Response
  }
  /** Keep or delete held content from its page */
  submitHeldContent: {
    params: unknown
    body: SubmitHeldContentBody
    answer: Response
  }
  /** The process is alive */
  health: {
    params: unknown
    answer: HealthAnswer
  }
  /** The node can serve requests */
  readiness: {
    params: unknown
    answer: ReadinessAnswer
  }
}
