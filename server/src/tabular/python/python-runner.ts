import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import type { EngineProcess } from '../engine/engine-process-handle.ts'
import type { EnginePool } from '../engine/pool.ts'
import { bring, columnsOfRun, keptRun, lendForRun, previousOf } from '../engine/sql-runner.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import type { ResultColumn } from '../sql-question.ts'
import type { Dependency, RunInput } from '../sql-run.ts'
import type { PythonPool } from './python-pool.ts'
import type { PythonOutcome, PythonProcess } from './python-process-handle.ts'
import { type PythonQuestion, PythonRefused, type PythonRun, type PythonRunner } from './python-run.ts'
import { whyItEnded } from './why-it-ended.ts'

export type PythonRunnerOptions = { pool: EnginePool; python: PythonPool; db: Db; log: Log }

/** For each thing the engine is asked, before Python and after it. */
const ENGINE_MS = 120_000
const RESULT = 'result.parquet'

/** Each run has two processes: an engine, which holds what the transform may see, and Python, which holds its code. */
export function createPythonRunner(options: PythonRunnerOptions): Omit<PythonRunner, 'isOn'> {
  const { pool, python, db, log } = options
  const run = <T>(question: PythonQuestion, hasRows: boolean, work: (made: PythonRun) => Promise<T>): Promise<T> =>
    python.inTurn(question.inputs[0]?.table.workbookId ?? '', () =>
      lendForRun({ pool, log }, ENGINE_MS, async (engine) => {
        const isInOrder = await bring({ engine, db, files: pool.files }, question)
        await engine.ask({ do: 'write-inputs', hasRows, isInOrder }, ENGINE_MS)
        const logs = await python.lend((process) => runIn(process, engine, question))
        return work({ ...(await takeIn(engine, question)), logs })
      }),
    )
  return {
    plan: (question) =>
      run({ ...question, keyColumns: [], previous: null }, false, async ({ columns, dependencies }) => ({
        columns,
        dependencies,
      })),
    run: (question, work) => run(question, true, work),
  }
}

/** Moves the inputs over, runs the code, and moves what it made back. Returns what it printed. */
async function runIn(process: PythonProcess, engine: EngineProcess, { code, inputs }: PythonQuestion): Promise<string> {
  const tables = inputs.map(({ name }, n) => ({ name, file: `input_${n}.parquet` }))
  for (const { file } of tables) await handOver(join(engine.folders.own, file), join(process.folders.input, file))
  const outcome = await process.run({ code, tables })
  refuseIfFailed(outcome)
  await handOver(process.folders.result, join(engine.folders.input, RESULT))
  return outcome.logs
}

/** Out of the reach of who wrote it first: a name could be a link to anything. */
async function handOver(from: string, to: string) {
  await rename(from, to)
  assertState((await lstat(to)).isFile(), 'a process hands over something that is no file')
  shareWithSandbox(to, 'read')
}

function refuseIfFailed({ reply, exit, logs }: PythonOutcome) {
  if (reply === undefined) throw new PythonRefused({ ...whyItEnded(exit), logs })
  if ('failed' in reply) throw new PythonRefused({ ...reply.failed, logs })
}

async function takeIn(engine: EngineProcess, question: PythonQuestion) {
  const { keyColumns, inputs } = question
  const asked = { do: 'take-run', file: RESULT, keyColumns, previous: previousOf(question) } as const
  const { run } = await engine.ask(asked, ENGINE_MS)
  assertState(run, 'an engine that was asked for a run')
  const columns = columnsOfRun(run)
  return keptRun(engine, { columns, dependencies: dependenciesOf(columns, inputs) }, run, ENGINE_MS)
}

/** What code does with its inputs is not known: every column may come from every other, and every one may decide on rows. */
function dependenciesOf(columns: readonly ResultColumn[], inputs: readonly RunInput[]): Dependency[] {
  const all = inputs.flatMap(({ table }) => table.columns.map(({ origin }) => ({ tableId: table.tableId, origin })))
  return columns.map(({ name }) => ({ column: name, from: all, deciding: all, isExact: false }))
}
