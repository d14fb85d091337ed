import type { ColumnKey } from '../../../core/policies/policy.ts'
import { recordColumnLineage } from '../../../core/policies/tags/record-column-lineage.ts'
import type { CellOrigins, Track } from '../../../engine/loader/cell-origins.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { RowsOrigin } from './rows-origin.ts'
import { findPlaceBelow, insertOrigins, listOriginsOfSource } from './table-origins.store.ts'

/**
 * Remembers where the rows of tables stood in a file. Columns of several tables that were read from the same column of a
 * sheet hold the same values, so a tag on one of them is a tag on all: a sheet as it is does not show what is hidden in the
 * table that was made from it.
 */
export async function recordOrigins(
  tx: Tx,
  workbookId: string,
  origins: readonly RowsOrigin[],
  opId: number | null = null,
) {
  await insertOrigins(tx, workbookId, origins, opId)
  for (const sourceId of new Set(origins.map((origin) => origin.sourceId))) {
    const alike = sameValues(await listOriginsOfSource(tx, workbookId, sourceId))
    await recordColumnLineage(tx, workbookId, alike.flatMap(eachFromTheFirst))
  }
}

/**
 * The same for rows that were matched with those of a table: they came in among others, so that it is kept what they were read from, and
 * not which of them stood where.
 */
export async function recordOriginsAmong(tx: Tx, workbookId: string, tableId: string, origins: readonly RowsOrigin[]) {
  const below = await findPlaceBelow(tx, workbookId, tableId)
  const placed = origins.map((origin, n) => ({ ...origin, firstRowId: below - n, rowCount: 1 }))
  await recordOrigins(tx, workbookId, placed)
}

/**
 * Columns of tables, together where they were read from one column of a sheet. The fields of a form stand below each other, and
 * hold different values: alone they are not together.
 */
function sameValues(origins: readonly Pick<RowsOrigin, 'tableId' | 'sheet' | 'columns'>[]): ColumnKey[][] {
  const readFrom = new Map<string, Map<string, ColumnKey>>()
  const forms = new Set<string>()
  for (const { tableId, sheet, columns } of origins) {
    if (columns.isForm) forms.add(tableId)
    for (const [n, origin] of columns.columnIds.entries()) {
      if (origin === null) continue
      for (const place of sheetColumns(columns.cells, n)) {
        const name = `${sheet} ${place}`
        const known = readFrom.get(name) ?? new Map<string, ColumnKey>()
        readFrom.set(name, known.set(`${tableId} ${origin}`, { tableId, origin }))
      }
    }
  }
  const isOneForm = ([first, ...others]: readonly ColumnKey[]) =>
    first !== undefined && forms.has(first.tableId) && others.every(({ tableId }) => tableId === first.tableId)
  return [...readFrom.values()]
    .map((columns) => [...columns.values()])
    .filter((columns) => columns.length > 1 && !isOneForm(columns))
}

function eachFromTheFirst([first, ...others]: readonly ColumnKey[]) {
  if (!first) return []
  return others.flatMap((other) => [
    { ...other, fromTableId: first.tableId, fromOrigin: first.origin },
    { ...first, fromTableId: other.tableId, fromOrigin: other.origin },
  ])
}

/** The columns of the sheet that the values of a table's column stood in. */
function sheetColumns({ columns, tracks }: CellOrigins, column: number): ReadonlySet<number> {
  const track: Track = tracks[columns[column]?.columns ?? -1] ?? []
  let at = track[0] ?? -1
  const seen = new Set([at])
  for (let n = 1; n < track.length; n += 2) {
    const [step = 0, times = 0] = [track[n], track[n + 1]]
    for (let taken = 0; step !== 0 && taken < times; taken++) {
      at += step
      seen.add(at)
    }
  }
  seen.delete(-1)
  return seen
}
