import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { endpoint } from './endpoint.ts'
import { openApiDocument } from './openapi.ts'
import { NamedObject, Nullable } from './schema.ts'

const Place = () => NamedObject('Place', { row: Type.Integer() })

const answering = (path: string, operation: string, response: ReturnType<typeof Type.Object>) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/${path}`,
    operation,
    summary: 'A place',
    scope: 'workbooks:read',
    status: 200,
    response,
    handle: async () => ({}),
  })

const schemasOf = (...endpoints: Parameters<typeof openApiDocument>[0]) =>
  (openApiDocument(endpoints, { tags: [], examples: {} }) as { components: { schemas: Record<string, unknown> } })
    .components.schemas

test('a schema with a name stands in the document once, and an answer without one is called after its operation', () => {
  const { Problem: _, ...schemas } = schemasOf(
    answering('a', 'readA', Type.Object({ place: Nullable(Place()) })),
    answering('b', 'readB', Place()),
  )

  expect(Object.keys(schemas)).toEqual(['Place', 'ReadAAnswer'])
  expect(schemas.ReadAAnswer).toMatchObject({
    properties: { place: { anyOf: [{ $ref: '#/components/schemas/Place' }, { type: 'null' }] } },
  })
  expect(JSON.stringify(schemas)).not.toContain('typeName')
})

test('two schemas may not have one name', () => {
  const other = NamedObject('Place', { row: Type.Integer(), column: Type.String() })

  expect(() => schemasOf(answering('a', 'readA', Place()), answering('b', 'readB', other))).toThrow('Place')
})
