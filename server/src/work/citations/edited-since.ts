import { EDITING_KINDS } from '../../core/ops/op.ts'
import type { OpenedTable } from '../../core/reading/open-readable-table.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import { type Cells, type Column, cellOf } from '../../engine/table/table.ts'
import { parseValue } from '../../engine/values/values.ts'
import type { Context } from '../../platform/context.ts'
import type { CitationState } from './citation.ts'
import { hasForgottenEdits, listColumnsEver, listEditsOfRows, type RowEdit } from './row-edits.store.ts'

/** What is read of edits at once. */
const MOST_EDITS = 100_000

export type StandingOf = (rowId: number, column: ReadableColumn) => CitationState

/**
 * Of values of these rows whether they are still what was read from the file: each is compared with what stood there before its first
 * edit, so that a value that was put back counts as read. `now` has the rows as they are cited.
 */
export async function editedSince(
  { db }: Context,
  { table }: OpenedTable,
  rowIds: readonly number[],
  now: ReadonlyMap<number, Cells>,
): Promise<StandingOf> {
  const [edits, isForgotten] = await Promise.all([
    listEditsOfRows(db, table, rowIds, MOST_EDITS + 1),
    hasForgottenEdits(db, table, EDITING_KINDS),
  ])
  const ever: ReadonlyMap<number, Column> = edits.length > 0 ? await listColumnsEver(db, table) : new Map()
  const byRow = Map.groupBy(edits.slice(0, MOST_EDITS), ({ rowId }) => rowId)
  // The edits of rows behind the last that was read are not known.
  const lastRead = edits.length > MOST_EDITS ? (edits[MOST_EDITS - 1]?.rowId ?? 0) - 1 : Number.POSITIVE_INFINITY
  return (rowId, column) => {
    if (rowId > lastRead) return 'unknown'
    const first = firstText(byRow.get(rowId) ?? [], column, ever)
    if (first === undefined) return isForgotten ? 'unknown' : 'same'
    if (first.text !== cellOf(now.get(rowId) ?? {}, column.id, column.initial)) return 'edited'
    return isForgotten ? 'unknown' : 'same'
  }
}

/** What a cell held before all edits, spelled as its column is now. Undefined: no edit touched it. */
function firstText(
  edits: readonly RowEdit[],
  column: ReadableColumn,
  ever: ReadonlyMap<number, Column>,
): { text: string | null | undefined } | undefined {
  const chain = [...ever.values()].filter(({ origin }) => origin === column.origin)
  for (const { op, cells, before } of edits) {
    const held = op === 'I' ? cells : before
    // An update has the columns that it changed; other edits have the whole row, as the table's columns were then.
    const was = chain.find(({ id }) => held[id] !== undefined)
    if (was) return { text: spelledNow(column, was, held[was.id] ?? null) }
    if (op !== 'U') return { text: spelledNow(column, chain[0] ?? column, chain[0]?.initial ?? null) }
  }
  return undefined
}

/** Undefined where it does not fit the type that the column has now. */
function spelledNow(column: Column, was: Column, text: string | null): string | null | undefined {
  if (was.id === column.id || text === null) return text
  const parsed = parseValue(column.type, text)
  return 'text' in parsed ? parsed.text : undefined
}
