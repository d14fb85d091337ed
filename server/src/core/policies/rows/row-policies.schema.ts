import { Type } from 'typebox'
import { ATTRIBUTE_IN_WORDS, ATTRIBUTE_PATTERN } from '../../../platform/caller.ts'
import { NamedObject, Nullable, Patterned, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { ActorInfo } from '../../audit/actor.ts'
import type { VisibleRowPolicy } from './row-policies.ts'

const AttributeColumns = Type.Record(Type.String(), Type.String({ maxLength: 200 }), {
  propertyNames: Patterned(ATTRIBUTE_PATTERN, ATTRIBUTE_IN_WORDS),
  maxProperties: 20,
  description: 'Names of attributes, each with the column that holds its values',
})

/** Where the values of attributes stand. */
export const MappingRequest = NamedObject('PolicyMappingToSet', {
  table: Type.String({ maxLength: 200 }),
  email: Type.String({ maxLength: 200, description: 'The column with the addresses of users' }),
  attributes: AttributeColumns,
})

const MappingInfo = NamedObject('PolicyMapping', {
  table: Type.String(),
  table_id: WireId('art'),
  email: Type.String(),
  attributes: AttributeColumns,
})

export const WRITE_UNSEEN =
  'Editors who do not see all rows may insert rows that they do not see, and change rows so that they no longer see them'

export const RowPolicyInfo = NamedObject('RowPolicy', {
  table: Type.String({
    description: 'Its id where it is in the trash or gone: what was made from its rows stays closed',
  }),
  table_id: WireId('art'),
  predicate: Type.String(),
  mapping: Nullable(MappingInfo),
  may_write_unseen: Type.Boolean({ description: WRITE_UNSEEN }),
  fits: Type.Boolean({
    description:
      'False: a column that it or its mapping names was dropped or has another type. A predicate that does not fit shows no row to anyone, a mapping none by its attributes',
  }),
  note: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
  updated_at: Time,
})

export const presentRowPolicy = (policy: VisibleRowPolicy) => ({
  table: policy.table,
  table_id: toWireId('art', policy.tableId),
  predicate: policy.predicate,
  mapping: policy.mapping && {
    table: policy.mapping.table,
    table_id: toWireId('art', policy.mapping.tableId),
    email: policy.mapping.email,
    attributes: { ...policy.mapping.attributes },
  },
  may_write_unseen: policy.mayWriteUnseen,
  fits: policy.isFitting,
  note: policy.note,
  actor: policy.actor,
  created_at: policy.createdAt.toISOString(),
  updated_at: policy.updatedAt.toISOString(),
})
