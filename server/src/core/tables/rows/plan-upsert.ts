import type { RowEdit } from '../../../engine/table/commit.ts'
import { type Cells, type Column, cellOf } from '../../../engine/table/table.ts'
import { ServiceError } from '../../../platform/errors.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { sentValue } from '../../reading/visible-value.ts'
import { ambiguousMatch, rowNotFound, uncastableValue } from '../tables.errors.ts'
import type { BadValue, Rejected, SentRow } from './sent-rows.ts'

export type UpsertMode = 'upsert' | 'insert' | 'update'

/** What the rows of a request lead to: which of them are there already, and what these hold in the touched columns. */
export type Existing = {
  /** Per row without an id that was looked up by values: the rows that hold them. */
  matches: ReadonlyMap<SentRow, readonly number[]>
  rows: ReadonlyMap<number, Cells>
}

export type UpsertPlan = {
  edits: RowEdit[]
  /** Per row of the request: the edit that makes it, an id that stays as it is, or null when it was rejected. */
  targets: (Target | null)[]
  inserted: number
  updated: number
  unchanged: number
  rejected: Rejection[]
}

export type Target = { edit: number } | { rowId: number }

/** With what its problem needs beside the words. */
type Rejection = Rejected & { rowIds?: readonly number[] }

/** How a request wants its rows to be taken. */
export type UpsertRules = { mode: UpsertMode; isMatched: boolean; isRowLocked: boolean }

type Draft = { rowId: number | null; cells: Map<number, string | null>; rowVersion: number | null }

/**
 * Turns the rows of a request into edits, as if they had been sent one after another: several rows about one row
 * become one edit, in which the later ones win.
 */
export function planUpsert(
  columns: readonly Column[],
  sent: readonly SentRow[],
  existing: Existing,
  rules: UpsertRules & { count: number; matchColumnIds: readonly number[] },
): UpsertPlan {
  const drafts = new Map<string, Draft>()
  const keys: (string | null)[] = Array.from({ length: rules.count }, () => null)
  const rejected: Rejection[] = []
  for (const row of sent) {
    const found = findTarget(row, existing, rules)
    if ('code' in found) {
      rejected.push({ index: row.index, ...found })
      continue
    }
    const key = found.rowId === null ? newRowKey(row, rules.matchColumnIds) : `row ${found.rowId}`
    keys[row.index] = key
    const draft = drafts.get(key)
    if (draft) for (const [id, text] of row.cells) draft.cells.set(id, text)
    else drafts.set(key, { rowId: found.rowId, cells: new Map(row.cells), rowVersion: row.rowVersion })
  }
  return { ...editsOf(columns, drafts, keys, existing), rejected }
}

type NotTaken = Omit<Rejection, 'index'>

/** The row a sent row is about; null: a new one. */
function findTarget(
  row: SentRow,
  { matches, rows }: Existing,
  rules: UpsertRules,
): { rowId: number | null } | NotTaken {
  if (row.rowId === null) return findByValues(matches.get(row) ?? [], rules)
  if (rules.mode === 'insert')
    return refused('__svc_row_id', 'validation_error', 'a row that is inserted has no id yet')
  if (!rows.has(row.rowId))
    return { ...refused('__svc_row_id', 'row_not_found', 'there is no such row'), rowIds: [row.rowId] }
  if (rules.isRowLocked && row.rowVersion === null)
    return refused('__svc_row_version', 'validation_error', 'is required where rows are locked')
  return { rowId: row.rowId }
}

function findByValues(
  matched: readonly number[],
  { mode, isMatched }: UpsertRules,
): { rowId: number | null } | NotTaken {
  const [first, second] = matched
  if (first !== undefined && second !== undefined)
    return { ...refused(null, 'ambiguous_match', 'several rows match'), rowIds: matched }
  if (first !== undefined) return { rowId: first }
  if (mode !== 'update') return { rowId: null }
  return isMatched
    ? { ...refused(null, 'row_not_found', 'no row matches'), rowIds: [] }
    : refused('__svc_row_id', 'validation_error', 'is required to update a row')
}

const refused = (column: string | null, code: string, message: string): NotTaken => ({ column, code, message })

/** New rows with equal values to match on are one row. NULL equals nothing. */
function newRowKey({ index, cells }: SentRow, matchColumnIds: readonly number[]): string {
  const values = matchColumnIds.map((id) => cells.get(id) ?? null)
  return values.length === 0 || values.includes(null) ? `new ${index}` : `match ${JSON.stringify(values)}`
}

function editsOf(
  columns: readonly Column[],
  drafts: ReadonlyMap<string, Draft>,
  keys: readonly (string | null)[],
  { rows }: Existing,
): Omit<UpsertPlan, 'rejected'> {
  const edits: RowEdit[] = []
  const targets = new Map<string, Target>()
  const counts = { inserted: 0, updated: 0, unchanged: 0 }
  for (const [key, draft] of drafts) {
    const edit = draft.rowId === null ? insertOf(columns, draft) : updateOf(columns, draft, rows.get(draft.rowId) ?? {})
    if (edit) targets.set(key, { edit: edits.push(edit) - 1 })
    else if (draft.rowId !== null) targets.set(key, { rowId: draft.rowId })
    counts[draft.rowId === null ? 'inserted' : edit ? 'updated' : 'unchanged']++
  }
  return { edits, targets: keys.map((key) => (key === null ? null : (targets.get(key) ?? null))), ...counts }
}

/** What a row leaves out is the column's default; only what is neither NULL nor was ever a default need not be said. */
function insertOf(columns: readonly Column[], { cells }: Draft): RowEdit {
  const whole: Record<string, string | null> = {}
  for (const { id, initial } of columns) {
    const text = cells.has(id) ? (cells.get(id) ?? null) : initial
    if (text !== null || initial !== null) whole[id] = text
  }
  return { op: 'I', rowId: null, cells: whole, before: null }
}

/** Only the cells that change; null when none does. */
function updateOf(columns: readonly Column[], { rowId, cells, rowVersion }: Draft, before: Cells): RowEdit | null {
  const changed: Record<string, string | null> = {}
  const were: Record<string, string | null> = {}
  for (const { id, initial } of columns) {
    if (!cells.has(id)) continue
    const [old, text] = [cellOf(before, id, initial), cells.get(id) ?? null]
    if (old === text) continue
    changed[id] = text
    were[id] = old
  }
  if (Object.keys(changed).length === 0) return null
  return { op: 'U', rowId, cells: changed, before: were, ...(rowVersion === null ? {} : { rowVersion }) }
}

/** All or nothing: throws what is wrong with the first kind of rows that cannot be written. */
export function refuseIfRejected(
  { name }: OpenedTable,
  { bad, rejected }: { bad: readonly BadValue[]; rejected: readonly Rejection[] },
) {
  const [first] = bad
  if (first) throw uncastable(first, bad)
  const malformed = rejected.filter(({ code }) => code === 'validation_error')
  if (malformed.length > 0) throw malformedRows(malformed)
  const missing = rejected.filter(({ code }) => code === 'row_not_found')
  if (missing.length > 0)
    throw rowNotFound(
      name,
      missing.flatMap(({ rowIds = [] }) => rowIds),
    )
  const ambiguous = rejected.find(({ code }) => code === 'ambiguous_match')
  if (ambiguous) throw ambiguousMatch(name, ambiguous.index, ambiguous.rowIds ?? [])
}

/** Names the first column that has bad values, and the place of every bad value. */
function uncastable({ column, type, message }: BadValue, bad: readonly BadValue[]) {
  const ofColumn = bad.filter((value) => value.column === column)
  return uncastableValue({
    column,
    type,
    message,
    rowIds: ofColumn.flatMap(({ rowId }) => rowId ?? []),
    count: ofColumn.length,
    samples: ofColumn.map(({ value }) => sentValue(value)),
    errors: bad.map(({ index, column: name, code, message: why }) => ({
      loc: ['body', 'rows', index, name],
      code,
      message: why,
    })),
  })
}

const malformedRows = (rows: readonly Rejection[]) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not have the right shape',
    detail: `rows.${rows[0]?.index}: ${rows[0]?.column} ${rows[0]?.message}`,
    suggestedFix: 'Mend the rows named in errors, or send on_error: skip to write the others.',
    extra: {
      errors: rows.slice(0, 100).map(({ index, column, message }) => ({
        loc: ['body', 'rows', index, ...(column === null ? [] : [column])],
        code: 'validation_error',
        message,
      })),
    },
  })
