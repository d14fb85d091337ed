import type { PublicContext } from '../../../platform/context.ts'
import { artifactIdIn } from '../../artifacts/artifact.ts'
import { lookAheadForWorkbook } from '../../workbooks/open-workbook.ts'
import { findRegistered, listTableHeads } from './readable-tables.store.ts'

export const tableAhead = (workbookId: string, name: string) => `table ${workbookId} ${name}`
export const headsAhead = (workbookId: string) => `heads ${workbookId}`

type TablePath = { workbook_id: string; name: string }

/** Begins to look for a table and its workbook. */
export function lookAheadForTable(ctx: PublicContext, path: TablePath, credential: string) {
  const { workbook_id: workbookId, name } = path
  lookAheadForWorkbook(ctx, workbookId, credential)
  ctx.ahead?.begin(tableAhead(workbookId, name), findRegistered(ctx.db, workbookId, name, artifactIdIn(name)))
}

/** Begins to look for a workbook and all its tables. */
export function lookAheadForTables(ctx: PublicContext, path: Pick<TablePath, 'workbook_id'>, credential: string) {
  lookAheadForWorkbook(ctx, path.workbook_id, credential)
  ctx.ahead?.begin(headsAhead(path.workbook_id), listTableHeads(ctx.db, path.workbook_id))
}
