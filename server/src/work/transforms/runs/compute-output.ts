import { maskedColumn } from '../../../core/policies/governance.errors.ts'
import { foldedName } from '../../../core/reading/open-readable-tables.ts'
import { readableForRun } from '../../../core/reading/readable-for-run.ts'
import { PythonRefused } from '../../../engine/python/python-run.ts'
import { SqlRefused } from '../../../engine/reading/sql-question.ts'
import type { ChangedRows, PatchRun, RunInput, SqlRun } from '../../../engine/reading/sql-run.ts'
import { foldBack, type RowUndo } from '../../../engine/storage/bulk/fold-back.ts'
import { writeSegments } from '../../../engine/storage/bulk/write-segments.ts'
import type { StoredSegment } from '../../../engine/storage/segment.ts'
import { reserveRowIds } from '../../../engine/table/commit.store.ts'
import type { RowEdit } from '../../../engine/table/commit.ts'
import type { ContentPlan } from '../../../engine/table/content.ts'
import { findBuiltFrom, listDeltas } from '../../../engine/table/tables.store.ts'
import type { Context } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { carryOverrides, madeUnder, type Settled } from '../overrides/carry-overrides.ts'
import { listOverrides, type Override } from '../overrides/overrides.store.ts'
import { boundPython, boundSql, type Language } from '../transform.ts'
import { inputMissing, pythonDisabled, pythonFailed, transformFailed } from '../transforms.errors.ts'
import { builtFrom, methodOf } from './built-from.ts'
import { type OutputColumns, outputColumns } from './output-columns.ts'
import { patchOutput } from './patch-output.ts'
import type { Computed, RunContext, Runnable } from './run.ts'
import { type BuiltFrom, countChanges, type TableState } from './runs.store.ts'

/** SQL may take as long as the longest query. */
export const RUN_MS = 120_000

/** Python needs a runtime and a sandbox, which a node may lack. */
export async function refuseIfOff({ python }: Context, language: Language) {
  if (language === 'python' && !(await python.isOn())) throw pythonDisabled()
}

/** Runs a transform and writes what it made. Takes as long as it takes: no transaction is open, and nothing is changed yet. */
export async function computeOutput(ctx: Context, transform: Runnable, ground: RunContext): Promise<Computed> {
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
    throw describedError(error, transform)
  }
}

const rowsOf = (overrides: readonly Override[]) => [...new Set(overrides.map(({ rowId }) => rowId))]

/** Each input with the columns its author saw, as it stands in the cut or as this commit will have it. */
export function inputsOf({ name, args, visible }: Runnable, { standings, computed }: RunContext): RunInput[] {
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
  before: TableState | undefined,
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
  before: TableState | undefined
  ground: RunContext
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
    kind: 'replace',
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

const standingOf = ({ workbookId, tableId, name }: Runnable, made: Made, version: number): TableState => ({
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
  manifest: { version, kind: 'replace', overlays: [], segments: [...made.written] },
  segments: [...made.written],
  laid: new Map(made.settled.edits.map(({ rowId, cells }) => [rowId ?? 0, { op: 'U', cells: cells ?? {} }])),
})

/** A column that is masked for the author is not there: naming it is forbidden rather than a mistake. */
export function describedError(error: unknown, { name, masked }: Runnable): unknown {
  if (error instanceof PythonRefused) return pythonFailed(name, error.problem)
  if (!(error instanceof SqlRefused)) return error
  const { unknownColumn } = error.problem
  const isMasked = unknownColumn !== undefined && masked?.has(foldedName(unknownColumn))
  return isMasked ? maskedColumn([unknownColumn]) : transformFailed(name, error.problem)
}

/** Beyond this many, all rows are as soon looked at. */
const MOST_CHANGED_ROWS = 10_000

/**
 * Which rows of the one input have changed since the output was made from it. Null where that is not known, or is not all
 * that has changed: the columns of the input, the code, what its author saw, the policies.
 */
async function findChangedRows(
  { bulk: { db } }: Context,
  transform: Runnable,
  { standings, computed }: RunContext,
): Promise<ChangedRows | null> {
  const { workbookId, tableId, args } = transform
  const [arg, ...others] = args
  const [input, output] = [arg && standings.get(arg.tableId), standings.get(tableId)]
  if (!input || !output || others.length > 0) return null
  // Safe: runs alone write it, and restores copy it.
  const built = (await findBuiltFrom(db, workbookId, tableId, output.version)) as BuiltFrom | undefined
  const [from, schemaNo] = built?.inputs[input.tableId] ?? []
  if (from === undefined || schemaNo !== input.schemaNo || built?.policyEpoch !== input.policyEpoch) return null
  if (built.method !== methodOf(transform)) return null

  const pending = editsOf(computed.get(input.tableId))
  const range = { from: from + 1, to: input.version }
  const { versions, edits, rows } = await countChanges(db, workbookId, input.tableId, range)
  // A version that is forgotten, or is more than an edit of rows.
  if (!pending || versions < input.version - from || edits < versions) return null
  if (rows + pending.length > MOST_CHANGED_ROWS) return null
  const deltas = rows > 0 ? await listDeltas(db, workbookId, input.tableId, [range]) : []
  const back = foldBack([...deltas, ...pending])
  return { rowIds: [...back.keys()], back }
}

/** What the same commit does to the input, where that is an edit of rows; null where it is more. */
function editsOf(made: Computed | undefined): RowUndo[] | null {
  if (!made) return []
  if (made.mode !== 'incremental') return null
  return (made.write.rows ?? []).map(({ rowId, op, before }) => ({ rowId: rowId ?? 0, op, before }))
}
