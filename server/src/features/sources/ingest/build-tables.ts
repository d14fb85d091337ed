import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { writeSegments } from '../../../tabular/bulk/write-segments.ts'
import { formatColumnType, parseColumnType } from '../../../tabular/column-type.ts'
import { reserveRowIds } from '../../../tabular/commit.store.ts'
import type { Loader, StagedTable, Watch } from '../../../tabular/loader/load-request.ts'
import type { Column, SegmentRef } from '../../../tabular/table.ts'
import { readTables } from '../../governance/artifacts/read-artifacts.ts'
import { MOST_COLUMNS, newColumn } from '../../tables/columns/columns.ts'
import { tooManyColumnsInFile } from '../sources.errors.ts'
import type { MadeTable, SourceTable } from '../sources.store.ts'
import { columnNames, legalName } from './name-tables.ts'

/** A table whose rows lie in the store as segments that nothing names yet. */
export type BuiltTable = {
  tableId: string
  /** Its name, unless that is taken. */
  name: string
  part: string
  regionId: string | null
  columns: readonly Column[]
  nextColumnId: number
  segments: readonly SegmentRef[]
  rowCount: number
  staged: StagedTable
  /** The table whose rows these replace; null: it is new. */
  known: KnownTable | null
  /** What it was made of (`made-of.ts`); null: that is not kept. */
  mark: string | null
}

export type BuildWish = {
  watch?: Watch | undefined
  /** For each staged table the one it replaces. */
  known?: readonly (KnownTable | null)[]
  /** What a staged table is made of. */
  markOf?: (staged: StagedTable) => string
  /** Staged tables, by their places, that are not built: they are there already. */
  isThere?: (place: number) => boolean
}

/** Writes staged tables. Takes as long as it takes: no transaction is open. */
export async function buildTables(
  ctx: Context,
  workbookId: string,
  loader: Loader,
  staged: readonly StagedTable[],
  { watch, known = [], markOf, isThere = () => false }: BuildWish = {},
): Promise<BuiltTable[]> {
  for (const { name, columns } of staged)
    if (columns.length > MOST_COLUMNS) throw tooManyColumnsInFile(name, columns.length)
  const built: BuiltTable[] = []
  for (const [n, table] of staged.entries()) {
    if (isThere(n)) continue
    const replaced = known[n] ?? null
    const tableId = replaced?.tableId ?? newId()
    const { columns, nextColumnId } = columnsOf(table, replaced)
    const place = { workbookId, tableId, loader }
    const segments = await writeStaged(ctx, place, n, columns, replaced?.idsAfter ?? 0, watch)
    const { name, regionId, rows: rowCount } = table
    const mark = markOf?.(table) ?? null
    const made = { columns, nextColumnId, segments, rowCount, staged: table, known: replaced, mark }
    const rest = { part: partOf(table), regionId, ...made }
    built.push({ tableId, name: legalName(name, 'table'), ...rest })
  }
  return built
}

export type WritePlace = { workbookId: string; tableId: string; loader: Loader }

/** Writes the rows of one staged table, its columns in the order of these. */
export async function writeStaged(
  { bulk }: Pick<Context, 'bulk'>,
  { workbookId, tableId, loader }: WritePlace,
  table: number,
  columns: readonly { id: number }[],
  idsAfter: number,
  watch?: Watch,
): Promise<SegmentRef[]> {
  const written = columns.map(({ id }, from) => ({ id, from }))
  const { limits } = bulk.storage
  const segments = await loader.ask({ kind: 'write', table, columns: written, idsAfter, limits }, watch)
  return writeSegments(bulk, { workbookId, tableId }, loader, segments)
}

/** A column that was there under the same name and type keeps its id; every other is new. */
function columnsOf({ columns }: StagedTable, known: KnownTable | null): { columns: Column[]; nextColumnId: number } {
  const names = columnNames(columns.map(({ name }) => name))
  let nextColumnId = known?.nextColumnId ?? 1
  const made = columns.map(({ type: spelled, look }, n): Column => {
    const type = parseColumnType(spelled)
    assertState(type, `a loader gave a column the type ${spelled}`)
    const same = known?.columns.find(
      (one) => legalName(one.name, '') === names[n] && formatColumnType(one.type) === spelled,
    )
    const { unit: _, ...column } = same
      ? { ...same, description: null }
      : newColumn(nextColumnId++, names[n] ?? '', type, null)
    return look?.unit ? { ...column, unit: look.unit } : column
  })
  return { columns: made, nextColumnId }
}

/** A table whose rows are to be replaced: its columns keep their ids, its new rows get ids it never gave before. */
type KnownTable = {
  tableId: string
  name: string
  columns: readonly Column[]
  nextColumnId: number
  editVersion: number
  idsAfter: number
}

/** For each staged table the one that was made of the same part before, if it is still there. */
export async function replaceTables(
  ctx: Context,
  workbookId: string,
  staged: readonly StagedTable[],
  made: readonly MadeTable[],
): Promise<(KnownTable | null)[]> {
  const matches = staged.map((table) => {
    const ofKind = made.filter(({ kind }) => kind === kindOf(table))
    const isOnly = ofKind.length === 1 && staged.filter((one) => kindOf(one) === kindOf(table)).length === 1
    return ofKind.find((one) => isOnly || isSamePart(one, table)) ?? null
  })
  return openKnown(ctx, workbookId, staged, matches)
}

/** For each staged table the one it replaces, opened and with ids for its rows. */
export async function openKnown(
  ctx: Context,
  workbookId: string,
  staged: readonly StagedTable[],
  matches: readonly (Pick<MadeTable, 'tableId'> | null)[],
): Promise<(KnownTable | null)[]> {
  const seen = await readTables(
    ctx,
    workbookId,
    matches.flatMap((match) => match?.tableId ?? []),
  )
  const known: (KnownTable | null)[] = []
  for (const [n, table] of staged.entries()) {
    const opened = seen.find(({ artifact }) => artifact.artifactId === matches[n]?.tableId)?.opened
    if (!opened) {
      known.push(null)
      continue
    }
    const { artifactId: tableId, name, schema: columns, nextColumnId, editVersion } = opened
    const reserve = () => inTransaction(ctx.bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, table.rows))
    const idsAfter = table.rows > 0 ? (await reserve()) - 1 : 0
    known.push({ tableId, name, columns, nextColumnId, editVersion, idsAfter })
  }
  return known
}

const kindOf = ({ output }: StagedTable): SourceTable['kind'] => (output === null ? 'sheet' : 'output')

/** Which part of a source a table is: notes are those of a sheet. */
const partOf = ({ regionId, sheet, name }: StagedTable) => (regionId === null ? sheet : name)

/** Whether a table was made of the same part, whichever region that is now. */
export const isSamePart = ({ part, regionId }: MadeTable, table: StagedTable) =>
  (regionId === null) === (table.regionId === null) && part === partOf(table)
