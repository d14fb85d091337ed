/**
 * What of a workbook's rows goes into a bundle. Cells travel as they are, unless a list below says what they are: ids get
 * new ones, so that nothing that comes back can be taken for something of another user; people are those of another place.
 */
export type BundledTable = {
  name: string
  /** Columns that hold ids of things in this workbook. */
  ids: readonly string[]
  /** Columns that hold a user's id. */
  users?: readonly string[]
  /** Columns that hold the name in history. */
  actors?: readonly string[]
  /** Columns of JSON that names things of this workbook by their ids. */
  documents?: readonly string[]
  /** Columns that hold rules of a table. */
  rules?: readonly string[]
  /** Columns that hold the condition of a row policy. */
  conditions?: readonly string[]
  /** Columns that name the object with a file's bytes. */
  objects?: readonly string[]
  /** Columns that list segments. */
  segments?: readonly string[]
  /** Columns of cells by the ids of their columns, which must be values of their types. */
  cells?: readonly string[]
  /** Columns of single values of the column that `column_id` names. */
  values?: readonly string[]
  /** Links may show it: who brings it counts as its writer. */
  isShown?: true
  /** Columns that mean nothing elsewhere. */
  left?: readonly string[]
  /** Rows that mean nothing elsewhere are left behind. */
  only?: { column: string; values: readonly string[] }
  /** In which order rows must come; whatever it is elsewhere. */
  inOrderOf?: string
}

const WRITERS = ['writers', 'writers_version']

/** In the order in which they are brought back: each after those that its rows point to. */
export const BUNDLED_TABLES: readonly BundledTable[] = [
  { name: 'artifact', ids: ['artifact_id'] },
  { name: 'table_head', ids: ['table_id'], left: ['run_token'] },
  { name: 'table_schema', ids: ['table_id'] },
  { name: 'table_version', ids: ['table_id'], documents: ['built_from'] },
  { name: 'manifest', ids: ['table_id'], segments: ['segments', 'added'] },
  { name: 'delta', ids: ['table_id'], cells: ['cells', 'before'] },
  { name: 'op', ids: ['table_id'], actors: ['actor'], documents: ['detail'] },
  { name: 'pin', ids: ['table_id', 'ref'], only: { column: 'reason', values: ['snapshot', 'branch'] } },
  // Before what it is drawn from: triggers leave alone what is there.
  { name: 'row_lineage', ids: ['table_id', 'from_table_id'] },
  { name: 'lineage', ids: ['from_id', 'to_id', 'transform_id'] },
  { name: 'column_description', ids: ['table_id'] },
  { name: 'snapshot', ids: ['snapshot_id', 'parent_id', 'next_id'], actors: ['actor'], inOrderOf: 'op_id' },
  { name: 'snapshot_table', ids: ['snapshot_id', 'table_id'] },
  { name: 'version', ids: ['snapshot_id'], actors: ['actor'] },
  { name: 'annotation', ids: ['table_id', 'annotation_id'], actors: ['actor'] },
  { name: 'sync_binding', ids: ['table_id', 'binding_id'], actors: ['actor'] },
  { name: 'source', ids: ['source_id'], users: ['created_by'] },
  { name: 'source_revision', ids: ['source_id'], objects: ['object_id'], users: ['created_by'] },
  { name: 'source_table', ids: ['source_id', 'table_id'] },
  { name: 'table_origin', ids: ['table_id', 'source_id'] },
  {
    name: 'transform',
    ids: ['table_id', 'transform_id'],
    users: ['created_by'],
    documents: ['args', 'visible', 'columns'],
  },
  { name: 'cell_override', ids: ['table_id', 'override_id'], values: ['value', 'base_value', 'made_value'] },
  {
    name: 'conflict',
    ids: ['conflict_id', 'table_id', 'branch_id'],
    actors: ['actor', 'resolved_by'],
    values: ['base_value', 'prior_value', 'value'],
  },
  { name: 'branch', ids: ['branch_id'], actors: ['actor'] },
  { name: 'branch_table', ids: ['branch_id', 'table_id'], documents: ['report'] },
  { name: 'sheet', ids: [] },
  { name: 'chart', ids: ['artifact_id', 'table_id'] },
  {
    name: 'comment',
    ids: ['table_id', 'comment_id', 'thread_id'],
    actors: ['actor', 'resolved_by'],
    left: ['mentions'],
    inOrderOf: 'comment_id',
  },
  { name: 'column_tag', ids: ['table_id'], actors: ['actor'] },
  { name: 'tag_label', ids: [] },
  { name: 'policy', ids: [], actors: ['actor'] },
  { name: 'column_lineage', ids: ['table_id', 'from_table_id'] },
  { name: 'row_policy', ids: ['table_id'], actors: ['actor'], conditions: ['condition'], documents: ['mapping'] },
  { name: 'saved_view', ids: ['view_id', 'table_id'], users: ['created_by'], isShown: true, left: WRITERS },
  { name: 'question', ids: ['question_id', 'table_id'], users: ['created_by'], isShown: true, left: WRITERS },
  { name: 'rule_set', ids: ['table_id'], actors: ['actor'], rules: ['document'] },
  { name: 'quarantine', ids: ['table_id', 'quarantine_id'] },
  { name: 'proposal', ids: ['proposal_id'], users: ['author_id'], actors: ['actor', 'closed_by'] },
  { name: 'proposal_table', ids: ['proposal_id', 'table_id'] },
  { name: 'proposal_row', ids: ['proposal_id', 'table_id'], cells: ['cells', 'before'] },
  { name: 'proposal_review', ids: ['proposal_id', 'review_id'], users: ['user_id'], actors: ['actor'] },
  {
    name: 'dashboard',
    ids: ['dashboard_id'],
    users: ['created_by'],
    documents: ['document'],
    isShown: true,
    left: WRITERS,
  },
]

/** What stays where it is, and why. A table below a workbook stands in one of the two lists: a test sees to it. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  workbook: 'its title, description and language stand in the manifest',
  workbook_head: 'its counters stand in the manifest',
  workbook_member: 'people are those of another place',
  workbook_tombstone: 'of a workbook that is gone',
  segment: 'each is a part of its own',
  source_object: 'each that a source has is a part of its own',
  audit: 'a chain of hashes belongs to the place where it was made',
  audit_pending: 'goes into that chain',
  audit_dirty: 'tells who is to sign it',
  audit_checkpoint: 'tells up to where it was signed',
  audit_verification: 'tells up to where it was found whole',
  outbox: 'was sent already',
  job: 'was done already',
  result: 'is asked for again',
  result_object: 'holds rows of results',
  upload: 'is a place for bytes of a day',
  file_link: 'ties a source to a file on a machine or drive of this place; its editions are revisions of the source',
  file_link_version: 'belongs to that tie',
  source_undo: 'takes back corrections that were made in this place',
  structuring: 'is found out again',
  search_entry: 'is found out again',
  erasure: 'tells nodes what to throw away',
  recompute_lease: 'tells who is at work',
  delivery: 'was sent already',
  ledger_entry: 'is the book of an account',
  ops_counted: 'records which ops were counted for an account',
  credential: 'belongs to people',
  proposal_settings: 'names reviewers, who are people of this place',
  link_share: 'belongs to a credential: a link is made again where the workbook arrives',
  idempotency: 'belongs to requests',
  notification: 'belongs to a user: what they are to look at in this place',
}
