import type { OnViolation } from '../../../core/rules/writes-to-check.ts'
import { MOST_COLUMNS, newColumn } from '../../../core/tables/columns/columns.ts'
import type { Loader, StagedTable, Watch } from '../../../engine/loader/load-request.ts'
import { writeSegments } from '../../../engine/storage/bulk/write-segments.ts'
import { formatColumnType, parseColumnType } from '../../../engine/table/column-type.ts'
import type { Column, SegmentRef } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { TableMade } from '../landing/clear-landing.ts'
import { type KnownTable, type MatchedTable, matchTable } from '../landing/match-table.ts'
import { tooManyColumnsInFile } from '../sources.errors.ts'
import type { MadeTable, SourceTable } from '../sources.store.ts'
import { columnNames, legalName } from './name-tables.ts'

/** A table whose rows lie in the store as segments that nothing names yet, or as edits of the rows that are there. */
export type BuiltTable = {
  tableId: string
  /** Its name, unless that is taken. */
  name: string
  part: string
  regionId: string | null
  columns: readonly Column[]
  nextColumnId: number
  rowCount: number
  staged: StagedTable
  /** What it was made of (`made-of.ts`); null: that is not kept. */
  mark: string | null
} & (
  | { known: null; segments: readonly SegmentRef[] }
  /** The table whose rows these replace, and which of them it has already. */
  | { known: KnownTable; matched: MatchedTable }
)

export type BuildOptions = {
  watch?: Watch | undefined
  /** For each staged table the one it replaces. */
  known?: readonly (KnownTable | null)[]
  /** What becomes of rows that break a rule, where the request says so. */
  onViolation?: OnViolation | null
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
  { watch, known = [], onViolation = null, markOf, isThere = () => false }: BuildOptions = {},
): Promise<BuiltTable[]> {
  for (const { name, columns } of staged)
    if (columns.length > MOST_COLUMNS) throw tooManyColumnsInFile(name, columns.length)
  const built: BuiltTable[] = []
  for (const [n, table] of staged.entries()) {
    if (isThere(n)) continue
    const replaced = known[n] ?? null
    const tableId = replaced?.tableId ?? newId()
    const { regionId, rows: rowCount } = table
    const name = legalName(table.name, 'table')
    const said = {
      tableId,
      name,
      part: partOf(table),
      regionId,
      rowCount,
      staged: table,
      mark: markOf?.(table) ?? null,
    }
    const place = { workbookId, tableId, loader }
    if (!replaced) {
      const columns = columnsOf(table, null)
      const segments = await writeStaged(ctx, place, n, columns.columns, 0, watch)
      built.push({ ...said, ...columns, known: null, segments })
      continue
    }
    const columns = columnsOf(table, replaced)
    const write = (idsAfter: number) => askToWrite(ctx, loader, n, columns.columns, idsAfter, watch)
    const matched = await matchTable(ctx, replaced, { ...columns, rowCount, folder: loader.folder, write, onViolation })
    const carried = [...columns.columns, ...matched.carried]
    built.push({ ...said, columns: carried, nextColumnId: columns.nextColumnId, known: replaced, matched })
  }
  return built
}

export type WritePlace = { workbookId: string; tableId: string; loader: Loader }

/** Writes the rows of one staged table, its columns in the order of these. */
export async function writeStaged(
  ctx: Pick<Context, 'bulk'>,
  { workbookId, tableId, loader }: WritePlace,
  table: number,
  columns: readonly { id: number }[],
  idsAfter: number,
  watch?: Watch,
): Promise<SegmentRef[]> {
  const segments = await askToWrite(ctx, loader, table, columns, idsAfter, watch)
  return writeSegments(ctx.bulk, { workbookId, tableId }, loader, segments)
}

function askToWrite(
  { bulk }: Pick<Context, 'bulk'>,
  loader: Loader,
  table: number,
  columns: readonly { id: number }[],
  idsAfter: number,
  watch?: Watch,
) {
  const written = columns.map(({ id }, from) => ({ id, from }))
  return loader.ask({ kind: 'write', table, columns: written, idsAfter, limits: bulk.storage.limits }, watch)
}

/**
 * A column that was there under the same name and type keeps its id, also where a user has renamed it since; one of another type is
 * new, and goes on as the same column: what is said about it stays.
 */
function columnsOf({ columns }: StagedTable, known: KnownTable | null): { columns: Column[]; nextColumnId: number } {
  const names = columnNames(columns.map(({ name }) => name))
  let nextColumnId = known?.nextColumnId ?? 1
  const made = columns.map(({ type: spelled, look }, n): Column => {
    const type = parseColumnType(spelled)
    assertState(type, `a loader gave a column the type ${spelled}`)
    const name = names[n] ?? ''
    const before = known ? knownColumn(known, name) : undefined
    const same = before && formatColumnType(before.type) === spelled ? before : undefined
    const { unit: _, ...column } = same
      ? { ...same, name: isNamed(same, name) ? same.name : name, description: null }
      : { ...newColumn(nextColumnId++, name, type, null), ...(before ? { origin: before.origin } : {}) }
    return look?.unit ? { ...column, unit: look.unit } : column
  })
  return { columns: made, nextColumnId }
}

function knownColumn({ columns, base }: KnownTable, name: string): Column | undefined {
  const named = columns.find((column) => isNamed(column, name))
  if (named) return named
  const made = base?.columns.find((column) => isNamed(column, name))
  return made && columns.find(({ origin }) => origin === made.origin)
}

/** Columns of older releases may have names that are no longer given. */
const isNamed = (column: Column, name: string) => legalName(column.name, '') === name

/** For each staged table the one that was made of the same part before, if it is still there. */
export function sameParts(staged: readonly StagedTable[], made: readonly TableMade[]): (TableMade | null)[] {
  return staged.map((table) => {
    const ofKind = made.filter(({ kind }) => kind === kindOf(table))
    const isOnly = ofKind.length === 1 && staged.filter((one) => kindOf(one) === kindOf(table)).length === 1
    return ofKind.find((one) => isOnly || isSamePart(one, table)) ?? null
  })
}

const kindOf = ({ output }: StagedTable): SourceTable['kind'] => (output === null ? 'sheet' : 'output')

/** Which part of a source a table is: notes are those of a sheet. */
const partOf = ({ regionId, sheet, name }: StagedTable) => (regionId === null ? sheet : name)

/** Whether a table was made of the same part, whichever region that is now. */
export const isSamePart = ({ part, regionId }: MadeTable, table: StagedTable) =>
  (regionId === null) === (table.regionId === null) && part === partOf(table)
