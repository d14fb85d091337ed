import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { fromWireId, type IdPrefix, NO_ID } from '../platform/ids.ts'
import { withBounds } from './bounds.ts'
import { type FieldError, validationError } from './http.errors.ts'
import { inWords, oneErrorPerMistake } from './validation-messages.ts'

/** `verbose`: an error carries the schema it is about. `passContext`: a check hands its list of unreadable ids on to the keyword. */
const OPTIONS = { useDefaults: true, strict: false, validateFormats: true, verbose: true, passContext: true } as const

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
    validate: function (
      this: unknown,
      prefix: IdPrefix,
      value: unknown,
      schema?: { idAlias?: string },
      at?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
    ) {
      if (typeof value !== 'string' || !at || value === schema?.idAlias) return true
      const id = fromWireId(prefix, value)
      if (id === NO_ID && Array.isArray(this)) this.push({ prefix, sent: value })
      at.parentData[at.parentDataProperty] = id
      return true
    },
  })
  return ajv
}

export type Part = 'path' | 'query' | 'body' | 'form'

/** An id that became the one that nothing has, as it was sent. */
export type UnreadableId = { prefix: IdPrefix; sent: string }

/** Throws what is wrong with a value; notes the ids that cannot be read. */
export type Check = (value: unknown, unreadable?: UnreadableId[]) => void

/** Compiled at first use: 150 endpoints would otherwise cost a second at start. */
export function checkFor(part: Part, schema: TSchema): Check {
  // Safe: what goes in is a schema, and stays one.
  const bounded = withBounds(schema) as TSchema
  let isValid: ValidateFunction | undefined
  let findAll: ValidateFunction | undefined
  return (value, unreadable) => {
    isValid ??= readers[part].quick.compile(bounded)
    if (isValid.call(unreadable, value)) return
    let errors = isValid.errors ?? []
    if (countValues(value) <= FEW_VALUES) {
      findAll ??= readers[part].thorough.compile(bounded)
      if (!findAll(value)) errors = findAll.errors ?? errors
    }
    throw validationError(oneErrorPerMistake(errors).map((error) => fieldError(part, error)))
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

function fieldError(part: Part, error: ErrorObject): FieldError {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer)
  const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : []
  return {
    loc: [part === 'form' ? 'body' : part, ...path, ...missing],
    code: error.keyword,
    message: inWords(error),
  }
}

function unescapePointer(part: string): string | number {
  if (/^\d+$/.test(part)) return Number(part)
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
