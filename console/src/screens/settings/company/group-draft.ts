import type { Wire } from '@bindery-data/sdk'

export type GroupRole = Wire.Operations['listGroupRoles']['answer']['group_roles'][number]

/** A row as it is typed. `key` stays the same while everything else is written. */
export type GroupRow = { key: string; group: string; base_role: GroupRole['base_role']; custom: string }

export const BASE_ROLES = ['viewer', 'editor', 'admin'] as const

let made = 0
const newKey = () => `row-${++made}`

export const newRow = (): GroupRow => ({ key: newKey(), group: '', base_role: 'viewer', custom: '' })

export const rowsOf = (roles: readonly GroupRole[]): GroupRow[] =>
  roles.map(({ group, base_role, custom_roles }) => ({
    key: newKey(),
    group,
    base_role,
    custom: custom_roles.join(' '),
  }))

export const rolesOf = (rows: readonly GroupRow[]): GroupRole[] =>
  rows.map(({ group, base_role, custom }) => ({
    group: group.trim(),
    base_role,
    custom_roles: [...new Set(custom.split(/[\s,、]+/).filter(Boolean))],
  }))

export type RowFault = 'empty' | 'doubled'

/** What the service would refuse, or would take silently for one group: of two rows about it, it keeps the last. */
export function rowFaults(rows: readonly GroupRow[]): ReadonlyMap<string, RowFault> {
  const faults = new Map<string, RowFault>()
  const seen = new Set<string>()
  for (const { key, group } of rows) {
    const name = group.trim().normalize('NFKC').toLowerCase()
    if (name === '') faults.set(key, 'empty')
    else if (seen.has(name)) faults.set(key, 'doubled')
    seen.add(name)
  }
  return faults
}
