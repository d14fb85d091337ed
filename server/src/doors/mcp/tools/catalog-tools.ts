import { Type } from 'typebox'
import { Nullable } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems } from '../small-answer.ts'
import { READS, tool } from '../tool.ts'
import { fromTexts } from './citations.ts'
import { Anything, ColumnInfo, Cursor, columnOf, NextCursor, Page, TableName, WorkbookId } from './fields.ts'

const WorkbookLine = Type.Object({
  workbook_id: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  role: Type.String(),
  governed: Type.Boolean({ description: 'It has policies: some values may be hidden from you' }),
  table_count: Type.Integer(),
  source_count: Type.Integer(),
})

const TableLine = Type.Object({
  name: Type.String(),
  row_count: Nullable(Type.Integer({ description: 'Null where you see some of the rows only' })),
  layer: Type.String({
    description: 'raw: as the sheet has it; base: a table of its own; derived: made by a transform',
  }),
  edit_version: Type.Integer(),
  stale: Type.Boolean({ description: 'Its inputs changed since it was made: call recompute' }),
})

const SourceLine = Type.Object({ name: Type.String(), filename: Type.String(), status: Type.String() })

export const listWorkbooks = tool({
  name: 'list_workbooks',
  title: 'List workbooks',
  description:
    'The workbooks you can reach; with workbook_id the tables and files inside that one. Start here, or with search_data when you know what you look for. Next: describe_table, then query.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: Type.Optional(WorkbookId), limit: Page(20, 100), cursor: Cursor }),
  output: Type.Object({
    workbooks: Type.Array(WorkbookLine),
    tables: Type.Optional(Type.Array(TableLine)),
    sources: Type.Optional(Type.Array(SourceLine)),
    tables_omitted: Type.Optional(Type.Integer({ description: 'Tables that did not fit: find them by search_data' })),
    next_cursor: NextCursor,
  }),
  run: async (agent, { workbook_id, limit, cursor }) => {
    if (workbook_id !== undefined) return insideOf(agent, workbook_id)
    const page = await agent.api.listMyWorkbooks({ limit, cursor })
    return { workbooks: page.workbooks.map(workbookLine), next_cursor: page.next_cursor }
  },
})

async function insideOf(agent: Agent, workbook_id: string) {
  const [workbook, { tables }, { sources }] = await Promise.all([
    agent.api.readWorkbook({ workbook_id }),
    agent.api.listTables({ workbook_id }),
    agent.api.listSources({ workbook_id, limit: 20 }),
  ])
  const shown = fitItems(
    tables.map(({ name, row_count, layer, edit_version, stale }) => ({ name, row_count, layer, edit_version, stale })),
  )
  return {
    workbooks: [workbookLine(workbook)],
    tables: shown.kept,
    sources: sources.map(({ name, filename, status }) => ({ name, filename, status })),
    ...(shown.isCut ? { tables_omitted: tables.length - shown.kept.length } : {}),
    next_cursor: null,
  }
}

type ListedWorkbook = Awaited<ReturnType<Agent['api']['readWorkbook']>>

const workbookLine = (workbook: ListedWorkbook) => ({
  workbook_id: workbook.workbook_id,
  title: workbook.title,
  description: workbook.description,
  role: workbook.role,
  governed: workbook.governed,
  table_count: workbook.table_count,
  source_count: workbook.source_count,
})

export const searchData = tool({
  name: 'search_data',
  title: 'Search tables and files',
  description:
    'Finds tables and files by what they, their columns or their descriptions are called, in any workbook you can reach; Japanese and English. Values are not searched: use query for these. Next: describe_table.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ q: Type.String({ minLength: 1, maxLength: 200 }), limit: Page(10, 50) }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        kind: Type.String(),
        name: Type.String(),
        workbook_id: Type.String(),
        workbook_title: Type.String(),
        description: Nullable(Type.String()),
        matched: Type.Array(Type.String()),
      }),
    ),
  }),
  run: async (agent, { q, limit }) => {
    const { results } = await agent.api.searchData({ q, limit })
    const lines = results.map(({ kind, name, workbook_id, workbook_title, description, matched }) => ({
      kind,
      name,
      workbook_id,
      workbook_title,
      description,
      matched,
    }))
    return { results: fitItems(lines).kept }
  },
})

export const describeTable = tool({
  name: 'describe_table',
  title: 'Describe a table',
  description:
    'Columns with types and descriptions, the number of rows, the first few rows, whether it is up to date; with profile also nulls, distinct values, ranges and the commonest values of every column; with comments what people say about it, its rows and cells. Call it before you write SQL or edit. The edit_version is what edit_rows expects.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'grid',
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    profile: Type.Optional(Type.Boolean({ default: false, description: 'Takes a pass over the whole table' })),
    comments: Type.Optional(Type.Boolean({ default: false, description: 'Open threads, the newest first' })),
  }),
  output: Type.Object({
    name: Type.String(),
    description: Nullable(Type.String()),
    layer: Type.String(),
    row_count: Nullable(Type.Integer()),
    edit_version: Type.Integer(),
    stale: Type.Boolean(),
    made_by_transform: Nullable(Type.String()),
    read_from_source: Nullable(Type.String()),
    read_from: Type.Array(Type.String(), {
      description: 'Table, file, sheet and ranges; of a derived table those of the tables that it is made from',
    }),
    columns: Type.Array(Type.Object({ ...ColumnInfo.properties, description: Nullable(Type.String()) })),
    sample: Type.Array(Anything),
    profile: Type.Optional(Type.Array(Anything)),
    comments: Type.Optional(Type.Array(Anything)),
  }),
  run: async (agent, { workbook_id, table, profile: isProfiled, comments: areCommentsRead }) => {
    const at = { workbook_id, name: table }
    const [about, { sample }, { made_from }, profile, comments] = await Promise.all([
      agent.api.readTable(at),
      agent.api.readTableSchema(at),
      agent.api.citeTable({ ...at, body: {} }),
      isProfiled ? agent.api.profileTable(at) : undefined,
      areCommentsRead ? agent.api.listTableComments({ ...at, limit: 50 }) : undefined,
    ])
    return {
      name: about.name,
      description: about.description,
      layer: about.layer,
      row_count: about.row_count,
      edit_version: about.edit_version,
      stale: about.freshness.stale,
      made_by_transform: about.transform,
      read_from_source: about.source,
      read_from: fitItems(fromTexts(made_from), 1_500).kept,
      columns: about.columns.map((column) => ({ ...columnOf(column), description: column.description })),
      sample: fitItems(sample, 3_000).kept,
      ...(profile ? { profile: fitItems(profile.columns.map(profileLine)).kept } : {}),
      ...(comments ? { comments: fitItems(comments.threads.map(threadLine), 3_000).kept } : {}),
    }
  },
})

type Thread = Awaited<ReturnType<Agent['api']['listTableComments']>>['threads'][number]

const threadLine = ({ target, comments }: Thread): Record<string, unknown> => ({
  row_id: target.row_id,
  column: target.column,
  comments: comments.map(({ text }) => text),
})

type ProfiledColumn = Awaited<ReturnType<Agent['api']['profileTable']>>['columns'][number]

const profileLine = (column: ProfiledColumn): Record<string, unknown> => ({
  name: column.name,
  null_count: column.null_count,
  distinct_count: column.distinct_count,
  min: column.min,
  max: column.max,
  top_values: column.top_values?.slice(0, 5),
})
