import { Type } from 'typebox'
import { NamedObject, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn } from '../reading/column-info.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import type { TableRoots } from './read-table-roots.ts'
import { ColumnInfo, maskedColumnsOf, presentFreshness } from './tables.schema.ts'

export const LAYERS = ['raw', 'base', 'derived'] as const
export const STATES = ['active', 'archived'] as const
export const TYPES = ['table', 'view'] as const

/** A table in any answer that tells all of one. */
export const Table = NamedObject('Table', {
  name: Type.String(),
  id: Type.String(),
  table_name: Type.String(),
  type: OneOf(TYPES),
  layer: OneOf(LAYERS),
  description: Nullable(Type.String()),
  state: OneOf(STATES),
  row_count: Nullable(Type.Integer({ description: 'Of the rows that you see; null where they are not counted' })),
  edit_version: Type.Integer(),
  columns: Type.Array(ColumnInfo),
  freshness: Type.Object({
    stale: Type.Boolean(),
    stale_since: Nullable(Time),
    reason: Nullable(Type.String()),
    upstream: Type.Array(Type.String()),
  }),
  masked_columns: Type.Array(Type.String()),
  policy_input: Type.Boolean({
    description:
      'A row policy takes attributes from it, or from what is made from it: only callers who may change policies write it',
  }),
  source: Nullable(Type.String()),
  transform: Nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
})

export const presentTable = (opened: OpenedTable, { upstream, source }: TableRoots) => ({
  name: opened.name,
  id: toWireId('art', opened.artifactId),
  table_name: opened.name,
  type: opened.kind,
  layer: opened.layer,
  description: opened.description,
  state: opened.state,
  row_count: opened.rowCount,
  edit_version: opened.editVersion,
  columns: opened.table.columns.map(presentColumn),
  freshness: { ...presentFreshness(opened), reason: opened.staleReason, upstream },
  masked_columns: maskedColumnsOf(opened),
  policy_input: opened.isPolicyInput === true,
  source,
  // A transform is called what it makes.
  transform: opened.layer === 'derived' ? opened.name : null,
  created_at: opened.createdAt.toISOString(),
  updated_at: opened.updatedAt.toISOString(),
})
