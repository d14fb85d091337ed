import { maskedColumn } from '../../core/policies/governance.errors.ts'
import { unknownColumn } from '../../core/tables/tables.errors.ts'
import { formatColumnType } from '../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { type Part, partFilter } from '../branches/branch.ts'
import { refuseIfNotBranchable } from '../branches/record-branch.ts'
import type { ExportedTable, SplitRequest } from './export.ts'
import { splitTypes, tooManyParts } from './exports.errors.ts'

export const MOST_PARTS = 500

/** The rows of a table that go into one of the files. */
export type TablePart = { exported: ExportedTable; part: Part & { rowCount: number } }

/** One of the files: of every table that has the column, the rows with this value. */
export type FilePart = { value: string | null; tables: readonly TablePart[] }

export type SplitTables = {
  parts: readonly FilePart[]
  /** Tables that do not have the column. */
  others: readonly ExportedTable[]
}

type Parted = { exported: ExportedTable; column: ReadableColumn }

/** Finds the values of the column: they are plain to the caller, or nothing is split by them. */
export async function splitTables(
  ctx: Context,
  { column: name }: SplitRequest,
  tables: readonly ExportedTable[],
): Promise<SplitTables> {
  const wanted = name.normalize('NFC')
  const columnOf = ({ columns }: ExportedTable) => columns.find((column) => column.name === wanted)
  const parted = tables.flatMap((exported): Parted[] => {
    const column = columnOf(exported)
    return column ? [{ exported, column }] : []
  })
  if (parted.length === 0) throw unknownColumn([name], 'body')
  if (parted.some(({ column }) => column.isMasked)) throw maskedColumn([wanted])
  const types = [...new Set(parted.map(({ column }) => formatColumnType(column.type)))]
  if (types.length > 1 || types[0] === 'JSON') throw splitTypes(wanted, types)
  const found = new Map<string | null, TablePart[]>()
  for (const each of parted)
    for (const { value, count } of await valuesOf(ctx, each)) {
      const known = found.get(value) ?? []
      found.set(value, [...known, partOf(each, value, count)])
    }
  if (found.size > MOST_PARTS) throw tooManyParts(wanted, found.size, MOST_PARTS)
  const parts = [...found].map(([value, its]): FilePart => ({ value, tables: its })).toSorted(byValue)
  return { parts, others: tables.filter((exported) => !columnOf(exported)) }
}

async function valuesOf({ reader }: Context, { exported, column }: Parted) {
  const asked = { columnId: column.id, filter: null, search: null, limit: MOST_PARTS + 1 }
  const { values, distinctCount, isExact } = await reader.values(exported.table, asked)
  if (!isExact || distinctCount > MOST_PARTS) throw tooManyParts(column.name, distinctCount, MOST_PARTS)
  return values
}

function partOf({ exported, column }: Parted, value: string | null, rowCount: number): TablePart {
  const part = { origin: column.origin, value, rowCount }
  refuseIfNotBranchable(exported.opened, rowCount)
  return { exported: { ...exported, filter: partFilter(column.id, part) }, part }
}

/** Empty cells last. */
const byValue = (one: FilePart, other: FilePart) => {
  if (one.value === null || other.value === null) return one.value === other.value ? 0 : one.value === null ? 1 : -1
  return one.value < other.value ? -1 : 1
}
