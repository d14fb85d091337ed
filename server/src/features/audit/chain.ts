import type { Db } from '../../platform/postgres.ts'
import { findEntryHash, listEntriesAfter } from './audit.store.ts'
import { hashEntry, NO_HASH } from './audit-entry.ts'

/** A place in a chain and what it must hold there. */
export type Link = { seq: number; hash: Buffer }

/** What comes before the first entry. */
export const BEGINNING: Link = { seq: 0, hash: NO_HASH }

const CHUNK = 5_000

export async function isAt(db: Db, workbookId: string, { seq, hash }: Link): Promise<boolean> {
  if (seq === 0) return true
  return (await findEntryHash(db, workbookId, seq))?.equals(hash) ?? false
}

/**
 * Does the chain lead from one link to the other, each entry following from the one before? `through` must lie on the
 * way, when it is there and not before the start.
 */
export async function leads(db: Db, workbookId: string, from: Link, to: Link, through?: Link): Promise<boolean> {
  if (!(await isAt(db, workbookId, from))) return false
  let last = from
  while (last.seq < to.seq) {
    const entries = await listEntriesAfter(db, workbookId, last.seq, to.seq, CHUNK)
    if (entries.length === 0) return false
    for (const { seq, body, hash } of entries) {
      if (seq !== last.seq + 1 || !hashEntry(workbookId, seq, last.hash, body).equals(hash)) return false
      if (seq === through?.seq && !through.hash.equals(hash)) return false
      last = { seq, hash }
    }
  }
  return last.seq === to.seq && last.hash.equals(to.hash)
}
