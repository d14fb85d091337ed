import { randomBytes } from 'node:crypto'
import { findDefaultAccount } from '../people/accounts/accounts.store.ts'
import { createUser } from '../people/accounts/create-user.ts'
import { hasAnyUser } from '../people/accounts/users.store.ts'
import { mintToken } from '../people/credentials/mint-credential.ts'
import { sessionCaller } from '../people/sessions/identify-caller.ts'
import { hashPassword } from '../people/sessions/password/password-hash.ts'
import { lockFirstRegistration } from '../people/sessions/sessions.store.ts'
import { type Caller, SCOPES } from '../platform/caller.ts'
import type { Platform } from '../platform/context.ts'
import { assertState } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { inTransaction } from '../platform/postgres.ts'

export type FirstUser = { email: string; password: string; token: string }

const EMAIL = 'owner@bindery.localhost'

/** A first user for an instance that has none. The credentials returned are stored nowhere. */
export async function makeFirstUser(platform: Platform): Promise<FirstUser | undefined> {
  if (await hasAnyUser(platform.db)) return undefined
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(platform, password)

  const made = await inTransaction(platform.db, async (tx) => {
    await lockFirstRegistration(tx)
    if (await hasAnyUser(tx)) return undefined
    const user = await createUser(tx, { email: EMAIL, name: 'Owner', passwordHash })
    const account = user && (await findDefaultAccount(tx, user.userId))
    assertState(account, 'a user has an account')
    return { userId: account.ownerId, accountId: account.accountId }
  })

  return made && { email: EMAIL, password, token: await mintFirstToken(platform, made) }
}

async function mintFirstToken(platform: Platform, user: Pick<Caller, 'userId' | 'accountId'>): Promise<string> {
  const caller = sessionCaller({ sessionId: newId(), ...user, expiresAt: null })
  const ctx = { ...platform, requestId: 'first start', ip: '127.0.0.1', caller }
  const { plaintext } = await mintToken(ctx, { name: 'first', reach: { kind: 'account' }, scopes: [...SCOPES] })
  return plaintext
}

type Welcome = { url: string; folder: string; firstUser: FirstUser | undefined }

/** What the operator of a new service sees, ready to be pasted. */
export function welcome({ url, folder, firstUser }: Welcome): string {
  const places = ['', `Bindery     ${url}`, `API         ${url}/docs/api`, `Data        ${folder}`]
  return [
    ...places,
    ...(firstUser ? introduce(url, firstUser) : []),
    '',
    'Stop with Ctrl-C; everything is kept.',
    '',
  ].join('\n')
}

const introduce = (url: string, { email, password, token }: FirstUser) => [
  '',
  'Your first user, shown this once:',
  `  email     ${email}`,
  `  password  ${password}`,
  '',
  'In another shell:',
  `  export BINDERY_URL=${url} BINDERY_TOKEN=${token}`,
  '  npx bindery-data create Ledger',
  '  npx bindery-data upload report.xlsx',
  "  npx bindery-data query 'SELECT count(*) FROM report'",
]
