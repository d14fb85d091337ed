import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState, ServiceError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Db } from '../../platform/postgres.ts'
import type { Settings } from '../../platform/settings.ts'
import { type SharePercent, shareOf } from '../../platform/shares.ts'
import type { EngineProcess } from '../duckdb/engine-process-handle.ts'
import type { EnginePool } from '../duckdb/pool.ts'
import { Slots } from '../duckdb/slots.ts'
import { bring, columnsOfRun, keptRun, lendForRun, previousOf } from '../duckdb/sql-runner.ts'
import type { ResultColumn } from '../reading/sql-question.ts'
import type { Dependency, RunInput } from '../reading/sql-run.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import { Spares } from '../sandbox/spares.ts'
import type { AccountOf } from '../table/owning-account.store.ts'
import {
  PYTHON_LIMITS,
  type PythonLimits,
  type PythonOutcome,
  type PythonProcess,
  startPythonProcess,
} from './python-process-handle.ts'
import { whyItEnded } from './python-reply.ts'
import { type PythonQuestion, PythonRefused, type PythonRun, type PythonRunner } from './python-run.ts'
import { findPythonRuntime } from './python-runtime.ts'

export type PythonRunnerOptions = { pool: EnginePool; python: PythonPool; db: Db; log: Log }

/** For each thing the engine is asked, before Python and after it. */
const ENGINE_MS = 120_000
const RESULT = 'result.parquet'

/** Each run has two processes: an engine, which holds what the transform may see, and Python, which holds its code. */
function createPythonRunner(options: PythonRunnerOptions): Omit<PythonRunner, 'isOn'> {
  const { pool, python, db, log } = options
  const run = <T>(question: PythonQuestion, hasRows: boolean, work: (made: PythonRun) => Promise<T>): Promise<T> =>
    python.inTurn(question.workbookId, () =>
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

type OpenPythonOptions = {
  settings: Settings['python']
  accountOf: AccountOf
  accountShare: SharePercent
  isSandboxed: () => Promise<boolean>
  /** Processes have their folders below this one. */
  folder: string
  pool: EnginePool
  db: Db
  log: Log
  limits?: Partial<PythonLimits>
}

type OpenPython = { runner: PythonRunner; warm: () => void; close: () => Promise<void> }

/** Python as this node is set up. Nothing is started before the first run, or before a caller says that one will come. */
export function openPython(options: OpenPythonOptions): OpenPython {
  const { settings, accountOf, accountShare, isSandboxed, folder, pool, db, log, limits } = options
  const runtime = findPythonRuntime(settings.runtime)
  const isOn = async () => runtime !== undefined && (await isSandboxed())
  const python = new PythonPool({
    log,
    spares: settings.spares,
    accountOf,
    accountShare,
    start: async () => {
      assertState(runtime && (await isSandboxed()), 'Python runs in its sandbox only')
      return startPythonProcess({ runtime, folder, limits: { ...PYTHON_LIMITS, ...limits } })
    },
  })
  return {
    runner: { isOn, ...createPythonRunner({ pool, python, db, log }) },
    warm: () => {
      // A reader learns what is wrong with the sandbox; without one nothing is warmed.
      void isOn().then(
        (isThere) => isThere && python.warm(),
        () => {},
      )
    },
    close: () => python.close(),
  }
}

type PythonPoolOptions = {
  start: () => Promise<PythonProcess>
  log: Log
  /** Processes that wait with everything imported. */
  spares: number
  accountOf: AccountOf
  accountShare: SharePercent
  /** Each may take two gigabytes. */
  mostAtOnce?: number
  patienceMs?: number
}

/** Lends processes, each for one run. A run that comes when all places are taken waits for the next. */
class PythonPool {
  readonly #waiting: Spares<PythonProcess>
  readonly #slots: Slots
  readonly #accountOf: AccountOf
  readonly #patienceMs: number
  readonly #log: Log

  constructor(options: PythonPoolOptions) {
    const { start, log, spares, accountOf, accountShare, mostAtOnce = 2, patienceMs = 120_000 } = options
    this.#waiting = new Spares(spares, start)
    this.#slots = new Slots({ places: mostAtOnce, mostPerOwner: shareOf(mostAtOnce, accountShare) })
    this.#accountOf = accountOf
    this.#patienceMs = patienceMs
    this.#log = log
  }

  warm() {
    this.#waiting.fill()
  }

  /** A place for a run, and for the engine that belongs to it. */
  async inTurn<T>(workbookId: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.#slots.take(this.#patienceMs, await this.#accountOf(workbookId))
    if (!leave) throw pythonBusy()
    return work().finally(leave)
  }

  /** The process and all it left are gone when this resolves. */
  async lend<T>(work: (process: PythonProcess) => Promise<T>): Promise<T> {
    const process = await this.#take()
    try {
      return await work(process)
    } finally {
      process.kill()
      await process.exited
      await process.clear()
      // Not earlier: importing would take the processor from the run.
      this.#waiting.fill()
    }
  }

  async #take(): Promise<PythonProcess> {
    try {
      return await this.#waiting.take()
    } catch (error) {
      this.#log.error({ err: error }, 'Python could not be started')
      throw pythonUnavailable()
    }
  }

  close() {
    return this.#waiting.close()
  }
}

const pythonBusy = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Too many Python transforms are running just now',
    detail: 'This node runs a few of them at a time, and those before this one take long.',
    suggestedFix: 'Try again in a minute, or send async: true and ask for the job.',
    headers: { 'retry-after': '30' },
  })

const pythonUnavailable = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'Python cannot be started just now',
    detail: 'The process in which the transform would run did not start; nothing was changed.',
    suggestedFix: 'Send the same request again after Retry-After seconds.',
    headers: { 'retry-after': '10' },
  })
