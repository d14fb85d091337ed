/** The members of JSON Schema that openapi.json uses. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  contentMediaType?: string
  default?: unknown
  $ref?: string
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A schema as TypeScript; what has a name in the document goes by it. */
export function typescriptOf(schema: JsonSchema, indent = ''): string {
  const { $ref, contentMediaType, const: only, enum: values, anyOf, type } = schema
  if ($ref) return $ref.replace('#/components/schemas/', '')
  if (contentMediaType) return 'FileInput'
  if (only !== undefined) return literal(only)
  if (values) return values.map(literal).join(' | ')
  if (anyOf) return unionOf(anyOf.map((each) => typescriptOf(each, indent)))
  if (Array.isArray(type)) return unionOf(type.map((each) => typescriptOf({ ...schema, type: each }, indent)))
  if (type === 'array') return arrayOf(typescriptOf(schema.items ?? {}, indent))
  if (type === 'object') return objectOf(schema, indent)
  return (type && PLAIN[type]) ?? 'unknown'
}

/** JSON spells every character that needs it; only the quotes are others. */
const literal = (value: unknown) =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value)

const unionOf = (members: string[]) => [...new Set(members)].join(' | ')

const arrayOf = (item: string) => (/^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`)

function objectOf(schema: JsonSchema, indent: string): string {
  const { properties = {}, patternProperties, additionalProperties } = schema
  const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties
  if (Object.keys(properties).length === 0) {
    return `Record<string, ${typeof others === 'object' ? typescriptOf(others, indent) : 'unknown'}>`
  }
  return membersOf(schema, indent)
}

function membersOf(schema: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const type = typescriptOf(property, inner)
    const isOptional = !schema.required?.includes(name) || property.default !== undefined
    const member = `${inner}${key(name)}${isOptional ? `?: ${type} | undefined` : `: ${type}`}`
    return [...commentOf(property.description, inner), member]
  })
  if (schema.additionalProperties === true) lines.push(`${inner}[member: string]: unknown`)
  return ['{', ...lines, `${indent}}`].join('\n')
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name))

export const commentOf = (text: string | undefined, indent: string): string[] =>
  text ? [`${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */`] : []
