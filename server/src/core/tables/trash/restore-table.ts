import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { artifactNameTaken } from '../../artifacts/artifacts.errors.ts'
import { isNameTaken } from '../../artifacts/artifacts.store.ts'
import { refuseIfPolicyInput } from '../../artifacts/policy-input.ts'
import { actorOf } from '../../audit/actor.ts'
import { partsOf } from '../../audit/audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import type { OpDetail } from '../../ops/op.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import { findTrashedTable, untrashTable } from './trash.store.ts'

/** Brings a table back from the trash under its own name, which must be free. */
export async function restoreTable(ctx: Context, tableId: string) {
  const table = await findTrashedTable(ctx.db, tableId)
  if (!table) throw notFound('table in the trash', toWireId('art', tableId))
  const { workbookId, name } = table
  await openWorkbook(ctx, workbookId, 'editor')
  await refuseIfPolicyInput(ctx, { workbookId, artifactId: tableId, name })
  const detail: OpDetail = {
    table: name,
    expected_version: null,
    unconditional: false,
    rows: 0,
    summary: `Restored table ${name}`,
  }

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (table.state === 'active' && (await isNameTaken(tx, workbookId, name))) throw artifactNameTaken(name, 'conflict')
    const audit = partsOf(ctx, { workbookId, action: 'table.restore', target: { table: name } }, 'ok')
    const isBack = await untrashTable(tx, { workbookId, tableId, actor: actorOf(ctx), detail, audit })
    if (!isBack) throw notFound('table in the trash', toWireId('art', tableId))
    return { workbookId, tableId, name }
  })
}
