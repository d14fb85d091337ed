import { type TProperties, type TSchema, type TStringOptions, Type } from 'typebox'
import type { IdPrefix } from '../ids.ts'
import type { VisibleValue } from '../visible-value.ts'

/** The building blocks of request and response schemas. A schema is JSON Schema 2020-12 itself: what is checked is what is documented. */

/** A schema with a name of its own in the description of the API, and in all that is made from it. */
export const named = <S extends TSchema>(name: string, schema: S): S => Object.assign(schema, { typeName: name })

export const NamedObject = <P extends TProperties>(name: string, properties: P) => named(name, Type.Object(properties))

/** May be null. */
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** May be null or left out. */
export const Nullish = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

/**
 * An id of a request. Handlers receive the id inside the service (a uuid); one that cannot be read becomes the id
 * nothing has, so that a misspelt id is not found instead of being a validation error.
 */
export const Id = (prefix: IdPrefix, description?: string) =>
  Type.String({ idPrefix: prefix, maxLength: 200, ...(description ? { description } : {}) })

/** The word for the caller's own workspace, wherever a workspace is named. */
export const PERSONAL = 'personal'

/** The id of a workspace, or `personal`: mounting puts the id in its place before anything else looks at it. */
export const WorkspaceId = () =>
  Type.String({ idPrefix: 'ws', idAlias: PERSONAL, maxLength: 200, description: 'An id, or `personal`' })

/** An id of a response: already in wire form. */
export const WireId = (prefix: IdPrefix) =>
  Type.String({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`, examples: [`${prefix}_01JCQ8Z5X6Y7V8W9A0B1C2D3E4`] })

/**
 * A text of a response that opens something for its holder: a token, a signing secret, a link that needs no login. An
 * answer that has one is replayed under an Idempotency-Key only to the credential that made the first call.
 */
export const Secret = (description?: string) => Type.String({ isSecret: true, ...(description ? { description } : {}) })

/** RFC 3339, UTC, milliseconds. */
export const Time = Type.String({ format: 'date-time', examples: ['2026-11-14T22:41:38.123Z'] })

/** A UTC day. */
export const Day = Type.String({ format: 'date' })

export const Limit = (standard: number, most: number) => Type.Integer({ minimum: 1, maximum: most, default: standard })

/** Of a list that is answered whole, so that all lists are read alike. */
export const NO_CURSOR = { next_cursor: null }
export const NextCursor = Nullable(Type.String())

export const Cursor = Type.String({ minLength: 1, maxLength: 2000, description: 'The next_cursor of the page before' })

/** A text that fits a pattern. The rule in words is what a caller reads: "must be" stands before it. */
export const Patterned = (pattern: string, inWords: string, options: TStringOptions = {}) =>
  Type.String({ ...options, pattern, inWords })

/** A tag or a role. */
export const WORD_PATTERN = '^[a-z][a-z0-9_-]{0,59}$'
export const WORD_IN_WORDS = 'a lower-case letter, then at most 59 of a-z, 0-9, _ and -'

/** The SHA-256 of a file. */
export const Sha256 = Patterned('^[0-9a-f]{64}$', '64 hexadecimal digits in lower case', { maxLength: 64 })

/** A text of a closed set. */
export const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })

/** The value of a cell: only what the lens of governance lets through is one. */
export const CellValue = Type.Unsafe<VisibleValue | null>({})
