import { Type } from 'typebox'
import { listWorkbookMembers, shareWorkbook, unshareWorkbook } from '../../../core/workbooks/share-workbook.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, OneOf, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Member = NamedObject('Member', {
  user_id: WireId('usr'),
  email: Type.String(),
  name: Type.String(),
  role: OneOf(['owner', 'editor', 'viewer']),
})
const AtMember = Type.Object({ workbook_id: Id('wb'), user_id: Id('usr') })

type MemberView = { userId: string; email: string; name: string; role: string }

const presentMember = ({ userId, email, name, role }: MemberView) => ({
  user_id: toWireId('usr', userId),
  email,
  name,
  role,
})

export const workbookMemberEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/workbooks/{workbook_id}/members',
    operation: 'listWorkbookMembers',
    summary: 'Who the workbook is shared with',
    scope: 'workbooks:read',
    reach: { workbook: 'owner' },
    params: Type.Object({ workbook_id: Id('wb') }),
    status: 200,
    response: Type.Object({ members: Type.Array(Member) }),
    problems: ['owner_required'],
    handle: async ({ ctx, params }) => ({
      members: (await listWorkbookMembers(ctx, params.workbook_id)).map(presentMember),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/v1/workbooks/{workbook_id}/members/{user_id}',
    operation: 'shareWorkbook',
    summary: 'Share the workbook with a user, or change their role',
    scope: 'workbooks:write',
    reach: { workbook: 'owner' },
    params: AtMember,
    body: Type.Object({ role: OneOf(['viewer', 'editor']) }),
    status: 200,
    response: Member,
    problems: ['owner_required'],
    handle: async ({ ctx, params, body }) =>
      presentMember(await shareWorkbook(ctx, params.workbook_id, params.user_id, body.role)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/workbooks/{workbook_id}/members/{user_id}',
    operation: 'unshareWorkbook',
    summary: 'Stop sharing the workbook with a user',
    scope: 'workbooks:write',
    reach: { workbook: 'owner' },
    params: AtMember,
    status: 204,
    problems: ['owner_required'],
    handle: async ({ ctx, params }) => unshareWorkbook(ctx, params.workbook_id, params.user_id),
  }),
]
