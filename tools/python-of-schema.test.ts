import { expect, test } from 'vitest'
import { pythonModels, snakeOf } from './python-of-schema.ts'

const PLACE = { type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] }
const placesUnder = (name: string) => ({ type: 'object', properties: { [name]: { type: 'array', items: PLACE } } })

test.each([
  [{ type: 'integer' }, 'int'],
  [{}, 'Any'],
  [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, 'str | None'],
  [{ type: ['string', 'integer'] }, 'str | int'],
  [{ enum: ['a', "it's", '\t', true, null] }, String.raw`Literal["a", "it's", "\t", True, None]`],
  [{ const: null }, 'None'],
  [{ anyOf: [{ enum: ['a | b'] }, { type: 'null' }] }, 'Literal["a | b"] | None'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'list[str | None]'],
  [{ type: 'object', additionalProperties: true }, 'dict[str, Any]'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, 'dict[str, str]'],
  [{ type: 'string', contentMediaType: 'application/octet-stream' }, 'FileInput'],
])('%j is %s in Python', (schema, type) => {
  expect(pythonModels({}).typeOf(schema, 'Thing')).toBe(type)
})

test('what reads alike is one type, by the first name it was given', () => {
  const models = pythonModels({})

  const types = [models.typeOf(PLACE, 'Place'), models.typeOf(placesUnder('origins'), 'Origins')]

  expect(types).toEqual(['Place', 'Origins'])
  expect(models.definitions()).toBe(
    'class Origins(TypedDict):\n    origins: NotRequired[list[Place]]\n\n\nclass Place(TypedDict):\n    cell: str\n',
  )
})

test('what has a name in the document keeps it, and may be made of itself', () => {
  const $ref = '#/components/schemas/Node'
  const models = pythonModels({
    Node: { type: 'object', properties: { under: { type: 'array', items: { $ref } } }, required: ['under'] },
    Cell: PLACE,
    Same: PLACE,
  })

  expect([models.typeOf({ $ref }, 'Other'), models.typeOf({ ...PLACE, required: [] }, 'Cell')]).toEqual([
    'Node',
    'Cell2',
  ])
  expect(models.definitions()).toContain('class Node(TypedDict):\n    under: list[Node]\n')
  expect(models.definitions()).toContain('class Same(TypedDict):\n    cell: str\n')
})

test('two things that want the same name get two', () => {
  const models = pythonModels({})
  const other = { ...PLACE, required: [] }

  expect([models.typeOf(PLACE, 'Place'), models.typeOf(other, 'Place')]).toEqual(['Place', 'Place2'])
})

test('a member that is a word of Python itself is written in the other way', () => {
  const models = pythonModels({})
  models.typeOf({ type: 'object', properties: { from: { enum: ['a'] } }, required: ['from'] }, 'Edge')

  expect(models.definitions()).toBe(
    String.raw`Edge = TypedDict("Edge", {
    "from": "Literal[\"a\"]",
})
`,
  )
})

test('operations are called as Python calls functions', () => {
  expect(snakeOf('readTableRows')).toBe('read_table_rows')
})
