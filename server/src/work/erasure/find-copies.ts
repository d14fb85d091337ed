import { isDeepStrictEqual } from 'node:util'
import { findPolicies } from '../../core/policies/policies.store.ts'
import type { ColumnKey } from '../../core/policies/policy.ts'
import { type MadeFrom, nameOfColumn, spreadTags } from '../../core/policies/tags/spread-tags.ts'
import { listQuarantines } from '../../core/tables/quarantine/quarantines.store.ts'
import { originAt } from '../../engine/loader/cell-origins.ts'
import type { Db } from '../../platform/postgres.ts'
import type { RowsOrigin } from '../sources/origins/rows-origin.ts'
import { listEveryOrigin } from '../sources/origins/table-origins.store.ts'
import { listTransforms } from '../transforms/transforms.store.ts'
import type { Erasable, TableCells } from './erasure.ts'

/** What is known of where values came from: as long as it stays the same, so do the copies. */
export type Descent = {
  /** Of the table itself, of all tables made of the same files, and of columns. */
  ofTable: readonly RowsOrigin[]
  ofFiles: readonly RowsOrigin[]
  ofColumns: readonly MadeFrom[]
  /** Tables that transforms make; those that keep what was wrong in them hold values of them, too. */
  derivedIds: ReadonlySet<string>
}

/** Where else in the workbook the values of these cells are, and from what that is known. */
export type Copies = { descent: Descent; erasable: Erasable }

/**
 * In tables that were read from the same cells of a file, and in whatever transforms made from any of them. Of the latter it is
 * not known which rows depend on which, so all do.
 */
export async function findCopies(db: Db, workbookId: string, named: TableCells): Promise<Copies> {
  const descent = await findDescent(db, workbookId, named)
  return { descent, erasable: copiesBy(descent, named) }
}

/** Quick enough to be looked at again under the lock of the workbook. */
export async function findDescent(db: Db, workbookId: string, { tableId }: TableCells): Promise<Descent> {
  const ofTable = await listEveryOrigin(db, workbookId, 'tableId', [tableId])
  const ofFiles = await listEveryOrigin(db, workbookId, 'sourceId', [
    ...new Set(ofTable.map(({ sourceId }) => sourceId)),
  ])
  const derivedIds = new Set((await listTransforms(db, workbookId)).map((transform) => transform.tableId))
  const beside = (await listQuarantines(db, workbookId)).filter(({ tableId: id }) => derivedIds.has(id))
  const made = new Set([...derivedIds, ...beside.map(({ quarantineId }) => quarantineId)])
  const lineage = (await findPolicies(db, workbookId))?.lineage ?? []
  return { ofTable, ofFiles, ofColumns: lineage.filter((column) => made.has(column.tableId)), derivedIds }
}

/** Where rows came from never changes, nor does what a column was made from: only more may come. */
export const isSameDescent = (one: Descent, other: Descent) => isDeepStrictEqual(partsOf(one), partsOf(other))

const partsOf = ({ ofTable, ofFiles, ofColumns }: Descent) =>
  new Set([...[...ofTable, ...ofFiles].map(nameOfRows), ...ofColumns.map((made) => JSON.stringify(made))])

const nameOfRows = ({ tableId, firstRowId, sourceId, revision }: RowsOrigin) =>
  `${tableId} ${firstRowId} ${sourceId} ${revision}`

function copiesBy({ ofTable, ofFiles, ofColumns, derivedIds }: Descent, named: TableCells): Erasable {
  const places = ofTable.flatMap((rows) => placesIn(rows, named))
  const sourceIds = [...new Set(places.map(({ sourceId }) => sourceId))]
  const wanted = new Set(places.map(nameOfPlace))
  const others = ofFiles.filter(({ tableId, sourceId }) => tableId !== named.tableId && sourceIds.includes(sourceId))
  const cells = [named, ...others.flatMap((rows) => cellsAt(rows, wanted))]
  const made = columnsMadeFrom(cells, ofColumns)
  const rebuilt = new Set(made.map(({ tableId }) => tableId).filter((id) => derivedIds.has(id)))
  return { cells: [...cells, ...made], sourceIds, derivedIds: [...rebuilt] }
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
function columnsMadeFrom(cells: readonly TableCells[], lineage: readonly MadeFrom[]): TableCells[] {
  const named = cells.flatMap(({ tableId, origins }) => origins.map((origin) => ({ tableId, origin })))
  const reached = reachedFrom(named, lineage)
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
