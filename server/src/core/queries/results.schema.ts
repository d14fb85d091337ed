import { Type } from 'typebox'
import { NamedObject, Nullable, OneOf, Time, WireId } from '../../platform/http/schema.ts'
import { ColumnInfo } from '../tables/tables.schema.ts'

/** A page of a result, with what is known of the whole. */
export const ResultRows = NamedObject('QueryResult', {
  id: WireId('res'),
  workbook_id: WireId('wb'),
  format: OneOf(['json', 'ndjson', 'arrow']),
  columns: Type.Array(ColumnInfo),
  row_count: Type.Integer({ description: 'Rows of the whole result' }),
  truncated: Type.Boolean({ description: 'There were more rows than are kept' }),
  masked_columns: Type.Array(Type.String(), { description: 'Columns of its tables that read as NULL for you' }),
  tables: Type.Array(Type.Object({ name: Type.String(), edit_version: Type.Integer(), stale: Type.Boolean() })),
  sql_sha256: Type.String(),
  offset: Type.Integer(),
  limit: Type.Integer(),
  next_offset: Nullable(Type.Integer()),
  elapsed_ms: Type.Integer(),
  created_at: Time,
  expires_at: Time,
  rows: Type.Array(Type.Unsafe<unknown>({}), { description: 'Objects by column name, or arrays' }),
})
