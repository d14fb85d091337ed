import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Build } from '../src/engine/builder/build-segments.ts'
import { startBuilder } from '../src/engine/builder/builder-process-handle.ts'

/** One builder process for all the work of a test, which would otherwise wait for hundreds of them to start. */
export async function warmBuilder(folder: string): Promise<{ build: Build; close: () => Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  const builder = await startBuilder({ folder, isSandboxed: false }, 120_000)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => {})
    return turn
  }
  const build: Build = async (_, work) => {
    const own = randomUUID()
    await mkdir(join(builder.input, own))
    try {
      return await work({
        input: join(builder.input, own),
        folder: builder.folder,
        ask: (request) => inTurn(() => builder.ask(within(own, request))),
      })
    } finally {
      await rm(join(builder.input, own), { recursive: true })
    }
  }
  return { build, close: builder.close }
}

/** The builder knows its whole input only: names of files get the folder of this piece of work. */
function within<R>(own: string, request: R): R {
  return JSON.parse(JSON.stringify(request), (key, value) => {
    if (key === 'file') return `${own}/${value}`
    if (key === 'segments') return value.map((file: unknown) => (typeof file === 'string' ? `${own}/${file}` : file))
    return value
  })
}
