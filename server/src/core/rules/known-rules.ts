import type { Context } from '../../platform/context.ts'
import { readWorkbookRules, type WorkbookRules } from './rules.store.ts'

/** Rules of workbooks that this node has checked lately. A commit says whether they are still those. */
const known = new Map<string, WorkbookRules>()
const MOST_WORKBOOKS = 1_000

export const NO_RULES: WorkbookRules = { epoch: 0, tables: new Map(), onViolation: new Map() }

/** Asks nothing: a workbook whose rules are not known here is taken to have none, and its commit is sent back if it has. */
export const knownRules = (workbookId: string): WorkbookRules => known.get(workbookId) ?? NO_RULES

/** Rules as they are at this epoch. Only what is committed is remembered: a transaction may end without its changes. */
export async function readRules(ctx: Context, workbookId: string, epoch: number): Promise<WorkbookRules> {
  if (known.get(workbookId)?.epoch === epoch) return knownRules(workbookId)
  const committed = await readWorkbookRules(ctx.bulk.db, workbookId)
  if (committed.epoch !== epoch) return readWorkbookRules(ctx.db, workbookId)
  const oldest = known.size >= MOST_WORKBOOKS ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  known.delete(workbookId)
  known.set(workbookId, committed)
  return committed
}
