import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { listCharts } from './charts.store.ts'

/** Charts of a workbook. What they show may be values of columns that are hidden now: in a governed workbook nothing of it is told. */
export async function readCharts(ctx: Context, workbookId: string, limit: number) {
  const { isGoverned } = await openWorkbook(ctx, workbookId, 'viewer')
  return { isGoverned, charts: await listCharts(ctx.db, workbookId, limit) }
}
