import { asReadable } from '../../engine/table/readable-table.ts'
import { type Cells, type Column, cellOf } from '../../engine/table/table.ts'
import { findColumns, findVersion } from '../../engine/table/tables.store.ts'
import { parseValue } from '../../engine/values/values.ts'
import type { Context } from '../../platform/context.ts'
import { historyExpired } from '../policies/governance.errors.ts'
import type { OpenedTable } from './open-readable-table.ts'

/**
 * Of these rows those with a cell that is no longer what it was at a version, in any column, seen or not. The table is compared as it
 * was opened. Only row ids leave: that a row was edited is visible to all readers of the table.
 */
export async function rowsChangedSince(
  { db, reader }: Context,
  { table, schema, name }: OpenedTable,
  version: number,
  rowIds: readonly number[],
): Promise<Set<number>> {
  if (rowIds.length === 0 || version === table.version) return new Set()
  const { workbookId, tableId } = table
  const found = await findVersion(db, workbookId, tableId, version)
  if (!found) throw historyExpired(name, version)
  const { schemaNo, rowCount } = found
  const columnsThen = await findColumns(db, workbookId, tableId, schemaNo)
  const read = async (at: object, columns: readonly Column[]) => {
    const whole = asReadable({ ...table, ...at, columns: columns.map(plain), isPast: true })
    const columnIds = columns.map(({ id }) => id)
    return (await reader.rowsById(whole, rowIds, columnIds)).rows
  }
  const [then, now] = await Promise.all([read({ version, schemaNo, rowCount }, columnsThen), read({}, schema)])
  const pairs = schema.map((column) => ({ column, before: columnsThen.find(({ origin }) => origin === column.origin) }))
  const isChanged = (rowId: number) => {
    const [was, is] = [then.get(rowId) ?? {}, now.get(rowId)]
    return is !== undefined && pairs.some(({ column, before }) => textThen(column, before, was) !== textIn(column, is))
  }
  return new Set(rowIds.filter(isChanged))
}

const plain = (column: Column) => ({ ...column, isMasked: false })

const textIn = ({ id, initial }: Column, cells: Cells) => cellOf(cells, id, initial)

/** As the text of then would be now: a column may be new since, or of another type. Undefined where it does not fit that type. */
function textThen(column: Column, before: Column | undefined, cells: Cells): string | null | undefined {
  if (!before) return column.initial
  const text = textIn(before, cells)
  if (before.id === column.id) return text
  const parsed = parseValue(column.type, text)
  return 'text' in parsed ? parsed.text : undefined
}
