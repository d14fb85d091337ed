import type { Tx } from '../../platform/postgres.ts'
import { lockOwner } from '../credentials/credentials.store.ts'
import { claimAddress, isAddressProven } from './addresses.store.ts'

/**
 * The owner of an address has shown to hold it. The first time this ends everything made under it before, by people who may
 * never have owned it. To be called before the proof itself is recorded. True: this was the first time.
 */
export async function proveAddress(tx: Tx, userId: string): Promise<boolean> {
  await lockOwner(tx, 'appUser', userId)
  if (await isAddressProven(tx, userId)) return false
  await claimAddress(tx, userId)
  return true
}
