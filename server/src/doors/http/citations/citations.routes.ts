import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { presentResultColumn } from '../../../core/queries/manifest.ts'
import { lookAheadForTable, lookAheadForTables } from '../../../core/reading/look-ahead-for-tables.ts'
import { formatRange } from '../../../core/tables/ranges/a1-range.ts'
import { FreeRow, placeOf } from '../../../core/tables/tables.schema.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, Nullish } from '../../../platform/http/schema.ts'
import type {
  CitedAnswer,
  CitedCell,
  CitedOutput,
  CitedRanges,
  CitedTable,
  MadeFrom,
} from '../../../work/citations/citation.ts'
import { CitedQuery, CitedQueryAnswer, CitedTableAnswer } from '../../../work/citations/citations.schema.ts'
import { citeQuery } from '../../../work/citations/cite-query.ts'
import { citeTable } from '../../../work/citations/cite-table.ts'

const Columns = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 2_000 })
const RowId = Type.Integer({ minimum: 1 })
const MOST_ROW_IDS = 10_000

const presentCell = ({ source, revision, sheet, at, standing, isComputed, isShared, isReworded }: CitedCell) => ({
  source,
  revision,
  sheet,
  cell: formatRange({ left: at.column, right: at.column, top: at.row, bottom: at.row }),
  edited: EDITED[standing],
  computed: isComputed,
  shared: isShared,
  reworded: isReworded,
})

const EDITED = { same: false, edited: true, unknown: null } as const

const presentRanges = ({ column, ranges, cells, isCut, edited, unknown, reworded, elsewhere }: CitedRanges) => ({
  column,
  ranges: ranges.map(({ range, ...file }) => ({ ...file, range: formatRange(range) })),
  cells,
  cut: isCut,
  edited,
  unknown,
  reworded,
  elsewhere,
})

const presentFrom = ({ boxes, ...from }: MadeFrom) => ({ ...from, ranges: boxes.map(formatRange) })

const presentTable = (cited: CitedTable) => ({
  name: cited.table,
  edit_version: cited.editVersion,
  derived: cited.isDerived,
  rows: cited.rows.map(({ rowId, values }) => ({
    row_id: rowId,
    values: values.map(({ column, cell }) => ({ column, cell: cell && presentCell(cell) })),
  })),
  sets: cited.sets.map(({ rows, citedRows, columns }) => ({
    rows,
    cited_rows: citedRows,
    columns: columns.map(presentRanges),
  })),
  made_from: cited.madeFrom.map(presentFrom),
  made_from_cut: cited.isMadeFromCut,
})

const presentOutput = ({ name, isValue, from }: CitedOutput) => ({
  name,
  holds: isValue,
  from: from.map(presentRanges),
})

const presentAnswer = ({ columns, not, rows, madeFrom, isMadeFromCut }: CitedAnswer) => ({
  columns: columns.map(presentResultColumn),
  not_cited: not,
  rows: rows.map((row) => ({
    values: [...row.values],
    rows: row.rows,
    cited_rows: row.citedRows,
    columns: row.columns.map(presentOutput),
  })),
  made_from: madeFrom.map(presentFrom),
  made_from_cut: isMadeFromCut,
})

function refuseIfTooMany(sets: readonly { row_ids?: readonly number[] | null | undefined }[]) {
  const named = sets.reduce((sum, { row_ids }) => sum + (row_ids?.length ?? 0), 0)
  if (named > MOST_ROW_IDS)
    throw invalidField(['body', 'sets'], 'size', `must name at most ${MOST_ROW_IDS} rows in all`)
}

export const citationEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/tables/{name}/citations',
    operation: 'citeTable',
    summary: 'In which cells of which files values of a table stood',
    description: [
      'With row_ids the cell of each value; with sets, for each set of rows (those named, those that fit a filter of reading rows, or with neither all), the ranges of each column. A value that was edited since it was read says so, and its cell is not in the ranges of a set.',
      'made_from lists the parts of files that the table was read from, or of a derived table those of the tables that it was made from: no cell holds its rows.',
      'Changes nothing, so repeating it is safe and no Idempotency-Key is kept.',
    ].join('\n\n'),
    scope: 'workbooks:read',
    ahead: lookAheadForTable,
    reach: { workbook: 'viewer' },
    isRead: true,
    params: Type.Object({ workbook_id: Id('wb'), name: Type.String() }),
    body: Type.Object({
      columns: Nullish(Columns),
      row_ids: Nullish(Type.Array(RowId, { maxItems: 1_000 })),
      sets: Nullish(
        Type.Array(
          Type.Object({
            row_ids: Nullish(Type.Array(RowId, { maxItems: MOST_ROW_IDS })),
            filter: Nullish(FreeRow),
            columns: Nullish(Columns),
          }),
          { maxItems: 500 },
        ),
      ),
      as_of: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
    }),
    status: 200,
    response: CitedTableAnswer,
    problems: ['row_not_found', 'unknown_column', 'uncastable_value', 'history_expired', 'unavailable'],
    handle: async ({ ctx, params, body }) => {
      const sets = body.sets ?? []
      refuseIfTooMany(sets)
      return presentTable(
        await citeTable(
          ctx,
          { ...placeOf(params), asOf: body.as_of ?? undefined },
          {
            columns: body.columns ?? undefined,
            rowIds: body.row_ids ?? [],
            sets: sets.map(({ row_ids, filter, columns }) => ({
              ...(row_ids ? { rowIds: row_ids } : {}),
              ...(filter ? { filter } : {}),
              ...(columns ? { columns } : {}),
            })),
          },
        ),
      )
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/query/citations',
    operation: 'citeQuery',
    summary: 'Ask with SQL, and learn from which cells the answer was made',
    description: [
      'The first rows of a SELECT, and for each of them the ranges of cells its columns were made from: the cells that hold the value, or under an aggregate those that it was computed from.',
      'Only of a SELECT over one table that was read from files, without joins, subqueries, set operations, DISTINCT and windows; of others not_cited says why, and made_from has the parts of files that their tables were read from.',
      'Changes nothing, so repeating it is safe and no Idempotency-Key is kept.',
    ].join('\n\n'),
    scope: 'workbooks:read',
    ahead: lookAheadForTables,
    reach: { workbook: 'viewer' },
    isRead: true,
    params: Type.Object({ workbook_id: Id('wb') }),
    body: CitedQuery,
    status: 200,
    response: CitedQueryAnswer,
    problems: ['out_of_reach', 'invalid_sql', 'not_read_only', 'query_timeout', 'result_too_large', 'unavailable'],
    handle: async ({ ctx, params, body, gone }) =>
      presentAnswer(
        await citeQuery(
          ctx,
          params.workbook_id,
          {
            sql: body.sql,
            params: body.params ?? null,
            asOf: body.as_of ?? undefined,
            limit: body.limit ?? 50,
            timeoutMs: body.timeout_ms ?? 30_000,
          },
          gone,
        ),
      ),
  }),
]
