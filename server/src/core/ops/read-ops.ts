import type { Context } from '../../platform/context.ts'
import { type Lens, lensFor } from '../reading/lens.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { isAdminIn } from '../workbooks/workbook.ts'
import type { Op } from './op.ts'
import { listOps } from './ops.store.ts'

export type OpPage = { limit: number; before: number | null }

/** What was done to the workbook, newest first. One more than a page is read to know whether there is a next. */
export async function readOps(ctx: Context, workbookId: string, { limit, before }: OpPage) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listOps(ctx.db, workbookId, limit + 1, before)
  const seesAll = !workbook.isGoverned || isAdminIn(ctx.caller, workbook)
  const lens = await lensFor(ctx, workbook, workbook.policyEpoch)
  const ops = found.slice(0, limit).map((op) => visibleOp(seesAll ? op : withoutColumns(op), lens))
  return { ops, nextBefore: found.length > limit ? (ops.at(-1)?.opId ?? null) : null }
}

/** `isCounted`: its reader may know how many rows it touched. */
export type VisibleOp = Op & { isCounted: boolean }

/** How many rows a table has, and what was done to those that are hidden, stands in summaries. */
function visibleOp(op: Op, lens: Lens): VisibleOp {
  const isCounted = !lens.hidesRows || (op.tableId !== null && lens.rowsOf(op.tableId) === undefined)
  return isCounted ? { ...op, isCounted } : { ...op, isCounted, detail: { ...op.detail, summary: 'Changed rows' } }
}

/** An op on columns names them, and some may be hidden from its reader. */
const withoutColumns = (op: Op): Op =>
  op.kind.startsWith('column') ? { ...op, detail: { ...op.detail, summary: 'Changed the columns' } } : op
