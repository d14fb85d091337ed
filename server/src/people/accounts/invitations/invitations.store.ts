import { type Insertable, sql } from 'kysely'
import type { Invitation } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

/** Good for 14 days by the clock of the database. */
export function insertInvitation(tx: Tx, invitation: Omit<Insertable<Invitation>, 'expiresAt'>) {
  return tx
    .insertInto('invitation')
    .values({ ...invitation, expiresAt: sql<Date>`now() + interval '14 days'` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type InvitationRow = Awaited<ReturnType<typeof insertInvitation>>

/** Newest first. */
export function listPendingInvitations(db: Db, workspaceId: string) {
  return pending(db).where('workspaceId', '=', workspaceId).orderBy('invitationId', 'desc').execute()
}

export function findPendingInvitation(db: Db, tokenHashes: Buffer[]) {
  return pending(db).where('tokenHash', 'in', tokenHashes).executeTakeFirst()
}

/** Who invites whom to what. */
export function findLetter(db: Db, invitationId: string) {
  return pending(db)
    .where('invitation.invitationId', '=', invitationId)
    .innerJoin('workspace', 'workspace.workspaceId', 'invitation.workspaceId')
    .innerJoin('account', 'account.accountId', 'workspace.accountId')
    .innerJoin('appUser as owner', 'owner.userId', 'account.ownerId')
    .innerJoin('appUser', 'appUser.userId', 'invitation.invitedBy')
    .clearSelect()
    .select(['invitation.email', 'appUser.name as inviter', 'workspace.name as workspace'])
    .select('workspace.kind')
    .select('owner.name as owner')
    .executeTakeFirst()
}

/** Of two who accept at once, the second waits here and then finds nothing pending. */
export function lockPendingInvitation(tx: Tx, invitationId: string) {
  return pending(tx).where('invitationId', '=', invitationId).forUpdate().executeTakeFirst()
}

function pending(db: Db) {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('invitation.acceptedAt', 'is', null)
    .where('invitation.expiresAt', '>', sql<Date>`now()`)
}

export async function updateAccepted(tx: Tx, invitationId: string, userId: string) {
  await tx
    .updateTable('invitation')
    .set({ acceptedAt: sql<Date>`now()`, acceptedBy: userId })
    .where('invitationId', '=', invitationId)
    .execute()
}

/** False: there is no such invitation still open. An accepted one stays: it says how a member joined. */
export async function deleteInvitation(tx: Tx, workspaceId: string, invitationId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('workspaceId', '=', workspaceId)
    .where('invitationId', '=', invitationId)
    .where('acceptedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Expired invitations are of no use. */
export async function deleteExpiredInvitations(tx: Tx, workspaceId: string) {
  await tx
    .deleteFrom('invitation')
    .where('workspaceId', '=', workspaceId)
    .where('acceptedAt', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}

export async function deleteInvitationsOfAccount(tx: Tx, accountId: string) {
  await tx
    .deleteFrom('invitation')
    .where('workspaceId', 'in', (eb) =>
      eb.selectFrom('workspace').select('workspaceId').where('accountId', '=', accountId),
    )
    .execute()
}

/** Those that are still open, to one address, in everything the account funds. */
export async function deleteInvitationsTo(tx: Tx, accountId: string, emailKey: string) {
  await sql`
    delete from invitation i using workspace w
    where w.workspace_id = i.workspace_id and w.account_id = ${accountId} and i.accepted_at is null
      and lower(normalize(btrim(i.email), nfkc)) = ${emailKey}`.execute(tx)
}
