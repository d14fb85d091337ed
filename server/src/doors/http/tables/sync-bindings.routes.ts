import { Type } from 'typebox'
import { ActorInfo } from '../../../core/audit/actor.ts'
import { bindTable } from '../../../core/tables/sync-bindings/bind-table.ts'
import { DIRECTIONS, EXTERNAL_KINDS, type SyncBinding } from '../../../core/tables/sync-bindings/sync-bindings.store.ts'
import { Choice, placeOf } from '../../../core/tables/tables.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const OwnershipMap = Type.Record(Type.String(), Type.String({ maxLength: 200 }), { maxProperties: 2000 })

const BindingInfo = NamedObject('SyncBinding', {
  binding_id: WireId('bnd'),
  table: Type.String(),
  external_kind: OneOf(EXTERNAL_KINDS),
  external_ref: Type.String(),
  direction: OneOf(DIRECTIONS),
  ownership_map: Nullable(OwnershipMap),
  active: Type.Boolean({ description: 'False: nothing is synchronised' }),
  actor: ActorInfo,
  created_at: Time,
})

const presentBinding = (table: string, binding: SyncBinding) => ({
  binding_id: toWireId('bnd', binding.bindingId),
  table,
  external_kind: binding.externalKind,
  external_ref: binding.externalRef,
  direction: binding.direction,
  ownership_map: binding.ownershipMap,
  active: false,
  actor: binding.actor,
  created_at: binding.createdAt.toISOString(),
})

export const syncBindingEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/artifacts/{name}/sync-bindings',
    operation: 'bindArtifact',
    summary: 'Keep which external sheet a table belongs to; nothing is synchronised',
    description: 'One sheet belongs to one table, and one table to one sheet.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    body: Type.Object({
      actor: Type.String({ minLength: 1, maxLength: 200 }),
      external_kind: OneOf(EXTERNAL_KINDS),
      external_ref: Type.String({ minLength: 1, maxLength: 1000 }),
      direction: Choice(DIRECTIONS),
      ownership_map: Nullish(OwnershipMap),
    }),
    status: 201,
    response: Type.Object({ binding: BindingInfo, warnings: Type.Array(Type.String()) }),
    problems: ['role_required', 'name_taken'],
    handle: async ({ ctx, params, body }) => {
      const { name, binding, warnings } = await bindTable(ctx, placeOf(params), {
        externalKind: body.external_kind,
        externalRef: body.external_ref,
        direction: body.direction ?? 'bidirectional',
        ownershipMap: body.ownership_map ?? null,
        actor: body.actor,
      })
      return { binding: presentBinding(name, binding), warnings }
    },
  }),
]
