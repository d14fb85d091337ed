import { Type } from 'typebox'
import { MASK_STYLES } from '../../engine/table/mask-style.ts'
import { NamedObject, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { ActorInfo } from '../audit/actor.ts'
import type { CountedPolicy } from './policies.ts'
import { EFFECTS } from './policy.ts'
import type { Classification } from './tags/classification.ts'

const TagLabel = Nullable(Type.String({ description: 'What users read instead of the tag, in any script' }))

export const ClassificationInfo = NamedObject('Classification', {
  table: Type.String(),
  column: Type.String(),
  tag: Type.String(),
  label: TagLabel,
  inherited_from: Type.Union([Type.Object({ table: Type.String(), column: Type.String() }), Type.Null()]),
  note: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
})

export const presentClassification = (its: Classification) => ({
  table: its.table,
  column: its.column,
  tag: its.tag,
  label: its.label,
  inherited_from: its.inheritedFrom && { table: its.inheritedFrom.table, column: its.inheritedFrom.column },
  note: its.note,
  actor: its.actor,
  created_at: its.createdAt,
})

export const Policy = NamedObject('Policy', {
  tag: Type.String(),
  label: TagLabel,
  role: Type.String(),
  effect: Type.Unsafe<(typeof EFFECTS)[number]>({ type: 'string', enum: [...EFFECTS] }),
  mask_style: Nullable(OneOf(MASK_STYLES)),
  note: Nullable(Type.String()),
  actor: ActorInfo,
  created_at: Time,
  updated_at: Time,
  columns: Type.Integer({ description: 'How many columns bear the tag' }),
})

export const presentPolicy = ({
  tag,
  label,
  role,
  effect,
  maskStyle,
  note,
  actor,
  createdAt,
  updatedAt,
  columns,
}: CountedPolicy) => ({
  tag,
  label,
  role,
  effect,
  mask_style: maskStyle === 'null' ? null : maskStyle,
  note,
  actor,
  created_at: createdAt,
  updated_at: updatedAt,
  columns,
})
