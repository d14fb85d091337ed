import { expect, test } from 'vitest'
import { typescriptOf } from './typescript-of-schema.ts'

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
  expect(typescriptOf(schema)).toBe(text)
})

test('what is not required, or has a default, may be left out', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' }, 'c-d': { type: 'string' } },
    required: ['b', 'c-d'],
  }

  expect(typescriptOf(schema)).toBe("{\n  a?: string | undefined\n  b?: string | undefined\n  'c-d': string\n}")
})

test('what has a name in the document is called by it, with what is said of it where it stands', () => {
  const place = { $ref: '#/components/schemas/Place', description: 'Where it was' }

  expect(typescriptOf({ type: 'object', properties: { at: place, all: { type: 'array', items: place } } })).toBe(
    '{\n  /** Where it was */\n  at?: Place | undefined\n  all?: Place[] | undefined\n}',
  )
})
