import type { Db } from '../../platform/postgres.ts'
import { originAt } from '../../tabular/loader/cell-origins.ts'
import { findPolicies } from '../governance/policies.store.ts'
import type { ColumnKey } from '../governance/policy.ts'
import { type MadeFrom, nameOfColumn, spreadTags } from '../governance/spread-tags.ts'
import { listOriginsOfTables, listSourceOrigins, type RowsOrigin } from '../sources/table-origins.store.ts'
import { listTransforms } from '../transforms/transforms.store.ts'
import type { Erasable, TableCells } from './erasure.ts'

/**
 * Where else in the workbook the values of these cells are: in tables that were read from the same cells of a file, and in
 * whatever transforms made from any of them. Of the latter it is not known which rows depend on which, so all do.
 */
export async function findCopies(db: Db, workbookId: string, named: TableCells): Promise<Erasable> {
  const ofFile = await listOriginsOfTables(db, workbookId, [named.tableId])
  const places = ofFile.flatMap((rows) => placesIn(rows, named))
  const sourceIds = [...new Set(places.map(({ sourceId }) => sourceId))]
  const read = await listSourceOrigins(db, workbookId, sourceIds)
  const wanted = new Set(places.map(nameOfPlace))
  const alike = read.filter(({ tableId }) => tableId !== named.tableId).flatMap((rows) => cellsAt(rows, wanted))
  const cells = [named, ...alike]
  const derivedIds = new Set((await listTransforms(db, workbookId)).map(({ tableId }) => tableId))
  const made = await columnsMadeFrom(db, workbookId, cells, derivedIds)
  return { cells: [...cells, ...made], sourceIds, derivedIds: [...new Set(made.map(({ tableId }) => tableId))] }
}

type PlaceInFile = { sourceId: string; revision: number; sheet: string; row: number; column: number }

const nameOfPlace = ({ sourceId, revision, sheet, row, column }: PlaceInFile) =>
  `${sourceId} ${revision} ${row} ${column} ${sheet}`

/** The cells of a file that these cells of a table were read from. */
function placesIn(rows: RowsOrigin, { origins, rowIds }: TableCells): PlaceInFile[] {
  const wanted = rowIds?.filter((id) => id >= rows.firstRowId && id < rows.firstRowId + rows.rowCount)
  return [...eachPlace(rows, origins, wanted ?? null)].map(({ place }) => place)
}

/** The cells of a table that were read from these cells of a file. */
function cellsAt(rows: RowsOrigin, wanted: ReadonlySet<string>): TableCells[] {
  const found = new Map<number, number[]>()
  for (const { place, rowId, origin } of eachPlace(rows, null, null)) {
    if (!wanted.has(nameOfPlace(place))) continue
    const rowIds = found.get(origin) ?? []
    rowIds.push(rowId)
    found.set(origin, rowIds)
  }
  return [...found].map(([origin, rowIds]) => ({ tableId: rows.tableId, origins: [origin], rowIds }))
}

/** Null: of all columns, of all rows. */
function* eachPlace(rows: RowsOrigin, origins: readonly number[] | null, rowIds: readonly number[] | null) {
  const { sourceId, revision, sheet, firstRowId, rowCount } = rows
  const { columnIds, cells } = rows.columns
  for (const [n, origin] of columnIds.entries()) {
    if (origin === null || (origins !== null && !origins.includes(origin))) continue
    const count = rowIds?.length ?? rowCount
    for (let k = 0; k < count; k++) {
      const rowId = rowIds?.[k] ?? firstRowId + k
      const at = originAt(cells, n, rowId - firstRowId)
      if (at) yield { rowId, origin, place: { sourceId, revision, sheet, row: at.row, column: at.column } }
    }
  }
}

/** Columns of derived tables that depend on any of these, however far. */
async function columnsMadeFrom(
  db: Db,
  workbookId: string,
  cells: readonly TableCells[],
  derivedIds: ReadonlySet<string>,
): Promise<TableCells[]> {
  const lineage = (await findPolicies(db, workbookId))?.lineage ?? []
  const named = cells.flatMap(({ tableId, origins }) => origins.map((origin) => ({ tableId, origin })))
  const reached = reachedFrom(
    named,
    lineage.filter(({ tableId }) => derivedIds.has(tableId)),
  )
  return [...Map.groupBy(reached, ({ tableId }) => tableId)].map(([tableId, columns]) => ({
    tableId,
    origins: columns.map(({ origin }) => origin),
    rowIds: null,
  }))
}

/** What is made from a column is what its tags would go to. */
function reachedFrom(columns: readonly ColumnKey[], lineage: readonly MadeFrom[]): ColumnKey[] {
  const tag = 'erased'
  const spread = spreadTags(
    columns.map((column) => ({ ...column, tag, isAttached: true })),
    lineage,
  )
  const madeOf = new Map(lineage.map(({ tableId, origin }) => [nameOfColumn({ tableId, origin }), { tableId, origin }]))
  return [...spread]
    .flatMap(([name, tags]) => (tags.get(tag) ? [madeOf.get(name)] : []))
    .filter((key) => key !== undefined)
}
