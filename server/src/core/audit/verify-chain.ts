import type { Platform } from '../../platform/context.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { type Db, inTransaction } from '../../platform/postgres.ts'
import { findEntryHash, listEntriesAfter } from './audit.store.ts'
import { hashEntry, NO_HASH } from './audit-entry.ts'
import { findCheckpoint } from './checkpoint.ts'
import { findMarks, upsertVerification, type Verification } from './checkpoints.store.ts'
import { findAuditHead } from './workbook-head.store.ts'

/** Up to here a log is read whole each time: some tens of milliseconds. */
const SHORT = 5_000
/** A longer one is read whole once a day, and otherwise from where it was last found whole. */
const FULL_EVERY_MS = 24 * 3600 * 1000

type Verifying = Pick<Platform, 'db' | 'blobs' | 'keyring' | 'now'>

/**
 * Is the log what was written? Every entry must follow from the one before, and the whole must agree with the newest
 * signed checkpoint. What is looked at later can only have grown, so a log that is being written to stays valid.
 */
export async function verifyChain(ctx: Verifying, workbookId: string): Promise<boolean> {
  const { signedSeq, verified } = await findMarks(ctx.db, workbookId)
  const checkpoint = await findCheckpoint(ctx, workbookId)
  if (checkpoint === 'forged' || (checkpoint?.seq ?? 0) < (signedSeq ?? 0)) return false
  const head = await findAuditHead(ctx.db, workbookId)
  if (!head || head.auditSeq < (checkpoint?.seq ?? 0)) return false

  const end = { seq: head.auditSeq, hash: head.auditHash }
  const known = end.seq > SHORT && verified && isUsable(ctx, workbookId, verified) ? verified : null
  if (known && checkpoint && checkpoint.seq <= known.seq && !(await isAt(ctx.db, workbookId, checkpoint))) return false
  if (!(await leads(ctx.db, workbookId, known ?? BEGINNING, end, checkpoint))) return false
  if (end.seq - (known?.seq ?? 0) > SHORT) await remember(ctx, workbookId, end, known?.fullAt ?? ctx.now())
  return true
}

/** Only what this service sealed counts, and only for a day: an old entry may have been altered since. */
function isUsable({ keyring, now }: Verifying, workbookId: string, verified: Verification): boolean {
  if (now().getTime() - verified.fullAt.getTime() > FULL_EVERY_MS) return false
  return seals(keyring, workbookId, verified).some((seal) => seal.equals(verified.seal))
}

async function remember({ db, keyring }: Verifying, workbookId: string, end: Link, fullAt: Date) {
  const [seal = NO_HASH] = seals(keyring, workbookId, { ...end, fullAt })
  await inTransaction(db, (tx) => upsertVerification(tx, workbookId, { ...end, fullAt, seal }))
}

const seals = (keyring: Keyring, workbookId: string, { seq, hash, fullAt }: Link & { fullAt: Date }) =>
  keyring.signatures('audit', ['verified', workbookId, seq, hash.toString('hex'), fullAt.toISOString()].join('\n'))

/** A place in a chain and what it must hold there. */
type Link = { seq: number; hash: Buffer }

/** What comes before the first entry. */
export const BEGINNING: Link = { seq: 0, hash: NO_HASH }

const CHUNK = 5_000

async function isAt(db: Db, workbookId: string, { seq, hash }: Link): Promise<boolean> {
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
