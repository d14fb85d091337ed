import { assertState } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres.ts'
import { formatColumnType } from './column-type.ts'
import { type CommitCall, callCommit } from './commit.store.ts'
import type { RulesChecked } from './rules-checked.ts'
import { openSealed, Sealed } from './sealed.ts'
import { type Cells, type Column, type SegmentRef, segmentToSql, type VersionRange, type WriteKind } from './table.ts'
import { CODE_OF_WRITE } from './tables.store.ts'

/** One row of an edit: `rowId` null for a new one, `rowVersion` for a caller who locks rows instead of the table. */
export type RowEdit = {
  op: 'I' | 'U' | 'D'
  rowId: number | null
  cells: Cells | null
  /** Sealed where it holds more than the caller may see. */
  before: Cells | Sealed<Cells> | null
  rowVersion?: number
}

/** What is to become of one table. */
export type TableWrite = {
  tableId: string
  /** The edit version the caller saw; null declines the check. */
  expected: number | null
  /** The version the write was prepared on. */
  read?: number
  /** Rows were looked up by their values. */
  isMatched?: boolean
  /** The run this write belongs to. */
  token?: string
  kind: WriteKind
  rows?: readonly RowEdit[]
  columns?: readonly Column[]
  nextColumnId?: number
  segments?: readonly SegmentRef[]
  overlays?: readonly VersionRange[]
  rowCount?: number
  /** Of a table created with rows: the first id that is free. */
  nextRowId?: number
  contentVersion?: number
  schemaNo?: number
  builtFrom?: unknown
  create?: { name: string; kind: 'table' | 'view'; layer: 'raw' | 'base' | 'derived'; description: string | null }
  rename?: string
  isFresh?: boolean
  /** Of a run: the overridden cells that are still there, and what the transform makes of them now. All others are over. */
  overrides?: readonly { rowId: number; columnId: number; made: string | null }[]
}

export type Committed = {
  status: 'ok'
  editSeq: number
  opId: number
  at: string
  tables: {
    tableId: string
    editVersion: number
    rowCount: number
    rowIds: number[]
    inserted: number
    updated: number
    deleted: number
  }[]
  /** Names of tables that became stale. */
  stale: string[]
}

/** Nothing was written. `reread`: what the write was prepared on has changed; prepare it again. */
export type NotCommitted =
  | { status: 'conflict' | 'row_conflict'; tableId: string; current: number; changed: number[] | null }
  | { status: 'reread'; tableId: string; current: number }
  | { status: 'gone' | 'fenced' | 'behind'; tableId: string }
  /** A table among these decides who sees what, and it is not known that the caller may change that. */
  | { status: 'policy_input'; tableId: string }
  /** The rules, or what was looked at to check them, are others by now. `epoch`: of the rules. */
  | { status: 'unchecked'; tableId: string; current: number; epoch: number }

/** `governs`: the caller may change policies. */
export type CommitRequest = Omit<CommitCall, 'writes'> & {
  writes: readonly TableWrite[]
  checked: RulesChecked
  governs?: boolean
}

/** The only way table data changes: everything about the edit in one call, one transaction, under the workbook's lock. */
export async function commit(
  tx: Tx,
  { checked, governs, ...request }: CommitRequest,
): Promise<Committed | NotCommitted> {
  const rules =
    checked.epoch === 0
      ? {}
      : { rules: { epoch: checked.epoch, seen: checked.seen.map((s) => [s.tableId, s.version]) } }
  const answer = await callCommit(tx, {
    ...request,
    writes: request.writes.map((write) => ({ ...toSql(write), ...rules, ...(governs ? { governs } : {}) })),
  })
  if (answer.status === 'ok') {
    return {
      status: 'ok',
      editSeq: answer.edit_seq,
      opId: answer.op_id,
      at: answer.at,
      tables: answer.tables.map(({ table, edit_version, row_count, row_ids, ...counts }) => ({
        tableId: table,
        editVersion: edit_version,
        rowCount: row_count,
        rowIds: row_ids,
        ...counts,
      })),
      stale: answer.stale,
    }
  }
  const { status, table: tableId } = answer
  if (status === 'gone' || status === 'fenced' || status === 'behind' || status === 'policy_input')
    return { status, tableId }
  assertState(answer.current !== undefined, `a commit answered ${status} without a version`)
  if (status === 'reread') return { status, tableId, current: answer.current }
  if (status === 'unchecked') return { status, tableId, current: answer.current, epoch: answer.epoch ?? 0 }
  return { status, tableId, current: answer.current, changed: answer.changed ?? null }
}

/** As the SQL function `commit_edit` reads it; what is undefined is left out. */
function toSql(write: TableWrite): Record<string, unknown> {
  return {
    table: write.tableId,
    expected: write.expected,
    read: write.read,
    match: write.isMatched,
    token: write.token,
    kind: CODE_OF_WRITE[write.kind],
    rows: write.rows?.map(({ op, rowId, cells, before, rowVersion }) => [
      op,
      rowId,
      cells,
      before instanceof Sealed ? openSealed(before) : before,
      rowVersion ?? null,
    ]),
    columns: write.columns?.map((column) => ({ ...column, type: formatColumnType(column.type) })),
    next_column_id: write.nextColumnId,
    segments: write.segments?.map(segmentToSql),
    overlays: write.overlays && rangesToSql(write.overlays),
    row_count: write.rowCount,
    next_row_id: write.nextRowId,
    content_version: write.contentVersion,
    schema_no: write.schemaNo,
    built_from: write.builtFrom,
    create: write.create,
    rename: write.rename,
    stale: write.isFresh === undefined ? undefined : !write.isFresh,
    overrides: write.overrides?.map(({ rowId, columnId, made }) => [rowId, columnId, made]),
  }
}

/** PostgreSQL's text of an int8multirange. */
const rangesToSql = (ranges: readonly VersionRange[]) =>
  `{${ranges.map(({ from, to }) => `[${from},${to}]`).join(',')}}`
