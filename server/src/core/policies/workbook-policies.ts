import { assertState } from '../../platform/errors.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { Db } from '../../platform/postgres.ts'
import { findPolicies } from './policies.store.ts'
import type { Rule } from './policy.ts'
import { NO_ROW_POLICIES, type RowPolicies } from './rows/row-access.ts'
import { spreadTags, type TagsOfColumns } from './tags/spread-tags.ts'

/** Who sees what in a workbook. */
export type WorkbookPolicies = {
  policyEpoch: number
  rules: readonly Rule[]
  tags: TagsOfColumns
  rows: RowPolicies
}

/** By workbook. Each is right for its epoch alone, which every change raises. */
export const MOST_KNOWN = 1_000
const known = new LruMap<string, WorkbookPolicies>(MOST_KNOWN)

/** As they stand at this epoch or a later one. */
export async function readPolicies(db: Db, workbookId: string, policyEpoch: number): Promise<WorkbookPolicies> {
  const kept = known.get(workbookId)
  return kept && kept.policyEpoch >= policyEpoch && !db.isTransaction ? kept : readPoliciesNow(db, workbookId)
}

export async function readPoliciesNow(db: Db, workbookId: string): Promise<WorkbookPolicies> {
  const stored = await findPolicies(db, workbookId)
  assertState(stored, `workbook ${workbookId} has no head`)
  const { policyEpoch, rules, tags, lineage, rows } = stored
  const policies = { policyEpoch, rules, tags: spreadTags(tags, lineage), rows: rows ?? NO_ROW_POLICIES }
  // What a transaction sees may never come to be.
  if (!db.isTransaction) keep(workbookId, policies)
  return policies
}

function keep(workbookId: string, policies: WorkbookPolicies) {
  const kept = known.get(workbookId)
  known.set(workbookId, kept && kept.policyEpoch > policies.policyEpoch ? kept : policies)
}
