import { asReadable, type ReadableTable } from '../../engine/table/readable-table.ts'
import type { Column } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { fromWireId } from '../../platform/ids.ts'
import { type ArtifactLayer, artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { hiddenRows, historyExpired } from '../policies/governance.errors.ts'
import { accessThrough, type RowAccess } from '../policies/rows/row-access.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import { type Lens, lensFor } from './lens.ts'
import { tableAhead } from './look-ahead-for-tables.ts'
import { findRegistered, type Registered } from './readable-tables.store.ts'
import { recordGovernedReads } from './record-governed-reads.ts'
import { findSnapshotId, findSnapshotted } from './snapshot-tables.store.ts'

/** A table as its caller may see it, and what the registry says of it. */
export type OpenedTable = Registered & {
  kind: 'table' | 'view'
  layer: ArtifactLayer
  editVersion: number
  /** Null where the caller sees some of them only. */
  rowCount: number | null
  /** How much of its rows the caller sees. */
  rowAccess: RowAccess
  /** What may be read. */
  table: ReadableTable
  /** Every column, seen or not: for changes of the schema, and for nothing else. */
  schema: readonly Column[]
  nextColumnId: number
  /** Policies say who sees which of its columns and rows. */
  isGoverned: boolean
}

/**
 * `rows`: a door that says `filtered` shows nothing but what an engine reads of the table it was given, or what the table is without its
 * rows. Every other door is closed to callers who do not see all rows.
 */
export type TableDoor = {
  role: WorkbookRole
  asOf?: string | undefined
  rows?: 'filtered' | undefined
  /** The caller records the read itself, before its answer begins: `whilePoliciesHold` does it with `read`. */
  isRecordedLater?: boolean
}

/** The only door to rows: finds the table by name or id, checks reach, and lays the policies over its columns. */
export async function openReadableTable(
  ctx: Context,
  workbookId: string,
  name: string,
  door: TableDoor,
): Promise<OpenedTable> {
  const { role, asOf } = door
  if (asOf !== undefined) return openPastTable(ctx, await openWorkbook(ctx, workbookId, role), name, { ...door, asOf })
  // Both at once; what was found is looked at only by those who may come in.
  const [workbook, found] = await Promise.all([
    openWorkbook(ctx, workbookId, role),
    foundAhead(ctx, workbookId, name) ?? findRegistered(ctx.db, workbookId, name, artifactIdIn(name)),
  ])
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const opened = readableFrom(found, await lensFor(ctx, workbook, found.policyEpoch))
  refuseIfRowsHidden(opened, door)
  // A write is recorded by what it writes.
  if (role === 'viewer' && !door.isRecordedLater) await recordGovernedReads(ctx, [opened])
  return opened
}

/** A transaction looks for itself. */
const foundAhead = ({ ahead, db }: Context, workbookId: string, name: string) =>
  db.isTransaction ? undefined : ahead?.take<Registered | undefined>(tableAhead(workbookId, name))

const VERSION = 'version:'

/** The table as a snapshot has it: `asOf` is the snapshot's id, or `version:` and a label. Today's policies hold for it too. */
async function openPastTable(
  ctx: Context,
  workbook: OpenedWorkbook,
  name: string,
  { asOf, ...door }: TableDoor & { asOf: string },
): Promise<OpenedTable> {
  const { workbookId } = workbook
  const snapshotId = await openSnapshotId(ctx, workbookId, asOf)
  const found = await findSnapshotted(ctx.db, { workbookId, snapshotId }, name, artifactIdIn(name))
  if (!found) throw notFound('table in the snapshot', name)
  if (found.schemaNo === null) throw historyExpired(found.name, found.editVersion ?? 0)
  const opened = pastTable(found, await lensFor(ctx, workbook, found.policyEpoch))
  refuseIfRowsHidden(opened, door)
  if (!door.isRecordedLater) await recordGovernedReads(ctx, [opened])
  return opened
}

/** A closed table is closed at every door. */
export function refuseIfRowsHidden({ rowAccess, workbookId }: OpenedTable, { rows }: Pick<TableDoor, 'rows'>) {
  if (rowAccess === 'closed' || (rowAccess === 'some' && rows !== 'filtered')) throw hiddenRows(workbookId)
}

/** Whether a list of tables for such a door may have it. */
export const isOpenFor = ({ rowAccess }: OpenedTable, rows: TableDoor['rows']) =>
  rowAccess === 'all' || (rowAccess === 'some' && rows === 'filtered')

/** For callers who have opened its workbook. */
export async function openSnapshotId({ db }: Context, workbookId: string, asOf: string): Promise<string> {
  const label = asOf.startsWith(VERSION) ? asOf.slice(VERSION.length).normalize('NFC') : null
  const asked = label === null ? { snapshotId: fromWireId('snap', asOf) } : { label }
  const snapshotId = await findSnapshotId(db, workbookId, asked)
  if (snapshotId === undefined) throw label === null ? notFound('committed snapshot', asOf) : notFound('version', label)
  return snapshotId
}

/** As a snapshot has it, already at hand. */
export function pastTable(found: Registered, lens: Lens): OpenedTable {
  const opened = readableFrom(found, lens)
  return { ...opened, table: asReadable({ ...opened.table, isPast: true }) }
}

/** The same for a table already at hand. */
export function readableFrom(found: Registered, lens: Lens): OpenedTable {
  const { workbookId, artifactId, kind, layer, name, editVersion, schemaNo, rowCount, nextColumnId, editSeq } = found
  assertState(
    editVersion !== null && schemaNo !== null && rowCount !== null && nextColumnId !== null && layer !== null,
    `table ${artifactId} has no head`,
  )
  assertState(kind === 'table' || kind === 'view', `${artifactId} has no rows`)
  const rows = lens.rowsOf(artifactId)
  const seenCount = rows ? null : rowCount
  const table = asReadable({
    workbookId,
    tableId: artifactId,
    name,
    version: editVersion,
    schemaNo,
    rowCount: seenCount,
    ...(rows ? { rows } : {}),
    columns: lens.columnsOf(artifactId, found.columns),
    editSeq,
  })
  const isGoverned = lens.governs(artifactId, found.columns)
  const seen = { rowCount: seenCount, rowAccess: accessThrough(rows), table, isGoverned }
  return { ...found, kind, layer, editVersion, nextColumnId, schema: found.columns, ...seen }
}
