import { formatColumnType } from '../../tabular/column-type.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import type { Filter } from '../../tabular/reader.ts'
import { parseValue } from '../../tabular/values.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { sentValue } from '../governance/visible-value.ts'
import { uncastableValue, unknownColumn } from './tables.errors.ts'

const LOC = ['query', 'filter']
const MOST_LEVELS = 20
const MOST_PARTS = 1_000
const MOST_VALUES = 10_000

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
const LISTS = ['in', 'not_in'] as const
const TEXTS = ['contains', 'starts_with'] as const
const TESTS = ['is_null', 'not_null'] as const

/** Reads the filter of a query string, its values canonical. Columns are those the caller may see. */
export function parseFilter(columns: readonly ReadableColumn[], text: string): Filter {
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
  const told = { column: name, type: formatColumnType(type), rowIds: [], count: 1, samples: [sentValue(value)] }
  throw uncastableValue({ ...told, message: parsed.error })
}
