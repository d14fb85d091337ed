import type { Wire } from '@bindery-data/sdk'

export type LogEntry = Wire.Operations['readAccountLog']['answer']['entries'][number]

type Fields = LogEntry['target']

/** What stands in the log under a name, where it is a text. */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' ? value : null
}

export const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  return typeof value === 'number' ? value : null
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const listIn = (fields: Fields, name: string): unknown[] => {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

/** Groups with their roles, as one workspace has them from then on. */
export const mappedGroups = ({ detail }: LogEntry) =>
  listIn(detail, 'groups')
    .filter(isFields)
    .map((each) => ({ group: textIn(each, 'group') ?? '', role: textIn(each, 'base_role') ?? '' }))

/** What a member was and is, and by which groups. */
export function changedRole({ detail }: LogEntry) {
  const roleIn = (name: string) => {
    const value = detail[name]
    return isFields(value) ? textIn(value, 'base_role') : null
  }
  const groups = listIn(detail, 'groups').filter((each) => typeof each === 'string')
  return { before: roleIn('before'), after: roleIn('after'), groups }
}

export const workspacesNamed = (entries: readonly LogEntry[]) => [
  ...new Set(entries.flatMap(({ target }) => textIn(target, 'workspace_id') ?? [])),
]
