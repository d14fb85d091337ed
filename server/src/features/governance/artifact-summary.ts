import { Type } from 'typebox'
import { Nullable, OneOf, Time, WireId } from '../../http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { presentColumn } from './column-info.ts'
import type { SeenArtifact } from './read-artifacts.ts'

/** An artifact as several features tell of it. */

const ColumnInfo = Type.Object({
  column: Type.String(),
  name: Type.String(),
  type: Type.String(),
  masked: Type.Boolean(),
  description: Nullable(Type.String()),
})

export const ArtifactSummary = Type.Object({
  name: Type.String(),
  type: OneOf(['table', 'view', 'chart', 'report']),
  description: Nullable(Type.String()),
  id: WireId('art'),
  row_count: Nullable(Type.Integer()),
  schema: Nullable(Type.Array(ColumnInfo)),
  state: OneOf(['active', 'archived']),
  table_name: Nullable(Type.String()),
  updated_at: Time,
  workbook_id: WireId('wb'),
  layer: Nullable(OneOf(['raw', 'base', 'derived'])),
  edit_version: Nullable(Type.Integer()),
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
