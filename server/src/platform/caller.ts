/** Who is asking: a credential, what it may do (scopes) and where (reach). */

export const SCOPES = [
  'workbooks:read',
  'workbooks:propose',
  'workbooks:write',
  'workbooks:delete',
  'cloud-files:read',
  'governance:configure',
  'workspaces:read',
  'workspaces:create',
  'workspaces:configure',
  'workspaces:delete',
  'keys:read',
  'keys:mint',
  'keys:revoke',
  'account:read',
  'billing:manage',
] as const

/** Of a key that the identity provider of a company holds; such a key can do nothing else, and no session has it. */
export const PROVISIONING_SCOPE = 'scim'

/** What a key may be minted with. */
export const KEY_SCOPES = [...SCOPES, PROVISIONING_SCOPE] as const

export type Scope = (typeof KEY_SCOPES)[number]

/** `everything`: all that the user can see; only a session has it. */
export type Reach =
  | { kind: 'everything' }
  | { kind: 'account' }
  | { kind: 'workspace'; workspaceId: string }
  | { kind: 'workbook'; workbookId: string }

/** A link is let in where an endpoint is made for links, and nowhere else. */
export type CallerKind = 'session' | 'pat' | 'key' | 'link'

export type Caller = {
  kind: CallerKind
  credentialId: string
  /** For a key: the owner of its account, on whose behalf it acts. For a link: who made it. */
  userId: string
  /** The account the credential is bound to; for a session the user's default account. */
  accountId: string
  scopes: ReadonlySet<Scope>
  reach: Reach
  ratePerMinute: number
  expiresAt: Date | null
}

/** What an attribute of a caller may be called in policies: as a column without quotes, in lower case. */
export const ATTRIBUTE_PATTERN = '^[a-z][a-z0-9_]{0,59}$'
export const ATTRIBUTE_IN_WORDS = 'a lower-case letter, then at most 59 of a-z, 0-9 and _'
