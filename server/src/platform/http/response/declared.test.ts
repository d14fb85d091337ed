import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Nullable, Nullish } from '../schema.ts'
import { keepDeclared, splitDeclared } from './declared.ts'

const SECRET = 'svc_pat_secret'
const Person = Type.Object({ name: Type.String() })
const leaky = { name: 'Aiko', secret: SECRET }

describe('what a response schema does not name never leaves', () => {
  test.each([
    ['at the top', Person, leaky],
    ['inside an object', Type.Object({ owner: Person }), { owner: leaky, secret: SECRET }],
    ['inside a list', Type.Object({ people: Type.Array(Person) }), { people: [leaky, leaky] }],
    ['inside a tuple', Type.Tuple([Person, Person]), [leaky, leaky]],
    ['past the end of a tuple', Type.Tuple([Person]), [{ name: 'Aiko' }, leaky, SECRET]],
    ['behind a nullable', Type.Object({ owner: Nullable(Person) }), { owner: leaky }],
    ['in a union of objects distinguished by a member', kinds(), { kind: 'cell', row: 1, name: 'A', secret: SECRET }],
    [
      'in a union of objects that nothing tells apart',
      Type.Union([Person, Type.Object({ age: Type.Integer() })]),
      leaky,
    ],
    ['in a union of lists', Type.Union([Type.Array(Person), Type.Array(Type.Array(Person))]), [leaky, [leaky]]],
    ['in an intersection', Type.Intersect([Person, Type.Object({ age: Type.Integer() })]), { ...leaky, age: 3 }],
    ['inside a record', Type.Record(Type.String(), Person), { a: leaky }],
    ['beside further members of one kind', Type.Object({}, { additionalProperties: Person }), { a: leaky }],
    ['where the schema wants a text', Type.Object({ name: Type.String() }), { name: leaky }],
    ['where the schema wants a list', Type.Object({ people: Type.Array(Person) }), { people: leaky }],
    ['where the schema wants an object', Type.Object({ owner: Person }), { owner: [leaky] }],
    ['under a name every object has', Person, { name: 'Aiko', constructor: SECRET, toString: SECRET }],
  ])('%s', (_where, schema, value) => {
    const kept = keepDeclared(schema, value)

    expect(JSON.stringify(kept)).not.toContain(SECRET)
  })

  test('and everything it names does leave, as it is', () => {
    const schema = Type.Object({
      target: kinds(),
      people: Type.Array(Person),
      free: Type.Object({}, { additionalProperties: true }),
      half: Type.Object({ owner: Person }, { additionalProperties: true }),
      anything: Type.Unknown(),
      none: Nullable(Person),
      keys: Type.Record(Type.String(), Type.String()),
    })
    const value = {
      target: { kind: 'cell', row: 1, name: 'A' },
      people: [{ name: 'Aiko' }],
      free: { a: { b: [1, null, 'x'] } },
      half: { owner: { name: 'Ben' }, more: { c: 1 } },
      anything: [{ d: [] }],
      none: null,
      keys: { kid: 'k1' },
    }

    expect(keepDeclared(schema, value)).toEqual(value)
  })

  test('a member declared beside free ones is still kept to its own schema', () => {
    const schema = Type.Object({ owner: Person }, { additionalProperties: true })

    expect(keepDeclared(schema, { owner: leaky, free: 1 })).toEqual({ owner: { name: 'Aiko' }, free: 1 })
  })
})

describe('fields of a request that were not asked for', () => {
  const Body = Type.Object({ name: Type.String(), owner: Nullish(Person), tags: Type.Optional(Type.Array(Person)) })

  test('are left out and named by where they stand', () => {
    const { declared, ignored } = splitDeclared(Body, {
      name: 'x',
      'a.b': 1,
      owner: { name: 'Aiko', age: 3 },
      tags: [{ name: 'red' }, { name: 'blue', hex: '#00f' }],
      toString: 1,
    })

    expect(declared).toEqual({ name: 'x', owner: { name: 'Aiko' }, tags: [{ name: 'red' }, { name: 'blue' }] })
    expect(ignored).toEqual([['a.b'], ['owner', 'age'], ['tags', 1, 'hex'], ['toString']])
  })

  test('a value of the wrong kind stays, for validation to name it', () => {
    expect(splitDeclared(Body, { name: { deep: 1 }, owner: [1] }).declared).toEqual({ name: { deep: 1 }, owner: [1] })
    expect(splitDeclared(Body, [1, 2]).declared).toEqual([1, 2])
    expect(splitDeclared(Body, null).declared).toBeNull()
  })

  test('a member named __proto__ changes no prototype', () => {
    const free = Type.Object({}, { additionalProperties: true, properties: { a: Type.String() } })
    const { declared } = splitDeclared(free, JSON.parse('{"a":"x","__proto__":{"isAdmin":true}}'))

    expect(Object.getPrototypeOf(declared)).toBe(Object.prototype)
    expect((declared as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })
})

function kinds() {
  return Type.Union([
    Type.Object({ kind: Type.Literal('cell'), row: Type.Integer(), name: Type.String() }),
    Type.Object({ kind: Type.Literal('secret'), secret: Type.String() }),
  ])
}

describe('a request', () => {
  const Cells = Type.Array(Type.Array(Type.Union([Type.Null(), Type.Number(), Type.String()])))

  test('is taken as it is where nothing can be parted from it', () => {
    const cells = [[1, 'a', null]]
    const sent = { values: cells, more: 1 }

    const { declared, ignored } = splitDeclared(Type.Object({ values: Cells }), sent)

    expect(declared).toEqual({ values: cells })
    expect((declared as typeof sent).values).toBe(cells)
    expect(ignored).toEqual([['more']])
  })

  test.each([
    ['a list of objects', Type.Array(Person), [leaky], [[0, 'secret']]],
    ['a list of lists of objects', Type.Array(Type.Array(Person)), [[leaky]], [[0, 0, 'secret']]],
    ['a union of which one branch holds objects', Type.Union([Cells, Type.Array(Person)]), [leaky], [[0, 'secret']]],
    ['a record of objects', Type.Record(Type.String(), Person), { a: leaky }, [['a', 'secret']]],
    ['an object without members', Type.Array(Type.Object({}, { additionalProperties: false })), [{ a: 1 }], [[0, 'a']]],
  ])('is parted from what is unknown in %s', (_where, schema, value, expected) => {
    expect(splitDeclared(schema, value).ignored).toEqual(expected)
  })
})
