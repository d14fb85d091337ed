export const BASE_ROLES = ['admin', 'editor', 'viewer'] as const

export type BaseRole = (typeof BASE_ROLES)[number]

/** Names of roles that the service itself gives; policies tell them apart from what an admin invents. */
const RESERVED_ROLES: ReadonlySet<string> = new Set([...BASE_ROLES, 'owner', 'service'])

export const reservedAmong = (roles: readonly string[]) => roles.filter((role) => RESERVED_ROLES.has(role))

/** What somebody is in a workspace for policies: his base role and what an admin gave him beside it. */
export const effectiveRoles = ({ baseRole, customRoles }: { baseRole: BaseRole; customRoles: readonly string[] }) => [
  baseRole,
  ...customRoles,
]
