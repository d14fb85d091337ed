import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue.store.ts'
import { lockAccount, updateClosed } from '../accounts/accounts.store.ts'
import { deleteInvitationsOfAccount } from '../accounts/invitations.store.ts'
import { deleteMembersOfAccount } from '../accounts/members.store.ts'
import { openAccount } from '../accounts/open-account.ts'
import { listWorkspacesOf } from '../accounts/workspaces.store.ts'
import { subscriptionActive } from '../billing/billing.errors.ts'
import { lockBilling } from '../billing/billing.store.ts'
import { findBalance, insertForfeit } from '../billing/ledger.store.ts'
import { SETTLEMENT_FLOOR } from '../billing/plan.ts'
import { isSubscribed } from '../billing/subscription.ts'
import { updateRevokedOfAccount } from '../credentials/credentials.store.ts'
import { confirmMismatch, defaultAccount, overageOutstanding } from './closing.errors.ts'
import { buryWorkbooksOf, insertTombstone } from './closing.store.ts'

export type Closed = {
  accountId: string
  keysRevoked: number
  workspacesDeleted: number
  workbooksDeleted: number
  creditsForfeited: number
}

/**
 * Closes an account in one commit: from then on its keys open nothing, and nobody sees it, its workspaces or workbooks.
 * Taking away what they left behind is a task that may stop anywhere.
 */
export async function closeAccount(ctx: Context, named: string, confirm: string): Promise<Closed> {
  const { accountId } = await openAccount(ctx, named)
  return inTransaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) throw notFound('account', toWireId('acc', accountId))
    if (account.kind === 'default') throw defaultAccount()
    const billing = await lockBilling(tx, accountId)
    if (isSubscribed(billing)) throw subscriptionActive()
    await refuseIfOwing(tx, accountId)
    if (confirm !== account.name) throw confirmMismatch()

    const closed = await close(tx, accountId)
    const { ownerId, name } = account
    const { keysRevoked, workspacesDeleted: workspaces, workbooksDeleted: workbooks, creditsForfeited } = closed
    const { customerRef } = billing
    await insertTombstone(tx, {
      accountId,
      ownerId,
      name,
      customerRef,
      keysRevoked,
      workspaces,
      workbooks,
      creditsForfeited,
    })
    await enqueue(tx, { name: 'account.close', payload: { account_id: accountId }, key: `account.close:${accountId}` })
    return closed
  })
}

/** What is owed below the floor is written off. */
async function refuseIfOwing(tx: Tx, accountId: string) {
  const overage = 0 - ((await findBalance(tx, accountId))?.owed ?? 0)
  if (overage >= SETTLEMENT_FLOOR) throw overageOutstanding(overage, SETTLEMENT_FLOOR)
}

/** Keys first, then workspaces with their workbooks, then the account. */
async function close(tx: Tx, accountId: string): Promise<Closed> {
  const keysRevoked = await updateRevokedOfAccount(tx, accountId)
  const workspaces = await listWorkspacesOf(tx, accountId)
  await updateClosed(tx, accountId)
  const workbooksDeleted = await buryWorkbooksOf(tx, accountId)
  await deleteInvitationsOfAccount(tx, accountId)
  await deleteMembersOfAccount(tx, accountId)
  const creditsForfeited = await insertForfeit(tx, accountId, newId())
  return { accountId, keysRevoked, workspacesDeleted: workspaces.length, workbooksDeleted, creditsForfeited }
}
