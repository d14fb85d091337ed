import type { Db } from '../../platform/postgres.ts'
import { CorruptTable } from '../builder/builder-process-handle.ts'
import type { KeptPages } from '../reading/kept-pages.ts'
import type { FoundRows } from '../reading/reader.ts'
import { formatColumnType } from '../table/column-type.ts'
import { foldEdits } from '../table/content.ts'
import { isBlank, type ReadableColumn, type ReadableTable } from '../table/readable-table.ts'
import type { Cells, Edit } from '../table/table.ts'
import type { Answered } from './engine-conversation.ts'
import { findRowEdits } from './held/engine.store.ts'
import type { EnginePool } from './pool.ts'
import type { ReadColumn } from './protocol/run-protocol.ts'

/** Versions an engine may be behind: the next read of the table must apply them all. */
const MOST_BEHIND = 200

/**
 * Some rows of a table, from pages that this node has kept or else from an engine. One that is behind is not brought up to date for
 * them: what became of just these rows since is a look at an index, where applying all edits would take longer than the rest of a write.
 */
export async function readRowsById(
  { pool, db, pages }: { pool: EnginePool; db: Db; pages: KeptPages },
  table: ReadableTable,
  rowIds: readonly number[],
  columnIds: readonly number[],
): Promise<FoundRows> {
  const columns = columnIds.flatMap((id) => table.columns.find((column) => column.id === id) ?? [])
  const wire = columns.map(readColumn)
  const question = (key: string) => ({ do: 'rows', key, rowIds, columns: wire }) as const
  // An edit holds the true value of a masked cell, which must not be shown.
  // And it may be of a row that its reader does not see, or sees since.
  if (table.rows || columns.some(({ style }) => style))
    return foundIn(await pool.read(table, columnIds, question), columns)
  const later = laterEdits(db, table, rowIds)
  const readSome = () => pool.readAnyVersion(table, columnIds, question, (version) => void later(version))
  const atHand = pages.rowsAtHand(table, rowIds, columns) ?? foundIn(await readSome(), columns)
  if (table.isPast || atHand.version >= table.version) return atHand
  const { version } = table
  const edits = await later(atHand.version)
  if (!edits) return foundIn(await pool.read(table, columnIds, question), columns)
  const { rows } = atHand
  for (const [rowId, { op, cells }] of foldEdits(edits)) {
    if (op === 'D') rows.delete(rowId)
    else rows.set(rowId, laidOver(op === 'U' ? beforeOf(rows, rowId) : undefined, cells, columns))
  }
  return { version, rows }
}

/** What became of the rows since a version. Asked for twice it is read once, so that it can be asked for before the rows are there. */
function laterEdits(db: Db, { workbookId, tableId, version, isPast }: ReadableTable, rowIds: readonly number[]) {
  const asked = new Map<number, Promise<Edit[] | undefined>>()
  return (before: number): Promise<Edit[] | undefined> => {
    if (isPast || before >= version || version - before > MOST_BEHIND) return Promise.resolve(undefined)
    const known = asked.get(before) ?? findRowEdits(db, workbookId, tableId, rowIds, { from: before + 1, to: version })
    asked.set(before, known)
    // A caller that waits for it learns of a failure; there may be none.
    known.catch(() => {})
    return known
  }
}

const readColumn = (column: ReadableColumn): ReadColumn => ({
  id: column.id,
  type: formatColumnType(column.type),
  isMasked: isBlank(column),
})

function foundIn({ version, rows }: Answered, columns: readonly ReadableColumn[]): FoundRows {
  const cellsOf = (cells: readonly (string | null)[]) =>
    Object.fromEntries(columns.map(({ id }, n) => [String(id), cells[n] ?? null]))
  return { version, rows: new Map(rows.map(([rowId, ...cells]): [number, Cells] => [rowId, cellsOf(cells)])) }
}

function beforeOf(rows: ReadonlyMap<number, Cells>, rowId: number): Cells {
  const before = rows.get(rowId)
  if (!before) throw new CorruptTable(`row ${rowId} was updated, and is not there`)
  return before
}

/** A row that was inserted holds the initial values of what it does not name. Nothing of a masked column is reported. */
function laidOver(before: Cells | undefined, cells: Cells, columns: readonly ReadableColumn[]): Cells {
  return Object.fromEntries(
    columns.map(({ id, initial, isMasked }) => {
      if (isMasked) return [String(id), null]
      return [String(id), id in cells ? (cells[id] ?? null) : before ? (before[id] ?? null) : initial]
    }),
  )
}
