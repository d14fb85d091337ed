import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { reserveRowIds } from '../../tabular/commit.store.ts'
import type { RowEdit } from '../../tabular/commit.ts'
import type { ContentPlan } from '../../tabular/content.ts'
import { PythonRefused } from '../../tabular/python/python-run.ts'
import type { StoredSegment } from '../../tabular/segment.ts'
import { SqlRefused } from '../../tabular/sql-question.ts'
import type { PatchRun, RunInput, SqlRun } from '../../tabular/sql-run.ts'
import { writeSegments } from '../../tabular/write-segments.ts'
import { maskedColumn } from '../governance/governance.errors.ts'
import { foldedName } from '../governance/open-readable-tables.ts'
import { readableForRun } from '../governance/readable-for-run.ts'
import { builtFrom } from './built-from.ts'
import { carryOverrides, madeUnder, type Settled } from './carry-overrides.ts'
import { findChangedRows } from './find-changed-rows.ts'
import { type OutputColumns, outputColumns } from './output-columns.ts'
import { listOverrides, type Override } from './overrides.store.ts'
import { patchOutput } from './patch-output.ts'
import type { Computed, Ground, Runnable } from './run.ts'
import type { Standing } from './runs.store.ts'
import { boundPython, boundSql, type Language } from './transform.ts'
import { inputMissing, pythonDisabled, pythonFailed, transformFailed } from './transforms.errors.ts'

/** SQL may take as long as the longest query. */
export const RUN_MS = 120_000

/** Python needs a runtime and a sandbox, which a node may lack. */
export async function refuseIfOff({ python }: Context, language: Language) {
  if (language === 'python' && !(await python.isOn())) throw pythonDisabled()
}

/** Runs a transform and writes what it made. Takes as long as it takes: no transaction is open, and nothing is changed yet. */
export async function computeOutput(ctx: Context, transform: Runnable, ground: Ground): Promise<Computed> {
  const begunMs = performance.now()
  const { workbookId, tableId, language, code, keyColumns } = transform
  await refuseIfOff(ctx, language)
  const inputs = inputsOf(transform, ground)
  const before = ground.standings.get(tableId)
  const overrides = before ? await listOverrides(ctx.bulk.db, workbookId, tableId) : []
  const previous = before && {
    table: readableForRun(
      before,
      before.schema.map(({ origin }) => origin),
    ),
    columnIdsGiven: before.nextColumnId - 1,
    made: madeUnder(overrides),
  }
  const question = { workbookId, inputs, previous: previous ?? null, keyColumns }
  const read = inputs.flatMap(({ table, content }) =>
    content ? [] : { tableId: table.tableId, version: table.version },
  )
  const ended = () => Math.round(performance.now() - begunMs)
  const keep = async (run: SqlRun, logs: string): Promise<Computed> => {
    const columns = outputColumns(transform.name, run.columns, before)
    const written = await writeRun(ctx, transform, run, columns, before)
    const settled = carryOverrides(overrides, columns.columns, await run.cellsOf(rowsOf(overrides)))
    const made = { run, columns, written, settled, before, ground }
    return { ...computedOf(transform, made), read, logs, elapsedMs: ended() }
  }
  const patch = async (run: PatchRun): Promise<Computed> => {
    assertState(before, 'rows can be patched where there are some')
    const patched = await patchOutput(ctx, transform, run, { before, overrides, ground })
    return { ...patched, read, logs: '', elapsedMs: ended() }
  }
  try {
    if (language === 'python')
      return await ctx.python.run({ ...question, code: boundPython(code) }, (run) => keep(run, run.logs))
    const changed = await findChangedRows(ctx, transform, ground)
    const asked = { ...question, changed, sql: boundSql(code), timeoutMs: RUN_MS }
    return await ctx.runs.run(asked, (run) => ('rows' in run ? patch(run) : keep(run, '')))
  } catch (error) {
    throw told(error, transform)
  }
}

const rowsOf = (overrides: readonly Override[]) => [...new Set(overrides.map(({ rowId }) => rowId))]

/** Each input with the columns its author saw, as it stands in the cut or as this commit will have it. */
export function inputsOf({ name, args, visible }: Runnable, { standings, computed }: Ground): RunInput[] {
  const missing = args.filter(({ tableId }) => !standings.has(tableId) && !computed.has(tableId))
  if (missing.length > 0)
    throw inputMissing(
      name,
      missing.map(({ arg }) => `{{ ${arg} }}`),
    )
  return args.flatMap(({ arg, tableId }): RunInput[] => {
    const made = computed.get(tableId)
    const standing = made?.standing ?? standings.get(tableId)
    if (!standing) return []
    const table = readableForRun(standing, visible[tableId] ?? [])
    const content = made ? { content: made.content } : {}
    return [{ name: arg, table, columnIdsGiven: standing.nextColumnId - 1, ...content }]
  })
}

async function writeRun(
  { bulk }: Context,
  { workbookId, tableId }: Runnable,
  run: SqlRun,
  { columns }: OutputColumns,
  before: Standing | undefined,
): Promise<StoredSegment[]> {
  if (run.rowCount === 0) {
    await run.write({ columnIds: columns.map(({ id }) => id), idsAfter: 0, limits: bulk.storage.limits })
    return []
  }
  const reserve = () => inTransaction(bulk.db, (tx) => reserveRowIds(tx, workbookId, tableId, run.newRows))
  const idsAfter = before && run.newRows > 0 ? (await reserve()) - 1 : 0
  const built = await run.write({ columnIds: columns.map(({ id }) => id), idsAfter, limits: bulk.storage.limits })
  const refs = await writeSegments(bulk, { workbookId, tableId }, run, built)
  return refs.map((segment, n) => ({ ...segment, workbookId, sha256: built[n]?.sha256 ?? '' }))
}

type Made = {
  run: SqlRun
  columns: OutputColumns
  written: readonly StoredSegment[]
  settled: Settled
  before: Standing | undefined
  ground: Ground
}

function computedOf(transform: Runnable, made: Made): Omit<Computed, 'elapsedMs' | 'logs' | 'read'> {
  const { run, settled, before } = made
  const version = (before?.version ?? 0) + 1
  const { rowCount, dependencies } = run
  const { conflicts, gone: closed } = settled
  return {
    transform,
    write: writeOf(transform, made, version),
    standing: standingOf(transform, made, version),
    content: contentOf(transform, made, version),
    conflicts,
    closed,
    dependencies,
    rowCount,
    mode: 'full',
  }
}

function writeOf(transform: Runnable, made: Made, version: number): Computed['write'] {
  const { run, columns: output, written, settled, before, ground } = made
  const { columns, nextColumnId, isSame } = output
  const rows: RowEdit[] = settled.edits
  return {
    tableId: transform.tableId,
    expected: null,
    // Any newer version of the output may hold an override that this run has not seen.
    ...(before ? { read: before.version, isMatched: true } : { nextRowId: run.rowCount + 1 }),
    kind: 'b',
    ...(before && isSame ? {} : { columns, nextColumnId }),
    segments: written,
    overlays: rows.length > 0 ? [{ from: version, to: version }] : [],
    ...(rows.length > 0 ? { rows } : {}),
    rowCount: run.rowCount,
    builtFrom: builtFrom(transform, ground),
    overrides: settled.kept,
    isFresh: true,
  }
}

const standingOf = ({ workbookId, tableId, name }: Runnable, made: Made, version: number): Standing => ({
  ...(made.before ?? {
    workbookId,
    tableId,
    layer: 'derived',
    contentVersion: version,
    schemaNo: 0,
    editSeq: 0,
    policyEpoch: 0,
  }),
  name,
  version,
  rowCount: made.run.rowCount,
  nextColumnId: made.columns.nextColumnId,
  staleSince: null,
  schema: made.columns.columns,
})

const contentOf = ({ workbookId, tableId }: Runnable, made: Made, version: number): ContentPlan => ({
  workbookId,
  tableId,
  version,
  schemaNo: 0,
  contentVersion: version,
  rowCount: made.run.rowCount,
  columns: [...made.columns.columns],
  manifest: { version, kind: 'b', overlays: [], segments: [...made.written] },
  segments: [...made.written],
  laid: new Map(made.settled.edits.map(({ rowId, cells }) => [rowId ?? 0, { op: 'U', cells: cells ?? {} }])),
})

/** A column that is masked for the author is not there: naming it is forbidden rather than a mistake. */
export function told(error: unknown, { name, masked }: Runnable): unknown {
  if (error instanceof PythonRefused) return pythonFailed(name, error.problem)
  if (!(error instanceof SqlRefused)) return error
  const { unknownColumn } = error.problem
  const isMasked = unknownColumn !== undefined && masked?.has(foldedName(unknownColumn))
  return isMasked ? maskedColumn([unknownColumn]) : transformFailed(name, error.problem)
}
