import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { updateLastUsed } from './credentials.store.ts'
import { addUsage } from './usage.store.ts'

const FLUSH_MS = 2_000

export type UsageCounter = { count: (caller: Caller) => void; flush: () => Promise<void>; close: () => Promise<void> }

/**
 * Counts requests per credential in memory and writes them every two seconds: a write per request would cost more than
 * most requests do. A node that is killed forgets two seconds of counting, nothing else.
 */
export function countUsage(platform: Platform): UsageCounter {
  let counts = new Map<string, number>()

  const flush = async () => {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    const rows = [...taken].map(([credentialId, requests]) => ({ credentialId, requests }))
    await inTransaction(platform.db, async (tx) => {
      await addUsage(tx, rows)
      await updateLastUsed(tx, [...taken.keys()])
    })
  }

  const timer = setInterval(() => {
    flush().catch((error: unknown) => platform.log.warn({ err: error }, 'usage could not be written'))
  }, FLUSH_MS)
  timer.unref()

  return {
    count: ({ kind, credentialId }) => {
      if (kind !== 'session') counts.set(credentialId, (counts.get(credentialId) ?? 0) + 1)
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
