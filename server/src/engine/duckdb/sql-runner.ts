import { assertState } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import { askUntilAnswered } from '../reading/read-again.ts'
import { type ResultColumn, SqlRefused } from '../reading/sql-question.ts'
import type { Dependency, PatchedRow, PatchRun, RunInput, RunQuestion, SqlRun, SqlRunner } from '../reading/sql-run.ts'
import { formatColumnType, parseColumnType } from '../table/column-type.ts'
import type { ReadableTable } from '../table/readable-table.ts'
import type { Cells } from '../table/table.ts'
import type { AccountTurns } from './account-turns.ts'
import { EngineDied, EngineFailed, readUnavailable, runsBusy } from './engine.errors.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import { type Bringing, laidUnder, loadAsBefore, loadOf } from './held/load-of-run.ts'
import type { EnginePool } from './pool.ts'
import type { CatalogTable, EncodedRow, TableLoad } from './protocol/protocol.ts'
import type { NamedColumn, RunAnswer } from './protocol/run-protocol.ts'

/** What the run before left, beside the inputs; no name in SQL leads to it. */
const PREVIOUS = 'previous'
/** The input as the run before read it. */
const BEFORE = 'before'
const LOAD_MS = 120_000
/** How long a run waits for a place. */
const PATIENCE_MS = 120_000

export type SqlRunnerOptions = { pool: EnginePool; db: Db; log: Log; turns: AccountTurns }

type PlanQuestion = Omit<RunQuestion, 'previous'>

/** Each run has a process of its own: it holds what the transform may see, and ends with the work. */
export function createSqlRunner({ pool, db, log, turns }: SqlRunnerOptions): SqlRunner {
  const lend = async <T>({ workbookId, timeoutMs }: PlanQuestion, work: (engine: EngineProcess) => Promise<T>) => {
    const leave = await turns.take(workbookId, PATIENCE_MS)
    if (!leave) throw runsBusy()
    return lendForRun({ pool, log }, timeoutMs, work).finally(leave)
  }
  return {
    plan: (question) =>
      lend(question, async (engine) => {
        await bring({ engine, db, files: pool.files }, { ...question, previous: null })
        const { run } = await engine.ask({ do: 'plan-run', sql: question.sql }, question.timeoutMs)
        return answered(question, run)
      }),
    run: (question, work) =>
      lend(question, async (engine) => {
        const isInOrder = await bring({ engine, db, files: pool.files }, question)
        return work((await patch(engine, question)) ?? (await keep(engine, question, isInOrder)))
      }),
  }
}

/** A process may end for reasons that are not the code's: only a second end is reported. */
export async function lendForRun<T>(
  { pool, log }: Pick<SqlRunnerOptions, 'pool' | 'log'>,
  timeoutMs: number,
  work: (engine: EngineProcess) => Promise<T>,
): Promise<T> {
  try {
    return await askUntilAnswered(
      'user',
      () => pool.lendAlone(work),
      (error) => log.warn({ err: error }, 'an engine ended under a run; it is run again'),
    )
  } catch (error) {
    throw toServiceError(error, timeoutMs, log)
  }
}

/**
 * Puts exactly the columns into the process that the tables were opened with. Returns whether the rows of all inputs come in
 * the order of their ids there: edits that lie over files come behind them.
 */
export async function bring(
  bringing: Bringing,
  { inputs, previous, changed }: Pick<RunQuestion, 'inputs' | 'previous' | 'changed'>,
): Promise<boolean> {
  const loads: TableLoad[] = []
  for (const [n, input] of inputs.entries()) loads.push(await loadOf(bringing, input, keyOf(n)))
  const isInOrder = loads.every(({ edits }) => edits.length === 0)
  const [first] = loads
  if (changed && first) loads.push(loadAsBefore(first, BEFORE, changed.back))
  if (previous) {
    const load = await loadOf(bringing, previous, PREVIOUS)
    loads.push({ ...load, edits: laidUnder(load.edits, previous.made) })
  }
  const catalog = inputs.map(
    ({ name, table }, n): CatalogTable => ({ name, key: keyOf(n), columns: namedColumns(table) }),
  )
  await bringing.engine.ask({ do: 'change', drops: [], loads, edits: [], catalog }, LOAD_MS).catch(throwUnbrought)
  return isInOrder
}

/** No code has run yet: whatever ended the process is not its fault. */
function throwUnbrought(error: unknown): never {
  throw error instanceof EngineDied ? new EngineFailed('failed', error.message) : error
}

const keyOf = (n: number) => `input_${n}`

const namedColumns = ({ columns }: ReadableTable): NamedColumn[] =>
  columns.map(({ id, name, type, isMasked }) => ({ id, name, type: formatColumnType(type), isMasked }))

/** What the changed rows make of the output; undefined where all rows must be looked at. */
async function patch(engine: EngineProcess, question: RunQuestion): Promise<PatchRun | undefined> {
  const { sql, keyColumns, timeoutMs, changed, inputs } = question
  const previous = previousOf(question)
  const [input] = inputs
  if (!changed || !previous || !input) return undefined
  const places = { name: input.name, now: keyOf(0), before: BEFORE }
  const asked = { do: 'patch-run', sql, keyColumns, previous, input: places, rowIds: changed.rowIds } as const
  const { run, rows } = await engine.ask(asked, timeoutMs)
  if (!run?.isPatched) return undefined
  const answer = answered(question, run)
  return { ...answer, rows: rows.map((row) => patchedRow(row, answer.columns.length)) }
}

function patchedRow([rowId, op, ...cells]: EncodedRow, width: number): PatchedRow {
  assertState(op === 'I' || op === 'U' || op === 'D', `a patch does ${op}`)
  return { op, rowId: op === 'I' ? null : rowId, now: cells.slice(0, width), before: cells.slice(width) }
}

async function keep(engine: EngineProcess, question: RunQuestion, isInOrder: boolean): Promise<SqlRun> {
  const { sql, keyColumns, timeoutMs } = question
  const asked = { do: 'keep-run', sql, keyColumns, previous: previousOf(question), isInOrder } as const
  const { run } = await engine.ask(asked, timeoutMs)
  assertState(run, 'an engine that was asked for a run')
  return keptRun(engine, answered(question, run), run, timeoutMs)
}

/** Where the run before lies in the process. */
export const previousOf = ({ previous }: Pick<RunQuestion, 'previous'>) =>
  previous && { key: PREVIOUS, columns: namedColumns(previous.table) }

/** Rows that the process keeps, waiting for their ids. */
export function keptRun(
  engine: EngineProcess,
  answer: Pick<SqlRun, 'columns' | 'dependencies'>,
  run: RunAnswer,
  timeoutMs: number,
): SqlRun {
  let columnIds: readonly number[] = []
  return {
    ...answer,
    rowCount: run.rowCount,
    newRows: run.newRows,
    folder: engine.folders.own,
    write: async (numbering) => {
      columnIds = numbering.columnIds
      const { segments } = await engine.ask({ do: 'number-run', ...numbering }, timeoutMs)
      assertState(segments, 'an engine that was asked for segments')
      return [...segments]
    },
    cellsOf: async (rowIds) => {
      if (rowIds.length === 0) return new Map()
      const { rows } = await engine.ask({ do: 'cells-of-run', rowIds }, timeoutMs)
      return new Map(rows.map(([rowId, ...cells]) => [rowId, cellsFrom(columnIds, cells)]))
    },
  }
}

const cellsFrom = (columnIds: readonly number[], cells: readonly (string | null)[]): Cells =>
  Object.fromEntries(columnIds.map((id, n) => [id, cells[n] ?? null]))

function answered({ inputs }: PlanQuestion, run: RunAnswer | undefined): Pick<SqlRun, 'columns' | 'dependencies'> {
  assertState(run, 'an engine that was asked about a run')
  const columns = columnsOfRun(run)
  const dependencies = run.dependencies.map(({ from, deciding, ...kind }, n): Dependency => {
    const source = (named: readonly [string, string][]) => named.flatMap((one) => sourceIn(inputs, one))
    return { column: columns[n]?.name ?? '', from: source(from), deciding: source(deciding), ...kind }
  })
  return { columns, dependencies }
}

export const columnsOfRun = ({ columns }: RunAnswer): ResultColumn[] =>
  columns.map(({ name, type }) => {
    const parsed = parseColumnType(type)
    assertState(parsed, `a run has a column of type ${type}`)
    return { name, type: parsed }
  })

/** The row id is no column of anybody's. */
function sourceIn(inputs: readonly RunInput[], [name, column]: readonly [string, string]) {
  const table = inputs.find((input) => input.name === name)?.table
  const found = table?.columns.find((one) => one.name === column)
  return table && found ? [{ tableId: table.tableId, origin: found.origin }] : []
}

/** In words of the product; what went wrong inside is for the log. */
function toServiceError(error: unknown, timeoutMs: number, log: Log): unknown {
  if (error instanceof EngineFailed && error.problem) return new SqlRefused(error.problem)
  if (error instanceof EngineDied && error.isLate) return refusal(`It took longer than ${timeoutMs / 1000} seconds.`)
  if (error instanceof EngineDied || (error instanceof EngineFailed && error.failure === 'memory'))
    return refusal('It needs more memory than one run may have (512 MB).')
  if (!(error instanceof EngineFailed)) return error
  log.error({ err: error }, 'a run failed')
  return readUnavailable()
}

const refusal = (message: string) =>
  new SqlRefused({
    code: 'invalid_sql',
    message,
    line: null,
    column: null,
    suggestion: 'Read fewer rows or columns, or split the transform into several.',
  })
