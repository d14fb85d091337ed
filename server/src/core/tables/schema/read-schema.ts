import type { Context } from '../../../platform/context.ts'
import { countSeenRows } from '../../reading/count-seen-rows.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import type { ReadPlace } from '../open-editable-table.ts'
import { presentRow } from '../rows/read-rows.ts'

const SAMPLE_ROWS = 5

/** What a table looks like: its columns and its first rows. */
export async function readSchema(ctx: Context, { workbookId, name, asOf }: ReadPlace) {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', asOf, rows: 'filtered' })
  const { columns } = opened.table
  const { rows } = await ctx.reader.page(opened.table, {
    columnIds: columns.map(({ id }) => id),
    limit: SAMPLE_ROWS,
    start: { offset: 0 },
    orderBy: [],
    filter: null,
    isCounted: false,
  })
  const rowCount = await countSeenRows(ctx, opened)
  return { opened, rowCount, sample: rows.map(({ rowId, cells }) => presentRow(columns, cells, rowId)) }
}
