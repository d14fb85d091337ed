import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Held } from './hold-credits.ts'
import { deleteHold } from './ledger.store.ts'

/** Nothing came of the work: what was held for it goes back. */
export async function releaseHold(tx: Tx, { accountId, holdId }: Held) {
  await deleteHold(tx, holdId, { accountId, entryId: newId(), credits: 0, note: 'nothing came of the work' })
}
