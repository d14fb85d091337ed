import type { PublicLinks } from '../../people/accounts/workspaces/workspace.ts'
import type { Writer } from '../../platform/caller.ts'

/** What a link may show. */
export const LINK_KINDS = ['table', 'view', 'dashboard'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** What shows a table, a saved view or a dashboard to everyone who has its text; it can be read, and nothing else. */
export type Link = {
  workbookId: string
  linkId: string
  kind: LinkKind
  targetId: string
  /** What it shows is called so now; null when that is gone. */
  target: string | null
  name: string | null
  /** The beginning of its text, to recognise it by. */
  prefix: string
  createdBy: string
  makerKind: Writer['kind']
  /** Null when the account is closed. */
  ownerName: string | null
  createdAt: Date
  /** Its own end, or that of the token it was made with. */
  expiresAt: Date
  lastUsedAt: Date | null
  /** It was revoked, or the token or key it was made with. */
  revokedAt: Date | null
  /** What workspace and account say of links. */
  publicLinks: PublicLinks
}

export const MOST_LINKS = 200
export const STANDARD_LINK_DAYS = 30
export const MOST_LINK_DAYS = 365
/** All readers of a link together: a dashboard asks once for each of its tiles. */
export const LINK_RATE_PER_MINUTE = 600

export type LinkStatus = 'live' | 'expired' | 'revoked'

export const statusOf = ({ revokedAt, expiresAt }: Pick<Link, 'revokedAt' | 'expiresAt'>, now: Date): LinkStatus =>
  revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'live'

/** Behind the `#`, which a browser sends to no server: neither logs nor the next page's Referer ever hold it. */
export const linkUrl = (baseUrl: string, text: string) => `${baseUrl}/shared#${text}`
