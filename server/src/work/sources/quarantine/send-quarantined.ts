import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { readWholeRows } from '../../../core/reading/whole-rows.ts'
import { keepingAlive } from '../../../core/rules/keeping-alive.ts'
import { readWorkbookRules } from '../../../core/rules/rules.store.ts'
import { setAside } from '../../../core/rules/set-aside.ts'
import { commitTableEdit } from '../../../core/tables/commit-table-edit.ts'
import type { EditPlace } from '../../../core/tables/open-editable-table.ts'
import { rowNotFound } from '../../../core/tables/tables.errors.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import type { RowEdit, TableWrite } from '../../../engine/table/commit.ts'
import type { Cells } from '../../../engine/table/table.ts'
import { encodeValue, parseValue } from '../../../engine/values/values.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { openQuarantine, type QuarantineToSend } from './open-quarantine.ts'
import { hiddenInQuarantine } from './quarantine.errors.ts'
import { reservedRowIds } from './reserved-row-ids.ts'

/** So many rows are sent in at once; of more the first. */
export const MOST_SENT = 10_000

export type Sending = {
  /** Of the quarantine; null: all. */
  rowIds: readonly number[] | null
  actor: string | null
}

export type Sent = {
  table: string
  quarantine: string
  /** Rows that came in, by the ids they have in the table, and those that stay, with what they break now. */
  sent: readonly number[]
  kept: readonly { rowId: number; reason: string }[]
  /** Rows that were not looked at: more than are sent at once. */
  waiting: number
  editVersion: number
}

/** A row of the quarantine, as the table would have it. */
type Ready = { keptId: number; rowId: number; cells: Cells }

/**
 * Rows that obey the rules by now come in and leave the quarantine, in one transaction under the lock of the workbook: at no time
 * is a row in both or in neither. The others stay, with what they break now.
 */
export async function sendQuarantined(ctx: Context, place: EditPlace, { rowIds, actor }: Sending): Promise<Sent> {
  await openQuarantine(ctx, place)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, place.workbookId)
    const inTx = { ...ctx, db: tx }
    const open = await openQuarantine(inTx, place)
    refuseIfHidden(open)
    const { quarantine } = open
    const judged = await keepingAlive(inTx, () => judge(tx, inTx, open, rowIds))
    const { coming, kept, waiting } = judged
    const editVersion = await enter(inTx, open, coming, actor)
    await leave(inTx, open, judged, actor)
    return {
      table: quarantine.table,
      quarantine: quarantine.name,
      sent: coming.map(({ rowId }) => rowId),
      kept: kept.toSorted((a, b) => a.rowId - b.rowId),
      waiting,
      editVersion,
    }
  })
}

/** Which rows come in, and which stay and why. All that is read is read here: an engine reads what has committed. */
type Judged = {
  coming: readonly Ready[]
  kept: readonly { rowId: number; reason: string }[]
  waiting: number
  rows: ReadonlyMap<number, Cells>
  before: Awaited<ReturnType<typeof readWholeRows>>
}

async function judge(tx: Tx, ctx: Context, open: QuarantineToSend, rowIds: Sending['rowIds']): Promise<Judged> {
  const { table, keeper } = open
  const asked = rowIds === null ? await firstRows(ctx, keeper) : [...new Set(rowIds)]
  const columnIds = keeper.table.columns.map(({ id }) => id)
  const { rows } = await ctx.reader.rowsById(keeper.table, asked, columnIds)
  const missing = asked.filter((id) => !rows.has(id))
  if (missing.length > 0) throw rowNotFound(keeper.name, missing)
  const { ready, kept } = await readyRows(tx, ctx, open, rows)
  const rules = await readWorkbookRules(tx, table.workbookId)
  const sieved = await setAside(ctx, table.workbookId, writeOf(table, ready), rules)
  const broken = new Map(sieved?.aside.rows.map(({ rowId, reason }) => [rowId, reason]))
  for (const { keptId, rowId } of ready) {
    const reason = broken.get(rowId)
    if (reason !== undefined) kept.push({ rowId: keptId, reason })
  }
  return {
    coming: ready.filter(({ rowId }) => !broken.has(rowId)),
    kept,
    waiting: rowIds === null ? (keeper.rowCount ?? 0) - asked.length : 0,
    rows,
    before: await readWholeRows(ctx, keeper, [...rows.keys()]),
  }
}

/** A row comes in whole, or not at all. */
function refuseIfHidden({ table, keeper }: QuarantineToSend) {
  const hides = (opened: OpenedTable) =>
    opened.table.columns.length < opened.schema.length || opened.table.columns.some(({ isMasked }) => isMasked)
  if (hides(table) || hides(keeper)) throw hiddenInQuarantine()
}

async function firstRows({ reader }: Context, { table }: OpenedTable): Promise<number[]> {
  const columnIds = table.columns.slice(0, 1).map(({ id }) => id)
  const start = { after: { values: [], rowId: 0 } }
  const page = { columnIds, limit: MOST_SENT, start, orderBy: [], filter: null, isCounted: false }
  return (await reader.page(table, page)).rows.map(({ rowId }) => rowId)
}

/** Rows under the ids that the table has reserved for them, so that their cells of the file are found again. */
async function readyRows(tx: Tx, ctx: Context, open: QuarantineToSend, rows: ReadonlyMap<number, Cells>) {
  const { table } = open
  const reserved = await reservedRowIds(ctx, open, [...rows.keys()])
  const ready: Ready[] = []
  const kept: { rowId: number; reason: string }[] = []
  const unnumbered = [...rows.keys()].filter((id) => !reserved.ids.has(id) && !reserved.there.has(id)).length
  let next = unnumbered > 0 ? await reserveRowIds(tx, table.workbookId, table.artifactId, unnumbered) : 0
  for (const [keptId, cells] of rows) {
    const { values, fault } = valuesOf(open, cells)
    if (reserved.there.has(keptId)) kept.push({ rowId: keptId, reason: 'This row stands in the table already.' })
    else if (fault) kept.push({ rowId: keptId, reason: fault })
    else ready.push({ keptId, rowId: reserved.ids.get(keptId) ?? next++, cells: values })
  }
  return { ready, kept }
}

/** Cells by the columns of the table. One that was given another type since has values that may be none of it. */
function valuesOf({ quarantine, table, keeper }: QuarantineToSend, cells: Cells) {
  const values: Record<string, string | null> = {}
  for (const column of table.table.columns) {
    const origin = quarantine.columns.get(column.origin)
    const from = keeper.table.columns.find((one) => one.origin === origin)
    const text = from ? (cells[from.id] ?? null) : column.initial
    if (!from || text === null || formatColumnType(from.type) === formatColumnType(column.type)) {
      values[column.id] = text
      continue
    }
    const parsed = parseValue(column.type, encodeValue(from.type, text))
    if (!('text' in parsed)) return { values, fault: `${column.name} must be ${formatColumnType(column.type)}.` }
    values[column.id] = parsed.text
  }
  return { values, fault: null }
}

const writeOf = (
  { artifactId: tableId, editVersion: read, schema }: OpenedTable,
  ready: readonly Ready[],
): TableWrite => ({
  tableId,
  expected: null,
  read,
  kind: 'rows',
  rows: ready.map(
    ({ rowId, cells }): RowEdit => ({ op: 'I', rowId, cells: insertedCells(schema, cells), before: null }),
  ),
})

/** What an inserted row says: all but what is empty anyway. */
const insertedCells = (schema: OpenedTable['schema'], cells: Cells): Cells =>
  Object.fromEntries(
    schema.flatMap(({ id, initial }) => {
      const text = cells[id] ?? null
      return text === null && initial === null ? [] : [[id, text] as const]
    }),
  )

async function enter(
  ctx: Context,
  { table, quarantine }: QuarantineToSend,
  coming: readonly Ready[],
  actor: string | null,
): Promise<number> {
  if (coming.length === 0) return table.editVersion
  const { workbookId, name } = table
  const { committed } = await commitTableEdit(ctx, workbookId, async () => ({
    edit: {
      workbookId,
      table: name,
      writes: [writeOf(table, coming)],
      op: {
        kind: 'rows.upsert',
        actor,
        detail: {
          expected_version: null,
          unconditional: true,
          rows: coming.length,
          summary: `Sent in ${coming.length} rows of ${quarantine.name}`,
        },
      },
      auditDetail: { inserted: coming.length, quarantine: quarantine.name },
    },
  }))
  return committed?.tables[0]?.editVersion ?? table.editVersion
}

/** What came in leaves the quarantine; of what stays, the reason is that of now. */
async function leave(
  ctx: Context,
  { keeper, quarantine }: QuarantineToSend,
  { coming, kept, rows, before }: Judged,
  actor: string | null,
) {
  const { workbookId, name } = keeper
  const reason = keeper.table.columns.find(({ origin }) => origin === quarantine.reason)
  const gone = coming.map(
    ({ keptId }): RowEdit => ({ op: 'D', rowId: keptId, cells: null, before: before.get(keptId) ?? null }),
  )
  const renewed = kept.flatMap(({ rowId, reason: text }): RowEdit[] => {
    const was = reason && (rows.get(rowId)?.[reason.id] ?? null)
    if (!reason || was === undefined || was === text) return []
    return [{ op: 'U', rowId, cells: { [reason.id]: text }, before: { [reason.id]: was } }]
  })
  const edits = [...gone, ...renewed]
  if (edits.length === 0) return
  await commitTableEdit(ctx, workbookId, async () => ({
    edit: {
      workbookId,
      table: name,
      writes: [{ tableId: keeper.artifactId, expected: null, read: keeper.editVersion, kind: 'rows', rows: edits }],
      op: {
        kind: 'rows.delete',
        actor,
        detail: {
          expected_version: null,
          unconditional: true,
          rows: edits.length,
          summary: `${gone.length} rows went into ${quarantine.table}, ${kept.length} stay`,
        },
      },
      auditDetail: { deleted: gone.length, quarantine_of: quarantine.table },
    },
  }))
}
