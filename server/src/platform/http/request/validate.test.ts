import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { ServiceError } from '../../errors.ts'
import { Id, Nullish } from '../schema.ts'
import { checkFor, type Part } from './validate.ts'

const Whole = Type.Object({ n: Type.Integer() })

/** What is wrong with a value, as `loc code`. */
function mistakes(part: Part, schema: Parameters<typeof checkFor>[1], value: unknown): string[] {
  try {
    checkFor(part, schema)(value)
    return []
  } catch (error) {
    const { errors } = (error as ServiceError).text.extra as { errors: { loc: unknown[]; code: string }[] }
    return errors.map(({ loc, code }) => `${loc.join('.')} ${code}`)
  }
}

describe('a whole number', () => {
  test('is no larger than JavaScript and PostgreSQL agree on, though its schema may set no bounds', () => {
    expect(mistakes('body', Whole, { n: 2 ** 53 - 1 })).toEqual([])
    expect(mistakes('body', Whole, { n: 2 ** 53 })).toEqual(['body.n maximum'])
    expect(mistakes('query', Whole, { n: '1e300' })).toEqual(['query.n maximum'])
    expect(mistakes('query', Whole, { n: '-1e300' })).toEqual(['query.n minimum'])
  })

  test('is a number in a body, and a text that reads as one in a query', () => {
    const query = { n: '10' }

    expect(mistakes('query', Whole, query)).toEqual([])
    expect(query.n).toBe(10)
    expect(mistakes('body', Whole, { n: '10' })).toEqual(['body.n type'])
    expect(mistakes('query', Whole, { n: ['1', '2'] })).toEqual(['query.n type'])
  })
})

test('an id arrives as the service has it; one that cannot be read is one that nothing has', () => {
  const schema = Type.Object({ a: Id('wb'), b: Nullish(Id('ws')), c: Type.Array(Id('wb')) })
  const body = { a: 'wb_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', b: 'wb_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', c: ['x'] }

  expect(mistakes('body', schema, body)).toEqual([])
  expect(body.a).toMatch(/^[0-9a-f]{8}-/)
  expect([body.b, ...body.c]).toEqual(Array(2).fill('00000000-0000-0000-0000-000000000000'))
})

test('every mistake of a small value is reported, the first of a large one', () => {
  const schema = Type.Object({ list: Type.Array(Type.String()), a: Type.String(), b: Type.String() })
  const wrong = (length: number) => ({ list: Array(length).fill(1), a: 2 })

  expect(mistakes('body', schema, wrong(2)).sort()).toEqual([
    'body.a type',
    'body.b required',
    'body.list.0 type',
    'body.list.1 type',
  ])
  expect(mistakes('body', schema, wrong(200))).toHaveLength(100)
  expect(mistakes('body', schema, wrong(100_000))).toHaveLength(1)
})
