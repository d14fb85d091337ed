import type { Platform } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import type { Payments } from './payments.ts'

/** While something is done that the payment provider has told of. */
export type Told = Pick<Platform, 'settings' | 'now'> & { tx: Tx; payments: Payments }

/** The account that something at the provider belongs to; none where it was closed, or is of another installation. */
export async function accountTold({ tx }: Told, wireId: string | undefined): Promise<string | null> {
  const account = wireId ? await findAccount(tx, fromWireId('acc', wireId)) : undefined
  return account?.accountId ?? null
}
