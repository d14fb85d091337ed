import { Type } from 'typebox'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn } from './column-info.ts'
import type { SeenArtifact } from './read-artifacts.ts'

/** An artifact as several features tell of it. */

const MaybeText = Type.Union([Type.String(), Type.Null()])
const MaybeNumber = Type.Union([Type.Integer(), Type.Null()])
const Words = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
const IdOf = (prefix: 'art' | 'wb') =>
  Type.String({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`, examples: [`${prefix}_01JCQ8Z5X6Y7V8W9A0B1C2D3E4`] })

const ColumnInfo = Type.Object({
  column: Type.String(),
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean(),
  description: MaybeText,
})

export const ArtifactSummary = Type.Object({
  name: Type.String(),
  type: Words(['table', 'view', 'chart', 'report']),
  description: MaybeText,
  id: IdOf('art'),
  row_count: MaybeNumber,
  schema: Type.Union([Type.Array(ColumnInfo), Type.Null()]),
  state: Words(['active', 'archived']),
  table_name: MaybeText,
  updated_at: Type.String({ format: 'date-time', examples: ['2026-11-14T22:41:38.123Z'] }),
  workbook_id: IdOf('wb'),
  layer: Type.Union([Words(['raw', 'base', 'derived']), Type.Null()]),
  edit_version: MaybeNumber,
})

export const presentArtifact = ({ artifact, opened }: SeenArtifact) => ({
  name: artifact.name,
  type: artifact.kind,
  description: artifact.description,
  id: toWireId('art', artifact.artifactId),
  row_count: artifact.rowCount,
  schema: opened?.table.columns.map(presentColumn) ?? null,
  state: artifact.state,
  table_name: opened ? artifact.name : null,
  updated_at: artifact.updatedAt.toISOString(),
  workbook_id: toWireId('wb', artifact.workbookId),
  layer: artifact.layer,
  edit_version: artifact.editVersion,
})
