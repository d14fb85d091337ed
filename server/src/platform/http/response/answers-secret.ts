import type { TSchema } from 'typebox'
import type { Endpoint } from '../endpoint.ts'

/** Whether an answer of this endpoint may hold a `Secret`. */
export function answersSecret(endpoint: Pick<Endpoint, 'response'>): boolean {
  const known = answering.get(endpoint)
  if (known !== undefined) return known
  const found = endpoint.response !== undefined && secretFieldsIn(endpoint.response).length > 0
  answering.set(endpoint, found)
  return found
}

const answering = new WeakMap<object, boolean>()

/** Names of the fields that are secrets, wherever they stand. */
export function secretFieldsIn(schema: TSchema): string[] {
  return fieldsIn(schema).flatMap(({ name, isSecret }) => (isSecret ? [name] : []))
}

type Field = { name: string; isSecret: boolean; isText: boolean }

/** All fields of a schema, those inside others too. */
export function fieldsIn(schema: unknown, name = ''): Field[] {
  if (Array.isArray(schema)) return schema.flatMap((part) => fieldsIn(part, name))
  if (typeof schema !== 'object' || schema === null) return []
  // Safe: a schema is an object of JSON.
  const { properties, isSecret, type, anyOf, oneOf, allOf, items, additionalProperties, patternProperties } =
    schema as Record<string, unknown>
  return [
    { name, isSecret: isSecret === true, isText: type === 'string' },
    ...Object.entries(properties ?? {}).flatMap(([inner, part]) => fieldsIn(part, inner)),
    ...fieldsIn([anyOf, oneOf, allOf, items, additionalProperties, Object.values(patternProperties ?? {})], name),
  ]
}
