import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { checkedName } from '../artifacts/artifact.ts'
import { artifactNameTaken } from '../artifacts/artifacts.errors.ts'
import { isNameTaken } from '../artifacts/artifacts.store.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { type OpenedTable, openReadableTable } from '../reading/open-readable-table.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { commitTableEdit } from './commit-table-edit.ts'
import { type EditPlace, refuseIfBehind } from './open-editable-table.ts'

export type Renaming = { newName: string; expected: number | null; actor: string | null }

/** Gives a table another name. Its own name again changes nothing. */
export async function renameTable(ctx: Context, place: EditPlace, { newName, expected, actor }: Renaming) {
  const { workbookId } = place
  await openWorkbook(ctx, workbookId, 'editor')
  const name = checkedName(newName, ['body', 'new_name'])
  return inTransaction(ctx.db, async (tx): Promise<OpenedTable> => {
    const inTx = { ...ctx, db: tx }
    await lockWorkbookHead(tx, workbookId)
    const opened = await openReadableTable(inTx, workbookId, place.name, { role: 'editor' })
    await refuseIfBehind(inTx, opened, expected)
    if (opened.name === name) return opened
    if (opened.state === 'active' && (await isNameTaken(tx, workbookId, name, opened.artifactId)))
      throw artifactNameTaken(name)

    const { artifactId: tableId, editVersion: read } = opened
    const summary = `Renamed ${opened.name} to ${name}`
    await commitTableEdit(inTx, workbookId, async () => ({
      edit: {
        workbookId,
        table: opened.name,
        writes: [{ tableId, expected, read, kind: 'schema', rename: name }],
        op: {
          kind: 'table.rename',
          actor,
          detail: { expected_version: expected, unconditional: expected === null, rows: 0, summary },
        },
        auditDetail: { new_name: name },
      },
    }))
    return openReadableTable(inTx, workbookId, toWireId('art', tableId), { role: 'editor' })
  })
}
