import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilterCaller, filterFor } from '../src/core/policies/rows/row-policy.ts'
import { evaluateCondition } from '../src/engine/expressions/evaluate-expression.ts'
import { mapColumns } from '../src/engine/expressions/expression.ts'
import { expressionSql } from '../src/engine/expressions/expression-sql.ts'
import { parsePolicyExpression } from '../src/engine/expressions/parse-expression.ts'
import { parseColumnType } from '../src/engine/table/column-type.ts'
import { conditionOn } from '../src/engine/table/row-filter.ts'
import type { Column } from '../src/engine/table/table.ts'
import { fuzzRuns } from './fuzz-runs.ts'

/**
 * What an engine is given against what the predicate says: each generated predicate carries the function that computes it plainly, with
 * none of the code under test.
 */
const NAMES = ['region', 'owner', 'n', 'price', 'day', 'isOpen'] as const
const TYPES = {
  region: 'VARCHAR',
  owner: 'VARCHAR',
  n: 'INTEGER',
  price: 'DECIMAL(12,2)',
  day: 'DATE',
  isOpen: 'BOOLEAN',
}
const COLUMNS = NAMES.map((name, at) => columnOf(name, at + 1))

function columnOf(name: keyof typeof TYPES, id: number): Column {
  const type = parseColumnType(TYPES[name])
  if (!type) throw new Error(`${TYPES[name]} is no type`)
  return { id, origin: id, name, type, initial: null } as Column
}

/** A number is its digits and how many of them are decimals. */
type Exact = { digits: bigint; decimals: number }
type Row = { region: string | null; owner: string | null; n: Exact | null; price: Exact | null; day: string | null; isOpen: boolean | null } // biome-ignore format: a table
type Known = { email: string | null; roles: readonly string[] }
/** A piece of a predicate: as it is written, and what it is for a row and a caller; null where that is unknown. */
type Piece<T> = { text: string; of: (row: Row, caller: Known) => T | null }

const TEXTS = ['east', 'west', 'EAST', 'east ', '東', '😀', 'É', "o'brien", 'a%_', 'a@example.org', 'b@example.org']
const ROLES = ['east', 'west', 'admin', '東', "o'brien"]
const EMAILS = ['a@example.org', 'b@example.org']
const DAYS = ['0001-01-01', '1969-12-31', '2024-02-29', '2024-03-01', '9999-12-31']

const exact = (written: string): Exact => {
  const [whole = '', decimals = ''] = written.split('.')
  return { digits: BigInt(`${whole}${decimals}`), decimals: decimals.length }
}
const aligned = (a: Exact, b: Exact) => {
  const decimals = Math.max(a.decimals, b.decimals)
  const digits = ({ digits: own, decimals: has }: Exact) => own * 10n ** BigInt(decimals - has)
  return { a: digits(a), b: digits(b), decimals }
}
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const both = <A, B, T>(a: A | null, b: B | null, of: (a: A, b: B) => T): T | null =>
  a === null || b === null ? null : of(a, b)

const columnPiece = <K extends keyof Row>(name: K): Piece<NonNullable<Row[K]>> => ({
  text: name,
  of: (row) => row[name] as NonNullable<Row[K]> | null,
})

const numbers: fc.Arbitrary<Piece<Exact>> = fc.letrec<{ number: Piece<Exact> }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(columnPiece('n'), columnPiece('price')),
    fc.constantFrom('0', '1', '2', '0.1', '2.50', '99.99', '2147483647').map((text) => ({ text, of: () => exact(text) })),
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map(([left, op, right]) => ({
      text: `(${left.text} ${op} ${right.text})`,
      of: (row: Row, caller: Known) => both(left.of(row, caller), right.of(row, caller), (a, b) => computed(op, a, b)),
    })),
    tie('number').map((of) => ({ text: `abs(${of.text})`, of: (row: Row, caller: Known) => absolute(of.of(row, caller)) })),
    fc.constant({ text: 'length(region)', of: ({ region }: Row) => (region === null ? null : exact(`${[...region].length}`)) }),
    fc.constant({ text: 'year(day)', of: ({ day }: Row) => (day === null ? null : exact(day.slice(0, 4))) }),
    fc.constant({ text: 'day(day)', of: ({ day }: Row) => (day === null ? null : exact(day.slice(8))) }),
  ),
})).number // biome-ignore format: one line for each

function computed(op: string, one: Exact, other: Exact): Exact {
  if (op === '*') return { digits: one.digits * other.digits, decimals: one.decimals + other.decimals }
  const { a, b, decimals } = aligned(one, other)
  return { digits: op === '+' ? a + b : a - b, decimals }
}
const absolute = (of: Exact | null) => of && { ...of, digits: of.digits < 0n ? -of.digits : of.digits }

const texts: fc.Arbitrary<Piece<string>> = fc.oneof(
  fc.constantFrom(columnPiece('region'), columnPiece('owner')),
  fc.constantFrom(...TEXTS).map((text) => ({ text: quoted(text), of: () => text })),
  fc.constant({ text: 'user.email', of: (_: Row, { email }: Known) => email }),
  fc.constantFrom(...TEXTS).map((text) => ({
    text: `coalesce(region, ${quoted(text)})`,
    of: ({ region }: Row) => region ?? text,
  })),
)

const dates: fc.Arbitrary<Piece<string>> = fc.oneof(
  fc.constant(columnPiece('day')),
  fc.constantFrom(...DAYS).map((day) => ({ text: quoted(day), of: () => day })),
)

const OPS = {
  '=': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
}
const OP_NAMES = Object.keys(OPS) as (keyof typeof OPS)[]

function compared<T>(values: fc.Arbitrary<Piece<T>>, order: (a: T, b: T) => number): fc.Arbitrary<Piece<boolean>> {
  return fc.tuple(values, fc.constantFrom(...OP_NAMES), values).map(([left, op, right]) => ({
    text: `${left.text} ${op} ${right.text}`,
    of: (row, caller) => both(left.of(row, caller), right.of(row, caller), (a, b) => OPS[op](order(a, b))),
  }))
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const byValue = (one: Exact, other: Exact) => {
  const { a, b } = aligned(one, other)
  return a < b ? -1 : a > b ? 1 : 0
}
/** Two texts in quotes are texts, whatever they look like: a date stands beside a column. */
const withDay = compared(dates, byBytes).filter(({ text }) => text.includes('day'))

const TEXT_FUNCTIONS = {
  contains: (a: string, b: string) => a.includes(b),
  starts_with: (a: string, b: string) => a.startsWith(b),
  ends_with: (a: string, b: string) => a.endsWith(b),
}

function listed(of: string | null, list: readonly string[], isNegated: boolean): boolean | null {
  if (list.length === 0) return isNegated
  return of === null ? null : list.includes(of) !== isNegated
}

const not = (value: boolean | null) => (value === null ? null : !value)

const simple: fc.Arbitrary<Piece<boolean>> = fc.oneof(
  compared(numbers, byValue),
  compared(texts, byBytes),
  withDay,
  fc.constantFrom(true, false).map((value) => ({ text: String(value), of: () => value })),
  fc.constant(columnPiece('isOpen')),
  fc.tuple(texts, fc.boolean()).map(([of, isNegated]) => ({
    text: `${of.text} ${isNegated ? 'not ' : ''}in user.roles`,
    of: (row: Row, caller: Known) => listed(of.of(row, caller), caller.roles, isNegated),
  })),
  fc.tuple(texts, fc.subarray(TEXTS, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([of, list, isNegated]) => ({
    text: `${of.text} ${isNegated ? 'not ' : ''}in (${list.map(quoted).join(', ')})`,
    of: (row: Row, caller: Known) => listed(of.of(row, caller), list, isNegated),
  })),
  fc.tuple(fc.constantFrom(...NAMES), fc.boolean()).map(([name, isNegated]) => ({
    text: `${name} is ${isNegated ? 'not ' : ''}null`,
    of: (row: Row) => (row[name] === null) !== isNegated,
  })),
  fc.tuple(fc.constantFrom('contains', 'starts_with', 'ends_with'), texts, texts).map(([name, left, right]) => ({
    text: `${name}(${left.text}, ${right.text})`,
    of: (row: Row, caller: Known) =>
      both(left.of(row, caller), right.of(row, caller), TEXT_FUNCTIONS[name as keyof typeof TEXT_FUNCTIONS]),
  })),
)

const predicates: fc.Arbitrary<Piece<boolean>> = fc.letrec<{ whole: Piece<boolean> }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    simple,
    fc.tuple(tie('whole'), fc.constantFrom('and', 'or'), tie('whole')).map(([left, word, right]) => ({
      text: `(${left.text}) ${word} (${right.text})`,
      of: (row: Row, caller: Known) => {
        const deciding = word === 'or'
        const values = [left.of(row, caller), right.of(row, caller)]
        if (values.includes(deciding)) return deciding
        return values.includes(null) ? null : !deciding
      },
    })),
    tie('whole').map((of) => ({ text: `not (${of.text})`, of: (row: Row, caller: Known) => not(of.of(row, caller)) })),
  ),
})).whole

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })
const rowsOf = fc.array(
  fc.record({
    region: orNull(fc.constantFrom(...TEXTS)),
    owner: orNull(fc.constantFrom(...EMAILS, ...TEXTS)),
    n: orNull(fc.constantFrom('-2147483648', '-1', '0', '1', '4', '5', '2147483647')),
    price: orNull(fc.constantFrom('-9999999999.99', '-2.50', '0.00', '0.10', '2.50', '99.99', '9999999999.99')),
    day: orNull(fc.constantFrom(...DAYS)),
    isOpen: orNull(fc.boolean()),
  }),
  { minLength: 12, maxLength: 24 },
)
const callers = fc.record({
  attributes: fc.constant({}),
  email: orNull(fc.constantFrom(...EMAILS)),
  roleSets: fc.array(fc.subarray(ROLES), { minLength: 1, maxLength: 2 }),
})

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

type Written = { [K in keyof Row]: string | boolean | null }

async function fill(rows: readonly Written[]) {
  const columns = NAMES.map((name, at) => `c${at + 1} ${TYPES[name]}`)
  await connection.run(`CREATE OR REPLACE TABLE t (id INTEGER, ${columns.join(', ')})`)
  for (const [id, row] of rows.entries()) {
    const cells = NAMES.map((name) => (row[name] === null ? null : String(row[name])))
    const places = NAMES.map((name, at) => `CAST(CAST($${at + 2} AS VARCHAR) AS ${TYPES[name]})`)
    await connection.run(`INSERT INTO t VALUES (CAST($1 AS INTEGER), ${places.join(', ')})`, [id, ...cells])
  }
}

type Shown = { byEngine: number[]; byNode: number[] }

/** Ids of the rows that an engine of this caller is given when its copy is made, and when edited rows are added to it. */
async function shownTo(
  predicate: string,
  asker: Pick<FilterCaller, 'email' | 'roleSets' | 'attributes'>,
  rows: readonly Written[],
): Promise<Shown> {
  const condition = mapColumns(
    parsePolicyExpression(predicate),
    (name) => COLUMNS.findIndex((c) => c.name === name) + 1,
  )
  const filter = filterFor(condition, asker)
  const all = rows.map((_, id) => id)
  if (!filter) return { byEngine: all, byNode: all }
  const where = conditionOn(COLUMNS, filter)
  if (!where) return { byEngine: [], byNode: [] }
  const textOf = (row: Written | undefined, id: number) => {
    const value = row?.[NAMES[id - 1] ?? 'n'] ?? null
    return value === null ? null : String(value)
  }
  const byNode = all.filter((at) => evaluateCondition(where, (id) => textOf(rows[at], id)) === true)
  const { sql, parameters } = expressionSql(where, (id) => `c${id}`)
  const found = await connection.runAndReadAll(`SELECT id FROM t WHERE ${sql} ORDER BY id`, parameters)
  return { byEngine: found.getRowsJS().map(([id]) => Number(id)), byNode }
}

test('an engine is given the rows for which the predicate is true, and no others', async () => {
  let [shown, hidden] = [0, 0]
  const judged = fc.asyncProperty(rowsOf, predicates, callers, async (written, predicate, asker) => {
    await fill(written)
    const rows = written.map((row): Row => ({ ...row, n: row.n === null ? null : exact(row.n), price: row.price === null ? null : exact(row.price) })) // biome-ignore format: one row
    const isTrue = (row: Row) =>
      asker.roleSets.every((roles) => predicate.of(row, { email: asker.email, roles }) === true)
    const expected = rows.flatMap((row, id) => (isTrue(row) ? [id] : []))

    const { byEngine: seen, byNode } = await shownTo(predicate.text, asker, written)

    expect(byNode).toEqual(seen)
    shown += seen.length
    hidden += rows.length - seen.length
    // A caller without an address may see less than what is true whatever their address is, and never more.
    if (asker.email === null && predicate.text.includes('user.email'))
      expect(expected).toEqual(expect.arrayContaining(seen))
    else expect(seen).toEqual(expected)
  })

  await fc.assert(judged, { numRuns: fuzzRuns(400) })

  expect(Math.min(shown, hidden)).toBeGreaterThan(500)
}, 120_000)
