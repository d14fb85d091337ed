import type { RowEdit } from '../../../engine/table/commit.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { Cells } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { refuseIfOutOfSight } from '../../reading/refuse-if-out-of-sight.ts'
import type { Warned } from '../../rules/check-writes.ts'
import { RuleViolated } from '../../rules/rules.errors.ts'
import { type CommittedWrites, commitTableEdit, type TableEdit } from '../commit-table-edit.ts'
import { type EditPlace, openTableForCells } from '../open-editable-table.ts'
import { derivedNotEditable, unknownColumn } from '../tables.errors.ts'
import { type Existing, planUpsert, refuseIfRejected, type UpsertMode, type UpsertPlan } from './plan-upsert.ts'
import { presentRow, textsOf } from './read-rows.ts'
import { type BadValue, type Rejected, readSentRows, type SentRow } from './sent-rows.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

export type Upsert = {
  /** The rows; or what finds out, at the version the table has, which rows are meant. */
  rows: Rows | ((opened: OpenedTable) => Promise<Rows>)
  expected: number | null
  matchOn: readonly string[] | null
  mode: UpsertMode
  onError: 'fail' | 'skip'
  lock: 'table' | 'row'
  isReturningRows: boolean
  actor: string | null
  via?: 'a1'
  session?: string
  /** Callers who see some rows may write those; left out, only callers who see all may. */
  to?: 'filtered'
  /** Rows of a file that come in although they break a rule. */
  ingest?: { onViolation: 'warn' }
}

export type Upserted = {
  editVersion: number
  opId: number | null
  inserted: number
  updated: number
  unchanged: number
  /** In request order; null for a row that was rejected. */
  rowIds: (number | null)[]
  rejected: Rejected[]
  rows: Record<string, unknown>[] | null
  stale: string[]
  /** Rows of a file that break a rule and came in. */
  warned: Warned | null
}

/** What an upsert was prepared to do. */
type Prepared = { opened: OpenedTable; plan: UpsertPlan; bad: BadValue[] }

/** Writes rows: those that are there are changed where they differ, the others are added. All or nothing, unless bad rows are to be skipped. */
export async function upsertRows(ctx: Context, place: EditPlace, upsert: Upsert): Promise<Upserted> {
  const broken = new Map<number, Rejected>()
  for (;;) {
    try {
      const { prepared, committed } = await commitTableEdit(ctx, place.workbookId, async () => {
        const found = await prepare(ctx, place, upsert, broken)
        return { ...found, edit: found.plan.edits.length > 0 ? editOf(found, upsert) : null }
      })
      return outcomeOf(ctx, prepared, committed, upsert, [...broken.values()])
    } catch (error) {
      leaveOut(broken, error, upsert)
    }
  }
}

/** Where bad rows are skipped, those that break a rule are; else the refusal is for the caller. */
function leaveOut(broken: Map<number, Rejected>, error: unknown, { onError }: Upsert) {
  if (onError === 'fail' || !(error instanceof RuleViolated)) throw error
  const sizeBefore = broken.size
  for (const { index, rule, message } of error.edits.values())
    if (index !== null) broken.set(index, { index, column: rule?.columns[0] ?? null, code: 'rule_violated', message })
  if (broken.size === sizeBefore) throw error
}

/** What these rows would change, without a look at the table's rules. */
export const planRows = (ctx: Context, place: EditPlace, upsert: Upsert) => prepare(ctx, place, upsert, new Map())

async function prepare(
  ctx: Context,
  place: EditPlace,
  upsert: Upsert,
  broken: ReadonlyMap<number, Rejected>,
): Promise<Prepared> {
  const expected = upsert.lock === 'row' ? null : upsert.expected
  const opened = await openTableForCells(ctx, place, expected, { rows: upsert.to })
  if (upsert.matchOn && upsert.mode === 'insert')
    throw invalidField(['body', 'match_on'], 'conflict', 'has no meaning where every row is inserted')
  const { columns } = opened.table
  const matchColumnIds = columnsNamed(columns, upsert.matchOn ?? [])
  const rows = typeof upsert.rows === 'function' ? await upsert.rows(opened) : upsert.rows
  const { good: readable, bad } = readSentRows(columns, rows, { isStrict: ctx.isStrict })
  const good = readable.filter(({ index }) => !broken.has(index))
  if (upsert.onError === 'fail') refuseIfRejected(opened, { bad, rejected: [] })

  const existing = await findExisting(ctx, opened, good, matchColumnIds)
  const plan = planUpsert(columns, good, existing, {
    mode: upsert.mode,
    isMatched: matchColumnIds.length > 0,
    isRowLocked: upsert.lock === 'row',
    count: rows.length,
    matchColumnIds,
  })
  if (upsert.onError === 'fail') refuseIfRejected(opened, { bad, rejected: plan.rejected })
  if (opened.layer === 'derived' && plan.inserted > 0) throw derivedNotEditable(opened.name)
  await refuseIfOutOfSight(ctx, opened, plan.edits)
  return { opened, plan, bad }
}

function columnsNamed(columns: readonly ReadableColumn[], names: readonly string[]): number[] {
  const found = names.map((name) => columns.find((column) => column.name === name.normalize('NFC')))
  const unknown = names.filter((_, n) => !found[n])
  if (unknown.length > 0) throw unknownColumn(unknown, 'body')
  return [...new Set(found.flatMap((column) => (column ? [column.id] : [])))]
}

/** Which rows are meant, and what they hold in the columns that are touched. A pure insert asks no engine. */
async function findExisting(
  ctx: Context,
  { table }: OpenedTable,
  sent: readonly SentRow[],
  matchColumnIds: readonly number[],
): Promise<Existing> {
  const matches = new Map<SentRow, readonly number[]>()
  const lookedUp = matchColumnIds.length > 0 ? sent.filter(({ rowId }) => rowId === null) : []
  if (lookedUp.length > 0) {
    const values = lookedUp.map(({ cells }) => matchColumnIds.map((id) => cells.get(id) ?? null))
    const { rowIds } = await ctx.reader.matchRows(table, matchColumnIds, values)
    lookedUp.forEach((row, n) => {
      matches.set(row, rowIds[n] ?? [])
    })
  }
  const ids = new Set([...sent.flatMap(({ rowId }) => rowId ?? []), ...[...matches.values()].flat()])
  if (ids.size === 0) return { matches, rows: new Map() }
  const touched = [...new Set(sent.flatMap(({ cells }) => [...cells.keys()]))]
  const { rows } = await ctx.reader.rowsById(table, [...ids], touched)
  return { matches, rows }
}

/** Per edit: the first row of the request that it stands for. */
function sentAs({ edits, targets }: UpsertPlan): number[] {
  const places: number[] = edits.map(() => 0)
  for (const [index, target] of [...targets.entries()].reverse())
    if (target && 'edit' in target) places[target.edit] = index
  return places
}

function editOf({ opened, plan }: Prepared, upsert: Upsert): TableEdit {
  const { rows, expected, lock, matchOn, actor, via, session, ingest } = upsert
  const checked = lock === 'row' ? null : expected
  const { inserted, updated } = plan
  return {
    workbookId: opened.workbookId,
    table: opened.name,
    writes: [
      {
        tableId: opened.artifactId,
        expected: checked,
        // Everything was read at this version or a later one; naming the earlier can only ask for one look more.
        read: opened.editVersion,
        isMatched: matchOn !== null || typeof rows === 'function',
        kind: 'rows',
        rows: plan.edits,
      },
    ],
    op: {
      kind: 'rows.upsert',
      actor,
      detail: {
        expected_version: expected,
        unconditional: lock === 'table' && expected === null,
        rows: plan.edits.length,
        summary: `Inserted ${inserted}, updated ${updated}`,
        ...(via ? { via } : {}),
        ...(session ? { session } : {}),
      },
    },
    auditDetail: { inserted, updated },
    sentAs: sentAs(plan),
    hidesRows: opened.rowAccess !== 'all',
    ...(ingest ? { ingest } : {}),
  }
}

async function outcomeOf(
  ctx: Context,
  { opened, plan, bad }: Prepared,
  committed: CommittedWrites | null,
  { isReturningRows }: Upsert,
  broken: readonly Rejected[],
): Promise<Upserted> {
  const written = committed?.tables[0]
  const rowIds = plan.targets.map((target) => {
    if (target === null) return null
    return 'rowId' in target ? target.rowId : (written?.rowIds[target.edit] ?? null)
  })
  const { inserted, updated, unchanged } = plan
  const rejected = [...bad, ...plan.rejected, ...broken].sort((a, b) => a.index - b.index)
  const edits = new Map(plan.edits.map((edit, n) => [written?.rowIds[n] ?? 0, edit]))
  const shown = rowIds.flatMap((id) => id ?? [])
  return {
    editVersion: written?.editVersion ?? opened.editVersion,
    opId: committed?.opId ?? null,
    inserted,
    updated,
    unchanged,
    rowIds,
    rejected: rejected.map(({ index, column, code, message }) => ({ index, column, code, message })),
    rows: isReturningRows ? await readWrittenRows(ctx, opened, edits, shown) : null,
    stale: committed?.stale ?? [],
    warned: committed?.ingested?.warned ?? null,
  }
}

/**
 * Rows as a write leaves them, in the order asked for. Under an Idempotency-Key it is not committed yet, and no engine
 * sees it: so they are read as they were, and the edits are laid over them.
 */
async function readWrittenRows(
  ctx: Context,
  { table }: OpenedTable,
  edits: ReadonlyMap<number, RowEdit>,
  rowIds: readonly number[],
): Promise<Record<string, unknown>[]> {
  const { columns } = table
  const columnIds = columns.map(({ id }) => id)
  const old = [...new Set(rowIds)].filter((id) => edits.get(id)?.op !== 'I')
  const before: ReadonlyMap<number, Cells> =
    old.length > 0 ? (await ctx.reader.rowsById(table, old, columnIds)).rows : new Map()
  return rowIds.flatMap((rowId) => {
    const edit = edits.get(rowId)
    const was = edit?.op === 'I' ? {} : before.get(rowId)
    if (!was) return []
    return [presentRow(columns, textsOf(columns, { ...was, ...edit?.cells }), rowId)]
  })
}
