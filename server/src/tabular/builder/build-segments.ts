import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { assertState } from '../../platform/errors.ts'
import { bundledFile } from '../programs/bundled-program.ts'
import type { BuildAnswers, BuildReply, BuildRequest } from './build-request.ts'
import { linesOf } from './lines.ts'

const PROGRAM = join(import.meta.dirname, 'builder-process.ts')
const STDERR_CHARACTERS = 4_000

/** A builder at work: its folder, where files are put for it and found afterwards, and a way to ask. */
export type Builder = {
  folder: string
  ask<K extends BuildRequest['kind']>(request: BuildRequest & { kind: K }): Promise<BuildAnswers[K]>
}

/** Lends a builder for a piece of work; what it left in its folder is gone afterwards. */
export type Build = <T>(work: (builder: Builder) => Promise<T>) => Promise<T>

/** The stored content of a table contradicts itself. Nothing may be served or built from it. */
export class CorruptTable extends Error {}

export type BuildOptions = { deadlineMs?: number; mostAtOnce?: number }

/** DuckDB never runs in the service itself: each piece of work gets a process and a folder of its own. */
export function createBuild(folder: string, { deadlineMs = 10 * 60_000, mostAtOnce = 2 }: BuildOptions = {}): Build {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running === mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await inOwnProcess(folder, deadlineMs, work)
    } finally {
      // The place goes to who has waited longest.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

async function inOwnProcess<T>(folder: string, deadlineMs: number, work: (builder: Builder) => Promise<T>) {
  const builder = await startBuilder(folder, deadlineMs)
  try {
    return await work(builder)
  } finally {
    await builder.close()
  }
}

/** The deadline is for one question; a builder past it is killed. */
export async function startBuilder(parent: string, deadlineMs: number): Promise<Builder & { close(): Promise<void> }> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'build-'))
  const child = spawn(process.execPath, ['--max-old-space-size=512', await bundledFile(PROGRAM), folder], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_CHARACTERS)
  })
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => reject(new Error(`a builder ended with ${signal ?? code}: ${stderr}`)))
  })
  const exited = ended.catch(() => {})
  const channel = child.stdio[3]
  assertState(channel instanceof Duplex, 'the channel to a builder goes both ways')
  channel.on('error', () => {})
  const replies = linesOf(channel)

  return {
    folder,
    ask: async (request) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
      try {
        channel.write(`${JSON.stringify(request)}\n`)
        const { value } = await Promise.race([replies.next(), ended])
        return answerOf(typeof value === 'string' ? value : await ended)
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answerOf<K extends BuildRequest['kind']>(line: string): BuildAnswers[K] {
  // Safe: our own program at the other end, which answers each question in its kind.
  const reply = JSON.parse(line) as BuildReply
  if ('error' in reply) throw reply.isCorrupt ? new CorruptTable(reply.error) : new Error(`a builder: ${reply.error}`)
  return reply.answer as BuildAnswers[K]
}
