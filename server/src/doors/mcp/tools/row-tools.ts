import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import type { Agent } from '../agent.ts'
import { tooLongToRead } from '../mcp.errors.ts'
import { fitItems, isShortened, shortenTexts } from '../small-answer.ts'
import { CHANGES, READS, tool } from '../tool.ts'
import { Citations, Cite, cellText, fromTexts, linksTo } from './citations.ts'
import {
  ACTOR,
  Anything,
  Cells,
  ColumnInfo,
  Cursor,
  CutCells,
  columnOf,
  IdempotencyKey,
  Names,
  NextCursor,
  Page,
  TableName,
  WorkbookId,
} from './fields.ts'
import { ShortProposal, shortProposal } from './short-proposal.ts'

const ROW_ID = '__svc_row_id'
const RowIds = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 10_000 })

/** As long as an address may be: what is longer is not made a part of one. */
const MOST_FILTER = 16 * 1024

function filterParameter(filter: object): string {
  const text = JSON.stringify(filter)
  if (text.length > MOST_FILTER) throw tooLongToRead(MOST_FILTER)
  return text
}

const Ordered = Type.Object({
  column: Type.String({ maxLength: 200 }),
  direction: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
})

export const readRows = tool({
  name: 'read_rows',
  title: 'Read rows',
  description:
    'Rows of one table with their row ids, filtered and ordered, a small page at a time. Take it when you want to edit rows; to compute, or to look at several tables, take query. A filter is {column, op, value} with op = != < <= > >= in not_in contains starts_with is_null not_null, or {and: […]}, {or: […]}, {not: …}.',
  scope: 'workbooks:read',
  annotations: READS,
  view: 'grid',
  readsOn: true,
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    columns: Type.Optional(Names),
    filter: Type.Optional(Anything),
    order_by: Type.Optional(
      Type.Array(Type.Union([Type.String({ maxLength: 201 }), Ordered]), {
        maxItems: 20,
        description: 'Columns; -name for descending, or {column, direction} for a name that begins with a minus',
      }),
    ),
    limit: Page(50, 500),
    cursor: Cursor,
    cite: Cite,
  }),
  output: Type.Object({
    columns: Type.Array(Type.String(), { description: `${ROW_ID} first` }),
    types: Type.Array(ColumnInfo),
    rows: Type.Array(Cells),
    edit_version: Type.Integer({ description: 'What edit_rows expects' }),
    stale: Type.Boolean(),
    cut_cells: CutCells,
    next_cursor: NextCursor,
    citations: Type.Optional(Citations),
  }),
  run: async (agent, { workbook_id, table, columns, filter, order_by, limit, cursor, cite: isCited }) => {
    const asked = {
      workbook_id,
      name: table,
      columns: columns && JSON.stringify(columns),
      filter: filter && filterParameter(filter),
      order_by: order_by?.length ? JSON.stringify(order_by) : undefined,
      cursor,
      include_row_ids: true,
    }
    const page = await agent.api.readTableRows({ ...asked, limit })
    const { kept, isCut } = fitItems(cellsOf(page).rows)
    // The cursor of a page stands at its end: of a page that was cut, it has to be asked for again.
    const shown = isCut ? await agent.api.readTableRows({ ...asked, limit: kept.length }) : page
    const { names, rows, cutCells } = cellsOf(shown)
    return {
      ...(isCited ? { citations: await citeShown(agent, { workbook_id, name: table }, shown) } : {}),
      columns: names,
      types: shown.columns.map(columnOf),
      rows,
      edit_version: shown.edit_version,
      stale: shown.freshness.stale,
      cut_cells: cutCells,
      next_cursor: shown.next_cursor,
    }
  },
})

/** The cells of a page's rows, its columns in their order behind the row id, which stands nowhere. */
async function citeShown(agent: Agent, at: { workbook_id: string; name: string }, shown: RowsPage) {
  const columns = shown.columns.map(({ name }) => name)
  // Safe: asked for with row ids.
  const rowIds = shown.rows.map((row) => row[ROW_ID] as number)
  const cited = await agent.api.citeTable({ ...at, body: { columns, row_ids: rowIds } })
  const isSame = cited.edit_version === shown.edit_version
  const changed = isSame ? null : 'the table was edited while it was read: read it again'
  const not = cited.derived ? 'derived' : changed
  const cellsIn = ({ values }: (typeof cited.rows)[number]) => {
    const byName = new Map(values.map(({ column, cell }) => [column, cellText(cell)]))
    return [null, ...columns.map((column) => byName.get(column) ?? null)]
  }
  return {
    rows: not === null ? cited.rows.map(cellsIn) : [],
    not_cited: not,
    made_from: fromTexts(cited.made_from),
    links: linksTo(agent, at.workbook_id, cited.made_from),
  }
}

type RowsPage = Awaited<ReturnType<Agent['api']['readTableRows']>>

function cellsOf(page: RowsPage) {
  const names = [ROW_ID, ...page.columns.map(({ name }) => name)]
  return { names, ...shortenTexts(page.rows.map((row) => names.map((name) => row[name] ?? null))) }
}

const SessionLabel = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'A label of your own for this conversation, the same in every call: undo_operation takes back all of it',
  }),
)

const DryRun = Type.Optional(
  Type.Boolean({ default: false, description: 'Answers what would change, and writes nothing' }),
)

const Diff = Type.Object({
  rows: Type.Array(
    Type.Object({
      row_id: Type.Union([Type.Integer(), Type.Null()]),
      change: Type.String({ description: 'insert, update or delete' }),
      cells: Type.Array(Type.Object({ column: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
    }),
  ),
  row_count: Type.Integer(),
  cell_count: Type.Integer({ description: 'All cells that would change, those that are not listed too' }),
  cut: Type.Boolean(),
})

export const editRows = tool({
  name: 'edit_rows',
  title: 'Insert, change or delete rows',
  description: `Writes rows (with ${ROW_ID} those there are, without it new ones; match_on names columns by which to find them instead), or deletes delete_row_ids. All or nothing. expected_version is the edit_version you read: if another call was faster, this one fails with version_conflict, then read again and decide again. With dry_run it answers which cells would change, and writes nothing: try first where you are not sure. The op_id it answers can be undone by undo_operation, and so can all edits under one session. Where your credential may only propose, nothing is written: it answers the proposal that reviewers decide about.`,
  scope: 'workbooks:write',
  lesserScope: 'workbooks:propose',
  annotations: CHANGES,
  view: 'diff',
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    expected_version: Type.Integer({ minimum: 1 }),
    rows: Type.Optional(Type.Array(Anything, { minItems: 1, maxItems: 1_000 })),
    match_on: Type.Optional(Names),
    delete_row_ids: Type.Optional(RowIds),
    session: SessionLabel,
    dry_run: DryRun,
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    edit_version: Type.Integer(),
    op_id: Type.Union([Type.Integer(), Type.Null()]),
    inserted: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    deleted: Type.Integer(),
    missing_row_ids: Type.Array(Type.Integer()),
    stale: Type.Array(Type.String(), { description: 'Derived tables that are out of date now: call recompute' }),
    dry_run: Type.Optional(Diff),
    proposal: Type.Optional(ShortProposal),
  }),
  run: async (agent, args) => {
    const { workbook_id, table, expected_version, rows, match_on, delete_row_ids, session, dry_run } = args
    // What writes nothing needs no key, and must not use one up.
    const at = { workbook_id, name: table, ...(dry_run ? {} : { idempotencyKey: args.idempotency_key }) }
    const lock = { expected_version, actor: ACTOR, session, dry_run }
    if ((rows === undefined) === (delete_row_ids === undefined))
      throw invalidField(['rows'], 'either', 'give either rows or delete_row_ids, and not both')
    if (delete_row_ids) {
      const done = await agent.api.deleteTableRows({ ...at, body: { row_ids: delete_row_ids, ...lock } })
      const { edit_version, op_id, deleted, missing: missing_row_ids, stale } = done
      const none = { inserted: 0, updated: 0, unchanged: 0 }
      return {
        edit_version,
        op_id,
        ...none,
        deleted,
        missing_row_ids,
        stale,
        ...diffShown(done.dry_run),
        ...proposalShown(done),
      }
    }
    const written = rows ?? []
    refuseIfShortened(written)
    const done = await agent.api.writeTableRows({ ...at, body: { rows: written, match_on, return: 'none', ...lock } })
    const { edit_version, op_id, inserted, updated, unchanged, stale } = done
    const counts = { inserted, updated, unchanged, deleted: 0, missing_row_ids: [] }
    return { edit_version, op_id, ...counts, stale, ...diffShown(done.dry_run), ...proposalShown(done) }
  },
})

function refuseIfShortened(rows: readonly Record<string, unknown>[]) {
  for (const [index, row] of rows.entries()) {
    const column = Object.keys(row).find((name) => isShortened(row[name]))
    if (column === undefined) continue
    const why = 'is a text that was shortened for you; leave the column out, or write the whole text'
    throw invalidField(['rows', index, column], 'shortened', why)
  }
}

export const undoOperation = tool({
  name: 'undo_operation',
  title: 'Undo an operation, or a whole conversation',
  description:
    'Takes one operation (the op_id that a tool answered) back, or with session all edits under that label at once, as a new operation. Where the same cells were changed by others since, it refuses and undoes nothing; force undoes one operation even then. With dry_run it answers what would change.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  view: 'diff',
  input: Type.Object({
    workbook_id: WorkbookId,
    op_id: Type.Optional(Type.Integer({ minimum: 1 })),
    session: SessionLabel,
    force: Type.Optional(Type.Boolean({ default: false })),
    dry_run: DryRun,
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    op_id: Type.Union([Type.Integer(), Type.Null()]),
    undid: Type.Union([Type.Integer(), Type.Null()]),
    undone: Type.Optional(Type.Array(Type.Integer(), { description: 'Of a session: the operations, newest first' })),
    edit_version: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the table of one operation' }),
    rows: Type.Integer(),
    stale: Type.Array(Type.String()),
    dry_run: Type.Optional(Diff),
    tables: Type.Optional(
      Type.Array(Type.Object({ table: Type.String(), ...Diff.properties }), { description: 'Of a session, tried' }),
    ),
  }),
  run: async (agent, { workbook_id, op_id, session, force, dry_run, idempotency_key }) => {
    if ((op_id === undefined) === (session === undefined))
      throw invalidField(['op_id'], 'either', 'give either op_id or session, and not both')
    const keyed = dry_run ? {} : { idempotencyKey: idempotency_key }
    if (session !== undefined) return undoTalk(agent, workbook_id, { session, dry_run })
    const done = await agent.api.undoOp({ workbook_id, op_id: String(op_id), force, dry_run, ...keyed })
    const { edit_version, rows, stale } = done
    return { op_id: done.op_id, undid: done.undid, edit_version, rows, stale, ...diffShown(done.dry_run) }
  },
})

async function undoTalk(agent: Agent, workbook_id: string, body: { session: string; dry_run?: boolean | undefined }) {
  const done = await agent.api.undoSession({ workbook_id, body })
  return {
    op_id: done.op_id,
    undid: null,
    undone: done.undone.map(({ op_id }) => op_id),
    edit_version: null,
    rows: done.undone.reduce((sum, { rows }) => sum + rows, 0),
    stale: done.stale,
    ...(done.dry_run ? { tables: done.dry_run.map(({ table, ...diff }) => ({ table, ...fitDiff(diff) })) } : {}),
  }
}

type SentDiff = NonNullable<Awaited<ReturnType<Agent['api']['writeTableRows']>>['dry_run']>

const proposalShown = ({ proposal }: { proposal?: Parameters<typeof shortProposal>[0] | undefined }) =>
  proposal ? { proposal: shortProposal(proposal) } : {}

const diffShown = (diff: SentDiff | undefined) => (diff ? { dry_run: fitDiff(diff) } : {})

/** As many of its rows as an answer holds. */
function fitDiff({ rows, row_count, cell_count, cut }: SentDiff) {
  const { kept, isCut } = fitItems(rows, 6_000)
  return { rows: kept, row_count, cell_count, cut: cut || isCut }
}
