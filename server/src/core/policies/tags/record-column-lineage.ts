import type { Tx } from '../../../platform/postgres.ts'
import { raisePolicyEpoch } from '../../audit/workbook-head.store.ts'
import { hasTags, insertColumnLineage } from '../policies.store.ts'
import type { MadeFrom } from './spread-tags.ts'

/** PostgreSQL takes 65,535 parameters, and each row has five. */
const AT_ONCE = 10_000

/** Remembers which values came from which, so that tags go along with them. The caller holds the head lock. */
export async function recordColumnLineage(tx: Tx, workbookId: string, made: readonly MadeFrom[]) {
  if (made.length === 0) return
  for (let n = 0; n < made.length; n += AT_ONCE) await insertColumnLineage(tx, workbookId, made.slice(n, n + AT_ONCE))
  // Where nothing is tagged nothing can spread, and what was decided before stays right.
  if (await hasTags(tx, workbookId)) await raisePolicyEpoch(tx, workbookId)
}
