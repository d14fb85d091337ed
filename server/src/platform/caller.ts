/** Who is asking: a credential, what it may do (scopes) and where (reach). */

export const SCOPES = [
  'workbooks:read',
  'workbooks:propose',
  'workbooks:write',
  'workbooks:share',
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

/** What a writer counts as for policies: a user, or a key of an account, pinned within it or not. */
export const WRITER_KINDS = ['user', 'pinned_key', 'account_key'] as const

/** Who wrote something that links may show, and as what. `mayPublish`: their credential could share it; else links do not show it. */
export type Writer = { userId: string; kind: (typeof WRITER_KINDS)[number]; mayPublish: boolean }

type Credentialed = {
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

/** Who holds a link. It is no caller yet: what it may read hangs on who wrote what it shows. */
export type LinkHolder = Credentialed & { kind: 'link' }

/** `writers`: of a link, everyone who has a part in what is read; it shows no more than each of them sees. */
export type Caller = UserCaller | (LinkHolder & { writers: readonly Writer[] })

/** A session, token or key: what may do more than read what it is shown. */
export type UserCaller = Credentialed & { kind: Exclude<CallerKind, 'link'> }

export const writerKindOf = ({ kind, reach }: Pick<Caller, 'kind' | 'reach'>): Writer['kind'] =>
  kind !== 'key' ? 'user' : reach.kind === 'account' ? 'account_key' : 'pinned_key'

/** What is kept of a caller who writes something that links may show. A link writes nothing. */
export const writerOf = ({ kind, userId, reach, scopes }: Omit<Caller, 'writers'>): Writer => ({
  userId,
  kind: writerKindOf({ kind, reach }),
  mayPublish: scopes.has('workbooks:share'),
})

/** What an attribute of a caller may be called in policies: as a column without quotes, in lower case. */
export const ATTRIBUTE_PATTERN = '^[a-z][a-z0-9_]{0,59}$'
export const ATTRIBUTE_IN_WORDS = 'a lower-case letter, then at most 59 of a-z, 0-9 and _'
