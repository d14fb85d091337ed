import { limitReached } from '../../people/accounts/accounts.errors.ts'
import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { checkedName } from '../artifacts/artifact.ts'
import { artifactNameTaken } from '../artifacts/artifacts.errors.ts'
import { countTables, isNameTaken } from '../artifacts/artifacts.store.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openReadableTable } from '../reading/open-readable-table.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type ColumnSpec, firstColumns } from './columns/columns.ts'
import { commitTableEdit } from './commit-table-edit.ts'

export const MOST_TABLES = 500

export type NewTable = { name: string; columns: readonly ColumnSpec[] }

/** An empty table, at version 1. */
export async function createTable(ctx: Context, workbookId: string, { name: sent, columns: specs }: NewTable) {
  await openWorkbook(ctx, workbookId, 'editor')
  const name = checkedName(sent, ['body', 'name'])
  const columns = firstColumns(specs)
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await isNameTaken(tx, workbookId, name)) throw artifactNameTaken(name)
    if ((await countTables(tx, workbookId)) >= MOST_TABLES) throw limitReached('tables', MOST_TABLES)

    const inTx = { ...ctx, db: tx }
    const write = {
      tableId: newId(),
      expected: null,
      kind: 'replace',
      columns,
      nextColumnId: columns.length + 1,
      segments: [],
      rowCount: 0,
      create: { name, kind: 'table', layer: 'base', description: null },
    } as const
    const detail = { expected_version: null, unconditional: false, rows: 0, summary: `Created table ${name}` }
    const { committed } = await commitTableEdit(inTx, workbookId, async () => ({
      edit: {
        workbookId,
        table: name,
        writes: [write],
        op: { kind: 'table.create', actor: null, detail },
        auditDetail: { columns: columns.length },
      },
    }))
    assertState(committed, 'creating a table committed nothing')
    return openReadableTable(inTx, workbookId, name, { role: 'editor' })
  })
}
