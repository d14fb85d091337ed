import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres.ts'
import type { Column } from '../../../tabular/table.ts'
import { hasRows } from '../../artifacts/artifact.ts'
import { type OpenedWorkbook, openWorkbook } from '../../workbooks/open-workbook.ts'
import { lensFor } from './lens.ts'
import { headsAhead } from './look-ahead-for-tables.ts'
import { type OpenedTable, openSnapshotId, pastTable, readableFrom } from './open-readable-table.ts'
import {
  listRegisteredTables,
  listSchemas,
  listTableHeads,
  type Registered,
  type SchemaKey,
} from './readable-tables.store.ts'
import { listSnapshotted } from './snapshot-tables.store.ts'

/** Every table of a workbook as its caller may see it, in one cut. */
export type OpenedTables = {
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
): Promise<OpenedTables> {
  return asOf === undefined ? openCurrent(ctx, workbookId) : openPast(ctx, workbookId, asOf)
}

async function openCurrent(ctx: Context, workbookId: string): Promise<OpenedTables> {
  // Both at once; what was found is looked at only by those who may come in.
  const [workbook, heads] = await Promise.all([
    openWorkbook(ctx, workbookId, 'viewer'),
    headsFound(ctx, workbookId) ?? listTableHeads(ctx.db, workbookId),
  ])
  const found = await withColumns(ctx.db, workbookId, heads)
  const { tables, leftOut } = oneOfEachName(found.filter(({ kind }) => hasRows(kind)))
  // Of the same moment as the tables: a policy that changes later is noticed.
  const policyEpoch = heads[0]?.policyEpoch ?? workbook.policyEpoch
  const lens = await lensFor(ctx, workbook, policyEpoch)
  return { policyEpoch, snapshotId: null, leftOut, tables: tables.map((table) => readableFrom(table, lens)) }
}

/** A transaction looks for itself. */
const headsFound = ({ ahead, db }: Context, workbookId: string) =>
  db.isTransaction ? undefined : ahead?.take<Awaited<ReturnType<typeof listTableHeads>>>(headsAhead(workbookId))

async function openPast(ctx: Context, workbookId: string, asOf: string): Promise<OpenedTables> {
  // Read before the tables are: a policy that changes in between is noticed later.
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const { policyEpoch } = workbook
  const snapshotId = await openSnapshotId(ctx, workbookId, asOf)
  const found = await listSnapshotted(ctx.db, { workbookId, snapshotId })
  const { tables, leftOut } = oneOfEachName(found.filter(({ kind }) => hasRows(kind)))
  const lens = await lensFor(ctx, workbook, policyEpoch)
  return { policyEpoch, snapshotId, leftOut, tables: tables.map((table) => pastTable(table, lens)) }
}

/** Of these tables of an opened workbook those that are still there. */
export async function openTablesById(
  ctx: Context,
  workbook: OpenedWorkbook,
  tableIds: readonly string[],
): Promise<OpenedTable[]> {
  const found = await listRegisteredTables(ctx.db, workbook.workbookId, tableIds)
  const lens = await lensFor(ctx, workbook, found[0]?.policyEpoch ?? 0)
  return found.map((table) => readableFrom(table, lens))
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

/** Columns by table and schema, the longest unused first. A schema never changes: what was read once stays right. */
const known = new Map<string, Column[]>()
const MOST_KNOWN = 20_000

const nameOf = ({ artifactId, schemaNo }: SchemaKey) => `${artifactId} ${schemaNo}`

/** Tables with the columns of their schemas; only those that this node has not seen yet are asked for. */
async function withColumns<T extends SchemaKey>(
  db: Db,
  workbookId: string,
  tables: readonly T[],
): Promise<(T & { columns: Column[] })[]> {
  const missing = tables.filter((table) => !known.has(nameOf(table)))
  for (const schema of await listSchemas(db, workbookId, missing)) known.set(nameOf(schema), schema.columns)
  const seen = tables.map((table) => ({ ...table, columns: use(table) }))
  forgetOldest()
  return seen
}

function use(key: SchemaKey): Column[] {
  const name = nameOf(key)
  const columns = known.get(name)
  assertState(columns, `table ${name} has no schema`)
  known.delete(name)
  known.set(name, columns)
  return columns
}

function forgetOldest() {
  for (const name of known.keys()) {
    if (known.size <= MOST_KNOWN) return
    known.delete(name)
  }
}
