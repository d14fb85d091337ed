import { type ColumnType, formatColumnType, parseColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import type { Column } from '../../../engine/table/table.ts'
import { parseValue } from '../../../engine/values/values.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkedName, nameKey } from '../../artifacts/artifact.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { maskedColumn } from '../../policies/governance.errors.ts'
import type { OpenedTable } from '../../reading/open-readable-table.ts'
import { sentValue } from '../../reading/visible-value.ts'
import { columnNameTaken, uncastableValue } from '../tables.errors.ts'

export const MOST_COLUMNS = 2000

export type ColumnSpec = { name: string; type?: string }

type Loc = readonly (string | number)[]

/** The columns of a new table, numbered from 1. */
export function firstColumns(specs: readonly ColumnSpec[]): Column[] {
  const names = new Set<string>()
  return specs.map(({ name: sent, type = 'VARCHAR' }, n) => {
    const name = checkedName(sent, ['body', 'columns', n, 'name'])
    if (names.has(nameKey(name))) throw columnNameTaken(name)
    names.add(nameKey(name))
    return newColumn(n + 1, name, columnTypeOf(type, ['body', 'columns', n, 'type']), null)
  })
}

export const newColumn = (id: number, name: string, type: ColumnType, initial: string | null): Column => ({
  id,
  origin: id,
  name,
  type,
  initial,
  description: null,
})

export function columnTypeOf(text: string, loc: Loc): ColumnType {
  const type = parseColumnType(text)
  if (!type) throw invalidField(loc, 'type', `'${text.slice(0, 50)}' is no type a column can have`)
  return type
}

/** What rows hold that say nothing about a column: its default, canonical. */
export function initialOf(column: string, type: ColumnType, sent: unknown): string | null {
  const parsed = parseValue(type, sent ?? null)
  if ('text' in parsed) return parsed.text
  throw uncastableValue({
    column,
    type: formatColumnType(type),
    rowIds: [],
    count: 1,
    samples: [sentValue(sent)],
    message: parsed.error,
  })
}

export function refuseIfColumnTaken(columns: readonly Column[], name: string, except?: number) {
  const taken = columns.some((column) => column.id !== except && nameKey(column.name) === nameKey(name))
  if (taken) throw columnNameTaken(name)
}

/** A column to change: a caller who may not see it may not change it either. */
export function openColumn({ table }: OpenedTable, name: string): ReadableColumn {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (!column) throw notFound('column', name)
  if (column.isMasked) throw maskedColumn([name])
  return column
}
