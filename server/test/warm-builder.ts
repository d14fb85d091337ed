import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Build, startBuilder } from '../src/tabular/builder/build-segments.ts'

/** One builder process for all the work of a test, which would otherwise wait for hundreds of them to start. */
export async function warmBuilder(folder: string): Promise<{ build: Build; close: () => Promise<void> }> {
  const builder = await startBuilder(folder, 120_000)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
  const build: Build = async (work) => {
    const own = randomUUID()
    await mkdir(join(builder.folder, own))
    try {
      return await work({
        folder: join(builder.folder, own),
        ask: async (request) => strip(own, await inTurn(() => builder.ask(within(own, request)))),
      })
    } finally {
      await rm(join(builder.folder, own), { recursive: true })
    }
  }
  return { build, close: builder.close }
}

/** The builder knows its own folder only: names inside it get the folder of this piece of work. */
function within<R>(own: string, request: R): R {
  return JSON.parse(JSON.stringify(request), (key, value) => {
    if (key === 'file') return `${own}/${value}`
    if (key === 'segments') return value.map((file: string) => `${own}/${file}`)
    return value
  })
}

/** What it writes lies in its own folder, one above. */
function strip<T>(own: string, answer: T): T {
  const depth = '../'.repeat(own.split('/').length)
  return JSON.parse(JSON.stringify(answer), (key, value) => {
    const isFile = key === 'file' || (typeof value === 'string' && value.endsWith('.ndjson'))
    return isFile ? `${depth}${value}` : value
  })
}
