import { rm } from 'node:fs/promises'
import { type SharePercent, shareOf } from '../../platform/shares.ts'
import { Slots } from '../duckdb/slots.ts'
import { makeProcessFolder } from '../sandbox/sandbox-user.ts'
import { Spares } from '../sandbox/spares.ts'
import type { AccountOf } from '../table/owning-account.store.ts'
import { buildersBusy } from './build.errors.ts'
import { type Builder, type BuilderProcess, startBuilder } from './builder-process-handle.ts'

/** Lends a builder for a piece of work on a workbook; what it left in its folders is gone afterwards. */
export type Build = <T>(workbookId: string, work: (builder: Builder) => Promise<T>) => Promise<T>

export type BuildOptions = {
  /** Whose turn a piece of work takes, and what of the places one account may hold. */
  accountOf: AccountOf
  accountShare: SharePercent
  /** Each builder has a folder below this one, which it must be able to pass. Segments on the same disk are linked. */
  cacheFolder: string
  isSandboxed: () => Promise<boolean>
  deadlineMs?: number
  mostAtOnce?: number
  /** Processes that wait, once there was work. */
  spares?: number
  patienceMs?: number
}

export type OpenBuild = { build: Build; close: () => Promise<void> }

/** DuckDB never runs in the service itself: each piece of work gets a process and folders of its own, in the sandbox. */
export function createBuild(options: BuildOptions): OpenBuild {
  const { cacheFolder, isSandboxed, accountOf, accountShare } = options
  const { deadlineMs = 10 * 60_000, mostAtOnce = 2, spares = 0 } = options
  const { patienceMs = 5 * 60_000 } = options
  const folder = makeProcessFolder(cacheFolder, 'builders')
  const slots = new Slots({ places: mostAtOnce, mostPerOwner: shareOf(mostAtOnce, accountShare) })
  const ending = new Set<Promise<void>>()
  const start = async () => startBuilder({ folder, isSandboxed: await isSandboxed() }, deadlineMs)
  const waiting = new Spares(spares, start)
  return {
    build: async (workbookId, work) => {
      const leave = await slots.take(patienceMs, await accountOf(workbookId))
      if (!leave) throw buildersBusy()
      let builder: BuilderProcess | undefined
      try {
        builder = await waiting.take()
        return await work(builder)
      } finally {
        // The caller does not wait for the end of a process that has answered; its place is free when it is gone.
        const ended = (builder?.close() ?? Promise.resolve()).finally(() => {
          ending.delete(ended)
          leave()
          waiting.fill()
        })
        ending.add(ended)
      }
    },
    close: async () => {
      await waiting.close()
      await Promise.all(ending)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
