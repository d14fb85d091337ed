import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { actorOf } from '../../audit/actor.ts'
import { appendAuditEntry } from '../../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../audit/workbook-head.store.ts'
import { openReadableTable } from '../../reading/open-readable-table.ts'
import { openWorkbook } from '../../workbooks/open-workbook.ts'
import type { EditPlace } from '../open-editable-table.ts'
import { alreadyBound } from '../tables.errors.ts'
import { deleteBindingTo, findBindingOf, insertBinding, type SyncBinding } from './sync-bindings.store.ts'

export type NewBinding = Omit<SyncBinding, 'bindingId' | 'actor' | 'createdAt'> & { actor: string }

/** Keeps which sheet of a drive a table belongs to. Inert: nothing is synchronised. */
export async function bindTable(ctx: Context, place: EditPlace, { actor, ...asked }: NewBinding) {
  const { isGoverned } = await openWorkbook(ctx, place.workbookId, 'editor')
  const opened = await openReadableTable(ctx, place.workbookId, place.name, { role: 'editor' })
  const { workbookId, artifactId: tableId, name } = opened
  const binding = { ...asked, bindingId: newId(), actor: actorOf(ctx, actor) }

  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const bound = await findBindingOf(tx, { workbookId, tableId }, asked.externalRef)
    if (bound) throw alreadyBound(bound.name, bound.externalRef)

    await deleteBindingTo(tx, workbookId, asked.externalRef)
    const createdAt = await insertBinding(tx, { workbookId, tableId }, binding)
    const detail = { external_kind: asked.externalKind, direction: asked.direction }
    await appendAuditEntry(tx, ctx, { workbookId, action: 'table.bind', target: { table: name }, detail, actor })
    return { name, binding: { ...binding, createdAt }, warnings: isGoverned ? GOVERNED_WARNINGS : [] }
  })
}

const GOVERNED_WARNINGS = [
  'The workbook is governed: policies of columns do not reach into the external sheet, whose readers would see what is masked or denied here.',
]
