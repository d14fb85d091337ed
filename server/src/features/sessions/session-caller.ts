import { type Caller, SCOPES } from '../../platform/caller.ts'

/** Where no setting is at hand. */
const SESSION_RATE_PER_MINUTE = 600
const EVERY_SCOPE: Caller['scopes'] = new Set(SCOPES)

type SignedIn = { sessionId: string; userId: string; accountId: string; expiresAt: Date | null; ratePerMinute?: number }

/** A person who acts for themselves may do all that their roles allow. */
export const sessionCaller = ({
  sessionId,
  userId,
  accountId,
  expiresAt,
  ratePerMinute = SESSION_RATE_PER_MINUTE,
}: SignedIn): Caller => ({
  kind: 'session',
  credentialId: sessionId,
  userId,
  accountId,
  scopes: EVERY_SCOPE,
  reach: { kind: 'everything' },
  ratePerMinute,
  expiresAt,
})
