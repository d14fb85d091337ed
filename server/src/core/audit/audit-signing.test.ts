import { expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { Keyring } from '../../platform/keyring.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry } from './append-audit-entry.ts'
import { readAuditLog } from './read-audit-log.ts'
import { signAuditLogs } from './sign-audit-logs.job.ts'

const service = startService()

const append = ({ ctx, workbookId }: Owner, action = 'rows.upsert', detail = {}) =>
  inTransaction(ctx.db, (tx) => appendAuditEntry(tx, ctx, { workbookId, action, target: { table: 'sales' }, detail }))

const isValid = async ({ ctx, workbookId }: Owner) =>
  (await readAuditLog(ctx, workbookId, { limit: 200, before: null })).chainValid

async function signedLog(): Promise<Owner> {
  const owner = await newOwner(service.running)
  await append(owner)
  await signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })
  return owner
}

test('a log is signed once a minute when it grew, and then left alone', async () => {
  const owner = await newOwner(service.running)
  await append(owner)
  const dirty = async () => {
    const { rows } = await service.running.admin.query('select 1 from audit_dirty where workbook_id = $1', [
      owner.workbookId,
    ])
    return rows.length === 1
  }
  const before = await dirty()

  await signAuditLogs(owner.ctx)
  const after = await dirty()
  await append(owner)

  expect([before, after, await dirty()]).toEqual([true, false, true])
  await signAuditLogs(owner.ctx)
  expect(await owner.ctx.blobs.size(`audit/${owner.workbookId}/1.json`)).toBeGreaterThan(0)
  expect(await owner.ctx.blobs.size(`audit/${owner.workbookId}/2.json`)).toBeGreaterThan(0)
})

test('an entry that comes while its log is being signed is signed the next time', async () => {
  const owner = await newOwner(service.running)
  await append(owner)
  const { blobs } = owner.ctx
  const slow = { ...owner.ctx, blobs: { ...blobs, put: async (name: string, bytes: Buffer) => {
    if (name.endsWith('head.json')) await append(owner)
    return blobs.put(name, bytes)
  } } } // biome-ignore format: one step

  await signAuditLogs(slow, { workbook_id: owner.workbookId })
  const { rows } = await service.running.admin.query('select seq from audit_checkpoint where workbook_id = $1', [
    owner.workbookId,
  ])
  await signAuditLogs(owner.ctx, { workbook_id: owner.workbookId })

  expect(rows).toEqual([{ seq: '1' }])
  expect(await blobs.size(`audit/${owner.workbookId}/2.json`)).toBeGreaterThan(0)
})

test('every thousandth entry asks for a signature at once', async () => {
  const owner = await newOwner(service.running)
  await service.running.admin.query(
    `select count(append_audit($1, row('"rows.upsert"', '{}', '{}', 'null', '"ok"', '{}')::audit_parts)) from generate_series(1, 998)`,
    [owner.workbookId],
  )
  const asked = async () => {
    const { rows } = await service.running.admin.query(
      `select payload from graphile_worker._private_jobs where key = $1`,
      [`audit.checkpoint:${owner.workbookId}`],
    )
    return rows
  }
  await append(owner)
  const at999 = await asked()

  await append(owner)

  expect(at999).toEqual([])
  expect(await asked()).toEqual([{ payload: { workbook_id: owner.workbookId } }])
})

test('what was signed before the secret key was changed is still valid', async () => {
  const owner = await signedLog()

  const keyring = new Keyring(['a new root of every key', ...service.running.settings.secretKeys])

  expect(await isValid({ ...owner, ctx: { ...owner.ctx, keyring } })).toBe(true)
})

test('after a change of the secret key every log is signed again, so that the old key can go', async () => {
  const owner = await signedLog()
  const [old] = service.running.settings.secretKeys
  const withKeys = (...keys: [string, ...string[]]) => ({ ...owner, ctx: { ...owner.ctx, keyring: new Keyring(keys) } })

  const before = await isValid(withKeys('a new root of every key'))
  await signAuditLogs(withKeys('a new root of every key', old).ctx)

  expect(before).toBe(false)
  expect(await isValid(withKeys('a new root of every key'))).toBe(true)
})
