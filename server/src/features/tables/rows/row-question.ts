import { formatColumnType } from '../../../tabular/column-type.ts'
import type { ReadableColumn } from '../../../tabular/readable-table.ts'
import type { Filter, PageRequest } from '../../../tabular/reader.ts'
import { parseValue } from '../../../tabular/values.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { sentValue } from '../../governance/reading/visible-value.ts'
import { uncastableValue, unknownColumn } from '../tables.errors.ts'

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

function columnsNamed(columns: readonly ReadableColumn[], names: readonly string[], asked?: string): ReadableColumn[] {
  const found = names.map((name) => columns.find((column) => column.name === name))
  const unknown = names.filter((_, n) => !found[n])
  if (unknown.length > 0) throw unknownColumn(asked === undefined ? unknown : [asked], 'query')
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

const LOC = ['query', 'filter']
const MOST_LEVELS = 20
const MOST_PARTS = 1_000
const MOST_VALUES = 10_000

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
const LISTS = ['in', 'not_in'] as const
const TEXTS = ['contains', 'starts_with'] as const
const TESTS = ['is_null', 'not_null'] as const

/** Reads the filter of a query string, its values canonical. Columns are those the caller may see. */
function parseFilter(columns: readonly ReadableColumn[], text: string): Filter {
  const budget = { parts: MOST_PARTS }
  return parsePart(columns, parseJson(text), MOST_LEVELS, budget)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField(LOC, 'json', 'must be JSON')
  }
}

function parsePart(
  columns: readonly ReadableColumn[],
  part: unknown,
  levels: number,
  budget: { parts: number },
): Filter {
  if (--budget.parts < 0) throw invalidField(LOC, 'size', `must have at most ${MOST_PARTS} parts`)
  if (levels === 0) throw invalidField(LOC, 'depth', `must be nested at most ${MOST_LEVELS} deep`)
  const { and, or, not, ...condition } = membersOf(part)
  const deeper = (inner: unknown) => parsePart(columns, inner, levels - 1, budget)
  if (Array.isArray(and)) return { and: and.map(deeper) }
  if (Array.isArray(or)) return { or: or.map(deeper) }
  if (not !== undefined) return { not: deeper(not) }
  return parseCondition(columns, condition)
}

function parseCondition(columns: readonly ReadableColumn[], condition: Record<string, unknown>): Filter {
  const { column: name, op, value } = condition
  if (typeof name !== 'string') throw invalidField(LOC, 'shape', 'must be and, or, not, or a column with an op')
  const column = columns.find((candidate) => candidate.name === name.normalize('NFC'))
  if (!column) throw unknownColumn([name], 'query')
  const { id: columnId } = column
  if (isOneOf(TESTS, op)) return { columnId, op }
  if (value === undefined) throw invalidField(LOC, 'required', `a condition on ${name} has no value`)
  if (isOneOf(COMPARISONS, op)) return { columnId, op, value: canonical(column, value) }
  if (isOneOf(LISTS, op)) return { columnId, op, values: listOf(column, value) }
  if (isOneOf(TEXTS, op)) return { columnId, op, value: textOf(column, value) }
  throw invalidField(LOC, 'op', `'${String(op).slice(0, 50)}' is no operation of a filter`)
}

function membersOf(part: unknown): Record<string, unknown> {
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    throw invalidField(LOC, 'type', 'must be an object')
  // Safe: an object that is no array.
  return part as Record<string, unknown>
}

const isOneOf = <T extends string>(words: readonly T[], word: unknown): word is T =>
  words.some((known) => known === word)

function listOf(column: ReadableColumn, value: unknown): (string | null)[] {
  if (!Array.isArray(value)) throw invalidField(LOC, 'type', `in and not_in take a list of values`)
  if (value.length > MOST_VALUES) throw invalidField(LOC, 'size', `a list has at most ${MOST_VALUES} values`)
  return value.map((item) => canonical(column, item))
}

function textOf({ name, type }: ReadableColumn, value: unknown): string {
  if (type.name !== 'VARCHAR') throw invalidField(LOC, 'op', `contains and starts_with need text; ${name} is none`)
  if (typeof value !== 'string') throw invalidField(LOC, 'type', 'contains and starts_with take a text')
  return value
}

function canonical({ name, type }: ReadableColumn, value: unknown): string | null {
  const parsed = parseValue(type, value)
  if ('text' in parsed) return parsed.text
  const bad = { column: name, type: formatColumnType(type), rowIds: [], count: 1, samples: [sentValue(value)] }
  throw uncastableValue({ ...bad, message: parsed.error })
}
