import { expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { appendAuditEntry, recordRead, recordRefusal } from './append-audit-entry.ts'
import { chainAudit } from './chain-audit.job.ts'
import { readAuditLog } from './read-audit-log.ts'

const service = startService()

const append = ({ ctx, workbookId }: Owner, action = 'rows.upsert', detail = {}) =>
  inTransaction(ctx.db, (tx) => appendAuditEntry(tx, ctx, { workbookId, action, target: { table: 'sales' }, detail }))

const read = ({ ctx, workbookId }: Owner, { limit = 200, before = null as number | null } = {}) =>
  readAuditLog(ctx, workbookId, { limit, before })

test('a refusal is in the log before whatever is written next, with its outcome', async () => {
  const owner = await newOwner(service.running)
  await recordRefusal(owner.ctx, {
    workbookId: owner.workbookId,
    action: 'deleteWorkbook',
    target: {},
    detail: { code: 'owner_required' },
  })
  await append(owner)

  const { entries, chainValid } = await read(owner)

  expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['rows.upsert', 'ok'],
    ['deleteWorkbook', 'refused'],
  ])
  expect(entries[1]).toMatchObject({ detail: { code: 'owner_required' }, since: expect.any(String) })
  expect(entries[1]).not.toHaveProperty('count')
  expect(chainValid).toBe(true)
})

test('a refusal is kept while another transaction holds the workbook, and chained by the timer afterwards', async () => {
  const owner = await newOwner(service.running)
  const refuse = () => recordRefusal(owner.ctx, { workbookId: owner.workbookId, action: 'deleteWorkbook', target: {} })
  const writer = await service.running.admin.connect()
  await writer.query('begin')
  await writer.query('select lock_workbook_head($1)', [owner.workbookId])

  await refuse()
  await chainAudit(owner.ctx)
  const during = await read(owner)
  await writer.query('commit')
  writer.release()
  await chainAudit(owner.ctx)
  const after = await read(owner)

  expect(during.entries).toEqual([])
  expect(after.entries.map(({ outcome }) => outcome)).toEqual(['refused'])
})

test('timers of several nodes at once chain every refusal exactly once', async () => {
  const owner = await newOwner(service.running)
  const refusal = { workbookId: owner.workbookId, action: 'deleteWorkbook', target: {} }
  await Promise.all(Array.from({ length: 60 }, () => recordRefusal(owner.ctx, refusal)))

  await Promise.all([chainAudit(owner.ctx), chainAudit(owner.ctx), chainAudit(owner.ctx)])
  await chainAudit(owner.ctx)

  const { entries, chainValid } = await read(owner)
  expect(entries).toHaveLength(60)
  expect(chainValid).toBe(true)
})

test('reads of one credential and table within a minute are one entry with a count, chained when the minute is over', async () => {
  const owner = await newOwner(service.running)
  const readOf = (table: string, ctx = owner.ctx) =>
    recordRead(ctx, { workbookId: owner.workbookId, action: 'rows.read', target: { table } })
  const other = { ...owner.ctx, caller: { ...owner.ctx.caller, credentialId: owner.workspaceId } }
  await waitForFreshMinute()
  await Promise.all([...Array.from({ length: 7 }, () => readOf('sales')), readOf('staff'), readOf('sales', other)])

  await chainAudit(owner.ctx)
  const within = await read(owner)
  await service.running.admin.query(`update audit_pending set chain_after = chain_after - interval '1 minute'`)
  await chainAudit(owner.ctx)
  const after = await read(owner)

  expect(within.entries).toEqual([])
  expect(after.entries.map(({ target, count }) => [target.table, count]).sort()).toEqual([
    ['sales', 1],
    ['sales', 7],
    ['staff', 1],
  ])
  expect(after.chainValid).toBe(true)
})

test('a log that was damaged does not hold up the others', async () => {
  const [damaged, other] = [await newOwner(service.running), await newOwner(service.running)]
  await append(damaged)
  // The owner of the database cut the chain's end off the head: the next number is taken.
  await service.running.admin.query('update workbook_head set audit_seq = 0 where workbook_id = $1', [
    damaged.workbookId,
  ])
  for (const { ctx, workbookId } of [damaged, other])
    await recordRefusal(ctx, { workbookId, action: 'deleteWorkbook', target: {} })

  await expect(chainAudit(other.ctx)).rejects.toThrow('1 audit logs could not be added to')

  expect((await read(other)).entries).toHaveLength(1)
  await service.running.admin.query('delete from audit_pending')
})

test('of a workbook that does not exist nothing is kept', async () => {
  const { ctx, userId } = await newOwner(service.running)

  await recordRefusal(ctx, { workbookId: userId, action: 'readWorkbook', target: {} })

  const { rows } = await service.running.admin.query('select 1 from audit_pending where workbook_id = $1', [userId])
  expect(rows).toEqual([])
})

/** A minute must not end between two reads that are to be counted together. */
async function waitForFreshMinute() {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 3_000) await new Promise((resolve) => setTimeout(resolve, left + 50))
}
