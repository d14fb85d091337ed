import { expect, test } from 'vitest'
import { typescriptOf } from './typescript-of-schema.ts'

const PLACE = { type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] }

test.each([
  [{ type: 'integer' }, 'number'],
  [{}, 'unknown'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: ['string', 'integer'] }, 'string | number'],
  [{ enum: ['a', "it's", '\t'] }, String.raw`'a' | 'it\'s' | '\t'`],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'object', additionalProperties: true }, 'Record<string, unknown>'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, 'Record<string, string>'],
  [{ type: 'string', contentMediaType: 'application/octet-stream' }, 'FileInput'],
])('%j becomes %s', (schema, text) => {
  expect(typescriptOf(schema, new Map())).toBe(text)
})

test('what is not required, or has a default, may be left out', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' }, 'c-d': { type: 'string' } },
    required: ['b', 'c-d'],
  }

  expect(typescriptOf(schema, new Map())).toBe(
    "{\n  a?: string | undefined\n  b?: string | undefined\n  'c-d': string\n}",
  )
})

test('an object that has a name is called by it, however deep it stands', () => {
  const names = new Map([[typescriptOf(PLACE, new Map()), 'Place']])

  expect(
    typescriptOf({ type: 'object', properties: { at: { type: 'array', items: PLACE } }, required: ['at'] }, names),
  ).toBe('{\n  at: Place[]\n}')
})
