import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { type Charge, charge } from './charge.ts'
import type { Held } from './hold-credits.ts'
import { deleteHold } from './ledger.store.ts'

/** Pays with what was held, in the transaction of what it pays for. A hold that ran out is no reason to pay less: it is charged. */
export async function settleHold(tx: Tx, { holdId }: Held, paid: Charge) {
  if (!(await deleteHold(tx, holdId, { entryId: newId(), ...paid }))) await charge(tx, paid)
}
