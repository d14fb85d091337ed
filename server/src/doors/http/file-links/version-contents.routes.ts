import { Type } from 'typebox'
import { columnLetters } from '../../../core/tables/ranges/a1-range.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { AT_VERSIONS, AtVersion, linkPlaceOf, versionIn } from '../../../work/file-links/file-links.schema.ts'
import { diffVersions, readVersionCells, type VersionDiff } from '../../../work/file-links/version-contents.ts'
import { KEPT_FILE_PROBLEMS } from '../../../work/sources/sources.schema.ts'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const ChangeInfo = NamedObject('FileChange', {
  cell: Type.String({ description: 'Its place in version n, or in the other one if that place is gone' }),
  old_cell: Nullable(Type.String({ description: 'Null: its row or column was not there yet' })),
  new_cell: Nullable(Type.String({ description: 'Null: its row or column is gone' })),
  old: Nullable(Value),
  new: Nullable(Value),
})

const SheetDiffInfo = NamedObject('SheetDiff', {
  sheet: Type.String(),
  renamed_from: Nullable(Type.String()),
  status: OneOf(['changed', 'added', 'removed', 'same']),
  row_map: Type.Array(Type.Object({ old: Type.Integer(), new: Type.Integer(), rows: Type.Integer() }), {
    description: 'So many rows from old on are those from new on; rows in no run came or went',
  }),
  column_map: Type.Array(Type.Object({ old: Type.String(), new: Type.String(), columns: Type.Integer() })),
  changes: Type.Array(ChangeInfo),
  total: Type.Integer({ description: 'How many cells differ, listed or not' }),
  truncated: Type.Boolean(),
})

const PROBLEMS = [...KEPT_FILE_PROBLEMS, 'governed_workbook', 'unavailable']

export const versionContentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: `${AT_VERSIONS}/{n}/cells`,
    operation: 'readFileVersionCells',
    summary: 'What stands in a sheet of a version, cell by cell',
    description: 'At most 100,000 cells. Without a sheet the first one is read.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtVersion,
    query: Type.Object({ sheet: Type.Optional(Type.String({ maxLength: 300 })) }),
    status: 200,
    response: Type.Object({
      sheet: Type.String(),
      cells: Type.Array(Type.Object({ cell: Type.String(), value: Value })),
      truncated: Type.Boolean(),
    }),
    problems: PROBLEMS,
    handle: async ({ ctx, params, query }) => {
      const place = linkPlaceOf(params)
      const { sheet, cells, isTruncated } = await readVersionCells(ctx, place, versionIn(params.n), query.sheet ?? null)
      return { sheet, cells: cells.map(({ cell, value }) => ({ cell, value })), truncated: isTruncated }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_VERSIONS}/{n}/diff`,
    operation: 'diffFileVersions',
    summary: 'What has changed in a version since the one before, or since another',
    description:
      'Rows and columns that came and went are known as such: the maps say where the others stand now, and only cells that ' +
      'differ beside that are changes. At most 10,000 of a sheet and 50,000 in all are listed.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtVersion,
    query: Type.Object({ against: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
    status: 200,
    response: Type.Object({ n: Type.Integer(), against: Type.Integer(), sheets: Type.Array(SheetDiffInfo) }),
    problems: PROBLEMS,
    handle: async ({ ctx, params, query }) =>
      presentDiff(await diffVersions(ctx, linkPlaceOf(params), versionIn(params.n), query.against)),
  }),
]

const presentDiff = ({ n, against, sheets }: VersionDiff) => ({ n, against, sheets: sheets.map(presentSheetDiff) })

const presentSheetDiff = (sheet: VersionDiff['sheets'][number]) => ({
  sheet: sheet.sheet,
  renamed_from: sheet.renamedFrom,
  status: sheet.status,
  row_map: sheet.rows.map(({ old, next, count }) => ({ old: old + 1, new: next + 1, rows: count })),
  column_map: sheet.columns.map(({ old, next, count }) => ({
    old: columnLetters(old),
    new: columnLetters(next),
    columns: count,
  })),
  changes: sheet.changes.map(({ cell, oldCell, newCell, old, next }) => ({
    cell,
    old_cell: oldCell,
    new_cell: newCell,
    old,
    new: next,
  })),
  total: sheet.total,
  truncated: sheet.isTruncated,
})
