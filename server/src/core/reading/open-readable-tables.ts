import type { Column } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import { hasRows } from '../artifacts/artifact.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { keepColumns, knownColumns, type SchemaKey } from './known-schemas.ts'
import { lensFor } from './lens.ts'
import {
  isOpenFor,
  type OpenedTable,
  openSnapshotId,
  pastTable,
  readableFrom,
  type TableDoor,
} from './open-readable-table.ts'
import { listRegisteredTables, listSchemas, listTableHeads, type Registered } from './readable-tables.store.ts'
import { listSnapshotted } from './snapshot-tables.store.ts'

/** Every table of a workbook as its caller may see it, in one cut. Those that are closed to them are not among them. */
export type OpenedTables = {
  /** Of the workbook, at that cut: an engine that is behind it must catch up first. */
  editSeq: number
  /** Of the policies under which the columns were chosen. */
  policyEpoch: number
  /** The snapshot the tables are of; null for the workbook as it is now. */
  snapshotId: string | null
  /** No two of them have names that SQL cannot tell apart. */
  tables: readonly OpenedTable[]
  /** Tables that no name in SQL leads to, by the name in lower case. */
  leftOut: ReadonlyMap<string, LeftOut>
}

/** `alike`: these names differ in the case of their letters only. `forgotten`: the snapshot's version is no longer kept. */
export type LeftOut = { reason: 'alike'; names: readonly string[] } | { reason: 'forgotten'; name: string }

/** The only door to all rows of a workbook. Archived tables are among them; an active one of the same name wins. */
export async function openReadableTables(
  ctx: Context,
  workbookId: string,
  asOf: string | undefined,
  { rows }: Pick<TableDoor, 'rows'> = {},
): Promise<OpenedTables> {
  const opened = await (asOf === undefined ? openCurrent(ctx, workbookId) : openPast(ctx, workbookId, asOf))
  return { ...opened, tables: opened.tables.filter((table) => isOpenFor(table, rows)) }
}

async function openCurrent(ctx: Context, workbookId: string): Promise<OpenedTables> {
  // Both at once; what was found is looked at only by those who may come in.
  const [workbook, heads] = await Promise.all([
    openWorkbook(ctx, workbookId, 'viewer'),
    listTableHeads(ctx.db, workbookId),
  ])
  const { tables, leftOut } = await namedTables(ctx.db, workbookId, heads)
  // Of the same moment as the tables: a policy that changes later is noticed.
  const { policyEpoch, editSeq } = heads[0] ?? workbook
  const lens = await lensFor(ctx, workbook, policyEpoch)
  return { editSeq, policyEpoch, snapshotId: null, leftOut, tables: tables.map((table) => readableFrom(table, lens)) }
}

type TableHeads = Awaited<ReturnType<typeof listTableHeads>>

/** What SQL can name of these, with their columns. */
export async function namedTables(db: Db, workbookId: string, heads: TableHeads) {
  const found = await withColumns(db, workbookId, heads)
  return oneOfEachName(found.filter(({ kind }) => hasRows(kind)))
}

async function openPast(ctx: Context, workbookId: string, asOf: string): Promise<OpenedTables> {
  // Read before the tables are: a policy that changes in between is noticed later.
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const { policyEpoch } = workbook
  const snapshotId = await openSnapshotId(ctx, workbookId, asOf)
  const found = await listSnapshotted(ctx.db, { workbookId, snapshotId })
  const { tables, leftOut } = oneOfEachName(found.filter(({ kind }) => hasRows(kind)))
  const lens = await lensFor(ctx, workbook, policyEpoch)
  const { editSeq } = workbook
  return { editSeq, policyEpoch, snapshotId, leftOut, tables: tables.map((table) => pastTable(table, lens)) }
}

/**
 * Of these tables of an opened workbook those that are still there, and open to the caller. `any`: also those that are closed, to see
 * that they are: no row of them can be read.
 */
export async function openTablesById(
  ctx: Context,
  workbook: OpenedWorkbook,
  tableIds: readonly string[],
  { rows }: { rows?: 'filtered' | 'any' } = {},
): Promise<OpenedTable[]> {
  const found = await listRegisteredTables(ctx.db, workbook.workbookId, tableIds)
  const lens = await lensFor(ctx, workbook, found[0]?.policyEpoch ?? 0)
  return found.map((table) => readableFrom(table, lens)).filter((table) => rows === 'any' || isOpenFor(table, rows))
}

/** DuckDB folds the letters of ASCII, and no others. */
export const foldedName = (name: string) => name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

function oneOfEachName(found: readonly Registered[]): { tables: Registered[]; leftOut: Map<string, LeftOut> } {
  const tables: Registered[] = []
  const leftOut = new Map<string, LeftOut>()
  for (const [folded, alike] of Map.groupBy(found, ({ name }) => foldedName(name))) {
    const names = [...new Set(alike.map(({ name }) => name))]
    const table = alike.reduce(preferred)
    if (names.length > 1) leftOut.set(folded, { reason: 'alike', names })
    else if (table.schemaNo === null) leftOut.set(folded, { reason: 'forgotten', name: table.name })
    else tables.push(table)
  }
  return { tables, leftOut }
}

/** Of several with one name: the active one, else the newest. */
function preferred(one: Registered, other: Registered): Registered {
  if (one.state !== other.state) return one.state === 'active' ? one : other
  return one.artifactId > other.artifactId ? one : other
}

/** Tables with the columns of their schemas; only those that this node has not seen yet are asked for. */
async function withColumns<T extends SchemaKey>(
  db: Db,
  workbookId: string,
  tables: readonly T[],
): Promise<(T & { columns: readonly Column[] })[]> {
  const read = new Map<string, readonly Column[]>()
  const missing = tables.filter((table) => db.isTransaction || !knownColumns(table))
  for (const { artifactId, columns } of await listSchemas(db, workbookId, missing)) read.set(artifactId, columns)
  return tables.map((table) => {
    const columns = read.get(table.artifactId) ?? knownColumns(table)
    assertState(columns, `table ${table.artifactId} has no schema ${table.schemaNo}`)
    if (!db.isTransaction) keepColumns(table, columns)
    return { ...table, columns }
  })
}
