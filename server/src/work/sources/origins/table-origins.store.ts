import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { KeptRun } from '../../../engine/builder/build-request.ts'
import type { TablePlace } from '../../../engine/table/table.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import { newestOrigins, type PlacedRows, underTheirIds } from './kept-rows.ts'
import type { ColumnOrigins, RowsOrigin } from './rows-origin.ts'

/** `opId`: of the commit that placed them; once it is undone they stand for nothing. */
export async function insertOrigins(
  tx: Tx,
  workbookId: string,
  origins: readonly RowsOrigin[],
  opId: number | null = null,
) {
  if (origins.length === 0) return
  await tx
    .insertInto('tableOrigin')
    .values(
      origins.map(({ columns, kept = [], ...rows }) => ({
        workbookId,
        ...rows,
        opId,
        cells: pack(columns),
        kept: kept.length > 0 ? pack(kept) : null,
      })),
    )
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

/** Of the rows of these tables that came out of files, each as it was placed last. */
export async function listOriginsOfTables(
  db: Db,
  workbookId: string,
  tableIds: readonly string[],
): Promise<RowsOrigin[]> {
  return newestOrigins(await listPlaced(db, workbookId, 'tableId', tableIds))
}

/** The same of one table as it was at a version: what a later edition of the file placed otherwise stood elsewhere then. */
export async function listOriginsAt(
  db: Db,
  { workbookId, tableId, version }: TablePlace & { version: number },
): Promise<RowsOrigin[]> {
  const placed = await listPlaced(db, workbookId, 'tableId', [tableId])
  if (placed.every(({ opId }) => opId === null)) return newestOrigins(placed)
  const then = await db
    .selectFrom('tableVersion')
    .select('opId')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst()
  const last = then?.opId ?? Number.POSITIVE_INFINITY
  const there = placed.filter(({ opId }) => opId === null || opId <= last)
  return newestOrigins(there.map((one) => ({ ...one, isUndone: one.undoneBy !== null && one.undoneBy <= last })))
}

/** Of all tables that were ever read from these files, with their rows, each as it was placed last. */
export async function listSourceOrigins(
  db: Db,
  workbookId: string,
  sourceIds: readonly string[],
): Promise<RowsOrigin[]> {
  return newestOrigins(await listPlaced(db, workbookId, 'sourceId', sourceIds))
}

/** The same for every edition of a file that a row ever stood in, undone ones among them. */
export async function listEveryOrigin(
  db: Db,
  workbookId: string,
  by: 'tableId' | 'sourceId',
  ids: readonly string[],
): Promise<RowsOrigin[]> {
  return (await listPlaced(db, workbookId, by, ids)).flatMap(underTheirIds)
}

async function listPlaced(
  db: Db,
  workbookId: string,
  by: 'tableId' | 'sourceId',
  ids: readonly string[],
): Promise<PlacedRows[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tableOrigin as o')
    .leftJoin('op', (join) => join.onRef('op.workbookId', '=', 'o.workbookId').onRef('op.opId', '=', 'o.opId'))
    .select(['o.tableId', 'o.firstRowId', 'o.rowCount', 'o.sourceId', 'o.revision', 'o.sheet', 'o.cells', 'o.kept'])
    .select(['o.opId', 'op.undoneBy'])
    .where('o.workbookId', '=', workbookId)
    .where(`o.${by}`, 'in', ids)
    // Those below are of rows that came in among others: which ones they are is not known.
    .where('o.firstRowId', '>', 0)
    .execute()
  return rows.map(({ cells, kept, ...row }) => ({
    ...row,
    columns: unpack<ColumnOrigins>(cells),
    kept: kept ? unpack<KeptRun[]>(kept) : [],
    isUndone: row.undoneBy !== null,
  }))
}

/** Of the rows that this one came with, if it came out of a file. */
export async function findOrigin(
  db: Db,
  workbookId: string,
  tableId: string,
  rowId: number,
): Promise<RowsOrigin | undefined> {
  const holdsRow = ({ firstRowId, rowCount }: Pick<RowsOrigin, 'firstRowId' | 'rowCount'>) =>
    rowId >= firstRowId && rowId < firstRowId + rowCount
  if (await hasKeptRows(db, workbookId, tableId))
    return (await listOriginsOfTables(db, workbookId, [tableId])).find(holdsRow)
  const row = await db
    .selectFrom('tableOrigin')
    .select(['tableId', 'sourceId', 'firstRowId', 'rowCount', 'revision', 'sheet', 'cells'])
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('firstRowId', '<=', rowId)
    .orderBy('firstRowId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || !holdsRow(row)) return undefined
  const { cells, ...found } = row
  return { ...found, columns: unpack(cells) }
}

async function hasKeptRows(db: Db, workbookId: string, tableId: string): Promise<boolean> {
  const found = await db
    .selectFrom('tableOrigin')
    .select('firstRowId')
    .where('workbookId', '=', workbookId)
    .where('tableId', '=', tableId)
    .where('kept', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const pack = (value: ColumnOrigins | readonly KeptRun[]) => deflateRawSync(JSON.stringify(value))

// Safe: pack alone makes these.
const unpack = <T = ColumnOrigins>(packed: Buffer) => JSON.parse(inflateRawSync(packed).toString()) as T
