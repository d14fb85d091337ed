import { Type } from 'typebox'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { trashWorkbook } from '../../../core/workbooks/trash-workbook.ts'
import { languageOf, type WorkbookRole } from '../../../core/workbooks/workbook.ts'
import {
  changeWorkbook,
  createWorkbook,
  listMyWorkbooks,
  listVisibleWorkbooks,
} from '../../../core/workbooks/workbooks.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import {
  Cursor,
  Id,
  Limit,
  NamedObject,
  Nullable,
  Nullish,
  OneOf,
  Time,
  WireId,
  WorkspaceId,
} from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Language = {
  ...OneOf(['ja', 'en']),
  description: 'Of the names that structuring gives. Null, the default: the language of each file’s own words',
}
const Title = Type.String({ minLength: 1, maxLength: 200 })
const Description = Type.String({ maxLength: 2000 })
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

const Workbook = NamedObject('Workbook', {
  workbook_id: WireId('wb'),
  title: Type.String(),
  description: Nullable(Type.String()),
  language: Nullable(Language),
  workspace_id: WireId('ws'),
  account_id: WireId('acc'),
  owner_id: WireId('usr'),
  governed: Type.Boolean(),
  table_count: Type.Integer(),
  source_count: Type.Integer(),
  edit_seq: Type.Integer(),
  role: OneOf(['owner', 'editor', 'viewer']),
  created_at: Time,
  updated_at: Time,
})

const presentWorkbook = (workbook: Omit<OpenedWorkbook, 'role'> & { role: WorkbookRole }) => ({
  workbook_id: toWireId('wb', workbook.workbookId),
  title: workbook.title,
  description: workbook.description,
  language: languageOf(workbook),
  workspace_id: toWireId('ws', workbook.workspaceId),
  account_id: toWireId('acc', workbook.accountId),
  owner_id: toWireId('usr', workbook.ownerId),
  governed: workbook.isGoverned,
  table_count: workbook.tableCount,
  source_count: workbook.sourceCount,
  edit_seq: workbook.editSeq,
  role: workbook.role,
  created_at: workbook.createdAt.toISOString(),
  updated_at: workbook.updatedAt.toISOString(),
})

export const workbookEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks',
    operation: 'createWorkbook',
    summary: 'Create a workbook, in the oldest workspace of the account unless one is named',
    scope: 'workbooks:write',
    body: Type.Object({
      title: Title,
      workspace_id: Nullish(WorkspaceId()),
      description: Nullish(Description),
      language: Nullish(Language),
    }),
    status: 201,
    response: Workbook,
    problems: ['no_workspace', 'out_of_reach', 'role_required', 'limit_reached'],
    handle: async ({ ctx, body: { title, workspace_id = null, description = null, language = null } }) =>
      presentWorkbook(await createWorkbook(ctx, { title, workspaceId: workspace_id, description, language })),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}',
    operation: 'readWorkbook',
    summary: 'A workbook',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    status: 200,
    response: Workbook,
    handle: async ({ ctx, params }) => presentWorkbook(await openWorkbook(ctx, params.workbook_id, 'viewer')),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/workbooks/{workbook_id}',
    operation: 'changeWorkbook',
    summary: 'Change title, description or language',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      title: Nullish(Title),
      description: Nullish(Description),
      language: Nullish(Language),
    }),
    status: 200,
    response: Workbook,
    problems: ['role_required'],
    handle: async ({ ctx, params, body: { title, description, language } }) =>
      presentWorkbook(
        await changeWorkbook(ctx, params.workbook_id, {
          ...(title ? { title } : {}),
          ...(description === undefined ? {} : { description }),
          ...(language === undefined ? {} : { language }),
        }),
      ),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/workbooks/{workbook_id}',
    operation: 'deleteWorkbook',
    summary: 'Delete a workbook; it rests in the trash for 30 days',
    scope: 'workbooks:delete',
    reach: { workbook: 'owner' },
    params: AtWorkbook,
    status: 204,
    problems: ['owner_required'],
    handle: async ({ ctx, params }) => trashWorkbook(ctx, params.workbook_id),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/me/workbooks',
    operation: 'listMyWorkbooks',
    summary: 'Workbooks you own, newest first',
    scope: 'workbooks:read',
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Limit(50, 200),
      workspace_id: Type.Optional(Type.String({ maxLength: 100, description: 'A workspace, or the alias personal' })),
    }),
    status: 200,
    response: Type.Object({ workbooks: Type.Array(Workbook), next_cursor: Nullable(Type.String()) }),
    problems: ['out_of_reach', 'invalid_cursor'],
    handle: async ({ ctx, query: { cursor, limit, workspace_id } }) => {
      const list = `me/workbooks ${ctx.caller.userId}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { workbooks, next } = await listMyWorkbooks(ctx, { limit, after }, workspace_id)
      return { workbooks: workbooks.map(presentWorkbook), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/control/workspaces/{workspace_id}/workbooks',
    operation: 'listWorkspaceWorkbooks',
    summary: 'Workbooks of a workspace: your own and those shared with you',
    scope: 'workspaces:read',
    reach: { workspace: 'viewer' },
    params: Type.Object({ workspace_id: WorkspaceId() }),
    status: 200,
    response: Type.Object({ workbooks: Type.Array(Workbook) }),
    problems: ['out_of_reach'],
    handle: async ({ ctx, params }) => ({
      workbooks: (await listVisibleWorkbooks(ctx, params.workspace_id)).map(presentWorkbook),
    }),
  }),
]
