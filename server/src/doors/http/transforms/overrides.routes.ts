import { Type } from 'typebox'
import { DeletionQuery, deletionIn, FreeRow, placeOf, Stale } from '../../../core/tables/tables.schema.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { CellValue, Cursor, Id, Limit, Nullable, WireId } from '../../../platform/http/schema.ts'
import { dropOverride, type OverridePage, readOverrides } from '../../../work/transforms/overrides/overrides.ts'

const AT_TABLE = '/api/v1/workbooks/{workbook_id}/tables/{name}'

export const overrideEndpoints = [
  endpoint({
    method: 'GET',
    path: `${AT_TABLE}/overrides`,
    operation: 'listTableOverrides',
    summary: 'Cells of a derived table that people have written over',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    query: Type.Object({ limit: Limit(200, 1000), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({
      overrides: Type.Array(
        Type.Object({
          override_id: WireId('ovr'),
          table: Type.String(),
          row_id: Type.Integer(),
          column: Type.String(),
          value: CellValue,
          base_value: CellValue,
          op_id: Type.Integer(),
          actor: FreeRow,
          stale: Type.Boolean(),
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `overrides ${params.workbook_id} ${params.name}`
      // Safe: a cursor opens only if this service wrote it for this list.
      const after = cursor ? (readCursor(ctx.keyring, list, cursor) as OverridePage['after']) : null
      const { overrides, next } = await readOverrides(ctx, placeOf(params), { limit, after })
      return { overrides, next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT_TABLE}/overrides/{override_id}`,
    operation: 'dropTableOverride',
    summary: 'Take an override away: the cell shows what the transform makes of it',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String(), override_id: Type.String() }),
    locks: 'query',
    query: DeletionQuery,
    status: 200,
    response: Type.Object({
      edit_version: Type.Integer(),
      op_id: Type.Integer(),
      value: CellValue,
      stale: Stale,
    }),
    problems: ['rule_violated', 'role_required', 'version_conflict', 'masked_column', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const drop = deletionIn(query)
      const { editVersion, opId, value, stale } = await dropOverride(ctx, placeOf(params), params.override_id, drop)
      return { edit_version: editVersion, op_id: opId, value, stale }
    },
  }),
]
