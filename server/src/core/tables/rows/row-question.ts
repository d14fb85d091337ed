import type { Filter, PageRequest } from '../../../engine/reading/reader.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { parseValue } from '../../../engine/values/values.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { sentValue } from '../../reading/visible-value.ts'
import { uncastableValue, unknownColumn } from '../tables.errors.ts'

/** What a reader of rows asks for, as texts of a query string. */
export type RowsRequest = { columns?: string; orderBy?: string; filter?: string }

export type RowQuestion = Pick<PageRequest, 'columnIds' | 'orderBy' | 'filter'> & { shown: readonly ReadableColumn[] }

/** Names of columns, separated by commas; as a JSON list where a name holds a comma itself. */
export function readQuestion(columns: readonly ReadableColumn[], asked: RowsRequest): RowQuestion {
  const reading: Reading = { columns, where: 'query', parts: MOST_PARTS }
  const shown = asked.columns === undefined ? columns : columnsNamed(reading, chosenIn(asked.columns))
  return {
    shown,
    columnIds: shown.map(({ id }) => id),
    orderBy: asked.orderBy === undefined ? [] : orderOf(reading, listIn(asked.orderBy, 'order_by', isSortOption)),
    filter: asked.filter === undefined ? null : parsePart(reading, parseJson(asked.filter), MOST_LEVELS),
  }
}

/** The same as the body of a request asks it. */
export type SentQuestion = {
  columns?: readonly string[] | undefined
  orderBy?: readonly SortOption[] | undefined
  /** As JSON. */
  filter?: unknown
}

export function readSentQuestion(columns: readonly ReadableColumn[], sent: SentQuestion): RowQuestion {
  const reading: Reading = { columns, where: 'body', parts: MOST_PARTS }
  const shown = sent.columns ? columnsNamed(reading, sent.columns.map(normalized)) : columns
  return {
    shown,
    columnIds: shown.map(({ id }) => id),
    orderBy: orderOf(reading, sent.orderBy ?? []),
    filter: sent.filter === undefined ? null : parsePart(reading, sent.filter, MOST_LEVELS),
  }
}

/** `columns`: those the caller may see. `parts`: how many a filter may still have. */
type Reading = { columns: readonly ReadableColumn[]; where: 'query' | 'body'; parts: number }

const normalized = (name: string) => name.normalize('NFC')

type SortOption = string | { column: string; direction?: 'asc' | 'desc' | undefined }

/** In a text, a column that really begins with a minus is meant before a descending one; an object leaves no doubt. */
function orderOf(reading: Reading, wishes: readonly SortOption[]): PageRequest['orderBy'] {
  const order = wishes.map((wish) => {
    if (typeof wish === 'object') {
      const [column] = columnsNamed(reading, [normalized(wish.column)])
      return { columnId: column?.id ?? 0, isDescending: wish.direction === 'desc' }
    }
    const name = normalized(wish)
    const plain = reading.columns.find((column) => column.name === name)
    if (plain) return { columnId: plain.id, isDescending: false }
    const [column] = columnsNamed(reading, [name.replace(/^-/, '')], name)
    return { columnId: column?.id ?? 0, isDescending: name.startsWith('-') }
  })
  // A column a second time orders nothing.
  return order.filter(({ columnId }, n) => order.findIndex((other) => other.columnId === columnId) === n)
}

function columnsNamed({ columns, where }: Reading, names: readonly string[], asked?: string): ReadableColumn[] {
  const found = names.map((name) => columns.find((column) => column.name === name))
  const unknown = names.filter((_, n) => !found[n])
  if (unknown.length > 0) throw unknownColumn(asked === undefined ? unknown : [asked], where)
  return [...new Set(found.flatMap((column) => column ?? []))]
}

function chosenIn(text: string): string[] {
  const names = listIn(text, 'columns', isName).map(normalized)
  if (names.length === 0) throw invalidField(['query', 'columns'], 'size', 'names no column')
  return names
}

function listIn<T>(text: string, parameter: string, isItem: (item: unknown) => item is T): (T | string)[] {
  const list = (text.startsWith('[') ? jsonList(text, isItem) : undefined) ?? text.split(',')
  if (list.length > 2000) throw invalidField(['query', parameter], 'size', 'names too many columns')
  return list
}

const isName = (item: unknown): item is string => typeof item === 'string'

function isSortOption(item: unknown): item is SortOption {
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

const MOST_LEVELS = 20
const MOST_PARTS = 1_000
const MOST_VALUES = 10_000

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
const LISTS = ['in', 'not_in'] as const
const TEXTS = ['contains', 'starts_with'] as const
const TESTS = ['is_null', 'not_null'] as const

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField(['query', 'filter'], 'json', 'must be JSON')
  }
}

const badFilter = ({ where }: Reading, code: string, message: string) => invalidField([where, 'filter'], code, message)

/** Reads a filter, its values canonical. */
function parsePart(reading: Reading, part: unknown, levels: number): Filter {
  if (--reading.parts < 0) throw badFilter(reading, 'size', `must have at most ${MOST_PARTS} parts`)
  if (levels === 0) throw badFilter(reading, 'depth', `must be nested at most ${MOST_LEVELS} deep`)
  const { and, or, not, ...condition } = membersOf(reading, part)
  const deeper = (inner: unknown) => parsePart(reading, inner, levels - 1)
  if (Array.isArray(and)) return { and: and.map(deeper) }
  if (Array.isArray(or)) return { or: or.map(deeper) }
  if (not !== undefined) return { not: deeper(not) }
  return parseCondition(reading, condition)
}

function parseCondition(reading: Reading, condition: Record<string, unknown>): Filter {
  const { column: name, op, value } = condition
  if (typeof name !== 'string') throw badFilter(reading, 'shape', 'must be and, or, not, or a column with an op')
  const column = reading.columns.find((candidate) => candidate.name === normalized(name))
  if (!column) throw unknownColumn([name], reading.where)
  const { id: columnId } = column
  if (isOneOf(TESTS, op)) return { columnId, op }
  if (value === undefined) throw badFilter(reading, 'required', `a condition on ${name} has no value`)
  if (isOneOf(COMPARISONS, op)) return { columnId, op, value: canonical(column, value) }
  if (isOneOf(LISTS, op)) return { columnId, op, values: listOf(reading, column, value) }
  if (isOneOf(TEXTS, op)) return { columnId, op, value: textOf(reading, column, value) }
  throw badFilter(reading, 'op', `'${String(op).slice(0, 50)}' is no operation of a filter`)
}

function membersOf(reading: Reading, part: unknown): Record<string, unknown> {
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    throw badFilter(reading, 'type', 'must be an object')
  // Safe: an object that is no array.
  return part as Record<string, unknown>
}

const isOneOf = <T extends string>(words: readonly T[], word: unknown): word is T =>
  words.some((known) => known === word)

function listOf(reading: Reading, column: ReadableColumn, value: unknown): (string | null)[] {
  if (!Array.isArray(value)) throw badFilter(reading, 'type', `in and not_in take a list of values`)
  if (value.length > MOST_VALUES) throw badFilter(reading, 'size', `a list has at most ${MOST_VALUES} values`)
  return value.map((item) => canonical(column, item))
}

function textOf(reading: Reading, { name, type }: ReadableColumn, value: unknown): string {
  if (type.name !== 'VARCHAR') throw badFilter(reading, 'op', `contains and starts_with need text; ${name} is none`)
  if (typeof value !== 'string') throw badFilter(reading, 'type', 'contains and starts_with take a text')
  return value
}

function canonical({ name, type }: ReadableColumn, value: unknown): string | null {
  const parsed = parseValue(type, value)
  if ('text' in parsed) return parsed.text
  const bad = { column: name, type: formatColumnType(type), rowIds: [], count: 1, samples: [sentValue(value)] }
  throw uncastableValue({ ...bad, message: parsed.error })
}
