import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { authorizeUrl, clientOf, DRIVE_SCOPES } from './authorization.ts'
import { accountOf, type CloudProvider } from './cloud-file.ts'
import { deleteGrant, findGrant } from './drive-grants.store.ts'
import { giveBack, openTokens } from './drive-tokens.ts'

export type SeenAuthorization = {
  provider: CloudProvider
  isAuthorized: boolean
  url: string | null
  scopes: readonly string[]
}

/** May the service read the caller's drive, and if not, where can he allow it? `workbookId`: what he wants it for. */
export async function readAuthorization(
  ctx: Context,
  provider: CloudProvider,
  workbookId: string | null,
): Promise<SeenAuthorization> {
  if (workbookId !== null) await openWorkbook(ctx, workbookId, 'viewer')
  const account = accountOf(provider)
  clientOf(ctx, account)
  const { userId } = ctx.caller
  const isAuthorized = (await findGrant(ctx.db, { userId, account })) !== undefined
  const url = isAuthorized ? null : authorizeUrl(ctx, userId, account)
  return { provider, isAuthorized, url, scopes: DRIVE_SCOPES[account] }
}

/** Takes the leave back: the service forgets its tokens, and the provider is told where it has a place for that. */
export async function revokeAuthorization(ctx: Context, provider: CloudProvider) {
  const key = { userId: ctx.caller.userId, account: accountOf(provider) }
  const client = clientOf(ctx, key.account)
  const grant = await findGrant(ctx.db, key)
  if (!grant) return
  await inTransaction(ctx.db, (tx) => deleteGrant(tx, key, null))
  await giveBack(ctx, client, openTokens(ctx.keyring, key, grant.tokens))
}
