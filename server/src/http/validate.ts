import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { fromWireId, type IdPrefix } from '../platform/ids.ts'
import { withBounds } from './bounds.ts'
import { type FieldError, validationError } from './http.errors.ts'

const OPTIONS = { useDefaults: true, strict: false, validateFormats: true } as const

/** Bodies are JSON: a text is not a number. Paths, query strings and forms are texts only: '10' is a number where one is asked for. */
const readers = { body: pair(false), path: pair(true), query: pair(true), form: pair(true) }

/** One stops at the first mistake; the other tells of all, and is asked about small values only. */
function pair(coerceTypes: boolean) {
  const make = (allErrors: boolean) => withKeywords(new Ajv2020({ ...OPTIONS, coerceTypes, allErrors }))
  return { quick: make(false), thorough: make(true) }
}

function withKeywords(ajv: Ajv2020) {
  // Safe: ajv-formats is CommonJS; its default export is the plugin.
  const plugin = addFormats as unknown as (ajv: Ajv2020) => void
  plugin(ajv)
  ajv.addKeyword({
    keyword: 'idPrefix',
    modifying: true,
    schema: true,
    validate: (
      prefix: IdPrefix,
      value: unknown,
      _schema: unknown,
      at?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
    ) => {
      if (typeof value === 'string' && at) at.parentData[at.parentDataProperty] = fromWireId(prefix, value)
      return true
    },
  })
  return ajv
}

export type Part = 'path' | 'query' | 'body' | 'form'

export type Check = (value: unknown) => void

/** Compiled at first use: 150 endpoints would otherwise cost a second at start. */
export function checkFor(part: Part, schema: TSchema): Check {
  // Safe: what goes in is a schema, and stays one.
  const bounded = withBounds(schema) as TSchema
  let isValid: ValidateFunction | undefined
  let findAll: ValidateFunction | undefined
  return (value) => {
    isValid ??= readers[part].quick.compile(bounded)
    if (isValid(value)) return
    let errors = isValid.errors ?? []
    if (countValues(value) <= FEW_VALUES) {
      findAll ??= readers[part].thorough.compile(bounded)
      if (!findAll(value)) errors = findAll.errors ?? errors
    }
    throw validationError(errors.filter(isNotUnionNoise).map((error) => fieldError(part, error)))
  }
}

/** A mistake costs about 3 µs to tell of, and a megabyte has room for half a million. */
const FEW_VALUES = 2_000

/** Stops counting where it no longer matters. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const member of Object.values(value)) {
    count += countValues(member)
    if (count > FEW_VALUES) break
  }
  return count
}

/** `anyOf` and `if` only say that one of the errors beside them holds. */
const isNotUnionNoise = (error: ErrorObject, _: number, all: ErrorObject[]) =>
  all.length === 1 || !['anyOf', 'oneOf', 'if'].includes(error.keyword)

function fieldError(part: Part, error: ErrorObject): FieldError {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : []
  return {
    loc: [part === 'form' ? 'body' : part, ...path, ...missing],
    code: error.keyword,
    message: missing.length > 0 ? 'is required' : (error.message ?? 'is not valid'),
  }
}

function unescapePointer(part: string): string | number {
  if (/^\d+$/.test(part)) return Number(part)
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
