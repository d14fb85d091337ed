import { expect, test } from 'vitest'
import { checkFor } from '../../platform/http/request/validate.ts'
import { API_EXAMPLES } from './api-examples.ts'
import { API_TAGS } from './api-tags.ts'
import { describeApi, describedEndpoints } from './documents.ts'

const examples = Object.entries(API_EXAMPLES).flatMap(([operation, bodies]) =>
  Object.entries(bodies).map(([summary, body]) => ({ operation, summary, body })),
)

test.each(examples)('$operation takes the example: $summary', ({ operation, body }) => {
  const schema = describedEndpoints.find((each) => each.operation === operation)?.body

  expect(schema).toBeDefined()
  // Members that the schema does not have would be ignored.
  expect(
    () => schema && checkFor('body', { ...schema, additionalProperties: false })(structuredClone(body)),
  ).not.toThrow()
})

test('every operation is about something that is explained, and everything explained has operations', () => {
  const { paths, tags } = describeApi() as { paths: Record<string, Record<string, { tags: string[] }>>; tags: object[] }
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags)))

  expect([...used].sort()).toEqual(API_TAGS.map(({ name }) => name).sort())
  expect(tags).toHaveLength(used.size)
})

test('no name is one that generators give to a part of another', () => {
  const { components } = describeApi() as { components: { schemas: Record<string, Schema> } }
  const names = new Set(Object.keys(components.schemas))
  const made = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { $ref }]) => !$ref)
      .map(([member]) => name + pascal(member)),
  )

  expect(made.filter((name) => names.has(name))).toEqual([])
})

type Schema = { $ref?: string; properties?: Record<string, Schema> }

const pascal = (name: string) =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
