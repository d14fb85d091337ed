import { type Caller, SCOPES } from '../../platform/caller.ts'

const SESSION_RATE_PER_MINUTE = 600
const EVERY_SCOPE: Caller['scopes'] = new Set(SCOPES)

type SignedIn = { sessionId: string; userId: string; accountId: string; expiresAt: Date | null }

/** A person who acts for himself: he may do all that his roles allow. */
export const sessionCaller = ({ sessionId, userId, accountId, expiresAt }: SignedIn): Caller => ({
  kind: 'session',
  credentialId: sessionId,
  userId,
  accountId,
  scopes: EVERY_SCOPE,
  reach: { kind: 'everything' },
  ratePerMinute: SESSION_RATE_PER_MINUTE,
  expiresAt,
})
