import fc, { type Arbitrary } from 'fast-check'

/** The part of JSON Schema that our endpoints use. */
export type Schema = {
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  propertyNames?: Schema
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  idPrefix?: string
}

/** Ids that exist, by prefix: without them every request would end with 404. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

type Options = { ids: KnownIds; isSloppy: boolean }

/** Values that fit the schema. */
export const validValue = (schema: Schema, ids: KnownIds = {}) => valueFor(schema, { ids, isSloppy: false })

/** Mostly values that fit; now and then a member is missing, of the wrong kind, or out of bounds. */
export const nearlyValidValue = (schema: Schema, ids: KnownIds = {}) => valueFor(schema, { ids, isSloppy: true })

function valueFor(schema: Schema, options: Options): Arbitrary<unknown> {
  const fitting = fittingValue(schema, options)
  return options.isSloppy ? fc.oneof({ arbitrary: fitting, weight: 14 }, { arbitrary: junk, weight: 1 }) : fitting
}

function fittingValue(schema: Schema, options: Options): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((member) => valueFor(member, options)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textOf(schema, options)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 53), max: schema.maximum ?? 2 ** 53 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(schema, options)
    case 'object':
      return objectOf(schema, options)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function listOf(schema: Schema, options: Options): Arbitrary<unknown[]> {
  const { minItems: minLength = 0, maxItems = 5 } = schema
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 5)) }
  const item = valueFor(schema.items ?? {}, options)
  return schema.uniqueItems ? fc.uniqueArray(item, { ...size, comparator: 'SameValue' }) : fc.array(item, size)
}

function objectOf(schema: Schema, options: Options): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, patternProperties, propertyNames } = schema
  const members = Object.entries(properties).map(([name, member]) => [name, valueFor(member, options)] as const)
  // Sloppy: whatever is required may be missing, now and then.
  const declared = options.isSloppy
    ? fc.oneof(
        { arbitrary: fc.record(Object.fromEntries(members), { requiredKeys: required }), weight: 9 },
        { arbitrary: fc.record(Object.fromEntries(members), { requiredKeys: [] }), weight: 1 },
      )
    : fc.record(Object.fromEntries(members), { requiredKeys: required })
  if (!patternProperties && additionalProperties !== true) return declared
  const [free = {}] = Object.values(patternProperties ?? {})
  const name = propertyNames ? textOf(propertyNames, options) : fc.string({ minLength: 1, maxLength: 8 })
  const further = fc.dictionary(name, valueFor(free, options), { maxKeys: 3 })
  return fc.tuple(further, declared).map(([more, known]) => ({ ...more, ...known }))
}

function textOf(
  { idPrefix, format, pattern, minLength = 0, maxLength = 40 }: Schema,
  { ids }: Options,
): Arbitrary<string> {
  if (idPrefix) {
    const made = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/).map((text) => `${idPrefix}_${text}`)
    const known = ids[idPrefix] ?? []
    return known.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, made) : made
  }
  if (format === 'date-time') return dates.map((date) => date.toISOString())
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10))
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) }
  const text = fc.oneof(fc.string(size), fc.string({ ...size, unit: 'grapheme' }))
  if (!pattern) return text.filter((value) => lengthOf(value) >= minLength && lengthOf(value) <= maxLength)
  const fits = (value: string) =>
    new RegExp(pattern, 'u').test(value) && lengthOf(value) >= minLength && lengthOf(value) <= maxLength
  return textMatching(pattern, text).filter(fits)
}

/** fast-check makes texts of most patterns; look-aheads it cannot, and classes of characters take it long: words will do. */
function textMatching(pattern: string, text: Arbitrary<string>): Arbitrary<string> {
  if (/\(\?|\\p/i.test(pattern)) return fc.oneof(fc.constantFrom('Aiko', '売上 2026', 'x', 'aiko@example.org'), text)
  return fc.stringMatching(new RegExp(pattern, 'u'))
}

/** JSON Schema counts characters, not UTF-16 units. */
const lengthOf = (text: string) => [...text].length

const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

const NASTY_TEXTS = [
  '', ' ', '\0', '\ud800', 'a\u202eb', "' or 1=1 --", '%00', '__proto__', '../../etc/passwd', 'x'.repeat(3_000), '表'.repeat(400),
  '{{ x }}', '\r\nx-evil: 1', 'wb_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', '9'.repeat(40), 'NaN', 'null', '*', '=1+1', '😀',
] // biome-ignore format: a list

const junk: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300),
  fc.constantFrom(null, true, false, [], {}, [[]], { a: { b: [null] } }),
  fc.jsonValue({ maxDepth: 2 }),
)
