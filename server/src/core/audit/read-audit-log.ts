import type { Context } from '../../platform/context.ts'
import { type AuditRow, listEntriesBefore } from './audit.store.ts'
import { type AuditBody, hashEntry, NO_HASH } from './audit-entry.ts'
import { verifyChain } from './verify-chain.ts'

export type AuditPage = { limit: number; before: number | null }

/** An entry with its place in the chain, in wire form. */
export type AuditEntry = AuditBody & { prev_hash: string; hash: string }

export type AuditLog = { entries: AuditEntry[]; chainValid: boolean; nextBefore: number | null }

/** Entries newest first. The workbook is open already: every caller who may see it may see its log. */
export async function readAuditLog(ctx: Context, workbookId: string, { limit, before }: AuditPage): Promise<AuditLog> {
  // One more than asked for: the page's oldest entry follows from it.
  const rows = await listEntriesBefore(ctx.db, workbookId, before, limit + 1)
  const shown = rows.slice(0, limit)
  const previous = (n: number) => rows[n + 1]?.hash ?? NO_HASH
  const isPageWhole = shown.every((row, n) => isLinked(workbookId, row, rows[n + 1]))
  return {
    entries: shown.map((row, n) => ({
      ...readBody(row),
      seq: row.seq,
      prev_hash: previous(n).toString('hex'),
      hash: row.hash.toString('hex'),
    })),
    chainValid: isPageWhole && (await verifyChain(ctx, workbookId)),
    nextBefore: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null,
  }
}

const isLinked = (workbookId: string, row: AuditRow, older: AuditRow | undefined) =>
  row.seq === (older?.seq ?? 0) + 1 && hashEntry(workbookId, row.seq, older?.hash ?? NO_HASH, row.body).equals(row.hash)

const UNREADABLE: Omit<AuditBody, 'seq'> = {
  at: new Date(0).toISOString(),
  actor: { name: null, user_id: null, credential: 'system', credential_id: null },
  action: 'unreadable',
  target: {},
  outcome: 'ok',
  detail: {},
  ip: null,
}

/** It may have been altered into anything: then the chain says so, and the entry must still be shown. */
function readBody({ body }: AuditRow): Omit<AuditBody, 'seq'> {
  try {
    // Safe: written by link_audit, or not valid and reported as such.
    return { ...UNREADABLE, ...(JSON.parse(body) as AuditBody) }
  } catch {
    return UNREADABLE
  }
}
