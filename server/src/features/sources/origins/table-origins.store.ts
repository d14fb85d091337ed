import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { CellOrigins } from '../../../tabular/loader/cell-origins.ts'

/** Where the values of some columns stood, by the ids these columns had first; null: that column was left out. */
export type ColumnOrigins = {
  columnIds: readonly (number | null)[]
  cells: CellOrigins
  /** Each column is another cell of a form. */
  isForm?: boolean
}

/** Rows that came together out of one sheet. */
export type RowsOrigin = {
  tableId: string
  firstRowId: number
  rowCount: number
  sourceId: string
  revision: number
  sheet: string
  columns: ColumnOrigins
}

export async function insertOrigins(tx: Tx, workbookId: string, origins: readonly RowsOrigin[]) {
  if (origins.length === 0) return
  await tx
    .insertInto('tableOrigin')
    .values(origins.map(({ columns, ...rows }) => ({ workbookId, ...rows, cells: pack(columns) })))
    .execute()
}

/** Below every row of the table, and below all that lies there already. */
export async function findPlaceBelow(db: Db, workbookId: string, tableId: string): Promise<number> {
  const lowest = await db
    .selectFrom('tableOrigin')
    .select(({ fn }) => fn.min('firstRowId').as('id'))
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .executeTakeFirst()
  return Math.min(0, Number(lowest?.id ?? 0)) - 1
}

/** Of all tables that were ever read from a file. */
export async function listOriginsOfSource(db: Db, workbookId: string, sourceId: string) {
  const rows = await db
    .selectFrom('tableOrigin')
    .select(['tableId', 'sheet', 'cells'])
    .where('workbookId', '=', workbookId)
    .where('sourceId', '=', sourceId)
    .execute()
  return rows.map(({ cells, ...row }) => ({ ...row, columns: unpack(cells) }))
}

/** Of the rows of these tables that came out of files. */
export function listOriginsOfTables(db: Db, workbookId: string, tableIds: readonly string[]): Promise<RowsOrigin[]> {
  return listPlaced(db, workbookId, 'tableId', tableIds)
}

/** Of all tables that were ever read from these files, with their rows. */
export function listSourceOrigins(db: Db, workbookId: string, sourceIds: readonly string[]): Promise<RowsOrigin[]> {
  return listPlaced(db, workbookId, 'sourceId', sourceIds)
}

async function listPlaced(
  db: Db,
  workbookId: string,
  by: 'tableId' | 'sourceId',
  ids: readonly string[],
): Promise<RowsOrigin[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tableOrigin')
    .select(['tableId', 'firstRowId', 'rowCount', 'sourceId', 'revision', 'sheet', 'cells'])
    .where('workbookId', '=', workbookId)
    .where(by, 'in', ids)
    // Those below are of rows that came in among others: which ones they are is not known.
    .where('firstRowId', '>', 0)
    .execute()
  return rows.map(({ cells, ...row }) => ({ ...row, columns: unpack(cells) }))
}

export type FoundOrigin = Omit<RowsOrigin, 'tableId' | 'sourceId'> & { source: string }

/** Of the rows that this one came with, if it came out of a file. */
export async function findOrigin(
  db: Db,
  workbookId: string,
  tableId: string,
  rowId: number,
): Promise<FoundOrigin | undefined> {
  const row = await db
    .selectFrom('tableOrigin as o')
    .innerJoin('source as s', (join) =>
      join.onRef('s.workbookId', '=', 'o.workbookId').onRef('s.sourceId', '=', 'o.sourceId'),
    )
    .select(['o.firstRowId', 'o.rowCount', 'o.revision', 'o.sheet', 'o.cells', 's.name as source'])
    .where('o.workbookId', '=', workbookId)
    .where('o.tableId', '=', tableId)
    .where('o.firstRowId', '<=', rowId)
    .orderBy('o.firstRowId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || rowId >= row.firstRowId + row.rowCount) return undefined
  const { cells, ...found } = row
  return { ...found, columns: unpack(cells) }
}

const pack = (columns: ColumnOrigins) => deflateRawSync(JSON.stringify(columns))

// Safe: pack alone makes these.
const unpack = (cells: Buffer) => JSON.parse(inflateRawSync(cells).toString()) as ColumnOrigins
