import type { Wire } from '@bindery-data/sdk'
import { Type } from 'typebox'
import { Nullable, OneOf } from '../../../platform/http/schema.ts'
import type { Agent } from '../agent.ts'
import { fitItems } from '../small-answer.ts'
import { CHANGES, READS, RENEWS, tool } from '../tool.ts'
import { ACTOR, IdempotencyKey, TableName, WorkbookId } from './fields.ts'

const Made = Type.Array(Type.Object({ name: Type.String(), edit_version: Type.Integer(), row_count: Type.Integer() }))
const Failed = Type.Array(Type.Object({ name: Type.String(), error: Type.String() }), {
  description: 'These stay stale; mend their code with run_transform',
})

export const runTransform = tool({
  name: 'run_transform',
  title: 'Derive a table',
  description:
    'With code: makes a derived table of this name from others, in SQL (one SELECT over {{ arg }} placeholders that args binds to tables) or Python (a function transform(tables)), and runs it; replace takes the place of the transform that was there. Without code: runs the one that is there again. The table remembers what it was made from: see get_lineage. For a question asked once, take query.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  input: Type.Object({
    workbook_id: WorkbookId,
    name: TableName,
    code: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
    language: Type.Optional(OneOf(['sql', 'python'])),
    args: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'For each placeholder the name of a table' }),
    ),
    key: Type.Optional(
      Type.Array(Type.String(), { description: 'Columns by which rows keep their ids from run to run', maxItems: 50 }),
    ),
    replace: Type.Optional(Type.Boolean({ default: false })),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    table: Type.String(),
    edit_version: Type.Integer(),
    row_count: Nullable(Type.Integer()),
    columns: Type.Array(Type.String()),
    op_id: Nullable(Type.Integer()),
    logs: Type.String(),
    recomputed: Made,
    failed: Failed,
  }),
  run: async (agent, { workbook_id, name, code, language, args = {}, key, replace, idempotency_key }) => {
    const at = { workbook_id, idempotencyKey: idempotency_key }
    const done = await finished(
      agent,
      code === undefined
        ? await agent.api.runTransform({ ...at, name, body: { actor: ACTOR } })
        : await agent.api.createTransform({
            ...at,
            body: { name, code, language, args, key, replace, run: true, actor: ACTOR },
          }),
    )
    return {
      table: done.table.name,
      edit_version: done.table.edit_version,
      row_count: done.table.row_count,
      columns: done.table.columns.map((column) => `${column.name} ${column.type}`),
      op_id: done.run?.op_id ?? null,
      logs: (done.run?.logs ?? '').slice(0, 2_000),
      recomputed: done.recomputed.map(madeLine),
      failed: done.failed.map(failedLine),
    }
  },
})

export const recompute = tool({
  name: 'recompute',
  title: 'Bring derived tables up to date',
  description:
    'Recomputes every stale table of a workbook, in order. Call it after edit_rows or materialize_source when answers say that tables are stale.',
  scope: 'workbooks:write',
  annotations: RENEWS,
  input: Type.Object({ workbook_id: WorkbookId, idempotency_key: IdempotencyKey }),
  output: Type.Object({ recomputed: Made, failed: Failed, fresh: Type.Boolean() }),
  run: async (agent, { workbook_id, idempotency_key }) => {
    const asked = { workbook_id, body: { actor: ACTOR }, idempotencyKey: idempotency_key }
    const { recomputed, failed, fresh } = await finished(agent, await agent.api.recomputeWorkbook(asked))
    return { recomputed: recomputed.map(madeLine), failed: failed.map(failedLine), fresh }
  },
})

/** What was asked for at once the service may still make a job of. */
async function finished<T extends object>(agent: Agent, answer: T | Wire.StartedJob): Promise<T> {
  if (!('job_id' in answer)) return answer
  // Safe: the result of a job is what the call would have answered.
  return (await agent.waitForJob(answer.job_id)).result as T
}

type MadeTable = { name: string; edit_version: number; row_count: number }

const madeLine = ({ name, edit_version, row_count }: MadeTable) => ({ name, edit_version, row_count })

const failedLine = ({ name, error }: { name: string; error: string }) => ({ name, error: error.slice(0, 500) })

export const getLineage = tool({
  name: 'get_lineage',
  title: 'What a table is made from',
  description:
    'The files and tables that a table is made from, and those made from it, down to the column. Ask before you change or delete something that others may be built on, and to explain where a figure comes from.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({
    workbook_id: WorkbookId,
    table: TableName,
    direction: Type.Optional(OneOf(['up', 'down', 'both'])),
    depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: Type.Object({
    nodes: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), stale: Type.Boolean() })),
    edges: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), kind: Type.String() })),
    columns: Type.Array(Type.Object({ column: Type.String(), from: Type.Array(Type.String()), exact: Type.Boolean() })),
    is_cut: Type.Boolean({ description: 'Not all of it fitted: ask with a smaller depth, or in one direction' }),
  }),
  run: async (agent, { workbook_id, table, direction, depth }) => {
    const lineage = await agent.api.readTableLineage({ workbook_id, name: table, direction, depth })
    // Safe: events are answered only where they are asked for.
    const graph = lineage as Wire.Lineage
    const nodes = fitItems(
      graph.nodes.map(({ name, type, stale }) => ({ name, type, stale })),
      2_500,
    )
    const edges = fitItems(
      graph.edges.map(({ from, to, kind }) => ({ from, to, kind })),
      2_500,
    )
    const columns = fitItems(graph.columns.map(columnLine), 3_000)
    const isCut = nodes.isCut || edges.isCut || columns.isCut
    return { nodes: nodes.kept, edges: edges.kept, columns: columns.kept, is_cut: isCut }
  },
})

const spell = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

const columnLine = ({ to, from, exact }: Wire.Lineage['columns'][number]) => ({
  column: spell(to),
  from: from.map(spell),
  exact,
})
