import type { VisibleViolation } from '../../../core/rules/rules.errors.ts'
import type { RowAside } from '../../../core/rules/set-aside.ts'
import type { CommittedWrites } from '../../../core/tables/commit-table-edit.ts'
import { admitBroken, type KeptRows, keepRows } from '../../../core/tables/quarantine/keep-rows.ts'
import { formatRange } from '../../../core/tables/ranges/a1-range.ts'
import { createColumnOrigin, originAt, packOrigins } from '../../../engine/loader/cell-origins.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { originsOfRows, reservedIds, type WrittenRows } from '../origins/origins-of-tables.ts'
import { recordOrigins } from '../origins/record-origins.ts'
import type { RowsOrigin } from '../origins/rows-origin.ts'
import type { Source } from '../source.ts'

/** What became of the rows of an ingest that break rules. */
export type Settled = {
  quarantined: readonly QuarantinedRows[]
  /** Rows that came in all the same; the first of them. */
  broken: readonly VisibleViolation[]
  brokenCount: number
}

/** Rows that stay out of a table, by the ids that were reserved for them there, and the table that keeps them. */
export type QuarantinedRows = { tableId: string; table: string; quarantine: string; rowIds: readonly number[] }

export const NOTHING_SETTLED: Settled = { quarantined: [], broken: [], brokenCount: 0 }

export const joinSettled = (...all: readonly Settled[]): Settled => ({
  quarantined: all.flatMap(({ quarantined }) => quarantined),
  broken: all.flatMap(({ broken }) => broken),
  brokenCount: all.reduce((sum, { brokenCount }) => sum + brokenCount, 0),
})

/** How many rows stayed out of a table. */
export const countAside = ({ quarantined }: Settled, tableId: string) =>
  quarantined.filter((one) => one.tableId === tableId).reduce((sum, { rowIds }) => sum + rowIds.length, 0)

type FromSource = Pick<Source, 'workbookId' | 'sourceId' | 'revision' | 'name'>

/** Keeps the rows that a commit has set aside, in the same transaction: with its reason and its cell each. */
export async function settleIngest(
  tx: Tx,
  ctx: Context,
  source: FromSource,
  { ingested }: CommittedWrites,
  { written, actor, opKind }: { written: readonly WrittenRows[]; actor: string | null; opKind: string },
): Promise<Settled> {
  if (!ingested) return NOTHING_SETTLED
  const { workbookId } = source
  const quarantined: QuarantinedRows[] = []
  for (const set of ingested.aside) {
    const ofTable = written.filter(({ tableId }) => tableId === set.tableId)
    const origins = originsOfRows(source, ofTable)
    const aside = { ...set, rows: underReservedIds(set.rows, ofTable) }
    const originOf = (row: RowAside) => originText(source.name, origins, row)
    const kept = await keepRows(tx, ctx, workbookId, aside, { from: source.name, opKind, actor, originOf })
    await recordOrigins(tx, workbookId, originsAside(origins, aside.rows, kept))
    const { table, name } = kept.quarantine
    quarantined.push({
      tableId: aside.tableId,
      table,
      quarantine: name,
      rowIds: aside.rows.map(({ rowId }) => rowId),
    })
  }
  const { warned } = ingested
  if (warned) await admitBroken(tx, workbookId, warned.tableIds)
  return { quarantined, broken: warned?.shown ?? [], brokenCount: warned?.count ?? 0 }
}

/** A row that is set aside gives up the id that it had: it is one of the file again. */
function underReservedIds(rows: readonly RowAside[], written: readonly WrittenRows[]): RowAside[] {
  const ids = rows.map(({ rowId }) => rowId)
  const reserved = new Map(written.flatMap((one) => [...reservedIds(one, ids)]))
  return rows.map((row) => ({ ...row, rowId: reserved.get(row.rowId) ?? row.rowId }))
}

const holds = ({ firstRowId, rowCount }: RowsOrigin, rowId: number) =>
  rowId >= firstRowId && rowId < firstRowId + rowCount

/** The cell of the value that breaks a rule; where it has none, the first that the row has. */
function originText(source: string, origins: readonly RowsOrigin[], { rowId, origin }: RowAside): string | null {
  const found = origins.find((rows) => holds(rows, rowId))
  if (!found) return null
  const { columnIds, cells } = found.columns
  const places = columnIds.map((_, n) => originAt(cells, n, rowId - found.firstRowId))
  const at = places[columnIds.indexOf(origin)] ?? places.find((place) => place !== null)
  if (!at) return `${source}, ${found.sheet}`
  const cell = formatRange({ left: at.column, right: at.column, top: at.row, bottom: at.row })
  return `${source}, ${found.sheet}!${cell}`
}

/** Rows in the quarantine stood in the same cells: what is done about these cells is done about them too. */
function originsAside(
  origins: readonly RowsOrigin[],
  rows: readonly RowAside[],
  { quarantine: { quarantineId, columnOf }, rowIds }: KeptRows,
): RowsOrigin[] {
  return origins.flatMap((from) => {
    const places = rows.flatMap(({ rowId }, n) => (holds(from, rowId) ? [n] : []))
    const firstRowId = rowIds[places[0] ?? -1]
    if (firstRowId === undefined) return []
    const { columnIds, cells, isForm } = from.columns
    const tracks = columnIds.map((_, column) => {
      const track = createColumnOrigin()
      for (const n of places) track.add(originAt(cells, column, (rows[n]?.rowId ?? 0) - from.firstRowId))
      return track.finish()
    })
    const { computed } = cells
    const columns = {
      columnIds: columnIds.map((origin) => (origin === null ? null : (columnOf.get(origin)?.origin ?? null))),
      cells: { ...packOrigins(tracks), ...(computed ? { computed } : {}) },
      ...(isForm ? { isForm } : {}),
    }
    return [{ ...from, tableId: quarantineId, firstRowId, rowCount: places.length, columns }]
  })
}
