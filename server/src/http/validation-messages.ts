import type { ErrorObject } from 'ajv/dist/2020.js'

/** What a caller reads about a value that does not fit its schema. */

/**
 * A union that fails reports every branch. Branches of another type than the value say nothing about the mistake: a text
 * too long is not also "not null". Where no branch has the value's type, one error names all types.
 */
export function oneErrorPerMistake(errors: readonly ErrorObject[]): ErrorObject[] {
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
export function inWords({ keyword, params, parentSchema, message = 'is not valid' }: ErrorObject): string {
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
