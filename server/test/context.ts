import { insertWorkbookHead } from '../src/core/audit/workbook-head.store.ts'
import { insertWorkbook } from '../src/core/workbooks/workbooks.store.ts'
import { openLoad } from '../src/engine/loader/create-load.ts'
import { findDefaultAccount } from '../src/people/accounts/accounts.store.ts'
import { createUser } from '../src/people/accounts/create-user.ts'
import { findOldestWorkspace } from '../src/people/accounts/workspaces/workspaces.store.ts'
import { openBlobs } from '../src/platform/blobs/open-blobs.ts'
import type { UserCaller } from '../src/platform/caller.ts'
import { SCOPES } from '../src/platform/caller.ts'
import type { Context } from '../src/platform/context.ts'
import { newId } from '../src/platform/ids.ts'
import { Keyring } from '../src/platform/keyring.ts'
import { createLog } from '../src/platform/log.ts'
import { createMailer } from '../src/platform/mail.ts'
import { openFetching } from '../src/platform/outgoing/open-fetching.ts'
import { inTransaction } from '../src/platform/postgres.ts'
import type { RunningService } from './start-service.ts'
import { openTestStorage } from './test-storage.ts'

/** A user with a workbook, and the context in which verbs see them: for what has no endpoint of its own. */
export type Owner = { ctx: Context; userId: string; accountId: string; workspaceId: string; workbookId: string }

export async function newOwner(running: RunningService): Promise<Owner> {
  const workbookId = newId()
  const workspace = await inTransaction(running.db, async (tx) => {
    const user = await createUser(tx, { email: `${workbookId}@example.org`, name: 'Aiko', passwordHash: null })
    if (!user) throw new Error('the address is taken')
    const { userId } = user
    const { accountId = '' } = (await findDefaultAccount(tx, userId)) ?? {}
    const { workspaceId = '' } = (await findOldestWorkspace(tx, accountId)) ?? {}
    await insertWorkbook(tx, { workbookId, workspaceId, ownerId: userId, title: 'Ledger' })
    await insertWorkbookHead(tx, workbookId)
    return { userId, accountId, workspaceId }
  })
  return { ctx: await contextOf(running, workspace), workbookId, ...workspace }
}

/** The context of a caller: a session unless said otherwise. */
export async function contextOf(
  running: RunningService,
  caller: Pick<UserCaller, 'userId' | 'accountId'> & Partial<UserCaller>,
): Promise<Context> {
  const { db, reader, settings } = running
  const blobs = await openBlobs(settings.blobs)
  const storage = openTestStorage(settings, blobs, settings.cacheFolder)
  return {
    db,
    blobs,
    reader,
    sql: reader.sql,
    python: reader.python,
    runs: reader.runs,
    bulk: { db, blobs, storage },
    load: openLoad(settings, createLog('silent')).load,
    keyring: new Keyring(running.settings.secretKeys),
    mailer: await createMailer(null),
    adviser: null,
    outgoing: openFetching(settings),
    settings: running.settings,
    log: createLog('silent'),
    now: () => new Date(),
    requestId: 'test',
    ip: '203.0.113.7',
    caller: {
      kind: 'session',
      credentialId: newId(),
      scopes: new Set(SCOPES),
      reach: { kind: 'everything' },
      ratePerMinute: 600,
      expiresAt: null,
      ...caller,
    },
  }
}
