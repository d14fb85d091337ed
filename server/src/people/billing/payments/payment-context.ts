import type { Platform } from '../../../platform/context.ts'
import { fromWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { findAccount } from '../../accounts/accounts.store.ts'
import type { Payments } from './payments.ts'

/** What handling an event of the payment provider needs. */
export type PaymentContext = Pick<Platform, 'settings' | 'now'> & { tx: Tx; payments: Payments }

/** The account that something at the provider belongs to; none where it was closed, or is of another installation. */
export async function accountNamed({ tx }: PaymentContext, wireId: string | undefined): Promise<string | null> {
  const account = wireId ? await findAccount(tx, fromWireId('acc', wireId)) : undefined
  return account?.accountId ?? null
}
