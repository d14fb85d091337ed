import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shareWithSandbox } from '../sandbox/sandbox-user.ts'
import type { Spare } from '../sandbox/spares.ts'
import {
  makeProgramFolders,
  type Program,
  type ProgramEnd,
  type StartOptions,
  startProgram,
} from '../sandbox/start-program.ts'
import { takeOver } from '../sandbox/take-over.ts'
import { workTooLarge, workTooSlow } from './build.errors.ts'
import { type BuildAnswers, type BuildReply, type BuildRequest, builtFiles } from './build-request.ts'
import { linesOf } from './lines.ts'

const MEGABYTE = 1024 * 1024
const START_MS = 30_000

const BUILDER: Program = {
  name: 'builder',
  entry: join(import.meta.dirname, 'builder-process.ts'),
  packages: ['@duckdb/node-bindings'],
  flags: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=320', '--max-semi-space-size=16'],
  environment: { DUCKDB_JE_MALLOC_CONF: 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:2' },
  tmpfsBytes: 16 * MEGABYTE,
  /** DuckDB's own limit is 512 MB, beyond which it spills. Planning a statement of a user's rule counts nowhere else. */
  memoryBytes: 1024 * MEGABYTE,
  fileSizeBytes: 8192 * MEGABYTE,
  /** A table has a segment for each half million rows. */
  openFiles: 1024,
  isWatchedWhenBare: true,
  isShortLived: true,
  givesWay: true,
}

/** A builder at work. `input`: the folder that files are put into for it. `folder`: where its own are found afterwards. */
export type Builder = {
  input: string
  folder: string
  ask<K extends BuildRequest['kind']>(request: BuildRequest & { kind: K }): Promise<BuildAnswers[K]>
}

export type BuilderProcess = Builder & Spare & { readonly pid: number; readonly close: () => Promise<void> }

/** The stored content of a table contradicts itself. Nothing may be served or built from it. */
export class CorruptTable extends Error {}

/** Starts a process that has no work yet. `deadlineMs` is for one question; a builder past it is killed. */
export async function startBuilder(options: StartOptions, deadlineMs: number): Promise<BuilderProcess> {
  const { root, input, own } = makeProgramFolders(BUILDER, options)
  const handed = join(root, 'handed')
  mkdirSync(handed, { mode: 0o700 })
  const clear = () => rm(root, { recursive: true, force: true })
  const { pid, channel, kill, ended } = await startProgram(BUILDER, options, { root, input, own })
  const replies = linesOf(channel)
  const shared = new Set<string>()

  const withinMs = async (limitMs: number, work: () => void): Promise<string> => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      kill()
    }, limitMs)
    try {
      work()
      const next = replies.next().then(({ value }) => value ?? undefined)
      const line = await Promise.race([next.catch(() => undefined), ended.then(() => undefined)])
      if (typeof line === 'string') return line
      throw isLate ? workTooSlow(limitMs) : errorOf(await ended)
    } finally {
      clearTimeout(timer)
    }
  }
  const close = async () => {
    kill()
    await ended
    await clear()
  }
  await withinMs(START_MS, () => {}).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    pid,
    input,
    folder: handed,
    exited: ended,
    kill,
    clear,
    close,
    ask: async <K extends BuildRequest['kind']>(request: BuildRequest & { kind: K }) => {
      if (options.isSandboxed) await shareNew(input, shared)
      const line = await withinMs(deadlineMs, () => void channel.write(`${JSON.stringify(request)}\n`))
      const answer = answerOf<K>(line)
      await takeOver({ own, handed }, builtFiles<K>(request.kind, answer))
      return answer
    },
  }
}

/** Links to segments have the rights of the copies on this node, which other sandboxes read too. */
async function shareNew(input: string, shared: Set<string>) {
  for (const name of await readdir(input)) {
    if (shared.has(name)) continue
    shareWithSandbox(join(input, name), 'read')
    shared.add(name)
  }
}

function errorOf({ end, output }: ProgramEnd): Error {
  return end === 'memory' ? workTooLarge() : new Error(`a builder ended: ${end} ${output.slice(0, 2_000)}`)
}

function answerOf<K extends BuildRequest['kind']>(line: string): BuildAnswers[K] {
  // Safe: our own program at the other end, which answers each question in its kind.
  const reply = JSON.parse(line) as BuildReply
  // Safe: as above.
  if ('answer' in reply) return reply.answer as BuildAnswers[K]
  switch (reply.failure) {
    case 'corrupt':
      throw new CorruptTable(reply.error)
    case 'memory':
      throw workTooLarge()
    case 'failed':
      throw new Error(`a builder: ${reply.error}`)
  }
}
