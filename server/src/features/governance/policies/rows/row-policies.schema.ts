import { Type } from 'typebox'
import { Nullable, Time, WireId } from '../../../../http/schema.ts'
import { toWireId } from '../../../../platform/ids.ts'
import { ActorInfo } from '../../../audit/actor.ts'
import type { SeenRowPolicy } from './row-policies.ts'

export const RowPolicyInfo = Type.Object({
  table: Type.String({
    description: 'Its id where it is in the trash or gone: what was made from its rows stays closed',
  }),
  table_id: WireId('art'),
  predicate: Type.String(),
  fits: Type.Boolean({
    description: 'False: a column that it names was dropped or has another type; it shows no row to anyone',
  }),
  note: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
  updated_at: Time,
})

export const presentRowPolicy = (policy: SeenRowPolicy) => ({
  table: policy.table,
  table_id: toWireId('art', policy.tableId),
  predicate: policy.predicate,
  fits: policy.isFitting,
  note: policy.note,
  actor: policy.actor,
  created_at: policy.createdAt.toISOString(),
  updated_at: policy.updatedAt.toISOString(),
})
