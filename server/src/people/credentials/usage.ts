import type { Caller, LinkHolder } from '../../platform/caller.ts'
import type { Context, Platform } from '../../platform/context.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { updateLastUsed } from './credentials.store.ts'
import { manages } from './mint.ts'
import { reachOf } from './resource.ts'
import { addAccountRequests, addUsage, listTokenUsage } from './usage.store.ts'

const FLUSH_MS = 1_000

export type UsageCounter = {
  count: (caller: Caller | LinkHolder) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Counts = { credentials: Map<string, number>; accounts: Map<string, number> }

const noCounts = (): Counts => ({ credentials: new Map(), accounts: new Map() })

/**
 * Counts requests in memory and writes them every second: a write per request would cost more than most requests do. A
 * node that is killed forgets a second of counting, one that stops nothing.
 */
export function countUsage(platform: Platform): UsageCounter {
  let counts = noCounts()
  let written = Promise.resolve()

  const write = async () => {
    if (counts.accounts.size === 0) return
    const taken = counts
    counts = noCounts()
    await inTransaction(platform.db, (tx) => addCounts(tx, taken)).catch((error: unknown) => {
      // What could not be written is written with the next.
      for (const [id, n] of taken.credentials) add(counts.credentials, id, n)
      for (const [id, n] of taken.accounts) add(counts.accounts, id, n)
      throw error
    })
  }

  // One after the other, so that closing waits for those under way too.
  const flush = () => {
    written = written.catch(() => {}).then(write)
    return written
  }

  const timer = setInterval(() => {
    flush().catch((error: unknown) => platform.log.warn({ err: error }, 'usage could not be written'))
  }, FLUSH_MS)
  timer.unref()

  return {
    count: ({ kind, credentialId, accountId }) => {
      add(counts.accounts, accountId, 1)
      if (kind !== 'session') add(counts.credentials, credentialId, 1)
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

const add = (counts: Map<string, number>, id: string, n: number) => counts.set(id, (counts.get(id) ?? 0) + n)

async function addCounts(tx: Tx, { credentials, accounts }: Counts) {
  await addAccountRequests(tx, countsOf(accounts))
  if (credentials.size === 0) return
  await addUsage(tx, countsOf(credentials))
  await updateLastUsed(tx, [...credentials.keys()])
}

const countsOf = (counts: Map<string, number>) => [...counts].map(([id, requests]) => ({ id, requests }))

type TokenUsage = { credentialId: string; name: string | null; buckets: { date: string; requests: number }[] }

/** Daily counts of the user's tokens; through a token or key, of those it manages. */
export async function readTokenUsage(ctx: Context, days: number): Promise<TokenUsage[]> {
  const tokens = new Map<string, TokenUsage>()
  for (const row of await listTokenUsage(ctx.db, ctx.caller.userId, days)) {
    if (!manages(ctx.caller, { ...row, reach: reachOf(row.reachKind, row.reachId) })) continue
    const token = tokens.get(row.credentialId) ?? { credentialId: row.credentialId, name: row.name, buckets: [] }
    if (row.day !== null && row.requests !== null) token.buckets.push({ date: row.day, requests: row.requests })
    tokens.set(row.credentialId, token)
  }
  return [...tokens.values()]
}
