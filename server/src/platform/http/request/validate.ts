import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { fromWireId, type IdPrefix, NO_ID } from '../../ids.ts'
import { type FieldError, validationError } from '../http.errors.ts'
import { countTextsQuickly } from './text-length.ts'

/** `verbose`: an error carries the schema it is about. `passContext`: a check hands its list of unreadable ids on to the keyword. */
const OPTIONS = { useDefaults: true, strict: false, validateFormats: true, verbose: true, passContext: true } as const

/** Bodies are JSON: a text is not a number. Paths, query strings and forms are texts only: '10' is a number where one is asked for. */
const readers = { body: pair(false), path: pair(true), query: pair(true), form: pair(true) }

/** One stops at the first mistake; the other reports all, and is used for small values only. */
function pair(coerceTypes: boolean) {
  const make = (allErrors: boolean) => withKeywords(new Ajv2020({ ...OPTIONS, coerceTypes, allErrors }))
  return { quick: make(false), thorough: make(true) }
}

function withKeywords(ajv: Ajv2020) {
  // Safe: ajv-formats is CommonJS; its default export is the plugin.
  const plugin = addFormats as unknown as (ajv: Ajv2020) => void
  plugin(ajv)
  countTextsQuickly(ajv)
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

/** Ajv keeps what it has compiled: the nodes of a process share it. */
const made: Record<Part, WeakMap<TSchema, Check>> = {
  path: new WeakMap(),
  query: new WeakMap(),
  body: new WeakMap(),
  form: new WeakMap(),
}

export function checkFor(part: Part, schema: TSchema): Check {
  const check = made[part].get(schema) ?? makeCheck(part, schema)
  made[part].set(schema, check)
  return check
}

/** Compiled at first use: 150 endpoints would otherwise cost a second at start. */
function makeCheck(part: Part, schema: TSchema): Check {
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

/** A mistake costs about 3 µs to report, and a megabyte has room for half a million. */
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

// What a caller reads about a value that does not fit its schema.

/**
 * A union that fails reports every branch. Branches of another type than the value say nothing about the mistake: a text
 * too long is not also "not null". Where no branch has the value's type, one error names all types.
 */
function oneErrorPerMistake(errors: readonly ErrorObject[]): ErrorObject[] {
  const dropped = new Set<ErrorObject>()
  const added: ErrorObject[] = []
  for (const union of errors.filter(isUnion)) {
    const branches = branchesOf(union, errors)
    if (branches.length === 0) continue
    const fitting = branches.filter(({ wrongType }) => !wrongType)
    for (const { wrongType, all } of branches)
      if (wrongType || fitting.length === 0) for (const error of all) dropped.add(error)
    dropped.add(union)
    if (fitting.length > 0) continue
    const types = [...new Set(branches.flatMap(({ wrongType }) => wrongType?.params.type ?? []))]
    added.push({ ...union, keyword: 'type', message: `must be ${listed(types.map(String), 'or')}` })
  }
  const left = [...errors.filter((error) => !dropped.has(error)), ...added]
  // `if` only says that one of the errors beside it holds.
  return left.length === 1 ? left : left.filter(({ keyword }) => keyword !== 'if')
}

const isUnion = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf'

type Branch = { all: ErrorObject[]; wrongType: ErrorObject | undefined }

function branchesOf(union: ErrorObject, errors: readonly ErrorObject[]): Branch[] {
  const prefix = `${union.schemaPath}/`
  const byBranch = Map.groupBy(
    errors.filter(
      ({ schemaPath, instancePath }) => schemaPath.startsWith(prefix) && instancePath.startsWith(union.instancePath),
    ),
    ({ schemaPath }) => schemaPath.slice(prefix.length).split('/', 1)[0] ?? '',
  )
  return [...byBranch.values()].map((all) => ({
    all,
    wrongType: all.find(({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath),
  }))
}

/** The rule in words: a regular expression, or an enum without its values, is of no help. */
function inWords({ keyword, params, parentSchema, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum') return `must be ${listed(params.allowedValues.map(quoted), 'or')}`
  if (keyword === 'const') return `must be ${quoted(params.allowedValue)}`
  if (keyword === 'pattern' && parentSchema?.inWords) return `must be ${parentSchema.inWords}`
  return message
}

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

function listed(words: readonly string[], joint: string): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`
}

/**
 * A whole number of a request is one that JavaScript and PostgreSQL agree on, unless its schema says less. Made part of
 * every schema before it is checked and before it is shown.
 */
export function withBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const bounded = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withBounds(value)]))
  if (bounded.type !== 'integer') return bounded
  return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounded }
}
