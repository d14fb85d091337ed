import type { ReadableColumn } from '../../tabular/readable-table.ts'
import type { PageRequest } from '../../tabular/reader.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { parseFilter } from './row-filter.ts'
import { unknownColumn } from './tables.errors.ts'

/** What a reader of rows asks for, as texts of a query string. */
export type AskedRows = { columns?: string; orderBy?: string; filter?: string }

export type RowQuestion = Pick<PageRequest, 'columnIds' | 'orderBy' | 'filter'> & { shown: readonly ReadableColumn[] }

/** Names of columns, separated by commas; as a JSON list where a name has a comma itself. */
export function readQuestion(columns: readonly ReadableColumn[], asked: AskedRows): RowQuestion {
  const shown = asked.columns === undefined ? columns : columnsNamed(columns, namesIn(asked.columns, 'columns'))
  return {
    shown,
    columnIds: shown.map(({ id }) => id),
    orderBy: asked.orderBy === undefined ? [] : orderOf(columns, namesIn(asked.orderBy, 'order_by')),
    filter: asked.filter === undefined ? null : parseFilter(columns, asked.filter),
  }
}

/** A column that really begins with a minus is meant before a descending one. */
function orderOf(columns: readonly ReadableColumn[], names: readonly string[]): PageRequest['orderBy'] {
  const order = names.map((name) => {
    const plain = columns.find((column) => column.name === name)
    if (plain) return { columnId: plain.id, isDescending: false }
    const [column] = columnsNamed(columns, [name.replace(/^-/, '')], name)
    return { columnId: column?.id ?? 0, isDescending: name.startsWith('-') }
  })
  // A column a second time orders nothing.
  return order.filter(({ columnId }, n) => order.findIndex((other) => other.columnId === columnId) === n)
}

function columnsNamed(columns: readonly ReadableColumn[], names: readonly string[], told?: string): ReadableColumn[] {
  const found = names.map((name) => columns.find((column) => column.name === name))
  const unknown = names.filter((_, n) => !found[n])
  if (unknown.length > 0) throw unknownColumn(told === undefined ? unknown : [told], 'query')
  return [...new Set(found.flatMap((column) => column ?? []))]
}

function namesIn(text: string, parameter: string): string[] {
  const names = text.startsWith('[') ? namesInJson(text) : undefined
  const list = (names ?? text.split(',')).map((name) => name.normalize('NFC'))
  if (list.length > 2000) throw invalidField(['query', parameter], 'size', 'names too many columns')
  return list
}

/** Undefined when it only looked like a list. */
function namesInJson(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((name) => typeof name === 'string') ? list : undefined
  } catch {
    // A column may be named so.
    return undefined
  }
}
