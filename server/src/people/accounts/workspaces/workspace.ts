export const BASE_ROLES = ['admin', 'editor', 'viewer'] as const

export type BaseRole = (typeof BASE_ROLES)[number]

/** As many as a member may have. */
export const MOST_CUSTOM_ROLES = 20

/** Names of roles that the service itself gives; policies tell them apart from what an admin invents. */
const RESERVED_ROLES: ReadonlySet<string> = new Set([...BASE_ROLES, 'owner', 'service', 'link'])

export const reservedAmong = (roles: readonly string[]) => roles.filter((role) => RESERVED_ROLES.has(role))

/** What policies know a member as: the base role and what an admin gave beside it. A guest has no base role. */
export const effectiveRoles = ({ baseRole, customRoles }: Roles) =>
  baseRole ? [baseRole, ...customRoles] : customRoles

type Roles = { baseRole: BaseRole | null; customRoles: readonly string[] }

/** Whether links show what lies there: to everyone who has one, to people who may open the workbook themselves, or not at all. */
export const PUBLIC_LINKS = ['allowed', 'members', 'off'] as const
export type PublicLinks = (typeof PUBLIC_LINKS)[number]
