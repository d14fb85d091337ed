import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { linesOf } from '../builder/lines.ts'
import { type SandboxedProcess, startSandboxed } from '../sandbox/sandbox.ts'
import type { SandboxExit, SandboxOptions, SandboxOverrides } from '../sandbox/sandbox-options.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import type { Spare } from '../sandbox/spares.ts'
import { type PythonReply, readReply } from './python-reply.ts'
import type { PythonRuntime } from './python-runtime.ts'

/** What one run may use. Contract: 60 s, 120 s of processor time, 2 GB. */
export type PythonLimits = {
  wallMs: number
  cpuSeconds: number
  memoryBytes: number
  scratchBytes: number
  resultBytes: number
  logBytes: number
}

const MEGABYTE = 1024 * 1024
export const PYTHON_LIMITS: PythonLimits = {
  wallMs: 60_000,
  cpuSeconds: 120,
  memoryBytes: 2048 * MEGABYTE,
  scratchBytes: 256 * MEGABYTE,
  resultBytes: 2048 * MEGABYTE,
  logBytes: 10 * 1024,
}
/** Importing takes about two of these on a machine that has nothing else to do. */
const IMPORT_SECONDS = 30
const IMPORT_MS = 120_000
/** Threads of Python, Arrow, polars and BLAS. */
const MOST_THREADS = 64
const MOST_REPLY_BYTES = 64 * 1024
const INPUT_FOLDER = '/in'

/** `input`: what it reads. `result`: the one file it may write. */
export type PythonFolders = { root: string; input: string; result: string }

export type PythonRequest = { code: string; tables: readonly { name: string; file: string }[] }

export type PythonOutcome = { reply: PythonReply | undefined; exit: SandboxExit; logs: string }

/** A process with everything imported, as the node holds it. It serves one run. */
export type PythonProcess = Spare & {
  readonly pid: number
  readonly folders: PythonFolders
  readonly clear: () => Promise<void>
  /** Resolves when it has answered or ended, and nothing of it is left but its folder. */
  readonly run: (request: PythonRequest) => Promise<PythonOutcome>
}

export type PythonStart = {
  runtime: PythonRuntime
  folder: string
  limits: PythonLimits
  /** For proofs. */
  overrides?: SandboxOverrides
}

/** Starts a process that has no code yet. It is ready when this resolves. */
export async function startPythonProcess(start: PythonStart): Promise<PythonProcess> {
  const folders = makePythonFolders(start.folder)
  const clear = () => rm(folders.root, { recursive: true, force: true })
  const sandboxed = startSandboxed(pythonSandbox(start, folders), start.overrides)
  const talk = talkTo(sandboxed)
  sandboxed.setDeadline(IMPORT_MS)
  if ((await talk.hear()) === undefined) {
    sandboxed.kill()
    const { reason, signal, code } = await sandboxed.exited
    await clear()
    throw new Error(`Python did not start: ${reason} (${signal ?? code}) ${sandboxed.stderr.text().slice(0, 2_000)}`)
  }
  sandboxed.clearDeadline()
  return {
    pid: sandboxed.pid,
    folders,
    exited: sandboxed.exited,
    kill: () => sandboxed.kill(),
    clear,
    run: (request) => runOnce(sandboxed, talk, request, start.limits),
  }
}

type Talk = { say: (message: object) => void; hear: () => Promise<string | undefined> }

/** In lines. Nothing is heard of a process that has ended, or that says more than it may. */
function talkTo({ channels: [channel] }: SandboxedProcess): Talk {
  assertState(channel, 'the channel that was asked for')
  const lines = linesOf(channel, MOST_REPLY_BYTES)
  return {
    say: (message) => void channel.write(`${JSON.stringify(message)}\n`),
    hear: async () => (await lines.next().catch(() => undefined))?.value ?? undefined,
  }
}

async function runOnce(
  sandboxed: SandboxedProcess,
  { say, hear }: Talk,
  { code, tables }: PythonRequest,
  { wallMs, cpuSeconds }: PythonLimits,
): Promise<PythonOutcome> {
  sandboxed.setDeadline(wallMs)
  const paths = Object.fromEntries(tables.map(({ name, file }) => [name, `${INPUT_FOLDER}/${file}`]))
  say({ code, tables: paths, cpu_seconds: cpuSeconds })
  const line = await hear()
  // Without an answer it ends by itself or at its deadline, and only then it is known why.
  if (line !== undefined) sandboxed.kill()
  const exit = await sandboxed.exited
  return { reply: line === undefined ? undefined : readReply(line), exit, logs: logsOf(sandboxed) }
}

function makePythonFolders(folder: string): PythonFolders {
  const root = join(folder, `python-${newId()}`)
  const folders = { root, input: join(root, 'in'), result: join(root, 'result.parquet') }
  mkdirSync(root, { mode: 0o700 })
  // The sandbox's user must pass through this folder to those below; it cannot list it.
  chmodSync(root, 0o711)
  mkdirSync(folders.input, { mode: 0o700 })
  shareWithSandbox(folders.input, 'read')
  writeFileSync(folders.result, '', { mode: 0o600 })
  shareWithSandbox(folders.result, 'write')
  return folders
}

/** One file and no folder of the host can be written: so it can neither fill the disk nor put a link in the file's place. */
function pythonSandbox({ runtime, limits }: PythonStart, { input, result }: PythonFolders): SandboxOptions {
  return {
    ...runtime,
    readOnlyBinds: [...runtime.readOnlyBinds, { from: input, to: INPUT_FOLDER }],
    writableBinds: [{ from: result, to: '/own/result.parquet' }],
    tmpfsBytes: limits.scratchBytes,
    memoryBytes: limits.memoryBytes,
    fileSizeBytes: limits.resultBytes,
    cpuSeconds: limits.cpuSeconds + IMPORT_SECONDS,
    maxProcesses: MOST_THREADS,
    outputBytes: limits.logBytes,
    channels: 1,
  }
}

/** Where the cap has split a character, its half is left out. */
function logsOf({ stdout }: SandboxedProcess): string {
  const text = stdout.text()
  return stdout.isCut ? text.replace(/\uFFFD+$/, '') : text
}
