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

export type Account = {
  account_id: string
  name: string
  kind: 'default' | 'developer'
  plan: 'free' | 'payg' | 'solo' | 'pro' | 'self_hosted'
  status: 'active'
  credits: {
    monthly: number
    prepaid: number
    /** Since the month began; in all on a plan without months */
    used: number
    remaining: number
    period_end: string | null
  }
  owner_id: string
  workspace_count: number
  /** Keys that still work */
  key_count: number
  created_at: string
}

export type AddTableColumnAnswer = {
  name: string
  edit_version: number
  columns: Column[]
  table_name: string
  op_id: number | null
  /** Derived tables that became stale */
  stale: string[]
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

export type AlterTableColumnBody = {
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  new_name?: string | null | undefined
  type?: string | null | undefined
  actor?: string | null | undefined
}

export type AnnotateTableAnswer = {
  annotations: Annotation[]
  applied: number
}

export type AnnotateTableBody = {
  annotations: ({
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
  })[]
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
  style: {
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
  } | null
  note: string | null
  label: string | null
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
  updated_at: string
}

export type ArchiveArtifactAnswer = {
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
  binding: {
    binding_id: string
    table: string
    external_kind: 'google_sheets' | 'microsoft'
    external_ref: string
    direction: 'bidirectional' | 'pull' | 'push'
    ownership_map: Record<string, string> | null
    /** False: nothing is synchronised */
    active: boolean
    actor: {
      name: string | null
      user_id: string | null
      credential: 'session' | 'pat' | 'key' | 'link' | 'system'
      credential_id: string | null
    }
    created_at: string
  }
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
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
  merged_at: string | null
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

export type CiteTableAnswer = {
  name: string
  edit_version: number
  /** Its rows are made from other tables; no cell holds them. */
  derived: boolean
  rows: ({
    row_id: number
    values: ({
      column: string
      cell: {
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
      } | null
    })[]
  })[]
  sets: ({
    /** Rows of the table it is made of. */
    rows: number
    /** Those of them whose cells are cited: fewer where there are too many. */
    cited_rows: number
    columns: ({
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
    })[]
  })[]
  made_from: ({
    table: string
    source: string
    revision: number
    sheet: string
    ranges: string[]
  })[]
  made_from_cut: boolean
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

export type ClaimDomainAnswer = {
  domain: string
  /** Where the TXT record is to be */
  record_name: string
  /** What it must say */
  record_value: string
  created_at: string
  verified_at: string | null
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
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
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

export type Columns = {
  name: string
  edit_version: number
  columns: Column[]
  table_name: string
}

export type CommentThread = {
  thread_id: string
  target: {
    kind: 'table' | 'row' | 'cell'
    row_id: number | null
    column: string | null
  }
  resolved_at: string | null
  resolved_by: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  } | null
  /** It is about a column that is masked: its texts are null */
  is_hidden: boolean
  /** The one that began it first */
  comments: ({
    comment_id: string
    text: string | null
    mentions: string[]
    actor: {
      name: string | null
      user_id: string | null
      credential: 'session' | 'pat' | 'key' | 'link' | 'system'
      credential_id: string | null
    }
    created_at: string
    edited_at: string | null
  })[]
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
  check?: ({
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
  })[] | undefined
  template?: {
    template_id: string
    name: string
    why: string[]
    made_of?: string | undefined
  } | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: ({
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
  })[] | undefined
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
  overridden: ({
    region_id: string
    /** One thing that was decided by hand */
    correction: {
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
      reshape?: {
        kind: 'unpivot' | 'stack'
        value_columns: string[]
        measures?: 'rows' | 'columns' | undefined
        names_to?: (string | null)[] | undefined
        id_columns: string[]
        name_to: string
        value_to: string
      } | {
        kind: 'wide_to_long'
        groups: ({
          name: string
          columns: string[]
        })[]
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
        heads: ({
          cell: string
          rows: string[]
        })[]
      } | {
        kind: 'join_lines'
        lines: number
        columns: ({
          name: string
          source: string
          line: number
        })[]
      } | ({
        kind: 'unpivot' | 'stack'
        value_columns: string[]
        measures?: 'rows' | 'columns' | undefined
        names_to?: (string | null)[] | undefined
        id_columns: string[]
        name_to: string
        value_to: string
      } | {
        kind: 'wide_to_long'
        groups: ({
          name: string
          columns: string[]
        })[]
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
        heads: ({
          cell: string
          rows: string[]
        })[]
      } | {
        kind: 'join_lines'
        lines: number
        columns: ({
          name: string
          source: string
          line: number
        })[]
      })[] | null | undefined
      one_header?: boolean | undefined
    }
    why: string
  })[]
}

export type CreateAccountBody = {
  /** Must be text without line breaks or control characters, and not only spaces */
  name: string
}

export type CreateTemplateAnswer = {
  template_id: string
  workspace_id: string
  name: string
  /** Files to come are read by it */
  active: boolean
  /** The labels it looks for. No value of the sample is kept */
  sheets: ({
    title: string | null
    fields: ({
      label: string
      name: string
      type: 'any' | 'text' | 'number' | 'date' | 'timestamp' | 'boolean'
    })[]
    tables: ({
      title: string | null
      columns: ({
        label: string
        name: string
        type: 'any' | 'text' | 'number' | 'date' | 'timestamp' | 'boolean'
      })[]
    })[]
  })[]
  created_by: string
  created_at: string
  updated_at: string
}

export type CreateWebhookAnswer = {
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

export type Dashboard = {
  dashboard_id: string
  name: string
  description: string | null
  tiles: ({
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
  })[]
  version: number
  owner: {
    user_id: string
    name: string | null
  }
  created_at: string
  updated_at: string
}

export type DeleteTableRowAnswer = {
  edit_version: number
  op_id: number | null
  deleted: number
  missing: number[]
  /** Derived tables that became stale */
  stale: string[]
  dry_run?: {
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
  } | undefined
  /** With the scope workbooks:propose alone (status 202): what the write became. It has changed nothing, and its counts are 0. */
  proposal?: ProposalSummary | undefined
}

export type DeleteTableRowsBody = {
  row_ids: number[]
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  actor?: string | null | undefined
  session?: string | null | undefined
  dry_run?: boolean | null | undefined
}

export type DescribeArtifactAnswer = {
  name: string
  description: string | null
}

export type DescribeArtifactBody = {
  description?: string | null | undefined
}

export type DescribeTableColumnAnswer = {
  name: string
  column: string
  description: string | null
}

export type DropTableOverrideAnswer = {
  edit_version: number
  op_id: number
  value: unknown
  /** Derived tables that became stale */
  stale: string[]
}

export type EditTableCommentBody = {
  text: string
  /** Users who see the workbook */
  mentions?: string[] | undefined
}

export type FindInTableAnswer = {
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

export type GetAccountPolicyAnswer = {
  max_session_minutes: number | null
  max_token_days: number | null
  tokens_allowed: boolean
  /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
  public_links: 'allowed' | 'members' | 'off'
}

export type GetBillingAnswer = {
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
  credits: {
    monthly: number
    prepaid: number
    /** Since the month began; in all on a plan without months */
    used: number
    remaining: number
    period_end: string | null
  }
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

export type GetNotificationSettingsAnswer = {
  settings: ({
    kind: 'mention' | 'invitation' | 'job_failed' | 'conflict' | 'dashboard_stale' | 'proposal'
    in_console: boolean
    by_mail: boolean
  })[]
  /** Whether this service can send mail at all */
  is_mail_sent: boolean
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
    to: {
      table: string
      column: string
    }
    /** What its values are made of, and what decides which rows there are */
    from: ({
      table: string
      column: string
    })[]
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

export type ListGroupRolesAnswer = {
  group_roles: ({
    /** The name of a group at the identity provider */
    group: string
    base_role: 'admin' | 'editor' | 'viewer'
    custom_roles: string[]
  })[]
}

export type ListHeldContentAnswer = {
  held: ({
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
  })[]
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

export type ListTableValuesAnswer = {
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
  credits: {
    monthly: number
    prepaid: number
    /** Since the month began; in all on a plan without months */
    used: number
    remaining: number
    period_end: string | null
  }
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

export type MergeTableAnswer = {
  branch_id: string
  table: string
  inserted: number
  updated: number
  deleted: number
  cells_written: number
  /** At most 100 of them */
  conflicts: ({
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
  })[]
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

export type Op = {
  op_id: number
  kind: string
  table: string | null
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
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
  check?: ({
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
  })[] | undefined
  template?: {
    template_id: string
    name: string
    why: string[]
    made_of?: string | undefined
  } | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: ({
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
  })[] | undefined
  templates_refused?: string[] | undefined
}

export type Policy = {
  tag: string
  label: string | null
  role: string
  effect: 'allow' | 'mask' | 'deny'
  mask_style: 'year' | 'last4' | 'hash' | null
  note: string | null
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
  updated_at: string
  /** How many columns bear the tag */
  columns: number
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
  check?: ({
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
  })[] | undefined
  template?: {
    template_id: string
    name: string
    why: string[]
    made_of?: string | undefined
  } | undefined
  files_made_of?: string | undefined
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses?: ({
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
  })[] | undefined
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
  columns: ({
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
  })[]
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
  author: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
  expires_at: string
  closed_at: string | null
  closed_by: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  } | null
  op_id: number | null
  description: string | null
  /** In the order they were written; their texts are null where you do not see all of it */
  reviews: ({
    review_id: string
    verdict: 'approve' | 'reject' | 'comment'
    text: string | null
    actor: {
      name: string | null
      user_id: string | null
      credential: 'session' | 'pat' | 'key' | 'link' | 'system'
      credential_id: string | null
    }
    created_at: string
  })[]
  /** Beside the tables of now while it is open, as it was made once it is closed */
  tables: ({
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
  })[]
  violations: ({
    table: string
    rule: {
      kind: string
      name: string | null
      columns: string[]
    } | null
    row_id: number | null
    index: number | null
    message: string
  })[] | null
  /** Derived tables that became stale */
  stale: string[]
}

export type ProposalSettings = {
  /** Users who approve; empty: any editor */
  reviewers: string[]
  /** Approvals that are needed */
  minimum: number
  /** The caller may set them */
  may_change: boolean
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
  author: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
  expires_at: string
  closed_at: string | null
  closed_by: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  } | null
  op_id: number | null
}

export type PurgeTableValuesBody = {
  row_ids?: number[] | null | undefined
  column?: string | null | undefined
  actor?: string | null | undefined
}

export type PushFileVersionAnswer = {
  changed: boolean
  version: {
    n: number
    kind: 'link' | 'sync' | 'revert'
    modified_by: string | null
    modified: string | null
    synced_at: string
    snapshot_id: string | null
  } | null
  link: TrackCloudFileAnswer
  artifacts: Artifact[]
  /** Rows that break a rule and were set aside, by table */
  quarantined: ({
    table: string
    quarantine_table: string
    rows: number
  })[]
  /** Edits that the file overwrote, by table */
  overwritten_edits: ({
    table: string
    cells: number
    /** Edited, added or deleted by users, and again as the file has them */
    rows: number
    columns: string[]
    /** Cells and rows in the review queue: file and users changed them */
    conflicts: number
  })[]
  safety_snapshot_id: string | null
  op_id: number | null
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

export type ReadTableAccessAnswer = {
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
  unit: {
    text: string
    scale: number
  } | null
  row_units?: ({
    rows: number[]
    unit: {
      text: string
      scale: number
    }
  })[] | undefined
  attributes?: string[] | undefined
  title: string | null
  confidence: number
  evidence: string[]
  columns: ({
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
    evidence: {
      rows: number
      nulls: number
      nonconforming: number
      leading_zero: number
      max_digits: number
      ambiguous_dates: number
      samples: string[]
    }
  })[]
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
  totals: ({
    row?: number | undefined
    /** Must be one to three capital letters */
    column?: string | undefined
    op: 'sum' | 'average' | 'difference' | 'division' | 'relative_change'
    operands: string[]
    cells?: string[] | undefined
    verified: boolean
    agreement: number
  })[]
  period_axis: {
    columns: string[]
    labels: string[]
    normalized: (string | null)[]
    granularity: 'year' | 'half' | 'quarter' | 'month' | 'week' | 'day' | 'other'
    period_to?: string | null | undefined
    scenario_to?: string | null | undefined
  } | null
  reshape: {
    kind: 'unpivot' | 'stack'
    value_columns: string[]
    measures?: 'rows' | 'columns' | undefined
    names_to?: (string | null)[] | undefined
    id_columns: string[]
    name_to: string
    value_to: string
  } | {
    kind: 'wide_to_long'
    groups: ({
      name: string
      columns: string[]
    })[]
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
    heads: ({
      cell: string
      rows: string[]
    })[]
  } | {
    kind: 'join_lines'
    lines: number
    columns: ({
      name: string
      source: string
      line: number
    })[]
  } | ({
    kind: 'unpivot' | 'stack'
    value_columns: string[]
    measures?: 'rows' | 'columns' | undefined
    names_to?: (string | null)[] | undefined
    id_columns: string[]
    name_to: string
    value_to: string
  } | {
    kind: 'wide_to_long'
    groups: ({
      name: string
      columns: string[]
    })[]
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
    heads: ({
      cell: string
      rows: string[]
    })[]
  } | {
    kind: 'join_lines'
    lines: number
    columns: ({
      name: string
      source: string
      line: number
    })[]
  })[] | null
  hierarchy: {
    signals: string[]
    levels: number
    parents: (number[])[]
    agreement: number
  } | null
  outputs: ({
    name: string
    kind: 'list' | 'long' | 'level' | 'computed' | 'accounts' | 'notes' | 'form'
    level?: number | undefined
  })[]
  union?: {
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
  } | null | undefined
  dropped?: ({
    /** Must be a cell such as B2 or a range such as B2:D9, B:D or 2:9 */
    range: string
    why: string
  })[] | undefined
  alternatives: ({
    rank: number
    confidence: number
    summary: string
    patch: Record<string, unknown>
  })[]
  /** A user should answer the question */
  needs_review?: boolean | undefined
  question?: {
    code: 'totals' | 'date_order' | 'reading' | 'table' | 'union'
    text: string
    choices: ({
      text: string
      patch: Record<string, unknown>
      /** An adviser suggested this choice: answering with it makes these operations */
      advice?: {
        /** In the words of the adviser */
        reason: string
        operations: ({
          op: 'set_kind' | 'set_box' | 'set_header_rows' | 'set_role' | 'choose_reading' | 'split_region' | 'merge_regions'
          region?: string | undefined
          regions?: string[] | undefined
          kind?: 'table' | 'form' | undefined
          /** Must be a cell such as B2 or a range such as B2:D9 */
          range?: string | undefined
          rows?: number[] | undefined
          columns?: string[] | undefined
          role?: 'group' | 'data' | 'subtotal' | 'total' | 'difference' | 'ratio' | 'separator' | 'repeat_header' | 'note' | 'unit' | 'continued' | 'label' | 'measure' | 'period' | undefined
          reshape?: {
            kind: 'unpivot' | 'stack'
            value_columns: string[]
            measures?: 'rows' | 'columns' | undefined
            names_to?: (string | null)[] | undefined
            id_columns?: string[] | undefined
            name_to?: string | undefined
            value_to?: string | undefined
          } | {
            kind: 'wide_to_long'
            groups: ({
              name: string
              columns: string[]
            })[]
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
            heads: ({
              cell: string
              rows: string[]
            })[]
          } | {
            kind: 'join_lines'
            lines: number
            columns: ({
              name: string
              source: string
              line: number
            })[]
          } | ({
            kind: 'unpivot' | 'stack'
            value_columns: string[]
            measures?: 'rows' | 'columns' | undefined
            names_to?: (string | null)[] | undefined
            id_columns?: string[] | undefined
            name_to?: string | undefined
            value_to?: string | undefined
          } | {
            kind: 'wide_to_long'
            groups: ({
              name: string
              columns: string[]
            })[]
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
            heads: ({
              cell: string
              rows: string[]
            })[]
          } | {
            kind: 'join_lines'
            lines: number
            columns: ({
              name: string
              source: string
              line: number
            })[]
          })[] | null | undefined
          at_row?: number | undefined
          /** Must be one to three capital letters */
          at_column?: string | undefined
        })[]
      } | undefined
    })[]
  } | null | undefined
  corrections?: ({
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
    reshape?: {
      kind: 'unpivot' | 'stack'
      value_columns: string[]
      measures?: 'rows' | 'columns' | undefined
      names_to?: (string | null)[] | undefined
      id_columns: string[]
      name_to: string
      value_to: string
    } | {
      kind: 'wide_to_long'
      groups: ({
        name: string
        columns: string[]
      })[]
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
      heads: ({
        cell: string
        rows: string[]
      })[]
    } | {
      kind: 'join_lines'
      lines: number
      columns: ({
        name: string
        source: string
        line: number
      })[]
    } | ({
      kind: 'unpivot' | 'stack'
      value_columns: string[]
      measures?: 'rows' | 'columns' | undefined
      names_to?: (string | null)[] | undefined
      id_columns: string[]
      name_to: string
      value_to: string
    } | {
      kind: 'wide_to_long'
      groups: ({
        name: string
        columns: string[]
      })[]
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
      heads: ({
        cell: string
        rows: string[]
      })[]
    } | {
      kind: 'join_lines'
      lines: number
      columns: ({
        name: string
        source: string
        line: number
      })[]
    })[] | null | undefined
    one_header?: boolean | undefined
  })[] | undefined
}

export type RegisterAnswer = {
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

export type ResolveTableCommentBody = {
  resolved: boolean
}

export type RestoreSnapshotAnswer = {
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

export type RestoreSnapshotBody = {
  tables?: string[] | null | undefined
}

export type ReviseSourceAnswer = {
  source?: Source | undefined
  artifacts?: Artifact[] | undefined
  reports?: ({
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
  })[] | undefined
  edit_version?: number | null | undefined
  /** Everything was there already, and nothing was written */
  unchanged?: boolean | undefined
  /** Tables that the source made before and makes no longer */
  archived?: string[] | undefined
  /** The same of tables that were edited, or that others read or show: they stay as they are */
  kept?: string[] | undefined
  /** Rows that break a rule and were set aside, by table */
  quarantined?: ({
    table: string
    quarantine_table: string
    rows: number
  })[] | undefined
  /** The first rows that break a rule and came in: on_violation warn */
  broken?: ({
    table: string
    rule: {
      kind: string
      name: string | null
      columns: string[]
    } | null
    row_id: number | null
    index: number | null
    message: string
  })[] | undefined
  broken_count?: number | undefined
  /** Edits that the file overwrote, by table */
  overwritten_edits?: ({
    table: string
    cells: number
    /** Edited, added or deleted by users, and again as the file has them */
    rows: number
    columns: string[]
    /** Cells and rows in the review queue: file and users changed them */
    conflicts: number
  })[] | undefined
  safety_snapshot_id?: string | null | undefined
  op_id?: number | null | undefined
  job_id?: string | undefined
  status?: string | undefined
}

export type RowPolicy = {
  /** Its id where it is in the trash or gone: what was made from its rows stays closed */
  table: string
  table_id: string
  predicate: string
  mapping: {
    table: string
    table_id: string
    email: string
    /** Names of attributes, each with the column that holds its values */
    attributes: Record<string, string>
  } | null
  /** Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them */
  may_write_unseen: boolean
  /** False: a column that it or its mapping names was dropped or has another type. A predicate that does not fit shows no row to anyone, a mapping none by its attributes */
  fits: boolean
  note: string | null
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
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
  freshness: {
    stale: boolean
    stale_since: string | null
  }
  next_cursor: string | null
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
  filter: ({
    column: string
    op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
    value?: string | number | boolean | null | undefined
    /** The upper end of between, itself included */
    to?: string | number | boolean | null | undefined
    /** Of in and not_in; null is an empty cell */
    values?: (string | number | boolean | null)[] | undefined
  })[]
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

export type SendQuarantinedRowsBody = {
  row_ids?: number[] | null | undefined
  actor?: string | null | undefined
}

export type SetTableRulesBody = {
  rules: ({
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
  })[]
  /** The version of the rules you read, 0 for none, or null to decline the check */
  expected_version: number | null
  enforce?: 'new' | 'all' | undefined
  on_violation?: 'reject' | 'quarantine' | 'warn' | null | undefined
  dry_run?: boolean | undefined
  actor?: string | null | undefined
}

export type SetWorkspaceUserRolesAnswer = {
  user_id: string
  email: string
  name: string
  base_role: 'admin' | 'editor' | 'viewer' | null
  custom_roles: string[]
  /** What policies see: the base role and the custom roles */
  roles: string[]
  attributes: Record<string, string[]> | null
}

export type Shared = {
  kind: 'table' | 'view' | 'dashboard'
  name: string
  description: string | null
  expires_at: string
  tiles: ({
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
  })[]
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

export type Snapshot = {
  snapshot_id: string
  status: 'editing' | 'committed'
  summary: string | null
  event_type: string
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  } | null
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
  parse_spec: {
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
    warnings: ({
      code: string
      message: string
      region_id: string | null
      column: string | null
      count: number
    })[]
    /** Computed: what a client sends here is ignored */
    check: ({
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
    })[]
  } | null
  template: {
    template_id: string
    name: string
    why: string[]
  } | null
  /** Templates that nearly fit, and why the file was not read by them */
  template_misses: ({
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
  })[]
  artifacts: string[]
  error: string | null
  created_at: string
  updated_at: string
  created_by: string
}

export type StartCheckoutAnswer = {
  checkout_url: string
  session_id: string
  expires_at: string
}

export type StartedJob = {
  job_id: string
  status: 'pending'
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

export type TableRules = {
  table: string
  /** Of the rules; 0 where there never were any */
  version: number
  enforce: 'new' | 'all'
  /** What becomes of rows that break a rule when they come out of a file or a run that does not say: none comes in, they are set aside in a table beside it, or all come in */
  on_violation: 'reject' | 'quarantine' | 'warn'
  rules: ({
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
  })[]
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
  rules: ({
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
  })[]
  /** Rules about what is hidden from you are left out */
  partial: boolean
  /** The first rows that break the rules now */
  broken: ({
    table: string
    rule: {
      kind: string
      name: string | null
      columns: string[]
    } | null
    row_id: number | null
    index: number | null
    message: string
  })[]
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

export type TrackCloudFileAnswer = {
  link_id: string
  name: string
  kind: 'cloud' | 'local'
  provider: 'google_drive' | 'microsoft' | null
  external_id: string | null
  origin: string
  source_name: string
  current_version: number
  versions: ({
    n: number
    kind: 'link' | 'sync' | 'revert'
    modified_by: string | null
    modified: string | null
    synced_at: string
    snapshot_id: string | null
  })[]
  created_at: string
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

export type UnarchiveArtifactBody = {
  as_name?: string | null | undefined
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

export type Uploaded = {
  source?: Source | undefined
  artifacts?: Artifact[] | undefined
  structuring?: 'structured' | 'skipped' | 'deferred' | 'raw_fallback' | 'off' | undefined
  structuring_reason?: string | null | undefined
  credits_spent?: number | undefined
  existing?: boolean | undefined
  warnings?: ({
    code: string
    message: string
    region_id: string | null
    column: string | null
    count: number
  })[] | undefined
  files?: ({
    filename: string
    source: string
    outcome: 'template' | 'united' | 'not_fitting' | 'tables' | 'existing' | 'kept' | 'failed'
    template: {
      template_id: string
      name: string
    } | null
    /** Templates that nearly fit, and why the file was not read by them */
    template_misses: ({
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
    })[]
    tables: string[]
    error: string | null
  })[] | undefined
  job_id?: string | undefined
  status?: 'pending' | undefined
}

export type Version = {
  label: string
  snapshot_id: string
  summary: string | null
  actor: {
    name: string | null
    user_id: string | null
    credential: 'session' | 'pat' | 'key' | 'link' | 'system'
    credential_id: string | null
  }
  created_at: string
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

export type WriteTableRangeBody = {
  range: string
  values: (unknown[])[]
  /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
  expected_version: number | null
  actor?: string | null | undefined
}

export type WriteTableRowsBody = {
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
  dry_run?: {
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
  } | undefined
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
    answer: {
      accounts: Account[]
      next_cursor: string | null
    }
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
    answer: {
      workspaces: Workspace[]
      next_cursor: string | null
    }
  }
  /** Provision a managed workspace */
  provisionWorkspace: {
    params: unknown
    body: {
      /** Must be text without line breaks or control characters, and not only spaces */
      name: string
      account_id?: string | null | undefined
      residency?: string | null | undefined
      preprocess_rules?: string | null | undefined
      idp_config?: Record<string, unknown> | null | undefined
    }
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
    body?: {
      name?: string | null | undefined
      residency?: string | null | undefined
      preprocess_rules?: string | null | undefined
      idp_config?: Record<string, unknown> | null | undefined
      /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
      public_links?: 'allowed' | 'members' | 'off' | undefined
    }
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
    answer: {
      users: ({
        user_id: string
        email: string
        name: string
        base_role: 'admin' | 'editor' | 'viewer'
        custom_roles: string[]
        /** What policies see: the base role and the custom roles */
        roles: string[]
        attributes: Record<string, string[]> | null
      })[]
      /** Shown to admins: users who are no members and have a direct share of a workbook, or custom roles that were kept */
      guests: ({
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
      })[]
    }
  }
  /** Replace the custom roles of a member, whose base role stays, or of a guest */
  setWorkspaceUserRoles: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      user_id: string
    }
    body: {
      roles: string[]
    }
    answer: SetWorkspaceUserRolesAnswer
  }
  /** Replace the attributes of a member or guest that row policies ask for */
  setWorkspaceUserAttributes: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      user_id: string
    }
    body: {
      attributes: Record<string, string[]>
    }
    answer: SetWorkspaceUserRolesAnswer
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
    body: {
      /** Must be an e-mail address */
      email: string
      base_role: 'admin' | 'editor' | 'viewer'
    }
    answer: {
      invitation_id: string
      email: string
      base_role: 'admin' | 'editor' | 'viewer'
      invited_by: string
      created_at: string
      expires_at: string
      url: string | null
    }
  }
  /** Invitations that are not accepted yet, newest first */
  listInvitations: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: {
      invitations: ({
        invitation_id: string
        email: string
        base_role: 'admin' | 'editor' | 'viewer'
        invited_by: string
        created_at: string
        expires_at: string
      })[]
    }
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
    answer: {
      domains: ClaimDomainAnswer[]
    }
  }
  /** Claim a domain; the answer says which TXT record proves that you hold it */
  claimDomain: {
    params: unknown
    body: {
      /** Must be a domain such as example.com */
      domain: string
      account_id?: string | null | undefined
    }
    answer: ClaimDomainAnswer
  }
  /** Look for the TXT record of a claimed domain */
  verifyDomain: {
    params: {
      domain: string
      account_id?: string | undefined
    }
    answer: ClaimDomainAnswer
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
    answer: ListGroupRolesAnswer
  }
  /** Replace which groups of the identity provider are what in a workspace */
  setGroupRoles: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body: {
      group_roles: ({
        /** Must be text without line breaks or control characters, and not only spaces */
        group: string
        base_role: 'admin' | 'editor' | 'viewer'
        custom_roles?: string[] | undefined
      })[]
    }
    answer: ListGroupRolesAnswer
  }
  /** What was changed about an account as a whole, newest first */
  readAccountLog: {
    params: {
      account_id?: string | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      entries: ({
        at: string
        action: string
        target: Record<string, unknown>
        detail: Record<string, unknown>
        actor: {
          user_id: string | null
          credential: 'session' | 'pat' | 'key' | 'link' | 'system'
          credential_id: string | null
        }
      })[]
      next_cursor: string | null
    }
  }
  /** What an account asks of sessions, tokens and links */
  getAccountPolicy: {
    params: {
      account_id?: string | undefined
    }
    answer: GetAccountPolicyAnswer
  }
  /** Replace what an account asks of sessions, tokens and links */
  setAccountPolicy: {
    params: {
      account_id?: string | undefined
    }
    body?: {
      max_session_minutes?: number | null | undefined
      max_token_days?: number | null | undefined
      tokens_allowed?: boolean | undefined
      /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
      public_links?: 'allowed' | 'members' | 'off' | undefined
    }
    answer: GetAccountPolicyAnswer
  }
  /** Register and log in */
  register: {
    params: unknown
    body: {
      /** Must be an e-mail address */
      email: string
      password: string
      /** Must be text of one line, and not only spaces */
      name: string
    }
    answer: RegisterAnswer
  }
  /** Log in with e-mail and password */
  login: {
    params: unknown
    body: {
      /** Must be an e-mail address */
      email: string
      password: string
    }
    answer: RegisterAnswer
  }
  /** Renew a session with its refresh token */
  refreshSession: {
    params: unknown
    body?: RefreshSessionBody
    answer: RegisterAnswer
  }
  /** End the session at once */
  logout: {
    params: unknown
    body?: RefreshSessionBody
    answer: undefined
  }
  /** The keys that session tokens are signed with */
  publicKeys: {
    params: unknown
    answer: {
      keys: (Record<string, string>)[]
    }
  }
  /** Begin a login that a person approves in a browser (RFC 8628) */
  startDeviceLogin: {
    params: unknown
    body?: {
      client_name?: string | null | undefined
    }
    answer: {
      device_code: string
      user_code: string
      verification_uri: string
      verification_uri_complete: string
      expires_in: number
      interval: number
    }
  }
  /** Ask whether the login was approved; the tokens come once */
  exchangeDeviceCode: {
    params: unknown
    body: {
      device_code: string
      grant_type?: 'urn:ietf:params:oauth:grant-type:device_code' | undefined
    }
    answer: RegisterAnswer
  }
  /** Sign in from the login page */
  submitLogin: {
    params: unknown
    body: {
      email?: string | undefined
      password?: string | undefined
      return_to?: string | undefined
    }
    answer: Response
  }
  /** Create an account from the register page */
  submitRegistration: {
    params: unknown
    body: {
      name?: string | undefined
      email?: string | undefined
      password?: string | undefined
      return_to?: string | undefined
    }
    answer: Response
  }
  /** Have a link to a new password mailed, from the page */
  submitPasswordLink: {
    params: unknown
    body: {
      email?: string | undefined
    }
    answer: Response
  }
  /** Set a new password from the page behind a mailed link */
  submitNewPassword: {
    params: unknown
    body: {
      token?: string | undefined
      password?: string | undefined
      keep?: string | string[] | undefined
    }
    answer: Response
  }
  /** Enter the code of a program */
  submitUserCode: {
    params: unknown
    body: {
      user_code?: string | undefined
    }
    answer: Response
  }
  /** Let a program in, or send it away */
  submitConsent: {
    params: unknown
    body: {
      user_code?: string | undefined
      answer?: string | undefined
    }
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
    body: {
      /** Must be an e-mail address */
      email: string
    }
    answer: {
      sent: true
    }
  }
  /** Set a new password with a mailed link; every session, token, key and webhook not kept ends */
  resetPassword: {
    params: unknown
    body: {
      token: string
      password: string
      keep?: string[] | null | undefined
    }
    answer: undefined
  }
  /** What a new password by this link would end */
  reviewPasswordLink: {
    params: unknown
    body: {
      token: string
    }
    answer: {
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
  }
  /** Your personal access tokens, without their secrets */
  listTokens: {
    params: unknown
    answer: {
      tokens: Token[]
      next_cursor: string | null
    }
  }
  /** Mint a personal access token; its plaintext is in this answer and nowhere else */
  createToken: {
    params: unknown
    body: {
      name: string
      account_id?: string | null | undefined
      expires_in_days?: number | null | undefined
      rate_limit_per_minute?: number | null | undefined
      resource?: string | null | undefined
      scopes?: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage')[] | null | undefined
    }
    answer: {
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
    answer: {
      keys: Key[]
      next_cursor: string | null
    }
  }
  /** Mint an account key; its plaintext is in this answer and nowhere else */
  createKey: {
    params: unknown
    body: {
      /** `scim` stands alone: a key for the identity provider of a company, which can do nothing else */
      scopes: ('workbooks:read' | 'workbooks:propose' | 'workbooks:write' | 'workbooks:share' | 'workbooks:delete' | 'cloud-files:read' | 'governance:configure' | 'workspaces:read' | 'workspaces:create' | 'workspaces:configure' | 'workspaces:delete' | 'keys:read' | 'keys:mint' | 'keys:revoke' | 'account:read' | 'billing:manage' | 'scim')[]
      account_id?: string | null | undefined
      name?: string | null | undefined
      expires_in_days?: number | null | undefined
      rate_limit_per_minute?: number | undefined
      workspace_id?: string | null | undefined
    }
    answer: {
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
    answer: {
      days: number
      tokens: ({
        token_id: string
        name: string | null
        buckets: ({
          date: string
          requests: number
        })[]
      })[]
    }
  }
  /** Join the workspace an invitation leads to */
  acceptInvitation: {
    params: {
      token: string
    }
    body?: {
      name?: string | null | undefined
      password?: string | null | undefined
    }
    answer: {
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
    body: {
      token?: string | undefined
      name?: string | undefined
      password?: string | undefined
    }
    answer: Response
  }
  /** What happened in the workbooks you can read, oldest first */
  listMyEvents: {
    params: {
      /** An event id */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: {
      events: BinderyEvent[]
      next_cursor: string | null
    }
  }
  /** Your recent jobs, newest first */
  listJobs: {
    params: {
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      jobs: Job[]
      next_cursor: string | null
    }
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
    answer: GetBillingAnswer
  }
  /** Have credits bought whenever there are few, or no longer */
  setAutoTopup: {
    params: unknown
    body: {
      enabled: boolean
      amount?: number | undefined
      threshold?: number | undefined
      account_id?: string | null | undefined
    }
    answer: GetBillingAnswer
  }
  /** Begin a subscription on a page of the payment provider */
  startCheckout: {
    params: unknown
    body: {
      plan: 'solo' | 'pro'
      interval?: 'month' | 'year' | undefined
      account_id?: string | null | undefined
      success_url?: string | null | undefined
      cancel_url?: string | null | undefined
    }
    answer: StartCheckoutAnswer
  }
  /** Pay by use: save a card on a page of the payment provider, without a charge */
  enablePayg: {
    params: unknown
    body?: {
      account_id?: string | null | undefined
      success_url?: string | null | undefined
      cancel_url?: string | null | undefined
    }
    answer: StartCheckoutAnswer
  }
  /** A page of the payment provider: receipts, cards, the end of a subscription */
  openPortal: {
    params: unknown
    body?: {
      account_id?: string | null | undefined
      return_url?: string | null | undefined
    }
    answer: {
      portal_url: string
    }
  }
  /** Let a developer account pay by use with the card of your default account */
  reuseCard: {
    params: unknown
    body: {
      account_id: string
    }
    answer: GetBillingAnswer
  }
  /** Buy a pack of credits: with the saved card at once, else on a page of the payment provider */
  topUp: {
    params: unknown
    body: {
      /** Credits */
      amount: 1000 | 5000 | 10000 | 50000
      account_id?: string | null | undefined
      success_url?: string | null | undefined
      cancel_url?: string | null | undefined
    }
    answer: {
      charged?: boolean | undefined
      /** Credits that can be spent now */
      balance?: number | undefined
      checkout_url?: string | undefined
      session_id?: string | undefined
      expires_at?: string | undefined
    }
  }
  /** Where the payment provider tells what happened, signed */
  receivePaymentEvent: {
    params: unknown
    answer: {
      received: boolean
    }
  }
  /** What an account used on each UTC day; days without activity are left out */
  readUsageSeries: {
    params: {
      days?: number | undefined
      account_id?: string | undefined
    }
    answer: {
      account_id: string
      days: number
      buckets: ({
        date: string
        requests: number
        ops: number
        credits: number
        storage_bytes: number | null
        tables: number | null
      })[]
    }
  }
  /** Who you are, what your credential may do and reach, and what your account has */
  getMe: {
    params: unknown
    answer: Me
  }
  /** Change your name */
  changeMe: {
    params: unknown
    body: CreateAccountBody
    answer: Me
  }
  /** The workspaces your credential reaches, by name */
  listMyWorkspaces: {
    params: unknown
    answer: {
      workspaces: ({
        workspace_id: string
        name: string
        /** Workbooks that name no workspace land here */
        is_default: boolean
      })[]
    }
  }
  /** What you should look at: mentions, invitations, failed jobs, conflicts, stale dashboards and proposals, the newest first */
  listMyNotifications: {
    params: {
      state?: 'unread' | 'all' | undefined
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      notifications: Notification[]
      unread_count: number
      next_cursor: string | null
    }
  }
  /** Mark notifications as read: those that are named, or all */
  markNotificationsRead: {
    params: unknown
    body?: {
      notification_ids?: string[] | null | undefined
    }
    answer: {
      unread_count: number
    }
  }
  /** Where notifications of each kind go: into the console, by mail, both or neither */
  getNotificationSettings: {
    params: unknown
    answer: GetNotificationSettingsAnswer
  }
  /** Choose where notifications of a kind go from now on */
  changeNotificationSettings: {
    params: unknown
    body: {
      settings: ({
        kind: 'mention' | 'invitation' | 'job_failed' | 'conflict' | 'dashboard_stale' | 'proposal'
        in_console?: boolean | undefined
        by_mail?: boolean | undefined
      })[]
    }
    answer: GetNotificationSettingsAnswer
  }
  /** Create a workbook, in the oldest workspace of the account unless one is named */
  createWorkbook: {
    params: unknown
    body: {
      title: string
      workspace_id?: string | null | undefined
      description?: string | null | undefined
      language?: 'ja' | 'en' | null | undefined
    }
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
    body?: {
      title?: string | null | undefined
      description?: string | null | undefined
      language?: 'ja' | 'en' | null | undefined
    }
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
    answer: {
      workbooks: Workbook[]
      next_cursor: string | null
    }
  }
  /** Workbooks of a workspace: your own and those shared with you */
  listWorkspaceWorkbooks: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: {
      workbooks: Workbook[]
    }
  }
  /** Who the workbook is shared with */
  listWorkbookMembers: {
    params: {
      workbook_id: string
    }
    answer: {
      members: Member[]
    }
  }
  /** Share the workbook with a user, or change their role */
  shareWorkbook: {
    params: {
      workbook_id: string
      user_id: string
    }
    body: {
      role: 'viewer' | 'editor'
    }
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
    answer: {
      entries: AuditEntry[]
      chain_valid: boolean
      next_before: number | null
    }
  }
  /** Your webhooks, newest first, without their secrets */
  listWebhooks: {
    params: unknown
    answer: {
      webhooks: Webhook[]
      next_cursor: string | null
    }
  }
  /** Send events to an address */
  createWebhook: {
    params: unknown
    body: {
      /** https; others only where the operator allows it */
      url: string
      /** Empty: all kinds */
      events?: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[] | undefined
    }
    answer: CreateWebhookAnswer
  }
  /** Change where a webhook goes or what it gets, pause it, or switch it on again */
  changeWebhook: {
    params: {
      webhook_id: string
    }
    body?: {
      /** https; others only where the operator allows it */
      url?: string | undefined
      /** Empty: all kinds */
      events?: ('artifact.updated' | 'artifact.deleted' | 'artifact.stale' | 'snapshot.committed' | 'source.analyzed' | 'source.materialized' | 'conflict.created' | 'version.branched' | 'version.merged' | 'job.completed' | 'comment.changed' | 'proposal.opened' | 'proposal.reviewed' | 'proposal.applied' | 'proposal.closed')[] | undefined
      status?: 'active' | 'paused' | undefined
    }
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
    answer: CreateWebhookAnswer
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
    answer: {
      deliveries: WebhookDelivery[]
      next_cursor: string | null
    }
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
    answer: ArchiveArtifactAnswer
  }
  /** Bring an archived artifact back */
  unarchiveArtifact: {
    params: {
      workbook_id: string
      name: string
    }
    body?: UnarchiveArtifactBody
    answer: ArchiveArtifactAnswer
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
    answer: ArchiveArtifactAnswer
  }
  /** Bring an archived artifact back */
  unarchiveTable: {
    params: {
      workbook_id: string
      name: string
    }
    body?: UnarchiveArtifactBody
    answer: ArchiveArtifactAnswer
  }
  /** Say what an artifact is */
  describeTable: {
    params: {
      workbook_id: string
      name: string
    }
    body?: DescribeArtifactBody
    answer: DescribeArtifactAnswer
  }
  /** Tables, views, charts and reports of a workbook, by name */
  listArtifacts: {
    params: {
      workbook_id: string
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: {
      artifacts: Artifact[]
      next_cursor: string | null
    }
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
    answer: {
      classifications: Classification[]
      next_cursor: string | null
    }
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
    answer: ReadTableAccessAnswer
  }
  /** What tags do to columns, by tag and role */
  listPolicies: {
    params: {
      workbook_id: string
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: {
      policies: Policy[]
      next_cursor: string | null
    }
  }
  /** Say what a tag does to columns for a role */
  setPolicy: {
    params: {
      workbook_id: string
      tag: string
    }
    body: {
      /** Must be * or a lower-case letter, then at most 59 of a-z, 0-9, _ and - */
      role?: string | undefined
      effect: 'allow' | 'mask' | 'deny'
      mask_style?: 'null' | 'year' | 'last4' | 'hash' | null | undefined
      actor?: string | null | undefined
      note?: string | null | undefined
    }
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
    answer: {
      row_policies: RowPolicy[]
    }
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
    body: {
      predicate: string
      mapping?: {
        table: string
        /** The column with the addresses of users */
        email: string
        /** Names of attributes, each with the column that holds its values */
        attributes: Record<string, string>
      } | null | undefined
      /** Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them */
      may_write_unseen?: boolean | undefined
      note?: string | null | undefined
      actor?: string | null | undefined
    }
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
    answer: {
      governed: boolean
      roles: string[]
      policies: Policy[]
      row_policies: RowPolicy[]
      tables: ({
        table: string
        layer: 'raw' | 'base' | 'derived' | null
        state: 'active' | 'archived'
        columns: ({
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
        })[]
      })[]
    }
  }
  /** What was done to the workbook, newest first */
  listOps: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** Only ops with a smaller op_id */
      before?: number | undefined
    }
    answer: {
      ops: Op[]
      next_before: number | null
    }
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
    body: {
      /** Must be a name that does not start with __svc_ */
      name: string
      columns: ({
        /** Must be a name that does not start with __svc_ */
        name: string
        type?: string | undefined
      })[]
    }
    answer: {
      table: {
        name: string
        type: 'table' | 'view'
        edit_version: number
        layer: 'raw' | 'base' | 'derived'
        table_name: string
        id: string
      }
    }
  }
  /** Tables and views of a workbook, by name */
  listTables: {
    params: {
      workbook_id: string
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: {
      tables: TableSummary[]
      next_cursor: string | null
    }
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
    answer: AddTableColumnAnswer
  }
  /** Rename a column, or change its type */
  alterTableColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
    }
    body: AlterTableColumnBody
    answer: AddTableColumnAnswer
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
    answer: AddTableColumnAnswer
  }
  /** Say what a column holds */
  describeTableColumn: {
    params: {
      workbook_id: string
      name: string
      column: string
    }
    body?: DescribeArtifactBody
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
    body: WriteTableRowsBody
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
    answer: DeleteTableRowAnswer
  }
  /** Delete rows */
  deleteTableRows: {
    params: {
      workbook_id: string
      name: string
    }
    body: DeleteTableRowsBody
    answer: DeleteTableRowAnswer
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
    body: WriteTableRangeBody
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
    body: RemoveTableAnnotationsBody
    answer: RemoveTableAnnotationsAnswer
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
    answer: {
      people: ({
        user_id: string
        name: string
        role: 'owner' | 'editor' | 'viewer'
      })[]
    }
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
    body: {
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
    answer: {
      proposals: ProposalSummary[]
      next_cursor: string | null
    }
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
    body: {
      state: 'withdrawn'
      actor?: string | null | undefined
    }
    answer: ProposalSummary
  }
  /** Approve or reject a proposal, or comment on it */
  reviewProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    body: {
      verdict: 'approve' | 'reject' | 'comment'
      text?: string | null | undefined
      actor?: string | null | undefined
    }
    answer: ProposalSummary
  }
  /** Write what an approved proposal says, once */
  applyProposal: {
    params: {
      workbook_id: string
      proposal_id: string
    }
    body?: {
      expected_versions?: ({
        table: string
        expected_version: number
      })[] | null | undefined
      /** What is written where a cell or row changed since the proposal: nothing at all, what was proposed, or what is there */
      on_conflict?: 'refuse' | 'proposed' | 'current' | undefined
      actor?: string | null | undefined
    }
    answer: {
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
    body: {
      reviewers: string[]
      minimum: number
    }
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
    answer: ListTableValuesAnswer
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
    answer: FindInTableAnswer
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
    answer: {
      op_id: number | null
      undid: number
      edit_version: number
      rows: number
      /** Columns the op wrote that are there no more */
      lost_columns: number
      /** Derived tables that became stale */
      stale: string[]
      dry_run?: {
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
      } | undefined
    }
  }
  /** Take back all that was done to rows under a label */
  undoSession: {
    params: {
      workbook_id: string
    }
    body: {
      session: string
      dry_run?: boolean | null | undefined
    }
    answer: {
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
  }
  /** Workbooks you deleted, and deleted tables of your workbooks, newest first */
  listTrash: {
    params: unknown
    answer: {
      trash: ({
        /** Of a workbook (wb_…) or a table (art_…) */
        id: string
        kind: 'workbook' | 'table'
        title: string
        workbook_id: string
        deleted_at: string
      })[]
    }
  }
  /** Purge everything in your trash */
  emptyTrash: {
    params: unknown
    answer: {
      /** How many workbooks and tables it were */
      purged: number
    }
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
    answer: {
      id: string
      kind: 'workbook' | 'table'
      title: string
      workbook_id: string
    }
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
    answer: {
      conflicts: Conflict[]
      next_cursor: string | null
      open_count: number
    }
  }
  /** Saved views of a workbook, by table and name */
  listSavedViews: {
    params: {
      workbook_id: string
      /** Those of one table */
      table?: string | undefined
    }
    answer: {
      saved_views: SavedView[]
    }
  }
  /** Keep a way to look at a table under a name */
  createSavedView: {
    params: {
      workbook_id: string
    }
    body: {
      name: string
      table: string
      /** Rows that fulfil all of these */
      filter?: ({
        column: string
        op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
        value?: string | number | boolean | null | undefined
        /** The upper end of between, itself included */
        to?: string | number | boolean | null | undefined
        /** Of in and not_in; null is an empty cell */
        values?: (string | number | boolean | null)[] | undefined
      })[] | undefined
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
    body?: {
      name?: string | undefined
      state?: {
        /** Rows that fulfil all of these */
        filter?: ({
          column: string
          op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
          value?: string | number | boolean | null | undefined
          /** The upper end of between, itself included */
          to?: string | number | boolean | null | undefined
          /** Of in and not_in; null is an empty cell */
          values?: (string | number | boolean | null)[] | undefined
        })[] | undefined
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
      } | undefined
      expected_version?: number | null | undefined
    }
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
    body: {
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
    answer: QueryResult
  }
  /** What a query would answer with, or what is wrong with it */
  validateQuery: {
    params: {
      workbook_id: string
    }
    body: {
      /** One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed. */
      sql: string
      params?: (string | number | boolean | null)[] | Record<string, string | number | boolean | null> | null | undefined
      as_of?: string | null | undefined
    }
    answer: {
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
    body: {
      table: string
      /** Rows that fulfil all of these */
      filter?: ({
        column: string
        op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
        value?: string | number | boolean | null | undefined
        /** The upper end of between, itself included */
        to?: string | number | boolean | null | undefined
        /** Of in and not_in; null is an empty cell */
        values?: (string | number | boolean | null)[] | undefined
      })[] | undefined
      /** A row for each combination of values; days by a period */
      group_by?: ({
        column: string
        by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
      })[] | undefined
      /** count without a column counts rows */
      measures: ({
        function: 'count' | 'sum' | 'average' | 'min' | 'max' | 'distinct'
        column?: string | null | undefined
      })[]
      pivot?: {
        column: string
        by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
      } | null | undefined
      top?: {
        count: number
        measure?: number | undefined
      } | null | undefined
      order?: 'groups' | 'ascending' | 'descending' | null | undefined
    }
    answer: QueryResult
  }
  /** Questions of a workbook, by name */
  listQuestions: {
    params: {
      workbook_id: string
    }
    answer: {
      questions: Question[]
    }
  }
  /** Keep a query or a summary, with its chart, under a name */
  createQuestion: {
    params: {
      workbook_id: string
    }
    body: {
      name: string
      description?: string | null | undefined
      sql?: string | null | undefined
      summary?: {
        table: string
        /** Rows that fulfil all of these */
        filter?: ({
          column: string
          op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
          value?: string | number | boolean | null | undefined
          /** The upper end of between, itself included */
          to?: string | number | boolean | null | undefined
          /** Of in and not_in; null is an empty cell */
          values?: (string | number | boolean | null)[] | undefined
        })[] | undefined
        /** A row for each combination of values; days by a period */
        group_by?: ({
          column: string
          by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
        })[] | undefined
        /** count without a column counts rows */
        measures: ({
          function: 'count' | 'sum' | 'average' | 'min' | 'max' | 'distinct'
          column?: string | null | undefined
        })[]
        pivot?: {
          column: string
          by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
        } | null | undefined
        top?: {
          count: number
          measure?: number | undefined
        } | null | undefined
        order?: 'groups' | 'ascending' | 'descending' | null | undefined
      } | null | undefined
      chart?: {
        kind: 'table' | 'number' | 'line' | 'bar' | 'stacked' | 'pie'
        x?: number | null | undefined
        y?: number[] | undefined
        series?: number | null | undefined
      } | null | undefined
    }
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
    body?: {
      name?: string | undefined
      description?: string | null | undefined
      sql?: string | null | undefined
      summary?: {
        table: string
        /** Rows that fulfil all of these */
        filter?: ({
          column: string
          op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'not_contains' | 'starts_with' | 'is_null' | 'not_null' | 'in' | 'not_in'
          value?: string | number | boolean | null | undefined
          /** The upper end of between, itself included */
          to?: string | number | boolean | null | undefined
          /** Of in and not_in; null is an empty cell */
          values?: (string | number | boolean | null)[] | undefined
        })[] | undefined
        /** A row for each combination of values; days by a period */
        group_by?: ({
          column: string
          by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
        })[] | undefined
        /** count without a column counts rows */
        measures: ({
          function: 'count' | 'sum' | 'average' | 'min' | 'max' | 'distinct'
          column?: string | null | undefined
        })[]
        pivot?: {
          column: string
          by?: 'day' | 'week' | 'month' | 'quarter' | 'year' | null | undefined
        } | null | undefined
        top?: {
          count: number
          measure?: number | undefined
        } | null | undefined
        order?: 'groups' | 'ascending' | 'descending' | null | undefined
      } | null | undefined
      chart?: {
        kind: 'table' | 'number' | 'line' | 'bar' | 'stacked' | 'pie'
        x?: number | null | undefined
        y?: number[] | undefined
        series?: number | null | undefined
      } | null | undefined
      expected_version?: number | null | undefined
    }
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
    answer: {
      dashboards: Dashboard[]
    }
  }
  /** Put questions, saved views and texts on a page */
  createDashboard: {
    params: {
      workbook_id: string
    }
    body: {
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
    body?: {
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
    answer: {
      links: Link[]
      /** Whether links show what lies there: to everyone who has one, to members who are logged in, or not at all. Of workspace and account the stricter counts */
      public_links: 'allowed' | 'members' | 'off'
    }
  }
  /** Share a table, a saved view or a dashboard by a link */
  createLink: {
    params: {
      workbook_id: string
    }
    body: {
      kind: 'table' | 'view' | 'dashboard'
      /** The name or id of a table, the id of a saved view or of a dashboard */
      target: string
      name?: string | null | undefined
      expires_in_days?: number | null | undefined
    }
    answer: {
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
    answer: {
      columns: Column[]
      row_count: number
      truncated: boolean
      /** Each in the order of the columns */
      rows: (unknown[])[]
    }
  }
  /** Make a table from others, and keep how */
  createTransform: {
    params: {
      workbook_id: string
    }
    body: {
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
    answer: {
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
      recomputed: ({
        name: string
        edit_version: number
        row_count: number
        elapsed_ms: number
        /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
        mode: 'full' | 'incremental'
      })[]
      /** Tables below that could not be; they stay stale */
      failed: ({
        name: string
        error: string
        stale: boolean
      })[]
    } | StartedJob
  }
  /** Transforms of a workbook, by name */
  listTransforms: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      transforms: Transform[]
      next_cursor: string | null
    }
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
    body: {
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
    answer: {
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
      recomputed: ({
        name: string
        edit_version: number
        row_count: number
        elapsed_ms: number
        /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
        mode: 'full' | 'incremental'
      })[]
      /** Tables below that could not be; they stay stale */
      failed: ({
        name: string
        error: string
        stale: boolean
      })[]
    } | StartedJob
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
    answer: {
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
      recomputed: ({
        name: string
        edit_version: number
        row_count: number
        elapsed_ms: number
        /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
        mode: 'full' | 'incremental'
      })[]
      /** Tables below that could not be; they stay stale */
      failed: ({
        name: string
        error: string
        stale: boolean
      })[]
    } | StartedJob
  }
  /** Run the transforms behind all stale tables, in the order of their dependencies */
  recomputeWorkbook: {
    params: {
      workbook_id: string
    }
    body?: RunTransformBody
    answer: {
      recomputed: ({
        name: string
        edit_version: number
        row_count: number
        elapsed_ms: number
        /** Over all rows of its inputs, or over those alone that have changed since the run before. Both end alike */
        mode: 'full' | 'incremental'
      })[]
      skipped_reports: string[]
      failed: ({
        name: string
        error: string
        stale: boolean
      })[]
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
    answer: {
      provider: 'google_drive' | 'google_sheets' | 'microsoft'
      authorized: boolean
      authorize_url: string | null
      scopes: string[]
    }
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
    answer: {
      files: ({
        id: string
        name: string
        isFolder: boolean
        mime_type: string | null
        size_bytes: number | null
        modified: string | null
        modified_by: string | null
      })[]
      next_cursor: string | null
    }
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
    answer: {
      sources: Source[]
      next_cursor: string | null
    }
  }
  /** Upload a spreadsheet */
  uploadSource: {
    params: {
      workbook_id: string
    }
    body?: {
      /** The file; its name keeps its extension */
      file?: FileInput | undefined
      files?: FileInput[] | undefined
      mode?: 'auto' | 'staged' | undefined
      async?: boolean | undefined
      structuring?: 'auto' | 'skip' | 'defer' | null | undefined
    }
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
    answer: {
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
  }
  /** The next edition of a file, read as the last one was */
  reviseSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body: {
      /** The file; its name keeps its extension */
      file: FileInput
      on_violation?: 'reject' | 'quarantine' | 'warn' | null | undefined
      expected_versions?: string | null | undefined
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version?: number | null | undefined
    }
    answer: ReviseSourceAnswer
  }
  /** The templates of a workspace, oldest first */
  listTemplates: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    answer: {
      templates: CreateTemplateAnswer[]
    }
  }
  /** Save how a source is read as a template */
  createTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
    }
    body: {
      /** Also what the table of its forms is called */
      name: string
      workbook_id: string
      source_name: string
    }
    answer: CreateTemplateAnswer
  }
  /** One template */
  readTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      template_id: string
    }
    answer: CreateTemplateAnswer
  }
  /** Rename a template, switch it off or on, or change the names and types of its fields */
  changeTemplate: {
    params: {
      /** An id, or `personal` */
      workspace_id: string
      template_id: string
    }
    body?: {
      /** Also what the table of its forms is called */
      name?: string | undefined
      active?: boolean | undefined
      fields?: ({
        label: string
        name?: string | undefined
        type?: 'any' | 'text' | 'number' | 'date' | 'timestamp' | 'boolean' | undefined
      })[] | undefined
    }
    answer: CreateTemplateAnswer
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
    body: {
      url: string
      filename?: string | null | undefined
      sha256?: string | null | undefined
      mode?: 'auto' | 'staged' | undefined
      async?: boolean | undefined
      structuring?: 'auto' | 'skip' | 'defer' | null | undefined
    }
    answer: Uploaded
  }
  /** Import a file of your drive */
  uploadFromDrive: {
    params: {
      workbook_id: string
    }
    body: {
      provider: 'google_drive' | 'microsoft'
      file_id: string
      /** Must be a name that does not start with __svc_ */
      filename: string
    }
    answer: Uploaded
  }
  /** Look at a source and propose how to read it */
  analyzeSource: {
    params: {
      workbook_id: string
      source_name: string
      keep_overrides?: boolean | undefined
    }
    answer: {
      source: Source
      parse_spec: ParseSpec
    }
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
    body: {
      spec_version: number
      /** Refuses if the spec was corrected since */
      revision?: number | undefined
      /** In their order, all or none */
      operations: ({
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
        reshape?: {
          kind: 'unpivot' | 'stack'
          value_columns: string[]
          measures?: 'rows' | 'columns' | undefined
          names_to?: (string | null)[] | undefined
          id_columns?: string[] | undefined
          name_to?: string | undefined
          value_to?: string | undefined
        } | {
          kind: 'wide_to_long'
          groups: ({
            name: string
            columns: string[]
          })[]
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
          heads: ({
            cell: string
            rows: string[]
          })[]
        } | {
          kind: 'join_lines'
          lines: number
          columns: ({
            name: string
            source: string
            line: number
          })[]
        } | ({
          kind: 'unpivot' | 'stack'
          value_columns: string[]
          measures?: 'rows' | 'columns' | undefined
          names_to?: (string | null)[] | undefined
          id_columns?: string[] | undefined
          name_to?: string | undefined
          value_to?: string | undefined
        } | {
          kind: 'wide_to_long'
          groups: ({
            name: string
            columns: string[]
          })[]
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
          heads: ({
            cell: string
            rows: string[]
          })[]
        } | {
          kind: 'join_lines'
          lines: number
          columns: ({
            name: string
            source: string
            line: number
          })[]
        })[] | null | undefined
        at_row?: number | undefined
        /** Must be one to three capital letters */
        at_column?: string | undefined
        /** Names of other files of the workbook */
        sources?: string[] | undefined
        /** Of the question of the region, counting from 0 */
        choice?: number | undefined
      })[]
    }
    answer: CorrectedSpec
  }
  /** Make tables of a source, or add it to one */
  materializeSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body?: {
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
    answer: ReviseSourceAnswer
  }
  /** A file in one text that fits into a number of tokens */
  mapSource: {
    params: {
      workbook_id: string
      source_name: string
      sheet?: string | undefined
      max_tokens?: number | undefined
    }
    answer: {
      map: string
      /** An estimate, rather too high */
      tokens: number
      omitted_lines: number
    }
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
    answer: {
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
  }
  /** Change cells, formulas, formats and rows of an xlsx file */
  editSource: {
    params: {
      workbook_id: string
      source_name: string
    }
    body?: {
      /** In their order, all or none; 10,000 cells at most */
      edits?: ({
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
      })[] | undefined
      /** Rows that are inserted or deleted, one after the other, before the edits, which name cells where they are then. Formulas, names and all else that names cells follow; where that cannot be done rightly it is refused */
      rows?: ({
        /** The first one when left out */
        sheet?: string | undefined
        action: 'insert' | 'delete'
        /** Rows are inserted before this one, and look like the one above; or it is the first that is deleted */
        row: number
        count?: number | undefined
      })[] | undefined
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
    answer: {
      source: Source
      /** The one that there is now */
      revision: number
      dry_run: boolean
      /** The cells that were set first, the first 2,000 */
      changes: ({
        sheet: string
        cell: string
        /** A formula that gives another value; otherwise a cell that was set */
        computed: boolean
        before: {
          value: unknown
          formula: string | null
          number_format: string | null
          bold: boolean
          italic: boolean
          color: string | null
          fill: string | null
        }
        after: {
          value: unknown
          formula: string | null
          number_format: string | null
          bold: boolean
          italic: boolean
          color: string | null
          fill: string | null
        }
        /** Changed cells that the formula reads, the first 12 */
        from: string[]
        step: number | null
      })[]
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
      overwritten_edits: ({
        table: string
        cells: number
        /** Edited, added or deleted by users, and again as the file has them */
        rows: number
        columns: string[]
        /** Cells and rows in the review queue: file and users changed them */
        conflicts: number
      })[]
      safety_snapshot_id: string | null
      op_id: number | null
    }
  }
  /** What formulas of an xlsx file would give if cells were others */
  whatIf: {
    params: {
      workbook_id: string
      source_name: string
    }
    body: {
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
    answer: {
      /** By their distance from the cells that were set */
      changes: ({
        sheet: string
        cell: string
        /** A formula that gives another value; otherwise a cell that was set */
        computed: boolean
        before: {
          value: unknown
          formula: string | null
          number_format: string | null
          bold: boolean
          italic: boolean
          color: string | null
          fill: string | null
        }
        after: {
          value: unknown
          formula: string | null
          number_format: string | null
          bold: boolean
          italic: boolean
          color: string | null
          fill: string | null
        }
        /** Changed cells that the formula reads, the first 12 */
        from: string[]
        step: number | null
      })[]
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
    answer: CiteTableAnswer
  }
  /** Ask with SQL, and learn from which cells the answer was made */
  citeQuery: {
    params: {
      workbook_id: string
    }
    body: {
      /** One SELECT, or WITH … SELECT. Tables go by their names, in double quotes where needed. */
      sql: string
      params?: (string | number | boolean | null)[] | Record<string, string | number | boolean | null> | null | undefined
      as_of?: string | null | undefined
      limit?: number | null | undefined
      timeout_ms?: number | null | undefined
    }
    answer: {
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
          from: ({
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
          })[]
        })[]
      })[]
      made_from: ({
        table: string
        source: string
        revision: number
        sheet: string
        ranges: string[]
      })[]
      made_from_cut: boolean
    }
  }
  /** A slot for a large file, with a signed address to bring its bytes to */
  createUpload: {
    params: {
      workbook_id: string
    }
    body: {
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
    body: {
      summary: string
      event_type?: string | undefined
    }
    answer: {
      snapshot_id: string
      status: 'editing' | 'committed'
      summary: string | null
      event_type: string
      actor: {
        name: string | null
        user_id: string | null
        credential: 'session' | 'pat' | 'key' | 'link' | 'system'
        credential_id: string | null
      } | null
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
  }
  /** Snapshots, newest first; what is not committed yet comes before all */
  listSnapshots: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      snapshots: Snapshot[]
      next_cursor: string | null
    }
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
    body: {
      label: string
      summary?: string | null | undefined
    }
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
    answer: {
      versions: Version[]
      next_cursor: string | null
    }
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
    answer: RestoreSnapshotAnswer
  }
  /** Go back to a version */
  revertVersion: {
    params: {
      workbook_id: string
      label: string
    }
    body?: RestoreSnapshotBody
    answer: RestoreSnapshotAnswer
  }
  /** What a snapshot changed, table by table */
  diffSnapshots: {
    params: {
      workbook_id: string
      snapshot_id: string
      against?: string | undefined
    }
    answer: {
      against: string | null
      tables: ({
        name: string
        status: 'added' | 'removed' | 'changed' | 'same'
        rows_added: number
        rows_removed: number
        rows_changed: number
      })[]
    }
  }
  /** Tracked files of a workbook with their versions, newest last */
  listFileLinks: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      file_links: TrackCloudFileAnswer[]
      next_cursor: string | null
    }
  }
  /** Track a file of your drive: its bytes become version 1 and feed a source of the same name */
  trackCloudFile: {
    params: {
      workbook_id: string
    }
    body: {
      provider: 'google_drive' | 'microsoft'
      file_id: string
      filename?: string | null | undefined
      as_name?: string | null | undefined
      on_existing?: 'auto' | 'seed' | 'replace' | 'refuse' | undefined
      expected_versions?: Record<string, number> | null | undefined
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version?: number | null | undefined
    }
    answer: TrackCloudFileAnswer
  }
  /** Track a file of your machine: its bytes become version 1 and feed a source of the same name */
  trackLocalFile: {
    params: {
      workbook_id: string
    }
    body: {
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
    answer: TrackCloudFileAnswer
  }
  /** The next edition of a tracked file, read as the last one was */
  pushFileVersion: {
    params: {
      workbook_id: string
      link_id: string
    }
    body: {
      /** The file; its name keeps its extension */
      file: FileInput
      modified_by?: string | null | undefined
      modified_time?: string | null | undefined
      expected_versions?: string | null | undefined
      /** The edit_version you read, or null to decline the check. If-Match may say it instead. */
      expected_version?: number | null | undefined
    }
    answer: PushFileVersionAnswer
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
    answer: PushFileVersionAnswer
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
    answer: PushFileVersionAnswer
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
    answer: {
      sheet: string
      cells: ({
        cell: string
        value: string | number | boolean
      })[]
      truncated: boolean
    }
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
    answer: {
      n: number
      against: number
      sheets: ({
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
        changes: ({
          /** Its place in version n, or in the other one if that place is gone */
          cell: string
          old_cell: string | null
          new_cell: string | null
          old: string | number | boolean | null
          new: string | number | boolean | null
        })[]
        /** How many cells differ, listed or not */
        total: number
        truncated: boolean
      })[]
    }
  }
  /** Tables that were sent out to be edited and have not come back, newest first */
  listBranches: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      branches: Branch[]
      next_cursor: string | null
    }
  }
  /** Merge an edited export back into its table, cell by cell */
  mergeTable: {
    params: {
      workbook_id: string
      name: string
    }
    body: MergeTableBody
    answer: MergeTableAnswer
  }
  /** Take back a file: it says itself what it belongs to */
  syncFile: {
    params: {
      workbook_id: string
    }
    body: {
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
    answer: {
      results: ({
        branch_id?: string | undefined
        table: string | null
        inserted?: number | undefined
        updated?: number | undefined
        deleted?: number | undefined
        cells_written?: number | undefined
        /** At most 100 of them */
        conflicts?: ({
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
        })[] | undefined
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
        overwritten_edits?: ({
          table: string
          cells: number
          /** Edited, added or deleted by users, and again as the file has them */
          rows: number
          columns: string[]
          /** Cells and rows in the review queue: file and users changed them */
          conflicts: number
        })[] | undefined
        safety_snapshot_id?: string | null | undefined
      })[]
      conflict_count: number
    }
  }
  /** Close a conflict */
  resolveConflict: {
    params: {
      workbook_id: string
      conflict_id: string
    }
    body: {
      action: 'acknowledge' | 'revert' | 'drop_override'
      actor?: string | null | undefined
      note?: string | null | undefined
      expected_version?: number | null | undefined
    }
    answer: {
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
  }
  /** Sheets of a workbook, by name */
  listSheets: {
    params: {
      workbook_id: string
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    answer: {
      sheets: ({
        name: string
        title: string | null
        tables: string[]
        updated_at: string
      })[]
      next_cursor: string | null
    }
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
    body: {
      spec: {
        blocks: ({
          kind: 'heading'
          text: string
          level?: number | undefined
        } | {
          kind: 'text'
          text: string
        } | {
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
        } | {
          kind: 'spacer'
          rows?: number | undefined
        })[]
        column_widths?: Record<string, number> | null | undefined
        freeze_header?: boolean | undefined
      }
      title?: string | null | undefined
      description?: string | null | undefined
      expected_version?: number | null | undefined
    }
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
    answer: {
      charts: Chart[]
      next_cursor: string | null
    }
  }
  /** Tables as an xlsx, csv or Parquet file */
  exportTables: {
    params: {
      workbook_id: string
    }
    body?: {
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
      csv?: {
        delimiter?: ',' | ';' | '\t' | '|' | null | undefined
        encoding?: 'utf-8' | 'utf-8-bom' | 'cp932' | null | undefined
        line_ending?: 'crlf' | 'lf' | null | undefined
        null_value?: string | null | undefined
        escape_formulas?: boolean | null | undefined
      } | null | undefined
      actor?: string | null | undefined
    }
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
    body: {
      /** The file; its name keeps its extension */
      file: FileInput
      title?: string | null | undefined
      workspace_id?: string | null | undefined
    }
    answer: {
      job_id: string
      status: 'pending'
      workbook_id: string
    }
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
    body?: {
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
    answer: {
      findings: ({
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
      })[]
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
    } | StartedJob
  }
  /** Every artifact this credential can see, in all workbooks, the newest first */
  listMyData: {
    params: {
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
      state?: 'active' | 'archived' | 'all' | undefined
    }
    answer: {
      artifacts: ({
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
      })[]
      next_cursor: string | null
    }
  }
  /** Find artifacts and sources by name, description, column names and file names */
  searchData: {
    params: {
      q?: string | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      limit?: number | undefined
    }
    answer: {
      results: ({
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
      })[]
      next_cursor: string | null
    }
  }
  /** Close a developer account for good, with its keys, workspaces and workbooks */
  deleteAccount: {
    params: unknown
    body: {
      account_id: string
      /** The name of the account, letter by letter */
      confirm: string
    }
    answer: {
      deleted: boolean
      account_id: string
      keys_revoked: number
      workspaces_deleted: number
      workbooks_deleted: number
      credits_forfeited: number
    }
  }
  /** What was made under your address before it was proven, and is held until you decide */
  listHeldContent: {
    params: unknown
    answer: ListHeldContentAnswer
  }
  /** Keep content that is held for you, or have it deleted for good */
  decideHeldContent: {
    params: unknown
    body: {
      decision: 'keep' | 'discard'
      account_ids: string[]
    }
    answer: ListHeldContentAnswer
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
    body: {
      return_to?: string | undefined
      decision?: string | undefined
      account?: string | string[] | undefined
    }
    answer: Response
  }
  /** The process is alive */
  health: {
    params: unknown
    answer: {
      status: 'ok'
    }
  }
  /** The node can serve requests */
  readiness: {
    params: unknown
    answer: {
      status: string
      checks: ({
        name: string
        ok: boolean
        detail?: string | undefined
      })[]
    }
  }
}
