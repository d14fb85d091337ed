import { expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { Keyring } from '../../platform/keyring.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from './append-audit-entry.ts'
import { hashEntry, NO_HASH } from './audit-entry.ts'
import { keptName, newestName, signCheckpoint } from './checkpoint.ts'
import { readAuditLog } from './read-audit-log.ts'
import { signAuditLogs } from './sign-audit-logs.job.ts'

const service = startService()

/** As the owner of the database: the role of the service may do none of what follows. */
const asOwner = (sql: string, values: unknown[]) => service.running.admin.query(sql, values)

async function append({ ctx, workbookId }: Owner, times: number) {
  for (let n = 0; n < times; n++) {
    await inTransaction(ctx.db, (tx) =>
      appendAuditEntry(tx, ctx, { workbookId, action: 'rows.upsert', target: {}, detail: { rows: n } }),
    )
  }
}

/** A log of six entries, signed, and seen to be valid. */
async function signedLog(): Promise<Owner> {
  const owner = await newOwner(service.running)
  await append(owner, 6)
  await signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })
  expect(await isValid(owner)).toBe(true)
  return owner
}

const isValid = async ({ ctx, workbookId }: Owner) =>
  (await readAuditLog(ctx, workbookId, { limit: 200, before: null })).chainValid

/** Makes the chain consistent again from its first entry on, as an intruder would who knows the rule. */
async function rewriteChain({ workbookId }: Owner) {
  const { rows } = await asOwner('select seq, body from audit where workbook_id = $1 order by seq', [workbookId])
  let hash = NO_HASH
  for (const [n, { seq, body }] of rows.entries()) {
    hash = hashEntry(workbookId, n + 1, hash, body)
    await asOwner('update audit set seq = $3, hash = $4 where workbook_id = $1 and seq = $2', [
      workbookId,
      seq,
      n + 1,
      hash,
    ])
  }
  await asOwner('update workbook_head set audit_seq = $2, audit_hash = $3 where workbook_id = $1', [
    workbookId,
    rows.length,
    hash,
  ])
}

test('an altered entry is noticed', async () => {
  const owner = await signedLog()

  await asOwner(`update audit set body = replace(body, '"rows":2', '"rows":9') where workbook_id = $1`, [
    owner.workbookId,
  ])

  expect(await isValid(owner)).toBe(false)
})

test('an entry altered into something that is no JSON is still shown, and noticed', async () => {
  const owner = await signedLog()

  await asOwner(`update audit set body = 'gone' where workbook_id = $1 and seq = 3`, [owner.workbookId])

  const log = await readAuditLog(owner.ctx, owner.workbookId, { limit: 200, before: null })
  expect(log.chainValid).toBe(false)
  expect(log.entries.map(({ action }) => action)).toContain('unreadable')
})

test('an entry taken out of the middle is noticed', async () => {
  const owner = await signedLog()

  await asOwner('delete from audit where workbook_id = $1 and seq = 3', [owner.workbookId])

  expect(await isValid(owner)).toBe(false)
})

test('two entries that changed places are noticed', async () => {
  const owner = await signedLog()

  await asOwner(
    `update audit a set body = b.body, hash = b.hash from audit b
     where a.workbook_id = $1 and b.workbook_id = $1 and (a.seq, b.seq) in ((2, 4), (4, 2))`,
    [owner.workbookId],
  )

  expect(await isValid(owner)).toBe(false)
})

test('a tail that is gone is noticed, although the rest is a valid chain', async () => {
  const owner = await signedLog()

  await asOwner('delete from audit where workbook_id = $1 and seq > 4', [owner.workbookId])
  await rewriteChain(owner)

  expect(await isValid(owner)).toBe(false)
})

test('a tail that was cut off and grew again is noticed', async () => {
  const owner = await signedLog()

  await asOwner('delete from audit where workbook_id = $1 and seq > 4', [owner.workbookId])
  await rewriteChain(owner)
  await append(owner, 5)

  expect(await isValid(owner)).toBe(false)
})

test('a chain rewritten from its beginning is noticed, for want of our signature', async () => {
  const owner = await signedLog()

  await asOwner(`update audit set body = replace(body, '"rows":2', '"rows":9') where workbook_id = $1`, [
    owner.workbookId,
  ])
  await rewriteChain(owner)

  expect(await isValid(owner)).toBe(false)
})

test('a rewritten log does not get our signature when it grows', async () => {
  const owner = await signedLog()
  await asOwner(`update audit set body = replace(body, '"rows":2', '"rows":9') where workbook_id = $1`, [
    owner.workbookId,
  ])
  await rewriteChain(owner)
  await append(owner, 1)

  await expect(signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })).rejects.toThrow('could not be signed')

  expect(await isValid(owner)).toBe(false)
})

test('a log whose checkpoint vanished is not signed as if it were new', async () => {
  const owner = await signedLog()
  await owner.ctx.blobs.delete(newestName(owner.workbookId))
  await append(owner, 1)

  await expect(signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })).rejects.toThrow('could not be signed')

  expect(await isValid(owner)).toBe(false)
})

test('a checkpoint signed with another key is noticed', async () => {
  const owner = await signedLog()
  await asOwner(`update audit set body = replace(body, '"rows":2', '"rows":9') where workbook_id = $1`, [
    owner.workbookId,
  ])
  await rewriteChain(owner)
  const { rows } = await asOwner('select audit_hash from workbook_head where workbook_id = $1', [owner.workbookId])

  const forged = signCheckpoint(new Keyring(['another secret']), {
    workbookId: owner.workbookId,
    seq: 6,
    hash: rows[0].audit_hash,
    at: new Date(),
  })
  await owner.ctx.blobs.put(newestName(owner.workbookId), forged)

  expect(await isValid(owner)).toBe(false)
})

test('a checkpoint of another workbook does not stand in', async () => {
  const [owner, other] = [await signedLog(), await signedLog()]

  const bytes = await (await other.ctx.blobs.get(newestName(other.workbookId)))?.toArray()
  await owner.ctx.blobs.put(newestName(owner.workbookId), Buffer.concat(bytes ?? []))

  expect(await isValid(owner)).toBe(false)
})

test('an older checkpoint put back to hide a lost tail is noticed', async () => {
  const owner = await signedLog()
  await append(owner, 2)
  await signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })

  const older = await (await owner.ctx.blobs.get(keptName(owner.workbookId, 6)))?.toArray()
  await owner.ctx.blobs.put(newestName(owner.workbookId), Buffer.concat(older ?? []))
  await asOwner('delete from audit where workbook_id = $1 and seq > 6', [owner.workbookId])
  await rewriteChain(owner)

  expect(await isValid(owner)).toBe(false)
})

test('a checkpoint that vanished is noticed', async () => {
  const owner = await signedLog()

  await owner.ctx.blobs.delete(newestName(owner.workbookId))

  expect(await isValid(owner)).toBe(false)
})

test('a long log is read from its beginning once a day, and from where it was found whole in between', async () => {
  const owner = await newOwner(service.running)
  await append(owner, 1)
  await growLog(owner, 5_500)
  expect(await isValid(owner)).toBe(true)
  await asOwner(`update audit set body = replace(body, '"rows":0', '"rows":9') where workbook_id = $1 and seq = 1`, [
    owner.workbookId,
  ])

  const within = await isValid(owner)
  const onThatPage = await readAuditLog(owner.ctx, owner.workbookId, { limit: 10, before: 5 })
  const nextDay = await isValid({ ...owner, ctx: { ...owner.ctx, now: () => new Date(Date.now() + 25 * 3600 * 1000) } })

  expect(within).toBe(true)
  expect(onThatPage.chainValid).toBe(false)
  expect(nextDay).toBe(false)
})

test('a word that a log was found whole counts only if this service gave it', async () => {
  const owner = await newOwner(service.running)
  await append(owner, 1)
  await growLog(owner, 5_500)
  expect(await isValid(owner)).toBe(true)
  await asOwner(`update audit set body = replace(body, '"rows":0', '"rows":9') where workbook_id = $1 and seq = 1`, [
    owner.workbookId,
  ])

  await asOwner("update audit_verification set full_at = full_at + interval '1 second' where workbook_id = $1", [
    owner.workbookId,
  ])

  expect(await isValid(owner)).toBe(false)
})

/** Many entries at once, through the function that writes every entry. */
async function growLog({ workbookId }: Owner, entries: number) {
  await asOwner(
    `select count(append_audit($1, row('"rows.upsert"', '{}', '{}', 'null', '"ok"', '{}')::audit_parts)) from generate_series(1, $2)`,
    [workbookId, entries],
  )
}
