import type { ReadableColumn } from '../../tabular/readable-table.ts'
import type { PageRequest } from '../../tabular/reader.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { parseFilter } from './row-filter.ts'
import { unknownColumn } from './tables.errors.ts'

/** What a reader of rows asks for, as texts of a query string. */
export type AskedRows = { columns?: string; orderBy?: string; filter?: string }

export type RowQuestion = Pick<PageRequest, 'columnIds' | 'orderBy' | 'filter'> & { shown: readonly ReadableColumn[] }

/** Names of columns, separated by commas; as a JSON list where a name holds a comma itself. */
export function readQuestion(columns: readonly ReadableColumn[], asked: AskedRows): RowQuestion {
  const shown = asked.columns === undefined ? columns : columnsNamed(columns, chosenIn(asked.columns))
  return {
    shown,
    columnIds: shown.map(({ id }) => id),
    orderBy: asked.orderBy === undefined ? [] : orderOf(columns, listIn(asked.orderBy, 'order_by', isWish)),
    filter: asked.filter === undefined ? null : parseFilter(columns, asked.filter),
  }
}

type Wish = string | { column: string; direction?: 'asc' | 'desc' }

/** In a text, a column that really begins with a minus is meant before a descending one; an object leaves no doubt. */
function orderOf(columns: readonly ReadableColumn[], wishes: readonly Wish[]): PageRequest['orderBy'] {
  const order = wishes.map((wish) => {
    if (typeof wish === 'object') {
      const [column] = columnsNamed(columns, [wish.column.normalize('NFC')])
      return { columnId: column?.id ?? 0, isDescending: wish.direction === 'desc' }
    }
    const name = wish.normalize('NFC')
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

function chosenIn(text: string): string[] {
  const names = listIn(text, 'columns', isName).map((name) => name.normalize('NFC'))
  if (names.length === 0) throw invalidField(['query', 'columns'], 'size', 'names no column')
  return names
}

function listIn<T>(text: string, parameter: string, isItem: (item: unknown) => item is T): (T | string)[] {
  const list = (text.startsWith('[') ? jsonList(text, isItem) : undefined) ?? text.split(',')
  if (list.length > 2000) throw invalidField(['query', parameter], 'size', 'names too many columns')
  return list
}

const isName = (item: unknown): item is string => typeof item === 'string'

function isWish(item: unknown): item is Wish {
  if (typeof item !== 'object' || item === null) return isName(item)
  const { column, direction = 'asc', ...others } = item as Record<string, unknown> // Safe: any object is one of these.
  return isName(column) && (direction === 'asc' || direction === 'desc') && Object.keys(others).length === 0
}

/** Undefined when it only looked like a list. */
function jsonList<T>(text: string, isItem: (item: unknown) => item is T): T[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isItem) ? list : undefined
  } catch {
    // A column may be named so.
    return undefined
  }
}
