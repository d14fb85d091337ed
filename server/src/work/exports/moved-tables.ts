import { MovedCells } from '@bindery-data/spreadsheet/formulas/moved-cells.ts'
import { wholeRowCount } from '../../core/reading/refuse-if-hidden.ts'
import type { Track } from '../../engine/loader/cell-origins.ts'
import { type Reader, readAllRows } from '../../engine/reading/reader.ts'
import type { ReadableTable } from '../../engine/table/readable-table.ts'
import type { RowsOrigin } from '../sources/origins/rows-origin.ts'
import type { ExportedTable } from './export.ts'

/** By sheet of a revision of a source (`sheetKey`): where its cells stand in the file that goes out. */
export type MovedSheets = ReadonlyMap<string, MovedCells>

export const sheetKey = ({ sourceId, revision }: { sourceId: string; revision: number }, sheet: string) =>
  `${sourceId} ${revision} ${sheet}`

/** Tables that were turned around have a run for nearly each cell: beyond so many, further cells are not followed. */
const MOST_RUNS = 1_000_000
/** Above the first row of a table stands its header. */
export const HEADER_ROWS = 1

/** Follows every value that its reader may see from its sheet to where it is written. */
export async function moveTables(
  reader: Reader,
  tables: readonly ExportedTable[],
  origins: readonly RowsOrigin[],
): Promise<MovedSheets> {
  const sheets = new Map<string, MovedCells>()
  for (const [tab, exported] of tables.entries()) {
    const own = origins.filter(({ tableId }) => tableId === exported.table.tableId)
    if (own.length === 0) continue
    const ids = await readIds(reader, exported.table)
    for (const origin of own) {
      const key = sheetKey(origin, origin.sheet)
      const cells = sheets.get(key) ?? new MovedCells()
      sheets.set(key, cells)
      moveRows(cells, { tab, exported, origin, ids })
    }
  }
  return sheets
}

async function readIds(reader: Reader, table: ReadableTable): Promise<Float64Array> {
  const ids = new Float64Array(wholeRowCount(table))
  let count = 0
  for await (const rows of readAllRows(reader, table, [])) for (const { rowId } of rows) ids[count++] = rowId
  return ids
}

type RowsToMove = { tab: number; exported: ExportedTable; origin: RowsOrigin; ids: Float64Array }

function moveRows(cells: MovedCells, { tab, exported, origin, ids }: RowsToMove) {
  const { columnIds, cells: places } = origin.columns
  for (const [column, { origin: firstId, isMasked }] of exported.columns.entries()) {
    const track = places.columns[columnIds.indexOf(firstId)]
    if (!track || isMasked || cells.runs > MOST_RUNS) continue
    const rowOf = walk(places.tracks[track.rows])
    const columnOf = walk(places.tracks[track.columns])
    let place = firstAtLeast(ids, origin.firstRowId)
    for (let n = 0; n < origin.rowCount; n++) {
      const from = { row: rowOf(), column: columnOf() }
      // Rows that were deleted since are not there.
      if (ids[place] !== origin.firstRowId + n) continue
      if (from.row >= 0 && from.column >= 0) cells.add(from, { tab, row: HEADER_ROWS + place, column })
      place++
    }
  }
}

/** The numbers of a track, one after the other. */
function walk([first = -1, ...steps]: Track = []): () => number {
  let number = first
  let at = 0
  let taken = -1
  return () => {
    if (taken++ < 0) return number
    while (at < steps.length && taken > (steps[at + 1] ?? 0)) {
      at += 2
      taken = 1
    }
    number = at < steps.length ? number + (steps[at] ?? 0) : -1
    return number
  }
}

function firstAtLeast(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}
