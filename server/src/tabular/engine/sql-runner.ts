import { assertState } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import { formatColumnType, parseColumnType } from '../column-type.ts'
import { type ContentPlan, planContent } from '../content.ts'
import type { ReadableTable } from '../readable-table.ts'
import { SqlRefused } from '../sql-question.ts'
import type { Dependency, PreviousRows, RunInput, RunQuestion, SqlRun, SqlRunner } from '../sql-run.ts'
import type { Cells } from '../table.ts'
import { readUnavailable } from './engine.errors.ts'
import { EngineDied, EngineFailed } from './engine-failed.ts'
import type { EngineFiles } from './engine-files.ts'
import type { EngineProcess } from './engine-process-handle.ts'
import type { EnginePool } from './pool.ts'
import type { CatalogTable, NamedColumn, RowChange, RunAnswer, StoredColumn, TableLoad } from './protocol.ts'
import { rowChanges } from './row-changes.ts'

/** What the run before left, beside the inputs; no name in SQL leads to it. */
const PREVIOUS = 'previous'
const LOAD_MS = 120_000

export type SqlRunnerOptions = { pool: EnginePool; db: Db; log: Log }

type PlanQuestion = Omit<RunQuestion, 'previous'>

/** Each run has a process of its own: it holds what the transform may see, and ends with the work. */
export function createSqlRunner({ pool, db, log }: SqlRunnerOptions): SqlRunner {
  /** A process may end for reasons that are not the code's: only one that ends again is told. */
  const lend = async <T>({ timeoutMs }: PlanQuestion, work: (engine: EngineProcess) => Promise<T>): Promise<T> => {
    try {
      return await pool.lendAlone(work).catch((error: unknown) => {
        if (!(error instanceof EngineDied) || error.isLate) throw error
        log.warn({ err: error }, 'an engine ended under a run; it is run again')
        return pool.lendAlone(work)
      })
    } catch (error) {
      throw told(error, timeoutMs, log)
    }
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
        await bring({ engine, db, files: pool.files }, question)
        return work(await keep(engine, question))
      }),
  }
}

type Bringing = { engine: EngineProcess; db: Db; files: EngineFiles }

/** Puts exactly the columns into the process that the tables were opened with. */
async function bring(bringing: Bringing, { inputs, previous }: RunQuestion) {
  const loads: TableLoad[] = []
  for (const [n, input] of inputs.entries()) loads.push(await loadOf(bringing, input, keyOf(n)))
  if (previous) {
    const load = await loadOf(bringing, previous, PREVIOUS)
    loads.push({ ...load, edits: laidUnder(load.edits, previous.made) })
  }
  const catalog = inputs.map(
    ({ name, table }, n): CatalogTable => ({ name, key: keyOf(n), columns: namedColumns(table) }),
  )
  await bringing.engine.ask({ do: 'change', drops: [], loads, edits: [], catalog }, LOAD_MS)
}

/** The cells as they were made, in the place of what people wrote over them. */
function laidUnder(edits: readonly RowChange[], made: PreviousRows['made']): RowChange[] {
  const changes = new Map(edits.map((change) => [change[0], change]))
  for (const [rowId, cells] of made) {
    const [, change = 'patch', written = {}] = changes.get(rowId) ?? []
    if (change !== 'delete') changes.set(rowId, [rowId, change, { ...written, ...cells }])
  }
  return [...changes.values()]
}

const keyOf = (n: number) => `input_${n}`

/** Read from its files, where it is read once. */
async function loadOf(
  { engine, db, files }: Bringing,
  { table, columnIdsGiven, content }: Omit<RunInput, 'name'>,
  key: string,
): Promise<TableLoad> {
  const plan = content ?? (await planOf(db, table))
  const columns = plainColumns(plan, table)
  const placed = await files.place(engine, { segments: plan.segments, columns, columnIdsGiven })
  const edits = rowChanges(plan.laid, columns)
  return { key, version: plan.version, rowCount: plan.rowCount, columns, files: placed, form: 'overlay', edits }
}

async function planOf(db: Db, { workbookId, tableId, version }: ReadableTable): Promise<ContentPlan> {
  const plan = await planContent(db, workbookId, tableId, version)
  assertState(plan, `version ${version} of table ${tableId} is there`)
  return plan
}

/** In the order they were written. */
function plainColumns({ columns }: ContentPlan, table: ReadableTable): StoredColumn[] {
  const plain = new Set(table.columns.flatMap(({ id, isMasked }) => (isMasked ? [] : [id])))
  return columns
    .filter(({ id }) => plain.has(id))
    .map(({ id, type, initial }) => ({ id, type: formatColumnType(type), initial }))
}

const namedColumns = ({ columns }: ReadableTable): NamedColumn[] =>
  columns.map(({ id, name, type, isMasked }) => ({ id, name, type: formatColumnType(type), isMasked }))

async function keep(engine: EngineProcess, question: RunQuestion): Promise<SqlRun> {
  const { sql, keyColumns, previous, timeoutMs } = question
  const found = previous && { key: PREVIOUS, columns: namedColumns(previous.table) }
  const { run } = await engine.ask({ do: 'keep-run', sql, keyColumns, previous: found }, timeoutMs)
  assertState(run, 'an engine that was asked for a run')
  let columnIds: readonly number[] = []
  return {
    ...answered(question, run),
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
  const columns = run.columns.map(({ name, type }) => {
    const parsed = parseColumnType(type)
    assertState(parsed, `a run has a column of type ${type}`)
    return { name, type: parsed }
  })
  const dependencies = run.dependencies.map(({ from, deciding, isExact }, n): Dependency => {
    const source = (named: readonly [string, string][]) => named.flatMap((one) => sourceIn(inputs, one))
    return { column: columns[n]?.name ?? '', from: source(from), deciding: source(deciding), isExact }
  })
  return { columns, dependencies }
}

/** The row id is no column of anybody's. */
function sourceIn(inputs: readonly RunInput[], [name, column]: readonly [string, string]) {
  const table = inputs.find((input) => input.name === name)?.table
  const found = table?.columns.find((one) => one.name === column)
  return table && found ? [{ tableId: table.tableId, origin: found.origin }] : []
}

/** In words of the product; what went wrong inside is for the log. */
function told(error: unknown, timeoutMs: number, log: Log): unknown {
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
