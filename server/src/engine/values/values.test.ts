import { describe, expect, test } from 'vitest'
import { ACCEPTED, REFUSED } from '../../../test/cell-cases.ts'
import { type ColumnType, parseColumnType } from '../table/column-type.ts'
import { encodeToJsonText, encodeValue, parseValue } from './values.ts'

describe.each(Object.entries(ACCEPTED))('%s', (name, cases) => {
  test.each(cases.map(([sent, stored]) => [short(sent), sent, stored] as const))('reads %s', (_, sent, stored) => {
    const type = typeNamed(name)

    expect(parseValue(type, sent)).toEqual({ text: stored })
    expect(parseValue(type, stored)).toEqual({ text: stored })
  })
})

describe.each(Object.entries(REFUSED))('%s', (name, cases) => {
  test.each(cases.map(([sent, message]) => [short(sent), sent, message] as const))('refuses %s', (_, sent, message) => {
    const parsed = parseValue(typeNamed(name), sent)

    expect(parsed).toEqual({ error: expect.stringContaining(message) })
    // A client does not want a million of its own characters back.
    expect(JSON.stringify(parsed).length).toBeLessThan(400)
  })
})

test.each([
  ['VARCHAR', 'a"b\n', '"a\\"b\\n"'],
  ['INTEGER', '-7', '-7'],
  ['BIGINT', '9007199254740991', '9007199254740991'],
  ['BIGINT', '-9007199254740991', '-9007199254740991'],
  ['BIGINT', '9007199254740992', '"9007199254740992"'],
  ['BIGINT', '-9007199254740993', '"-9007199254740993"'],
  ['DOUBLE', '1e+22', '1e+22'],
  ['DOUBLE', '-0', '-0'],
  ['DECIMAL(10,2)', '12.50', '"12.50"'],
  ['BOOLEAN', 'true', 'true'],
  ['DATE', '2024-01-05', '"2024-01-05"'],
  ['TIME', '10:20:30.5', '"10:20:30.5"'],
  ['TIMESTAMP', '2024-01-05 10:20:30.5', '"2024-01-05T10:20:30.5"'],
  ['TIMESTAMPTZ', '2024-01-05 10:20:30+00', '"2024-01-05T10:20:30Z"'],
  ['UUID', '0190a3b4-1111-2222-3333-aabbccddeeff', '"0190a3b4-1111-2222-3333-aabbccddeeff"'],
  ['JSON', '{"a":[1.0,12345678901234567890,"x"]}', '{"a":[1.0,12345678901234567890,"x"]}'],
])('a %s %s leaves as %s, whichever way it is written', (name, stored, written) => {
  const type = typeNamed(name)

  expect(encodeToJsonText(type, stored)).toBe(written)
  expect(JSON.stringify(encodeValue(type, stored))).toBe(written)
})

test('null is null, of every type', () => {
  for (const name of Object.keys(ACCEPTED)) {
    const type = typeNamed(name)

    expect(parseValue(type, null)).toEqual({ text: null })
    expect(encodeToJsonText(type, null)).toBe('null')
    expect(encodeValue(type, null)).toBe(null)
  }
})

function typeNamed(name: string): ColumnType {
  const type = parseColumnType(name)
  if (!type) throw new Error(`${name} is no type`)
  return type
}

function short(sent: unknown): string {
  if (typeof sent === 'object') return Array.isArray(sent) ? 'an array' : 'an object'
  const text = typeof sent === 'string' ? JSON.stringify(sent) : Object.is(sent, -0) ? '-0' : String(sent)
  return text.length <= 60 ? text : `${text.slice(0, 30)}… (${text.length})`
}
