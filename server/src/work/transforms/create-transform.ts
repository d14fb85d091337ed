import { countTables } from '../../core/artifacts/artifacts.store.ts'
import { lockWorkbookHead } from '../../core/audit/workbook-head.store.ts'
import { eventActor } from '../../core/events/event.ts'
import { startJob } from '../../core/jobs/start-job.ts'
import { deleteTransformEdges, insertEdges, listEdges } from '../../core/lineage/lineage.store.ts'
import { isCycle } from '../../core/lineage/lineage.ts'
import { commitTableEdit } from '../../core/tables/commit-table-edit.ts'
import { MOST_TABLES } from '../../core/tables/create-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Committed } from '../../engine/table/commit.ts'
import { limitReached } from '../../people/accounts/accounts.errors.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { openTransform, type TransformPlace } from './open-transform.ts'
import { findReplaced, type PreparedTransform, type TransformRequest } from './prepare-transform.ts'
import { commitRuns } from './runs/commit-runs.ts'
import { refuseIfOff } from './runs/compute-output.ts'
import { outputColumns } from './runs/output-columns.ts'
import { type DoneRun, doneRun } from './runs/run-transform.ts'
import { beginRun, failRun } from './runs/runs.store.ts'
import { MOST_TRANSFORMS, refuseIfUnbound } from './transform.ts'
import { lineageCycle, runOvertaken } from './transforms.errors.ts'
import { countTransforms, upsertTransform } from './transforms.store.ts'

type CreatedTransform = { isNew: boolean; tableId: string; run: DoneRun | null }

/** Puts a prepared transform there, with its output, or in the place of the one that made the same table. */
export async function createTransform(
  ctx: Context,
  workbookId: string,
  request: TransformRequest,
  prepared: PreparedTransform,
): Promise<CreatedTransform> {
  const { runnable, replaced, made } = prepared
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    await refuseIfChanged({ ...ctx, db: tx }, prepared, request.isReplacing)
    const { language, materialized } = request
    const { masked: _, name: __, ...kept } = runnable
    const dependencies = 'chain' in made ? [] : made.dependencies
    await upsertTransform(tx, { ...kept, language, materialized, dependencies, createdBy: ctx.caller.userId })
    const committed =
      'chain' in made ? await commitFirst(tx, ctx, request, prepared) : await leaveStale(tx, ctx, request, prepared)
    await drawEdges(tx, prepared, committed?.opId ?? null)
    const run = committed && 'chain' in made ? doneRun(made.chain, committed) : null
    return { isNew: !replaced, tableId: runnable.tableId, run }
  })
}

/** What was found while it was prepared must still be so. */
async function refuseIfChanged(ctx: Context, { runnable, replaced }: PreparedTransform, isReplacing: boolean) {
  const { workbookId, tableId, name, args } = runnable
  const now = await findReplaced(ctx, workbookId, name, isReplacing)
  if (now?.transformId !== replaced?.transformId) throw runOvertaken(name)
  const edges = await listEdges(ctx.db, workbookId)
  if (
    isCycle(
      edges,
      tableId,
      args.map((arg) => arg.tableId),
    )
  )
    throw lineageCycle(name)
  if (replaced) return
  if ((await countTables(ctx.db, workbookId)) >= MOST_TABLES) throw limitReached('tables', MOST_TABLES)
  if ((await countTransforms(ctx.db, workbookId)) >= MOST_TRANSFORMS) throw limitReached('transforms', MOST_TRANSFORMS)
}

const createdAs = ({ description, materialized }: TransformRequest, name: string) =>
  ({ name, kind: materialized, layer: 'derived', description }) as const

function commitFirst(tx: Tx, ctx: Context, request: TransformRequest, prepared: PreparedTransform): Promise<Committed> {
  const { runnable, replaced, made } = prepared
  const { token, outputs } = 'chain' in made ? made.chain : { token: newId(), outputs: [] }
  const create = replaced ? {} : { create: createdAs(request, runnable.name) }
  return commitRuns(tx, ctx, outputs, { kind: 'transform.run', token, actor: request.actor, ...create })
}

/** Nothing was run: a new output has no rows yet, one that is replaced keeps what it holds. */
async function leaveStale(
  tx: Tx,
  ctx: Context,
  request: TransformRequest,
  { runnable, replaced, made }: PreparedTransform,
): Promise<Committed | undefined> {
  const { workbookId, tableId, name } = runnable
  if (replaced) {
    const token = newId()
    await beginRun(tx, workbookId, [tableId], token)
    await failRun(tx, { workbookId, tableId, token, reason: null, actor: eventActor(ctx, request.actor) })
    return undefined
  }
  const { columns, nextColumnId } = outputColumns(name, 'columns' in made ? made.columns : [], undefined)
  const write = {
    tableId,
    expected: null,
    kind: 'replace',
    columns,
    nextColumnId,
    segments: [],
    rowCount: 0,
    isFresh: false,
    create: createdAs(request, name),
  } as const
  const detail = { expected_version: null, unconditional: false, rows: 0, summary: `Created table ${name}` }
  const { committed } = await commitTableEdit({ ...ctx, db: tx }, workbookId, async () => ({
    edit: {
      workbookId,
      table: name,
      writes: [write],
      op: { kind: 'table.create', actor: request.actor, detail },
    },
  }))
  return committed ?? undefined
}

async function drawEdges(tx: Tx, { runnable }: PreparedTransform, opId: number | null) {
  const { workbookId, tableId, transformId, args } = runnable
  await deleteTransformEdges(tx, workbookId, tableId)
  const inputs = new Set(args.map((arg) => arg.tableId))
  const edges = [...inputs].map((fromId) => ({ fromId, toId: tableId, kind: 'transform' as const, transformId, opId }))
  await insertEdges(tx, workbookId, edges)
}

/** What a job of transforms is asked: to put one there, or to run one. */
export type TransformJob = { request: TransformRequest } | { run: { name: string; actor: string | null } }

/** Makes a transform behind the answer. Returns the id of the job. */
export async function startTransform(ctx: Context, workbookId: string, request: TransformRequest): Promise<string> {
  await openWorkbook(ctx, workbookId, 'editor')
  await refuseIfOff(ctx, request.language)
  refuseIfUnbound(request.code, Object.keys(request.args), request.language)
  const job: TransformJob = { request }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'transform', workbookId, request: job }))
}

/** Runs a transform behind the answer. */
export async function startRun(ctx: Context, place: TransformPlace, actor: string | null): Promise<string> {
  const { workbookId, name } = place
  await openTransform(ctx, place, 'editor')
  const job: TransformJob = { run: { name, actor } }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'transform', workbookId, request: job }))
}
