import type { TSchema } from 'typebox'

/** Where a field stands, from the outside in. */
export type FieldPath = readonly (string | number)[]

/** Keeps of a response what its schema declares: what is not in the schema cannot leak. */
export function keepDeclared(schema: TSchema, value: unknown): unknown {
  return keep(schema, value, [], { ignored: [], isResponse: true })
}

/** Parts a request into what its schema declares and the fields that were not asked for. */
export function splitDeclared(schema: TSchema, value: unknown): { declared: unknown; ignored: FieldPath[] } {
  const ignored: FieldPath[] = []
  return { declared: keep(schema, value, [], { ignored, isResponse: false }), ignored }
}

type Walk = { ignored: FieldPath[]; isResponse: boolean }

/** The members of a schema that say something about what lies inside a value. */
type Shape = {
  type?: unknown
  items?: TSchema | TSchema[]
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  additionalProperties?: boolean | TSchema
  anyOf?: TSchema[]
  oneOf?: TSchema[]
  allOf?: TSchema[]
  const?: unknown
  enum?: unknown[]
}

function keep(schema: TSchema, value: unknown, path: FieldPath, walk: Walk): unknown {
  if (!isObject(value)) return value
  // Cells by the million need not be copied where nothing can be parted from them.
  if (!walk.isResponse && declaresAll(schema)) return value
  const shape = shapeFor(schema, value)
  // In a request the wrong kind of value is for validation to name; from a response it must not leave.
  if (!shape) return walk.isResponse ? null : value
  if (Array.isArray(value)) return value.map((item, n) => keepItem(shape, item, n, path, walk))
  return keepMembers(shape, value, path, walk)
}

const whole = new WeakMap<TSchema, boolean>()

/** Whether a schema declares whatever a value that fits it may hold. */
function declaresAll(schema: TSchema): boolean {
  const known = whole.get(schema)
  if (known !== undefined) return known
  // A schema that lies within itself is walked.
  whole.set(schema, false)
  // Safe: as in shapeFor.
  const shape = schema as Shape
  const branches = shape.anyOf ?? shape.oneOf ?? shape.allOf
  const isWhole = branches ? branches.every(declaresAll) : isWholeByItself(shape)
  whole.set(schema, isWhole)
  return isWhole
}

function isWholeByItself(shape: Shape): boolean {
  if (shape.const !== undefined || shape.enum !== undefined) return true
  const kinds = shape.type === undefined ? ['array', 'object'] : [shape.type].flat()
  if (kinds.includes('object') && !isAnything(shape)) return false
  return !kinds.includes('array') || [shape.items ?? []].flat().every(declaresAll)
}

function keepItem({ items }: Shape, item: unknown, n: number, path: FieldPath, walk: Walk): unknown {
  const schema = Array.isArray(items) ? items[n] : items
  // Past the end of a tuple nothing is declared.
  if (Array.isArray(items) && !schema) return walk.isResponse ? null : item
  return schema && isObject(item) ? keep(schema, item, [...path, n], walk) : item
}

function keepMembers(shape: Shape, value: Record<string, unknown>, path: FieldPath, walk: Walk): unknown {
  if (isAnything(shape)) return value
  const kept: [string, unknown][] = []
  for (const [key, member] of Object.entries(value)) {
    const schema = schemaOfMember(shape, key)
    if (schema === undefined) walk.ignored.push([...path, key])
    // Most members are plain values: for them nothing more is looked at.
    else kept.push([key, schema === true || !isObject(member) ? member : keep(schema, member, [...path, key], walk)])
  }
  // Unlike an assignment this makes a member even of the name `__proto__`.
  return Object.fromEntries(kept)
}

function isAnything({ properties, patternProperties, additionalProperties }: Shape): boolean {
  if (properties || additionalProperties === false) return false
  const members = Object.values(patternProperties ?? {})
  if (typeof additionalProperties === 'object') members.push(additionalProperties)
  // A record of anything, as rows are: half a million members need not be looked at one by one.
  return members.every((schema) => Object.keys(schema).length === 0)
}

/** `true`: the member may be anything. */
function schemaOfMember(shape: Shape, key: string): TSchema | true | undefined {
  if (shape.properties && Object.hasOwn(shape.properties, key)) return shape.properties[key]
  for (const [pattern, schema] of Object.entries(shape.patternProperties ?? {})) {
    if (patternOf(pattern).test(key)) return schema
  }
  return shape.additionalProperties === false ? undefined : (shape.additionalProperties ?? undefined)
}

const patterns = new Map<string, RegExp>()

function patternOf(text: string): RegExp {
  const known = patterns.get(text) ?? new RegExp(text, 'u')
  patterns.set(text, known)
  return known
}

/** What the schema says about this value; undefined when it rules its kind out. */
function shapeFor(schema: TSchema, value: object): Shape | undefined {
  // Safe: a schema is a plain object; only these members are read.
  const shape = schema as Shape
  const union = shape.anyOf ?? shape.oneOf
  if (union) return merge(fitting(union, value))
  if (shape.allOf) return merge(shape.allOf.map((member) => shapeFor(member, value)))
  if (shape.const !== undefined || shape.enum !== undefined) return undefined
  const kind = Array.isArray(value) ? 'array' : 'object'
  const kinds = shape.type === undefined ? [kind] : [shape.type].flat()
  return kinds.includes(kind) ? shape : undefined
}

/** Of several, those whose fixed members (`kind: 'cell'`) agree with the value; all of them when none does. */
function fitting(schemas: TSchema[], value: object): (Shape | undefined)[] {
  const shapes = schemas.map((schema) => shapeFor(schema, value))
  const agreeing = shapes.filter((shape) => shape && agrees(shape, value))
  return agreeing.length > 0 ? agreeing : shapes
}

function agrees({ properties = {} }: Shape, value: object): boolean {
  return Object.entries(properties).every(([key, schema]) => {
    // Safe: as in shapeFor.
    const { const: fixed, enum: values = fixed === undefined ? undefined : [fixed] } = schema as Shape
    return (
      values === undefined || !Object.hasOwn(value, key) || values.includes((value as Record<string, unknown>)[key])
    )
  })
}

/** What any of several shapes declares, and no more. */
function merge(shapes: (Shape | undefined)[]): Shape | undefined {
  const known = shapes.filter((shape) => shape !== undefined)
  const [first, ...others] = known
  if (!first || others.length === 0) return first
  const items = known.flatMap((shape) => shape.items ?? [])
  if (items.length > 0) return { items: anyOf(items) }
  const anything = known.find(isAnything)
  if (anything) return anything
  const names = new Set(known.flatMap(({ properties = {} }) => Object.keys(properties)))
  const further = known.flatMap(({ additionalProperties }) => additionalProperties || [])
  const schemas = further.filter((schema) => schema !== true)
  return {
    properties: Object.fromEntries(
      [...names].map((name) => [name, anyOf(known.flatMap(({ properties }) => properties?.[name] ?? []))]),
    ),
    patternProperties: Object.assign({}, ...known.map(({ patternProperties }) => patternProperties)),
    additionalProperties: schemas.length < further.length || (schemas.length > 0 && anyOf(schemas)),
  }
}

// Safe: a union of schemas is a schema.
const anyOf = (schemas: TSchema[]) => ({ anyOf: schemas }) as TSchema

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
