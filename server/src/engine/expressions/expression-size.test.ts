import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCpuClock } from '../../../test/cpu-time.ts'
import { checkCondition } from './check-expression.ts'
import { type CheckedCondition, MOST_PARTS, sizeOf } from './checked-condition.ts'
import { evaluateCondition } from './evaluate-expression.ts'
import { type Expression, ExpressionError, mapColumns } from './expression.ts'
import { expressionSql } from './expression-sql.ts'
import { parseExpression } from './parse-expression.ts'

let engine: DuckDBInstance
let connection: DuckDBConnection

beforeAll(async () => {
  engine = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' })
  connection = await engine.connect()
})

afterAll(() => {
  connection.closeSync()
  engine.closeSync()
})

const NUMBER = { name: 'INTEGER' } as const
const COLUMNS = [
  { id: 1, name: 'a', type: { name: 'BOOLEAN' } },
  { id: 2, name: 'n', type: NUMBER },
  { id: 3, name: 'x', type: { name: 'DOUBLE' } },
  { id: 4, name: 'd', type: { name: 'DECIMAL', precision: 38, scale: 2 } },
  { id: 5, name: 't', type: { name: 'VARCHAR' } },
] as const

function checked(expression: Expression<string>): CheckedCondition {
  const bound = mapColumns(expression, (name) => COLUMNS.findIndex((column) => column.name === name) + 1)
  return checkCondition(bound, (id) => COLUMNS[id - 1] ?? COLUMNS[0])
}

const nested = (levels: number, wrap: (inner: string) => string, core = 'a') => {
  let text = core
  for (let level = 0; level < levels; level++) text = wrap(text)
  return text
}

const inBetween = (inner: string) => `(${inner}) between false and true`

/** The text of the condition, selected from one row. */
async function select(condition: CheckedCondition): Promise<unknown> {
  const { sql, parameters } = expressionSql(condition, (id) => `c${id}`)
  const row = 'SELECT true AS c1, 1 AS c2, 1::DOUBLE AS c3, 1::DECIMAL(38,2) AS c4, $$a$$ AS c5'
  const answer = await connection.runAndReadAll(`SELECT ${sql} FROM (${row})`, parameters)
  return answer.getRows()[0]?.[0]
}

test.each([14, 20, 40])('a between around another, %i deep, is refused at once', (levels) => {
  const cpuMs = startCpuClock()

  expect(() => checked(parseExpression(nested(levels, inBetween)))).toThrow(`more than 5,000 parts`)
  expect(cpuMs()).toBeLessThan(1_000)
})

test('a part that stands in many places counts as often as it is met, and the count stops at the limit', () => {
  const shared = nestedTree(60)
  const cpuMs = startCpuClock()

  expect(() => checkCondition(shared, () => COLUMNS[0])).toThrow(ExpressionError)
  expect(cpuMs()).toBeLessThan(1_000)
})

function nestedTree(levels: number): Expression<number> {
  let tree: Expression<number> = { kind: 'column', column: 1 }
  for (let level = 0; level < levels; level++) tree = { kind: 'or', parts: [tree, tree] }
  return tree
}

test('a list around another, 40 deep, is one pass for a row', async () => {
  const condition = checked(parseExpression(nested(40, (inner) => `(${inner}) in (true, false)`)))

  expect(evaluateCondition(condition, () => 'true')).toBe(true)
  expect(await select(condition)).toBe(true)
})

test.each([
  ['sum of whole numbers', (n: number) => `${Array(n).fill('n').join('+')} > 0`],
  ['sum of decimals', (n: number) => `${Array(n).fill('d').join('+')} > 0`],
  ['product', (n: number) => `${Array(n).fill('n').join('*')} > 0`],
  ['sum of doubles', (n: number) => `${Array(n).fill('x').join('+')} > 0`],
  ['chain of quotients', (n: number) => `${Array(n).fill('x').join('/')} > 0`],
  ['quotients in divisors', (n: number) => `${nested(Math.min(n, 59), (inner) => `x/(${inner})`, 'x')} > 0`],
  ['minus', (n: number) => `${nested(Math.min(n, 59), (inner) => `-(${inner})`, 'n')} > 0`],
  ['coalesce', (n: number) => `coalesce(${Array(Math.min(n, 900)).fill('n').join(',')}) > 0`],
  ['or', (n: number) => Array(Math.min(n, 1_300)).fill('a').join(' or ')],
  ['list', (n: number) => `n in (${Array(n).fill('1').join(',')})`],
  ['between', (n: number) => nested(Math.min(n, 59), inBetween)],
])('the largest %s that is let through is planned by DuckDB', { timeout: 120_000 }, async (_, text) => {
  const isTaken = (n: number) => {
    try {
      return checked(parseExpression(text(n)))
    } catch (error) {
      if (error instanceof ExpressionError) return undefined
      throw error
    }
  }
  const sizes = [1_800, 1_300, 900, 600, 440, 300, 200, 150, 120, 100, 80, 59, 30, 20, 12, 11, 10, 9, 8]

  const largest = sizes.map(isTaken).find((condition) => condition !== undefined)

  expect(largest).toBeDefined()
  if (largest) expect(typeof (await select(largest))).not.toBe('undefined')
})

const { condition: anyCondition } = fc.letrec<{ condition: Expression<string>; number: Expression<string> }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom('n', 'x', 'd').map((column): Expression<string> => ({ kind: 'column', column })),
    fc
      .tuple(fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const), tie('number'), tie('number'))
      .map(([op, left, right]): Expression<string> => ({ kind: 'arithmetic', op, left, right })),
  ),
  condition: fc.oneof(
    { maxDepth: 12 },
    fc.constant<Expression<string>>({ kind: 'column', column: 'a' }),
    ...(['number', 'condition'] as const).map((kind) =>
      fc
        .tuple(tie(kind), tie(kind), tie(kind), fc.boolean())
        .map(([of, low, high, isNegated]): Expression<string> => ({ kind: 'between', of, low, high, isNegated })),
    ),
    fc.tuple(tie('condition'), fc.boolean()).map(
      ([of, isNegated]): Expression<string> => ({
        kind: 'in',
        of,
        list: [
          { kind: 'boolean', value: true },
          { kind: 'boolean', value: false },
        ],
        isNegated,
      }),
    ),
  ),
}))

test('the text of a condition grows with the parts that were counted', async () => {
  await fc.assert(
    fc.property(anyCondition, (expression) => {
      let condition: CheckedCondition
      try {
        condition = checked(expression)
      } catch (error) {
        if (error instanceof ExpressionError) return
        throw error
      }
      const { sql } = expressionSql(condition, (id) => `c${id}`)
      expect(sizeOf(condition).parts).toBeLessThanOrEqual(MOST_PARTS)
      expect(sql.length).toBeLessThanOrEqual(120 * sizeOf(condition).parts)
    }),
    { numRuns: 2_000 },
  )
})
