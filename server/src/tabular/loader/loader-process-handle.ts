import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { CappedOutput } from '../sandbox/capped-output.ts'
import { writePlainProgram } from '../sandbox/plain-program.ts'
import { nodeProgramBinds } from '../sandbox/program-binds.ts'
import { startSandboxed } from '../sandbox/sandbox.ts'
import type { SandboxOptions } from '../sandbox/sandbox-options.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import { watchMemory } from '../sandbox/watch-memory.ts'
import { LoaderConversation } from './loader-conversation.ts'

const MEGABYTE = 1024 * 1024
const ENTRY = join(import.meta.dirname, 'loader-process.ts')
const PACKAGES = ['@duckdb/node-api', '@e965/xlsx']
/** Contract: no file takes more. */
const MEMORY_BYTES = 512 * MEGABYTE
const TMP_BYTES = 16 * MEGABYTE
const FILE_BYTES = 8192 * MEGABYTE
const OUTPUT_BYTES = 64 * 1024
const START_MS = 30_000
/** The heap ends before the memory does, so that what is too large ends with a word. */
export const LOADER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=320',
  '--max-semi-space-size=16',
]
/** What DuckDB has freed goes back to the kernel at once: there is little to share with the reader. */
const ENVIRONMENT = { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:2' }

/** `input`: the file, for reading. `own`: what the process writes. `handed`: what the service has taken over from there. */
export type LoaderFolders = { root: string; input: string; own: string; handed: string }

export type LoaderEnd = 'memory' | 'killed' | 'crash'

/** A loader process as the node holds it. */
export type LoaderProcess = {
  readonly pid: number
  readonly folders: LoaderFolders
  readonly conversation: LoaderConversation
  readonly isSandboxed: boolean
  /** Resolves when no process is left; what it has said on its way out is for the log. */
  readonly exited: Promise<{ end: LoaderEnd; told: string }>
  readonly kill: () => void
  /** Takes away all it left. */
  readonly clear: () => Promise<void>
}

export type StartLoader = { folder: string; isSandboxed: boolean }

/** Starts a process that has no file yet. It is ready when this resolves. */
export async function startLoaderProcess(options: StartLoader): Promise<LoaderProcess> {
  const folders = makeFolders(options)
  const { ended, ...started } = options.isSandboxed ? await startInside(options.folder, folders) : startBare(folders)
  const conversation = new LoaderConversation(started.channel, started.kill)
  const exited = ended.then((exit) => {
    conversation.end(`${exit.end}: ${exit.told}`)
    return exit
  })
  const clear = () => rm(folders.root, { recursive: true, force: true })
  const timer = setTimeout(started.kill, START_MS)
  try {
    await conversation.next()
  } catch (error) {
    await exited
    await clear()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { ...started, folders, conversation, isSandboxed: options.isSandboxed, exited, clear }
}

function makeFolders({ folder, isSandboxed }: StartLoader): LoaderFolders {
  const root = join(folder, `loader-${newId()}`)
  const below = (name: string) => join(root, name)
  const folders = { root, input: below('in'), own: below('own'), handed: below('handed') }
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true, mode: 0o700 })
  if (isSandboxed) {
    // Whoever looks for the folders below must pass this one; it lists nothing to him.
    chmodSync(root, 0o711)
    shareWithSandbox(folders.input, 'read')
    shareWithSandbox(folders.own, 'write')
  }
  return folders
}

type Started = {
  pid: number
  channel: Socket
  kill: () => void
  ended: Promise<{ end: LoaderEnd; told: string }>
}

/** What a loader may see and use. */
function loaderSandbox({ input, own }: LoaderFolders, plainProgram: string): SandboxOptions {
  const { program, entry, readOnlyBinds } = nodeProgramBinds(ENTRY, PACKAGES, plainProgram)
  return {
    program,
    args: [...LOADER_FLAGS, entry, '/in', '/own'],
    readOnlyBinds: [...readOnlyBinds, { from: input, to: '/in' }],
    writableBinds: [{ from: own, to: '/own' }],
    tmpfsBytes: TMP_BYTES,
    memoryBytes: MEMORY_BYTES,
    fileSizeBytes: FILE_BYTES,
    maxProcesses: 64,
    channels: 1,
    environment: ENVIRONMENT,
  }
}

async function startInside(folder: string, folders: LoaderFolders): Promise<Started> {
  const plainProgram = join(folder, 'program')
  await writePlainProgram(ENTRY, plainProgram)
  const sandboxed = startSandboxed(loaderSandbox(folders, plainProgram))
  const [channel] = sandboxed.channels
  assertState(channel, 'the channel that was asked for')
  return {
    pid: sandboxed.pid,
    channel,
    kill: () => sandboxed.kill(),
    ended: sandboxed.exited.then(({ reason, code, signal }) => {
      const told = `${reason} (${signal ?? code}) ${sandboxed.stderr.text()}`
      return { end: reason === 'memory' ? 'memory' : endOf(reason === 'killed', told), told }
    }),
  }
}

/** Where no sandbox can be made, on an operator's word or on loopback: a process with bounded memory alone. */
function startBare({ input, own }: LoaderFolders): Started {
  const child = spawn(process.execPath, [...LOADER_FLAGS, ENTRY, input, own], {
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const channel = child.stdio[3]
  assertState(channel instanceof Socket && child.stderr, 'a pipe of a child is a socket')
  channel.on('error', () => {})
  const pid = child.pid ?? 0
  const stderr = new CappedOutput(child.stderr, OUTPUT_BYTES)
  let cause: 'memory' | 'killed' | undefined
  const endFor = (why: 'memory' | 'killed') => {
    cause ??= why
    child.kill('SIGKILL')
  }
  const stopWatching = watchMemory({
    pid,
    limitBytes: MEMORY_BYTES,
    mayFork: false,
    onExceeded: () => endFor('memory'),
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`exit (${signal ?? code})`))
    child.once('error', (error) => resolve(error.message))
  }).then((reason) => {
    stopWatching()
    const told = `${reason} ${stderr.text()}`
    return { end: cause === 'memory' ? cause : endOf(cause === 'killed', told), told }
  })
  return { pid, channel, kill: () => endFor('killed'), ended }
}

function endOf(isKilled: boolean, told: string): LoaderEnd {
  if (isKilled) return 'killed'
  return /out of memory|allocation failed/i.test(told) ? 'memory' : 'crash'
}
