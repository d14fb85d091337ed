import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { limitReached } from '../../accounts/accounts.errors.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { applyRecord, endRecord, linkProvenUser } from './link-user.ts'
import { recordTaken } from './scim.errors.ts'
import { listGroupsOfRecords } from './scim-groups.store.ts'
import { patchResource, type Resource, readResource } from './scim-schemas.ts'
import { type Described, describePerson, MOST_SCIM_USERS, presentScimUser } from './scim-user.ts'
import {
  countScimUsers,
  deleteScimUser,
  findScimUser,
  insertScimUser,
  listScimUsersBy,
  lockScimUser,
  type ScimUserRow,
  updateScimUser,
} from './scim-users.store.ts'

/** A person of the company, as its provider describes them. They have access once groups give it and they have logged in. */
export async function createScimUser(ctx: Context, sent: Resource): Promise<Resource> {
  const { accountId, ownerId } = await openAccount(ctx)
  // A record that does not say so is of an active person.
  const person = describePerson(readResource('User', { active: true, ...sent }))

  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    if ((await countScimUsers(tx, accountId)) >= MOST_SCIM_USERS) throw limitReached('SCIM users', MOST_SCIM_USERS)
    await refuseIfTaken(tx, accountId, person)
    const record = await insertScimUser(tx, { accountId, scimUserId: newId(), ...person })
    await recordAccountChange(tx, ctx, change(record, 'scim.user.create'))
    return present(tx, await settle(tx, ctx, ownerId, record))
  })
}

export async function readScimUser(ctx: Context, scimUserId: string): Promise<Resource> {
  const { accountId } = await openAccount(ctx)
  const record = await findScimUser(ctx.db, { accountId, scimUserId })
  if (!record) throw notFound('user', toWireId('scu', scimUserId))
  return present(ctx.db, record)
}

export const replaceScimUser = (ctx: Context, scimUserId: string, sent: Resource) =>
  changeScimUser(ctx, scimUserId, async () => describePerson(readResource('User', sent)))

export const patchScimUser = (ctx: Context, scimUserId: string, message: Resource) =>
  changeScimUser(ctx, scimUserId, async (record) =>
    describePerson(await patchResource('User', presentScimUser(record, []), message)),
  )

async function changeScimUser(
  ctx: Context,
  scimUserId: string,
  describe: (record: ScimUserRow) => Promise<Described>,
): Promise<Resource> {
  const { accountId, ownerId } = await openAccount(ctx)

  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const record = await lockScimUser(tx, { accountId, scimUserId })
    if (!record) throw notFound('user', toWireId('scu', scimUserId))
    const person = await describe(record)
    if (person.userNameKey !== record.userNameKey) await refuseIfTaken(tx, accountId, person)
    // Who is behind the record as it was is put out before the record says another address.
    if (record.isActive && !person.isActive) await endRecord(tx, ownerId, record)
    const changed = await updateScimUser(tx, record, person)
    await recordAccountChange(tx, ctx, change(changed, 'scim.user.change'))
    return present(tx, await settle(tx, ctx, ownerId, changed))
  })
}

export async function removeScimUser(ctx: Context, scimUserId: string) {
  const { accountId, ownerId } = await openAccount(ctx)

  await inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const record = await lockScimUser(tx, { accountId, scimUserId })
    if (!record) throw notFound('user', toWireId('scu', scimUserId))
    await endRecord(tx, ownerId, record)
    await deleteScimUser(tx, record)
    await recordAccountChange(tx, ctx, change(record, 'scim.user.remove'))
  })
}

/** What follows from a record as it stands now. */
async function settle(tx: Tx, ctx: Context, ownerId: string, record: ScimUserRow): Promise<ScimUserRow> {
  if (!record.isActive) {
    await endRecord(tx, ownerId, record)
    return record
  }
  const linked = await linkProvenUser(tx, ctx, record)
  await applyRecord(tx, ctx, linked)
  return linked
}

async function refuseIfTaken(tx: Tx, accountId: string, { userName, userNameKey }: Described) {
  const [taken] = await listScimUsersBy(tx, accountId, { userNameKey })
  if (taken) throw recordTaken('user', userName)
}

const change = ({ accountId, scimUserId, userName, isActive }: ScimUserRow, action: string) => ({
  accountId,
  action,
  target: { scim_user_id: toWireId('scu', scimUserId) },
  detail: { user_name: userName, active: isActive },
})

async function present(db: Context['db'], record: ScimUserRow): Promise<Resource> {
  return presentScimUser(record, await listGroupsOfRecords(db, record.accountId, [record.scimUserId]))
}
