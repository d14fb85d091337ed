import type { Tx } from '../../platform/postgres.ts'
import { releaseHold } from '../billing/release-hold.ts'
import type { Bill } from './structuring.ts'
import { deleteStructuringLease } from './structurings.store.ts'

/** Nothing came of it: the work is free for others again, and so are the credits. */
export async function giveBackStructuring(tx: Tx, { key, held }: Bill) {
  await deleteStructuringLease(tx, key)
  if (held) await releaseHold(tx, held)
}
