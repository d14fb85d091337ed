import { createClient } from '@bindery-data/sdk'
import { findDefaultAccount } from '../../people/accounts/accounts.store.ts'
import { createUser } from '../../people/accounts/create-user.ts'
import { emailKey } from '../../people/accounts/user.ts'
import { findUserByEmail } from '../../people/accounts/users.store.ts'
import { mintToken } from '../../people/credentials/mint-credential.ts'
import { sessionCaller } from '../../people/sessions/identify-caller.ts'
import type { Platform } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'

/** No mail goes there, and no password opens it: the token is the only way in. */
const EMAIL = 'local@bindery.localhost'
const LIFETIME_DAYS = 90
const RATE_PER_MINUTE = 6_000

/** A new token for the user of this machine, each time the service starts. It reaches the workbooks, and no settings. */
export async function mintLocalToken(platform: Platform): Promise<string> {
  const { db } = platform
  const user =
    (await findUserByEmail(db, emailKey(EMAIL))) ??
    (await inTransaction(db, (tx) => createUser(tx, { email: EMAIL, name: 'Local', passwordHash: null })))
  const account = user && (await findDefaultAccount(db, user.userId))
  assertState(account, 'the local user has an account')
  const who = { userId: account.ownerId, accountId: account.accountId }
  const caller = sessionCaller({ sessionId: newId(), ...who, expiresAt: null })
  const ctx = { ...platform, requestId: 'local start', ip: '127.0.0.1', caller }
  const { plaintext } = await mintToken(ctx, {
    name: 'local',
    reach: { kind: 'account' },
    scopes: ['workbooks:read', 'workbooks:write', 'workbooks:delete', 'workspaces:read'],
    ratePerMinute: RATE_PER_MINUTE,
    expiresInDays: LIFETIME_DAYS,
  })
  return plaintext
}

/** Of a service that ran before. One that has ended already is not missed. */
export async function revokeToken(url: string, token: string) {
  const { api } = createClient({ url, token, retries: 0 })
  try {
    const { credential } = await api.getMe({})
    await api.revokeToken({ token_id: credential.id })
  } catch {
    // It was refused: it is revoked, or has expired.
  }
}
