import { setTimeout as sleep } from 'node:timers/promises'
import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { releaseHold } from '../../../../people/billing/credits/credits.ts'
import type { Context } from '../../../../platform/context.ts'
import { inTransaction, type Tx } from '../../../../platform/postgres.ts'
import type { Bill, StructuringKey } from './structuring.ts'
import {
  deleteStructuringLease,
  findStructuring,
  insertStructuringLease,
  type KnownStructuring,
} from './structurings.store.ts'

/** `known`: found before, paid for, its spec null where it would be another for these options. `mine`: to be found now. */
export type Claim = { kind: 'known'; spec: ParseSpec | null } | { kind: 'mine' } | { kind: 'building' }

export type ClaimOptions = { options: Buffer; leaseSeconds: number }

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 100

/** The same content is structured once: a request that comes while another one does it waits a while for the result. */
export async function claimStructuring(
  { db }: Pick<Context, 'db'>,
  key: StructuringKey,
  { options, leaseSeconds }: ClaimOptions,
): Promise<Claim> {
  const lease = { options, seconds: leaseSeconds }
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_EVERY_MS)) {
    const known = await findStructuring(db, key)
    if (known?.spec) return { kind: 'known', spec: isFor(known, options) ? known.spec : null }
    if (known?.isLeased) continue
    if (await inTransaction(db, (tx) => insertStructuringLease(tx, key, lease))) return { kind: 'mine' }
  }
  return { kind: 'building' }
}

const isFor = (known: KnownStructuring, options: Buffer) => known.options.equals(options)

/** There is no result: other requests may try, and the credits are free again. */
export async function giveBackStructuring(tx: Tx, { key, held }: Bill) {
  await deleteStructuringLease(tx, key)
  if (held) await releaseHold(tx, held)
}
