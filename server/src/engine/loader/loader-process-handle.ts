import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { assertState } from '../../platform/errors.ts'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import {
  makeProgramFolders,
  type Program,
  type ProgramEnd,
  type ProgramFolders,
  type StartOptions,
  startProgram,
} from '../sandbox/start-program.ts'
import type { LoadAnswers, Loader, LoadReply, LoadRequest, Watch } from './load-request.ts'
import { rehearseLoader } from './rehearse-loader.ts'

const MEGABYTE = 1024 * 1024
const START_MS = 30_000
/** The heap ends before the memory does, so that what is too large ends with a word. */
export const LOADER_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=320',
  '--max-semi-space-size=16',
]

const LOADER: Program = {
  name: 'loader',
  entry: join(import.meta.dirname, '../loader-program/loader-process.ts'),
  packages: ['@duckdb/node-bindings', '@e965/xlsx'],
  flags: LOADER_FLAGS,
  /** What DuckDB has freed goes back to the kernel at once: there is little to share with the reader. */
  environment: { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:2' },
  tmpfsBytes: 16 * MEGABYTE,
  /** Contract: no file takes more. */
  memoryBytes: 512 * MEGABYTE,
  fileSizeBytes: 8192 * MEGABYTE,
  isShortLived: true,
  rehearse,
  isWatchedWhenBare: true,
  /** A file takes a second of a core; a read beside it takes milliseconds. */
  givesWay: true,
}

async function rehearse(channel: Socket, input: string) {
  const conversation = new LoaderConversation(channel, () => channel.destroy())
  await conversation.next()
  const ask: Loader['ask'] = async (request) => {
    const reply = await conversation.ask(request)
    assertState('answer' in reply, `a loader that rehearses answers when it is asked to ${request.kind}`)
    // Safe: our own program at the other end, which answers each question in its kind.
    return reply.answer as LoadAnswers[typeof request.kind]
  }
  await rehearseLoader(ask, input, (path) => shareWithSandbox(path, 'read'))
}

/** `input`: the file, for reading. `own`: what the process writes. `handed`: what the service has taken over from there. */
export type LoaderFolders = ProgramFolders & { handed: string }

/** A loader process as the node holds it. */
export type LoaderProcess = {
  readonly pid: number
  readonly folders: LoaderFolders
  readonly conversation: LoaderConversation
  readonly isSandboxed: boolean
  readonly exited: Promise<ProgramEnd>
  readonly kill: () => void
  /** Takes away all it left. */
  readonly clear: () => Promise<void>
  /** Kills it, and resolves when nothing of it is left. */
  readonly end: () => Promise<void>
}

/** Starts a process that has no file yet. It is ready when this resolves. */
export async function startLoaderProcess(options: StartOptions): Promise<LoaderProcess> {
  const folders = makeFolders(options)
  const { pid, channel, kill, ended } = await startProgram(LOADER, options, folders)
  const conversation = new LoaderConversation(channel, kill)
  const exited = ended.then((exit) => {
    conversation.end(`${exit.end}: ${exit.output}`)
    return exit
  })
  const clear = () => rm(folders.root, { recursive: true, force: true })
  const timer = setTimeout(kill, START_MS)
  try {
    await conversation.next()
  } catch (error) {
    await exited
    await clear()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const end = async () => {
    kill()
    await exited
    await clear()
  }
  return { pid, folders, conversation, isSandboxed: options.isSandboxed, exited, kill, clear, end }
}

function makeFolders(options: StartOptions): LoaderFolders {
  const folders = makeProgramFolders(LOADER, options)
  const handed = join(folders.root, 'handed')
  mkdirSync(handed, { mode: 0o700 })
  return { ...folders, handed }
}

const LINE_FEED = 10
/** A preview of 100,000 cells is some megabytes; a process that sends more is no longer the program we started. */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024

type Waiting = { resolve: (reply: LoadReply) => void; reject: (error: Error) => void; watch: Watch | undefined }

/** The process ended before it answered. */
export class LoaderEnded extends Error {}

/** Lines to and from a loader, one question at a time. */
class LoaderConversation {
  readonly #socket: Socket
  readonly #kill: () => void
  readonly #parts: Buffer[] = []
  #bytes = 0
  #waiting: Waiting | undefined
  #end: string | undefined

  constructor(socket: Socket, kill: () => void) {
    this.#socket = socket
    this.#kill = kill
    socket.on('data', (piece: Buffer) => this.#take(piece))
  }

  ask(request: LoadRequest, watch?: Watch): Promise<LoadReply> {
    const answer = this.next(watch)
    if (this.#end === undefined) this.#socket.write(`${JSON.stringify(request)}\n`)
    return answer
  }

  /** The next answer; what tells only how far it is goes to the watcher. */
  next(watch?: Watch): Promise<LoadReply> {
    if (this.#end !== undefined) return Promise.reject(new LoaderEnded(this.#end))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, watch }
    })
  }

  /** The process is gone: it will not answer any more. */
  end(reason: string) {
    this.#end = reason
    this.#waiting?.reject(new LoaderEnded(reason))
  }

  #take(piece: Buffer) {
    let rest = piece
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      this.#parts.push(rest.subarray(0, end))
      this.#bytes = 0
      this.#receive(Buffer.concat(this.#parts.splice(0)).toString())
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#parts.push(rest)
    this.#bytes += rest.length
    if (this.#bytes > LONGEST_LINE_BYTES) this.#kill()
  }

  #receive(line: string) {
    try {
      // Safe enough: it is our own program; a hostile one could only spoil answers about its own file.
      const reply = JSON.parse(line) as LoadReply
      if ('progress' in reply) this.#waiting?.watch?.(reply.progress)
      else this.#waiting?.resolve(reply)
    } catch {
      this.#kill()
    }
  }
}
