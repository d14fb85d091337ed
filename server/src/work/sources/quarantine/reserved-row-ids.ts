import { rowPlaces } from '../../../engine/loader/cell-origins.ts'
import type { Context } from '../../../platform/context.ts'
import type { RowsOrigin } from '../origins/rows-origin.ts'
import { listOriginsOfTables } from '../origins/table-origins.store.ts'
import type { QuarantineToSend } from './open-quarantine.ts'

/**
 * When rows of a file were numbered for a table, those that were set aside had numbers too. Returns them by the ids in the
 * quarantine; `there`: rows that stand in the table already, or would come in twice.
 */
export async function reservedRowIds(
  ctx: Context,
  { table, keeper }: QuarantineToSend,
  keptIds: readonly number[],
): Promise<{ ids: ReadonlyMap<number, number>; there: ReadonlySet<number> }> {
  const { workbookId } = table
  const kept = await listOriginsOfTables(ctx.db, workbookId, [keeper.artifactId])
  const own = await listOriginsOfTables(ctx.db, workbookId, [table.artifactId])
  const known = new Set(kept.map(nameOfSheet))
  const numbers = new Map<string, number[]>()
  for (const origin of own.filter((rows) => known.has(nameOfSheet(rows))))
    for (const [key, rowId] of placesOf(origin)) numbers.set(key, [...(numbers.get(key) ?? []), rowId])
  const wanted = new Set(keptIds)
  const candidates = new Map<number, readonly number[]>()
  for (const origin of kept)
    for (const [key, rowId] of placesOf(origin)) if (wanted.has(rowId)) candidates.set(rowId, numbers.get(key) ?? [])
  const columnIds = table.table.columns.slice(0, 1).map(({ id }) => id)
  const { rows } = await ctx.reader.rowsById(table.table, [...new Set([...candidates.values()].flat())], columnIds)
  const ids = new Map<number, number>()
  const there = new Set<number>()
  const taken = new Set<number>()
  for (const [keptId, found] of candidates) {
    const rowId = found.at(-1)
    if (rowId === undefined) continue
    if (taken.has(rowId) || found.some((id) => rows.has(id))) there.add(keptId)
    else ids.set(keptId, rowId)
    taken.add(rowId)
  }
  return { ids, there }
}

const nameOfSheet = ({ sourceId, revision, sheet }: RowsOrigin) => `${sourceId} ${revision} ${sheet}`

function* placesOf(origin: RowsOrigin): Iterable<[key: string, rowId: number]> {
  const { firstRowId, rowCount, columns } = origin
  for (const [n, place] of rowPlaces(columns.cells, rowCount).entries())
    yield [`${nameOfSheet(origin)} ${place}`, firstRowId + n]
}
