import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import type { Target } from './annotation.ts'
import { deleteAnnotations } from './annotations.store.ts'
import type { EditPlace } from './open-editable-table.ts'
import { resolveTargets } from './resolve-targets.ts'

export type Unmarked = { annotationId: string } | Target

/** Takes annotations away, named by their ids or by what they are on. */
export async function deleteTableAnnotations(ctx: Context, place: EditPlace, targets: readonly Unmarked[]) {
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  const named = targets.flatMap((target, n) => ('kind' in target ? [{ target, loc: ['body', 'targets', n] }] : []))
  const anchors = (await resolveTargets(ctx, opened, named)).map(({ anchor }) => anchor)
  const annotationIds = targets.flatMap((target) => ('kind' in target ? [] : [target.annotationId]))

  const { workbookId, artifactId: tableId, name } = opened
  const deleted = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const count = await deleteAnnotations(tx, { workbookId, tableId }, { annotationIds, anchors })
    const detail = { annotations: count }
    if (count > 0)
      await appendAuditEntry(tx, ctx, { workbookId, action: 'table.unannotate', target: { table: name }, detail })
    return count
  })
  return { deleted, missing: targets.length - deleted }
}
