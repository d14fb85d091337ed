import type { Tx } from '../../platform/postgres.ts'
import { deleteGuest } from './guests.store.ts'
import { findMember, insertMember } from './members.store.ts'
import type { BaseRole } from './workspace.ts'

export type NewMember = { workspaceId: string; userId: string; baseRole: BaseRole }

/** Custom roles kept from an earlier membership, or set for a guest, hold again. A member stays what they are. */
export async function addMember(tx: Tx, { workspaceId, userId, baseRole }: NewMember) {
  if (await findMember(tx, workspaceId, userId)) return
  const customRoles = await deleteGuest(tx, workspaceId, userId)
  await insertMember(tx, { workspaceId, userId, baseRole, customRoles })
}
