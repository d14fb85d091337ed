import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeProgramFolders,
  type Program,
  type ProgramFolders,
  type StartOptions,
  startProgram,
} from '../sandbox/start-program.ts'
import { EngineConversation } from './engine-conversation.ts'

const MEGABYTE = 1024 * 1024

export const ENGINE: Program = {
  name: 'engine',
  entry: join(import.meta.dirname, '../duckdb-program/engine-process.ts'),
  packages: ['@duckdb/node-bindings'],
  /**
   * It collects in the thread that worked: in a profile of point queries, collections by several threads were about a quarter. No flag
   * that V8 compiles differently under, or it would not take the code of Node.js itself that comes with it: see `keepSmall`.
   */
  flags: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', '--single-threaded-gc'],
  /**
   * DuckDB's allocator: what was freed goes back to the kernel after a second, where a thread of its own sees to that. One arena of
   * glibc's for all threads: those that wait for a question would keep 3 MB in others.
   */
  environment: { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:1', MALLOC_ARENA_MAX: '1' },
  tmpfsBytes: 300 * MEGABYTE,
  /** DuckDB's own limit is 512 MB; what it does not count must not reach the machine. */
  memoryBytes: 700 * MEGABYTE,
  fileSizeBytes: 4096 * MEGABYTE,
  // DuckDB's own limit holds, and looking at hundreds of engines would hold up the service.
  isWatchedWhenBare: false,
  isShortLived: false,
  givesWay: false,
}

export type EngineFolders = ProgramFolders

/** An engine process as the node holds it: its folders, a way to ask it, and its end. */
export type EngineProcess = {
  readonly pid: number
  readonly folders: EngineFolders
  readonly ask: EngineConversation['ask']
  readonly stream: EngineConversation['stream']
  /** Resolves, never rejects, when no process is left, and its folders are gone. */
  readonly exited: Promise<void>
  readonly kill: () => void
  readonly pssBytes: () => Promise<number>
}

/** Lends a process that sees full data, runs no SQL of a user, and ends with the work. */
export type LendBuilder = <T>(work: (builder: EngineProcess) => Promise<T>) => Promise<T>

export type StartEngine = StartOptions

/** Starts a process that is not assigned yet. It is ready when this resolves. */
export async function startEngineProcess(options: StartEngine): Promise<EngineProcess> {
  const folders = makeEngineFolders(options)
  const { pid, channel, kill, ended, pssBytes } = await startProgram(ENGINE, options, folders)
  const conversation = new EngineConversation(channel, kill)
  const exited = ended.then(async ({ output }) => {
    conversation.end(output.slice(0, 500))
    await clear(folders.root)
  })
  try {
    await conversation.ready
  } catch (error) {
    kill()
    await exited
    throw error
  }
  const ask = conversation.ask.bind(conversation)
  const stream = conversation.stream.bind(conversation)
  return { pid, folders, ask, stream, exited, kill, pssBytes }
}

/**
 * An engine may die while files are being laid for it, and a folder that is not empty yet is tried again. What is left
 * all the same goes with the folder of all engines: nothing else looks there.
 */
async function clear(folder: string) {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
}

export const makeEngineFolders = (options: StartEngine): EngineFolders => makeProgramFolders(ENGINE, options)
