import { type TSchema, Type } from 'typebox'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn } from '../governance/column-info.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { ColumnInfo, maskedColumnsOf, presentFreshness } from './wire.ts'

export const LAYERS = ['raw', 'base', 'derived'] as const
export const STATES = ['active', 'archived'] as const
export const TYPES = ['table', 'view'] as const

const Maybe = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const Word = <const T extends readonly string[]>(words: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] })
const Moment = Type.String({ format: 'date-time' })

/** A table in any answer that tells all of one. */
export const Table = Type.Object({
  name: Type.String(),
  id: Type.String(),
  table_name: Type.String(),
  type: Word(TYPES),
  layer: Word(LAYERS),
  description: Maybe(Type.String()),
  state: Word(STATES),
  row_count: Type.Integer(),
  edit_version: Type.Integer(),
  columns: Type.Array(ColumnInfo),
  freshness: Type.Object({
    stale: Type.Boolean(),
    stale_since: Maybe(Moment),
    reason: Maybe(Type.String()),
    upstream: Type.Array(Type.String()),
  }),
  masked_columns: Type.Array(Type.String()),
  source: Maybe(Type.String()),
  transform: Maybe(Type.String()),
  created_at: Moment,
  updated_at: Moment,
})

/** `upstream`: the tables it is made from. */
export const presentTable = (opened: OpenedTable, upstream: readonly string[]) => ({
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
  source: null,
  // A transform is called what it makes.
  transform: opened.layer === 'derived' ? opened.name : null,
  created_at: opened.createdAt.toISOString(),
  updated_at: opened.updatedAt.toISOString(),
})
