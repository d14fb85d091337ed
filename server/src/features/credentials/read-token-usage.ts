import type { Context } from '../../platform/context.ts'
import { manages } from './mint.ts'
import { reachOf } from './resource.ts'
import { listTokenUsage } from './usage.store.ts'

export type TokenUsage = { credentialId: string; name: string | null; buckets: { date: string; requests: number }[] }

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
