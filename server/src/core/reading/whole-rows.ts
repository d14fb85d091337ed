import { asReadable, type ReadableColumn } from '../../engine/table/readable-table.ts'
import { openSealed, Sealed, seal } from '../../engine/table/sealed.ts'
import { type Cells, type Column, cellOf, wholeRow } from '../../engine/table/table.ts'
import type { Context } from '../../platform/context.ts'
import type { OpenedTable } from './open-readable-table.ts'

/** Rows with every column, seen or not: a deleted row is kept whole, so that an undo brings back all of it. */
export type WholeRows = ReadonlyMap<number, Sealed<Cells>>

type Opened = Pick<OpenedTable, 'table' | 'schema'>

/** `isPast`: at exactly the version the table was opened at. */
export async function readWholeRows(
  { reader }: Context,
  { table, schema }: Opened,
  rowIds: readonly number[],
  { isPast = false } = {},
): Promise<WholeRows> {
  if (rowIds.length === 0) return new Map()
  const columns = schema.map((column) => ({ ...column, isMasked: false }))
  const whole = asReadable({ ...table, columns, ...(isPast ? { isPast } : {}) })
  const columnIds = schema.map(({ id }) => id)
  const { rows } = await reader.rowsById(whole, rowIds, columnIds)
  return new Map([...rows].map(([rowId, cells]) => [rowId, seal(wholeRow(schema, cells))]))
}

/** The columns whose values the caller sees as they are. */
export const plainColumns = ({ columns }: Opened['table']): readonly ReadableColumn[] =>
  columns.filter(({ isMasked }) => !isMasked)

/** Of stored cells those that the caller sees as they are. */
export function visibleCells(opened: Opened, stored: Sealed<Cells>): Cells {
  const cells = openSealed(stored)
  const plain = plainColumns(opened.table).filter(({ id }) => cells[id] !== undefined)
  return Object.fromEntries(plain.map(({ id }) => [id, cells[id] ?? null]))
}

/** Of what an edit keeps of before the cells that the caller sees as they are. */
export const seenBefore = (opened: Opened, before: Cells | Sealed<Cells> | null): Cells =>
  before instanceof Sealed ? visibleCells(opened, before) : (before ?? {})

/** Which columns of the table these cells are of, among those that the caller does not see as they are. */
export function hiddenColumnsIn(opened: Opened, stored: Sealed<Cells>): Column[] {
  const cells = openSealed(stored)
  return hiddenColumns(opened).filter(({ id }) => cells[id] !== undefined)
}

/** Cells that the caller does not see are not the same in both. */
export function isHiddenChanged(opened: Opened, one: Sealed<Cells>, other: Sealed<Cells>): boolean {
  const [was, is] = [openSealed(one), openSealed(other)]
  return hiddenColumns(opened).some(({ id, initial }) => cellOf(was, id, initial) !== cellOf(is, id, initial))
}

function hiddenColumns({ table, schema }: Opened): Column[] {
  const plain = new Set(plainColumns(table).map(({ id }) => id))
  return schema.filter(({ id }) => !plain.has(id))
}

/** How many columns these cells are of that the table no longer has. */
export function columnsGone({ schema }: Opened, stored: readonly Sealed<Cells>[]): number {
  const known = new Set(schema.map(({ id }) => String(id)))
  return new Set(stored.flatMap((cells) => Object.keys(openSealed(cells))).filter((id) => !known.has(id))).size
}
