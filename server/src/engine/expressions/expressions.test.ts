import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fuzzRuns } from '../../../test/fuzz-runs.ts'
import { type ColumnType, formatColumnType, parseColumnType } from '../table/column-type.ts'
import { parseValue } from '../values/values.ts'
import { checkCondition } from './check-expression.ts'
import type { CheckedCondition } from './checked-condition.ts'
import { evaluateCondition } from './evaluate-expression.ts'
import { COMPARISONS, type Expression, ExpressionError, mapColumns } from './expression.ts'
import { expressionSql } from './expression-sql.ts'
import { parseExpression } from './parse-expression.ts'
import { printExpression } from './print-expression.ts'

let engine: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  connection = await engine.connect()
  await connection.run("SET TimeZone = 'UTC'")
})

afterAll(() => {
  connection.closeSync()
  engine.closeSync()
})

const TYPES = {
  name: 'VARCHAR', note: 'VARCHAR', n: 'INTEGER', big: 'BIGINT', price: 'DECIMAL(18,2)', wide: 'DECIMAL(38,10)', x: 'DOUBLE',
  isOpen: 'BOOLEAN', day1: 'DATE', day2: 'DATE', at: 'TIMESTAMP', moment: 'TIMESTAMPTZ', clock: 'TIME', id: 'UUID', doc: 'JSON',
} // biome-ignore format: a table
const COLUMNS = Object.entries(TYPES).map(([name, type], n) => ({ id: n + 1, name, type: typeNamed(type) }))

test.each([
  ["name = 'a' and n > 3", "name = 'a' and n > 3"],
  ['NOT (n > 3 OR n < 1)', 'not (n > 3 or n < 1)'],
  ['n between 1 and 3', 'n between 1 and 3'],
  ['(n = 1) not between (n > 2) and (true or false)', '(n = 1) not between (n > 2) and (true or false)'],
  ["name not in ('a', 'b''c')", "name not in ('a', 'b''c')"],
  ['price * n <> -2.50', 'price * n != -2.50'],
  ['n - (n - 1) = 1', 'n - (n - 1) = 1'],
  ['"day1" <= day2', 'day1 <= day2'],
  [
    "length(name) < 5 or name is null or matches(name, 'A[0-9]+')",
    "length(name) < 5 or name is null or matches(name, 'A[0-9]+')",
  ],
])('%s is read, and written as %s', (source, printed) => {
  expect(printExpression(parseExpression(source), (name) => name)).toBe(printed)
})

test('a name in another script stands bare, and one with a space in quotes', () => {
  const expression = parseExpression('金額 > 0 and "net amount" > 0')

  expect(printExpression(expression, (name) => name)).toBe('金額 > 0 and "net amount" > 0')
})

test.each([
  ['n >', 'ends too early'],
  ['n > 3)', 'unexpected )'],
  ['nope = 1', 'has no column nope'],
  ["n = 'a'", 'compares a number with a text'],
  ['n', 'where a condition is expected'],
  ['sum(n) > 3', 'knows no function sum'],
  ["matches(name, '(')", 'RE2 cannot read'],
  ["matches(name, '(?=a)b')", 'RE2 cannot read'],
  ["day1 = '2024-02-30'", 'is no DATE'],
  ['n in (n)', 'list of other things than values'],
  ['name; drop table x', 'means nothing'],
  [`${'('.repeat(100)}n`, 'nested too deeply'],
])('%s is refused: %s', (source, why) => {
  expect(() => typed(parseExpression(source))).toThrow(ExpressionError)
  expect(() => typed(parseExpression(source))).toThrow(why)
})

test.each([
  ['price + wide = 0.3', { price: '0.10', wide: '0.2000000000' }, true],
  ['n / 0 = 1', { n: '3' }, null],
  ["name = 'a'", {}, null],
  ["name is null or name = 'a'", {}, true],
  ["matches(name, '[A-Z]{2}-[0-9]+')", { name: 'AB-12' }, true],
  ["matches(name, '[A-Z]{2}-[0-9]+')", { name: 'xAB-12' }, false],
  ['length(name) = 2', { name: '🙂山' }, true],
  ['year(day1) = 2024 and month(at) = 2', { day1: '2024-05-06', at: '2023-02-01 00:00:00' }, true],
])('%s of %j is %j', (source, row, expected) => {
  expect(evaluateCondition(typed(parseExpression(source)), cellsOf(row))).toBe(expected)
})

describe('what a node evaluates is what DuckDB selects', { timeout: 600_000 }, () => {
  test.each([
    ['abs(n) > 2147483647', { n: '-2147483648' }],
    ['-n > 0', { n: '-2147483648' }],
    ['abs(big) > 9223372036854775807', { big: '-9223372036854775808' }],
  ])('of the smallest number there is: %s', async (source, row) => {
    const condition = typed(parseExpression(source))

    expect(await selected(condition, [row])).toEqual([evaluateCondition(condition, cellsOf(row))])
    expect(evaluateCondition(condition, cellsOf(row))).toBe(true)
  })

  test('for random conditions and rows', async () => {
    for (const [expression, rows] of fc.sample(
      fc.tuple(anyCondition, fc.array(anyRow, { minLength: 8, maxLength: 8 })),
      fuzzRuns(1500),
    )) {
      const source = printExpression(expression, (name) => name)
      const read = parseExpression(source)
      let condition: CheckedCondition
      try {
        condition = typed(read)
      } catch (error) {
        if (error instanceof ExpressionError) continue
        throw error
      }

      const evaluated = rows.map((row) => evaluateCondition(condition, cellsOf(row)))

      expect(printExpression(read, (name) => name)).toBe(source)
      expect({ source, rows, values: await selected(condition, rows) }).toEqual({ source, rows, values: evaluated })
    }
  })
})

function typeNamed(name: string): ColumnType {
  const type = parseColumnType(name)
  if (!type) throw new Error(name)
  return type
}

function columnNamed(name: string) {
  const found = COLUMNS.find((column) => column.name === name)
  if (!found) throw new ExpressionError(`has no column ${name}`)
  return found
}

function typed(expression: Expression<string>): CheckedCondition {
  const bound = mapColumns(expression, (name) => columnNamed(name).id)
  return checkCondition(bound, (id) => COLUMNS[id - 1] ?? columnNamed(String(id)))
}

type Row = Readonly<Record<string, string | null>>

const cellsOf = (row: Row) => (id: number) => row[COLUMNS[id - 1]?.name ?? ''] ?? null

async function selected(condition: CheckedCondition, rows: readonly Row[]): Promise<unknown[]> {
  const { sql, parameters } = expressionSql(condition, (id) => `c${id}`, 1 + rows.length * COLUMNS.length)
  let n = 0
  const values: (string | null)[] = []
  const lines = rows.map((row) => {
    const cells = COLUMNS.map(({ name, type }) => {
      values.push(row[name] ?? null)
      return `CAST(CAST($${++n} AS VARCHAR) AS ${formatColumnType(type)})`
    })
    return `(${cells.join(', ')})`
  })
  const names = COLUMNS.map(({ id }) => `c${id}`).join(', ')
  const answer = await connection.runAndReadAll(`SELECT ${sql} FROM (VALUES ${lines.join(', ')}) AS rows (${names})`, [
    ...values,
    ...parameters,
  ])
  return answer.getRows().map(([value]) => value)
}

const anyText = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'ab', 'é', '山田', '🙂', 'ｱ', 'a\nb', ' a', 'AB-12', "it's"),
  fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
)
const anyDay = fc
  .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const nearDay = fc.oneof(anyDay, fc.constantFrom('2024-01-01', '2024-02-29', '1999-12-31'))
const anyTime = fc.constantFrom('00:00:00', '23:59:59.999999', '12:00:00', '12:00:00.5')
const anyDecimal = (digits: number, scale: number) =>
  fc
    .oneof(
      fc.bigInt({ min: -300n, max: 300n }),
      fc.bigInt({ min: -(10n ** BigInt(digits)) + 1n, max: 10n ** BigInt(digits) - 1n }),
    )
    .map((n) => {
      const text = String(n < 0n ? -n : n).padStart(scale + 1, '0')
      return `${n < 0n ? '-' : ''}${scale ? `${text.slice(0, -scale)}.${text.slice(-scale)}` : text}`
    })
const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  '7fffffff-0000-4000-8000-000000000001',
]
const maybe = (values: fc.Arbitrary<string>) => fc.option(values, { nil: null, freq: 6 })
const stored = (type: string) => (text: string) => {
  const parsed = parseValue(typeNamed(type), text)
  if (!('text' in parsed)) throw new Error(`${type} ${text}`)
  return parsed.text ?? ''
}

const anyRow: fc.Arbitrary<Row> = fc.record({
  name: maybe(anyText),
  note: maybe(anyText),
  n: maybe(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer()).map(String)),
  big: maybe(
    fc.oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })).map(String),
  ),
  price: maybe(anyDecimal(18, 2)),
  wide: maybe(anyDecimal(38, 10)),
  x: maybe(
    fc.oneof(
      fc.constantFrom('0', '-0', '0.1', '0.3', '1e+308', '5e-324'),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((x) => stored('DOUBLE')(Object.is(x, -0) ? '-0' : String(x))),
    ),
  ),
  isOpen: maybe(fc.constantFrom('true', 'false')),
  day1: maybe(nearDay),
  day2: maybe(nearDay),
  at: maybe(fc.tuple(nearDay, anyTime).map(([day, time]) => `${day} ${time}`)),
  moment: maybe(fc.tuple(nearDay, anyTime).map(([day, time]) => `${day} ${time}+00`)),
  clock: maybe(anyTime),
  id: maybe(fc.constantFrom(...UUIDS)),
  doc: maybe(fc.constantFrom('{}', '[1]')),
})

const col = (...names: string[]) =>
  fc.constantFrom(...names).map((column): Expression<string> => ({ kind: 'column', column }))
const textValue = (texts: fc.Arbitrary<string>) => texts.map((text): Expression<string> => ({ kind: 'text', text }))
const num = fc
  .oneof(fc.integer({ min: -3, max: 3 }).map(String), anyDecimal(12, 2), anyDecimal(20, 0))
  .map((text): Expression<string> => ({ kind: 'number', text }))

const truth = fc.boolean().map((value): Expression<string> => ({ kind: 'boolean', value }))

const { condition: anyCondition } = fc.letrec<{
  condition: Expression<string>
  number: Expression<string>
  text: Expression<string>
}>((tie) => ({
  text: fc.oneof(
    col('name', 'note'),
    textValue(anyText),
    fc
      .tuple(tie('text'), tie('text'))
      .map(([a, b]): Expression<string> => ({ kind: 'call', name: 'coalesce', args: [a, b] })),
  ),
  number: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    col('n', 'big', 'price', 'wide', 'x'),
    num,
    fc
      .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const), tie('number'), tie('number'))
      .map(([op, left, right]): Expression<string> => ({ kind: 'arithmetic', op, left, right })),
    tie('number')
      .filter(({ kind }) => kind !== 'number')
      .map((of): Expression<string> => ({ kind: 'minus', of })),
    tie('number').map((of): Expression<string> => ({ kind: 'call', name: 'abs', args: [of] })),
    tie('text').map((of): Expression<string> => ({ kind: 'call', name: 'length', args: [of] })),
    fc
      .tuple(fc.constantFrom('year' as const, 'month' as const, 'day' as const), col('day1', 'at'))
      .map(([name, of]): Expression<string> => ({ kind: 'call', name, args: [of] })),
  ),
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .tuple(fc.constantFrom(...COMPARISONS), tie('number'), tie('number'))
      .map(([op, left, right]): Expression<string> => ({ kind: 'compare', op, left, right })),
    fc
      .tuple(fc.constantFrom(...COMPARISONS), tie('text'), tie('text'))
      .map(([op, left, right]): Expression<string> => ({ kind: 'compare', op, left, right })),
    fc
      .tuple(
        fc.constantFrom(...COMPARISONS),
        fc.oneof(
          fc.tuple(col('day1'), fc.oneof(col('day2'), textValue(nearDay))),
          fc.tuple(col('clock'), textValue(anyTime)),
          fc.tuple(col('at'), textValue(fc.tuple(nearDay, anyTime).map((parts) => parts.join(' ')))),
          fc.tuple(col('moment'), textValue(fc.tuple(nearDay, anyTime).map((parts) => `${parts.join(' ')}+00:00`))),
          fc.tuple(col('id'), textValue(fc.constantFrom(...UUIDS))),
        ),
      )
      .map(([op, [left, right]]): Expression<string> => ({ kind: 'compare', op, left, right })),
    col('isOpen'),
    fc
      .tuple(col(...Object.keys(TYPES)), fc.boolean())
      .map(([of, isNegated]): Expression<string> => ({ kind: 'is_null', of, isNegated })),
    fc
      .tuple(tie('text'), fc.array(textValue(anyText), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([of, list, isNegated]): Expression<string> => ({ kind: 'in', of, list, isNegated })),
    fc
      .tuple(tie('number'), fc.array(num, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([of, list, isNegated]): Expression<string> => ({ kind: 'in', of, list, isNegated })),
    fc
      .tuple(tie('condition'), fc.array(truth, { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([of, list, isNegated]): Expression<string> => ({ kind: 'in', of, list, isNegated })),
    ...(['number', 'text', 'condition'] as const).map((kind) =>
      fc
        .tuple(tie(kind), tie(kind), tie(kind), fc.boolean())
        .map(([of, low, high, isNegated]): Expression<string> => ({ kind: 'between', of, low, high, isNegated })),
    ),
    fc
      .tuple(
        fc.constantFrom('contains' as const, 'starts_with' as const, 'ends_with' as const),
        tie('text'),
        tie('text'),
      )
      .map(([name, a, b]): Expression<string> => ({ kind: 'call', name, args: [a, b] })),
    fc
      .tuple(
        tie('text'),
        textValue(
          fc.constantFrom(
            'a',
            '[A-Z]+-[0-9]+',
            '.*',
            'a.b',
            '(?i)A',
            '(?s).*',
            '^a$',
            '\\w*',
            '[^a]*',
            'a|ab',
            '\\p{Han}+',
            '',
          ),
        ),
      )
      .map((args): Expression<string> => ({ kind: 'call', name: 'matches', args })),
    tie('condition').map((of): Expression<string> => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), tie('condition'), tie('condition'))
      .map(([kind, a, b]): Expression<string> => flat(kind, [a, b])),
  ),
}))

/** As reading it again would make it: parts of the same kind are one list. */
function flat(kind: 'and' | 'or', parts: readonly Expression<string>[]): Expression<string> {
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) }
}
