import type { JsonSchema } from './typescript-of-schema.ts'

const PLAIN: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

export const isKeyword = (name: string) => KEYWORDS.has(name)

type Member = { name: string; type: string; isOptional: boolean; description: string | undefined }

/**
 * The objects of the API as TypedDicts of Python. In Python every object needs a name: one that has none in the document is called
 * after where it stands, and what reads alike is one type.
 */
export function pythonModels(named: Readonly<Record<string, JsonSchema>>) {
  const names = new Map<string, string>()
  const models = new Map<string, readonly Member[]>()
  for (const name of Object.keys(named)) namedType(name)

  /** An object by its name; what is a union of several, by them. */
  function namedType(name: string): string {
    const schema = named[name] ?? {}
    if (!schema.properties) return typeOf(schema, name)
    if (!models.has(name)) {
      // Its own members may be of its type.
      models.set(name, [])
      models.set(name, membersOf(schema, name))
    }
    return name
  }

  /** A schema as a type; `name` is what to call it, should it be an object that has no name yet. */
  function typeOf(schema: JsonSchema, name: string): string {
    const { $ref, contentMediaType, const: only, enum: values, anyOf, type } = schema
    if ($ref) return namedType($ref.replace('#/components/schemas/', ''))
    if (contentMediaType) return 'FileInput'
    if (only !== undefined) return literalOf([only])
    if (values) return literalOf(values)
    if (anyOf) return unionOf(anyOf.map((each) => typeOf(each, name)))
    if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ ...schema, type: each }, name)))
    if (type === 'array') return `list[${typeOf(schema.items ?? {}, singular(name))}]`
    if (type === 'object') return objectOf(schema, name)
    return (type && PLAIN[type]) ?? 'Any'
  }

  function objectOf(schema: JsonSchema, name: string): string {
    const { properties = {}, patternProperties, additionalProperties } = schema
    const others = Object.values(patternProperties ?? {})[0] ?? additionalProperties
    if (Object.keys(properties).length === 0)
      return `dict[str, ${typeof others === 'object' ? typeOf(others, singular(name)) : 'Any'}]`
    const members = membersOf(schema, name)
    const text = JSON.stringify(members)
    const known = names.get(text)
    if (known) return known
    const free = freeName(name)
    names.set(text, free)
    models.set(free, members)
    return free
  }

  function membersOf({ properties = {}, required }: JsonSchema, name: string): Member[] {
    return Object.entries(properties).map(([member, property]) => ({
      name: member,
      type: typeOf(property, name + pascalOf(member)),
      isOptional: !required?.includes(member) || property.default !== undefined,
      description: property.description,
    }))
  }

  function freeName(name: string): string {
    let free = name
    for (let n = 2; models.has(free) || free in named; n++) free = `${name}${n}`
    return free
  }

  return {
    typeOf,
    /** Everything that got a name, by name. */
    definitions: () =>
      [...models]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, members]) => definitionOf(name, members))
        .join('\n\n'),
  }
}

/** A member that is no name in Python makes the whole type be written in the other way. */
function definitionOf(name: string, members: readonly Member[]): string {
  const typeOf = ({ type, isOptional }: Member) => (isOptional ? `NotRequired[${type}]` : type)
  const isPlain = members.every((member) => /^[A-Za-z_]\w*$/.test(member.name) && !isKeyword(member.name))
  if (isPlain) {
    const lines = members.flatMap((each) => [...noteOf(each), `    ${each.name}: ${typeOf(each)}`])
    return [`class ${name}(TypedDict):`, ...lines, ''].join('\n')
  }
  const lines = members.flatMap((each) => [...noteOf(each), `    ${quoted(each.name)}: ${quoted(typeOf(each))},`])
  return [`${name} = TypedDict(${quoted(name)}, {`, ...lines, '})', ''].join('\n')
}

const noteOf = ({ description }: Member) => (description ? [`    # ${description.replaceAll('\n', ' ')}`] : [])

/** JSON spells a text as Python does. */
export const quoted = (text: string) => JSON.stringify(text)

function literalOf(values: readonly unknown[]): string {
  const shown = values.map((value) =>
    value === null ? 'None' : typeof value === 'boolean' ? bool(value) : JSON.stringify(value),
  )
  return shown.join() === 'None' ? 'None' : `Literal[${shown.join(', ')}]`
}

const bool = (value: boolean) => (value ? 'True' : 'False')

/** `None` comes last, as people write it. */
function unionOf(members: string[]): string {
  const distinct = [...new Set(members.flatMap((member) => topLevelMembers(member)))]
  const sorted = distinct.includes('None') ? [...distinct.filter((each) => each !== 'None'), 'None'] : distinct
  return sorted.includes('Any') ? 'Any' : sorted.join(' | ')
}

/** A union of unions is one union; what stands in brackets belongs together. */
const topLevelMembers = (type: string): string[] => (type.includes('[') ? [type] : type.split(' | '))

const singular = (name: string) => (/[^s]s$/.test(name) ? name.replace(/ies$/, 'y').replace(/s$/, '') : `${name}Item`)

export const pascalOf = (name: string) =>
  name
    .split('_')
    .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
    .join('')

export const snakeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
