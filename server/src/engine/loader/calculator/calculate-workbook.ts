import { existsSync, writeFileSync } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { findPythonRuntime, type PythonRuntime } from '../../python/python-runtime.ts'
import { startSandboxed } from '../../sandbox/sandbox.ts'
import type { SandboxExit, SandboxOptions } from '../../sandbox/sandbox-options.ts'
import { shareWithSandbox } from '../../sandbox/sandbox-user.ts'

/** What the calculation of one workbook may use. */
export type CalculationLimits = {
  wallMs: number
  cpuSeconds: number
  memoryBytes: number
  valueBytes: number
  formulas: number
}

export type CalculationFailure = 'no_engine' | 'too_slow' | 'too_large' | 'not_readable'

/** A workbook of a user, and where to put the values of its formulas. Both paths are of files that a sandbox may be given. */
export type WorkbookToCalculate = { workbook: string; values: string; limits: CalculationLimits }

/** Computes a workbook in a sandboxed process of its own. Null: the values are there. */
export type Calculate = (wish: WorkbookToCalculate) => Promise<CalculationFailure | null>

const MEGABYTE = 1024 * 1024
/** For values that are missing. Computing 100,000 formulas takes about a second and 50 MB. */
export const FILLING: CalculationLimits = {
  // The processor time is the limit; a machine with much to do gives it slowly.
  wallMs: 60_000,
  cpuSeconds: 20,
  memoryBytes: 768 * MEGABYTE,
  valueBytes: 96 * MEGABYTE,
  formulas: 200_000,
}
/** For a comparison with values that are there: a file that takes longer is not compared. */
export const COMPARING: CalculationLimits = { ...FILLING, wallMs: 10_000, cpuSeconds: 2, formulas: 100_000 }

const MOST_THREADS = 8
const OUTPUT_BYTES = 4 * 1024
/** Exit codes of `calculate_workbook.py`. */
const TOO_MANY = 4

/** The engine is a part of the Python runtime, and like all Python runs in the sandbox only. */
export function openCalculator(runtimeFolder: string | null, isSandboxed: () => Promise<boolean>, log: Log): Calculate {
  const runtime = hasEngine(runtimeFolder) ? findPythonRuntime(runtimeFolder) : undefined
  return async (wish) => {
    if (!runtime || !(await isSandboxed())) return 'no_engine'
    const written = `${wish.values}-${newId()}`
    writeFileSync(written, '', { mode: 0o600 })
    shareWithSandbox(written, 'write')
    try {
      const failure = await run(runtime, { ...wish, values: written }, log)
      if (failure === null) await takeOver(written, wish.values)
      return failure
    } finally {
      await rm(written, { force: true })
    }
  }
}

const hasEngine = (folder: string | null) => folder !== null && existsSync(join(folder, 'packages/ironcalc'))

async function run(runtime: PythonRuntime, wish: WorkbookToCalculate, log: Log): Promise<CalculationFailure | null> {
  const sandboxed = startSandboxed(sandboxFor(runtime, wish))
  sandboxed.setDeadline(wish.limits.wallMs)
  const exit = await sandboxed.exited
  const failure = failureOf(exit)
  if (failure !== null)
    log.info({ exit, output: sandboxed.stderr.text().slice(0, 1_000), failure }, 'a workbook was not calculated')
  return failure
}

/** One file and no folder of the host can be written. */
function sandboxFor(runtime: PythonRuntime, { workbook, values, limits }: WorkbookToCalculate): SandboxOptions {
  return {
    ...runtime,
    args: [...runtime.args.slice(0, -1), '/program/calculate_workbook.py', String(limits.formulas)],
    readOnlyBinds: [...runtime.readOnlyBinds, { from: workbook, to: '/in/source.xlsx' }],
    writableBinds: [{ from: values, to: '/own/values.ndjson' }],
    tmpfsBytes: MEGABYTE,
    memoryBytes: limits.memoryBytes,
    fileSizeBytes: limits.valueBytes,
    cpuSeconds: limits.cpuSeconds,
    maxProcesses: MOST_THREADS,
    givesWay: true,
    outputBytes: OUTPUT_BYTES,
  }
}

function failureOf({ reason, code, signal }: SandboxExit): CalculationFailure | null {
  if (reason === 'exit' && code === 0) return null
  if (reason === 'not-started') return 'no_engine'
  if (reason === 'memory' || signal === 'SIGXFSZ' || code === TOO_MANY) return 'too_large'
  // A limit on processor time ends a process by either signal.
  if (reason === 'deadline' || signal === 'SIGXCPU' || signal === 'SIGKILL') return 'too_slow'
  return 'not_readable'
}

/** Out of the reach of the process that wrote it: a name could be a link to anything. */
async function takeOver(written: string, values: string) {
  await rename(written, values)
  if (!(await lstat(values)).isFile()) throw new Error('impossible: a calculation leaves something that is no file')
  shareWithSandbox(values, 'read')
}
