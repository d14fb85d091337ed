import type { Db } from '../../../platform/postgres.ts'
import { foldEdits } from '../../table/content.ts'
import { type Cells, type Column, cellOf } from '../../table/table.ts'
import type { Answered } from '../engine-conversation.ts'
import { findRowEdits } from './engine.store.ts'

/** Versions that an engine may be behind. */
const MOST_BEHIND = 200

export type WholeTable = { workbookId: string; tableId: string; version: number }

/** Asks an engine that holds all of the table, at whatever version it is. */
type AskWhole = (
  tableId: string,
  columns: readonly Column[],
  rowIds: readonly number[],
) => Promise<Answered | undefined>

/**
 * Rows as they are at exactly this version, with every column, from an engine that holds all of the table, and what became of these rows
 * since. Undefined where it cannot say so: it has not got the table, or has moved on.
 */
export async function wholeRowsAt(
  { db, ask }: { db: Db; ask: AskWhole },
  { workbookId, tableId, version }: WholeTable,
  columns: readonly Column[],
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, Cells> | undefined> {
  const atHand = await ask(tableId, columns, rowIds)
  if (!atHand || atHand.version > version || version - atHand.version > MOST_BEHIND) return undefined
  const rows = new Map(
    atHand.rows.map(([rowId, ...cells]): [number, Cells] => [
      rowId,
      Object.fromEntries(columns.map(({ id }, n) => [String(id), cells[n] ?? null])),
    ]),
  )
  if (atHand.version === version) return rows
  const later = await findRowEdits(db, workbookId, tableId, rowIds, { from: atHand.version + 1, to: version })
  if (!later) return undefined
  for (const [rowId, { op, cells }] of foldEdits(later)) {
    const before = rows.get(rowId)
    if (op === 'D') rows.delete(rowId)
    else if (op === 'I') rows.set(rowId, whole(columns, cells))
    else if (before) rows.set(rowId, { ...before, ...cells })
    else return undefined
  }
  return rows
}

const whole = (columns: readonly Column[], cells: Cells): Cells =>
  Object.fromEntries(columns.map(({ id, initial }) => [String(id), cellOf(cells, id, initial)]))
