import { Type } from 'typebox'
import { emptyTrash, purgeTrashedTable } from '../../../core/tables/trash/purge-trashed-table.ts'
import { restoreTable } from '../../../core/tables/trash/restore-table.ts'
import { listTrashedTables } from '../../../core/tables/trash/trash.store.ts'
import { listTrashed, purgeTrashedWorkbook, restoreWorkbook } from '../../../core/workbooks/trash-workbook.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { NamedObject, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { fromWireId, toWireId } from '../../../platform/ids.ts'

const KINDS = ['workbook', 'table'] as const

const Trashed = NamedObject('Trashed', {
  id: Type.String({ description: 'Of a workbook (wb_…) or a table (art_…)' }),
  kind: OneOf(KINDS),
  title: Type.String(),
  workbook_id: WireId('wb'),
  deleted_at: Time,
})

const Restored = NamedObject('RestoredFromTrash', {
  id: Type.String(),
  kind: OneOf(KINDS),
  title: Type.String(),
  workbook_id: WireId('wb'),
})

const AtTrashed = Type.Object({
  id: Type.String({ maxLength: 200, description: 'Of a workbook (wb_…) or a table (art_…)' }),
})

export const trashEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/trash',
    operation: 'listTrash',
    summary: 'Workbooks you deleted, and deleted tables of your workbooks, newest first',
    scope: 'workbooks:read',
    status: 200,
    response: Type.Object({ trash: Type.Array(Trashed) }),
    handle: async ({ ctx }) => {
      const [workbooks, tables] = await Promise.all([listTrashed(ctx), listTrashedTables(ctx.db, ctx.caller)])
      const trash = [...workbooks.map(presentWorkbook), ...tables.map(presentTable)]
      return { trash: trash.sort((a, b) => (a.deleted_at < b.deleted_at ? 1 : -1)) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/me/trash',
    operation: 'emptyTrash',
    summary: 'Purge everything in your trash',
    description: 'As far as this credential reaches. Nothing of it comes back; its storage is freed in the background.',
    scope: 'workbooks:delete',
    status: 200,
    response: Type.Object({ purged: Type.Integer({ description: 'How many workbooks and tables it were' }) }),
    handle: async ({ ctx }) => ({ purged: await emptyTrash(ctx) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/me/trash/{id}',
    operation: 'purgeFromTrash',
    summary: 'Purge a deleted workbook or table: it does not come back',
    description:
      'Owner only. Versions of a table that a snapshot, a version or an open branch holds stay with these. Storage is freed in the background.',
    scope: 'workbooks:delete',
    params: AtTrashed,
    status: 204,
    problems: ['owner_required', 'out_of_reach', 'not_found'],
    handle: async ({ ctx, params: { id } }) => {
      if (id.startsWith('art_')) await purgeTrashedTable(ctx, fromWireId('art', id))
      else await purgeTrashedWorkbook(ctx, fromWireId('wb', id))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/trash/{id}/restore',
    operation: 'restoreFromTrash',
    summary: 'Bring a deleted workbook or table back as it was',
    scope: 'workbooks:delete',
    params: AtTrashed,
    status: 200,
    response: Restored,
    problems: ['owner_required', 'role_required', 'out_of_reach', 'name_taken', 'not_found'],
    handle: async ({ ctx, params: { id } }) => {
      if (id.startsWith('art_')) {
        const { workbookId, name } = await restoreTable(ctx, fromWireId('art', id))
        return new Answer(200, { id, kind: 'table', title: name, workbook_id: toWireId('wb', workbookId) })
      }
      const { title } = await restoreWorkbook(ctx, fromWireId('wb', id))
      return new Answer(200, { id, kind: 'workbook', title, workbook_id: id })
    },
  }),
]

const presentWorkbook = ({ workbookId, title, deletedAt }: Awaited<ReturnType<typeof listTrashed>>[number]) => ({
  id: toWireId('wb', workbookId),
  kind: 'workbook',
  title,
  workbook_id: toWireId('wb', workbookId),
  deleted_at: deletedAt?.toISOString() ?? '',
})

const presentTable = ({
  artifactId,
  name,
  workbookId,
  deletedAt,
}: Awaited<ReturnType<typeof listTrashedTables>>[number]) => ({
  id: toWireId('art', artifactId),
  kind: 'table',
  title: name,
  workbook_id: toWireId('wb', workbookId),
  deleted_at: deletedAt?.toISOString() ?? '',
})
