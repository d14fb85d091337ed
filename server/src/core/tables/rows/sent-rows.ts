import { formatColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import { parseValue } from '../../../engine/values/values.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { maskedColumn } from '../../policies/governance.errors.ts'
import { unknownColumn } from '../tables.errors.ts'

/** The version a row was read at, which a caller who locks rows sends along. */
export const ROW_VERSION = '__svc_row_version'

/** A row of a request, its values canonical. */
export type SentRow = {
  index: number
  rowId: number | null
  rowVersion: number | null
  /** Column id → canonical text: what the row says, and nothing of what it leaves out. */
  cells: Map<number, string | null>
}

/** Why a row was not written. */
export type Rejected = { index: number; column: string | null; code: string; message: string }

/** A value that is none of its column. */
export type BadValue = Rejected & { column: string; type: string; rowId: number | null; value: unknown }

/** Reads the rows of a request. An unknown or unwritable column refuses all of it; a bad value only its row. */
export function readSentRows(
  columns: readonly ReadableColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
  { isStrict = false }: { isStrict?: boolean | undefined } = {},
): { good: SentRow[]; bad: BadValue[] } {
  const byName = new Map(columns.map((column) => [column.name, column]))
  refuseIfNotWritable(byName, rows)
  const good: SentRow[] = []
  const bad: BadValue[] = []
  rows.forEach((row, index) => {
    const sent = { index, rowId: idIn(row, index), rowVersion: versionIn(row, index) }
    const { cells, faults } = readCells(byName, row, sent, isStrict)
    if (faults.length > 0) bad.push(...faults)
    else good.push({ ...sent, cells })
  })
  return { good, bad }
}

function readCells(
  byName: ReadonlyMap<string, ReadableColumn>,
  row: Readonly<Record<string, unknown>>,
  { index, rowId }: Omit<SentRow, 'cells'>,
  isStrict: boolean,
) {
  const cells: SentRow['cells'] = new Map()
  const faults: BadValue[] = []
  for (const [key, value] of Object.entries(row)) {
    const column = columnAt(byName, key)
    if (!column) continue
    const parsed = parseValue(column.type, isStrict ? value : asSent(column, value))
    if ('text' in parsed) cells.set(column.id, parsed.text)
    else {
      const { name, type } = column
      const fault = { index, column: name, code: 'uncastable_value', message: parsed.error }
      faults.push({ ...fault, type: formatColumnType(type), rowId, value })
    }
  }
  return { cells, faults }
}

/** A number for a text column is its JSON text. One that a JSON number cannot hold whole is refused, as it is for number columns. */
const asSent = ({ type }: ReadableColumn, value: unknown) =>
  type.name === 'VARCHAR' && typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? JSON.stringify(value)
    : value

const isSystem = (key: string) => key === ROW_ID || key === ROW_VERSION

/** One spelling per name, here as in paths. */
const columnAt = (byName: ReadonlyMap<string, ReadableColumn>, key: string) =>
  isSystem(key) ? undefined : (byName.get(key) ?? byName.get(key.normalize('NFC')))

function refuseIfNotWritable(
  byName: ReadonlyMap<string, ReadableColumn>,
  rows: readonly Readonly<Record<string, unknown>>[],
) {
  const unknown = new Set<string>()
  const masked = new Set<string>()
  for (const row of rows) {
    for (const key of Object.keys(row)) {
      if (isSystem(key)) continue
      const column = columnAt(byName, key)
      if (!column) unknown.add(key)
      else if (column.isMasked) masked.add(key)
    }
  }
  if (unknown.size > 0) throw unknownColumn([...unknown], 'body')
  if (masked.size > 0) throw maskedColumn([...masked])
}

const idIn = (row: Readonly<Record<string, unknown>>, index: number) => positiveIn(row[ROW_ID], index, ROW_ID)
const versionIn = (row: Readonly<Record<string, unknown>>, index: number) =>
  positiveIn(row[ROW_VERSION], index, ROW_VERSION)

/** Absent and null mean the same. */
function positiveIn(value: unknown, index: number, key: string): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value
  throw invalidField(['body', 'rows', index, key], 'type', 'must be an integer from 1')
}
