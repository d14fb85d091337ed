import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue/queue.store.ts'
import { updateClosed } from '../accounts/accounts.store.ts'
import { deleteInvitationsOfAccount } from '../accounts/invitations/invitations.store.ts'
import { deleteMembersOfAccount } from '../accounts/members/members.store.ts'
import { listWorkspacesOf } from '../accounts/workspaces/workspaces.store.ts'
import { insertForfeit } from '../billing/credits/ledger.store.ts'
import { deleteDomainsOfAccount } from '../companies/domains/domains.store.ts'
import { updateRevokedOfAccount } from '../credentials/credentials.store.ts'
import { buryWorkbooksOf, insertTombstone } from './closing.store.ts'

export type Ending = { accountId: string; ownerId: string; name: string; customerRef: string | null }

export type Closed = {
  accountId: string
  keysRevoked: number
  workspacesDeleted: number
  workbooksDeleted: number
  creditsForfeited: number
}

/**
 * Ends an account in this transaction: keys first, then workspaces with their workbooks, then the account. Taking away what
 * they left behind is a task that may stop anywhere.
 */
export async function endAccount(tx: Tx, ending: Ending): Promise<Closed> {
  const { accountId } = ending
  const keysRevoked = await updateRevokedOfAccount(tx, accountId)
  const { length: workspaces } = await listWorkspacesOf(tx, accountId)
  await updateClosed(tx, accountId)
  const workbooks = await buryWorkbooksOf(tx, accountId)
  await deleteInvitationsOfAccount(tx, accountId)
  await deleteMembersOfAccount(tx, accountId)
  await deleteDomainsOfAccount(tx, accountId)
  const creditsForfeited = await insertForfeit(tx, accountId, newId())
  await insertTombstone(tx, { ...ending, keysRevoked, workspaces, workbooks, creditsForfeited })
  await enqueue(tx, { name: 'account.close', payload: { account_id: accountId }, key: `account.close:${accountId}` })
  return { accountId, keysRevoked, workspacesDeleted: workspaces, workbooksDeleted: workbooks, creditsForfeited }
}
