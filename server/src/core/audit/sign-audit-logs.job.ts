import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findCheckpoint, keptName, newestName, signCheckpoint, signingKeyId } from './checkpoint.ts'
import { claimDirtyLogs, type DirtyLog, insertDirtyLogsOfOtherKeys, recordCheckpoint } from './checkpoints.store.ts'
import { BEGINNING, leads } from './verify-chain.ts'

const BATCH = 20
/** After a change of keys: a million logs in a day and a half. */
const RESIGNED_AT_ONCE = 500

/** Signs where each log ends that grew since its last signature; with a `workbook_id` only that one. */
export async function signAuditLogs(platform: Platform, payload: Record<string, unknown> = {}) {
  const workbookId = typeof payload.workbook_id === 'string' ? payload.workbook_id : null
  const keyId = signingKeyId(platform.keyring)
  if (!workbookId) await inTransaction(platform.db, (tx) => insertDirtyLogsOfOtherKeys(tx, keyId, RESIGNED_AT_ONCE))
  // A log that is being written to all the time gets one signature in each turn; otherwise this would never end.
  const seen: string[] = []
  const failures: unknown[] = []
  for (;;) {
    const claim = { limit: BATCH, only: workbookId, except: seen }
    const logs = await inTransaction(platform.db, (tx) => claimDirtyLogs(tx, claim))
    const outcomes = await Promise.allSettled(logs.map((log) => signLog(platform, log)))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      platform.log.error({ err: outcome.reason }, 'an audit log could not be signed')
      failures.push(outcome.reason)
    }
    seen.push(...logs.map((log) => log.workbookId))
    if (logs.length < BATCH) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} audit logs could not be signed`)
}

/**
 * Only what leads on from the last signature is signed: a rewritten log must not get our signature. The
 * object comes first, then the word that it is there: a crash in between costs one signature more, never one less.
 */
async function signLog(platform: Platform, log: DirtyLog) {
  const { db, blobs, keyring } = platform
  const last = await findCheckpoint(platform, log.workbookId)
  const isLost = last === 'forged' || (last?.seq ?? 0) < log.signedSeq
  if (isLost || !(await leads(db, log.workbookId, last ?? BEGINNING, log)))
    throw new Error(`the audit log of workbook ${log.workbookId} does not lead on from its last checkpoint`)
  const bytes = signCheckpoint(keyring, log)
  await blobs.put(keptName(log.workbookId, log.seq), bytes)
  await blobs.put(newestName(log.workbookId), bytes)
  await inTransaction(db, (tx) => recordCheckpoint(tx, { ...log, keyId: signingKeyId(keyring) }))
}
