import { type Static, Type } from 'typebox'
import type { Agent } from '../agent.ts'
import { fitItems, shortenTexts } from '../small-answer.ts'
import { READS, tool } from '../tool.ts'
import { Citations, Cite, citationsOf } from './citations.ts'
import { Cells, ColumnInfo, CutCells, columnOf, Id, Page, WorkbookId } from './fields.ts'

export const ResultPage = Type.Object({
  result_id: Type.String(),
  columns: Type.Array(ColumnInfo),
  rows: Type.Array(Cells, { description: 'Each row as the values of columns, in their order' }),
  row_count: Type.Integer({ description: 'Of the whole result' }),
  truncated: Type.Boolean({ description: 'There were more rows than are kept: aggregate, or narrow the WHERE' }),
  offset: Type.Integer(),
  next_offset: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null at the end; else call get_result_page with it',
  }),
  masked_columns: Type.Array(Type.String(), { description: 'Columns that read as NULL for you, by policy' }),
  stale_tables: Type.Array(Type.String(), { description: 'Tables to recompute before their figures are trusted' }),
  cut_cells: CutCells,
})

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const query = tool({
  name: 'query',
  title: 'Query with SQL',
  description:
    'Runs one read-only SELECT (DuckDB SQL) over the tables of a workbook; names with spaces or other scripts go in double quotes, values through ? and params. Answers a small page and keeps the whole result: read on with get_result_page. Prefer aggregates to reading rows. With cite a SELECT over one table also answers with the cells each of its first 50 rows was made from.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'grid',
  input: Type.Object({
    workbook_id: WorkbookId,
    sql: Type.String({ minLength: 1, maxLength: 100_000 }),
    params: Type.Optional(Type.Array(Value, { maxItems: 1000 })),
    limit: Page(50, 500),
    as_of: Type.Optional(
      Type.String({ maxLength: 200, description: 'A snapshot id, or version:<label>: the tables as they were then' }),
    ),
    cite: Cite,
  }),
  output: Type.Object({ ...ResultPage.properties, citations: Type.Optional(Citations) }),
  run: async (agent, { workbook_id, sql, params, limit, as_of, cite: isCited }) => {
    const result = await agent.api.runQuery({ workbook_id, body: { sql, params, limit, as_of, shape: 'arrays' } })
    const page = pageOf(result)
    if (!isCited) return page
    const body = { sql, params, as_of, limit: Math.min(page.rows.length, MOST_CITED) || 1 }
    const cited = await agent.api.citeQuery({ workbook_id, body })
    // Safe: asked for as arrays.
    const shown = (result.rows as unknown[][]).slice(0, Math.min(page.rows.length, MOST_CITED))
    return { ...page, citations: citationsOf(agent, workbook_id, cited, shown) }
  },
})

/** Rows that are cited at once. */
const MOST_CITED = 50

export const getResultPage = tool({
  name: 'get_result_page',
  title: 'Read on in a result',
  description:
    'Further rows of a result of query, from an offset on. Results are kept for days, but not past a change of policies.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'grid',
  readsOn: true,
  input: Type.Object({
    result_id: Id('res', 'From query'),
    offset: Type.Integer({ minimum: 0 }),
    limit: Page(50, 500),
  }),
  output: ResultPage,
  run: async (agent, { result_id, offset, limit }) =>
    pageOf(await agent.api.readResult({ result_id, offset, limit, shape: 'arrays' })),
})

type Answered = Awaited<ReturnType<Agent['api']['runQuery']>>

export function pageOf(result: Answered): Static<typeof ResultPage> {
  // Safe: asked for as arrays.
  const { rows, cutCells } = shortenTexts(result.rows as unknown[][])
  const { kept, isCut } = fitItems(rows)
  return {
    result_id: result.id,
    columns: result.columns.map(columnOf),
    rows: kept,
    row_count: result.row_count,
    truncated: result.truncated,
    offset: result.offset,
    next_offset: isCut ? result.offset + kept.length : result.next_offset,
    masked_columns: result.masked_columns,
    stale_tables: result.tables.filter(({ stale }) => stale).map(({ name }) => name),
    cut_cells: cutCells,
  }
}
