import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import { findPolicies } from './policies.store.ts'
import type { Rule } from './policy.ts'
import { spreadTags, type TagsOfColumns } from './spread-tags.ts'

/** Who sees what in a workbook. */
export type WorkbookPolicies = { policyEpoch: number; rules: readonly Rule[]; tags: TagsOfColumns }

/** By workbook, the longest unused first. Each is right for its epoch alone, which every change raises. */
const known = new Map<string, WorkbookPolicies>()
const MOST_KNOWN = 1_000

/** As they stand at this epoch or a later one. */
export async function readPolicies(db: Db, workbookId: string, policyEpoch: number): Promise<WorkbookPolicies> {
  const kept = known.get(workbookId)
  return kept && kept.policyEpoch >= policyEpoch && !db.isTransaction ? kept : readPoliciesNow(db, workbookId)
}

export async function readPoliciesNow(db: Db, workbookId: string): Promise<WorkbookPolicies> {
  const stored = await findPolicies(db, workbookId)
  assertState(stored, `workbook ${workbookId} has no head`)
  const { rules, tags, lineage } = stored
  const policies = { policyEpoch: stored.policyEpoch, rules, tags: spreadTags(tags, lineage) }
  // What a transaction sees may never come to be.
  if (!db.isTransaction) keep(workbookId, policies)
  return policies
}

function keep(workbookId: string, policies: WorkbookPolicies) {
  const kept = known.get(workbookId)
  known.delete(workbookId)
  known.set(workbookId, kept && kept.policyEpoch > policies.policyEpoch ? kept : policies)
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) return
    known.delete(oldest)
  }
}
