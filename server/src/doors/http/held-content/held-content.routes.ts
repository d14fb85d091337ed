import { Type } from 'typebox'
import { decideHeldContent, HELD_DAYS, readHeldContent } from '../../../people/held-content/decide-held-content.ts'
import type { HeldAccount } from '../../../people/held-content/held-content.store.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const DAY_MS = 24 * 3600 * 1000

const HeldContent = NamedObject('HeldContent', {
  account_id: WireId('acc'),
  kind: OneOf(['default', 'developer']),
  name: Type.String(),
  workspaces: Type.Array(Type.String()),
  workbooks: Type.Array(
    Type.Object({ title: Type.String(), workspace: Type.String(), tables: Type.Integer(), created_at: Time }),
  ),
  held_at: Time,
  deleted_at: Type.String({ description: 'When it is deleted, unless it is kept before', format: 'date-time' }),
})

const presentHeld = ({ accountId, isDefault, name, heldAt, workspaces, workbooks }: HeldAccount) => ({
  account_id: toWireId('acc', accountId),
  kind: isDefault ? 'default' : 'developer',
  name,
  workspaces,
  workbooks: workbooks.map(({ createdAt, ...workbook }) => ({ ...workbook, created_at: createdAt })),
  held_at: heldAt.toISOString(),
  deleted_at: new Date(heldAt.getTime() + HELD_DAYS * DAY_MS).toISOString(),
})

export const heldContentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/v1/me/held-content',
    operation: 'listHeldContent',
    summary: 'What was made under your address before it was proven, and is held until you decide',
    scope: 'any',
    callers: ['session'],
    status: 200,
    response: Type.Object({ held: Type.Array(HeldContent) }),
    problems: ['session_required'],
    handle: async ({ ctx }) => ({ held: (await readHeldContent(ctx, ctx.caller.userId)).map(presentHeld) }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/me/held-content',
    operation: 'decideHeldContent',
    summary: 'Keep content that is held for you, or have it deleted for good',
    description: 'What is kept is yours alone: no member, share, token, key or webhook of before comes back.',
    scope: 'any',
    callers: ['session'],
    body: Type.Object({
      decision: OneOf(['keep', 'discard']),
      account_ids: Type.Array(Id('acc'), { minItems: 1, maxItems: 100 }),
    }),
    status: 200,
    response: Type.Object({ held: Type.Array(HeldContent) }),
    problems: ['session_required', 'not_found'],
    handle: async ({ ctx, body }) => {
      await decideHeldContent(ctx, ctx.caller.userId, body.account_ids, body.decision)
      return { held: (await readHeldContent(ctx, ctx.caller.userId)).map(presentHeld) }
    },
  }),
]
