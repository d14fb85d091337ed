import type { Context } from '../../../platform/context.ts'
import type { JsonObject } from '../../../platform/database/database-schema.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { insertEntry, listEntries } from './account-log.store.ts'

type Change = {
  accountId: string
  /** What was done: `account.domain.verify`, `scim.user.remove`. */
  action: string
  /** What it was done to: names, and ids in wire form. */
  target: JsonObject
  detail?: JsonObject
}

/** Records a change of an account in the transaction of that change. `system`: at a login, by the service itself. */
export async function recordAccountChange(
  tx: Tx,
  who: Pick<Context, 'caller'> | 'system',
  { accountId, action, target, detail = {} }: Change,
) {
  const actor =
    who === 'system'
      ? { credential: 'system' as const, actorId: null, credentialId: null }
      : { credential: who.caller.kind, actorId: who.caller.userId, credentialId: who.caller.credentialId }
  await insertEntry(tx, { accountId, entryId: newId(), action, target, detail, ...actor })
}

type Page = { accountId: string | null | undefined; limit: number; before: string | null }

/** What was changed about an account as a whole. */
export async function readAccountLog(ctx: Context, { accountId: named, limit, before }: Page) {
  const { accountId } = await openAccount(ctx, named)
  const found = await listEntries(ctx.db, accountId, { limit, before })
  const entries = found.slice(0, limit)
  return { entries, next: found.length > limit ? (entries.at(-1)?.entryId ?? null) : null }
}
