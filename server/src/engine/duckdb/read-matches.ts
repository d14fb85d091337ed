import type { Db } from '../../platform/postgres.ts'
import type { MatchedRows } from '../reading/reader.ts'
import { formatColumnType } from '../table/column-type.ts'
import { foldEdits } from '../table/content.ts'
import { isBlank, type ReadableColumn, type ReadableTable } from '../table/readable-table.ts'
import type { Edit } from '../table/table.ts'
import type { Answered } from './engine-conversation.ts'
import { findTableEdits } from './held/engine.store.ts'
import type { EnginePool } from './pool.ts'

/** Versions an engine may be behind, and rows that these may have changed. */
const MOST_BEHIND = 200
const MOST_EDITS = 2_000

/**
 * Rows that hold some values. As for rows by their ids, an engine that is behind is not brought up to date for them: what was edited
 * since is a look at an index, and is laid over what it answers.
 */
export async function readMatches(
  { pool, db }: { pool: EnginePool; db: Db },
  table: ReadableTable,
  columnIds: readonly number[],
  values: readonly (readonly (string | null)[])[],
): Promise<MatchedRows> {
  const columns = columnIds.flatMap((id) => table.columns.find((column) => column.id === id) ?? [])
  const wire = columns.map((column) => ({
    id: column.id,
    type: formatColumnType(column.type),
    isMasked: isBlank(column),
  }))
  const question = (key: string) => ({ do: 'match', key, columns: wire, values }) as const
  const whole = async () => matchedIn(await pool.read(table, columnIds, question))
  const isPlain = columns.every(({ isMasked, type }) => !isMasked && type.name !== 'DOUBLE')
  // An edit may be of a row that its reader does not see, or sees since.
  if (!isPlain || table.isPast || table.rows) return whole()
  const atHand = await pool.readAnyVersion(table, columnIds, question, () => {})
  const { version } = table
  if (atHand.version >= version) return matchedIn(atHand)
  if (version - atHand.version > MOST_BEHIND) return whole()
  const since = { from: atHand.version + 1, to: version }
  const edits = await findTableEdits(db, table.workbookId, table.tableId, since, MOST_EDITS)
  const rowIds = edits && laidOver(matchedIn(atHand).rowIds, edits, columns, values)
  return rowIds ? { version, rowIds } : whole()
}

const matchedIn = ({ version, rowIds }: Answered): MatchedRows => ({
  version,
  rowIds: (rowIds ?? []).map((ids) => [...ids]),
})

/** Undefined where an edit names some of the columns of a row and not the others. */
function laidOver(
  matched: readonly (readonly number[])[],
  edits: readonly Edit[],
  columns: readonly ReadableColumn[],
  values: readonly (readonly (string | null)[])[],
): number[][] | undefined {
  const found = matched.map((rowIds) => new Set(rowIds))
  const places = new Map(values.map((sought, n) => [keyOf(sought), n]))
  for (const [rowId, { op, cells }] of foldEdits(edits)) {
    const named = columns.filter(({ id }) => id in cells).length
    if (op === 'U' && named === 0) continue
    if (op === 'U' && named < columns.length) return undefined
    for (const rowIds of found) rowIds.delete(rowId)
    if (op === 'D') continue
    const key = keyOf(columns.map(({ id, initial }) => (id in cells ? (cells[id] ?? null) : initial)))
    const place = key === null ? undefined : places.get(key)
    if (place !== undefined) found[place]?.add(rowId)
  }
  return found.map((rowIds) => [...rowIds].sort((a, b) => a - b))
}

/** NULL equals nothing. */
const keyOf = (values: readonly (string | null)[]): string | null =>
  values.includes(null) ? null : JSON.stringify(values)
