import { isProblem } from '@bindery-data/sdk'
import { type Static, Type } from 'typebox'
import { columnLetters, parseRange } from '../../../core/tables/ranges/a1-range.ts'
import { Nullable, OneOf } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems, shortenTexts } from '../small-answer.ts'
import { READS, tool } from '../tool.ts'
import { Cells, Page, SourceName, WorkbookId } from './fields.ts'

const Sheet = Type.Optional(Type.String({ maxLength: 200 }))
const TOKENS = 2_000

const Inspected = Type.Object({
  map: Type.String({ description: 'A line each; cells in A1 notation' }),
  omitted_lines: Type.Integer({ description: 'What did not fit: ask for one sheet, or for more tokens' }),
  of: OneOf(['file', 'tables']),
})

export const inspectWorkbook = tool({
  name: 'inspect_workbook',
  title: 'Look over a file or a workbook',
  description:
    'One compressed map, within max_tokens. With source: the sheets of that file, its regions with boxes and headers, columns with ranges of values, formulas by pattern and the cells that break them, totals and the rows they are made of, errors, duplicates, outliers, missing periods, hidden parts, doubts; all with cell addresses. Without source, or where policies close the original: the tables you can see. Call it first; next: find_cells and read_cells for details, query to compute.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'reading',
  input: Type.Object({
    workbook_id: WorkbookId,
    source: Type.Optional(SourceName),
    sheet: Sheet,
    max_tokens: Type.Optional(Type.Integer({ minimum: 200, maximum: 20_000, default: TOKENS })),
  }),
  output: Inspected,
  run: async (agent, { workbook_id, source, sheet, max_tokens = TOKENS }) => {
    if (source === undefined) return mapTables(agent, workbook_id, max_tokens)
    try {
      const seen = await agent.api.mapSource({ workbook_id, source_name: source, sheet, max_tokens })
      return { map: seen.map, omitted_lines: seen.omitted_lines, of: 'file' as const }
    } catch (error) {
      if (!isProblem(error, 'governed_workbook')) throw error
      return mapTables(agent, workbook_id, max_tokens)
    }
  },
})

/** A token of names and types is about three characters. */
const CHARACTERS_A_TOKEN = 3

async function mapTables(agent: Agent, workbook_id: string, maxTokens: number): Promise<Static<typeof Inspected>> {
  const [{ artifacts }, { sources }] = await Promise.all([
    agent.api.listArtifacts({ workbook_id }),
    agent.api.listSources({ workbook_id, limit: 100 }),
  ])
  const lines = [
    ...sources.map(({ name, status }) => `file ${name}: ${status}`),
    ...artifacts.flatMap(({ name, row_count, schema }) =>
      schema === null
        ? []
        : [
            `table ${name}: ${row_count ?? 'some'} rows`,
            `  ${schema.map((column) => `${column.name} ${column.type}${column.masked ? ' (masked)' : ''}`).join('; ')}`,
          ],
    ),
  ]
  const { kept } = fitItems(lines, maxTokens * CHARACTERS_A_TOKEN)
  return { map: kept.join('\n'), omitted_lines: lines.length - kept.length, of: 'tables' }
}

export const readCells = tool({
  name: 'read_cells',
  title: 'Read cells of a sheet',
  description:
    'The cells of an uploaded file as they stand in a sheet, 30 rows of 12 columns unless a range is given: values, formulas, number formats and merged cells. Refused where policies hide columns of the workbook.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    sheet: Sheet,
    range: Type.Optional(Type.String({ maxLength: 30, default: 'A1:L30', description: 'As in A1:L30' })),
  }),
  output: Type.Object({
    sheets: Type.Array(Type.String()),
    sheet: Type.String(),
    range: Type.String(),
    rows: Type.Array(Cells, {
      description: 'From the first row of the range on, each to its last cell that holds something',
    }),
    formulas: Type.Array(Type.Object({ cell: Type.String(), formula: Type.String() })),
    formats: Type.Array(Type.Object({ format: Type.String(), cells: Type.Array(Type.String()) })),
    merges: Type.Array(Type.String()),
    rows_omitted: Type.Integer({ description: 'Rows of the range that did not fit: ask for a smaller one' }),
  }),
  run: async (agent, { workbook_id, source, sheet, range = 'A1:L30' }) => {
    const seen = await agent.api.previewSource({ workbook_id, source_name: source, sheet, range })
    const { kept } = fitItems(shortenTexts(seen.cells.map((row) => withoutEnd(row.map(({ v }) => v)))).rows, 6_000)
    return {
      sheets: seen.sheets.map(({ name }) => name),
      sheet: seen.sheet,
      range: seen.range,
      rows: kept,
      formulas: placed(seen, ({ f }) => f)
        .slice(0, 30)
        .map(({ cell, text }) => ({ cell, formula: text })),
      formats: formatsIn(seen),
      merges: seen.merges.slice(0, 30),
      rows_omitted: seen.cells.length - kept.length,
    }
  },
})

/** Most rows of a range end in cells that hold nothing. */
const withoutEnd = (cells: unknown[]) => cells.slice(0, cells.findLastIndex((value) => value !== null) + 1)

type PreviewedCells = Pick<Awaited<ReturnType<Agent['api']['previewSource']>>, 'cells' | 'range'>

/** The cells of which something is known, in A1 notation. */
function placed(
  { cells, range }: PreviewedCells,
  textOf: (cell: PreviewedCells['cells'][number][number]) => string | null,
) {
  const { left, top } = parseRange(range, ['range'])
  return cells.flatMap((row, down) =>
    row.flatMap((each, across) => {
      const text = textOf(each)
      return text === null ? [] : [{ cell: `${columnLetters((left ?? 0) + across)}${(top ?? 0) + down + 1}`, text }]
    }),
  )
}

const MOST_FORMATS = 10
const CELLS_OF_FORMAT = 5

function formatsIn(seen: PreviewedCells): { format: string; cells: string[] }[] {
  const byFormat = Map.groupBy(
    placed(seen, ({ z }) => z),
    ({ text }) => text,
  )
  return [...byFormat]
    .slice(0, MOST_FORMATS)
    .map(([format, its]) => ({ format, cells: its.slice(0, CELLS_OF_FORMAT).map(({ cell }) => cell) }))
}

export const findCells = tool({
  name: 'find_cells',
  title: 'Find cells of a file',
  description:
    'Cells of an uploaded file that hold a text, in values or in formulas, in any spelling of width and case, with the nearest text to their left and above. Refused where policies hide columns of the workbook. Next: read_cells around what was found.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    find: Type.String({ minLength: 1, maxLength: 200 }),
    sheet: Sheet,
    look_in: Type.Optional(OneOf(['values', 'formulas'])),
    limit: Page(20, 200),
  }),
  output: Type.Object({
    cells: Type.Array(
      Type.Object({
        sheet: Type.String(),
        cell: Type.String(),
        value: Type.Unknown(),
        formula: Nullable(Type.String()),
        row_label: Nullable(Type.String()),
        column_label: Nullable(Type.String()),
      }),
    ),
    truncated: Type.Boolean({ description: 'There are more: give a longer text or a sheet' }),
  }),
  run: async (agent, { workbook_id, source, find, sheet, look_in, limit }) => {
    const found = await agent.api.findSourceCells({ workbook_id, source_name: source, find, sheet, look_in, limit })
    const cells = found.cells.map(({ sheet: on, cell, value, formula, row_label, column_label }) => ({
      sheet: on,
      cell,
      value,
      formula,
      row_label,
      column_label,
    }))
    const { kept, isCut } = fitItems(cells)
    return { cells: kept, truncated: found.truncated || isCut }
  },
})
